"""The end of step 10: the table is set for the next turn. CL-1."""

from __future__ import annotations

from typing import Annotated, Any

from rules.junta.deals import all_expired
from rules.junta.state import State, Turn, Whereabouts
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@event("turn_ended")
class TurnEnded(Event):
    """The turn with this number is over."""

    turn: Annotated[int, PUBLIC]


class CleanUp:
    """Asks nobody."""

    NAME = "clean_up"
    COMMANDS: tuple[type[Command], ...] = ()

    def duration(self, state: State) -> int | None:
        return None

    def active(self, state: State) -> tuple[Seat, ...]:
        return ()

    def open(self, state: State) -> Events:
        """CL-1: locations are taken back, the excuse is gone, the police go home."""
        return (*all_expired(state), TurnEnded(turn=state.turn.number))

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        return ()

    def decide(self, state: State, seat: Seat, command: Any) -> Events:
        raise AssertionError("the clean-up asks nobody")

    def is_over(self, state: State) -> bool:
        return True

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        return ()


def turn_ended(state: State, event: TurnEnded) -> State:
    turn = Turn(number=event.turn + 1, step="clean_up")
    return but(state, turn=turn, whereabouts=Whereabouts(places={}), plot=None)
