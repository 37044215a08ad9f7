"""Who looks: `public`, `seat:3`, `auditor`, as they are written in addresses and files."""

from __future__ import annotations

from rules.kernel.identifiers import ANYBODY, AUDITOR, Seat, Viewer


class NoSuchViewer(ValueError):
    """The words name no viewer."""


def parse(words: str, seats: int | None = None) -> Viewer:
    """The viewer that the words name; a seat must be one of the game's where `seats` is given."""
    if words == "public":
        return ANYBODY
    if words == "auditor":
        return AUDITOR
    kind, _, number = words.partition(":")
    plain = number.isascii() and number.isdecimal() and str(int(number)) == number
    if kind != "seat" or not plain or (seats is not None and int(number) >= seats):
        raise NoSuchViewer(f"{words!r} is neither public nor auditor nor a seat such as seat:0")
    return Seat(int(number))


def spell(viewer: Viewer) -> str:
    """The words for the viewer; `parse` reads them."""
    return f"seat:{viewer}" if isinstance(viewer, int) else viewer
