"""Playing a card while a stage is open: influence, votes, secret donations. CD-1 to CD-6."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import BY_ID, CardId
from rules.junta.rejections import CardNotInHand
from rules.junta.state import State, ballot_open, frozen, with_family
from rules.kernel.bills import Bills
from rules.kernel.chance import Source
from rules.kernel.choices import Accept, OneOf
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_draw
from rules.kernel.visibility import PUBLIC, only_to


@command("play_card")
class PlayCard(Command):
    """Play one card of the hand."""

    card: CardId


@event("influence_exposed")
class InfluenceExposed(Event):
    """CD-6: an influence card lies before its owner from now on."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]


@event("vote_card_laid")
class VoteCardLaid(Event):
    """SE-6: a vote card counts in the ballot that is open."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]


@event("donation_played")
class DonationPlayed(Event):
    """A secret donation was played and discarded; the bill comes when it is drawn."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]


@event("donation_received")
class DonationReceived(Event):
    """SE-9: the top bill of the pile went to the player, unseen."""

    seat: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


class CardPlay:
    """TI-4: any seat, while any stage is open, as far as the card's moment allows."""

    COMMANDS: tuple[type[Command], ...] = (PlayCard,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if frozen(state, seat):
            return ()
        values = tuple(c for c in sorted(state.families[seat].hand) if _playable(state, c))
        if not values:
            return ()
        choice = OneOf(values=values, refusal=CardNotInHand)
        return (Accept(command=PlayCard, choices={"card": choice}, rule="CD-1"),)

    def decide(self, state: State, seat: Seat, command: PlayCard) -> Events:
        category = BY_ID[command.card].category
        if category == "influence":
            return (InfluenceExposed(seat=seat, card=command.card),)
        if category == "vote":
            return (VoteCardLaid(seat=seat, card=command.card),)
        played = DonationPlayed(seat=seat, card=command.card)
        return (played, ask_draw("donation", seat))


def _playable(state: State, card: CardId) -> bool:
    """CD-1: influence and donations at any time (fraud: after a coup); vote cards in a ballot."""
    category = BY_ID[card].category
    if category == "influence":
        return BY_ID[card].timing == "any_time"
    if category == "vote":
        return ballot_open(state)
    return category == "donation"


def donated(state: State, request: Request, source: Source) -> Events:
    """CD-5: the top face-down bill, into the player's cash; nothing when none is left."""
    assert request.seat is not None
    bills = Bills.of(source.picks(state.treasury.pile.each(), min(1, state.treasury.pile_size)))
    return (DonationReceived(seat=request.seat, number=bills.number, bills=bills),)


def influence_exposed(state: State, event: InfluenceExposed) -> State:
    family = state.families[event.seat]
    return with_family(
        state,
        event.seat,
        hand=family.hand - {event.card},
        hand_size=family.hand_size - 1,
        exposed=family.exposed | {event.card},
    )


def vote_card_laid(state: State, event: VoteCardLaid) -> State:
    family = state.families[event.seat]
    return with_family(
        state,
        event.seat,
        hand=family.hand - {event.card},
        hand_size=family.hand_size - 1,
        laid=family.laid | {event.card},
    )


def donation_played(state: State, event: DonationPlayed) -> State:
    family = state.families[event.seat]
    deck = but(state.deck, discards=state.deck.discards | {event.card})
    return with_family(
        but(state, deck=deck),
        event.seat,
        hand=family.hand - {event.card},
        hand_size=family.hand_size - 1,
    )


def donation_received(state: State, event: DonationReceived) -> State:
    treasury = but(
        state.treasury,
        pile=state.treasury.pile - event.bills,
        pile_size=state.treasury.pile_size - event.number,
    )
    cash = state.families[event.seat].cash + event.bills
    return with_family(but(state, treasury=treasury), event.seat, cash=cash)
