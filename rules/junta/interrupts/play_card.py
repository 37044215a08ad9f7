"""Playing a card while a stage is open: influence, votes, donations, events. CD-1 to CD-21."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from rules.junta.cards import BY_ID, CardId
from rules.junta.drawing import next_bills
from rules.junta.effect import Bar, CardPlayed, Effect, Play
from rules.junta.effects import EFFECTS
from rules.junta.moments import barred, waits
from rules.junta.playable import Playable
from rules.junta.rejections import NoSuchTarget
from rules.junta.ruleset import PostId
from rules.junta.state import State, with_family
from rules.kernel.bills import Bills
from rules.kernel.chance import Source
from rules.kernel.choices import Accept, Choice, OneOf
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_draw
from rules.kernel.visibility import PUBLIC, only_to

Aims = tuple[tuple[Seat | None, ...], tuple[PostId | None, ...]]

UNAIMED: Aims = ((None,), (None,))
"""At nobody, and naming no post."""


@command("play_card")
class PlayCard(Command):
    """Play one card of the hand; some are aimed at another family or name a General's post."""

    card: CardId
    target: Seat | None = None
    post: PostId | None = None


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
        """CD-1: the cards whose moment it is; of the others the choice says why they wait."""
        hand = sorted(state.families[seat].hand)
        shut = barred(state, seat) if hand else None
        bars = {card: bar for card in hand if (bar := shut or _bar(state, seat, card))}
        free = tuple([card for card in hand if card not in bars])
        if not free:
            return (_accept(Playable(values=(), free=(), bars=bars), *UNAIMED),)
        aims = {card: _aims(state, seat, card) for card in free}
        plain = tuple(card for card in free if aims[card] == UNAIMED)
        ways = [(plain, UNAIMED), *(((card,), aims[card]) for card in free if card not in plain)]
        return tuple(
            _accept(Playable(values=values, free=free, bars=bars), *aim) for values, aim in ways
        )

    def decide(self, state: State, seat: Seat, command: PlayCard) -> Events:
        """CD-9: an event is laid down and works at once."""
        name = BY_ID[command.card].effect
        if name in SIMPLE:
            return SIMPLE[name](seat, command.card)
        play = Play(seat=seat, card=command.card, target=command.target, post=command.post)
        return (_laid_down(play, EFFECTS[name]), *EFFECTS[name].events(state, play))


def _exposed(seat: Seat, card: CardId) -> Events:
    """CD-6: influence lies before its owner from now on."""
    return (InfluenceExposed(seat=seat, card=card),)


def _laid(seat: Seat, card: CardId) -> Events:
    """VO-3: a vote card counts in the open ballot."""
    return (VoteCardLaid(seat=seat, card=card),)


def _donated(seat: Seat, card: CardId) -> Events:
    """CD-5: the bill comes when it is drawn."""
    return (DonationPlayed(seat=seat, card=card), ask_draw("donation", seat))


SIMPLE: Mapping[str, Callable[[Seat, CardId], Events]] = {
    "expose": _exposed,
    "lay_votes": _laid,
    "donation": _donated,
}
"""What influence, vote cards and donations do; all the others are laid down as events."""


def _laid_down(play: Play, effect: Effect) -> CardPlayed:
    return CardPlayed(
        seat=play.seat,
        card=play.card,
        target=play.target,
        post=play.post,
        stays=effect.stays,
    )


def _bar(state: State, seat: Seat, card: CardId) -> Bar | None:
    """CD-1: its moment, its player, its need; then whether it would have an object."""
    name = BY_ID[card].effect
    if (bar := waits(state, seat, card)) is not None or name in SIMPLE:
        return bar
    if name not in EFFECTS:
        return Bar(f"{card} is not played by this declaration", "CD-1")
    sentence = EFFECTS[name].bars(state, seat)
    return None if sentence is None else Bar(f"{card}: {sentence}", EFFECTS[name].rule)


def _aims(state: State, seat: Seat, card: CardId) -> Aims:
    name = BY_ID[card].effect
    if name in SIMPLE:
        return UNAIMED
    effect = EFFECTS[name]
    return effect.targets(state, seat), effect.posts(state, seat)


def _accept(
    card: Playable, targets: tuple[Seat | None, ...], posts: tuple[PostId | None, ...]
) -> Accept:
    """CD-9: some cards are aimed at a family or name a post, the others at and name nothing."""
    choices: dict[str, Choice] = {
        "card": card,
        "target": OneOf(values=targets, refusal=NoSuchTarget),
        "post": OneOf(values=posts, refusal=NoSuchTarget),
    }
    return Accept(command=PlayCard, choices=choices, rule="CD-9")


def donated(state: State, request: Request, source: Source) -> Events:
    """CD-5: the top face-down bill, into the player's cash; nothing when none is left."""
    assert request.seat is not None
    number = min(1, state.treasury.pile_size)
    bills = next_bills(state.script.aid, state.treasury.pile, source, number)
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
    script = but(state.script, aid=state.script.aid[event.number :])
    return with_family(but(state, treasury=treasury, script=script), event.seat, cash=cash)
