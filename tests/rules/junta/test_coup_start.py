"""Step 8, and how a coup goes on: CO-1 to CO-11, CO-15."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.budgets import AidKept, BudgetCounted
from rules.junta.effects import ExcuseGiven
from rules.junta.fire import Fire
from rules.junta.landings import (
    AnnounceBombardment,
    BombardmentAnnounced,
    LandMarines,
    LandParatroops,
)
from rules.junta.moves import MoveUnits, UnitsMoved
from rules.junta.phases import CombatOpened, PhaseOpened
from rules.junta.rejections import NoSuchZone, NotYourUnits
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.budget_force import BudgetForced
from rules.junta.stages.coup_start import CoupDeclined, CoupStarted, NoCoup
from rules.junta.stages.movement import EndMovement, MovementEnded, MoverCalled
from rules.junta.stages.open_fight import OpenFight
from rules.junta.unit_cards import PlayUnitCard
from rules.kernel.bills import NO_BILLS
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import Play, cabinet
from tests.rules.junta.couping import command_of, coup_at, dies, ids, march, peace, where

SHELL = AnnounceBombardment(weapon="gunboat", zone="presidential_palace")  # type: ignore[arg-type]
BOMB = AnnounceBombardment(weapon="air_force", zone="presidential_palace")  # type: ignore[arg-type]


def step_8(excuse: bool = True, **goods: Any) -> Play:
    """The first family is asked; there is an excuse unless said otherwise."""
    play = peace(**goods)
    if excuse:
        play.has(ExcuseGiven())
    return play.opens("coup_start")


def starts(order: Any = None, seat: int = 1, **goods: Any) -> Play:
    """The seat's turn has come and it has started the coup by this."""
    play = step_8(**goods)
    while play.state.course.stage.seats != (seat,):
        play.when(play.state.course.stage.seats[0], NoCoup())
    return play.when(seat, order or march("barracks_1", "police_station_4", army_1=2))


def rejected(*then: Any) -> tuple[Any, ...]:
    """A budget of nothing was rejected, and this followed."""
    drawn: Any = AidDrawn(seat=0, number=0, bills=NO_BILLS)  # type: ignore[arg-type]
    kept: Any = AidKept(seat=0, bills=NO_BILLS)  # type: ignore[arg-type]
    return (drawn, BudgetCounted(in_favour=0, against=1, result="rejected"), *then, kept)


# --- CO-1 ---


def test_CO_1_every_family_but_the_presidents_is_asked_from_his_left_and_all_may_pass() -> None:
    play = step_8()
    for seat in (1, 2, 3, 4):
        play.waits("coup_start", seat).when(seat, NoCoup())
        assert CoupDeclined(seat=seat) in play.last  # type: ignore[arg-type]
    assert play.at != "coup_start"
    assert play.state.coup is None


def test_CO_1_from_the_left_of_another_president() -> None:
    play = step_8(president=3, posts=cabinet(4, 4, 0, 1, 2, 0))
    asked = []
    while play.at == "coup_start":
        asked += play.state.course.stage.seats
        play.expires()
    assert asked == [4, 0, 1, 2]


def test_CO_1_the_dead_are_not_asked() -> None:
    play = peace().has(*dies(1, 3), PostTaken(president=0, post="general_1"))  # type: ignore[arg-type]
    play.opens("coup_start").waits("coup_start", 2).expires().waits("coup_start", 4)


def test_CO_1_silence_starts_none() -> None:
    step_8().expires().then(CoupDeclined(seat=1)).waits("coup_start", 2)  # type: ignore[arg-type]


def test_CO_1_nobody_starts_one_before_his_turn() -> None:
    step_8().when(2, NoCoup()).refused(NotYourTurn)


def test_CO_1_nobody_else_is_asked_once_it_has_begun() -> None:
    play = starts().waits("movement", 1)
    assert not any(isinstance(e, CoupDeclined) for e in play.events)


def test_CO_1_whoever_has_nothing_is_asked_all_the_same() -> None:
    play = step_8(excuse=False)
    assert [name for name in play.offers(1) if name.endswith("coup")] == ["no_coup"]


