"""Budgets: what the four stages of a budget share. Pure functions, and the fold of the payments.

AI-3, BU-3: the aid is a pouch of its own, and the promised bills are set aside, until the budget
is paid or has fallen: so no later refusal can betray the President's purse.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.state import Budget, State, clockwise, president, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among, only_to


@event("share_paid")
class SharePaid(Event):
    """SE-5: a share was paid exactly as announced, face down; the two know the bills."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    mp: Annotated[int, PUBLIC]
    bills: Annotated[Bills, among("parties")]


@event("aid_kept")
class AidKept(Event):
    """SE-4: what is left of the aid went into the President's purse; the budget is closed."""

    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


def budget(state: State) -> Budget:
    """The budget under way; to be asked only in its stages."""
    assert state.budget is not None
    return state.budget


def payments(state: State) -> Events:
    """BU-9: each gets face down exactly what was announced; the President keeps the rest."""
    giver, running = president(state), budget(state)
    paid = [
        SharePaid(parties=(giver, receiver), receiver=receiver, mp=bills.mp, bills=bills)
        for receiver in clockwise(state)
        if (bills := running.shares.get(receiver, NO_BILLS)).number
    ]
    return (*paid, AidKept(seat=giver, bills=running.aid))


def returned(state: State) -> Events:
    """BU-12: a fallen budget pays nobody; all the bills stay the President's."""
    running = budget(state)
    return (AidKept(seat=president(state), bills=running.aid + running.set_aside),)


def share_paid(state: State, event: SharePaid) -> State:
    running = budget(state)
    left = but(running, set_aside=running.set_aside - event.bills)
    cash = state.families[event.receiver].cash + event.bills
    return with_family(but(state, budget=left), event.receiver, cash=cash)


def aid_kept(state: State, event: AidKept) -> State:
    cash = state.families[event.seat].cash + event.bills
    return with_family(but(state, budget=None), event.seat, cash=cash)


def total(bundles: list[Bills]) -> Bills:
    """Several bundles as one."""
    added: Bills = sum(bundles, NO_BILLS)
    return added
