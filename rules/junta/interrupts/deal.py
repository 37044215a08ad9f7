"""Dealing at any time: gifts, and offers of money and cards for money and cards. DE-1 to DE-10."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from rules.junta import gifts
from rules.junta.cards import CardId
from rules.junta.deals import ended, offer
from rules.junta.intrigue import Offer
from rules.junta.prices import Exactly
from rules.junta.rejections import NoSuchOffer
from rules.junta.state import NO_CARDS, State, frozen, is_over_the_limit, living
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among

MOST_OFFERS = 10
"""DE-6: open offers that one seat may have at a time."""


@command("give_money")
class GiveMoney(Command):
    """Give bills; nobody else learns of it."""

    to: Seat
    bills: Bills


@command("give_cards")
class GiveCards(Command):
    """Give cards of the hand, and bills with them; everybody sees how many cards."""

    to: Seat
    cards: frozenset[CardId]
    bills: Bills


@command("make_offer")
class MakeOffer(Command):
    """Offer bills and cards for a sum of MP and named cards; what is offered is set aside."""

    to: Seat
    bills: Bills
    cards: frozenset[CardId]
    want_mp: int
    want_cards: frozenset[CardId]


@command("accept_offer")
class AcceptOffer(Command):
    """Take an offer, and hand over the bills and cards that it asks for."""

    of: Seat
    number: int
    bills: Bills


@command("decline_offer")
class DeclineOffer(Command):
    """Refuse an offer; its maker gets back what he set aside."""

    of: Seat
    number: int


@command("withdraw_offer")
class WithdrawOffer(Command):
    """Take back an offer that nobody has accepted."""

    to: Seat
    number: int


@event("money_given", seen_by=among("parties"))
class MoneyGiven(Event):
    """SE-11: bills went from hand to hand; only the two know."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, PUBLIC]


@event("cards_given")
class CardsGiven(Event):
    """SE-11: cards went from hand to hand; everybody sees how many, the two see which."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    cards: Annotated[frozenset[CardId], among("parties")]
    bills: Annotated[Bills, among("parties")]


@event("offer_made", seen_by=among("parties"))
class OfferMade(Event):
    """An offer lies before its receiver; only the two know."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    bills: Annotated[Bills, PUBLIC]
    cards: Annotated[frozenset[CardId], PUBLIC]
    want_mp: Annotated[int, PUBLIC]
    want_cards: Annotated[frozenset[CardId], PUBLIC]


@event("money_exchanged", seen_by=among("parties"))
class MoneyExchanged(Event):
    """An offer of money for money was accepted; only the two know."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    back: Annotated[Bills, PUBLIC]


@event("cards_exchanged")
class CardsExchanged(Event):
    """An offer with cards in it was accepted; everybody sees how many cards went which way."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    number: Annotated[int, among("parties")]
    cards_given: Annotated[int, PUBLIC]
    cards_back: Annotated[int, PUBLIC]
    bills: Annotated[Bills, among("parties")]
    cards: Annotated[frozenset[CardId], among("parties")]
    back: Annotated[Bills, among("parties")]
    want_cards: Annotated[frozenset[CardId], among("parties")]


class Dealing:
    """Any living seat with any other, while any stage is open. EX-4: an exile too."""

    COMMANDS: tuple[type[Command], ...] = (
        GiveMoney,
        GiveCards,
        MakeOffer,
        AcceptOffer,
        DeclineOffer,
        WithdrawOffer,
    )

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """DE-1: the dead deal with nobody; who is named in an attempt gives nothing away."""
        if not state.families[seat].alive:
            return ()
        given = () if frozen(state, seat) else _gifts(state, seat)
        return (*given, *_answers(state, seat))

    def decide(self, state: State, seat: Seat, command: Command) -> Events:
        if isinstance(command, GiveMoney):
            return (_money(seat, command),)
        if isinstance(command, GiveCards):
            return (_cards(seat, command),)
        if isinstance(command, MakeOffer):
            return (_made(state, seat, command),)
        if isinstance(command, AcceptOffer):
            return (_accepted(state, seat, command),)
        if isinstance(command, DeclineOffer):
            return ended((_offer(state, command.of, seat, command.number),), "declined")
        assert isinstance(command, WithdrawOffer)
        return ended((_offer(state, seat, command.to, command.number),), "withdrawn")


def _gifts(state: State, seat: Seat) -> tuple[Accept, ...]:
    """DE-1: what the seat has, to all who live. DE-9: who has too many cards offers none."""
    family = state.families[seat]
    others = tuple(s for s in living(state) if s != seat)
    more = sum(o.giver == seat for o in state.offers) < MOST_OFFERS
    offered = NO_CARDS if is_over_the_limit(state, seat) else family.hand
    return _ways_to_give(others, family.cash, family.hand, offered if more else None)


