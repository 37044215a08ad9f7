"""Leaving a lost zone: where a stack may go, whom it asks, what becomes of it. RE-2 to RE-6."""

from __future__ import annotations

from typing import Annotated

from rules.junta.city import city
from rules.junta.combat import fighters, owned
from rules.junta.coups import in_coup, running, with_units
from rules.junta.forces import Retreat, UnitId, ZoneId, in_zone
from rules.junta.state import State
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@event("stack_retreated")
class StackRetreated(Event):
    """A whole stack left the zone that it lost; it comes into the other as an entry group."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    to: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    entered: Annotated[int, PUBLIC]


@event("stack_removed")
class StackRemoved(Event):
    """A stack that had nowhere to go is removed."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]


@event("passage_asked")
class PassageAsked(Event):
    """A retreating player asks all who have units in a zone to let him in."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]


def retreat(state: State) -> Retreat:
    """The retreat under way; to be asked only while there is one."""
    found = running(state).retreat
    assert found is not None
    return found


def leaver(state: State) -> Seat:
    """RE-5: who leaves next."""
    return retreat(state).leaving[0]


def falling_back(state: State) -> frozenset[UnitId]:
    """RE-2, RE-6: the whole stack that took part in the fight."""
    units = fighters(running(state), retreat(state).zone)
    return frozenset(owned(units, leaver(state)))


def hosts(state: State, zone: ZoneId) -> tuple[Seat, ...]:
    """RE-3: the others with units in the zone, who all must allow it."""
    there = {unit.controller for unit in in_zone(running(state), zone).values()}
    return tuple(sorted(there - {leaver(state)}))


def ways_out(state: State) -> tuple[ZoneId, ...]:
    """RE-2, RE-4: the adjacent zones that may still be tried, those that nobody must open first."""
    coup, left = running(state), retreat(state)
    if any(coup.units[unit].blocked for unit in falling_back(state)):
        return ()
    near = (z for z in city(state).neighbours(left.zone) if z not in left.refused)
    return tuple(sorted(filter(lambda z: not _shut(state, z), near), key=lambda z: _cost(state, z)))


def _shut(state: State, zone: ZoneId) -> bool:
    """RE-3: blocked units allow nothing."""
    there = in_zone(running(state), zone).values()
    return any(unit.blocked and unit.controller != leaver(state) for unit in there)


def _cost(state: State, zone: ZoneId) -> tuple[bool, ZoneId]:
    return bool(hosts(state, zone)), zone


def goes(state: State, to: ZoneId) -> Events:
    """RE-2, RE-3: into a zone with nobody else at once, into another after asking."""
    if hosts(state, to):
        return (PassageAsked(seat=leaver(state), zone=to),)
    return (retreated(state, to),)


def retreated(state: State, to: ZoneId) -> StackRetreated:
    """RE-6: the stack comes in as the latest entry group."""
    return StackRetreated(
        seat=leaver(state),
        zone=retreat(state).zone,
        to=to,
        units=falling_back(state),
        entered=running(state).last_entry + 1,
    )


def removed(state: State) -> StackRemoved:
    """RE-4: what finds no zone is removed."""
    left = retreat(state)
    return StackRemoved(seat=left.leaving[0], zone=left.zone, units=falling_back(state))


def stack_retreated(state: State, event: StackRetreated) -> State:
    moved = with_units(state, event.units, zone=event.to, entered=event.entered, retreated=True)
    return _next(in_coup(moved, last_entry=event.entered))


def stack_removed(state: State, event: StackRemoved) -> State:
    kept = {i: unit for i, unit in running(state).units.items() if i not in event.units}
    return _next(in_coup(state, units=kept))


def passage_asked(state: State, event: PassageAsked) -> State:
    return in_coup(state, retreat=but(retreat(state), asked=event.zone, granted={}))


def _next(state: State) -> State:
    left = retreat(state)
    more = Retreat(zone=left.zone, leaving=left.leaving[1:]) if left.leaving[1:] else None
    return in_coup(state, retreat=more)
