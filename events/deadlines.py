"""From what the log says to the instant at which the open stage closes. Pure.

Rules know durations, envelopes know instants. A stage closes so many seconds after it opened, or
after it was complete and is only held open, later by what rulings gave it, and by as long as the
game was paused meanwhile. A declaration is in time strictly before that; from then on the stage is
overdue. While the game is paused no stage is ever overdue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from events.clock import instant, written
from events.envelope import Envelope
from rules.kernel.attendance import StagePaced
from rules.kernel.authority import LONGEST_S
from rules.kernel.course import StageClosed, StageCompleted, StageExpired, StageOpened
from rules.kernel.frozen import but, row
from rules.kernel.messages import Event
from rules.kernel.rulings import GamePaused, GameResumed, GameVoided, StageExtended
from rules.kernel.visibility import Stub

NO_TIME = timedelta()


class Timing(NamedTuple):
    """What the deadline of the open stage is made of.

    opened_at: when the stage opened. runs_from: that, or when it was complete; None where no stage
    is open. lasts_s: None where it waits for chance alone. paused: how long the game was since
    `runs_from`. paused_at: since when it is, if it is.
    """

    opened_at: str | None = None
    runs_from: str | None = None
    lasts_s: int | None = None
    extended_s: int = 0
    paused: timedelta = NO_TIME
    paused_at: str | None = None
    expired: bool = False

    @property
    def closes_at(self) -> str | None:
        """The instant at which the stage closes; None where it has, or will not as things are."""
        return None if self.expired else self.deadline

    @property
    def deadline(self) -> str | None:
        """The same, of a stage that has expired too."""
        return None if self.paused_at is not None else self._closing()

    @property
    def left(self) -> timedelta | None:
        """The time that is kept for the stage while the game is paused."""
        closing = self._closing()
        if self.paused_at is None or closing is None:
            return None
        return max(instant(closing) - instant(self.paused_at), NO_TIME)

    def _closing(self) -> str | None:
        if self.runs_from is None:
            return None
        lasts_s = None if self.lasts_s is None else self.lasts_s + self.extended_s
        return deadline(self.runs_from, lasts_s, self.paused)


START = Timing()


def followed(before: Timing, added: Iterable[Envelope]) -> Timing:
    """The timing after these envelopes."""
    timing = before
    for envelope in added:
        timing = timed(timing, envelope.event, envelope.recorded_at)
    return timing


def timed(before: Timing, event: Event | Stub, at: str) -> Timing:
    """The timing after one more event, recorded at this instant."""
    step = STEPS.get(type(event))
    return before if step is None else step(before, event, at)


def _opened(before: Timing, event: StageOpened, at: str) -> Timing:
    return _running(at, before, at, event.lasts_s)


def _completed(before: Timing, event: StageCompleted, at: str) -> Timing:
    return _running(before.opened_at, before, at, event.grace_s)


def _running(opened_at: str | None, before: Timing, at: str, lasts_s: int | None) -> Timing:
    """Counted anew from this instant on; a pause that has begun goes on."""
    paused_at = None if before.paused_at is None else at
    return row(Timing, opened_at, at, lasts_s, 0, NO_TIME, paused_at, False)


def _extended(before: Timing, event: StageExtended, at: str) -> Timing:
    """No more than rulings can give: a forged file must not lead beyond the calendar."""
    return but(before, extended_s=min(before.extended_s + event.seconds, LONGEST_S))


def _paused(before: Timing, event: GamePaused, at: str) -> Timing:
    return but(before, paused_at=before.paused_at or at)


def _resumed(before: Timing, event: GameResumed, at: str) -> Timing:
    if before.paused_at is None:
        return before
    paused = before.paused + (instant(at) - instant(before.paused_at))
    return but(before, paused=paused, paused_at=None)


def _closed(before: Timing, event: StageClosed, at: str) -> Timing:
    """Nothing runs until the next stage opens."""
    return row(Timing, before.opened_at, None, None, *before[3:])


STEPS: Mapping[type[Any], Callable[[Timing, Any, str], Timing]] = {
    StageOpened: _opened,
    StageCompleted: _completed,
    StagePaced: lambda before, event, at: but(before, lasts_s=event.lasts_s),
    StageExtended: _extended,
    StageExpired: lambda before, event, at: but(before, expired=True),
    StageClosed: _closed,
    GamePaused: _paused,
    GameResumed: _resumed,
    GameVoided: lambda before, event, at: START,
}
"""Which events move a deadline."""


def deadline(opened_at: str, lasts_s: int | None, paused: timedelta = NO_TIME) -> str | None:
    """The instant at which a stage closes; None where it waits for chance alone."""
    if lasts_s is None:
        return None
    return written(instant(opened_at) + timedelta(seconds=lasts_s) + paused)


def later(now: str, last: str) -> str:
    """The instant to write: the clock's, or the last one written where the clock lags behind."""
    return max(now, last)


def is_overdue(closes_at: str | None, at: str) -> bool:
    """Whether the deadline has come."""
    return closes_at is not None and closes_at <= at
