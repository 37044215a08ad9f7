"""The beginning of step 2: does anybody question the President's competence? NC-2.

Asked of everybody but the President, whatever he holds; the card is played as any other card is.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.motions import may_move
from rules.junta.state import State, present
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("trust")
class Trust(Command):
    """Do not question the President's competence now."""


@event("president_trusted")
class PresidentTrusted(Event):
    """A seat lets the President form his cabinet."""

    seat: Annotated[Seat, PUBLIC]


class Confidence:
    """Everybody who is there but the President, at once."""

    NAME = "confidence"
    COMMANDS: tuple[type[Command], ...] = (Trust,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """NC-2: nobody is asked any more once there is a motion, or no President."""
        opened = state.course.stage is not None and state.course.stage.name == self.NAME
        if opened and not may_move(state):
            return ()
        passed = {state.government.president, *state.turn.trusted}
        return tuple(seat for seat in present(state) if seat not in passed)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=Trust, choices={}, rule="NC-2"),)

    def decide(self, state: State, seat: Seat, command: Trust) -> Events:
        return (PresidentTrusted(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """NC-2: silence trusts him."""
        return tuple(PresidentTrusted(seat=seat) for seat in self.active(state))


def president_trusted(state: State, event: PresidentTrusted) -> State:
    return but(state, turn=but(state.turn, trusted=state.turn.trusted | {event.seat}))
