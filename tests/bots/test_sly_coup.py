"""`sly` in a coup: what it sees of the field, and what it orders, fires, loses and declares."""

from __future__ import annotations

from typing import Any

import pytest

from bots import sly_coup, sly_march, sly_will
from bots.sly_city import FAR
from bots.sly_field import cheapest, dice, field
from bots.sly_memory import Memory
from tests.bots.sights import CITY, offered, sight, uprising

PALACE = "presidential_palace"


def one(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "stage": 9, **fields}


def test_the_city_is_read_from_the_ruleset() -> None:
    assert len(CITY.centres) == 5 and len(CITY.embassies) == 4
    assert CITY.distance("market", PALACE) == 1
    assert CITY.distance("barracks_3", "barracks_3") == 0
    assert CITY.distance("docks", "embassy_northeast") == 1
    assert CITY.distance("barracks_3", "nowhere") == FAR


def test_dice_of_stacks() -> None:
    assert dice({"student": 3, "rioter": 2, "police": 1}, "market") == 3
    assert dice({"student": 3}, "market", all_armed=True) == 3
    assert dice({"palace_guard": 4}, PALACE) == 8
    assert dice({"palace_guard": 4}, "market") == 4


def test_the_field_knows_sides_holders_and_the_winner() -> None:
    coup = uprising(
        {
            "central_bank": {0: {"army_1": 3}},
            "radio_station": {2: {"militia": 2}},
            "railway_station": {0: {"army_1": 1}, 3: {"police": 1}},
            PALACE: {1: {"palace_guard": 4}},
        },
        0,
        2,
    )
    seen = field(sight(coup=coup))
    assert seen.side(2) == "junta" and seen.foe(3) and not seen.foe(2)
    assert [seen.holder(z) for z in ("central_bank", "railway_station")] == ["junta", "president"]
    assert seen.winner() == "president"
    assert seen.winner({3: "junta"}) == "junta", "whoever turns takes his units with him"
    assert (seen.power("junta"), seen.power("president")) == (6, 9)


def moving(options: dict[str, Any], zones: dict[str, Any], *insurgents: int, **more: Any) -> Any:
    coup = uprising(zones, *insurgents, **more)
    return sly_march.move(sight({"end_movement": [one("end_movement")], **options}, coup=coup))


def marches(start: str, units: dict[str, int]) -> dict[str, Any]:
    held = {kind: {"minimum": 1, "maximum": number} for kind, number in units.items()}
    shape = {
        "from_zone": {"enum": [start]},
        "to_zone": {"enum": list(CITY.near[start])},
        "units": {"properties": held},
    }
    return {"stage": 9, "examples": [], "schema": {"properties": shape}}


def test_an_insurgent_marches_on_a_power_centre() -> None:
    zones = {"police_station_4": {0: {"army_1": 6}}, PALACE: {1: {"palace_guard": 4}}}
    order = moving({"move_units": marches("police_station_4", {"army_1": 6})}, zones, 0)
    assert (order["type"], order["units"]) == ("move_units", {"army_1": 6})
    assert order["to_zone"] in ("central_bank", "railway_station")


def test_somebody_stays_where_a_centre_is_held() -> None:
    zones = {"central_bank": {0: {"army_1": 4}}, "rich_district": {3: {"police": 1}}}
    order = moving({"move_units": marches("central_bank", {"army_1": 4})}, zones, 0)
    assert order["type"] == "end_movement" or order["units"] == {"army_1": 3}


def test_who_is_well_paid_does_not_rise_with_others() -> None:
    memory = Memory()
    memory.sums = {0: 4}
    coup = uprising({"market": {2: {"army_1": 6}}}, 2, phase=0)
    options = {"end_movement": [], "move_units": marches("barracks_1", {"army_1": 6})}
    looks = (sight(options, coup=coup, memory=memory, seed=seed) for seed in range(30))
    assert {sly_march.move(look)["type"] for look in looks} == {"end_movement"}


@pytest.mark.parametrize(("own", "answer"), [(6, "open_fight"), (2, "no_fight")])
def test_fights_are_opened_at_good_odds(own: int, answer: str) -> None:
    coup = uprising({"central_bank": {0: {"army_1": own}, 3: {"police": 4}}}, 0)
    options = {"open_fight": [one("open_fight", zone="central_bank")], "no_fight": []}
    assert sly_coup.fight(sight(options, coup=coup))["type"] == answer


