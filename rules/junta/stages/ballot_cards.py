"""All have voted: does anybody play a ballot card before the count? VO-5.

Asked of everybody at once, whatever he holds; a ballot card itself is played as any other card is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from rules.junta import budgets, elections, motions
from rules.junta.ballots import ballot, with_ballot
from rules.junta.parliament import Budget, Election, Motion
from rules.junta.state import State, present
from rules.kernel.choices import Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("let_count")
class LetCount(Command):
    """Play no ballot card: let the votes be counted."""


@event("count_awaited")
class CountAwaited(Event):
    """A seat lets the votes be counted."""

    seat: Annotated[Seat, PUBLIC]


class BallotCards:
    """Everybody who is there, at once."""

    NAME = "ballot_cards"
    COMMANDS: tuple[type[Command], ...] = (LetCount,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """VO-5: a card that changes what would be counted ends the question; it is asked again."""
        found = ballot(state)
        if found is None or found.phase != "counting":
            return ()
        return tuple(seat for seat in present(state) if seat not in found.answered)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=LetCount, choices={}, rule="VO-5"),)

    def decide(self, state: State, seat: Seat, command: LetCount) -> Events:
        return (CountAwaited(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """CD-18: not while somebody has to give up influence; his votes vanish before the count."""
        found = ballot(state)
        if found is None or found.phase != "counting" or state.coalition is not None:
            return ()
        return COUNTS[type(found)](state)

    def expire(self, state: State) -> Events:
        """VO-5: silence plays no card."""
        return tuple(CountAwaited(seat=seat) for seat in self.active(state))


COUNTS: dict[type[Motion | Election | Budget], Callable[[State], Events]] = {
    Motion: motions.counted,
    Election: elections.counted,
    Budget: budgets.counted,
}
"""What the result of each ballot is, and what follows at once."""


def count_awaited(state: State, event: CountAwaited) -> State:
    found = ballot(state)
    assert found is not None
    return with_ballot(state, answered=found.answered | {event.seat})
