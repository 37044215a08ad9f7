"""Who looks: `public`, `seat:3`, `auditor`, `archive`, as written in addresses and files."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.identifiers import ANYBODY, ARCHIVE, AUDITOR, ArchivedSeat, Seat, Viewer

NAMED: Mapping[str, Viewer] = {"public": ANYBODY, "auditor": AUDITOR, "archive": ARCHIVE}


class NoSuchViewer(ValueError):
    """The words name no viewer."""


def parse(words: str, seats: int | None = None) -> Viewer:
    """The viewer that the words name; a seat must be one of the game's where `seats` is given."""
    if words in NAMED:
        return NAMED[words]
    kind, _, number = words.partition(":")
    plain = number.isascii() and number.isdecimal() and str(int(number)) == number
    if kind != "seat" or not plain or (seats is not None and int(number) >= seats):
        known = ", ".join(NAMED)
        raise NoSuchViewer(f"{words!r:.80} is none of {known}, nor a seat such as seat:0")
    return Seat(int(number))


def spell(viewer: Viewer) -> str:
    """The words for the viewer; `parse` reads them."""
    seat = viewer.seat if isinstance(viewer, ArchivedSeat) else viewer
    return f"seat:{seat}" if isinstance(seat, int) else seat
