"""A rejected budget: the Minister of the Interior may force it with the police. BU-10 to BU-12."""

from __future__ import annotations

from typing import Annotated

from rules.junta.budgets import budget, payments, returned
from rules.junta.state import State, minister, present
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("force_budget")
class ForceBudget(Command):
    """BU-10: send the police into the Chamber (`true`), or let the budget fall (`false`)."""

    force: bool


@event("budget_forced")
class BudgetForced(Event):
    """The police sit in the Chamber; the budget is paid and the bank goes to lunch."""

    seat: Annotated[Seat, PUBLIC]


@event("budget_fell")
class BudgetFell(Event):
    """Nobody forced the budget; the bank stays closed and the proposer keeps the aid."""


class BudgetForce:
    """The Minister of the Interior alone."""

    NAME = "budget_force"
    COMMANDS: tuple[type[Command], ...] = (ForceBudget,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """BU-13: a Minister in exile forces nothing, and nobody else can in his place."""
        rejected = state.budget is not None and state.budget.phase == "rejected"
        asked = minister(state)
        return (asked,) if rejected and asked in present(state) else ()

    def open(self, state: State) -> Events:
        """BU-13: where nobody can be asked the budget falls."""
        return () if self.active(state) else (BudgetFell(),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=ForceBudget, choices={"force": YES_OR_NO}, rule="BU-10"),)

    def decide(self, state: State, seat: Seat, command: ForceBudget) -> Events:
        return (BudgetForced(seat=seat),) if command.force else (BudgetFell(),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """BU-11: a forced budget is paid as if adopted; BU-12: a fallen one pays nobody."""
        return payments(state) if budget(state).phase == "adopted" else returned(state)

    def expire(self, state: State) -> Events:
        """BU-10: silence does not force."""
        return tuple(BudgetFell() for _ in self.active(state))


def budget_forced(state: State, event: BudgetForced) -> State:
    turn = but(state.turn, bank="lunch", police_in_chamber=True)
    return but(state, budget=but(budget(state), phase="adopted"), turn=turn)


def budget_fell(state: State, event: BudgetFell) -> State:
    return but(state, budget=but(budget(state), phase="fallen"))