def test_CO_1_no_second_coup_in_a_turn() -> None:
    play = peace().has(ExcuseGiven()).opens("coup_start")
    play.when(1, march("barracks_1", "police_station_4", army_1=6))
    assert play.state.turn.coup_fought
    from rules.junta.stages.coup_start import unasked

    assert unasked(play.state) == ()


# --- CO-2 ---


def test_CO_2_without_an_excuse_nobody_marches() -> None:
    play = step_8(excuse=False).when(1, march("barracks_1", "police_station_4", army_1=2))
    play.refused(NotNow, "no excuse for a coup", "not at headquarters", rule="CO-2")
    play.when(1, NoCoup()).waits("coup_start", 2)


@pytest.mark.parametrize("event", ["rejected", "forced", "killing", "card"])
def test_CO_2_the_four_excuses(event: str) -> None:
    play = peace()
    facts: dict[str, Any] = {
        "rejected": rejected(),
        "forced": rejected(BudgetForced(seat=1)),  # type: ignore[arg-type]
        "killing": dies(3),
        "card": [ExcuseGiven()],
    }
    assert not play.state.turn.excuse
    assert play.has(*facts[event]).state.turn.excuse


def test_CO_2_from_headquarters_no_excuse_is_needed() -> None:
    play = step_8(excuse=False, places={1: "headquarters"})
    assert "move_units" in play.offers(1)
    play.when(1, march("barracks_1", "police_station_4", army_1=2)).waits("movement", 1)


def test_CO_2_anothers_headquarters_do_not_help() -> None:
    play = step_8(excuse=False, places={2: "headquarters"})
    assert "move_units" not in play.offers(1)


def test_CO_2_a_red_card_is_its_own_excuse() -> None:
    hands, exposed = {1: ["dock_strike", "patriotic_leagues"]}, {1: ["unions", "conservatives"]}
    play = step_8(excuse=False, hands=hands, exposed=exposed)
    assert play.offers(1)["play_unit_card"]["card"].values == ("dock_strike",)
    play.when(1, PlayUnitCard(card="dock_strike", zone="docks"))  # type: ignore[arg-type]
    assert play.state.turn.excuse and play.state.coup.first_insurgent == 1


def test_CO_2_militia_and_bombs_need_an_excuse() -> None:
    hands, exposed = {4: ["patriotic_leagues"]}, {4: ["conservatives"]}
    leagues: Any = PlayUnitCard(card="patriotic_leagues", zone="rich_district")  # type: ignore[arg-type]
    play = step_8(excuse=False, hands=hands, exposed=exposed)
    while play.state.course.stage.seats != (4,):
        play.expires()
    play.when(4, leagues).refused(NotNow)
    play.when(4, SHELL).refused(NotNow)
    starts(leagues, 4, hands=hands, exposed=exposed).waits("movement", 4)


# --- CO-3, CO-4 ---


def test_CO_3_by_moving_units_that_one_commands() -> None:
    play = starts(march("barracks_1", "eastern_suburb", army_1=6), 1)
    started, moved, called = (e for e in play.last if not hasattr(e, "number"))
    assert isinstance(started, CoupStarted) and started.first_insurgent == 1
    assert isinstance(moved, UnitsMoved) and moved.units == ids("army_1", 1, 2, 3, 4, 5, 6)
    assert called == MoverCalled(seat=1, place=1, begins=True)  # type: ignore[arg-type]


def test_CO_3_not_by_moving_those_of_others() -> None:
    play = step_8().when(1, march("barracks_2", "west_ghetto", army_2=1))
    play.refused(NotYourUnits, rule="MV-1")


def test_CO_3_the_admiral_shells_the_palace_and_nothing_else() -> None:
    elsewhere: Any = AnnounceBombardment(weapon="gunboat", zone="docks")  # type: ignore[arg-type]
    play = step_8()
    for _ in range(3):
        play.expires()
    play.when(4, elsewhere).refused(NoSuchZone, rule="CO-3")
    play.when(4, SHELL).waits("movement", 4)
    announced: Any = BombardmentAnnounced(
        seat=4,  # type: ignore[arg-type]
        place=4,  # type: ignore[arg-type]
        weapon="gunboat",
        zone="presidential_palace",  # type: ignore[arg-type]
        strikes_left=3,
    )
    assert announced in play.last


