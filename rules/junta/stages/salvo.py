"""A salvo of all: in the first of whatever has not fired, then of everything. FI-7."""

from __future__ import annotations

from rules.junta.fire import Fire, fire_orders, held, ordered, shown, waiting
from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.stages import Events


class Salvo:
    """Everybody with a die and a target, at once and in secret."""

    NAME = "salvo"
    COMMANDS: tuple[type[Command], ...] = (Fire,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return waiting(state, None)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """FI-7: every die that has not fired in this salvo, split among the others, or held."""
        return fire_orders(state, seat, None) if seat in self.active(state) else ()

    def decide(self, state: State, seat: Seat, command: Fire) -> Events:
        return ordered(seat, command)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return tuple(shown(state, None))

    def expire(self, state: State) -> Events:
        """FI-7: silence holds fire."""
        return held(self.active(state))
