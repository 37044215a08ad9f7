"""A coalition breaks: a family gives up one exposed influence card of its choice. CD-18, CD-19."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import BY_ID, CardId
from rules.junta.rejections import CardNotInHand
from rules.junta.state import State, with_family
from rules.junta.trimming import lost_votes
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("give_up_influence")
class GiveUpInfluence(Command):
    """Discard this exposed influence card."""

    card: CardId


@event("influence_given_up")
class InfluenceGivenUp(Event):
    """The broken coalition cost its family this card."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]


@event("coalition_spared")
class CoalitionSpared(Event):
    """Nothing lies any more before the family whose coalition was to break."""

    seat: Annotated[Seat, PUBLIC]


class Coalition:
    """The family at which the card was aimed, alone."""

    NAME = "coalition"
    COMMANDS: tuple[type[Command], ...] = (GiveUpInfluence,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """CD-18: whose coalition broke, as long as influence lies before him."""
        target = state.coalition
        return () if target is None or not state.families[target].exposed else (target,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        shown = tuple(sorted(state.families[seat].exposed))
        choice = OneOf(values=shown, refusal=CardNotInHand)
        return (Accept(command=GiveUpInfluence, choices={"card": choice}, rule="CD-18"),)

    def decide(self, state: State, seat: Seat, command: GiveUpInfluence) -> Events:
        return _gives_up(state, seat, command.card)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return () if state.coalition is None else (CoalitionSpared(seat=state.coalition),)

    def expire(self, state: State) -> Events:
        """CD-19: silence gives up the card with the fewest printed votes."""
        events: list[Event] = []
        for seat in self.active(state):
            shown = state.families[seat].exposed
            events += _gives_up(state, seat, min(shown, key=lambda c: (BY_ID[c].votes, c)))
        return tuple(events)


def _gives_up(state: State, seat: Seat, card: CardId) -> Events:
    """CD-12, CD-18: its votes vanish at once from every ballot that is not yet decided."""
    gone = InfluenceGivenUp(seat=seat, card=card)
    return (gone, *lost_votes(influence_given_up(state, gone)))


def influence_given_up(state: State, event: InfluenceGivenUp) -> State:
    exposed = state.families[event.seat].exposed - {event.card}
    deck = but(state.deck, discards=state.deck.discards | {event.card})
    return with_family(but(state, deck=deck, coalition=None), event.seat, exposed=exposed)


def coalition_spared(state: State, event: CoalitionSpared) -> State:
    return but(state, coalition=None)
