"""Open offers: what making, accepting and ending them share. Pure functions and shared facts.

What is offered is set aside with the offer, so that no later refusal betrays a purse; it comes back
when the offer ends without being accepted. An offer is known to its two parties alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from rules.junta.cards import CardId
from rules.junta.intrigue import Offer
from rules.junta.state import NO_CARDS, State, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC, among

Ending = Literal["declined", "withdrawn"]


@event("offer_ended", seen_by=among("parties"))
class OfferEnded(Event):
    """An offer was declined or withdrawn; what was set aside is its maker's again."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    how: Annotated[Ending, PUBLIC]


def offer(state: State, giver: Seat, receiver: Seat, number: int) -> Offer | None:
    """The open offer with this number of the one to the other."""
    return next(
        (o for o in state.offers if (o.giver, o.receiver, o.number) == (giver, receiver, number)),
        None,
    )


def aside(state: State, seat: Seat) -> tuple[Bills, frozenset[CardId]]:
    """DE-10: what the seat has set aside in its open offers, and can use for nothing else."""
    bills, cards = NO_BILLS, NO_CARDS
    for made in state.offers:
        if made.giver == seat:
            bills, cards = bills + made.bills, cards | made.cards
    return bills, cards


def ended(offers: Iterable[Offer], how: Ending) -> tuple[OfferEnded, ...]:
    """The end of each of the offers."""
    return tuple(
        OfferEnded(
            parties=(o.giver, o.receiver),
            giver=o.giver,
            receiver=o.receiver,
            number=o.number,
            how=how,
        )
        for o in offers
    )


@event("offers_lapsed")
class OffersLapsed(Event):
    """Open offers that these made, or that were made to these, have ended, if there were any.

    Told to all, whether there were any or not; what was set aside is its makers' again.
    """

    makers: Annotated[tuple[Seat, ...], PUBLIC]
    receivers: Annotated[tuple[Seat, ...], PUBLIC]
    with_cards_alone: Annotated[bool, PUBLIC]


def _lapsed(
    makers: Iterable[Seat], receivers: Iterable[Seat] = (), *, cards: bool = False
) -> tuple[OffersLapsed, ...]:
    lapsed = OffersLapsed(
        makers=tuple(makers), receivers=tuple(receivers), with_cards_alone=cards
    )
    return (lapsed,)


def all_expired(state: State) -> tuple[OffersLapsed, ...]:
    """DE-7: offers end with the turn."""
    return _lapsed(state.course.clockwise_from(0))


def of_seat(state: State, seat: Seat) -> tuple[OffersLapsed, ...]:
    """DE-8: the offers of the dead, and those made to them, end before the purse is taken."""
    return _lapsed((seat,), (seat,))


def made_by(state: State, seat: Seat) -> tuple[OffersLapsed, ...]:
    """DE-8: what a robbed or searched family has offered is its own again before anything goes."""
    return _lapsed((seat,))


def with_cards(state: State, seats: Iterable[Seat]) -> tuple[OffersLapsed, ...]:
    """DE-9: who has too many cards gets back those that he has offered, before he discards."""
    return _lapsed(seats, cards=True)


def offers_lapsed(state: State, event: OffersLapsed) -> State:
    """Of the offers that a viewer knows, those that the event names."""
    for made in state.offers:
        named = made.giver in event.makers or made.receiver in event.receivers
        if named and (made.cards or not event.with_cards_alone):
            state = _returned(state, made)
    return state


def offer_ended(state: State, event: OfferEnded) -> State:
    made = offer(state, event.giver, event.receiver, event.number)
    assert made is not None
    return _returned(state, made)


def _returned(state: State, made: Offer) -> State:
    family = state.families[made.giver]
    left = tuple(o for o in state.offers if o is not made)
    return with_family(
        but(state, offers=left),
        made.giver,
        cash=family.cash + made.bills,
        hand=family.hand | made.cards,
    )
