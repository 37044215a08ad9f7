"""The open ballot: what elections, votes on budgets and votes on motions share. VO-3, VO-5 to VO-8.

A ballot runs voting -> counting -> its result. While it is "counting" everybody has voted, and
everybody is asked whether he lets the votes be counted; only then do they count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from rules.junta.parliament import Budget, Election, Motion
from rules.junta.state import State
from rules.kernel.course import Course
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC


@event("voting_closed")
class VotingClosed(Event):
    """All have voted; the votes will be counted unless somebody plays a ballot card."""


@event("no_further_round")
class NoFurtherRound(Event):
    """The ballot has no further round. `cancelled`: the votes of the running round are void."""

    cancelled: Annotated[bool, PUBLIC]


@event("ballot_voided")
class BallotVoided(Event):
    """All votes of the ballot are void; it begins again with its first round."""


def ballot(state: State) -> Motion | Election | Budget | None:
    """What is or may be voted on: a motion, or else an election, or else a budget."""
    return state.motion or state.election or state.budget


def with_ballot(state: State, **changes: Any) -> State:
    """The state with the ballot changed."""
    if state.motion is not None:
        return but(state, motion=but(state.motion, **changes))
    if state.election is not None:
        return but(state, election=but(state.election, **changes))
    return but(state, budget=but(state.budget, **changes))


def voting_phase(found: Motion | Election | Budget) -> str:
    """The phase in which votes are cast."""
    return "ballot" if isinstance(found, Election) else "voting"


def voter(course: Course, name: str, waiting: Sequence[Seat]) -> tuple[Seat, ...]:
    """TI-3: the first who has not voted, in a stage that opened for him; a complete one is over.

    A ballot that a card sent back to its beginning goes on in a stage of its own.
    """
    opened = course.stage
    if opened is None or opened.name != name:
        return tuple(waiting[:1])
    if opened.grace_s is not None:
        return ()
    return tuple(seat for seat in waiting[:1] if seat in opened.seats)


def voting_closed(state: State, event: VotingClosed) -> State:
    return with_ballot(state, phase="counting", answered=frozenset())


def no_further_round(state: State, event: NoFurtherRound) -> State:
    """Votes that were given anew are gone; if all had let them be counted, all are asked again."""
    found = ballot(state)
    assert found is not None
    if event.cancelled:
        return with_ballot(state, cut=True, phase=voting_phase(found), **_first_round(found))
    counting = found.phase == "counting"
    return with_ballot(state, cut=True, phase=voting_phase(found) if counting else found.phase)


def _first_round(found: Motion | Election | Budget) -> dict[str, Any]:
    """The votes as they stood when the round before the running one was complete."""
    if isinstance(found, Election):
        return {"votes": found.last, "round": found.round - 1}
    return {"votes": found.first, "voted": frozenset(found.first), "round": 1}


def ballot_voided(state: State, event: BallotVoided) -> State:
    """An election's nominations stand, whether they are complete or still go on."""
    found = ballot(state)
    assert found is not None
    if not isinstance(found, Election):
        anew: dict[str, Any] = {"phase": "voting", "voted": frozenset(), "first": {}, "round": 1}
        return with_ballot(state, votes={}, cut=False, **anew)
    phase = "nomination" if found.phase == "nomination" else "ballot"
    return with_ballot(
        state, phase=phase, votes={}, last={}, round=min(1, found.round), cut=False
    )
