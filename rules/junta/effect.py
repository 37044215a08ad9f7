"""What playing a card is: the play, the event that lays it down, the shape of an effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from rules.junta.cards import CardId
from rules.junta.ruleset import PostId
from rules.junta.state import NO_CARDS, State, with_family
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


class Play(NamedTuple):
    """One card in one player's hand, and at whom or what it is aimed, if at anything."""

    seat: Seat
    card: CardId
    target: Seat | None = None
    post: PostId | None = None


class Bar(NamedTuple):
    """Why a card cannot be played now, and the rule that says so."""

    sentence: str
    rule: str


@event("card_played")
class CardPlayed(Event):
    """An event was laid down. `stays`: it lies before its player until the turn ends."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]
    target: Annotated[Seat | None, PUBLIC] = None
    post: Annotated[PostId | None, PUBLIC] = None
    stays: Annotated[bool, PUBLIC] = False


@event("cards_of_the_turn_discarded")
class CardsOfTheTurnDiscarded(Event):
    """Events that lay before families for the turn went to the discards."""

    cards: Annotated[Mapping[Seat, frozenset[CardId]], PUBLIC]


def _nothing(state: State, play: Play) -> Events:
    return ()


def _no_bar(state: State, seat: Seat) -> str | None:
    return None


def _nobody(state: State, seat: Seat) -> tuple[Seat | None, ...]:
    return (None,)


def _no_post(state: State, seat: Seat) -> tuple[PostId | None, ...]:
    return (None,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What one effect name stands for.

    `rule` is what a refusal cites. `events`: what follows once the card lies there. `bars`: a
    sentence where it would have no object now, beyond its moment, its player and its need.
    `targets`, `posts`: what may be named with it; None is to name nothing.
    """

    rule: str
    events: Callable[[State, Play], Events] = _nothing
    bars: Callable[[State, Seat], str | None] = _no_bar
    targets: Callable[[State, Seat], tuple[Seat | None, ...]] = _nobody
    posts: Callable[[State, Seat], tuple[PostId | None, ...]] = _no_post
    stays: bool = False


def cards_of_the_turn(state: State, seats: Iterable[Seat]) -> tuple[CardsOfTheTurnDiscarded, ...]:
    """CD-16: what lies for the turn goes when it ends, or with its player's death."""
    lying = {seat: cards for seat in seats if (cards := state.families[seat].for_the_turn)}
    return (CardsOfTheTurnDiscarded(cards=lying),) if lying else ()


def card_played(state: State, event: CardPlayed) -> State:
    family = state.families[event.seat]
    left = {"hand": family.hand - {event.card}, "hand_size": family.hand_size - 1}
    if event.stays:
        lying = family.for_the_turn | {event.card}
        return with_family(state, event.seat, for_the_turn=lying, **left)
    deck = but(state.deck, discards=state.deck.discards | {event.card})
    return with_family(but(state, deck=deck), event.seat, **left)


def cards_of_the_turn_discarded(state: State, event: CardsOfTheTurnDiscarded) -> State:
    gone = frozenset().union(*event.cards.values())
    state = but(state, deck=but(state.deck, discards=state.deck.discards | gone))
    for seat in event.cards:
        state = with_family(state, seat, for_the_turn=NO_CARDS)
    return state
