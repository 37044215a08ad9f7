"""CY-3: everything that is wrong with a city that a group brings, and the shape of one.

Asked of JSON data before there is a game; so nothing here knows of states or seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from rules.junta import capital
from rules.junta.capital import Kind
from rules.kernel import names
from rules.kernel.options import Fault
from rules.kernel.wording import clipped, row

KINDS: tuple[Kind, ...] = get_args(Kind)
FULL_KINDS: tuple[Kind, ...] = ("power_centre", "barracks", "police_station")
"""Of these kinds a city has the zones that every city has, and no others."""

OF_CARDS = (
    "rich_district",
    "market",
    "university",
    "docks",
    "eastern_suburb",
    "west_ghetto",
    "northeast_ghetto",
    "south_ghetto",
)
"""The districts in which cards bring units together."""

NEEDED: Mapping[str, Kind] = {
    id: kind for id, _, kind, *_ in capital.ZONES if kind in FULL_KINDS or id in OF_CARDS
}
"""CY-3: the zones that every city has, under these ids, and their kinds."""

LONGEST_NAME = LONGEST_ID = 40
MOST_ZONES, MOST_BORDERS, MOST_CORNERS = 80, 400, 40
FARTHEST = 1000
"""Coordinates go from 0 to this."""

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
ID_PATTERN = f"^[a-z][a-z0-9_]{{0,{LONGEST_ID - 1}}}$"
OFF_MAP = tuple(place for place, _ in capital.OFF_MAP)

CITY_FIELDS = ("name", "zones", "borders")
ZONE_FIELDS = ("id", "name", "kind", "river", "x", "y", "outline")

Found = Iterator[Fault]
Zones = list[tuple[int, Mapping[str, Any]]]


def city_faults(written: Mapping[str, Any]) -> Found:
    """CY-3: every fault of the city, each with its place."""
    yield from _field_faults(written, CITY_FIELDS)
    if "name" in written:
        yield from _name_faults(written["name"], ("name",))
    zones, borders = written.get("zones", []), written.get("borders", [])
    if (said := _list_fault(zones, MOST_ZONES)) is not None:
        yield ("zones",), said
        zones = []
    if (said := _list_fault(borders, MOST_BORDERS)) is not None:
        yield ("borders",), said
        borders = []
    for index, zone in enumerate(zones):
        yield from _zone_faults(zone, ("zones", index))
    known: Zones = [(i, zone) for i, zone in enumerate(zones) if isinstance(zone, dict)]
    yield from _twice(known)
    yield from _needed(known)
    yield from _plan_faults(known, borders)


def _field_faults(
    written: Mapping[str, Any], expected: tuple[str, ...], at: tuple[str | int, ...] = ()
) -> Found:
    for key in written:
        if key not in expected:
            yield (*at, key), f"there is no field {clipped(key)}"
    for key in expected:
        if key not in written:
            yield (*at, key), f"{key} is missing"


def _list_fault(value: Any, most: int) -> str | None:
    if not isinstance(value, list):
        return "an array is needed"
    return f"{len(value)} are too many, {most} at most" if len(value) > most else None


def _name_faults(name: Any, at: tuple[str | int, ...]) -> Found:
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        yield at, f"a name of 1 to {LONGEST_NAME} characters is needed"
    elif (said := names.objection(name)) is not None:
        yield at, said


def _zone_faults(zone: Any, at: tuple[str | int, ...]) -> Found:
    if not isinstance(zone, dict):
        yield at, "an object is needed"
        return
    yield from _field_faults(zone, ZONE_FIELDS, at)
    for key, check in ZONE_CHECKS.items():
        if key in zone:
            yield from check(zone[key], (*at, key))


def _id_faults(id: Any, at: tuple[str | int, ...]) -> Found:
    if not _is_id(id):
        yield at, f"an id is a word of a to z, 0 to 9 and _, {LONGEST_ID} characters at most"
    elif id in OFF_MAP:
        yield at, f"{id} is a place off the map"


def _is_id(id: Any) -> bool:
    return (
        isinstance(id, str)
        and 1 <= len(id) <= LONGEST_ID
        and id[0] in LETTERS
        and set(id) <= LETTERS | set("0123456789_")
    )


def _kind_faults(kind: Any, at: tuple[str | int, ...]) -> Found:
    if kind not in KINDS:
        yield at, f"{clipped(kind)} is none of the kinds {', '.join(KINDS)}"


def _river_faults(river: Any, at: tuple[str | int, ...]) -> Found:
    if not isinstance(river, bool):
        yield at, "true or false is needed"


def _number_faults(number: Any, at: tuple[str | int, ...]) -> Found:
    fine = type(number) in (int, float) and 0 <= number <= FARTHEST
    if not fine or round(number, 2) != number:
        yield at, f"a number from 0 to {FARTHEST} with at most two decimals is needed"


def _outline_faults(outline: Any, at: tuple[str | int, ...]) -> Found:
    if not isinstance(outline, list) or not 3 <= len(outline) <= MOST_CORNERS:
        yield at, f"an array of 3 to {MOST_CORNERS} corners is needed"
        return
    for index, corner in enumerate(outline):
        if not isinstance(corner, list) or len(corner) != 2:
            yield (*at, index), "a corner is an array of x and y"
            continue
        yield from _number_faults(corner[0], (*at, index, 0))
        yield from _number_faults(corner[1], (*at, index, 1))


ZONE_CHECKS = {
    "id": _id_faults,
    "name": _name_faults,
    "kind": _kind_faults,
    "river": _river_faults,
    "x": _number_faults,
    "y": _number_faults,
    "outline": _outline_faults,
}


def _twice(zones: Zones) -> Found:
    """No two zones have one id, or names that look alike."""
    ids: set[Any] = set()
    seen: set[str] = set()
    for index, zone in zones:
        id, name = zone.get("id"), zone.get("name")
        if isinstance(id, str) and id in ids:
            yield ("zones", index, "id"), f"{clipped(id)} is the id of two zones"
        if isinstance(name, str) and names.skeleton(name) in seen:
            yield ("zones", index, "name"), f"{clipped(name)} is the name of two zones"
        ids |= {id} if isinstance(id, str) else set()
        seen |= {names.skeleton(name)} if isinstance(name, str) else set()


def _needed(zones: Zones) -> Found:
    """Every zone that the rules name is there, of its kind; an embassy and a river zone too."""
    kinds = {zone["id"]: zone.get("kind") for _, zone in zones if isinstance(zone.get("id"), str)}
    for missing, its_kind in NEEDED.items():
        if missing not in kinds:
            yield ("zones",), f"there is no zone {missing}, a {its_kind}"
    for index, zone in zones:
        id, kind = zone.get("id"), zone.get("kind")
        needed = NEEDED.get(id) if isinstance(id, str) else None
        if needed is not None and kind in KINDS and kind != needed:
            yield ("zones", index, "kind"), f"{id} is a {needed}, not a {kind}"
        if needed is None and kind in FULL_KINDS:
            these = [one for one, of in NEEDED.items() if of == kind]
            yield ("zones", index, "kind"), f"a {kind} is one of {', '.join(these)}"
    if not any(zone.get("kind") == "embassy" for _, zone in zones):
        yield ("zones",), "there is no embassy"
    if not any(zone.get("river") is True for _, zone in zones):
        yield ("zones",), "no zone lies on the river"


def _plan_faults(zones: Zones, borders: Iterable[Any]) -> Found:
    """Borders are named once, between two zones; everybody can walk everywhere."""
    ids = {zone["id"]: zone.get("kind") for _, zone in zones if isinstance(zone.get("id"), str)}
    near: dict[str, set[str]] = {id: set() for id in ids}
    for index, border in enumerate(borders):
        if (said := _border_fault(border, near)) is not None:
            yield ("borders", index), said
            continue
        a, b = border
        near[a].add(b)
        near[b].add(a)
    streets = [id for id, kind in ids.items() if kind != "embassy"]
    if apart := _apart(list(ids), near):
        yield ("borders",), f"not connected with the other zones: {row(apart)}"
    elif apart := _apart(streets, near):
        yield ("borders",), f"connected with the others through embassies alone: {row(apart)}"


def _border_fault(border: Any, near: Mapping[str, set[str]]) -> str | None:
    if not isinstance(border, list) or len(border) != 2:
        return "a border is an array of two zones"
    unknown = [end for end in border if not isinstance(end, str) or end not in near]
    if unknown:
        return f"there is no zone {row(unknown)}"
    a, b = border
    if a == b:
        return f"{a} cannot border itself"
    return f"the border of {a} and {b} is named twice" if b in near[a] else None


def _apart(ids: list[str], near: Mapping[str, set[str]]) -> list[str]:
    """The zones that cannot be reached from the first one through the zones of the list."""
    left, edge = set(ids[1:]), ids[:1]
    while edge:
        reached = near[edge.pop()] & left
        left -= reached
        edge += sorted(reached)
    return sorted(left)


def city_schema() -> dict[str, Any]:
    """The shape of a city as JSON Schema; what more it needs, a refusal says."""
    number = {"type": "number", "minimum": 0, "maximum": FARTHEST}
    word = {"type": "string", "pattern": ID_PATTERN}
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
    corner = {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    corners = {"type": "array", "items": corner, "minItems": 3, "maxItems": MOST_CORNERS}
    zone = {
        **dict.fromkeys(ZONE_FIELDS, number),
        **{"id": word, "name": text, "kind": {"enum": list(KINDS)}},
        **{"river": {"type": "boolean"}, "outline": corners},
    }
    pair = {"type": "array", "items": word, "minItems": 2, "maxItems": 2}
    return _exactly(
        name=text,
        zones={"type": "array", "items": _exactly(**zone), "maxItems": MOST_ZONES},
        borders={"type": "array", "items": pair, "maxItems": MOST_BORDERS},
    )


def _exactly(**fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
