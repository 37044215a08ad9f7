"""The only reading of the wall clock, and how an instant is written."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The present instant in UTC, in whole milliseconds."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def written(instant: datetime) -> str:
    """RFC 3339 in UTC with milliseconds: `2026-11-29T20:00:00.123Z`. Sorts as the instants do."""
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def instant(text: str) -> datetime:
    """The inverse of `written`."""
    return datetime.fromisoformat(text)


def epoch(text: str) -> float:
    """A written instant as seconds since 1970."""
    return instant(text).timestamp()
