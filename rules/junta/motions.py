"""A motion to remove the President: how it comes and what it brings. NC-1, NC-5, NC-6.

It is voted on like a budget, with the mover in the place of the President.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.chamber import both_sides
from rules.junta.elections import vote_cards_to_discard
from rules.junta.parliament import Motion
from rules.junta.state import State
from rules.junta.succession import leave_office
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@event("motion_opened")
class MotionOpened(Event):
    """A seat has moved that the President be removed; the Chamber votes."""

    mover: Annotated[Seat, PUBLIC]


@event("motion_counted")
class MotionCounted(Event):
    """The votes that count together; what was moved has passed or failed."""

    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]
    passed: Annotated[bool, PUBLIC]


def motion(state: State) -> Motion:
    """The motion under way; to be asked only in its stages."""
    assert state.motion is not None
    return state.motion


def may_move(state: State) -> bool:
    """NC-1: in step 2, until the posts are given out, against a President who does not resign."""
    forming = state.turn.step == "cabinet" and state.turn.cabinet_by is None
    government = state.government
    in_office = government.president is not None and not government.resigning
    return forming and in_office and state.motion is None


def counted(state: State) -> Events:
    """NC-5: two thirds of the votes cast, and one at least. NC-6: passed, he leaves at once."""
    in_favour, against = both_sides(motion(state).votes)
    passed = in_favour > 0 and in_favour * 3 >= 2 * (in_favour + against)
    count = MotionCounted(in_favour=in_favour, against=against, passed=passed)
    left = leave_office(state) if passed else ()
    return (count, *vote_cards_to_discard(state), *left)


def motion_opened(state: State, event: MotionOpened) -> State:
    return but(state, motion=Motion(mover=event.mover, votes={}))


def motion_counted(state: State, event: MotionCounted) -> State:
    return but(state, motion=None)
