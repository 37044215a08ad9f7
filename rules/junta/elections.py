"""Elections: what their four stages share. Pure functions, and the fold of shared facts.

An election runs nomination -> ballot -> (withdrawal -> ballot …) -> acceptance; `Election.phase`
says which stage comes next, and only the events here and in those stages move it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.cards import CardId, printed_votes
from rules.junta.state import NO_CARDS, Election, State, living
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC


@event("vote_cards_discarded")
class VoteCardsDiscarded(Event):
    """The vote cards laid by each seat went to the discards."""

    cards: Annotated[Mapping[Seat, frozenset[CardId]], PUBLIC]


def election(state: State) -> Election:
    """The election under way; to be asked only in its stages."""
    assert state.election is not None
    return state.election


def voters(state: State) -> tuple[Seat, ...]:
    """EL-1: seat 0 begins the first election, the last President every later one, if he lives."""
    first = state.government.last_president
    alive = living(state)
    return tuple(s for s in state.course.clockwise_from(first or 0) if s in alive)


def declined(state: State) -> frozenset[Seat]:
    """Who has declined the office in this election."""
    return frozenset() if state.election is None else state.election.declined


def eligible(state: State, declined: frozenset[Seat]) -> tuple[Seat, ...]:
    """EL-4, EL-17: every living family may be nominated, but for who declined in this election."""
    return tuple(s for s in living(state) if s not in declined)


def vote_cards_to_discard(state: State) -> tuple[VoteCardsDiscarded, ...]:
    """VO-4: every vote card on the table is discarded; no event where none lies there."""
    laid = {Seat(i): f.laid for i, f in enumerate(state.families) if f.laid}
    return (VoteCardsDiscarded(cards=laid),) if laid else ()


def tally(state: State) -> dict[Seat, int]:
    """The votes of each candidate in this round, in the order of the candidates."""
    running = election(state)
    return {
        candidate: sum(votes.get(candidate, 0) for votes in running.votes.values())
        for candidate in running.candidates
    }


def strength(state: State, seat: Seat) -> tuple[int, int]:
    """EL-13: ties go to more printed influence, then to the nearer to the first voter."""
    return printed_votes(state.families[seat].exposed), -election(state).order.index(seat)


def vote_cards_discarded(state: State, event: VoteCardsDiscarded) -> State:
    gone = frozenset().union(*event.cards.values())
    families = tuple(
        but(f, laid=NO_CARDS) if Seat(i) in event.cards else f for i, f in enumerate(state.families)
    )
    deck = but(state.deck, discards=state.deck.discards | gone)
    return but(state, families=families, deck=deck)
