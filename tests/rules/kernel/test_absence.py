"""Absence: who is marked, what breaks a row, who comes back, how long the absent are awaited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.absence import OPTIONS
from rules.kernel.attendance import SeatMarkedAbsent, SeatReturned, StagePaced
from rules.kernel.course import StageExpired, StageOpened
from rules.kernel.decider import duration, waiting_for
from rules.kernel.game import KERNEL_UPCASTERS
from rules.kernel.rejections import NotNow
from tests.toy.game import TOY, Picked, Shout
from tests.toy.seated import GAME, Seated


def kinds(events: Any) -> list[str]:
    return [event.TYPE for event in events]


# --- the options ---


def test_every_game_has_the_options_without_saying_so() -> None:
    assert [o.name for o in TOY.options] == ["turns", "absent_after", "absent_s"]
    assert {o.name: o.default for o in OPTIONS} == {"absent_after": 3, "absent_s": 60}
    assert OPTIONS[0].fault(0) and OPTIONS[0].fault(21) and OPTIONS[1].fault(0)
    assert not OPTIONS[0].fault(1) and not OPTIONS[0].fault(20)


def test_a_game_may_word_them_itself_and_a_copy_has_them_once() -> None:
    own = replace(OPTIONS[0], rule="TO-1")
    game = replace(GAME, options=(own,))
    rules = {option.name: option.rule for option in game.options}
    assert rules == {"absent_after": "TO-1", "absent_s": None}
    assert replace(game).options == game.options


# --- being marked ---


def test_a_stage_says_on_whom_it_expired() -> None:
    table = Seated(3)
    table.pick(1)
    expired = table.expires()[0]
    assert expired == StageExpired(number=expired.number, silent=(0, 2))
    assert table.there.missed == {0: 1, 2: 1}


def test_the_third_in_a_row_marks_a_seat_for_all_to_see() -> None:
    table = Seated()
    for _ in range(2):
        table.pick(1)
        assert "seat_marked_absent" not in kinds(table.expires())
    table.pick(1)
    events = table.expires()
    assert events[:3] == (
        StageExpired(number=events[0].number, silent=(0,)),
        SeatMarkedAbsent(seat=0, missed=3),
        Picked(seat=0, number=1),
    )
    assert events[1].OPEN
    assert table.there.absent == {0}


def test_how_many_is_an_option() -> None:
    table = Seated(absent_after=1)
    assert kinds(table.expires()).count("seat_marked_absent") == 2
    table = Seated(absent_after=5)
    for _ in range(4):
        table.expires()
    assert table.there.absent == frozenset()
    assert table.there.missed == {0: 4, 1: 4}


def test_a_seat_is_marked_once() -> None:
    table = Seated()
    table.vanish(0)
    table.pick(1)
    assert "seat_marked_absent" not in kinds(table.expires())
    assert table.there.missed == {0: 4}


def test_a_game_made_before_there_was_the_option_marks_nobody() -> None:
    table = Seated(lacks=("absent_after", "absent_s"))
    for _ in range(6):
        table.expires()
    assert table.there.missed == {0: 6, 1: 6}
    assert table.there.absent == frozenset()


def test_an_old_expiry_reads_as_one_on_nobody() -> None:
    assert KERNEL_UPCASTERS["stage_expired", 1]({"number": 7}) == {"number": 7, "silent": []}


# --- what breaks the row ---


def test_an_answered_stage_breaks_the_row() -> None:
    table = Seated()
    for _ in range(2):
        table.pick(1)
        table.expires()
    table.pick(0)
    table.pick(1)
    table.chance()
    assert table.there.missed == {}
    table.pick(1)
    table.expires()
    assert table.there.missed == {0: 1}


def test_an_answer_in_a_stage_that_expires_on_another_breaks_it_too() -> None:
    table = Seated()
    table.expires()
    table.pick(0)
    table.expires()
    assert table.there.missed == {1: 2}


def test_a_standing_answer_is_an_answer() -> None:
    table = Seated()
    table.pick(1)
    table.expires()
    table.silent(0)
    table.pick(1)
    table.chance()
    assert table.there.missed == {}


def test_but_while_others_are_waited_for_nobody_can_tell_it_from_silence() -> None:
    told = []
    for says in (True, False):
        table = Seated(3)
        if says:
            table.silent(0)
        table.pick(1)
        told.append(table.expires()[0].silent)
    assert told == [(0, 2), (0, 2)]


def test_a_complete_stage_that_runs_out_expires_on_nobody() -> None:
    table = Seated(grace_s=5)
    table.expires()
    table.pick(0)
    table.pick(1)
    assert table.expires()[0].silent == ()
    assert table.there.missed == {}


# --- coming back ---


def test_who_returns_counts_anew() -> None:
    table = Seated()
    table.vanish(0)
    assert table.returns(0)[0] == SeatReturned(seat=0)
    assert (table.there.absent, table.there.missed) == (frozenset(), {})
    with pytest.raises(NotNow):
        table.returns(0)


def test_only_who_is_marked_can_return() -> None:
    table = Seated()
    table.expires()
    with pytest.raises(NotNow):
        table.returns(0)


# --- pace ---


def long(**options: Any) -> Seated:
    """A table whose stages last ten minutes, seat 0 marked absent."""
    durations = {"live": TOY.durations["live"], "bots": {"lobby": 3600, "picking": 600}}
    table = Seated(3, game=replace(GAME, durations=durations), **options)
    table.vanish(0)
    return table


def test_a_stage_that_waits_for_others_too_lasts_as_long_as_ever() -> None:
    assert long().stage.lasts_s == 600


def test_once_only_the_absent_are_left_it_is_cut() -> None:
    table = long()
    table.pick(1)
    events = table.pick(2)
    paced = StagePaced(number=table.stage.number, lasts_s=60)
    assert events == (Picked(seat=2, number=2), paced)
    assert paced.OPEN
    assert table.stage.lasts_s == 60
    assert duration(table.game, table.moment.state) == 600
    assert waiting_for(table.game, table.moment.state) == (0,)


def test_it_is_cut_once() -> None:
    table = long()
    table.pick(1)
    table.pick(2)
    assert table.give(1, Shout(words="well?"))[1:] == ()


def test_a_stage_that_opens_for_the_absent_alone_is_short_from_the_start() -> None:
    table = long(absent_s=45)
    table.vanish(0, 1, 2)
    opened = [event for event in table.log if isinstance(event, StageOpened)][-1]
    assert (opened.seats, opened.lasts_s) == ((0, 1, 2), 45)


def test_it_is_never_made_longer() -> None:
    table = Seated(absent_s=3600)
    table.vanish(0, 1)
    assert table.stage.lasts_s == 5


def test_who_comes_back_has_the_full_time() -> None:
    table = long()
    table.pick(1)
    table.pick(2)
    full = StagePaced(number=table.stage.number, lasts_s=600)
    assert table.returns(0) == (SeatReturned(seat=0), full)
    assert table.stage.lasts_s == 600


def test_who_is_asked_never_changes() -> None:
    table = long()
    assert waiting_for(table.game, table.moment.state) == (0, 1, 2)
