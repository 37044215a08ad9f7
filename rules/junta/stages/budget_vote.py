"""The Chamber votes on the budget: two rounds, one seat after another. BU-5, BU-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.ballots import VotingClosed, voter
from rules.junta.budgets import budget, proposer
from rules.junta.chamber import SIDES, SecondRoundOpened, unasked, votes_left, with_votes
from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("vote_on_budget")
class VoteOnBudget(Command):
    """Votes `for` and `against` the budget, both allowed; none at all is to abstain."""

    votes: Mapping[str, int]


@event("budget_voted")
class BudgetVoted(Event):
    """A seat voted in this round; its votes of the first round stand."""

    seat: Annotated[Seat, PUBLIC]
    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]


class BudgetVote:
    """One seat's turn to vote in one round; opened again for the next one."""

    NAME = "budget_vote"
    COMMANDS: tuple[type[Command], ...] = (VoteOnBudget,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return voter(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """BU-6: votes not yet used, on one side or on both."""
        if seat not in self.active(state):
            return ()
        choice = votes_left(state, seat, budget(state).votes)
        return (Accept(command=VoteOnBudget, choices={"votes": choice}, rule="BU-6"),)

    def decide(self, state: State, seat: Seat, command: VoteOnBudget) -> Events:
        in_favour, against = (command.votes.get(side, 0) for side in SIDES)
        return (BudgetVoted(seat=seat, in_favour=in_favour, against=against),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """BU-5: two compulsory rounds; VO-5: then ballot cards may be played before the count."""
        running = budget(state)
        if running.phase != "voting" or _unasked(state):
            return ()
        again = running.round == 1 and not running.cut
        return (SecondRoundOpened() if again else VotingClosed(),)

    def expire(self, state: State) -> Events:
        """BU-5: silence abstains."""
        return tuple(BudgetVoted(seat=s, in_favour=0, against=0) for s in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    """BU-5: the proposer votes first, then the others clockwise."""
    return unasked(state, state.budget, proposer(state))


def budget_voted(state: State, event: BudgetVoted) -> State:
    running = budget(state)
    voted = but(
        running,
        votes=with_votes(running.votes, event.seat, event.in_favour, event.against),
        voted=running.voted | {event.seat},
    )
    return but(state, budget=voted)
