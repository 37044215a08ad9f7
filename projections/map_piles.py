"""Piles of pieces in a drawing: a chip in the colour and pattern of a seat, a name, and what it is.

Three ways, by the room there is: in full; one line with a total; a small cell with numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from projections.map_layout import Room
from projections.svg_text import plain, text, width, wrapped
from rules.kernel.identifiers import Seat
from rules.kernel.picture import Picture, Pile

LINE = 11.5
SMALL = 9.5
CHIP = 9.0
CELL = 42.0

COLOURS = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
"""The palette of Okabe and Ito: told apart by every kind of eye."""
NOBODY = "#BBBBBB"

PATTERNS = (
    "",
    '<path d="M0 6L6 0" stroke="#000000" stroke-width="1.4"/>',
    '<circle cx="3" cy="3" r="1.5" fill="#FFFFFF"/>',
    '<path d="M0 3H6M3 0V6" stroke="#000000" stroke-width="0.9"/>',
    '<path d="M0 3H6" stroke="#FFFFFF" stroke-width="1.8"/>',
    '<path d="M3 0V6" stroke="#000000" stroke-width="1.8"/>',
    '<path d="M0 0H3V3H0ZM3 3H6V6H3Z" fill="#FFFFFF"/>',
)

Detail = Literal["full", "line", "cell"]


class Block(NamedTuple):
    """Elements of the drawing, and how far down they reach."""

    elements: list[str]
    bottom: float


def patterns() -> Iterator[str]:
    """The fill of each seat, once per document."""
    yield "<defs>"
    for seat, (colour, marks) in enumerate(zip(COLOURS, PATTERNS, strict=True)):
        yield (
            f'<pattern id="seat-{seat}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{colour}"/>{marks}</pattern>'
        )
    yield (
        '<pattern id="water" width="24" height="12" patternUnits="userSpaceOnUse">'
        '<rect width="24" height="12" fill="#CFE3F2"/>'
        '<path d="M0 8Q6 3 12 8T24 8" fill="none" stroke="#7FA8C6"/></pattern>'
    )
    yield "</defs>"


def chip(x: float, y: float, seat: Seat | None, size: float = CHIP) -> str:
    """The mark of a seat, its lower edge at `y`."""
    fill = NOBODY if seat is None else f"url(#seat-{seat % len(COLOURS)})"
    return (
        f'<rect x="{x:.1f}" y="{y - size:.1f}" width="{size}" height="{size}" fill="{fill}" '
        'stroke="#000000" stroke-width="0.8"/>'
    )


def owner(picture: Picture, seat: Seat | None, *, starred: bool = False) -> str:
    """The number and the name of a seat, with its star."""
    if seat is None:
        return "nobody"
    name = next((p.name for p in picture.people if p.seat == seat and p.name), None)
    star = "★" if starred else ""
    return f"{star}{seat} {name}" if name else f"{star}seat {seat}"


def pieces(pile: Pile) -> list[str]:
    """What is in the pile, kind by kind."""
    told = [f"{number}×{kind}" for kind, number in pile.pieces]
    return [*told, "(blocked)"] if pile.idle else told


def total(pile: Pile) -> int:
    """How many pieces the pile has."""
    return sum(number for _, number in pile.pieces)


def in_words(picture: Picture, pile: Pile) -> str:
    """The whole pile in words."""
    return f"{owner(picture, pile.seat, starred=pile.starred)}: {', '.join(pieces(pile))}"


def piles_drawn(picture: Picture, piles: Sequence[Pile], room: Room, detail: Detail) -> Block:
    """The piles one under another, or in cells beside each other."""
    if detail == "cell":
        return _cells(picture, piles, room)
    elements: list[str] = []
    y = room.top
    for pile in piles:
        block = _one(picture, pile, Room(room.left, y, room.wide, 0), detail)
        elements += [f"<g><title>{plain(in_words(picture, pile))}</title>"]
        elements += [*block.elements, "</g>"]
        y = block.bottom
    return Block(elements, y)


def _one(picture: Picture, pile: Pile, room: Room, detail: Detail) -> Block:
    left, wide = room.left + CHIP + 3, room.wide - CHIP - 3
    y = room.top + LINE
    mark = chip(room.left, y + 0.5, pile.seat)
    name = owner(picture, pile.seat, starred=pile.starred)
    if detail == "line":
        count = f" {total(pile)}"
        kept = text(left, y, name, SMALL, bold=True, room=wide - width(count, SMALL), after=count)
        return Block([mark, kept], y)
    rest = " " + " ".join(pieces(pile))
    if width(name, SMALL, bold=True) + width(rest, SMALL) <= wide:
        kept = text(left, y, name, SMALL, bold=True, after=rest)
        return Block([mark, kept], y)
    elements = [mark, text(left, y, name, SMALL, bold=True, room=wide)]
    for line in wrapped(pieces(pile), SMALL, wide):
        y += LINE
        elements.append(text(left, y, line, SMALL, room=wide))
    return Block(elements, y + 2)


def _cells(picture: Picture, piles: Sequence[Pile], room: Room) -> Block:
    in_row = max(2, int(room.wide // CELL))
    tight = room.wide < 2 * CELL
    elements: list[str] = []
    for index, pile in enumerate(piles):
        x = room.left + room.wide / in_row * (index % in_row)
        y = room.top + LINE * (1 + index // in_row)
        star = "★" if pile.starred and not tight else ""
        who = "–" if pile.seat is None else str(pile.seat)
        elements += [
            f"<g><title>{plain(in_words(picture, pile))}</title>",
            chip(x, y + 0.5, pile.seat),
            text(x + CHIP + 2, y, f"{star}{who}: {total(pile)}", SMALL - 0.5, bold=True),
            "</g>",
        ]
    rows = -(-len(piles) // in_row)
    return Block(elements, room.top + LINE * rows)
