"""From what the log says to the instant at which the open stage closes. Pure.

Rules know durations, envelopes know instants: a deadline is their sum. A declaration is in time
strictly before it; from the deadline on the stage is overdue.
"""

from __future__ import annotations

from datetime import timedelta

from events.clock import instant, written


def deadline(opened_at: str, lasts_s: int | None) -> str | None:
    """The instant at which a stage closes; None where it waits for chance alone."""
    if lasts_s is None:
        return None
    return written(instant(opened_at) + timedelta(seconds=lasts_s))


def later(now: str, last: str) -> str:
    """The instant to write: the clock's, or the last one written where the clock lags behind."""
    return max(now, last)


def is_overdue(closes_at: str | None, at: str) -> bool:
    """Whether the deadline has come."""
    return closes_at is not None and closes_at <= at
