"""The President hands the aid to who offers an alternative budget, but for one bill. AL-3."""

from __future__ import annotations

from typing import Annotated

from rules.junta.budgets import budget
from rules.junta.rejections import BillsNotHeld
from rules.junta.state import State, with_family
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among, only_to


@command("keep_bill")
class KeepBill(Command):
    """Keep one bill of the aid, of this many MP; the others are handed over."""

    mp: int


@event("aid_handed_over")
class AidHandedOver(Event):
    """SE-4: the aid but for one bill went to the new proposer; the two know what he got."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    kept: Annotated[Bills, only_to("giver")]
    bills: Annotated[Bills, among("parties")]


class HandOver:
    """The President alone."""

    NAME = "hand_over"
    COMMANDS: tuple[type[Command], ...] = (KeepBill,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        handing = state.budget is not None and state.budget.phase == "handing_over"
        giver = state.government.president
        return (giver,) if handing and giver is not None else ()

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """AL-3: any one of the bills drawn, and exactly one."""
        if seat not in self.active(state):
            return ()
        choice = OneOf(values=_values(state), refusal=BillsNotHeld)
        return (Accept(command=KeepBill, choices={"mp": choice}, rule="AL-3"),)

    def decide(self, state: State, seat: Seat, command: KeepBill) -> Events:
        return (_handed_over(state, seat, command.mp),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """AL-3: silence keeps the most valuable bill."""
        return tuple(_handed_over(state, s, _values(state)[-1]) for s in self.active(state))


def _values(state: State) -> tuple[int, ...]:
    """What a bill of the aid may be worth, the least first; 0 where no bill was drawn."""
    return tuple(sorted(set(budget(state).aid.each()))) or (0,)


def _handed_over(state: State, giver: Seat, mp: int) -> AidHandedOver:
    receiver = budget(state).proposer
    assert receiver is not None
    kept = Bills.of((mp,))
    return AidHandedOver(
        parties=(giver, receiver),
        giver=giver,
        receiver=receiver,
        kept=kept,
        bills=budget(state).aid - kept,
    )


def aid_handed_over(state: State, event: AidHandedOver) -> State:
    running = but(budget(state), phase="proposing", aid=event.bills)
    cash = state.families[event.giver].cash + event.kept
    return with_family(but(state, budget=running), event.giver, cash=cash)
