"""The junta is divided: one of it chooses. CE-8."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.power import candidates, tie_breaker
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("break_junta_tie")
class BreakJuntaTie(Command):
    """Choose a member of the junta, one with votes or not."""

    choice: Seat


@event("junta_tie_broken")
class JuntaTieBroken(Event):
    """This seat chose that one."""

    seat: Annotated[Seat, PUBLIC]
    chosen: Annotated[Seat, PUBLIC]


class JuntaTie:
    """The First Insurgent, or who chooses in his place."""

    NAME = "junta_tie"
    COMMANDS: tuple[type[Command], ...] = (BreakJuntaTie,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return (tie_breaker(state),) if running(state).tied else ()

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CE-8: any member who has not declined."""
        if seat not in self.active(state):
            return ()
        choices = {"choice": OneOf(values=candidates(state))}
        return (Accept(command=BreakJuntaTie, choices=choices, rule="CE-8"),)

    def decide(self, state: State, seat: Seat, command: BreakJuntaTie) -> Events:
        return (JuntaTieBroken(seat=seat, chosen=command.choice),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CE-8: the silent chooses himself, or the next who can be chosen, clockwise."""
        able = candidates(state)
        return tuple(
            JuntaTieBroken(seat=seat, chosen=next(s for s in _from(state, seat) if s in able))
            for seat in self.active(state)
        )


def _from(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.course.clockwise_from(seat)


def junta_tie_broken(state: State, event: JuntaTieBroken) -> State:
    return in_coup(state, chosen=event.chosen, tied=False)
