"""The worked battle: one phase of a coup around the Presidential Palace, die by die.

Four families. 0 is President. 1 is Minister of the Interior and General 1, 2 Air Force Commander
and General 2, 3 Admiral, General 3 and the first insurgent. It is phase 6, and 1 begins it.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.fire import FireOrdered, VolleyFired
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.landings import AnnounceBombardment, LandParatroops
from rules.junta.moves import FlyOn
from rules.junta.rejections import NotYourUnits
from rules.junta.stages.bombard import BombardmentFell
from rules.junta.stages.cease_fire import FightEnded
from rules.junta.stages.last_declarations import DeclareSide
from rules.junta.stages.losses import LoseUnits
from rules.junta.stages.movement import EndMovement
from rules.junta.stages.open_fight import NoFight
from rules.junta.stages.retreat import RetreatTo
from rules.junta.verdict import CoupDecided
from tests.given import Play, cabinet
from tests.rules.junta.couping import coup_at, march, stacks
from tests.rules.junta.fighting import (
    PALACE,
    aims,
    at_whom,
    fires,
    gives_up,
    only,
    starts,
    strength,
)

PRESIDENT, MINISTER, COMMANDER, ADMIRAL = range(4)
BANK, CHAMBER, RADIO, RAILWAY = (
    "central_bank",
    "chamber_of_deputies",
    "radio_station",
    "railway_station",
)

START: Any = [
    ("palace_guard", PALACE, PRESIDENT, 3, 0),
    ("student", "university", PRESIDENT, 3),
    ("police", "rich_district", MINISTER, 2),
    ("army_1", RAILWAY, MINISTER, 6),
    ("helicopter", "police_station_3", COMMANDER, 1),
    ("army_2", "market", COMMANDER, 4),
    ("paratroops", "airfield", COMMANDER, 1),
    ("army_3", "market", ADMIRAL, 3),
    ("striker", "market", ADMIRAL, 3),
]


def before_the_battle() -> Play:
    """The position at the start of the phase."""
    return coup_at(
        START,
        seats=4,
        posts=cabinet(MINISTER, MINISTER, COMMANDER, ADMIRAL, ADMIRAL, COMMANDER),
        phase=6,
        first=ADMIRAL,
        insurgents=(COMMANDER,),
        began=MINISTER,
        more={"strikes_left": 1},
    )


def orders(play: Play, seat: int, *commands: Any) -> Play:
    """The seat orders this, and then nothing more."""
    for command in (*commands, EndMovement()):
        play.waits("movement", seat).when(seat, command)
        assert play.refusal is None, (command, play.refusal)
    return play


def marched() -> Play:
    """All have moved."""
    palace, radio, chamber, market = map(_zone, (PALACE, RADIO, CHAMBER, "market"))
    play = orders(before_the_battle(), MINISTER, march("rich_district", PALACE, police=2))
    orders(
        play,
        COMMANDER,
        AnnounceBombardment(weapon="air_force", zone=palace),
        LandParatroops(zone=radio),
        march("police_station_3", "market", helicopter=1),
        FlyOn(to_zone=chamber, units={"army_2": 2}),
        GiveUnits(to=ADMIRAL, zone=market, units={"army_2": 2}),  # type: ignore[arg-type]
    )
    orders(
        play,
        ADMIRAL,
        AnnounceBombardment(weapon="gunboat", zone=palace),
        march("market", PALACE, striker=3, army_3=3, army_2=2),
    )
    return orders(play, PRESIDENT, march("university", PALACE, student=3))


def _zone(name: str) -> Any:
    return name


def in_the_palace(play: Play) -> tuple[int, ...]:
    """Guards, students, police; strikers, 3rd and 2nd brigade of the Admiral."""
    there = stacks(play, PALACE)
    kinds = [(PRESIDENT, "palace_guard"), (PRESIDENT, "student"), (MINISTER, "police")]
    kinds += [(ADMIRAL, "striker"), (ADMIRAL, "army_3"), (ADMIRAL, "army_2")]
    return tuple(there.get(seat, {}).get(kind, 0) for seat, kind in kinds)


def bombarded() -> Play:
    """The aircraft and the gunboat have done their work."""
    play = aims(marched().waits("bombard", COMMANDER), COMMANDER, PRESIDENT)
    gives_up(play.rolls(3, 3, 3, 4, 5, 6).waits("losses", PRESIDENT), PRESIDENT, student=1)
    return aims(play.waits("bombard", ADMIRAL), ADMIRAL, PRESIDENT).rolls(1, 2, 3)


def opened() -> Play:
    """The Minister, whose turn is first, lets it be; the Admiral opens the fight."""
    play = bombarded().waits("open_fight", MINISTER).when(MINISTER, NoFight())
    return starts(play.waits("open_fight", ADMIRAL), ADMIRAL, PALACE)


def first_priority() -> Play:
    """1a: the guards at the Admiral."""
    play = fires(opened().waits("priority_fire", PRESIDENT), PRESIDENT, {ADMIRAL: 6})
    return gives_up(play.rolls(2, 4, 4, 5, 5, 6).waits("losses", ADMIRAL), ADMIRAL, striker=1)


def second_priority() -> Play:
    """1b: the police at the Admiral."""
    play = fires(first_priority().waits("priority_fire", MINISTER), MINISTER, {ADMIRAL: 2})
    return gives_up(play.rolls(2, 6).waits("losses", ADMIRAL), ADMIRAL, striker=1)


def third_priority() -> Play:
    """1c: three of the Admiral's five dice at the students."""
    play = second_priority().waits("priority_fire", ADMIRAL)
    return fires(play, ADMIRAL, {PRESIDENT: 3}).rolls(2, 5, 5)