def test_CO_3_the_air_force_commander_bombs_it() -> None:
    play = starts(BOMB, 2).waits("movement", 2)
    assert play.state.coup.strikes_left == 2
    assert "announce_bombardment" not in step_8().offers(1)


def test_CO_4_landing_is_no_means() -> None:
    marines: Any = LandMarines(zone="docks")  # type: ignore[arg-type]
    play = step_8()
    for _ in range(3):
        play.expires()
    play.when(4, marines).refused(NotNow, "starts no coup", "a move of your units", rule="CO-4")
    assert "land_paratroops" not in step_8().expires().offers(2)


def test_CO_3_who_has_no_such_means_is_told_so() -> None:
    step_8().when(1, SHELL).refused(NotNow, "nothing with which to do that", rule="CO-3")


def test_CO_4_who_has_not_joined_lands_nothing() -> None:
    play = starts().when(1, EndMovement())
    while play.state.course.stage.seats != (4,):
        play.expires()
    assert play.state.coup.phase == 0
    marines: Any = LandMarines(zone="docks")  # type: ignore[arg-type]
    play.when(4, marines).refused(NotNow, "join the insurgents first", rule="CO-4")


def test_CO_4_having_started_one_may_land_and_go_on() -> None:
    play = starts(SHELL, 4).when(4, LandMarines(zone="docks"))  # type: ignore[arg-type]
    play.when(4, march("docks", "eastern_suburb", marines=1))
    assert where(play, "marines-1") == "eastern_suburb"


# --- CO-5, CO-6 ---


def test_CO_5_all_units_stand_where_they_start() -> None:
    play = starts()
    zones = [where(play, f"{kind}-1") for kind in ("palace_guard", "paratroops", "marines")]
    assert zones == ["presidential_palace", "airfield", "marine_camp"]
    assert {where(play, f"police-{n}") for n in range(1, 5)} == {
        f"police_station_{n}" for n in range(1, 5)
    }
    assert len(play.state.coup.units) == 28


def test_CO_5_the_police_are_in_the_chamber_after_a_forced_budget() -> None:
    play = peace().has(*rejected(BudgetForced(seat=1))).opens("coup_start")  # type: ignore[arg-type]
    play.when(1, march("chamber_of_deputies", "market", police=4))
    assert {where(play, f"police-{n}") for n in range(1, 5)} == {"market"}


def test_CO_6_posts_command() -> None:
    play = starts()
    holders = {u.type: u.controller for u in play.state.coup.units.values()}
    assert holders == {
        "army_1": 1,
        "army_2": 2,
        "army_3": 3,
        "police": 1,
        "palace_guard": 0,
        "paratroops": 2,
        "marines": 4,
    }


