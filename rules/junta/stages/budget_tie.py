"""Equal votes: the proposer decides. BU-8, AL-5."""

from __future__ import annotations

from typing import Annotated

from rules.junta.budgets import budget, payments, proposer
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("break_tie")
class BreakTie(Command):
    """Adopt the budget (`true`) or let it be rejected (`false`)."""

    adopt: bool


@event("tie_broken")
class TieBroken(Event):
    """The proposer decided the tied vote."""

    seat: Annotated[Seat, PUBLIC]
    adopted: Annotated[bool, PUBLIC]


class BudgetTie:
    """The proposer alone: the President, but for an alternative."""

    NAME = "budget_tie"
    COMMANDS: tuple[type[Command], ...] = (BreakTie,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        tied = state.budget is not None and state.budget.phase == "tied"
        asked = proposer(state)
        return (asked,) if tied and asked is not None else ()

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=BreakTie, choices={"adopt": YES_OR_NO}, rule="BU-8"),)

    def decide(self, state: State, seat: Seat, command: BreakTie) -> Events:
        return (TieBroken(seat=seat, adopted=command.adopt),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return payments(state) if budget(state).phase == "adopted" else ()

    def expire(self, state: State) -> Events:
        """BU-8: silence adopts: he proposed it himself."""
        return tuple(TieBroken(seat=seat, adopted=True) for seat in self.active(state))


def tie_broken(state: State, event: TieBroken) -> State:
    if event.adopted:
        turn = but(state.turn, bank="open")
        return but(state, budget=but(budget(state), phase="adopted"), turn=turn)
    turn = but(state.turn, bank="closed", excuse=True)
    return but(state, budget=but(budget(state), phase="rejected", answered=frozenset()), turn=turn)
