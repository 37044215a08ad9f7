"""After the last phase each says on which side he is. CE-1, CE-2."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.forces import Side
from rules.junta.state import State, present, president
from rules.junta.verdict import camp, counted, over
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("declare_side")
class DeclareSide(Command):
    """Stand with the junta, or with the President."""

    side: Side


@event("side_declared")
class SideDeclared(Event):
    """A family stands on this side in the end."""

    seat: Annotated[Seat, PUBLIC]
    side: Annotated[Side, PUBLIC]


class LastDeclarations:
    """One seat's declaration; opened again for the next one."""

    NAME = "last_declarations"
    COMMANDS: tuple[type[Command], ...] = (DeclareSide,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """CE-1: the First Insurgent's seat first, then clockwise."""
        return in_turn(state.course, self.NAME, undeclared(state))

    def open(self, state: State) -> Events:
        """CE-1: the President is loyal, and not asked."""
        if running(state).declared:
            return ()
        return (SideDeclared(seat=president(state), side="president"),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        choices = {"side": OneOf(values=_sides(state, seat))}
        return (Accept(command=DeclareSide, choices=choices, rule="CE-1"),)

    def decide(self, state: State, seat: Seat, command: DeclareSide) -> Events:
        return (SideDeclared(seat=seat, side=command.side),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """CE-4: when all have declared, the power centres are counted."""
        return () if undeclared(state) or over(state) else (counted(state),)

    def expire(self, state: State) -> Events:
        """CE-2: silence stays in its camp."""
        return tuple(
            SideDeclared(seat=seat, side=camp(running(state), seat)) for seat in self.active(state)
        )


def undeclared(state: State) -> tuple[Seat, ...]:
    """CE-1: who has still to declare; the dead and exiles do not, nor does the President."""
    coup, here = running(state), present(state)
    done = {*coup.declared, state.government.president}
    turns = state.course.clockwise_from(coup.first_insurgent)
    return tuple(seat for seat in turns if seat in here and seat not in done)


def _sides(state: State, seat: Seat) -> tuple[Side, ...]:
    """CE-1: either side, but for a First Insurgent who may not turn back."""
    locked = state.course.options["first_insurgent_locked"]
    if locked and seat == running(state).first_insurgent:
        return ("junta",)
    return ("junta", "president")


def side_declared(state: State, event: SideDeclared) -> State:
    return in_coup(state, declared={**running(state).declared, event.seat: event.side})