def test_CO_6_the_units_of_the_dead_are_blocked_or_the_brother_in_laws() -> None:
    play = peace().has(ExcuseGiven(), *dies(2), PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("coup_start").when(1, march("barracks_1", "docks", army_1=1)).refused(NoSuchZone)
    play.when(1, march("barracks_1", "eastern_suburb", army_1=1))
    army, jump = (play.state.coup.units[f"{kind}-1"] for kind in ("army_2", "paratroops"))
    assert (army.controller, army.place, army.blocked) == (0, 2, False)
    assert (jump.controller, jump.place, jump.blocked) == (2, 2, True)
    assert command_of(play.state, "air_commander").blocked  # type: ignore[arg-type]


# --- CO-7 ---


def test_CO_7_the_first_insurgent_goes_on_in_his_move() -> None:
    play = starts().waits("movement", 1)
    assert play.state.coup.insurgents == {1}
    assert "move_units" not in play.offers(1)
    play.when(1, EndMovement()).then(
        MovementEnded(seat=1, place=1),  # type: ignore[arg-type]
        MoverCalled(seat=2, place=2, begins=False),  # type: ignore[arg-type]
    )


def test_CO_7_then_all_but_the_president_are_asked_and_may_stay_loyal() -> None:
    play = starts(SHELL, 4).when(4, EndMovement())
    for seat in (1, 2, 3):
        play.waits("movement", seat).when(seat, EndMovement())
    assert play.state.coup.insurgents == {4}
    assert CombatOpened(phase=0) in play.last


def test_CO_7_who_joins_needs_a_means_but_no_excuse() -> None:
    play = starts(excuse=False, places={1: "headquarters"}).when(1, EndMovement())
    assert set(play.offers(2)) & {"land_paratroops", "move_units", "announce_bombardment"} == {
        "move_units",
        "announce_bombardment",
    }
    play.when(2, LandParatroops(zone="docks")).refused(NotNow)  # type: ignore[arg-type]
    play.when(2, march("barracks_2", "west_ghetto", army_2=3))
    assert play.state.coup.insurgents == {1, 2}
    play.when(2, LandParatroops(zone="docks")).waits("movement", 2)  # type: ignore[arg-type]


def test_CO_7_who_joins_by_the_aircraft_bombs_the_palace() -> None:
    play = starts().when(1, EndMovement())
    bank: Any = AnnounceBombardment(weapon="air_force", zone="central_bank")  # type: ignore[arg-type]
    play.when(2, bank).refused(NoSuchZone, rule="CO-3")
    assert play.state.coup.insurgents == {1}
    play.when(2, BOMB)
    assert play.state.coup.insurgents == {1, 2}


def test_CO_7_loyal_units_do_not_move_in_the_insurrection() -> None:
    play = starts()
    while play.state.coup.phase == 0:
        play.expires()
    moved = [e for e in play.events if isinstance(e, UnitsMoved)]
    assert [e.seat for e in moved] == [1]


# --- CO-8 ---


def test_CO_8_phase_1_begins_at_the_left_of_the_first_insurgent() -> None:
    play = starts(march("barracks_3", "west_ghetto", army_3=1), 3)
    while play.state.coup.phase == 0:
        play.expires()
    play.waits("movement", 4)
    assert play.state.coup.order == (4, 0, 1, 2, 3)
    assert PhaseOpened(phase=1, order=(4, 0, 1, 2, 3)) in play.last  # type: ignore[arg-type]


def test_CO_8_each_later_phase_begins_at_the_left_of_who_began_the_one_before() -> None:
    play = coup_at(first=3)
    began = []
    while play.state.coup.phase < 6:
        phase = play.state.coup.phase
        began.append(play.state.course.stage.seats[0])
        while play.state.coup.phase == phase:
            play.expires()
    assert [*began, play.state.course.stage.seats[0]] == [4, 0, 1, 2, 3, 4]


def test_CO_8_places_of_the_dead_are_passed_by_as_beginners_too() -> None:
    play = coup_at([("army_3", "market", 3, 1)], first=4, phase=1, opens="bank")
    play.has(*dies(1), PostTaken(president=0, post="minister_interior"))  # type: ignore[arg-type]
    play.has(*dies(2)).opens("movement")
    asked = []
    while play.state.coup.phase < 4:
        asked.append((play.state.coup.phase, play.state.coup.called))
        play.expires()
    assert [place for phase, place in asked if phase == 1] == [0, 1, 3, 4]
    assert [place for phase, place in asked if phase == 2] == [1, 3, 4, 0]
    assert [place for phase, place in asked if phase == 3] == [3, 4, 0, 1]


def test_CO_8_all_move_whatever_they_have() -> None:
    play = coup_at([("army_3", "market", 3, 1)], phase=2, first=4)
    for seat in (0, 1, 2, 3, 4):
        play.waits("movement", seat).expires()


# --- CO-9 ---


def brother(post: str = "general_2") -> Play:
    """2, General 2 and Air Force Commander, is dead; the President runs one of his posts."""
    play = coup_at(opens="bank").has(*dies(2), PostTaken(president=0, post=post))  # type: ignore[arg-type]
    return play.opens("chain_of_command").opens("movement")


def test_CO_9_the_president_acts_there_with_the_units_of_the_post_alone() -> None:
    play = brother().waits("movement", 0)
    assert _stacks(play, 0) == {"presidential_palace"}
    play.expires().expires().waits("movement", 0)
    assert play.state.coup.called == 2
    assert _stacks(play, 0) == {"barracks_2"}
    play.when(0, march("presidential_palace", "market", palace_guard=1)).refused(NotYourUnits)
    play.when(0, march("barracks_2", "police_station_3", army_2=6)).waits("movement", 0)
    play.when(0, EndMovement()).waits("movement", 3)


def test_CO_9_weapons_come_with_the_post() -> None:
    play = brother("air_commander").expires().expires()
    assert {"land_paratroops", "announce_bombardment"} <= set(play.offers(0))
    assert "land_paratroops" not in brother("general_2").expires().expires().offers(0)


def test_CO_9_no_card_is_played_there() -> None:
    goods: Any = {"hands": {0: ["dock_strike"]}, "exposed": {0: ["unions"]}}
    play = coup_at(opens="bank", **goods)
    play.has(*dies(2), PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("chain_of_command").opens("movement")
    assert "play_unit_card" in play.offers(0)
    play.expires().expires()
    assert play.state.coup.called == 2 and "play_unit_card" not in play.offers(0)


def test_CO_9_he_neither_starts_nor_joins_for_it() -> None:
    play = peace().has(ExcuseGiven(), *dies(2), PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("coup_start").when(1, march("barracks_1", "eastern_suburb", army_1=1))
    play.when(1, EndMovement()).waits("movement", 3)


def _stacks(play: Play, seat: int) -> set[str]:
    """The zones from which the seat may move."""
    from rules.kernel.gate import accepts

    offered = accepts(play.game, play.state, seat)  # type: ignore[arg-type]
    moves = (a for a in offered if a.command is MoveUnits)
    return {zone for a in moves for zone in a.choices["from_zone"].each()}


# --- CO-10, CO-11, CO-15 ---


def test_CO_10_all_move_before_anybody_fights_and_then_move_again() -> None:
    rows = [("army_3", "market", 3, 2), ("army_1", "university", 1, 2)]
    play = coup_at(rows, first=4).expires()
    play.when(1, march("university", "market", army_1=2)).when(1, EndMovement())
    play.expires().expires().expires().waits("open_fight", 1)
    assert play.state.coup.segment == "combat"
    assert play.state.coup.units["army_1-1"].moved
    play.expires().expires().waits("movement", 1)
    assert play.state.coup.phase == 2 and not play.state.coup.units["army_1-1"].moved


def test_CO_10_after_phase_6_there_is_no_other() -> None:
    play = coup_at([("army_3", "market", 3, 1)], phase=6)
    for _ in range(5):
        play.waits("movement", play.state.course.stage.seats[0]).expires()
    assert play.at != "movement" and not any(isinstance(e, PhaseOpened) for e in play.last)


def test_CO_11_silence_in_step_8_and_in_movements_may_be_chosen_beforehand() -> None:
    play = step_8()
    for seat in (2, 3, 4, 1):
        play.waits("coup_start", 1)
        play.when(seat, AnswerBeforehand(stage_name="coup_start", silent=True))
    assert [e.seat for e in play.last if isinstance(e, CoupDeclined)] == [1, 2, 3, 4]
    assert play.at != "coup_start"


def test_CO_11_silence_lapses_for_whoever_was_fired_upon_until_nobody_does_any_more() -> None:
    rows = [("army_3", "market", 3, 6), ("army_1", "market", 1, 1)]
    play = coup_at(rows, phase=2, first=4, began=0)
    for seat in (1, 2, 3, 4, 0):
        play.when(seat, AnswerBeforehand(stage_name="movement", silent=True))
    play.waits("open_fight", 1).when(1, OpenFight(zone="market"))  # type: ignore[arg-type]
    play.expires().waits("salvo", 1, 3)
    play.when(1, Fire(dice={3: 1})).expires().rolls(1)  # type: ignore[dict-item]
    while play.at == "salvo":
        play.expires()
    while play.at == "open_fight":
        play.expires()
    play.waits("movement", 3)
    assert play.state.coup.phase == 3
    play.when(3, EndMovement())
    while play.state.coup.phase == 3 and play.at != "last_declarations":
        play.waits("open_fight", play.state.course.stage.seats[0]).expires()
    assert play.at == "open_fight" and play.state.coup.phase == 4


def test_CO_15_a_loyalist_marches_and_stays_loyal_in_phases_1_to_6() -> None:
    play = coup_at(first=4).expires()
    play.when(1, march("barracks_1", "police_station_4", army_1=6))
    assert play.state.coup.insurgents == {4}
