"""Elections: what their stages share. Pure functions, and the fold of shared facts. EL-9, EL-12.

An election runs nomination -> ballot -> counting -> (withdrawal -> ballot …) -> acceptance;
`Election.phase` says which stage comes next, and only the events here and in those stages move it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.cards import CardId, printed_votes
from rules.junta.parliament import Election
from rules.junta.state import NO_CARDS, State, present
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC


@event("vote_cards_discarded")
class VoteCardsDiscarded(Event):
    """The vote cards laid by each seat went to the discards."""

    cards: Annotated[Mapping[Seat, frozenset[CardId]], PUBLIC]


@event("round_counted")
class RoundCounted(Event):
    """The round's tally: a winner, or another round, perhaps without the one who was dropped."""

    round: Annotated[int, PUBLIC]
    tally: Annotated[Mapping[Seat, int], PUBLIC]
    winner: Annotated[Seat | None, PUBLIC]
    dropped: Annotated[Seat | None, PUBLIC]


@event("election_restarted")
class ElectionRestarted(Event):
    """Nobody was ahead when there could be no further round: there are nominations again."""


def election(state: State) -> Election:
    """The election under way; to be asked only in its stages."""
    assert state.election is not None
    return state.election


def voters(state: State) -> tuple[Seat, ...]:
    """EL-1: seat 0 begins the first election, the last President every later one, if he may vote.

    EL-17: the dead and the exiles do not vote.
    """
    first = state.government.last_president
    there = present(state)
    return tuple(s for s in state.course.clockwise_from(first or 0) if s in there)


def declined(state: State) -> frozenset[Seat]:
    """Who has declined the office in this election."""
    return frozenset() if state.election is None else state.election.declined


def eligible(state: State, declined: frozenset[Seat]) -> tuple[Seat, ...]:
    """EL-4, EL-17: whoever is there may be nominated, but for who declined in this election."""
    return tuple(s for s in present(state) if s not in declined)


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


def counted(state: State) -> tuple[Event, ...]:
    """EL-9: whoever has more than half of the votes cast in this round wins it.

    EL-18: in a last round it is whoever has most; if nobody has, the election begins again.
    """
    counts, running = tally(state), election(state)
    cast = sum(counts.values())
    ahead = next((c for c, votes in counts.items() if 2 * votes > cast), None)
    if running.cut:
        winner, dropped = foremost(counts), None
    else:
        winner, dropped = (ahead, None) if ahead is not None else _guard(state, counts)
    count = RoundCounted(round=running.round, tally=counts, winner=winner, dropped=dropped)
    again = (ElectionRestarted(),) if running.cut and winner is None else ()
    return (count, *vote_cards_to_discard(state), *again)


def foremost(counts: Mapping[Seat, int]) -> Seat | None:
    """EL-18: the one candidate with the most votes, who needs one; nobody where some are equal."""
    most = max(counts.values(), default=0)
    leading = [candidate for candidate, votes in counts.items() if votes == most]
    return leading[0] if most and len(leading) == 1 else None


def _guard(state: State, counts: Mapping[Seat, int]) -> tuple[Seat | None, Seat | None]:
    """EL-12, EL-13: after five rounds the lowest is dropped; of a last two the stronger wins."""
    if election(state).round < int(state.course.options["election_rounds"]):
        return None, None
    ranked = sorted(counts, key=lambda seat: (counts[seat], strength(state, seat)))
    return (ranked[-1], None) if len(ranked) <= 2 else (None, ranked[0])


def begun_again(running: Election, declined: frozenset[Seat]) -> Election:
    """The same voters, nominations anew, without those who have declined."""
    return Election(order=running.order, declined=declined, nominations={}, votes={})


def round_counted(state: State, event: RoundCounted) -> State:
    running = election(state)
    if event.winner is not None:
        return but(state, election=but(running, phase="acceptance", winner=event.winner))
    left = tuple(c for c in running.candidates if c != event.dropped)
    return but(
        state,
        election=but(
            running,
            phase="withdrawal",
            candidates=left,
            answered=frozenset(),
            round=running.round + 1,
            last=running.votes,
            votes={},
        ),
    )


def election_restarted(state: State, event: ElectionRestarted) -> State:
    running = election(state)
    return but(state, election=begun_again(running, running.declined))


def vote_cards_discarded(state: State, event: VoteCardsDiscarded) -> State:
    gone = frozenset().union(*event.cards.values())
    families = tuple(
        but(f, laid=NO_CARDS) if Seat(i) in event.cards else f for i, f in enumerate(state.families)
    )
    deck = but(state.deck, discards=state.deck.discards | gone)
    return but(state, families=families, deck=deck)
