"""Step 3: the President draws the foreign aid, or the game ends. AI-1 to AI-3."""

from __future__ import annotations

from typing import Annotated

from rules.junta.drawing import next_bills
from rules.junta.parliament import Budget
from rules.junta.ruleset import AID_BILLS
from rules.junta.state import State, president
from rules.kernel.bills import Bills
from rules.kernel.chance import Source
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events, ask_draw
from rules.kernel.visibility import PUBLIC, only_to


@event("aid_drawn")
class AidDrawn(Event):
    """SE-4: the President drew eight bills that he need show to nobody."""

    seat: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


@event("aid_ran_out")
class AidRanOut(Event):
    """EN-1: fewer than eight face-down bills were left: nothing is drawn, the game is over."""


def asked(state: State) -> Events:
    """AI-2: with fewer than eight face-down bills the game ends on the spot."""
    if state.treasury.pile_size < AID_BILLS:
        return (AidRanOut(),)
    return (ask_draw("aid", president(state)),)


AID = AsksNobody("aid", opens=asked)


def aid_came(state: State, request: Request, source: Source) -> Events:
    """AI-1: eight bills from the pile, known to the President alone."""
    if state.treasury.pile_size < AID_BILLS:
        return (AidRanOut(),)
    bills = next_bills(state.script.aid, state.treasury.pile, source, AID_BILLS)
    return (AidDrawn(seat=president(state), number=AID_BILLS, bills=bills),)


def aid_drawn(state: State, event: AidDrawn) -> State:
    treasury = but(
        state.treasury,
        pile=state.treasury.pile - event.bills,
        pile_size=state.treasury.pile_size - event.number,
    )
    budget = Budget(aid=event.bills, drawn=event.bills, sums={}, shares={}, votes={})
    script = but(state.script, aid=state.script.aid[event.number :])
    return but(state, treasury=treasury, budget=budget, script=script)


def aid_ran_out(state: State, event: AidRanOut) -> State:
    return but(state, aid_ran_out=True)
