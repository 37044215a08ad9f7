"""The Chamber votes on removing the President: two rounds, one seat after another. NC-3, NC-4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.ballots import VotingClosed, voter
from rules.junta.chamber import SIDES, SecondRoundOpened, unasked, votes_left, with_votes
from rules.junta.motions import motion
from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("vote_on_motion")
class VoteOnMotion(Command):
    """Votes `for` and `against` removing the President, both allowed; none at all is to abstain."""

    votes: Mapping[str, int]


@event("motion_voted")
class MotionVoted(Event):
    """SE-6: a seat voted in this round; its votes of the first round stand."""

    seat: Annotated[Seat, PUBLIC]
    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]


class MotionVote:
    """One seat's turn to vote in one round; opened again for the next one."""

    NAME = "motion_vote"
    COMMANDS: tuple[type[Command], ...] = (VoteOnMotion,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return voter(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """NC-4: votes not yet used, on one side or on both, as with a budget."""
        if seat not in self.active(state):
            return ()
        choice = votes_left(state, seat, motion(state).votes)
        return (Accept(command=VoteOnMotion, choices={"votes": choice}, rule="NC-4"),)

    def decide(self, state: State, seat: Seat, command: VoteOnMotion) -> Events:
        in_favour, against = (command.votes.get(side, 0) for side in SIDES)
        return (MotionVoted(seat=seat, in_favour=in_favour, against=against),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """NC-3: two rounds; VO-5: then ballot cards may be played before the count."""
        running = state.motion
        if running is None or running.phase != "voting" or _unasked(state):
            return ()
        again = running.round == 1 and not running.cut
        return (SecondRoundOpened() if again else VotingClosed(),)

    def expire(self, state: State) -> Events:
        """NC-4: silence abstains."""
        return tuple(MotionVoted(seat=s, in_favour=0, against=0) for s in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    """NC-3: the mover votes first, then the others clockwise."""
    return unasked(state, state.motion, None if state.motion is None else state.motion.mover)


def motion_voted(state: State, event: MotionVoted) -> State:
    running = motion(state)
    voted = but(
        running,
        votes=with_votes(running.votes, event.seat, event.in_favour, event.against),
        voted=running.voted | {event.seat},
    )
    return but(state, motion=voted)
