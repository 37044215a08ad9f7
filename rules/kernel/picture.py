"""A board with its pieces, as a game describes it to whoever draws it. Shapes only, no drawing."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.identifiers import Seat

Corner = tuple[float, float]


class Area(NamedTuple):
    """A place on the board: its outline, where its label stands, and which kind it is of."""

    id: str
    name: str
    kind: str
    outline: tuple[Corner, ...]
    x: float
    y: float
    at_water: bool = False


class Box(NamedTuple):
    """A place beside the board."""

    id: str
    name: str


class Pile(NamedTuple):
    """Pieces of one seat in one place, by what they are called; None: of nobody.

    `starred`: its owner is on the side that the picture marks. `idle`: nobody can use it.
    """

    place: str
    seat: Seat | None
    pieces: tuple[tuple[str, int], ...]
    starred: bool = False
    idle: bool = False


class Person(NamedTuple):
    """A player as the legend names him; `name` is None where nobody sits, or nobody may know."""

    seat: Seat
    name: str | None
    part: str = ""
    starred: bool = False


class Kind(NamedTuple):
    """A kind of place, in words; `strong` ones are drawn so that they stand out."""

    id: str
    words: str
    strong: bool = False


class Picture(NamedTuple):
    """The whole board at one moment. `notes`: (place, words). `star`: what a star means."""

    title: str
    subtitle: str
    areas: tuple[Area, ...]
    kinds: tuple[Kind, ...]
    boxes: tuple[Box, ...] = ()
    water: str = ""
    piles: tuple[Pile, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    people: tuple[Person, ...] = ()
    star: str = ""
