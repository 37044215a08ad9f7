"""Drawing political cards: what the deal and the draw of each turn share. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from rules.junta.cards import CardId
from rules.junta.state import NO_CARDS, State, with_family
from rules.kernel.bills import Bills
from rules.kernel.chance import Source
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC, only_to


@event("cards_drawn")
class CardsDrawn(Event):
    """SE-1: a family drew cards from the pile; everybody sees how many, it alone which."""

    seat: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    cards: Annotated[frozenset[CardId], only_to("seat")]


@event("discards_shuffled")
class DiscardsShuffled(Event):
    """The pile was empty; the discards became the new one."""

    number: Annotated[int, PUBLIC]


def draw_cards(state: State, source: Source, seats: Sequence[Seat], each: int) -> list[Event]:
    """DR-2: an empty pile is made of the discards; DR-3: with both empty nothing is drawn."""
    pile, discards, script = state.deck.pile, state.deck.discards, state.script.draws
    events: list[Event] = []
    for seat in seats:
        needed = each
        while needed and (pile or discards):
            if not pile:
                events.append(DiscardsShuffled(number=len(discards)))
                pile, discards = discards, NO_CARDS
            number = min(needed, len(pile))
            cards = _next_cards(script, pile, source, number)
            script = script[number:]
            events.append(CardsDrawn(seat=seat, number=number, cards=cards))
            pile, needed = pile - cards, needed - number
    return events


def _next_cards(
    script: tuple[CardId, ...], pile: frozenset[CardId], source: Source, number: int
) -> frozenset[CardId]:
    """SB-5: first what was written down, then as chance has it."""
    written = frozenset(script[:number])
    return written | frozenset(source.picks(sorted(pile - written), number - len(written)))


def next_bills(script: tuple[int, ...], pile: Bills, source: Source, number: int) -> Bills:
    """SB-5: so many bills of the pile, first those that were written down."""
    written = Bills.of(script[:number])
    left: Bills = pile - written
    drawn: Bills = written + Bills.of(source.picks(left.each(), number - written.number))
    return drawn


def cards_drawn(state: State, event: CardsDrawn) -> State:
    family = state.families[event.seat]
    deck = but(
        state.deck,
        pile=state.deck.pile - event.cards,
        pile_size=state.deck.pile_size - event.number,
    )
    script = but(state.script, draws=state.script.draws[event.number :])
    return with_family(
        but(state, deck=deck, script=script),
        event.seat,
        hand=family.hand | event.cards,
        hand_size=family.hand_size + event.number,
    )


def discards_shuffled(state: State, event: DiscardsShuffled) -> State:
    deck = but(
        state.deck,
        pile=state.deck.pile | state.deck.discards,
        pile_size=event.number,
        discards=NO_CARDS,
    )
    return but(state, deck=deck)
