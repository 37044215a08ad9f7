"""Rulings: who may make which, what each does, and how seats make them together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.attendance import (
    NoteReturn,
    SeatGivenToBot,
    SeatOpened,
    SeatTakenOver,
    TakeOverSeat,
)
from rules.kernel.authority import LONGEST_S
from rules.kernel.course import ExpireStage, StageClosed
from rules.kernel.gate import accepts
from rules.kernel.lobby import TakeSeat
from rules.kernel.rejections import (
    GamePausedNow,
    NameTaken,
    NotNow,
    NotRunning,
    OutOfChoice,
    RulingNotYours,
    SeatNotOpen,
)
from rules.kernel.rulings import (
    ExtendStage,
    GamePaused,
    GameResumed,
    GameVoided,
    PauseGame,
    Proposal,
    ReplaceSeat,
    ResumeGame,
    RulingMade,
    RulingSupported,
    StageExtended,
    VoidGame,
)
from tests.toy.game import TOY, Picked, Shout, Shouted
from tests.toy.seated import Seated

PAUSE, RESUME, VOID = (
    PauseGame(reason="lunch"),
    ResumeGame(reason="back"),
    VoidGame(reason="cheating"),
)


def replaced(seat: int, by: Any = "player", bot: Any = None) -> ReplaceSeat:
    return ReplaceSeat(seat=seat, by=by, bot=bot, reason="gone")  # type: ignore[arg-type]


def extended(seconds: int) -> ExtendStage:
    return ExtendStage(seconds=seconds, reason="storm")


def made(kind: Any, author: Any = "host", **more: Any) -> RulingMade:
    fields = {"supporters": (), "seat": None, "by": None, "bot": None, "seconds": None}
    return RulingMade(type=kind, author=author, **{**fields, **more})


# --- pause and resume ---


def test_a_pause_is_told_with_its_author_and_reason() -> None:
    table = Seated()
    assert table.give("host", PAUSE) == (made("pause", reason="lunch"), GamePaused())
    assert table.course.rulings.paused
    assert table.give("auditor", RESUME) == (
        made("resume", "auditor", reason="back"),
        GameResumed(),
    )
    assert not table.course.rulings.paused


def test_in_a_pause_nothing_is_taken_but_speech() -> None:
    table = Seated()
    table.give("host", PAUSE)
    for seat in (0, 1):
        offered = accepts(table.game, table.moment.state, seat)  # type: ignore[type-var]
        assert [accept.command for accept in offered] == [Shout]
    with pytest.raises(GamePausedNow) as refused:
        table.pick(0)
    assert (refused.value.slug, refused.value.rule) == ("game-paused", "TO-6")
    with pytest.raises(GamePausedNow):
        table.silent(0)
    assert table.give(0, Shout(words="?")) == (Shouted(seat=0, words="?"),)
    table.give("host", RESUME)
    assert table.pick(0) == (Picked(seat=0, number=2),)


def test_in_a_pause_no_stage_expires_and_chance_is_supplied() -> None:
    table = Seated()
    table.pick(0)
    table.pick(1)
    table.give("host", PAUSE)
    assert [e.TYPE for e in table.chance()] == ["dice_rolled", "matched", "stage_opened"]
    with pytest.raises(GamePausedNow):
        table.give("system", ExpireStage(stage=table.stage.number))


@pytest.mark.parametrize("order", [PAUSE, RESUME])
def test_what_is_so_already_is_not_ordered_again(order: Any) -> None:
    table = Seated()
    if order == PAUSE:
        table.give("host", PAUSE)
    with pytest.raises(NotNow):
        table.give("host", order)


# --- extend ---


def test_an_extension_says_what_the_stage_was_given_in_all() -> None:
    table = Seated()
    number = table.stage.number
    assert table.give("host", extended(30)) == (
        made("extend", seconds=30, reason="storm"),
        StageExtended(number=number, seconds=30, extended_s=30),
    )
    assert table.give("auditor", extended(12))[1].extended_s == 42
    assert (table.stage.lasts_s, table.stage.extended_s) == (5, 42)
    table.expires()
    assert table.stage.extended_s == 0


@pytest.mark.parametrize("seconds", [0, -1, LONGEST_S + 1])
def test_an_extension_has_bounds(seconds: int) -> None:
    with pytest.raises(OutOfChoice) as refused:
        Seated().give("host", extended(seconds))
    assert (refused.value.rule, refused.value.facts["field"]) == ("TO-7", "seconds")


def test_so_have_all_extensions_of_a_stage_together() -> None:
    table = Seated()
    table.give("host", extended(LONGEST_S - 1))
    with pytest.raises(OutOfChoice):
        table.give("host", extended(2))
    table.give("host", extended(1))
    with pytest.raises(OutOfChoice):
        table.give("host", extended(1))


def test_there_is_nothing_to_extend_while_chance_is_waited_for() -> None:
    table = Seated()
    table.pick(0)
    table.pick(1)
    with pytest.raises(NotNow):
        table.give("host", extended(5))


# --- replace ---


def test_the_host_replaces_only_who_is_marked_absent() -> None:
    table = Seated(3)
    with pytest.raises(RulingNotYours) as refused:
        table.give("host", replaced(0))
    assert refused.value.rule == "TO-8"
    table.vanish(0)
    assert table.give("host", replaced(0)) == (
        made("replace", seat=0, by="player", reason="gone"),
        SeatOpened(seat=0, tenure=1),
    )


def test_the_host_takes_no_open_seat_from_who_has_its_claim() -> None:
    """Whoever opened it: he would get a claim of his own, and with it all that the seat knows."""
    for opener in ("auditor", "host"):
        table = Seated(3)
        table.vanish(0)
        table.give(opener, replaced(0))
        with pytest.raises(RulingNotYours, match="seat 0 waits for a player already") as refused:
            table.give("host", replaced(0))
        assert refused.value.rule == "TO-8"
        table.give("host", replaced(0, "bot", "sly"))
    table.give("auditor", replaced(0))
    assert table.give("auditor", replaced(0))[1:] == (SeatOpened(seat=0, tenure=4),)


def test_an_open_seat_counts_as_absent_and_counts_anew() -> None:
    table = Seated(3)
    table.silent(1)
    table.give("auditor", replaced(1))
    there = table.there
    assert (there.away, there.absent, there.missed) == ({1}, frozenset(), {})
    assert table.course.standing == {}
    with pytest.raises(NotNow):
        table.give("system", NoteReturn(seat=1))  # type: ignore[arg-type]


def test_whoever_claims_it_sits_there_under_his_own_name() -> None:
    table = Seated(3)
    table.give("auditor", replaced(1))
    taken = table.give("joiner", TakeOverSeat(seat=1, name=" Eva ", tenure=1))  # type: ignore[arg-type]
    assert taken == (SeatTakenOver(seat=1, name="Eva", tenure=1),)
    assert table.course.names == ("Ana", "Eva", "Cem")
    assert table.there.away == frozenset()
    with pytest.raises(SeatNotOpen):
        table.give("joiner", TakeOverSeat(seat=1, name="Fay", tenure=1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "kind"), [("Ana", NameTaken), ("АΝA", OutOfChoice), (" ", OutOfChoice)]
)
def test_names_are_held_to_the_rules_of_the_lobby(name: str, kind: Any) -> None:
    table = Seated(3)
    table.give("auditor", replaced(1))
    with pytest.raises(kind):
        table.give("joiner", TakeOverSeat(seat=1, name=name, tenure=1))  # type: ignore[arg-type]


def test_a_later_opening_makes_an_earlier_claim_void() -> None:
    table = Seated(3)
    for _ in range(2):
        table.give("auditor", replaced(1))
    with pytest.raises(SeatNotOpen):
        table.give("joiner", TakeOverSeat(seat=1, name="Eva", tenure=1))  # type: ignore[arg-type]
    table.give("joiner", TakeOverSeat(seat=1, name="Eva", tenure=2))  # type: ignore[arg-type]


def test_a_bot_plays_a_seat_until_a_player_replaces_it() -> None:
    table = Seated(3)
    table.vanish(0)
    assert table.give("host", replaced(0, "bot", "sly"))[1:] == (
        SeatGivenToBot(seat=0, bot="sly", tenure=1),
    )
    assert (table.there.away, table.there.bots) == (frozenset(), {0: "sly"})
    with pytest.raises(NotNow):
        table.give("auditor", replaced(0, "bot", "sly"))
    with pytest.raises(RulingNotYours):
        table.give("host", replaced(0))
    table.give("auditor", replaced(0, "bot", "random"))
    table.give("auditor", replaced(0))
    assert (table.there.away, table.there.bots, table.there.tenures) == ({0}, {}, {0: 3})
    with pytest.raises(OutOfChoice):
        table.give("host", replaced(0, "bot"))


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_such_seat(seat: int) -> None:
    for actor in ("host", "auditor", 0):
        with pytest.raises(OutOfChoice):
            Seated(3).give(actor, replaced(seat))


# --- void ---


def test_a_voided_game_is_over_without_a_result() -> None:
    table = Seated()
    number = table.stage.number
    assert table.give("auditor", VOID) == (
        made("void", "auditor", reason="cheating"),
        StageClosed(number=number),
        GameVoided(),
    )
    assert (table.course.status, table.stage) == ("voided", None)
    for actor, order in ((0, Shout(words="!")), ("host", PAUSE), ("joiner", TakeSeat(name="X"))):
        with pytest.raises(NotRunning):
            table.give(actor, order)


def test_it_waits_for_no_chance_any_more() -> None:
    table = Seated()
    table.pick(0)
    table.pick(1)
    table.give("host", PAUSE)
    table.give("auditor", VOID)
    assert (table.course.requests, table.course.rulings.paused) == ((), False)


def test_the_host_cannot_void() -> None:
    with pytest.raises(RulingNotYours) as refused:
        Seated().give("host", VOID)
    assert refused.value.rule == "TO-9"


# --- seats together ---


def test_all_other_seats_present_replace_one() -> None:
    table = Seated(4)
    supported = RulingSupported(
        supporter=0,
        type="replace",
        seat=3,
        by="player",
        bot=None,
        reason="gone",
        missing=(1, 2),
    )
    assert table.give(0, replaced(3)) == (supported,)
    assert table.course.rulings.supports == {Proposal("replace", 3, "player", None): {0}}
    assert table.give(2, replaced(3))[0].missing == (1,)
    events = table.give(1, replaced(3))
    assert events[0].missing == ()
    ruling = made(
        "replace", "seats", supporters=(0, 1, 2), seat=3, by="player", reason="gone"
    )
    assert events[1:] == (ruling, SeatOpened(seat=3, tenure=1))
    assert table.course.rulings.supports == {}


def test_the_seat_itself_the_absent_and_bots_are_not_asked() -> None:
    table = Seated(4)
    with pytest.raises(RulingNotYours):
        table.give(3, replaced(3))
    table.vanish(2)
    table.give("auditor", replaced(1, "bot", "random"))
    assert len(table.give(0, replaced(3))) == 3


def test_a_void_needs_everybody_who_is_present() -> None:
    table = Seated(3)
    table.give(0, VOID)
    table.give(1, VOID)
    assert table.course.status == "running"
    assert table.give(2, VOID)[-1] == GameVoided()


def test_the_same_seat_counts_once_until_nobody_else_is_missing() -> None:
    table = Seated(3)
    table.give(0, VOID)
    table.give(1, VOID)
    with pytest.raises(NotNow, match="seats 2 have not"):
        table.give(0, VOID)
    table.vanish(2)
    assert table.give(0, VOID)[-1] == GameVoided()


def test_another_ruling_is_another_question() -> None:
    table = Seated(3)
    table.give(0, replaced(2))
    assert table.give(1, replaced(2, "bot", "sly"))[0].missing == (0,)


def test_what_a_player_wanted_goes_with_him() -> None:
    table = Seated(3)
    table.give(0, VOID)
    table.give(1, replaced(0, "bot", "sly"))
    table.give("auditor", replaced(0))
    assert table.course.rulings.supports == {}


@pytest.mark.parametrize("order", [PAUSE, RESUME, extended(5)])
def test_seats_neither_stop_the_clock_nor_give_time(order: Any) -> None:
    table = Seated()
    if order == RESUME:
        table.give("host", PAUSE)
    with pytest.raises(RulingNotYours):
        table.give(0, order)


# --- all of them ---


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_ruling_has_a_reason(reason: str) -> None:
    with pytest.raises(OutOfChoice, match="reason"):
        Seated().give("host", PauseGame(reason=reason))


def test_there_are_no_rulings_before_the_game_runs() -> None:
    table = Seated()
    state = table.moment.state
    assert state is not None
    course = state.course._replace(status="lobby")
    table.moment = table.moment._replace(state=replace(state, course=course))
    with pytest.raises(NotRunning):
        table.give("host", PAUSE)


def test_every_event_of_a_ruling_is_for_all_to_see() -> None:
    rulings = (
        *(RulingMade, RulingSupported, GamePaused, GameResumed, GameVoided, StageExtended),
        *(SeatOpened, SeatTakenOver, SeatGivenToBot),
    )
    assert all(event.OPEN for event in rulings)
    assert set(rulings) <= set(TOY.events.values())
