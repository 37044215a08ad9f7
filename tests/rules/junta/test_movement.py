"""Movement in a coup: MV-1 to MV-9."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.junta.forces import UnitId
from rules.junta.interrupts.hand_units import GiveUnits, UnitsGiven
from rules.junta.landings import AnnounceBombardment, LandMarines, LandParatroops, UnitsLanded
from rules.junta.moves import FlyOn, MoveUnits, UnitsMoved
from rules.junta.phases import PhaseOpened
from rules.junta.police import PoliceSent, SendPolice
from rules.junta.rejections import NoSuchPartner, NoSuchZone, NotYourUnits
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.movement import EndMovement, MovementEnded, MoverCalled
from rules.junta.unit_bribes import UNIT_BRIBES
from rules.junta.unit_cards import UNIT_CARDS
from rules.junta.unit_choices import Units
from rules.kernel.bills import Bills
from rules.kernel.gate import accepts
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice
from tests.given import Play
from tests.rules.junta.couping import coup_at, dies, entered, ids, march, stacks, until, where


def gives(to: int, zone: str, **units: int) -> GiveUnits:
    return GiveUnits(to=to, zone=zone, units=units)  # type: ignore[arg-type]


def flies(to: str, **units: int) -> FlyOn:
    return FlyOn(to_zone=to, units=units)  # type: ignore[arg-type]


def bombs(weapon: str, zone: str) -> AnnounceBombardment:
    return AnnounceBombardment(weapon=weapon, zone=zone)  # type: ignore[arg-type]


def at(*rows: Any, **named: Any) -> Play:
    return coup_at(rows, **named)


# --- MV-1, MV-2, MV-3 ---


def test_MV_1_any_units_of_one_stack_to_one_adjacent_zone() -> None:
    play = until(coup_at(), 1).when(1, march("barracks_1", "eastern_suburb", army_1=4))
    moved = UnitsMoved(
        seat=1,  # type: ignore[arg-type]
        place=1,  # type: ignore[arg-type]
        from_zone="barracks_1",  # type: ignore[arg-type]
        to_zone="eastern_suburb",  # type: ignore[arg-type]
        units=ids("army_1", 1, 2, 3, 4),
        entered=1,
        may_fly_on=None,
        alone=False,
    )
    play.then(moved).waits("movement", 1)
    assert stacks(play, "barracks_1") == {1: {"army_1": 2}}
    assert stacks(play, "eastern_suburb") == {1: {"army_1": 4}}


def test_MV_1_units_of_several_types_go_together() -> None:
    play = at(("army_1", "market", 1, 3), ("police", "market", 1, 2), began=1)
    play.when(1, march("market", "university", army_1=2, police=2))
    assert stacks(play, "university") == {1: {"army_1": 2, "police": 2}}


@pytest.mark.parametrize("to", ["barracks_1", "central_bank", "docks", "nowhere", "airfield"])
def test_MV_1_to_no_other_zone(to: str) -> None:
    play = until(coup_at(), 1).when(1, march("barracks_1", to, army_1=1))
    play.refused(NoSuchZone, "eastern_suburb, police_station_4, southern_suburb", rule="MV-1")


@pytest.mark.parametrize("units", [{"army_1": 7}, {}, {"army_1": 0}, {"police": 1}, {"army_1": -1}])
def test_MV_1_no_more_than_stand_there_and_none_is_no_move(units: dict[str, int]) -> None:
    play = until(coup_at(), 1).when(1, march("barracks_1", "eastern_suburb", **units))
    play.refused(NotYourUnits, "6 army_1", rule="MV-1")


def test_MV_1_once_in_a_phase() -> None:
    play = until(coup_at(), 1).when(1, march("barracks_1", "eastern_suburb", army_1=1))
    play.when(1, march("barracks_1", "eastern_suburb", army_1=1)).refused(NotNow)
    assert "end_movement" in play.offers(1)


def test_MV_1_units_of_others_stay_where_they_are() -> None:
    play = at(("army_1", "market", 1, 3), ("army_2", "market", 2, 2), began=1)
    play.when(1, march("market", "university", army_1=1, army_2=1)).refused(NotYourUnits)


def test_MV_1_embassies_may_be_entered() -> None:
    play = at(("army_1", "docks", 1, 3), began=1)
    play.when(1, march("docks", "embassy_northeast", army_1=1))
    assert where(play, "army_1-3") == "docks" and where(play, "army_1-1") == "embassy_northeast"


def test_MV_1_the_guards_may_leave_the_palace() -> None:
    play = coup_at().when(0, march("presidential_palace", "university", palace_guard=1))
    assert stacks(play, "university") == {0: {"palace_guard": 1}}


def test_MV_1_nobody_has_to_move_and_silence_ends_the_turn() -> None:
    ended = MovementEnded(seat=0, place=0)  # type: ignore[arg-type]
    called = MoverCalled(seat=1, place=1, begins=False)  # type: ignore[arg-type]
    coup_at().expires().then(ended, called)
    coup_at().when(0, EndMovement()).then(ended, called)


def test_MV_1_not_out_of_turn() -> None:
    coup_at().when(1, march("barracks_1", "eastern_suburb", army_1=1)).refused(NotYourTurn)


def test_MV_1_nor_after_ones_turn() -> None:
    play = coup_at().expires()
    play.when(0, march("presidential_palace", "market", palace_guard=1)).refused(NotYourTurn)


def test_MV_2_units_that_have_moved_do_not_move_again_for_another() -> None:
    play = coup_at(began=1).when(1, march("barracks_1", "eastern_suburb", army_1=2))
    play.when(1, gives(2, "eastern_suburb", army_1=2)).when(1, EndMovement())
    play.when(2, march("eastern_suburb", "docks", army_1=1)).refused(NotYourUnits)
    play.when(2, march("barracks_2", "west_ghetto", army_2=1)).waits("movement", 2)


def test_MV_2_in_the_next_phase_they_do() -> None:
    play = coup_at(began=1).when(1, march("barracks_1", "eastern_suburb", army_1=2))
    play.when(1, gives(2, "eastern_suburb", army_1=2))
    while play.state.coup.phase == 1:
        play.expires()
    play.when(2, march("eastern_suburb", "docks", army_1=2))
    assert where(play, "army_1-1") == "docks"


def test_MV_3_who_comes_in_is_the_latest_group_and_set_up_units_the_first() -> None:
    play = coup_at().when(0, march("presidential_palace", "market", palace_guard=1))
    assert [entered(play, f"palace_guard-{n}") for n in (1, 2)] == [1, 0]
    play.expires().when(1, march("barracks_1", "eastern_suburb", army_1=2))
    assert entered(play, "army_1-1") == 2


def test_MV_3_those_that_came_in_last_leave_first() -> None:
    play = at(("army_1", "market", 1, 1), ("police", "market", 1, 1), ("army_1", "market", 1, 2))
    until(play, 1).when(1, march("market", "university", army_1=1))
    assert where(play, "army_1-2") == "university"
    assert [where(play, f"army_1-{n}") for n in (1, 3)] == ["market", "market"]


@pytest.mark.parametrize("seed", range(6))
def test_MV_2_in_whole_coups_no_unit_moves_twice_and_every_order_offered_is_taken(
    seed: int,
) -> None:
    chance = Random(seed)
    cards = {s: [c.id for c in (*UNIT_CARDS, *UNIT_BRIBES)][s::5] for s in range(5)}
    shown = {s: list(NEEDED[s::5]) for s in range(5)}
    play = coup_at(phase=0, first=4, hands=cards, exposed=shown, cash={2: Bills(6), 4: Bills(5)})
    moves: Counter[UnitId] = Counter()
    while play.state.coup is not None and play.state.coup.winner is None:
        before = len(play.events)
        _anything(play, chance)
        for event in play.events[before:]:
            if isinstance(event, PhaseOpened):
                moves.clear()
            if isinstance(event, UnitsMoved):
                moves.update(event.units)
        assert all(n <= 1 + unit.startswith("helicopter") for unit, n in moves.items())


NEEDED = ("unions", "radicals", "socialists", "students", "bankers", "conservatives", "church")


def _anything(play: Play, chance: Random) -> None:
    """Chance is supplied, or somebody declares something that the coup offers him."""
    if play.state.course.requests:
        play.chance(chance.randrange(100))
        return
    asked = play.state.course.stage.seats
    seat = chance.choice(asked)
    own = play.game.stage_named[play.at or ""].COMMANDS
    taken = (*own, GiveUnits) if chance.random() < 0.1 else own
    offered = accepts(play.game, play.state, seat)
    ways = [a for a in offered if a.command in taken and a.count()]
    if not ways:
        play.expires()
        return
    way = chance.choice(ways)
    play.when(seat, way.command(**way.sample(chance.randrange)))
    assert play.refusal is None, (play.refusal, way)


# --- MV-4 ---

COPTER = ("helicopter", "police_station_3", 2, 1)


def test_MV_4_it_leaves_with_a_stack_and_flies_on_alone() -> None:
    play = at(COPTER, ("army_2", "police_station_3", 2, 2), began=2)
    play.when(2, march("police_station_3", "market", helicopter=1, army_2=2))
    assert entered(play, "helicopter-1") == entered(play, "army_2-1") == 3
    play.when(2, flies("chamber_of_deputies"))
    assert (where(play, "helicopter-1"), where(play, "army_2-1")) == (
        "chamber_of_deputies",
        "market",
    )
    assert entered(play, "helicopter-1") == 4
    assert "fly_on" not in play.offers(2)


def test_MV_4_having_left_with_a_stack_it_takes_nobody_further() -> None:
    play = at(COPTER, ("army_2", "police_station_3", 2, 2), ("army_2", "market", 2, 2), began=2)
    play.when(2, march("police_station_3", "market", helicopter=1, army_2=2))
    play.when(2, flies("chamber_of_deputies", army_2=1)).refused(NotYourUnits, rule="MV-4")


def test_MV_4_it_flies_alone_and_goes_on_with_units_that_it_finds() -> None:
    play = at(COPTER, ("army_2", "market", 2, 4), began=2)
    play.when(2, march("police_station_3", "market", helicopter=1))
    play.when(2, flies("chamber_of_deputies", army_2=2))
    assert stacks(play, "chamber_of_deputies") == {2: {"helicopter": 1, "army_2": 2}}
    assert entered(play, "helicopter-1") == entered(play, "army_2-1")
    assert "fly_on" not in play.offers(2) and "move_units" not in play.offers(2)


def test_MV_4_two_zones_alone() -> None:
    play = at(COPTER, began=2).when(2, march("police_station_3", "market", helicopter=1))
    play.when(2, flies("university")).waits("movement", 2)
    assert where(play, "helicopter-1") == "university"


def test_MV_4_it_need_not_fly_on_and_nothing_else_moves() -> None:
    play = at(COPTER, ("army_2", "barracks_2", 2, 4), began=2)
    play.when(2, march("police_station_3", "market", helicopter=1))
    play.when(2, march("barracks_2", "west_ghetto", army_2=1)).refused(NotNow)
    play.when(2, EndMovement()).waits("movement", 3)


def test_MV_4_one_border_at_a_time() -> None:
    play = at(COPTER, began=2).when(2, march("police_station_3", "university", helicopter=1))
    play.refused(NoSuchZone)
    play.when(2, march("police_station_3", "market", helicopter=1))
    play.when(2, flies("barracks_1")).refused(NoSuchZone, rule="MV-4")


def test_MV_4_it_takes_no_units_that_have_moved_nor_those_of_others() -> None:
    play = at(COPTER, ("army_2", "market", 2, 1), ("army_1", "market", 1, 1), began=1)
    play.when(1, march("market", "university", army_1=1)).when(1, gives(2, "university", army_1=1))
    play.when(1, EndMovement()).when(2, march("police_station_3", "market", helicopter=1))
    assert play.offers(2)["fly_on"]["units"].held == {"army_2": 1}
    play.when(2, flies("university"))
    assert stacks(play, "university") == {2: {"army_1": 1, "helicopter": 1}}


def test_MV_4_given_away_in_flight_it_flies_no_further() -> None:
    play = at(COPTER, began=2).when(2, march("police_station_3", "market", helicopter=1))
    play.when(2, gives(3, "market", helicopter=1))
    assert "fly_on" not in play.offers(2)
    play.when(2, EndMovement())
    assert "fly_on" not in play.offers(3) and "move_units" not in play.offers(3)


# --- MV-5, MV-6, MV-7 ---


def test_MV_5_the_paratroops_land_anywhere_and_move_on() -> None:
    play = coup_at(began=2)
    assert len(play.offers(2)["land_paratroops"]["zone"].values) == 27
    play.when(2, LandParatroops(zone="radio_station"))  # type: ignore[arg-type]
    play.then(
        UnitsLanded(
            seat=2,  # type: ignore[arg-type]
            place=2,  # type: ignore[arg-type]
            units=ids("paratroops", 1),
            zone="radio_station",  # type: ignore[arg-type]
            entered=1,
        )
    )
    play.when(2, march("radio_station", "university", paratroops=1))
    assert where(play, "paratroops-1") == "university"


def test_MV_5_in_an_embassy_too() -> None:
    play = coup_at(began=2).when(2, LandParatroops(zone="embassy_south"))  # type: ignore[arg-type]
    assert where(play, "paratroops-1") == "embassy_south"


def test_MV_5_once_in_a_coup_and_only_the_air_force_commander() -> None:
    play = coup_at(began=1)
    play.when(1, LandParatroops(zone="docks")).refused(NotNow)  # type: ignore[arg-type]
    until(play, 2).when(2, LandParatroops(zone="docks"))  # type: ignore[arg-type]
    play.when(2, LandParatroops(zone="market")).refused(NotNow)  # type: ignore[arg-type]
    while play.state.coup.phase == 1:
        play.expires()
    assert "land_paratroops" not in until(play, 2).offers(2)


def test_MV_5_waiting_on_the_airfield_they_neither_move_nor_are_given() -> None:
    play = coup_at(began=2)
    zones = {z for a in _ways(play, 2, MoveUnits) for z in a["from_zone"].each()}
    assert zones == {"barracks_2"}
    assert {z for a in _ways(play, 2, GiveUnits) for z in a["zone"].each()} == {"barracks_2"}


def _ways(play: Play, seat: int, command: Any) -> list[Any]:
    offered = accepts(play.game, play.state, seat)  # type: ignore[arg-type]
    return [a.choices for a in offered if a.command is command]


@pytest.mark.parametrize("zone", ["docks", "eastern_suburb", "barracks_1"])
def test_MV_6_the_marines_land_at_the_river_and_move_on(zone: str) -> None:
    play = coup_at(began=4).when(4, LandMarines(zone=zone))  # type: ignore[arg-type]
    assert where(play, "marines-1") == zone
    to = {"docks": "embassy_northeast", "eastern_suburb": "docks", "barracks_1": "eastern_suburb"}
    play.when(4, march(zone, to[zone], marines=1)).waits("movement", 4)


def test_MV_6_nowhere_else_and_once() -> None:
    play = coup_at(began=4).when(4, LandMarines(zone="market"))  # type: ignore[arg-type]
    play.refused(NoSuchZone, "docks", rule="MV-6")
    play.when(4, LandMarines(zone="docks"))  # type: ignore[arg-type]
    play.when(4, LandMarines(zone="docks")).refused(NotNow)  # type: ignore[arg-type]


def test_MV_6_not_after_ones_turn() -> None:
    play = coup_at(began=4).when(4, EndMovement())
    play.when(4, LandMarines(zone="docks")).refused(NotYourTurn)  # type: ignore[arg-type]


def test_MV_7_the_gunboat_once_in_each_phase() -> None:
    play = coup_at(began=4).when(4, bombs("gunboat", "market"))
    (made,) = play.state.coup.bombardments
    assert made[:4] == (4, 4, "gunboat", "market")
    play.when(4, bombs("gunboat", "docks")).refused(NotNow)
    while play.state.coup.phase == 1:
        play.expires()
    until(play, 4).when(4, bombs("gunboat", "docks")).waits("movement", 4)


def test_MV_7_three_air_strikes_in_a_coup_one_in_a_phase() -> None:
    play = coup_at(began=2)
    for left in (2, 1, 0):
        until(play, 2).when(2, bombs("air_force", "docks"))
        assert play.state.coup.strikes_left == left
        assert "announce_bombardment" not in play.offers(2)
        phase = play.state.coup.phase
        while play.state.coup.phase == phase:
            play.expires()
    until(play, 2).when(2, bombs("air_force", "docks")).refused(NotNow)


@pytest.mark.parametrize("zone", ["embassy_north", "airfield"])
def test_MV_7_no_embassy_and_nothing_off_the_map(zone: str) -> None:
    coup_at(began=4).when(4, bombs("gunboat", zone)).refused(NoSuchZone, rule="MV-7")


def test_MV_7_each_only_by_its_own_commander() -> None:
    coup_at(began=4).when(4, bombs("air_force", "docks")).refused(OutOfChoice)


def test_MV_7_it_is_not_the_move() -> None:
    play = coup_at(began=2).when(2, bombs("air_force", "docks"))
    play.when(2, march("barracks_2", "west_ghetto", army_2=6)).waits("movement", 2)


# --- MV-8 ---

MOB = ("rioter", "west_ghetto", 3, 6)


def riot(**named: Any) -> Play:
    """Red units that 3 brought in during the insurrection; the Minister, 1, begins phase 1."""
    rows = (
        MOB,
        ("police", "police_station_1", 1, 1, 0),
        ("police", "police_station_2", 1, 1, 0),
        ("army_3", "barracks_3", 3, 6, 0),
    )
    mob = frozenset(UnitId(f"rioter-{n}") for n in range(1, 7))
    more = {"agitators": mob} | named.pop("more", {})
    return coup_at(rows, **({"began": 1, "first": 3, "more": more} | named))


def sends(zone: str, *numbers: int) -> SendPolice:
    return SendPolice(zone=zone, units=ids("police", *numbers))  # type: ignore[arg-type]


def test_MV_8_any_number_of_police_at_any_distance_and_then_their_move() -> None:
    play = riot().when(1, sends("west_ghetto", 1, 2))
    play.then(
        PoliceSent(
            seat=1,  # type: ignore[arg-type]
            place=1,  # type: ignore[arg-type]
            zone="west_ghetto",  # type: ignore[arg-type]
            units=ids("police", 1, 2),
            entered=2,
        )
    )
    play.when(1, march("west_ghetto", "barracks_2", police=1))
    assert stacks(play, "west_ghetto") == {3: {"rioter": 6}, 1: {"police": 1}}


def test_MV_8_once() -> None:
    play = riot().when(1, sends("west_ghetto", 1))
    play.when(1, sends("west_ghetto", 2)).refused(NotNow)


def test_MV_8_only_to_where_those_units_stand_now() -> None:
    riot().when(1, sends("market", 1)).refused(NoSuchZone, rule="MV-8")
    moved = riot(
        more={"agitators": frozenset({UnitId("rioter-1")})},
    )
    moved.when(1, sends("west_ghetto", 1)).waits("movement", 1)


def test_MV_8_if_they_stand_in_several_zones_one_of_his_choice() -> None:
    play = riot(began=3).when(3, march("west_ghetto", "northern_suburb", rioter=2))
    until(play, 1).when(1, sends("northern_suburb", 1)).waits("movement", 1)


def test_MV_8_before_his_move() -> None:
    play = riot().when(1, march("police_station_1", "market", police=1))
    play.when(1, sends("west_ghetto", 2)).refused(NotNow)


def test_MV_8_in_phase_1_alone_and_only_if_agitators_came_in_the_insurrection() -> None:
    assert "send_police" in riot().offers(1)
    assert "send_police" not in riot(phase=2).offers(1)
    assert "send_police" not in riot(more={"agitators": frozenset()}).offers(1)
    assert "send_police" not in riot(began=3).offers(3)


def test_MV_8_not_with_police_of_another() -> None:
    play = riot().when(1, gives(2, "police_station_1", police=1))
    play.when(1, sends("west_ghetto", 1)).refused(NotYourUnits)
    play.when(1, sends("west_ghetto", 2)).waits("movement", 1)


def test_MV_8_the_brother_in_law_who_runs_the_interior() -> None:
    play = riot(opens="bank").has(
        *dies(1),
        PostTaken(president=0, post="minister_interior"),  # type: ignore[arg-type]
    )
    play.opens("chain_of_command").opens("movement").waits("movement", 0)
    play.when(0, sends("west_ghetto", 1, 2)).waits("movement", 0)
    assert stacks(play, "west_ghetto") == {3: {"rioter": 6}, 0: {"police": 2}}


# --- MV-9 ---


def test_MV_9_any_units_at_any_moment_under_a_marker() -> None:
    play = coup_at().waits("movement", 0).when(3, gives(4, "barracks_3", army_3=2))
    given = UnitsGiven(
        giver=3,  # type: ignore[arg-type]
        receiver=4,  # type: ignore[arg-type]
        zone="barracks_3",  # type: ignore[arg-type]
        units=ids("army_3", 1, 2),
        marked=ids("army_3", 1, 2),
    )
    play.then(given).waits("movement", 0)
    assert stacks(play, "barracks_3") == {4: {"army_3": 2}, 3: {"army_3": 4}}
    until(play, 4).when(4, march("barracks_3", "west_ghetto", army_3=2))
    assert stacks(play, "west_ghetto") == {4: {"army_3": 2}}


def test_MV_9_by_loyalists_in_the_insurrection_too_and_by_the_president() -> None:
    rows = (("army_3", "market", 3, 2), ("army_1", "market", 0, 1), ("army_1", "docks", 1, 2))
    play = at(*rows, phase=0, first=1)
    play.when(3, gives(1, "market", army_3=1)).when(0, gives(1, "market", army_1=1))
    assert stacks(play, "market") == {1: {"army_3": 1, "army_1": 1}, 3: {"army_3": 1}}
    assert play.state.coup.insurgents == {1}


def test_MV_9_they_keep_their_entry_group_and_that_they_have_moved() -> None:
    play = coup_at(began=1).when(1, march("barracks_1", "eastern_suburb", army_1=1))
    play.when(1, gives(2, "eastern_suburb", army_1=1))
    unit = play.state.coup.units["army_1-1"]
    assert (unit.controller, unit.place, unit.entered, unit.moved, unit.marked) == (
        2,
        2,
        1,
        True,
        True,
    )


def test_MV_9_by_office_no_marker_is_needed() -> None:
    play = coup_at().when(3, gives(4, "barracks_3", army_3=6))
    play.when(4, gives(3, "barracks_3", army_3=6))
    assert not play.state.coup.units["army_3-1"].marked


def test_MV_9_those_that_have_not_moved_go_first() -> None:
    play = at(("army_1", "docks", 1, 2), ("army_1", "eastern_suburb", 1, 2), began=1)
    play.when(1, march("docks", "eastern_suburb", army_1=1))
    play.when(1, gives(2, "eastern_suburb", army_1=2))
    assert {i for i, u in play.state.coup.units.items() if u.controller == 2} == ids("army_1", 3, 4)


def test_MV_9_neither_guards_nor_weapons_nor_blocked_units() -> None:
    play = (
        coup_at(opens="bank")
        .has(*dies(2))
        .has(
            PostTaken(president=0, post="general_2")  # type: ignore[arg-type]
        )
    )
    play.opens("chain_of_command").opens("movement")
    zones = {z for a in _ways(play, 0, GiveUnits) for z in a["zone"].each()}
    assert zones == {"barracks_2"}
    play.when(0, gives(1, "presidential_palace", palace_guard=1)).refused(NoSuchZone, rule="MV-9")


def test_MV_9_not_to_the_dead_nor_to_oneself() -> None:
    play = coup_at(opens="bank").has(*dies(2), PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("chain_of_command").opens("movement")
    play.when(1, gives(2, "barracks_1", army_1=1)).refused(NoSuchPartner, rule="MV-9")
    play.when(1, gives(1, "barracks_1", army_1=1)).refused(NoSuchPartner, rule="MV-9")


def test_MV_9_not_in_a_combat_segment() -> None:
    play = at(("army_1", "market", 1, 2), ("army_2", "market", 2, 2), began=1)
    while play.at == "movement":
        play.expires()
    play.waits("open_fight", 1).when(1, gives(2, "market", army_1=1)).refused(NotNow)


# --- choices ---


@pytest.mark.parametrize("held", [{}, {"police": 1}, {"army_1": 3, "police": 2}])
@pytest.mark.parametrize("least", [0, 1])
def test_MV_1_the_choice_of_units_lists_what_it_takes(held: dict[str, int], least: Any) -> None:
    choice = Units(held=held, at_least=least)
    listed = list(choice.each())
    assert len(listed) == choice.count() == len({tuple(sorted(c.items())) for c in listed})
    assert all(choice.contains(one) for one in listed)
    if listed:
        assert choice.sample(lambda n: n - 1) in listed and choice.sample(lambda n: 0) in listed
