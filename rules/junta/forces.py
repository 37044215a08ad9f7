"""A coup d'état at one moment: units, stacks, orders, fights. Slices and questions, no rule.

All units of one player in one zone are his stack. Units that came in together are one entry group
and share `entered`; set-up units have 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, NewType

from rules.kernel.identifiers import Seat

ZoneId = NewType("ZoneId", str)
UnitId = NewType("UnitId", str)
"""The type and a number: `army_1-3`. Never used twice in a coup."""

UnitType = Literal[
    "army_1",
    "army_2",
    "army_3",
    "police",
    "palace_guard",
    "paratroops",
    "marines",
    "student",
    "rioter",
    "striker",
    "demonstrator",
    "militia",
    "helicopter",
]
Weapon = Literal["gunboat", "air_force"]
Segment = Literal["movement", "combat"]
Side = Literal["junta", "president"]

OFF_MAP = (ZoneId("airfield"), ZoneId("marine_camp"))
"""Where paratroops and marines wait until they land."""


class Unit(NamedTuple):
    """One unit. `controller` commands it, at `place` in the order of the phase.

    The two differ only where the brother-in-law runs an absent player's post. `blocked`: nobody may
    use it, and `controller` is the absent holder of its post. `marked`: by a control marker, until
    the coup ends. `moved`, `retreated`: in this phase.
    """

    type: UnitType
    zone: ZoneId
    controller: Seat
    place: Seat
    entered: int = 0
    blocked: bool = False
    marked: bool = False
    moved: bool = False
    retreated: bool = False


class Bombardment(NamedTuple):
    """Announced in the movement segment, rolled at the start of the combat segment.

    `target`: the player it falls on, named just before the dice.
    """

    seat: Seat
    place: Seat
    weapon: Weapon
    zone: ZoneId
    target: Seat | None = None


class Flight(NamedTuple):
    """The helicopter after its first zone: in the same move it may fly on to a second one.

    `alone`: it flew the first zone alone, so it may take units along from here.
    """

    unit: UnitId
    place: Seat
    alone: bool


class Bribe(NamedTuple):
    """Units that were paid for; their dice are being rolled, one for each, in this order."""

    seat: Seat
    zone: ZoneId
    units: tuple[UnitId, ...]


class Toll(NamedTuple):
    """Units that a player has to lose in a zone; only of groups that entered after `after`."""

    victim: Seat
    zone: ZoneId
    hits: int
    after: int = -1


class Fight(NamedTuple):
    """A fight in one zone. `groups`: entry groups whose priority shot is still to come, in order.

    `used`: dice of each player spent in priority shots of salvo 1. `orders`: dice per target of
    the shot that is being ordered, each known to its firer until all are shown; `ordered` is
    public. `firing`: the orders are shown and the dice roll; `group`: whose priority shot it is,
    None in a shot of all. `shot_at`: who has been fired upon in this fight.
    """

    zone: ZoneId
    opener: Seat
    salvo: int = 1
    groups: tuple[int, ...] = ()
    used: Mapping[Seat, int] = {}
    orders: Mapping[Seat, Mapping[Seat, int]] = {}
    ordered: frozenset[Seat] = frozenset()
    shot_at: frozenset[Seat] = frozenset()
    firing: bool = False
    group: int | None = None


class Retreat(NamedTuple):
    """Who has still to leave a zone, in order; `asked`: the zone whose occupants are asked."""

    zone: ZoneId
    leaving: tuple[Seat, ...]
    refused: frozenset[ZoneId] = frozenset()
    asked: ZoneId | None = None
    granted: Mapping[Seat, bool] = {}


class Coup(NamedTuple):
    """The coup under way. `order`: every place in the order of this phase; `done`: in this segment.

    Who acts at a place, and whether anybody does: `coups.commander_at`. `phase` 0 is the
    insurrection. `began`: who actually began this phase. `called`: the place whose turn to move it
    is. `moved`: places whose one move of this phase is made. `made`: units of each type so far, for
    their numbers. `fired_upon`: whose units were shot at, in fights or from afar, in the last
    combat segment. `losses`: units each player lost per zone in this segment. `agitators`: the red
    units brought in during the insurrection. `strikes_left` counts those not yet announced.
    `conduct`: whether those with units in his embassy let a returning exile pass, in this phase.
    `agreed`: who says that which side has won. `declared`: the last declarations.
    """

    first_insurgent: Seat
    insurgents: frozenset[Seat]
    units: Mapping[UnitId, Unit]
    phase: int = 0
    segment: Segment = "movement"
    order: tuple[Seat, ...] = ()
    began: Seat | None = None
    done: frozenset[Seat] = frozenset()
    called: Seat | None = None
    moved: frozenset[Seat] = frozenset()
    flight: Flight | None = None
    bribe: Bribe | None = None
    conduct: Mapping[Seat, Mapping[Seat, bool]] = {}
    fired_upon: frozenset[Seat] = frozenset()
    last_entry: int = 0
    made: Mapping[str, int] = {}
    strikes_left: int = 3
    bombardments: tuple[Bombardment, ...] = ()
    rolling: Bombardment | None = None
    agitators: frozenset[UnitId] = frozenset()
    police_reacted: bool = False
    tolls: tuple[Toll, ...] = ()
    losses: Mapping[ZoneId, Mapping[Seat, int]] = {}
    fight: Fight | None = None
    fought: frozenset[ZoneId] = frozenset()
    retreat: Retreat | None = None
    agreed: Mapping[Seat, Side] = {}
    declared: Mapping[Seat, Side] = {}
    winner: Side | None = None
    junta: tuple[Seat, ...] = ()
    ballots: Mapping[Seat, Seat | None] = {}
    tied: bool = False
    refused_office: frozenset[Seat] = frozenset()
    chosen: Seat | None = None
    settled: bool = False


def in_zone(coup: Coup, zone: ZoneId) -> dict[UnitId, Unit]:
    """Every unit in the zone, by id."""
    return {i: unit for i, unit in coup.units.items() if unit.zone == zone}


def by_zone(coup: Coup) -> dict[ZoneId, dict[UnitId, Unit]]:
    """The units of every zone that is not empty, by id; for who looks at more zones than one."""
    found: dict[ZoneId, dict[UnitId, Unit]] = {}
    for i, unit in coup.units.items():
        found.setdefault(unit.zone, {})[i] = unit
    return found


def stack(coup: Coup, zone: ZoneId, seat: Seat) -> dict[UnitId, Unit]:
    """The units of one player in the zone."""
    return {i: unit for i, unit in in_zone(coup, zone).items() if unit.controller == seat}


def players_in(coup: Coup, zone: ZoneId) -> tuple[Seat, ...]:
    """Whose units stand in the zone, in order of seats; blocked units under their absent owner."""
    return tuple(sorted({unit.controller for unit in in_zone(coup, zone).values()}))
