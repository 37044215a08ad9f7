"""Whom the junta chose takes power, or declines. CE-9, CE-10."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.power import candidates, in_power, last_one, takes
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("take_power")
class TakePower(Command):
    """Become President (`true`), or leave it to another member of the junta (`false`)."""

    accepts: bool


@event("power_declined")
class PowerDeclined(Event):
    """A member of the junta will not be President; the others choose again."""

    seat: Annotated[Seat, PUBLIC]


class JuntaAcceptance:
    """The chosen one alone."""

    NAME = "junta_acceptance"
    COMMANDS: tuple[type[Command], ...] = (TakePower,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        chosen = running(state).chosen
        return () if chosen is None or in_power(state) else (chosen,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=TakePower, choices={"accepts": YES_OR_NO}, rule="CE-9"),)

    def decide(self, state: State, seat: Seat, command: TakePower) -> Events:
        """CE-9: the others choose again; a last one left has the office."""
        if command.accepts:
            return (takes(state, seat),)
        left = tuple(other for other in candidates(state) if other != seat)
        return (PowerDeclined(seat=seat), *last_one(state, left))

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CE-9: silence accepts."""
        return tuple(takes(state, seat) for seat in self.active(state))


def power_declined(state: State, event: PowerDeclined) -> State:
    refused = running(state).refused_office | {event.seat}
    return in_coup(state, refused_office=refused, chosen=None, ballots={})
