"""Why a declaration is not taken at all, where a rule says so. Read from what the seat knows."""

from __future__ import annotations

from rules.junta.deals import offer
from rules.junta.interrupts.deal import AcceptOffer, GiveCards, GiveMoney, MakeOffer
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.interrupts.resign import Resign, coup_running
from rules.junta.orders import MEANS, ORDERS
from rules.junta.stages.coup_start import CoupStart, excused
from rules.junta.state import State, frozen
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command

GIFTS = (GiveMoney, GiveCards, MakeOffer)
MARCHING = (*ORDERS, GiveUnits)
ANY_MEANS = "a card with units, a move of your units, or fire at the Palace from ships or aircraft"

Reason = tuple[str, str]
"""The id of a rule, and the sentence."""


def why_not(state: State, seat: Seat, order: Command) -> Reason | None:
    """The rule that keeps this seat from declaring this now, if it is one of these."""
    if isinstance(order, Resign):
        return _not_resigning(state, seat)
    if isinstance(order, GIFTS):
        return _not_giving(state, seat)
    if isinstance(order, AcceptOffer):
        return _not_accepting(state, seat, order)
    if isinstance(order, MARCHING):
        return _not_rising(state, seat, order)
    return None


def _not_rising(state: State, seat: Seat, order: Command) -> Reason | None:
    """CO-2 to CO-4: a coup needs an excuse and a means; whoever joins it needs a means."""
    opened, coup, means = state.course.stage, state.coup, isinstance(order, MEANS)
    if opened is None or seat not in opened.seats:
        return None
    if coup is not None:
        joining = coup.phase == 0 and seat not in coup.insurgents and not means
        return ("CO-4", f"join the insurgents first, by {ANY_MEANS}") if joining else None
    if opened.name != CoupStart.NAME:
        return None
    if not means:
        return "CO-4", f"that starts no coup; what does is {ANY_MEANS}"
    if not excused(state, seat):
        return "CO-2", "there is no excuse for a coup this turn, and you are not at headquarters"
    return "CO-3", "you have nothing with which to do that"


def _not_resigning(state: State, seat: Seat) -> Reason:
    """RS-1: the President alone, once, and not in a coup."""
    if state.government.president != seat:
        return "RS-1", "you are not the President"
    if coup_running(state):
        return "RS-1", "nobody resigns while a coup is fought"
    return "RS-1", "you have announced that you resign"


def _not_giving(state: State, seat: Seat) -> Reason | None:
    """AS-7: who is named in an attempt gives nothing away. DE-1: nor do the dead."""
    if not state.families[seat].alive:
        return "DE-1", "the dead deal with nobody"
    if frozen(state, seat):
        return "AS-7", "you are named in an attempt: until it is resolved you give nothing away"
    return None


def _not_accepting(state: State, seat: Seat, order: AcceptOffer) -> Reason | None:
    """AS-7: of an offer, neither side may be one that the named would have to give."""
    made = offer(state, order.of, seat, order.number)
    if made is None:
        return None
    if frozen(state, seat) and (made.want_mp or made.want_cards):
        return "AS-7", "you are named in an attempt: until it is resolved you give nothing away"
    if frozen(state, made.giver):
        return "AS-7", f"seat {made.giver} is named in an attempt, and gives nothing away"
    return None