def firing(*insurgents: int, phase: int = 2) -> Any:
    zones = {"market": {0: {"army_1": 5}, 2: {"army_2": 2}, 3: {"army_3": 4}}}
    coup = uprising(zones, *insurgents, phase=phase, fight={"zone": "market"})
    aims = {seat: {"minimum": 0, "maximum": 5} for seat in ("2", "3")}
    return sly_coup.fire(sight({"fire": offered("dice", aims)}, coup=coup))["dice"]


def test_fire_goes_to_foes_alone_and_is_held_in_the_insurrection() -> None:
    assert firing(0) == {"3": 5}, "the stronger of two foes"
    assert firing(0, 3) == {"2": 5}, "no fire at friends"
    assert firing(0, 2, 3) == {}
    assert firing(2, 3, phase=0) == {}, "firing back would make a rebel of it"


def test_what_is_missed_least_is_lost_first() -> None:
    held = {"army_1": 2, "palace_guard": 1, "rioter": 1, "police": 1}
    assert cheapest(held, 3) == {"rioter": 1, "police": 1, "army_1": 1}
    toll = {"seat": 0, "zone": "market", "units": 2}
    coup = uprising({}, 0, tolls=[toll])
    shape = {kind: {"minimum": 1, "maximum": number} for kind, number in held.items()}
    options = {"lose_units": offered("units", shape)}
    assert sly_coup.losses(sight(options, coup=coup))["units"] == {"rioter": 1, "police": 1}


def test_bombs_fall_on_foes_or_on_nobody() -> None:
    options = {"aim_bombardment": [one("aim_bombardment", target=t) for t in (None, 2, 3)]}
    due = {"seat": 0, "zone": "market"}
    zones = {"market": {2: {"army_2": 2}, 3: {"army_3": 4}}}
    foes = sight(options, coup=uprising(zones, 0, bombardments=[due]))
    assert sly_coup.aim(foes)["target"] == 3
    friends = sight(options, coup=uprising(zones, 0, 2, 3, bombardments=[due]))
    assert sly_coup.aim(friends)["target"] is None


def test_a_retreat_leads_to_friends_not_to_foes() -> None:
    zones = {"market": {3: {"police": 1}}, "university": {2: {"student": 2}}}
    options = {"retreat": [one("retreat", zone=zone) for zone in zones]}
    chosen = sly_coup.retreat(sight(options, coup=uprising(zones, 0, 2)))
    assert chosen["zone"] == "university"


def ending(own: int, *insurgents: int) -> str:
    """Two centres are the junta's beside the one where seat 0 stands with so many units."""
    zones: dict[str, Any] = {
        "central_bank": {2: {"army_2": 2}},
        "radio_station": {2: {"army_2": 2}},
    }
    if own:
        zones["railway_station"] = {0: {"army_1": own}}
    looking = sight(
        {"declare_side": [one("declare_side", side=side) for side in ("junta", "president")]},
        coup=uprising(zones, *insurgents, phase=6),
        cash={"1": 6, "2": 0, "3": 0},
    )
    return str(sly_coup.declare(looking)["side"])


def test_it_declares_for_who_wins_by_it_and_turns_its_coat() -> None:
    assert ending(2, 0, 2) == "junta", "with it the junta has three centres"
    assert ending(0, 0, 2) == "president", "the cause is lost: who turns is not shot"


def test_resentment_grows_with_small_shares_and_old_wounds() -> None:
    memory = Memory()
    memory.sums = {0: 3, 2: 0}
    looking = sight(memory=memory)
    assert sly_will.resentment(looking) < sly_will.ILL < sly_will.resentment(looking, 2)
    memory.grudges[1, 0] = 3
    assert sly_will.resentment(looking) > sly_will.ILL
    assert sly_will.resentment(looking, 1) == 0, "nobody resents himself"


def test_the_richest_enemy_is_shot_and_a_friend_is_spared() -> None:
    memory = Memory()
    memory.cash[2], memory.cash[3] = 3, 4
    options = {"shoot": [one("shoot", victim=seat) for seat in (2, 3)], "spare_all": []}
    coup = {**uprising({}, 0, 3), "junta": [0, 3]}
    assert sly_coup.squad(sight(options, coup=coup, memory=memory))["victim"] == 2
    poor = sight(options, coup={**uprising({}, 0), "junta": [0]})
    assert sly_coup.squad(poor)["type"] == "spare_all"


def test_in_the_junta_it_votes_for_itself() -> None:
    options = {"vote_in_junta": [one("vote_in_junta", choice=seat) for seat in (0, 2)]}
    assert sly_coup.junta(sight(options))["choice"] == 0
    others = {"break_junta_tie": [one("break_junta_tie", choice=2)]}
    assert sly_coup.junta(sight(others))["choice"] == 2
