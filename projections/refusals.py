"""Refused declarations of a game as pages, oldest first, for one seat or for all."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from events.refusals import Refusal, Refusals
from projections.lobby import BadCursor


class _Place(NamedTuple):
    """After which refusal a page begins: its instant, its seat, and how many of these were given.

    The oldest refusals go when there are too many; a place in time stays where it is.
    """

    at: str
    seat: int
    given: int


def page(
    refusals: Refusals, game_id: str, seats: Iterable[int], cursor: str | None, limit: int
) -> tuple[list[Refusal], str | None]:
    """The next refusals of the seats, and the cursor after them, if more follow.

    Raises `BadCursor`.
    """
    after = None if cursor is None else _read(cursor)
    found = [refusal for seat in seats for refusal in refusals.of(game_id, seat)]
    found.sort(key=_moment)
    left = found if after is None else _following(found, after)
    shown = left[:limit]
    if len(left) <= limit:
        return shown, None
    last = _moment(shown[-1])
    given = sum(_moment(refusal) == last for refusal in found[: len(found) - len(left) + limit])
    return shown, _spell(_Place(*last, given))


def _moment(refusal: Refusal) -> tuple[str, int]:
    return refusal.at, refusal.seat


def _following(found: list[Refusal], after: _Place) -> list[Refusal]:
    alike = [refusal for refusal in found if _moment(refusal) == after[:2]]
    later = [refusal for refusal in found if _moment(refusal) > after[:2]]
    return alike[after.given :] + later


def _spell(place: _Place) -> str:
    return urlsafe_b64encode(orjson.dumps(list(place))).decode().rstrip("=")


def _read(cursor: str) -> _Place:
    fault = BadCursor(f"{cursor!r:.80} is not a cursor of this list")
    try:
        written: Any = orjson.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except ValueError:
        raise fault from None
    kinds = [type(part) for part in written] if isinstance(written, list) else []
    if kinds != [str, int, int] or written[2] < 1:
        raise fault
    return _Place(*written)