def first_salvo() -> Play:
    """1d: what has not fired, at once: a pair of students, and the two dice that were held."""
    play = third_priority().waits("salvo", PRESIDENT, ADMIRAL)
    fires(fires(play, ADMIRAL, {PRESIDENT: 2}), PRESIDENT, {ADMIRAL: 1})
    return gives_up(play.rolls(2, 1, 6).waits("losses", PRESIDENT), PRESIDENT, student=1)


def all_fire(play: Play, *, guards: int, police: int, admiral: int) -> Play:
    play.waits("salvo", PRESIDENT, MINISTER, ADMIRAL)
    fires(play, PRESIDENT, {ADMIRAL: guards})
    fires(play, MINISTER, {ADMIRAL: police})
    return fires(play, ADMIRAL, {PRESIDENT: admiral})


def second_salvo() -> Play:
    """Guards and police at the Admiral, the Admiral at the President."""
    play = all_fire(first_salvo(), guards=6, police=2, admiral=5)
    play.rolls(*(1, 2, 3, 3, 3, 5), *(6, 4), *(1, 3, 4, 6, 6))
    play.waits("losses", PRESIDENT, ADMIRAL)
    gives_up(play, ADMIRAL, striker=1)
    play.when(PRESIDENT, LoseUnits(units={"student": 1, "palace_guard": 1}))
    return play


def third_salvo() -> Play:
    play = all_fire(second_salvo(), guards=4, police=2, admiral=5)
    return play.rolls(*(1, 2, 3, 5), *(5, 6), *(2, 3, 4, 5, 6)).waits("losses", ADMIRAL)


def over() -> Play:
    """The fight is over, and all who lost more than the Minister have left the Palace."""
    play = gives_up(third_salvo(), ADMIRAL, army_2=1).waits("retreat", ADMIRAL)
    play.when(ADMIRAL, RetreatTo(zone=_zone("market"))).waits("retreat", PRESIDENT)
    return play.when(PRESIDENT, RetreatTo(zone=_zone("university")))


# --- movement ---


def test_worked_battle_every_move_of_it_is_legal() -> None:
    play = marched()
    assert stacks(play, PALACE) == {
        PRESIDENT: {"palace_guard": 3, "student": 3},
        MINISTER: {"police": 2},
        ADMIRAL: {"striker": 3, "army_3": 3, "army_2": 2},
    }
    assert stacks(play, CHAMBER) == {COMMANDER: {"helicopter": 1, "army_2": 2}}
    assert stacks(play, RADIO) == {COMMANDER: {"paratroops": 1}}
    assert stacks(play, "market") == {}
    assert play.state.coup.strikes_left == 0


def test_worked_battle_guards_came_first_then_police_then_the_admiral_then_students() -> None:
    units = marched().state.coup.units.values()
    first = {u.type: u.entered for u in units if u.zone == PALACE}
    assert first["palace_guard"] < first["police"] < first["striker"]
    assert first["striker"] == first["army_3"] == first["army_2"] < first["student"]


# --- the fight, die by die ---

STEPS: Any = [
    (marched, (3, 3, 2, 3, 3, 2)),
    (bombarded, (3, 2, 2, 3, 3, 2)),
    (first_priority, (3, 2, 2, 2, 3, 2)),
    (second_priority, (3, 2, 2, 1, 3, 2)),
    (third_priority, (3, 2, 2, 1, 3, 2)),
    (first_salvo, (3, 1, 2, 1, 3, 2)),
    (second_salvo, (2, 0, 2, 0, 3, 2)),
    (over, (0, 0, 2, 0, 0, 0)),
]


