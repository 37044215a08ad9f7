"""Orders of march: one stack over one border, and the helicopter over two. MV-1 to MV-4.

What an order needs is the state and its mover; whose turn it is, the stages say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from rules.junta.city import city
from rules.junta.coups import Mover, counts_in, in_coup, last_in_first, movable, running, units_but
from rules.junta.forces import Flight, Unit, UnitId, UnitType, ZoneId
from rules.junta.rejections import NoSuchZone, NotYourUnits
from rules.junta.state import State
from rules.junta.unit_choices import Units, counts
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC

HELICOPTER = "helicopter"


@command("move_units")
class MoveUnits(Command):
    """Move units of one zone, so many of each type, over one border: the one move of the phase."""

    from_zone: ZoneId
    to_zone: ZoneId
    units: Mapping[UnitType, int]


@command("fly_on")
class FlyOn(Command):
    """The helicopter flies one zone further in the same move, with these units of where it is."""

    to_zone: ZoneId
    units: Mapping[UnitType, int]


@event("units_moved")
class UnitsMoved(Event):
    """Units went over a border and are the entry group `entered` of the zone they came to.

    `may_fly_on`: the helicopter among them, if it has a zone left; `alone`: it flew alone.
    """

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]
    from_zone: Annotated[ZoneId, PUBLIC]
    to_zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    entered: Annotated[int, PUBLIC]
    may_fly_on: Annotated[UnitId | None, PUBLIC]
    alone: Annotated[bool, PUBLIC]


MARCHES: tuple[type[Command], ...] = (MoveUnits, FlyOn)


def accepts(state: State, mover: Mover) -> Iterator[Accept]:
    """MV-1: any units of one stack to any zone across one border, once in a phase."""
    coup, streets = running(state), city(state)
    if mover.place in coup.moved:
        yield from _second_zone(state, mover)
        return
    for zone, units in counts_in(movable(coup, mover)).items():
        yield Accept(
            command=MoveUnits,
            choices={
                "from_zone": OneOf(values=(zone,), refusal=NotYourUnits),
                "to_zone": OneOf(values=streets.neighbours(zone), refusal=NoSuchZone),
                "units": Units(held=units),
            },
            rule="MV-1",
        )


def _second_zone(state: State, mover: Mover) -> Iterator[Accept]:
    """MV-4: on from its first zone, with units from there if it flew there alone."""
    flying = _flying(state, mover)
    if flying is None:
        return
    zone = running(state).units[flying.unit].zone
    yield Accept(
        command=FlyOn,
        choices={
            "to_zone": OneOf(values=city(state).neighbours(zone), refusal=NoSuchZone),
            "units": Units(held=counts(_passengers(state, mover).values()), at_least=0),
        },
        rule="MV-4",
    )


def _flying(state: State, mover: Mover) -> Flight | None:
    """The helicopter with a zone left, if it is still the mover's."""
    coup = running(state)
    flight = coup.flight
    unit = None if flight is None else coup.units.get(flight.unit)
    return flight if unit is not None and (unit.controller, unit.place) == mover else None


def _passengers(state: State, mover: Mover) -> dict[UnitId, Unit]:
    """MV-4: units where the helicopter came alone that have not moved yet."""
    coup, flying = running(state), _flying(state, mover)
    if flying is None or not flying.alone:
        return {}
    zone = coup.units[flying.unit].zone
    return {i: unit for i, unit in movable(coup, mover).items() if unit.zone == zone}


def decide(state: State, mover: Mover, order: MoveUnits | FlyOn) -> Events:
    """MV-3: whoever comes in is the last entry group of the zone, from now on."""
    if isinstance(order, FlyOn):
        return (_flown(state, mover, order),)
    return (_went(state, mover, order),)


def _went(state: State, mover: Mover, order: MoveUnits) -> UnitsMoved:
    coup = running(state)
    there = {i: u for i, u in movable(coup, mover).items() if u.zone == order.from_zone}
    units = last_in_first(there, order.units)
    return UnitsMoved(
        seat=mover.seat,
        place=mover.place,
        from_zone=order.from_zone,
        to_zone=order.to_zone,
        units=units,
        entered=coup.last_entry + 1,
        may_fly_on=next((i for i in sorted(units) if there[i].type == HELICOPTER), None),
        alone=len(units) == 1,
    )


def _flown(state: State, mover: Mover, order: FlyOn) -> UnitsMoved:
    coup, flying = running(state), _flying(state, mover)
    assert flying is not None
    return UnitsMoved(
        seat=mover.seat,
        place=mover.place,
        from_zone=coup.units[flying.unit].zone,
        to_zone=order.to_zone,
        units=last_in_first(_passengers(state, mover), order.units) | {flying.unit},
        entered=coup.last_entry + 1,
        may_fly_on=None,
        alone=not order.units,
    )


def units_moved(state: State, event: UnitsMoved) -> State:
    coup, on = running(state), event.may_fly_on
    gone = {"zone": event.to_zone, "entered": event.entered, "moved": True}
    return in_coup(
        state,
        units=units_but(coup, event.units, **gone),
        moved=coup.moved | {event.place},
        last_entry=event.entered,
        flight=None if on is None else Flight(on, event.place, event.alone),
    )
