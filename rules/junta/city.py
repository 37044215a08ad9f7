"""The city of a game: zones, borders, where units start. Questions about places, no rule of a coup.

The city that comes with the game is a reconstruction (see `capital.py`), not the printed board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.junta import capital
from rules.junta.capital import Kind, Point
from rules.junta.forces import UnitType, Weapon, ZoneId
from rules.junta.state import State

KINDS: tuple[Kind, ...] = ("power_centre", "barracks", "police_station", "district", "embassy")

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
    return built("The capital", zones, borders)


CAPITAL = _capital()
"""CY-1: the city of every game that brings none: 27 zones, 61 borders. A reconstruction."""


def city(state: State) -> City:
    """The city in which this game is played."""
    return CAPITAL
