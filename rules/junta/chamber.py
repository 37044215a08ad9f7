"""The Chamber votes in two rounds, on a budget or on a motion. BU-5, BU-6, NC-4.

Pure functions, and the fold of the second round's opening.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.ballots import with_ballot
from rules.junta.parliament import Budget, Motion
from rules.junta.rejections import NotEnoughVotes
from rules.junta.state import State, present, votes_of
from rules.kernel.choices import Split
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event

SIDES = ("for", "against")

Votes = Mapping[Seat, tuple[int, int]]


@event("second_round_opened")
class SecondRoundOpened(Event):
    """Everybody may add the votes that he has not used."""


def unasked(state: State, found: Motion | Budget | None, first: Seat | None) -> tuple[Seat, ...]:
    """BU-5, NC-4: who has not voted in this round, the proposer or mover first, then clockwise."""
    if found is None or found.phase != "voting":
        return ()
    there = present(state)
    order = state.course.clockwise_from(first or 0)
    return tuple(seat for seat in order if seat in there and seat not in found.voted)


def votes_left(state: State, seat: Seat, votes: Votes) -> Split:
    """BU-6: votes not yet used, on one side or on both."""
    left = max(0, votes_of(state, seat) - sum(votes.get(seat, (0, 0))))
    return Split(among=SIDES, total=left, refusal=NotEnoughVotes)


def with_votes(votes: Votes, seat: Seat, in_favour: int, against: int) -> Votes:
    """The votes of both rounds, those of this seat added."""
    before = votes.get(seat, (0, 0))
    return {**votes, seat: (before[0] + in_favour, before[1] + against)}


def both_sides(votes: Votes) -> tuple[int, int]:
    """All votes for, and all against."""
    return sum(v[0] for v in votes.values()), sum(v[1] for v in votes.values())


def second_round_opened(state: State, event: SecondRoundOpened) -> State:
    found = state.motion or state.budget
    assert found is not None
    return with_ballot(state, round=2, voted=frozenset(), first=found.votes)
