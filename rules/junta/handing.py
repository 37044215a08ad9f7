"""How goods go from hand to hand: the fold of what was given, offered and exchanged. No rule.

Cards set aside in an offer stay in their owner's public `hand_size` until they change hands: an
offer is known to its parties alone.
"""

from __future__ import annotations

from typing import Any

from rules.junta.deals import offer
from rules.junta.intrigue import Offer
from rules.junta.state import State, with_family
from rules.kernel.frozen import but
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat


def handed(state: State, giver: Seat, receiver: Seat, **goods: Any) -> State:
    """Bills and cards (`cards`, and their `number`) leave one purse and hand and enter another."""
    bills, cards, number = goods["bills"], goods["cards"], goods["number"]
    one = state.families[giver]
    state = with_family(
        state,
        giver,
        cash=one.cash - bills,
        hand=one.hand - cards,
        hand_size=one.hand_size - number,
    )
    other = state.families[receiver]
    return with_family(
        state,
        receiver,
        cash=other.cash + bills,
        hand=other.hand | cards,
        hand_size=other.hand_size + number,
    )


def money_given(state: State, event: Any) -> State:
    one, other = state.families[event.giver], state.families[event.receiver]
    state = with_family(state, event.giver, cash=one.cash - event.bills)
    return with_family(state, event.receiver, cash=other.cash + event.bills)


def cards_given(state: State, event: Any) -> State:
    return handed(
        state,
        event.giver,
        event.receiver,
        bills=event.bills,
        cards=event.cards,
        number=event.number,
    )


def offer_made(state: State, event: Any) -> State:
    made = Offer(
        giver=event.giver,
        receiver=event.receiver,
        number=event.number,
        bills=event.bills,
        cards=event.cards,
        want_mp=event.want_mp,
        want_cards=event.want_cards,
    )
    family = state.families[event.giver]
    numbers = {**state.offers_made, (event.giver, event.receiver): event.number}
    return with_family(
        but(state, offers=(*state.offers, made), offers_made=numbers),
        event.giver,
        cash=family.cash - event.bills,
        hand=family.hand - event.cards,
    )


def money_exchanged(state: State, event: Any) -> State:
    made = offer(state, event.giver, event.receiver, event.number)
    assert made is not None
    state = but(state, offers=tuple(o for o in state.offers if o is not made))
    giver, receiver = state.families[event.giver], state.families[event.receiver]
    state = with_family(state, event.giver, cash=giver.cash + event.back)
    return with_family(state, event.receiver, cash=receiver.cash + made.bills - event.back)


def cards_exchanged(state: State, event: Any) -> State:
    """Whoever does not know the offer sees its cards go all the same."""
    if not is_hidden(event.number):
        made = offer(state, event.giver, event.receiver, event.number)
        state = but(state, offers=tuple(o for o in state.offers if o is not made))
    one, other = state.families[event.giver], state.families[event.receiver]
    change = event.cards_given - event.cards_back
    state = with_family(
        state,
        event.giver,
        cash=one.cash + event.back,
        hand=one.hand | event.want_cards,
        hand_size=one.hand_size - change,
    )
    return with_family(
        state,
        event.receiver,
        cash=other.cash + event.bills - event.back,
        hand=(other.hand - event.want_cards) | event.cards,
        hand_size=other.hand_size + change,
    )
