"""The position of a sandbox as it was written, read into what the rules know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from rules.junta.cards import BY_ID, CardId
from rules.junta.city import City
from rules.junta.forces import UnitType, ZoneId
from rules.junta.ruleset import LOCATIONS, POSTS, Location, PostId
from rules.junta.sandbox.beginnings import BEGINNINGS
from rules.junta.sandbox.reading import Path, Read, Reading
from rules.junta.state import BankState
from rules.kernel.bills import Bills
from rules.kernel.identifiers import Seat
from rules.kernel.wording import clipped, row

LAST_TURN = 99
LAST_PHASE = 6
MOST_UNITS = 99
UNIT_TYPES: tuple[UnitType, ...] = get_args(UnitType)

Cards = tuple[CardId | None, ...]
"""Cards in the order in which they were named; None where there is no such card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Units of one type and player that stand in one place; None for what could not be read."""

    type: UnitType | None
    zone: ZoneId | None
    controller: Seat | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Uprising:
    """A coup that is under way."""

    first_insurgent: Seat | None
    insurgents: tuple[Seat | None, ...]
    phase: int
    units: tuple[Stack | None, ...]
    moved: tuple[Seat | None, ...]
    landed: tuple[UnitType | None, ...]
    air_strikes_left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What was given; what was not is None, or empty."""

    hands: Mapping[Seat, Cards]
    exposed: Mapping[Seat, Cards]
    cash: Mapping[Seat, Bills]
    swiss: Mapping[Seat, Bills]
    president: Seat | None
    posts: Mapping[PostId, Seat]
    turn: int | None
    stage: str | None
    locations: Mapping[Seat, Location]
    exiles: Mapping[Seat, ZoneId]
    dead: tuple[Seat | None, ...]
    bank: BankState | None
    excuse: bool | None
    last_police_bank_turn: int | None
    coup: Uprising | None
    draws: Cards
    aid: tuple[int | None, ...]
    dice: tuple[int | None, ...]


KEYS: tuple[str, ...] = tuple(Position.__annotations__)


def read(written: Any, reading: Reading, city: City) -> Position:
    """The position; what is not well formed is said to `reading`."""
    if type(written) is not dict:
        reading.say((), "an object is needed")
        written = {}
    for key in written.keys() - set(KEYS):
        reading.say((key,), f"there is no {clipped(repr(key))}; there are {row(KEYS)}")
    readers = _readers(reading, city)
    found: dict[str, Any] = {}
    for key, (reader, absent) in readers.items():
        value = reader(written[key], (key,)) if key in written else None
        found[key] = absent if value is None else value
    return Position(**found)


def _readers(reading: Reading, city: City) -> Mapping[str, tuple[Read[Any], Any]]:
    """How each key is read, and what stands for one that is absent or cannot be read."""
    cards = reading.list_of(reading.word(BY_ID, "card"))
    seats = reading.list_of(reading.seat)
    embassy = reading.word(city.embassies, "embassy")
    return {
        "hands": (reading.by_seat(cards), {}),
        "exposed": (reading.by_seat(cards), {}),
        "cash": (reading.by_seat(reading.bills), {}),
        "swiss": (reading.by_seat(reading.bills), {}),
        "president": (reading.seat, None),
        "posts": (reading.by_word(POSTS, "posts", reading.seat), {}),
        "turn": (reading.whole(1, LAST_TURN), None),
        "stage": (_stage(reading), None),
        "locations": (reading.by_seat(reading.word(LOCATIONS, "location")), {}),
        "exiles": (reading.by_seat(embassy), {}),
        "dead": (seats, ()),
        "bank": (reading.word(get_args(BankState), "state of the bank"), None),
        "excuse": (reading.truth, None),
        "last_police_bank_turn": (reading.whole(1, LAST_TURN), None),
        "coup": (_coup(reading, city), None),
        "draws": (cards, ()),
        "aid": (reading.list_of(reading.whole(1, 3)), ()),
        "dice": (reading.list_of(reading.whole(1, 6)), ()),
    }


def _stage(reading: Reading) -> Read[str]:
    """SB-4: a stage with which a game can begin."""

    def read_one(value: Any, at: Path) -> str | None:
        if type(value) is str and value in BEGINNINGS:
            return value
        reading.say(
            at,
            f"a game cannot begin with {clipped(repr(value))}; it can with "
            f"{', '.join(BEGINNINGS)}",
        )
        return None

    return read_one


def _coup(reading: Reading, city: City) -> Read[Uprising]:
    places = (*city.zones, *city.off_map)
    seats = reading.list_of(reading.seat)
    parts: dict[str, tuple[Read[Any], Any]] = {
        "first_insurgent": (reading.seat, None),
        "insurgents": (seats, ()),
        "phase": (reading.whole(0, LAST_PHASE), 0),
        "units": (reading.list_of(_stack(reading, places)), ()),
        "moved": (seats, ()),
        "landed": (reading.list_of(reading.word(("paratroops", "marines"), "landing")), ()),
        "air_strikes_left": (reading.whole(0, 3), None),
    }
    return _record(reading, Uprising, parts, needed=("first_insurgent",))


def _stack(reading: Reading, places: tuple[ZoneId, ...]) -> Read[Stack]:
    parts: dict[str, tuple[Read[Any], Any]] = {
        "type": (reading.word(UNIT_TYPES, "type of unit"), None),
        "zone": (reading.word(places, "zone"), None),
        "controller": (reading.seat, None),
        "count": (reading.whole(1, MOST_UNITS), 1),
    }
    return _record(reading, Stack, parts, needed=("type", "zone", "controller"))


def _record(
    reading: Reading,
    made: Any,
    parts: Mapping[str, tuple[Read[Any], Any]],
    needed: tuple[str, ...],
) -> Read[Any]:
    """An object with fields of its own, some of which must be there."""

    def read_one(value: Any, at: Path) -> Any:
        if type(value) is not dict:
            reading.say(at, f"an object is needed, not {clipped(repr(value))}")
            return None
        for key in value.keys() - set(parts):
            reading.say((*at, key), f"there is no {clipped(repr(key))}; there are {row(parts)}")
        for key in needed:
            if key not in value:
                reading.say((*at, key), "is missing")
        found = {}
        for key, (reader, absent) in parts.items():
            one = reader(value[key], (*at, key)) if key in value else None
            found[key] = absent if one is None else one
        return made(**found)

    return read_one
