"""The Chamber votes on the budget: two rounds, one seat after another. BU-5 to BU-7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from rules.junta.budgets import budget, payments
from rules.junta.elections import vote_cards_to_discard
from rules.junta.rejections import NotEnoughVotes
from rules.junta.state import State, clockwise, votes_of
from rules.kernel.choices import Accept, Split
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC

SIDES = ("for", "against")
Result = Literal["adopted", "rejected", "tied"]


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


@event("second_round_opened")
class SecondRoundOpened(Event):
    """Everybody may add the votes that he has not used."""


@event("budget_counted")
class BudgetCounted(Event):
    """The two rounds together: adopted, rejected or tied."""

    in_favour: Annotated[int, PUBLIC]
    against: Annotated[int, PUBLIC]
    result: Annotated[Result, PUBLIC]


class BudgetVote:
    """One seat's turn to vote in one round; opened again for the next one."""

    NAME = "budget_vote"
    COMMANDS: tuple[type[Command], ...] = (VoteOnBudget,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """BU-6: votes not yet used, on one side or on both."""
        if seat not in self.active(state):
            return ()
        used = sum(budget(state).votes.get(seat, (0, 0)))
        left = max(0, votes_of(state, seat) - used)
        choice = Split(among=SIDES, total=left, refusal=NotEnoughVotes)
        return (Accept(command=VoteOnBudget, choices={"votes": choice}, rule="BU-6"),)

    def decide(self, state: State, seat: Seat, command: VoteOnBudget) -> Events:
        in_favour, against = (command.votes.get(side, 0) for side in SIDES)
        return (BudgetVoted(seat=seat, in_favour=in_favour, against=against),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """BU-5: two compulsory rounds; then the votes of both are counted together."""
        if _unasked(state):
            return ()
        return (SecondRoundOpened(),) if budget(state).round == 1 else _counted(state)

    def expire(self, state: State) -> Events:
        """BU-5: silence abstains."""
        return tuple(BudgetVoted(seat=s, in_favour=0, against=0) for s in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    """BU-5: the President votes first, then the others clockwise."""
    return tuple(seat for seat in clockwise(state) if seat not in budget(state).voted)


def _counted(state: State) -> Events:
    """BU-7: more for than against adopts, fewer rejects, equal numbers (0 to 0 too) are a tie."""
    votes = budget(state).votes.values()
    in_favour, against = sum(v[0] for v in votes), sum(v[1] for v in votes)
    result = _result(in_favour, against)
    counted = BudgetCounted(in_favour=in_favour, against=against, result=result)
    paid = payments(state) if result == "adopted" else ()
    return (counted, *vote_cards_to_discard(state), *paid)


def _result(in_favour: int, against: int) -> Result:
    if in_favour == against:
        return "tied"
    return "adopted" if in_favour > against else "rejected"


def budget_voted(state: State, event: BudgetVoted) -> State:
    running = budget(state)
    before = running.votes.get(event.seat, (0, 0))
    votes = (before[0] + event.in_favour, before[1] + event.against)
    voted = but(
        running,
        votes={**running.votes, event.seat: votes},
        voted=running.voted | {event.seat},
    )
    return but(state, budget=voted)


def second_round_opened(state: State, event: SecondRoundOpened) -> State:
    return but(state, budget=but(budget(state), round=2, voted=frozenset()))


def budget_counted(state: State, event: BudgetCounted) -> State:
    """An adopted budget opens the bank; a rejected one closes it and is an excuse for a coup."""
    state = but(state, budget=but(budget(state), phase=event.result))
    if event.result == "adopted":
        return but(state, turn=but(state.turn, bank="open"))
    if event.result == "rejected":
        return but(state, turn=but(state.turn, bank="closed", excuse=True))
    return state
