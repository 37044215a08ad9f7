"""Budgets: what the stages of a budget share. Pure functions, the count, the payments. BU-7, BU-9.

AI-3, BU-3: the aid is a pouch of its own, and the promised bills are set aside, until the budget
is paid or has fallen: so no later refusal can betray the proposer's purse.
"""

from __future__ import annotations

from typing import Annotated, Literal

from rules.junta.chamber import both_sides
from rules.junta.elections import vote_cards_to_discard
from rules.junta.parliament import Budget
from rules.junta.state import State, clockwise, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among, only_to

Result = Literal["adopted", "rejected", "tied"]


@event("share_paid")
class SharePaid(Event):
    """SE-5: a share was paid exactly as announced, face down; the two know the bills."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    mp: Annotated[int, PUBLIC]
    bills: Annotated[Bills, among("parties")]


@event("aid_kept")
class AidKept(Event):
    """SE-4: what is left of the aid went into the proposer's purse; the budget is closed."""

    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


@event("budget_counted")
class BudgetCounted(Event):
    """The votes that count together: adopted, rejected or tied."""

    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]
    result: Annotated[Result, PUBLIC]


@event("budget_replaced")
class BudgetReplaced(Event):
    """A seat offers a budget of its own; who proposed the rejected one has his own bills back."""

    seat: Annotated[Seat, PUBLIC]
    former: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, only_to("former")]


def budget(state: State) -> Budget:
    """The budget under way; to be asked only in its stages."""
    assert state.budget is not None
    return state.budget


def proposer(state: State) -> Seat | None:
    """BU-1, AL-4: whose budget it is: the President's, until somebody else's takes its place."""
    own = None if state.budget is None else state.budget.proposer
    return state.government.president if own is None else own


def alternative_possible(state: State) -> bool:
    """AL-1: between the rejection of the President's budget and the Minister's answer."""
    found = state.budget
    return found is not None and found.phase == "rejected" and found.alternative == "possible"


def replaced(state: State, seat: Seat) -> Events:
    """AL-2: the rejected budget is gone; what its proposer added to the aid returns to him."""
    former, running = proposer(state), budget(state)
    assert former is not None
    own = running.aid + running.set_aside - running.drawn
    return (BudgetReplaced(seat=seat, former=former, bills=own),)


def counted(state: State) -> Events:
    """BU-7: more for than against adopts, fewer rejects, equal numbers (0 to 0 too) are a tie."""
    in_favour, against = both_sides(budget(state).votes)
    result = _result(in_favour, against)
    count = BudgetCounted(in_favour=in_favour, against=against, result=result)
    paid = payments(state) if result == "adopted" else ()
    return (count, *vote_cards_to_discard(state), *paid)


def _result(in_favour: int, against: int) -> Result:
    if in_favour == against:
        return "tied"
    return "adopted" if in_favour > against else "rejected"


def payments(state: State) -> Events:
    """BU-9: each gets face down exactly what was announced; the proposer keeps the rest.

    BU-14: the dead are paid nothing, and their shares stay the proposer's.
    """
    giver, running = proposer(state), budget(state)
    assert giver is not None
    dead = total([running.shares[s] for s in running.shares if not state.families[s].alive])
    paid = [
        SharePaid(parties=(giver, receiver), receiver=receiver, mp=bills.mp, bills=bills)
        for receiver in clockwise(state)
        if state.families[receiver].alive
        and (bills := running.shares.get(receiver, NO_BILLS)).number
    ]
    return (*paid, AidKept(seat=giver, bills=running.aid + dead))


def returned(state: State) -> Events:
    """BU-12, AL-6: a fallen budget pays nobody; all the bills stay the proposer's."""
    keeper, running = proposer(state), budget(state)
    assert keeper is not None
    return (AidKept(seat=keeper, bills=running.aid + running.set_aside),)


def budget_counted(state: State, event: BudgetCounted) -> State:
    """An adopted budget opens the bank; a rejected one closes it and is an excuse for a coup."""
    running = but(budget(state), phase=event.result, answered=frozenset())
    state = but(state, budget=running)
    if event.result == "adopted":
        return but(state, turn=but(state.turn, bank="open"))
    if event.result == "rejected":
        return but(state, turn=but(state.turn, bank="closed", excuse=True))
    return state


def budget_replaced(state: State, event: BudgetReplaced) -> State:
    """The aid is together again, and waits to be handed over."""
    drawn = budget(state).drawn
    anew = Budget(
        aid=drawn,
        sums={},
        shares={},
        votes={},
        phase="handing_over",
        proposer=event.seat,
        alternative="played",
    )
    cash = state.families[event.former].cash + event.bills
    return with_family(but(state, budget=anew), event.former, cash=cash)


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