@pytest.mark.parametrize(("step", "left"), STEPS, ids=[step.__name__ for step, _ in STEPS])
def test_worked_battle_who_is_left_after_each_step(step: Any, left: tuple[int, ...]) -> None:
    assert in_the_palace(step()) == left


def test_worked_battle_the_aircraft_fall_first_and_cost_a_student() -> None:
    fell = [e for e in bombarded().events if isinstance(e, BombardmentFell)]
    assert [(e.weapon, e.faces, e.losses) for e in fell] == [
        ("air_force", (3, 3, 3, 4, 5, 6), {PRESIDENT: 1}),
        ("gunboat", (1, 2, 3), {}),
    ]


def test_worked_battle_the_guards_may_fire_at_all_who_came_later() -> None:
    play = opened().waits("priority_fire", PRESIDENT)
    assert (strength(play, PRESIDENT), at_whom(play, PRESIDENT)) == (6, (MINISTER, ADMIRAL))


def test_worked_battle_the_admiral_has_five_dice_and_priority_over_the_students_alone() -> None:
    play = second_priority().waits("priority_fire", ADMIRAL)
    assert (strength(play, ADMIRAL), at_whom(play, ADMIRAL)) == (5, (PRESIDENT,))
    fires(play, ADMIRAL, {PRESIDENT: 5}).rolls(6, 6, 6, 1, 1)
    assert in_the_palace(play) == (3, 0, 2, 1, 3, 2)


def test_worked_battle_the_students_fire_although_one_of_them_dies() -> None:
    play = third_priority().waits("salvo", PRESIDENT, ADMIRAL)
    assert (strength(play, PRESIDENT), strength(play, ADMIRAL)) == (1, 2)
    fires(fires(play, ADMIRAL, {PRESIDENT: 2}), PRESIDENT, {ADMIRAL: 1}).rolls(2, 1, 6)
    (fired,) = only(play, VolleyFired)
    assert isinstance(fired, VolleyFired)
    assert fired.shots == ((PRESIDENT, ADMIRAL, (2,)), (ADMIRAL, PRESIDENT, (1, 6)))
    assert fired.losses == {PRESIDENT: 1}


def test_worked_battle_in_the_second_salvo_there_is_no_priority() -> None:
    play = all_fire(first_salvo(), guards=6, police=2, admiral=5)
    assert [e.dice for e in play.last if not isinstance(e, FireOrdered) and hasattr(e, "dice")] == [
        13
    ]


def test_worked_battle_the_president_cannot_give_the_ministers_police() -> None:
    play = all_fire(first_salvo(), guards=6, police=2, admiral=5)
    play.rolls(*(1, 2, 3, 3, 3, 5), *(6, 4), *(1, 3, 4, 6, 6))
    play.when(PRESIDENT, LoseUnits(units={"police": 2}))
    play.refused(NotYourUnits, "of 3 palace_guard, 1 student")


def test_worked_battle_the_admiral_may_give_up_units_that_he_was_given() -> None:
    play = third_salvo()
    assert play.offers(ADMIRAL)["lose_units"]["units"].held == {"army_2": 2, "army_3": 3}
    gives_up(play, ADMIRAL, army_2=1)
    assert in_the_palace(play) == (1, 0, 2, 0, 3, 1)


def test_worked_battle_comes_out_at_0_4_and_5_and_the_minister_holds_the_palace() -> None:
    play = gives_up(third_salvo(), ADMIRAL, army_2=1)
    (ended,) = only(play, FightEnded)
    assert isinstance(ended, FightEnded)
    assert ended.losses == {PRESIDENT: 5, MINISTER: 0, ADMIRAL: 4}
    assert (ended.staying, ended.leaving) == ((MINISTER,), (ADMIRAL, PRESIDENT))
    assert stacks(over(), PALACE) == {MINISTER: {"police": 2}}


# --- its ending ---


@pytest.mark.parametrize(
    ("minister", "winner", "held"),
    [
        ("junta", "junta", {CHAMBER, RADIO, PALACE, RAILWAY}),
        ("president", "president", {CHAMBER, RADIO}),
    ],
)
def test_worked_battle_all_depends_on_the_minister(
    minister: Any, winner: str, held: set[str]
) -> None:
    """The Central Bank is empty, so it is the President's."""
    play = over().waits("last_declarations", ADMIRAL)
    play.when(ADMIRAL, DeclareSide(side="junta")).when(MINISTER, DeclareSide(side=minister))
    play.when(COMMANDER, DeclareSide(side="junta"))
    (decided,) = (e for e in play.events if isinstance(e, CoupDecided))
    assert decided.winner == winner
    assert set(decided.held) == held
