"""The Chamber has rejected the President's budget: does anybody offer another one? AL-1.

Asked of everybody but the President, whatever he holds, before the Minister of the Interior
answers; the card is played as any other card is, and the first that arrives is the one.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.budgets import alternative_possible, budget
from rules.junta.state import State, present
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("offer_no_budget")
class OfferNoBudget(Command):
    """Offer no alternative to the rejected budget."""


@event("no_budget_offered")
class NoBudgetOffered(Event):
    """A seat offers no alternative."""

    seat: Annotated[Seat, PUBLIC]


@event("rejection_stood")
class RejectionStood(Event):
    """Nobody has offered an alternative; the Minister of the Interior answers."""


class AlternativeWindow:
    """Everybody who is there but the President, at once."""

    NAME = "alternative"
    COMMANDS: tuple[type[Command], ...] = (OfferNoBudget,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        if not alternative_possible(state):
            return ()
        passed = {state.government.president, *budget(state).answered}
        return tuple(seat for seat in present(state) if seat not in passed)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=OfferNoBudget, choices={}, rule="AL-1"),)

    def decide(self, state: State, seat: Seat, command: OfferNoBudget) -> Events:
        return (NoBudgetOffered(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return (RejectionStood(),) if alternative_possible(state) else ()

    def expire(self, state: State) -> Events:
        """AL-1: silence offers nothing."""
        return tuple(NoBudgetOffered(seat=seat) for seat in self.active(state))


def no_budget_offered(state: State, event: NoBudgetOffered) -> State:
    answered = budget(state).answered | {event.seat}
    return but(state, budget=but(budget(state), answered=answered))


def rejection_stood(state: State, event: RejectionStood) -> State:
    return but(state, budget=but(budget(state), alternative="passed"))
