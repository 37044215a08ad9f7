"""Step 4: the President, or who offers an alternative, announces a budget. BU-1 to BU-4, AL-4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.budgets import budget, proposer, total
from rules.junta.rejections import BillsNotHeld
from rules.junta.state import State, living, with_family
from rules.junta.succession import resignation_due
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.money_choices import Portions
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC, only_to


@command("propose_budget")
class ProposeBudget(Command):
    """MO-2: name the bills that each seat is to get; a seat left out gets none."""

    shares: Mapping[Seat, Bills]


@event("budget_proposed")
class BudgetProposed(Event):
    """SE-5: everybody hears the sums; the bills set aside, aid before purse, are secret."""

    seat: Annotated[Seat, PUBLIC]
    sums: Annotated[Mapping[Seat, int], PUBLIC]
    shares: Annotated[Mapping[Seat, Bills], only_to("seat")]
    from_aid: Annotated[Bills, only_to("seat")]
    from_cash: Annotated[Bills, only_to("seat")]


class BudgetAnnouncement:
    """The President alone, or whoever offers an alternative to his budget."""

    NAME = "budget"
    COMMANDS: tuple[type[Command], ...] = (ProposeBudget,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """RS-3: who resigns announces nothing, nor does anybody while there is no President."""
        proposing = state.budget is not None and state.budget.phase == "proposing"
        leaving = resignation_due(state)
        asked = proposer(state)
        waiting = (asked,) if proposing and not leaving and asked is not None else ()
        return in_turn(state.course, self.NAME, waiting)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """BU-1, BU-2: any bills of the aid and the own purse, named for each living family."""
        if seat not in self.active(state):
            return ()
        choice = Portions(
            held=budget(state).aid + state.families[seat].cash,
            among=living(state),
            refusal=BillsNotHeld,
        )
        return (Accept(command=ProposeBudget, choices={"shares": choice}, rule="BU-2"),)

    def decide(self, state: State, seat: Seat, command: ProposeBudget) -> Events:
        """BU-3: the sums are announced, the bills set aside face down."""
        return (_proposed(state, seat, command.shares),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """BU-4: silence promises nobody anything."""
        return tuple(_proposed(state, seat, {}) for seat in self.active(state))


def _proposed(state: State, seat: Seat, shares: Mapping[Seat, Bills]) -> BudgetProposed:
    promised = total(list(shares.values()))
    from_aid = promised.least(budget(state).aid)
    return BudgetProposed(
        seat=seat,
        sums={s: shares[s].mp if s in shares else 0 for s in state.course.clockwise_from(0)},
        shares={s: bills for s, bills in sorted(shares.items()) if bills.number},
        from_aid=from_aid,
        from_cash=promised - from_aid,
    )


def budget_proposed(state: State, event: BudgetProposed) -> State:
    running = but(
        budget(state),
        phase="voting",
        proposer=event.seat,
        aid=budget(state).aid - event.from_aid,
        sums=event.sums,
        shares=event.shares,
        set_aside=event.from_aid + event.from_cash,
    )
    cash = state.families[event.seat].cash - event.from_cash
    return with_family(but(state, budget=running), event.seat, cash=cash)
