"""From off the map: paratroops and marines land, gunboat and aircraft are announced. MV-5 to MV-7.

None of this is the move of the phase; a landed unit may at once be part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rules.junta.city import PALACE, city
from rules.junta.coups import (
    WEAPON_OF,
    Mover,
    commanded,
    in_coup,
    posts_at,
    running,
    type_of,
    with_units,
)
from rules.junta.forces import OFF_MAP, Bombardment, UnitId, UnitType, Weapon, ZoneId
from rules.junta.rejections import NoSuchZone
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("land_paratroops")
class LandParatroops(Command):
    """The paratroops jump over a zone."""

    zone: ZoneId


@command("land_marines")
class LandMarines(Command):
    """The marines go ashore in a zone at the river."""

    zone: ZoneId


@command("announce_bombardment")
class AnnounceBombardment(Command):
    """Say which zone the gunboat shells, or the aircraft bomb, before the fights of this phase."""

    weapon: Weapon
    zone: ZoneId


@event("units_landed")
class UnitsLanded(Event):
    """Paratroops or marines are on the map, as the entry group `entered` of the zone."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    entered: Annotated[int, PUBLIC]


@event("bombardment_announced")
class BombardmentAnnounced(Event):
    """The gunboat or the aircraft will fire at a zone; `strikes_left` of the aircraft's."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]
    weapon: Annotated[Weapon, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    strikes_left: Annotated[int, PUBLIC]


LANDINGS: tuple[type[Command], ...] = (LandParatroops, LandMarines)
Landing = LandParatroops | LandMarines


def landings(state: State, mover: Mover) -> Iterator[Accept]:
    """MV-5, MV-6: paratroops in any zone, marines at the river; each once in a coup."""
    waiting = {type_of(unit) for unit in _off_map(state, mover)}
    streets = city(state)
    if "paratroops" in waiting:
        anywhere = OneOf(values=tuple(streets.zones), refusal=NoSuchZone)
        yield Accept(command=LandParatroops, choices={"zone": anywhere}, rule="MV-5")
    if "marines" in waiting:
        ashore = OneOf(values=streets.rivers, refusal=NoSuchZone)
        yield Accept(command=LandMarines, choices={"zone": ashore}, rule="MV-6")


def _off_map(state: State, mover: Mover) -> list[UnitId]:
    units = commanded(running(state), mover)
    return [i for i in units if units[i].zone in OFF_MAP]


def landed(state: State, mover: Mover, order: Landing) -> Events:
    """MV-3: they come in last, and have not moved."""
    kind: UnitType = "marines" if isinstance(order, LandMarines) else "paratroops"
    coup = running(state)
    units = frozenset(i for i in _off_map(state, mover) if coup.units[i].type == kind)
    return (
        UnitsLanded(
            seat=mover.seat,
            place=mover.place,
            units=units,
            zone=order.zone,
            entered=coup.last_entry + 1,
        ),
    )


def bombardments(state: State, mover: Mover, palace_only: bool = False) -> Iterator[Accept]:
    """MV-7: each weapon once a phase, at any zone but an embassy; three air strikes in a coup."""
    streets = city(state)
    open_to_it = tuple(zone for zone in streets.zones if zone not in streets.embassies)
    for weapon in _ready(state, mover):
        zones = OneOf(values=(PALACE,) if palace_only else open_to_it, refusal=NoSuchZone)
        yield Accept(
            command=AnnounceBombardment,
            choices={"weapon": OneOf(values=(weapon,)), "zone": zones},
            rule="CO-3" if palace_only else "MV-7",
        )


def _ready(state: State, mover: Mover) -> tuple[Weapon, ...]:
    coup = running(state)
    announced = {made.weapon for made in coup.bombardments}
    own = (WEAPON_OF[post] for post in posts_at(state, mover) if post in WEAPON_OF)
    left = (w for w in own if w not in announced)
    return tuple(w for w in left if w == "gunboat" or coup.strikes_left)


def announced(state: State, mover: Mover, order: AnnounceBombardment) -> Events:
    """MV-7: what is announced is not taken back: the strike is used."""
    left = running(state).strikes_left - (order.weapon == "air_force")
    return (
        BombardmentAnnounced(
            seat=mover.seat,
            place=mover.place,
            weapon=order.weapon,
            zone=order.zone,
            strikes_left=left,
        ),
    )


def units_landed(state: State, event: UnitsLanded) -> State:
    state = with_units(state, event.units, zone=event.zone, entered=event.entered)
    return in_coup(state, last_entry=event.entered)


def bombardment_announced(state: State, event: BombardmentAnnounced) -> State:
    made = Bombardment(event.seat, event.place, event.weapon, event.zone)
    coup = but(running(state), strikes_left=event.strikes_left)
    return but(state, coup=but(coup, bombardments=(*coup.bombardments, made)))
