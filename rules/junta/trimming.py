"""Votes that were cast and that their owner no longer has: they vanish. CD-12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeVar

from rules.junta.state import State, votes_of
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC

K = TypeVar("K")


@event("cast_votes_lost")
class CastVotesLost(Event):
    """In an election round: what is left of the votes that the seat has cast."""

    seat: Annotated[Seat, PUBLIC]
    votes: Annotated[Mapping[Seat, int], PUBLIC]


@event("chamber_votes_lost")
class ChamberVotesLost(Event):
    """In the Chamber: what is left of the votes that the seat has given in both rounds."""

    seat: Annotated[Seat, PUBLIC]
    on: Annotated[Literal["budget", "motion"], PUBLIC]
    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]


def lost_votes(state: State) -> Events:
    """CD-12: whoever has cast more votes than he has now loses the excess, result not declared."""
    return (*_in_the_ballot(state), *_in_the_chamber(state))


def _in_the_ballot(state: State) -> Iterator[CastVotesLost]:
    """VO-6: votes of a round that was counted before stand, though they may be all that counts."""
    if state.election is None or state.election.phase not in ("ballot", "counting"):
        return
    if state.election.votes == state.election.last:
        return
    for seat, votes in state.election.votes.items():
        if (left := _cut(votes, votes_of(state, seat))) != votes:
            yield CastVotesLost(seat=seat, votes=left)


def _in_the_chamber(state: State) -> Iterator[ChamberVotesLost]:
    on: Literal["budget", "motion"] = "budget" if state.motion is None else "motion"
    for seat, votes in _given(state).items():
        sides = dict(enumerate(votes))
        if (left := _cut(sides, votes_of(state, seat))) != sides:
            yield ChamberVotesLost(
                seat=seat, on=on, in_favour=left.get(0, 0), against=left.get(1, 0)
            )


def _given(state: State) -> Mapping[Seat, tuple[int, int]]:
    if state.motion is not None:
        return state.motion.votes
    if state.budget is not None and state.budget.phase in ("voting", "counting"):
        return state.budget.votes
    return {}


def _cut(votes: Mapping[K, int], most: int) -> Mapping[K, int]:
    """CD-12: one by one from where most were given; of equals from what was named first."""
    if sum(votes.values()) <= most:
        return votes
    left = dict(votes)
    for _ in range(sum(votes.values()) - most):
        left[max(left, key=lambda key: left[key])] -= 1
    return {key: n for key, n in left.items() if n}


def cast_votes_lost(state: State, event: CastVotesLost) -> State:
    assert state.election is not None
    votes = {**state.election.votes, event.seat: event.votes}
    return but(state, election=but(state.election, votes=votes))


def chamber_votes_lost(state: State, event: ChamberVotesLost) -> State:
    left = (event.in_favour, event.against)
    if event.on == "motion":
        assert state.motion is not None
        motion = but(state.motion, votes={**state.motion.votes, event.seat: left})
        return but(state, motion=motion)
    assert state.budget is not None
    budget = but(state.budget, votes={**state.budget.votes, event.seat: left})
    return but(state, budget=budget)
