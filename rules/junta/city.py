"""The city of a game: zones, borders, where units start. Questions about places, no rule of a coup.

The city that comes with the game is a reconstruction (see `capital.py`), not the printed board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rules.junta import capital
from rules.junta.capital import Kind, Point
from rules.junta.forces import UnitType, Weapon, ZoneId
from rules.junta.state import State
from rules.kernel.document import Document

PALACE = ZoneId("presidential_palace")
CHAMBER = ZoneId("chamber_of_deputies")


class Zone(NamedTuple):
    """One zone. `x`, `y`: where its label stands; `outline`: its corners in order, not closed."""

    id: ZoneId
    name: str
    kind: Kind
    river: bool
    x: float
    y: float
    outline: tuple[Point, ...]


class City(NamedTuple):
    """A whole city; `borders` holds each zone's neighbours, sorted."""

    name: str
    zones: Mapping[ZoneId, Zone]
    borders: Mapping[ZoneId, tuple[ZoneId, ...]]
    power_centres: tuple[ZoneId, ...]
    embassies: tuple[ZoneId, ...]
    rivers: tuple[ZoneId, ...]
    off_map: Mapping[ZoneId, str]
    start: tuple[tuple[UnitType | Weapon, ZoneId, int], ...]

    def neighbours(self, zone: ZoneId) -> tuple[ZoneId, ...]:
        """CY-2: the zones that share a border with this one, sorted."""
        return self.borders[zone]

    def name_of(self, place: ZoneId) -> str:
        """What a zone, or a place off the map, is called."""
        return self.off_map[place] if place in self.off_map else self.zones[place].name


def built(name: str, zones: Iterable[Zone], borders: Iterable[tuple[str, str]]) -> City:
    """CY-1, CY-4, CY-5: a city of these zones and borders; units start where they always do."""
    placed = {zone.id: zone for zone in zones}
    near: dict[ZoneId, set[ZoneId]] = {zone: set() for zone in placed}
    for a, b in borders:
        near[ZoneId(a)].add(ZoneId(b))
        near[ZoneId(b)].add(ZoneId(a))
    return City(
        name=name,
        zones=placed,
        borders={zone: tuple(sorted(others)) for zone, others in near.items()},
        power_centres=_those(placed.values(), "power_centre"),
        embassies=_those(placed.values(), "embassy"),
        rivers=tuple(zone.id for zone in placed.values() if zone.river),
        off_map={ZoneId(place): words for place, words in capital.OFF_MAP},
        start=capital.START,
    )


def _those(zones: Iterable[Zone], kind: Kind) -> tuple[ZoneId, ...]:
    return tuple(zone.id for zone in zones if zone.kind == kind)


def _capital() -> City:
    zones = (
        Zone(ZoneId(id), name, kind, river, x, y, outline)
        for id, name, kind, river, (x, y), outline in capital.ZONES
    )
    borders = ((a, b) for a, others in capital.BORDERS.items() for b in others)
    return built("The capital, a reconstruction", zones, borders)


CAPITAL = _capital()
"""CY-1: the city of every game that brings none: 27 zones, 61 borders. A reconstruction."""


MOST_KEPT = 64
"""Cities of how many games are kept ready."""


def city(state: State) -> City:
    """The city in which this game is played: the one that its group brought, else the capital."""
    return chosen(state.course.options["city"])


def chosen(option: Any) -> City:
    """The city that the option `city` stands for."""
    return _read(option) if isinstance(option, Document) else CAPITAL


@lru_cache(maxsize=MOST_KEPT)
def _read(brought: Document) -> City:
    """CY-3: a city out of the option that holds it, found faultless when the game was made."""
    written = brought.value
    zones = [
        Zone(**{**zone, "outline": tuple((x, y) for x, y in zone["outline"])})
        for zone in written["zones"]
    ]
    return built(written["name"], zones, [(a, b) for a, b in written["borders"]])


def written(city: City) -> dict[str, Any]:
    """The city as the option takes it: to be looked at, changed and brought."""
    zones = [
        {**zone._asdict(), "outline": [list(corner) for corner in zone.outline]}
        for zone in city.zones.values()
    ]
    borders = [[a, b] for a, others in city.borders.items() for b in others if a < b]
    return {"name": city.name, "zones": zones, "borders": borders}


def written_plan(city: City) -> dict[str, Any]:
    """What a client draws: zones, borders, the places off the map, and what starts where."""
    plan = written(city)
    return {
        "zones": plan["zones"],
        "borders": plan["borders"],
        "off_map": [{"id": place, "name": name} for place, name in city.off_map.items()],
        "units_at_start": [
            {"type": kind, "zone": place, "count": count} for kind, place, count in city.start
        ],
    }
