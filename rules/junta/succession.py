"""Leaving the presidency and taking it over: what every way out of office shares. RS-4 to RS-6.

A President who resigns or is removed leaves his whole cash behind in a purse that waits for who is
elected next. What the old President knew of the aid, the new one learns.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.deals import aside, made_by
from rules.junta.state import State, frozen, president, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among, only_to


@event("office_left")
class OfficeLeft(Event):
    """The President left his office, alive, and his cash with it; only he knows how much."""

    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


@event("purse_inherited")
class PurseInherited(Event):
    """The new President got the purse, and the aid where no budget has been announced yet."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, among("parties")]
    aid: Annotated[Bills, among("parties")]


def leave_office(state: State) -> Events:
    """RS-4: the President's offers end, and all his cash is set aside for his successor."""
    seat = president(state)
    bills = state.families[seat].cash + aside(state, seat)[0]
    return (*made_by(state, seat), OfficeLeft(seat=seat, bills=bills))


def inheritance(state: State) -> Events:
    """RS-5: whoever is President after one who left gets the purse, and the aid of an open budget.

    To be asked right after an election; nothing where nobody left a purse.
    """
    left_by = state.government.left_by
    if left_by is None or state.government.president is None:
        return ()
    heir = president(state)
    inherited = PurseInherited(
        parties=tuple(sorted({left_by, heir})),
        seat=heir,
        bills=state.government.purse,
        aid=state.budget.aid if state.budget is not None and unannounced(state) else NO_BILLS,
    )
    return (inherited,)


def resignation_due(state: State) -> bool:
    """RS-2: the President has resigned, and nothing stands before it: attempt, vote or coup.

    RS-3: whatever waits for him alone waits no longer.
    """
    seat = state.government.president
    if seat is None or not state.government.resigning or frozen(state, seat):
        return False
    voting = state.motion is not None or not (state.budget is None or unannounced(state))
    return not voting and (state.coup is None or state.coup.settled)


def unannounced(state: State) -> bool:
    """RS-6: whether aid has been drawn for a budget that the President has still to announce."""
    budget = state.budget
    return budget is not None and budget.phase == "proposing" and budget.proposer is None


def office_left(state: State, event: OfficeLeft) -> State:
    government = but(
        state.government,
        president=None,
        purse=state.government.purse + event.bills,
        left_by=event.seat,
        resigning=False,
    )
    cash = state.families[event.seat].cash - event.bills
    return with_family(but(state, government=government, returns=None), event.seat, cash=cash)


def purse_inherited(state: State, event: PurseInherited) -> State:
    if unannounced(state):
        state = but(state, budget=but(state.budget, aid=event.aid, drawn=event.aid))
    government = but(state.government, purse=NO_BILLS, left_by=None)
    cash = state.families[event.seat].cash + event.bills
    return with_family(but(state, government=government), event.seat, cash=cash)
