"""Leaving a lost zone: RE-1 to RE-6."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.agree_end import AgreeEnd
from rules.junta.rejections import NoSuchZone
from rules.junta.retreats import PassageAsked, StackRemoved, StackRetreated
from rules.junta.stages.cease_fire import FightEnded
from rules.junta.stages.passage import AnswerPassage, PassageAnswered, PassageRefused
from rules.junta.stages.retreat import RetreatTo
from rules.kernel.identifiers import Seat
from rules.kernel.rejections import NotYourTurn
from tests.rules.junta.couping import ids, stacks, where
from tests.rules.junta.fighting import (
    MARKET,
    PALACE,
    Play,
    aims,
    bombarding,
    bombardment,
    facing,
    fires,
    fought,
    held_out,
    holds,
    leaderless,
    only,
    starts,
)

STATION_1, STATION_3, CHAMBER = "police_station_1", "police_station_3", "chamber_of_deputies"
UNIVERSITY, NORTH = "university", "northern_suburb"
AROUND_THE_MARKET = (CHAMBER, NORTH, STATION_1, STATION_3, PALACE, UNIVERSITY)


def ended(play: Play) -> FightEnded:
    (fact,) = only(play, FightEnded)
    assert isinstance(fact, FightEnded)
    return fact


def beaten(*others: Any, **coup: Any) -> Play:
    """3 has lost one of its two in the Market against 1, and must leave; others stand elsewhere."""
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 2, 0)]
    play = fought(*rows, *others, by=1, **coup)
    holds(fires(play, 1, {3: 1}), 3).rolls(6)
    return held_out(play)


def leaves(play: Play, seat: int, to: str) -> Play:
    play.when(seat, RetreatTo(zone=to))  # type: ignore[arg-type]
    assert play.refusal is None, play.refusal
    return play


def gone(seat: int, to: str, entered: int, *units: str) -> StackRetreated:
    named: Any = (seat, MARKET, to, frozenset(units))
    return StackRetreated(
        seat=named[0], zone=named[1], to=named[2], units=named[3], entered=entered
    )


# --- who leaves ---


@pytest.mark.parametrize(
    ("losses", "leaving"),
    [
        ((0, 0, 0), ()),
        ((1, 1, 1), ()),
        ((1, 0, 0), (1,)),
        ((1, 2, 0), (1, 2)),
        ((0, 1, 1), (2, 3)),
        ((1, 1, 0), (1, 2)),
        ((2, 1, 1), (1,)),
    ],
)
def test_RE_1_who_lost_least_stays_and_all_others_leave(losses: Any, leaving: Any) -> None:
    """1, 2 and 3 meet in the Market; the gunboat, the aircraft and fire cost them so much."""
    rows = [("army_1", MARKET, 1, 6, 0), ("army_2", MARKET, 2, 6, 0), ("army_3", MARKET, 3, 6, 0)]
    play = fought(*rows, by=1)
    first, second, third = losses
    fires(play, 1, {2: 2, 3: 2})
    fires(play, 2, {1: 2})
    holds(play, 3)
    faces = [*_hits(second), *_hits(third), *_hits(first)]
    held_out(play.rolls(*faces))
    assert ended(play).leaving == leaving
    assert ended(play).losses == {1: first, 2: second, 3: third}


def _hits(number: int) -> list[int]:
    return [6] * number + [1] * (2 - number)


def test_RE_1_losses_by_bombardment_count() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 3, 0)]
    play = aims(bombarding(bombardment(4, "gunboat"), rows=rows), 4, 1).rolls(6, 6, 1)
    play = starts(play, 1)
    holds(fires(play, 1, {3: 1}), 3).rolls(6)
    held_out(play)
    assert (ended(play).losses, ended(play).leaving) == ({1: 2, 3: 1}, (1,))


def test_RE_1_a_bombardment_without_a_fight_drives_nobody_out() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 3, 0)]
    play = aims(bombarding(bombardment(4, "gunboat"), rows=rows), 4, 1).rolls(6, 6, 1)
    play.expires().expires()
    assert stacks(play, MARKET) == {1: {"army_1": 1}, 3: {"army_3": 3}}


def test_RE_1_who_was_wiped_out_does_not_count() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_2", MARKET, 2, 3, 0), ("army_3", MARKET, 3, 1, 0)]
    play = fought(*rows, by=1)
    fires(holds(fires(play, 1, {2: 2, 3: 1}), 3), 2, {1: 2}).rolls(6, 6, 6, 6, 6)
    held_out(play)
    assert ended(play).losses == {1: 2, 2: 2, 3: 1}
    assert ended(play).staying == (1, 2)


def test_RE_1_who_did_not_fire_counts_too() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_2", MARKET, 2, 3, 0), ("army_3", MARKET, 3, 3, 0)]
    play = fought(*rows, by=1)
    fires(holds(fires(play, 1, {2: 1}), 3), 2, {1: 1}).rolls(6, 6)
    held_out(play)
    assert (ended(play).staying, ended(play).leaving) == ((3,), (1, 2))


# --- where to ---


def test_RE_2_the_whole_stack_to_an_adjacent_zone() -> None:
    play = beaten().waits("retreat", 3)
    assert play.offers(3)["retreat"]["zone"].values == tuple(sorted(AROUND_THE_MARKET))
    leaves(play, 3, UNIVERSITY)
    assert only(play, StackRetreated) == [gone(3, UNIVERSITY, 1, "army_3-2")]
    assert stacks(play, MARKET) == {1: {"army_1": 3}}


def test_RE_2_no_farther() -> None:
    play = beaten().when(3, RetreatTo(zone="docks"))  # type: ignore[arg-type]
    play.refused(NoSuchZone, "is not one of", rule="RE-2")


def test_RE_2_where_own_units_stand_nobody_is_asked() -> None:
    play = leaves(beaten(("student", UNIVERSITY, 3, 2)), 3, UNIVERSITY)
    assert stacks(play, UNIVERSITY) == {3: {"student": 2, "army_3": 1}}


def test_RE_2_embassies_are_open_to_retreats() -> None:
    rows = [("army_1", NORTH, 1, 3, 0), ("army_3", NORTH, 3, 2, 0)]
    play = fought(*rows, by=1, zone=NORTH)
    holds(fires(play, 1, {3: 1}), 3).rolls(6)
    leaves(held_out(play), 3, "embassy_north")
    assert where(play, "army_3-2") == "embassy_north"


def test_RE_2_palace_guards_leave_too() -> None:
    rows = [("palace_guard", PALACE, 0, 3, 0), ("army_1", PALACE, 1, 4, 0)]
    play = fought(*rows, by=1, zone=PALACE)
    holds(fires(play, 1, {0: 1}), 0).rolls(6)
    leaves(held_out(play).waits("retreat", 0), 0, "rich_district")
    assert where(play, "palace_guard-2") == "rich_district"


# --- passage ---


def hosted(**coup: Any) -> Play:
    """3 must leave the Market; 2 and 4 hold the University together."""
    return beaten(("army_2", UNIVERSITY, 2, 1), ("marines", UNIVERSITY, 4, 1), **coup)


def answers(play: Play, seat: int, granted: bool) -> Play:
    return play.when(seat, AnswerPassage(granted=granted))


def test_RE_3_all_who_are_there_must_allow_it() -> None:
    play = leaves(hosted(), 3, UNIVERSITY)
    play.then(PassageAsked(seat=Seat(3), zone=UNIVERSITY)).waits("passage", 2, 4)  # type: ignore[arg-type]
    answers(play, 4, True).then(PassageAnswered(seat=Seat(4), granted=True)).waits("passage", 2)
    answers(play, 2, True)
    assert only(play, StackRetreated) == [gone(3, UNIVERSITY, 3 + 2, "army_3-2")]


def test_RE_3_one_refusal_closes_the_zone() -> None:
    play = answers(leaves(hosted(), 3, UNIVERSITY), 2, False)
    play.then(
        PassageAnswered(seat=Seat(2), granted=False),
        PassageRefused(seat=Seat(3), zone=UNIVERSITY),  # type: ignore[arg-type]
    ).waits("retreat", 3)
    play.when(3, RetreatTo(zone=UNIVERSITY)).refused(NoSuchZone, rule="RE-2")  # type: ignore[arg-type]
    leaves(play, 3, CHAMBER)


def test_RE_3_silence_refuses() -> None:
    play = answers(leaves(hosted(), 3, UNIVERSITY), 4, True).expires()
    play.then(
        PassageAnswered(seat=Seat(2), granted=False),
        PassageRefused(seat=Seat(3), zone=UNIVERSITY),  # type: ignore[arg-type]
    )


def test_RE_3_nobody_else_is_asked() -> None:
    answers(leaves(hosted(), 3, UNIVERSITY), 1, True).refused(NotYourTurn)


def test_RE_3_blocked_units_let_nobody_in() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 2, 0)]
    play = leaderless(facing(*rows, ("army_2", UNIVERSITY, 2, 1)))
    play = holds(fires(starts(play, 1), 1, {3: 1}), 3).rolls(6)
    held_out(play)
    assert UNIVERSITY not in play.offers(3)["retreat"]["zone"].values


@pytest.mark.parametrize("asked", [False, True])
def test_RE_3_nobody_leaves_any_more_where_all_agree_that_the_coup_is_over(asked: bool) -> None:
    play = leaves(hosted(), 3, UNIVERSITY) if asked else hosted()
    for seat in range(5):
        play.when(seat, AgreeEnd(side="president"))
    assert play.state.coup.retreat is None
    assert where(play, "army_3-2") == MARKET


# --- no way out ---


def surrounded(**coup: Any) -> Play:
    """4 stands in every zone around the Market."""
    return beaten(*[("militia", zone, 4, 1) for zone in AROUND_THE_MARKET], **coup)


def test_RE_4_a_stack_that_finds_no_zone_is_removed() -> None:
    play = surrounded().waits("retreat", 3)
    for zone in AROUND_THE_MARKET[:-2]:
        answers(leaves(play, 3, zone), 4, False).waits("retreat", 3)
    answers(leaves(play, 3, PALACE), 4, False).waits("passage", 4)
    answers(play, 4, False)
    assert only(play, StackRemoved) == [
        StackRemoved(seat=Seat(3), zone=MARKET, units=ids("army_3", 2))  # type: ignore[arg-type]
    ]
    assert "army_3-2" not in play.state.coup.units


def test_RE_4_blocked_units_that_would_have_to_leave_are_removed() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_2", MARKET, 2, 2, 0)]
    play = starts(leaderless(facing(*rows)), 1)
    fires(play, 1, {2: 1}).rolls(6)
    held_out(play)
    assert only(play, StackRemoved) == [
        StackRemoved(seat=Seat(2), zone=MARKET, units=ids("army_2", 2))  # type: ignore[arg-type]
    ]


# --- order, silence ---


def test_RE_5_in_the_order_of_the_phase() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_2", MARKET, 2, 3, 0), ("army_3", MARKET, 3, 3, 0)]
    play = fought(*rows, by=3, began=3)
    fires(fires(holds(play, 1), 3, {2: 1}), 2, {3: 1}).rolls(6, 6)
    held_out(play).waits("retreat", 3)
    leaves(play, 3, UNIVERSITY).waits("retreat", 2)
    leaves(play, 2, CHAMBER)
    assert stacks(play, MARKET) == {1: {"army_1": 3}}


def test_RE_5_one_way_out_is_taken_without_a_question() -> None:
    """Blocked units close all zones around the Docks but the embassy."""
    around = ("eastern_suburb", "northeast_ghetto", "police_station_2")
    rows: list[Any] = [("army_1", "docks", 1, 3, 0), ("army_3", "docks", 3, 2, 0)]
    play = leaderless(facing(*rows, *(("army_2", zone, 2, 1) for zone in around)))
    holds(fires(starts(play, 1, "docks"), 1, {3: 1}), 3).rolls(6)
    held_out(play)
    assert where(play, "army_3-2") == "embassy_northeast"


def test_RE_5_silence_takes_the_first_zone_that_is_free() -> None:
    play = beaten(("militia", CHAMBER, 4, 1)).expires()
    assert where(play, "army_3-2") == min(set(AROUND_THE_MARKET) - {CHAMBER})


def test_RE_5_silence_asks_at_the_first_where_none_is_free() -> None:
    play = surrounded().expires().waits("passage", 4)
    assert play.state.coup.retreat.asked == min(AROUND_THE_MARKET)


# --- afterwards ---


def test_RE_6_they_come_in_as_the_latest_group_and_fight_no_more_in_this_phase() -> None:
    play = beaten(("army_2", UNIVERSITY, 2, 2), ("militia", UNIVERSITY, 4, 2))
    play = leaves(play, 3, UNIVERSITY)
    play = answers(answers(play, 2, True), 4, True).waits("open_fight", 2)
    starts(play, 2, UNIVERSITY).waits("priority_fire", 2)
    assert play.offers(2)["fire"]["dice"].among == (4,)
    held_out(play)
    assert ended(play).staying == (2, 4)


def test_RE_6_in_the_next_phase_they_are_as_before() -> None:
    play = leaves(beaten(), 3, UNIVERSITY)
    play.waits("movement", 0)
    assert not play.state.coup.units["army_3-2"].retreated
