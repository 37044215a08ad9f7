"""Too many cards: whoever holds more than the limit discards the rest. HL-1 to HL-4."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import CardId
from rules.junta.deals import with_cards
from rules.junta.rejections import CardNotInHand
from rules.junta.state import State, over_the_limit, with_family
from rules.kernel.chance import Source
from rules.kernel.choices import Accept, Subset
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_draw
from rules.kernel.visibility import PUBLIC


@command("discard_cards")
class DiscardCards(Command):
    """Throw away cards of the hand, or exposed influence, down to the limit."""

    cards: frozenset[CardId]


@event("cards_discarded")
class CardsDiscarded(Event):
    """Cards went to the discards, face up."""

    seat: Annotated[Seat, PUBLIC]
    from_hand: Annotated[frozenset[CardId], PUBLIC]
    from_exposed: Annotated[frozenset[CardId], PUBLIC]


class HandLimit:
    """Everybody over the limit at once; silence lets chance choose."""

    NAME = "hand_limit"
    COMMANDS: tuple[type[Command], ...] = (DiscardCards,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """HL-5: who is given cards while others discard is asked in a stage of its own."""
        opened = state.course.stage
        over = over_the_limit(state)
        if opened is None or opened.name != self.NAME:
            return over
        return tuple(s for s in opened.seats if s in over and s not in state.turn.discarded)

    def open(self, state: State) -> Events:
        """DE-9: cards that he has offered come back to who has too many."""
        return with_cards(state, over_the_limit(state))

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """HL-2: exactly the cards over the limit, from the hand or the exposed influence."""
        if seat not in self.active(state):
            return ()
        family, number = state.families[seat], excess(state, seat)
        choice = Subset(
            values=tuple(sorted(family.hand | family.exposed)),
            at_least=number,
            at_most=number,
            refusal=CardNotInHand,
        )
        return (Accept(command=DiscardCards, choices={"cards": choice}, rule="HL-2"),)

    def decide(self, state: State, seat: Seat, command: DiscardCards) -> Events:
        return (_discarded(state, seat, command.cards),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """HL-3: for whoever says nothing, chance picks the cards."""
        return tuple(ask_draw("hand_limit", seat) for seat in self.active(state))


def excess(state: State, seat: Seat) -> int:
    """TI-5: how many cards the seat holds over the limit; from sizes that everybody knows."""
    return state.families[seat].cards_held - int(state.course.options["hand_limit"])


def picked(state: State, request: Request, source: Source) -> Events:
    """HL-3: the cards of a silent family, picked from all it holds."""
    assert request.seat is not None
    family = state.families[request.seat]
    number = max(0, excess(state, request.seat))
    cards = frozenset(source.picks(sorted(family.hand | family.exposed), number))
    return (_discarded(state, request.seat, cards),) if cards else ()


def _discarded(state: State, seat: Seat, cards: frozenset[CardId]) -> CardsDiscarded:
    exposed = state.families[seat].exposed
    return CardsDiscarded(seat=seat, from_hand=cards - exposed, from_exposed=cards & exposed)


def cards_discarded(state: State, event: CardsDiscarded) -> State:
    family = state.families[event.seat]
    deck = but(state.deck, discards=state.deck.discards | event.from_hand | event.from_exposed)
    turn = but(state.turn, discarded=state.turn.discarded | {event.seat})
    return with_family(
        but(state, deck=deck, turn=turn),
        event.seat,
        hand=family.hand - event.from_hand,
        hand_size=family.hand_size - len(event.from_hand),
        exposed=family.exposed - event.from_exposed,
    )
