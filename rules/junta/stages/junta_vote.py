"""The junta chooses the next President among its members. CE-7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.power import candidates
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, only_to


@command("vote_in_junta")
class VoteInJunta(Command):
    """Vote for a member of the junta, oneself included."""

    choice: Seat


@event("junta_vote_cast")
class JuntaVoteCast(Event):
    """A member has voted, or abstained; for whom, it alone knows until all have."""

    seat: Annotated[Seat, PUBLIC]
    choice: Annotated[Seat | None, only_to("seat")]


@event("junta_votes_shown")
class JuntaVotesShown(Event):
    """All votes, shown together; `chosen` is null where several have most of them."""

    votes: Annotated[Mapping[Seat, Seat | None], PUBLIC]
    chosen: Annotated[Seat | None, PUBLIC]


class JuntaVote:
    """All at once, in secret."""

    NAME = "junta_vote"
    COMMANDS: tuple[type[Command], ...] = (VoteInJunta,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """CE-7: every member who has not declined has one vote."""
        voted = running(state).ballots
        return tuple(sorted(seat for seat in candidates(state) if seat not in voted))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        choices = {"choice": OneOf(values=candidates(state))}
        return (Accept(command=VoteInJunta, choices=choices, rule="CE-7"),)

    def decide(self, state: State, seat: Seat, command: VoteInJunta) -> Events:
        return (JuntaVoteCast(seat=seat, choice=command.choice),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """CE-7: most votes choose; CE-8: equal numbers, or none, are a tie."""
        votes = running(state).ballots
        return (JuntaVotesShown(votes=votes, chosen=_most(votes)),)

    def expire(self, state: State) -> Events:
        """CE-7: silence abstains."""
        return tuple(JuntaVoteCast(seat=seat, choice=None) for seat in self.active(state))


def _most(votes: Mapping[Seat, Seat | None]) -> Seat | None:
    tally = Counter(choice for choice in votes.values() if choice is not None)
    most = max(tally.values(), default=0)
    first = [seat for seat, number in tally.items() if number == most]
    return first[0] if len(first) == 1 else None


def junta_vote_cast(state: State, event: JuntaVoteCast) -> State:
    return in_coup(state, ballots={**running(state).ballots, event.seat: event.choice})


def junta_votes_shown(state: State, event: JuntaVotesShown) -> State:
    tied = event.chosen is None
    return in_coup(state, ballots=event.votes, chosen=event.chosen, tied=tied)
