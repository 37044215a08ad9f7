"""The priority shot of one entry group, in the first salvo: before later groups answer. FI-6."""

from __future__ import annotations

from rules.junta.fights import priority_group
from rules.junta.fire import Fire, fire_orders, held, ordered, shown, waiting
from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.stages import Events


class PriorityFire:
    """Everybody with units of the group that can fire, at once and in secret."""

    NAME = "priority_fire"
    COMMANDS: tuple[type[Command], ...] = (Fire,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        group = priority_group(state)
        return () if group is None else waiting(state, group)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """FI-6: some or all dice of the group at players with later groups, the others held."""
        if seat not in self.active(state):
            return ()
        return fire_orders(state, seat, priority_group(state))

    def decide(self, state: State, seat: Seat, command: Fire) -> Events:
        return ordered(seat, command)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return tuple(shown(state, priority_group(state)))

    def expire(self, state: State) -> Events:
        """FI-7: silence holds the fire for the common shot."""
        return held(self.active(state))
