"""An indiscretion found its victim: the sender takes one card of the hand he looks into. AS-16."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import CardId
from rules.junta.intrigue import Search
from rules.junta.plots import plot, settled
from rules.junta.rejections import CardNotInHand
from rules.junta.state import State, with_family
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among


@command("take_card")
class TakeCard(Command):
    """Take this card of the searched hand."""

    card: CardId


@event("card_taken")
class CardTaken(Event):
    """A card went from the victim's hand into the thief's; by silence, none."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    thief: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    cards: Annotated[frozenset[CardId], among("parties")]


class Indiscretion:
    """The sender alone."""

    NAME = "indiscretion"
    COMMANDS: tuple[type[Command], ...] = (TakeCard,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        search = None if state.plot is None else state.plot.search
        return () if search is None else (search.thief,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        choice = OneOf(values=tuple(sorted(_search(state).cards)), refusal=CardNotInHand)
        return (Accept(command=TakeCard, choices={"card": choice}, rule="AS-16"),)

    def decide(self, state: State, seat: Seat, command: TakeCard) -> Events:
        """AS-16: one card of his choice."""
        return (_taken(state, frozenset({command.card})),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """AS-16: silence takes nothing."""
        return tuple(_taken(state, frozenset()) for _ in self.active(state))


def _search(state: State) -> Search:
    search = plot(state).search
    assert search is not None
    return search


def _taken(state: State, cards: frozenset[CardId]) -> CardTaken:
    search = _search(state)
    return CardTaken(
        parties=(search.victim, search.thief),
        victim=search.victim,
        thief=search.thief,
        number=len(cards),
        cards=cards,
    )


def card_taken(state: State, event: CardTaken) -> State:
    victim, thief = state.families[event.victim], state.families[event.thief]
    state = with_family(
        state,
        event.victim,
        hand=victim.hand - event.cards,
        hand_size=victim.hand_size - event.number,
    )
    state = with_family(
        state,
        event.thief,
        hand=thief.hand | event.cards,
        hand_size=thief.hand_size + event.number,
    )
    return settled(state)
