"""A board with its pieces as SVG 1.1, 800 pixels wide. Pure: the same picture, the same bytes.

Nothing is told by colour alone: every seat has a colour of the Okabe-Ito palette and a pattern of
its own, and every pile the number and the name of its owner. Where an area has too little room, its
piles are only counted there, under a letter, and stand in full below the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from projections.map_layout import Room, Scale, inside, scaled
from projections.map_piles import (
    CHIP,
    LINE,
    SMALL,
    Block,
    Detail,
    chip,
    in_words,
    owner,
    patterns,
    piles_drawn,
)
from projections.svg_text import plain, shortened, text, width, wrapped
from rules.kernel.picture import Area, Corner, Picture, Pile

WIDTH = 800
MARGIN = 10.0
HEADER = 46.0
RIVER = 46.0
HIGHEST = 660.0
GAP = 8.0
PADDING = 4.0
NAME = 10.5
NARROW = 80.0

STRONG = "#F7DDD0"
TINTS = ("#F3EFE6", "#DDDDDD", "#DCE8F2", "#FBFAF6", "#E8DDEB", "#E1EEE4")


def drawn(picture: Picture) -> str:
    """The picture as an SVG document."""
    parts, y = _parts(picture)
    high = f"{y + MARGIN:.0f}"
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{WIDTH}" height="{high}" '
        f'viewBox="0 0 {WIDTH} {high}" font-family="DejaVu Sans, Verdana, Arial, sans-serif">',
        f"<title>{plain(picture.title)}. {plain(picture.subtitle)}</title>",
        f"<desc>{plain(_described(picture))}</desc>",
        *patterns(),
        f'<rect width="{WIDTH}" height="{high}" fill="#FFFFFF"/>',
        text(MARGIN, 21, picture.title, 16, bold=True, room=WIDTH - 2 * MARGIN),
        text(MARGIN, 38, picture.subtitle, 12, room=WIDTH - 2 * MARGIN),
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def _parts(picture: Picture) -> tuple[list[str], float]:
    """The map, the boxes beside it, what is told in full, and the legend, one under another."""
    board = _Board(picture)
    elements, y = list(board.elements), board.bottom
    for block in (_boxes, board.in_full, _people, board.signs):
        part = block(picture, y)
        elements += part.elements
        y = part.bottom
    return elements, y


def _described(picture: Picture) -> str:
    """Every pile in words, for whoever cannot see the drawing."""
    places = {area.id: area.name for area in picture.areas}
    places |= {box.id: box.name for box in picture.boxes}
    told = [f"{places[pile.place]}: {in_words(picture, pile)}." for pile in picture.piles]
    told += [f"{places[place]}: {words}." for place, words in picture.notes]
    return " ".join(told) or "There are no pieces."


def _at(picture: Picture, place: str) -> list[Pile]:
    return [pile for pile in picture.piles if pile.place == place]


class _Board:
    """The map itself; it knows which areas were too small for their piles."""

    def __init__(self, picture: Picture) -> None:
        self.crowded: dict[str, Area] = {}
        wide = WIDTH - 2 * MARGIN - (RIVER if picture.water else 0)
        scale, across, high = scaled(picture.areas, Room(MARGIN, HEADER, wide, HIGHEST))
        self.bottom = HEADER + high
        self.elements: list[str] = []
        if picture.water:
            self.elements += _water(picture.water, scale.left + across, high)
        for area in picture.areas:
            self.elements += self._area(picture, area, scale)

    def _area(self, picture: Picture, area: Area, scale: Scale) -> list[str]:
        outline = tuple(scale.at(corner) for corner in area.outline)
        box = inside(outline)
        room = Room(box.left + PADDING, box.top + 2, box.wide - 2 * PADDING, box.high - 5)
        return [
            f"<g><title>{plain(area.name)}</title>",
            _polygon(picture, area.kind, outline),
            *self._labels(picture, area, room),
            "</g>",
        ]

    def _labels(self, picture: Picture, area: Area, room: Room) -> list[str]:
        """The name, what is to be said of the place, and its piles, in full if they fit."""
        piles, floor = _at(picture, area.id), room.top + room.high
        ways: tuple[Detail, ...] = ("full", "line", "cell")
        for detail in ways:
            letter = "" if detail == "full" else _letter(len(self.crowded))
            head = _heading(picture, area, room, letter, detail)
            block = piles_drawn(picture, piles, Room(room.left, head.bottom, room.wide, 0), detail)
            if not piles or block.bottom <= floor or detail == ways[-1]:
                break
        if letter:
            self.crowded[letter] = area
        return [*head.elements, *block.elements]

    def in_full(self, picture: Picture, y: float) -> Block:
        """The piles of the areas that were too small, each area under its letter."""
        elements: list[str] = []
        for letter, area in self.crowded.items():
            y += LINE + 5
            elements.append(text(MARGIN, y, f"[{letter}] {area.name}", NAME, bold=True))
            block = _in_a_row(picture, _at(picture, area.id), y)
            elements += block.elements
            y = block.bottom
        return Block(elements, y)

    def signs(self, picture: Picture, y: float) -> Block:
        """What the fills and the signs mean; letters only where there are any."""
        elements: list[str] = []
        x, y = MARGIN, y + 20
        for kind in picture.kinds:
            fill, edge = _look(picture, kind.id)
            elements.append(
                f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="18" height="12" fill="{fill}" '
                f'stroke="#222222" stroke-width="{edge}"/>'
            )
            elements.append(text(x + 23, y, kind.words, SMALL))
            x += 23 + width(kind.words, SMALL) + 16
        said = ["≈ at the water"] * bool(picture.water) + [f"★ {picture.star}"] * bool(picture.star)
        said += ["[A] in full below the map"] * bool(self.crowded)
        elements.append(text(x, y, "  ·  ".join(said), SMALL))
        return Block(elements, y + 4)


def _letter(index: int) -> str:
    more = str(index // len(ascii_uppercase)) if index >= len(ascii_uppercase) else ""
    return ascii_uppercase[index % len(ascii_uppercase)] + more


def _in_a_row(picture: Picture, piles: Sequence[Pile], y: float) -> Block:
    elements: list[str] = []
    x, y = MARGIN + 14, y + LINE + 1
    for pile in piles:
        words = in_words(picture, pile)
        wide = min(width(words, SMALL), WIDTH - 2 * MARGIN - 40) + CHIP + 18
        if x + wide > WIDTH - MARGIN and x > MARGIN + 14:
            x, y = MARGIN + 14, y + LINE + 1
        elements.append(chip(x, y + 0.5, pile.seat))
        elements.append(text(x + CHIP + 3, y, words, SMALL, room=wide - CHIP - 15))
        x += wide
    return Block(elements, y)


def _heading(picture: Picture, area: Area, room: Room, letter: str, detail: Detail) -> Block:
    """The name in as many lines as it needs, or in one where cells need the room; the notes."""
    elements: list[str] = []
    y, size = room.top, NAME if room.wide >= NARROW else NAME - 1.5
    signs = " ≈" * area.at_water + f" [{letter}]" * bool(letter)
    lines = _in_one(area.name, signs, size, room.wide)
    if detail != "cell":
        lines = wrapped(
            _with(area.name.split(), signs, size, room.wide), size, room.wide, bold=True
        )
    for line in lines:
        y += size + 1
        elements.append(text(room.left, y, line, size, bold=True))
    for note in (words for place, words in picture.notes if place == area.id):
        words = [note] if detail == "cell" else note.split()
        for line in wrapped(words, SMALL, room.wide):
            y += LINE
            elements.append(text(room.left, y, line, SMALL, italic=True))
    return Block(elements, y + 1)


def _in_one(name: str, signs: str, size: float, wide: float) -> list[str]:
    return [shortened(name, size, wide - width(signs, size, bold=True), bold=True) + signs]


def _with(words: list[str], signs: str, size: float, wide: float) -> list[str]:
    """The words with signs at the last of them, where both fit into a line."""
    last = words[-1] + signs
    if width(last, size, bold=True) <= wide:
        return [*words[:-1], last]
    return [*words, *signs.split()]


def _polygon(picture: Picture, kind: str, outline: tuple[Corner, ...]) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)
    fill, edge = _look(picture, kind)
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="#222222" stroke-width="{edge}" '
        'stroke-linejoin="round"/>'
    )


def _look(picture: Picture, kind: str) -> tuple[str, str]:
    """The fill and the stroke of a kind of area."""
    for index, one in enumerate(picture.kinds):
        if one.id == kind:
            return (STRONG, "2.6") if one.strong else (TINTS[index % len(TINTS)], "1.1")
    return TINTS[0], "1.1"


def _water(name: str, left: float, high: float) -> Iterator[str]:
    x, y = left + RIVER / 2, HEADER + high / 2
    yield (
        f'<rect x="{left:.1f}" y="{HEADER}" width="{RIVER}" height="{high:.1f}" '
        'fill="url(#water)" stroke="#4A6A85"/>'
    )
    yield (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="14" font-weight="bold" fill="#123A5A" '
        f'text-anchor="middle" transform="rotate(90 {x:.1f} {y:.1f})">{plain(name)}</text>'
    )


# --- beside and below the map ---


def _boxes(picture: Picture, y: float) -> Block:
    """The places beside the board, in a row."""
    if not picture.boxes:
        return Block([], y)
    wide = (WIDTH - 2 * MARGIN + GAP) / len(picture.boxes) - GAP
    top, bottom = y + GAP, y + GAP + 2 * LINE
    inner: list[str] = []
    for index, box in enumerate(picture.boxes):
        left = MARGIN + index * (wide + GAP) + PADDING + 2
        inner.append(text(left, top + LINE, box.name, NAME, bold=True, room=wide - 2 * PADDING))
        room = Room(left, top + LINE + 1, wide - 2 * PADDING, 0)
        block = piles_drawn(picture, _at(picture, box.id), room, "full")
        inner += block.elements
        bottom = max(bottom, block.bottom)
    edges = [
        f'<rect x="{MARGIN + index * (wide + GAP):.1f}" y="{top:.1f}" width="{wide:.1f}" '
        f'height="{bottom + 5 - top:.1f}" fill="#F6F6F6" stroke="#222222" stroke-dasharray="4 2"/>'
        for index in range(len(picture.boxes))
    ]
    return Block([*edges, *inner], bottom + 5)


def _people(picture: Picture, y: float) -> Block:
    """The players with their marks, in two columns."""
    elements: list[str] = []
    half, y = (WIDTH - 2 * MARGIN) / 2, y + 6
    for index, person in enumerate(picture.people):
        x, line = MARGIN + half * (index % 2), y + 15 * (1 + index // 2)
        name = owner(picture, person.seat, starred=person.starred)
        elements.append(chip(x, line + 1, person.seat, 12))
        size, room = SMALL + 1, half - 26
        spare = max(room / 2, room - width(name, size, bold=True))
        part = shortened(f" {person.part}", size, spare) if person.part else ""
        left = room - width(part, size)
        elements.append(text(x + 17, line, name, size, bold=True, room=left, after=part))
    return Block(elements, y + 15 * ((len(picture.people) + 1) // 2))