@lru_cache(maxsize=2048)
def _ways_to_give(
    others: tuple[Seat, ...], cash: Bills, hand: gifts.Cards, offered: gifts.Cards | None
) -> tuple[Accept, ...]:
    """DE-2, DE-4: bills of the purse, cards of the hand; `offered` is None where no offer may be.

    Kept ready, because it is asked for far more often than a purse or a hand changes.
    """
    if not others:
        return ()
    ways = []
    if cash.number:
        ways.append(Accept(command=GiveMoney, choices=gifts.money(others, cash), rule="DE-2"))
    if hand:
        given = gifts.cards(others, cash, hand)
        ways.append(Accept(command=GiveCards, choices=given, rule="DE-3"))
    if offered is not None:
        terms = gifts.offer(others, cash, offered)
        ways.append(Accept(command=MakeOffer, choices=terms, rule="DE-4"))
    return tuple(ways)


def _answers(state: State, seat: Seat) -> Iterator[Accept]:
    """DE-5: an offer may be accepted by whoever can give what it asks, declined, or withdrawn."""
    family = state.families[seat]
    for made in state.offers:
        if made.giver == seat:
            to = OneOf(values=(made.receiver,), refusal=NoSuchOffer)
            named = {"to": to, "number": _numbered(made)}
            yield Accept(command=WithdrawOffer, choices=named, rule="DE-5")
        if made.receiver == seat:
            of = OneOf(values=(made.giver,), refusal=NoSuchOffer)
            named = {"of": of, "number": _numbered(made)}
            yield Accept(command=DeclineOffer, choices=named, rule="DE-5")
            if _can_accept(state, seat, made):
                due = Exactly(due=made.want_mp, held=family.cash, rule="DE-5")
                yield Accept(command=AcceptOffer, choices={**named, "bills": due}, rule="DE-5")


def _numbered(made: Offer) -> OneOf:
    return OneOf(values=(made.number,), refusal=NoSuchOffer)


def _can_accept(state: State, seat: Seat, made: Offer) -> bool:
    """DE-1, DE-5: nobody frozen gives anything away, and nobody gives what he does not hold."""
    family = state.families[seat]
    asks = bool(made.want_mp or made.want_cards)
    gives = bool(made.bills.number or made.cards)
    if (asks and frozen(state, seat)) or (gives and frozen(state, made.giver)):
        return False
    return made.want_cards <= family.hand and family.cash.mp >= made.want_mp


def _offer(state: State, giver: Seat, receiver: Seat, number: int) -> Offer:
    made = offer(state, giver, receiver, number)
    assert made is not None
    return made


def _money(seat: Seat, order: GiveMoney) -> MoneyGiven:
    """DE-2: money alone passes unseen."""
    return MoneyGiven(parties=(seat, order.to), giver=seat, receiver=order.to, bills=order.bills)


def _cards(seat: Seat, order: GiveCards) -> CardsGiven:
    """DE-3: of cards everybody sees how many; exposed influence stays before its owner."""
    return CardsGiven(
        parties=(seat, order.to),
        giver=seat,
        receiver=order.to,
        number=len(order.cards),
        cards=order.cards,
        bills=order.bills,
    )


def _made(state: State, seat: Seat, order: MakeOffer) -> OfferMade:
    """DE-4: what is offered is set aside until the offer ends."""
    return OfferMade(
        parties=(seat, order.to),
        giver=seat,
        receiver=order.to,
        number=1 + state.offers_made.get((seat, order.to), 0),
        bills=order.bills,
        cards=order.cards,
        want_mp=order.want_mp,
        want_cards=order.want_cards,
    )


def _accepted(state: State, seat: Seat, order: AcceptOffer) -> MoneyExchanged | CardsExchanged:
    """DE-5: both sides change hands at once."""
    made = _offer(state, order.of, seat, order.number)
    parties = (made.giver, made.receiver)
    if not made.cards and not made.want_cards:
        return MoneyExchanged(
            parties=parties,
            giver=made.giver,
            receiver=seat,
            number=made.number,
            back=order.bills,
        )
    return CardsExchanged(
        parties=parties,
        giver=made.giver,
        receiver=seat,
        number=made.number,
        cards_given=len(made.cards),
        cards_back=len(made.want_cards),
        bills=made.bills,
        cards=made.cards,
        back=order.bills,
        want_cards=made.want_cards,
    )
