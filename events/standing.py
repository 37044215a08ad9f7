"""Where a game stands: its state, the head it was folded up to, and when its stage closes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from events.deadlines import START, Timing, followed
from events.envelope import GENESIS, Envelope
from events.log import BrokenLog, Head, LostTail
from rules.kernel.course import Course, SecretsRevealed
from rules.kernel.decider import Moment, fold
from rules.kernel.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A game at the end of its log.

    recorded_at: the instant of the last event. timing: what the open stage's deadline is made of.
    closes_at: that deadline as the log has it; None where no stage is open, or it is expired, or
    it waits for chance alone, or the game is paused.
    """

    game: Game[Any]
    moment: Moment[Any]
    head: Head
    recorded_at: str
    timing: Timing
    closes_at: str | None

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


def caught_up(
    game: Game[Any], before: Standing | None, tail: Sequence[Envelope], stored: Head
) -> Standing:
    """Fold the tail up to the stored head, its links checked."""
    check_links(before, tail, stored)
    since = None if before is None else before.moment
    moment = fold(game, (envelope.event for envelope in tail), since)
    return replace(advanced(game, before, moment, tail), head=stored)


def check_links(before: Standing | None, tail: Sequence[Envelope], stored: Head) -> None:
    """Each event of the tail follows the one before it, and the last is the stored head.

    Raises `LostTail` where the tail does not go on from what this process had confirmed, and
    `BrokenLog` where it contradicts itself.
    """
    position, prev = (0, GENESIS) if before is None else before.head[:2]
    if before is not None and tail and tail[0].prev != prev:
        raise LostTail(f"the event that stood at position {position} is gone")
    for envelope in tail:
        position += 1
        if envelope.position != position or envelope.prev != prev:
            raise BrokenLog(f"position {position} does not follow the event before it")
        prev = envelope.hash
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
