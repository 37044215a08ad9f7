"""A movement segment: one mover after another. CO-7 to CO-12, MV-1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rules.junta.city import city
from rules.junta.coups import (
    InsurgentJoined,
    Mover,
    acting,
    commanded,
    commander_at,
    in_coup,
    running,
    waiting_places,
)
from rules.junta.exile import ExileEntered
from rules.junta.forces import ZoneId
from rules.junta.orders import ORDERS, means, obeyed, orders
from rules.junta.phases import movement_over
from rules.junta.rejections import NoSuchZone
from rules.junta.state import State
from rules.junta.unit_bribes import rolling
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("end_movement")
class EndMovement(Command):
    """Order nothing more in this segment."""


@command("go_into_exile")
class GoIntoExile(Command):
    """Leave the coup for an embassy in which one has a unit."""

    embassy: ZoneId


@event("mover_called")
class MoverCalled(Event):
    """It is this seat's turn to move, at this place; `begins`: it begins the phase."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]
    begins: Annotated[bool, PUBLIC]


@event("movement_ended")
class MovementEnded(Event):
    """The seat orders nothing more at this place in this segment."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]


class Movement:
    """One place's turn to move; opened again for the next one."""

    NAME = "movement"
    COMMANDS: tuple[type[Command], ...] = (*ORDERS, GoIntoExile, EndMovement)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """CO-7, CO-8: who acts at the called place; before it is called, at the next one."""
        if state.coup is None or state.coup.segment != "movement":
            return ()
        opened = state.course.stage
        if opened is not None and opened.name == self.NAME:
            mover = acting(state)
            return () if mover is None else (mover.seat,)
        return tuple(_mover(state, place).seat for place in waiting_places(state)[:1])

    def open(self, state: State) -> Events:
        """CO-8: the first who is called has begun the phase."""
        mover = _mover(state, waiting_places(state)[0])
        begins = running(state).began is None
        return (MoverCalled(seat=mover.seat, place=mover.place, begins=begins),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CO-7: in the insurrection a loyalist may only join, by a means, or stay loyal."""
        mover = acting(state)
        if seat not in self.active(state) or mover is None or rolling(state):
            return ()
        ways = means if _loyal_in_insurrection(state, seat) else orders
        end = Accept(command=EndMovement, choices={}, rule="MV-1")
        return (*ways(state, mover), *_ways_out(state, mover), end)

    def decide(self, state: State, seat: Seat, command: Command) -> Events:
        """CO-7: who uses a means in the insurrection is an insurgent. CO-15: else sides stay."""
        mover = acting(state)
        assert mover is not None
        if isinstance(command, EndMovement):
            return (MovementEnded(seat=seat, place=mover.place),)
        if isinstance(command, GoIntoExile):
            return (ExileEntered(seat=seat, embassy=command.embassy), *_ended(state))
        loyal = _loyal_in_insurrection(state, seat)
        joined = (InsurgentJoined(seat=seat),) if loyal else ()
        return (*joined, *obeyed(state, mover, command))

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return movement_over(state)

    def expire(self, state: State) -> Events:
        """MV-1: silence orders nothing more."""
        return tuple(_ended(state))


def _ways_out(state: State, mover: Mover) -> Iterator[Accept]:
    """CO-12: any embassy in which the mover has a unit; never for the President."""
    if mover.seat != mover.place or mover.seat == state.government.president:
        return
    units = commanded(running(state), mover).values()
    embassies = tuple(sorted({u.zone for u in units} & set(city(state).embassies)))
    if embassies:
        choice = OneOf(values=embassies, refusal=NoSuchZone)
        yield Accept(command=GoIntoExile, choices={"embassy": choice}, rule="CO-12")


def _ended(state: State) -> Iterator[MovementEnded]:
    mover = acting(state)
    if mover is not None:
        yield MovementEnded(seat=mover.seat, place=mover.place)


def _mover(state: State, place: Seat) -> Mover:
    seat = commander_at(state, place)
    assert seat is not None
    return Mover(seat, place)


def _loyal_in_insurrection(state: State, seat: Seat) -> bool:
    coup = running(state)
    return coup.phase == 0 and seat not in coup.insurgents


def mover_called(state: State, event: MoverCalled) -> State:
    began = event.place if event.begins else running(state).began
    return in_coup(state, called=event.place, began=began)


def movement_ended(state: State, event: MovementEnded) -> State:
    return in_coup(state, called=None, done=running(state).done | {event.place}, flight=None)
