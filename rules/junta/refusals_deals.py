"""Why a gift or an answer to an offer is not taken. Read from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta.deals import offer
from rules.junta.interrupts.deal import (
    MOST_OFFERS,
    AcceptOffer,
    DeclineOffer,
    GiveCards,
    GiveMoney,
    MakeOffer,
    WithdrawOffer,
)
from rules.junta.intrigue import Offer
from rules.junta.refusals_orders import Reason
from rules.junta.state import State, frozen, living
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.wording import clipped, row

NAMED = "you are named in an attempt: until it is resolved you give nothing away"


def not_dealing(state: State, seat: Seat, order: Command) -> Reason | None:
    """DE-1: the dead deal with nobody; then what this way of dealing lacks."""
    if not state.families[seat].alive:
        return "DE-1", "the dead deal with nobody"
    return DEALING[type(order)](state, seat, order)


def _not_giving(state: State, seat: Seat, order: Command) -> Reason | None:
    """AS-7: who is named in an attempt gives nothing away. DE-2 to DE-6: nor does who has not."""
    if frozen(state, seat):
        return "AS-7", NAMED
    if living(state) == (seat,):
        return "DE-1", "nobody else is alive to deal with"
    return WANTING[type(order)]


def _not_accepting(state: State, seat: Seat, order: AcceptOffer) -> Reason | None:
    """DE-5: an offer that is open to the seat. AS-7: neither side gives while it is named."""
    made = offer(state, order.of, seat, order.number)
    if made is None:
        return _none_open(order.number, f"of seat {clipped(order.of)} to you")
    if frozen(state, seat) and (made.want_mp or made.want_cards):
        return "AS-7", NAMED
    if frozen(state, made.giver) and (made.bills.number or made.cards):
        return "AS-7", f"seat {made.giver} is named in an attempt, and gives nothing away"
    return _not_paying(state, seat, made)


def _not_paying(state: State, seat: Seat, made: Offer) -> Reason | None:
    """DE-5: who accepts holds what the offer asks."""
    family = state.families[seat]
    missing = sorted(made.want_cards - family.hand)
    if missing:
        return "DE-5", f"it asks for cards that are not in your hand: {row(missing)}"
    if family.cash.mp < made.want_mp:
        return "DE-5", f"it asks for {made.want_mp} MP; you have {family.cash.mp} MP"
    return None


def _not_declining(state: State, seat: Seat, order: DeclineOffer) -> Reason | None:
    """DE-5: an offer that was made to the seat."""
    if offer(state, order.of, seat, order.number) is not None:
        return None
    return _none_open(order.number, f"of seat {clipped(order.of)} to you")


def _not_withdrawing(state: State, seat: Seat, order: WithdrawOffer) -> Reason | None:
    """DE-5: an offer that the seat has made."""
    if offer(state, seat, order.to, order.number) is not None:
        return None
    return _none_open(order.number, f"of yours to seat {clipped(order.to)}")


def _none_open(number: int, between: str) -> Reason:
    return "DE-5", f"no offer {clipped(number)} {between} is open"


WANTING: Mapping[type[Command], Reason] = {
    GiveMoney: ("DE-2", "you have no money to give"),
    GiveCards: ("DE-3", "you have no cards to give"),
    MakeOffer: ("DE-6", f"{MOST_OFFERS} offers of yours are open: withdraw one first"),
}
"""What is lacking where neither death nor an attempt keeps a seat from giving."""

DEALING: Mapping[type[Command], Callable[[State, Seat, Any], Reason | None]] = {
    **dict.fromkeys(WANTING, _not_giving),
    AcceptOffer: _not_accepting,
    DeclineOffer: _not_declining,
    WithdrawOffer: _not_withdrawing,
}
