"""Step 8: one family after another may start a coup. CO-1 to CO-7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.coups import Mover, deployed, type_of, with_made
from rules.junta.forces import Coup, Unit, UnitId, ZoneId
from rules.junta.orders import MEANS, means, obeyed
from rules.junta.state import State, clockwise
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("no_coup")
class NoCoup(Command):
    """Start no coup this turn."""


@event("coup_declined")
class CoupDeclined(Event):
    """A family starts no coup this turn."""

    seat: Annotated[Seat, PUBLIC]


@event("coup_started")
class CoupStarted(Event):
    """A coup has begun. `order`: every place, from the first insurgent on.

    Of each unit: its zone, who commands it and at whose place, and whether nobody may.
    """

    first_insurgent: Annotated[Seat, PUBLIC]
    order: Annotated[tuple[Seat, ...], PUBLIC]
    zones: Annotated[Mapping[UnitId, ZoneId], PUBLIC]
    controllers: Annotated[Mapping[UnitId, Seat], PUBLIC]
    places: Annotated[Mapping[UnitId, Seat], PUBLIC]
    blocked: Annotated[frozenset[UnitId], PUBLIC]


class CoupStart:
    """One seat's turn to start it; opened again for the next one."""

    NAME = "coup_start"
    COMMANDS: tuple[type[Command], ...] = (*MEANS, NoCoup)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CO-1: start it by a means, or not."""
        if seat not in self.active(state):
            return ()
        begun = coup_started(state, started(state, seat))
        ways = means(begun, Mover(seat, seat), excused=excused(state, seat))
        return (*ways, Accept(command=NoCoup, choices={}, rule="CO-1"))

    def decide(self, state: State, seat: Seat, command: Command) -> Events:
        """CO-7: who starts it is the first insurgent, and has thereby begun his move."""
        if isinstance(command, NoCoup):
            return (CoupDeclined(seat=seat),)
        start = started(state, seat)
        return (start, *obeyed(coup_started(state, start), Mover(seat, seat), command))

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CO-1: silence starts nothing."""
        return tuple(CoupDeclined(seat=seat) for seat in self.active(state))


def unasked(state: State) -> tuple[Seat, ...]:
    """CO-1: once in a turn, from the President's left, every present family but his."""
    if state.coup is not None or state.turn.coup_fought:
        return ()
    declined, office = state.turn.no_coup_by, state.government.president
    asked = (seat for seat in clockwise(state) if state.families[seat].present)
    return tuple(seat for seat in asked if seat != office and seat not in declined)


def excused(state: State, seat: Seat) -> bool:
    """CO-2: there is an excuse this turn, or the family is at its headquarters."""
    return state.turn.excuse or bool(state.whereabouts.places.get(seat) == "headquarters")


def started(state: State, seat: Seat) -> CoupStarted:
    """CO-5, CO-6: every unit at its start, under whom its post has put it."""
    units = deployed(state)
    return CoupStarted(
        first_insurgent=seat,
        order=state.course.clockwise_from(seat),
        zones={i: unit.zone for i, unit in units.items()},
        controllers={i: unit.controller for i, unit in units.items()},
        places={i: unit.place for i, unit in units.items()},
        blocked=frozenset(i for i, unit in units.items() if unit.blocked),
    )


def coup_declined(state: State, event: CoupDeclined) -> State:
    return but(state, turn=but(state.turn, no_coup_by=state.turn.no_coup_by | {event.seat}))


def coup_started(state: State, event: CoupStarted) -> State:
    units = {i: _unit(event, i) for i in event.zones}
    coup = Coup(
        first_insurgent=event.first_insurgent,
        insurgents=frozenset({event.first_insurgent}),
        units=units,
        order=event.order,
        made=with_made({}, units),
    )
    return but(state, coup=coup, turn=but(state.turn, coup_fought=True))


def _unit(event: CoupStarted, i: UnitId) -> Unit:
    seat, place = event.controllers[i], event.places[i]
    return Unit(type_of(i), event.zones[i], seat, place, blocked=i in event.blocked)
