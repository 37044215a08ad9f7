"""Steps 7 and 10: who is at the bank moves bills to and from his Swiss account. BA-1 to BA-5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.junta.rejections import BillsNotHeld
from rules.junta.state import State, clockwise, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.money_choices import Portion
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC, only_to


@command("use_bank")
class UseBank(Command):
    """Lay bills of the purse into the account and take others out; none at all is to do nothing."""

    deposit: Bills
    withdraw: Bills


@event("bank_used")
class BankUsed(Event):
    """SE-3, SE-8: a seat was served; everybody sees how many bills its account has now."""

    seat: Annotated[Seat, PUBLIC]
    deposit: Annotated[Bills, only_to("seat")]
    withdraw: Annotated[Bills, only_to("seat")]
    account_bills: Annotated[int, PUBLIC]


@dataclass(frozen=True, slots=True)
class Bank:
    """One seat's turn at the counter; opened again for the next one. Once for each of two steps."""

    NAME: str
    COMMANDS: tuple[type[Command], ...] = (UseBank,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, queue(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """BA-3: whole bills of the purse in, whole bills of the account out, any number of them."""
        if seat not in self.active(state):
            return ()
        family = state.families[seat]
        deposit = Portion(held=family.cash, refusal=BillsNotHeld)
        withdraw = Portion(held=family.swiss, refusal=BillsNotHeld)
        choices = {"deposit": deposit, "withdraw": withdraw}
        return (Accept(command=UseBank, choices=choices, rule="BA-3"),)

    def decide(self, state: State, seat: Seat, command: UseBank) -> Events:
        account = state.families[seat].swiss_bills
        left = account + command.deposit.number - command.withdraw.number
        used = BankUsed(
            seat=seat, deposit=command.deposit, withdraw=command.withdraw, account_bills=left
        )
        return (used,)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """BA-4: silence moves nothing."""
        return tuple(
            BankUsed(
                seat=seat,
                deposit=NO_BILLS,
                withdraw=NO_BILLS,
                account_bills=state.families[seat].swiss_bills,
            )
            for seat in self.active(state)
        )


def queue(state: State) -> tuple[Seat, ...]:
    """BA-2: who is at the bank, the President first, then clockwise; BA-5: once in a turn.

    EX-3: the dead and the exiled are not.
    """
    if state.turn.bank_holiday:
        return ()
    places, served = state.whereabouts.places, state.whereabouts.banked
    waiting = (s for s in clockwise(state) if s not in served and state.families[s].present)
    return tuple(s for s in waiting if places.get(s) == "bank")


def bank_used(state: State, event: BankUsed) -> State:
    family = state.families[event.seat]
    whereabouts = but(state.whereabouts, banked=state.whereabouts.banked | {event.seat})
    return with_family(
        but(state, whereabouts=whereabouts),
        event.seat,
        cash=family.cash - event.deposit + event.withdraw,
        swiss=family.swiss + event.deposit - event.withdraw,
        swiss_bills=event.account_bills,
    )
