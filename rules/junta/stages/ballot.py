"""The ballot: one seat after another splits its votes among those who stand. EL-7, EL-8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.ballots import VotingClosed, voter
from rules.junta.elections import election
from rules.junta.rejections import NotEnoughVotes
from rules.junta.state import State, votes_of
from rules.kernel.choices import Accept, Split
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("cast_votes")
class CastVotes(Command):
    """Split votes among the candidates; none at all is to abstain."""

    votes: Mapping[Seat, int]


@event("votes_cast")
class VotesCast(Event):
    """SE-6: a seat voted in this round, or abstained; everybody hears how."""

    seat: Annotated[Seat, PUBLIC]
    votes: Annotated[Mapping[Seat, int], PUBLIC]


class Ballot:
    """One seat's turn to vote in one round; opened again for the next one."""

    NAME = "ballot"
    COMMANDS: tuple[type[Command], ...] = (CastVotes,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return voter(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EL-7: any split of the seat's votes among those who stand; EL-8: each round afresh."""
        if seat not in self.active(state):
            return ()
        choice = Split(
            among=election(state).candidates,
            total=votes_of(state, seat),
            refusal=NotEnoughVotes,
        )
        return (Accept(command=CastVotes, choices={"votes": choice}, rule="EL-7"),)

    def decide(self, state: State, seat: Seat, command: CastVotes) -> Events:
        votes = {candidate: n for candidate, n in sorted(command.votes.items()) if n}
        return (VotesCast(seat=seat, votes=votes),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """VO-5: when all have voted, ballot cards may still be played before the count."""
        over = election(state).phase == "ballot" and not _unasked(state)
        return (VotingClosed(),) if over else ()

    def expire(self, state: State) -> Events:
        """EL-8: silence abstains."""
        return tuple(VotesCast(seat=seat, votes={}) for seat in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    running = election(state)
    if running.phase != "ballot":
        return ()
    return tuple(s for s in running.order if s not in running.votes)


def votes_cast(state: State, event: VotesCast) -> State:
    running = election(state)
    return but(state, election=but(running, votes={**running.votes, event.seat: event.votes}))
