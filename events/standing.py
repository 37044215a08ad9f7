"""Where a game stands: its state, the head it was folded up to, and when its stage closes. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from events.deadlines import START, STEPS, Timing, followed
from events.envelope import GENESIS, Envelope, Link, Record, events_of, link_of
from events.log import BrokenLog, Head, LostTail
from rules.kernel.course import Course, SecretsRevealed
from rules.kernel.decider import Moment, fold
from rules.kernel.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A game at the end of its log.

    recorded_at: the instant of the last event. timing: what the open stage's deadline is made of.
    closes_at: that deadline as the log has it; None where no stage is open, or it is expired, or
    it waits for chance alone, or the game is paused. lawful: whether this process has seen all laws
    of the game hold of this state; of what others wrote it has not.
    """

    game: Game[Any]
    moment: Moment[Any]
    head: Head
    recorded_at: str
    timing: Timing
    closes_at: str | None
    lawful: bool = field(default=False, compare=False)

    @property
    def state(self) -> Any:
        """The full state."""
        return self.moment.state


def advanced(
    game: Game[Any], before: Standing | None, moment: Moment[Any], added: Sequence[Envelope]
) -> Standing:
    """The standing at `moment`, after one or more envelopes were added to `before`."""
    last = added[-1]
    timing = followed(START if before is None else before.timing, added)
    closes_at = timing.closes_at
    return Standing(
        game=game,
        moment=moment,
        head=_head(moment, last, closes_at),
        recorded_at=last.recorded_at,
        timing=timing,
        closes_at=closes_at,
    )


def founded(game: Game[Any], stored: Iterable[bytes], head: Head) -> Standing:
    """The standing at the stored head, from all records of a game; none of them is kept.

    Raises `BrokenLog` where they contradict themselves or the head, `CodecError` where one is none.
    """
    position, prev, recorded_at = 0, GENESIS, ""
    timing, state, folds, event_in = START, None, game.folds, events_of(game)
    for record in stored:
        link = link_of(record)
        if link.prev != prev or link.position != position + 1:
            raise _unlinked(None, link, position)
        position, prev, recorded_at = link.position, link.hash, link.recorded_at
        event = event_in(link)
        kind = type(event)
        step = STEPS.get(kind)
        if step is not None:
            timing = step(timing, event, recorded_at)
        state = folds[kind](state, event)
    _check_end(position, prev, head)
    return Standing(
        game=game,
        moment=Moment(position, state),
        head=head,
        recorded_at=recorded_at,
        timing=timing,
        closes_at=timing.closes_at,
    )


def caught_up(
    game: Game[Any], before: Standing, tail: Sequence[Envelope], stored: Head
) -> Standing:
    """Fold the tail up to the stored head, its links checked."""
    check_links(before, tail, stored)
    moment = fold(game, (envelope.event for envelope in tail), before.moment)
    return replace(advanced(game, before, moment, tail), head=stored)


def check_links(before: Standing | None, tail: Sequence[Record], stored: Head) -> None:
    """Each event of the tail follows the one before it, and the last is the stored head.

    Raises `LostTail` where the tail does not go on from what this process had confirmed, and
    `BrokenLog` where it contradicts itself.
    """
    position, prev = _end(before)
    for record in tail:
        if record.prev != prev or record.position != position + 1:
            raise _unlinked(before, record, position)
        position, prev = record.position, record.hash
    _check_end(position, prev, stored)


def _end(before: Standing | None) -> tuple[int, str]:
    return (0, GENESIS) if before is None else before.head[:2]


def _unlinked(
    before: Standing | None, record: Link | Record, position: int
) -> BrokenLog | LostTail:
    if before is not None and position == before.head.position and record.prev != before.head.hash:
        return LostTail(f"the event that stood at position {position} is gone")
    return BrokenLog(f"position {position + 1} does not follow the event before it")


def _check_end(position: int, prev: str, stored: Head) -> None:
    if (position, prev) != stored[:2]:
        raise BrokenLog(f"the stream does not end at position {stored.position} as its head says")


def _course(moment: Moment[Any]) -> Course:
    assert moment.state is not None
    course: Course = moment.state.course
    return course


def _head(moment: Moment[Any], last: Envelope, closes_at: str | None) -> Head:
    course = _course(moment)
    return Head(
        position=last.position,
        hash=last.hash,
        stage=None if course.stage is None else course.stage.number,
        deadline=closes_at,
        request=course.requests[0].number if course.requests else None,
        status=course.status,
        revealed=isinstance(last.event, SecretsRevealed),
        bots=bool(course.attendance.bots) and course.status == "running",
    )
