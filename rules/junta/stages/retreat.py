"""Whoever must leave a zone chooses where to; one after another. RE-2 to RE-6."""

from __future__ import annotations

from rules.junta.coups import running
from rules.junta.forces import ZoneId
from rules.junta.rejections import NoSuchZone
from rules.junta.retreats import goes, leaver, removed, ways_out
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, command
from rules.kernel.stages import Events, in_turn


@command("retreat")
class RetreatTo(Command):
    """RE-2: with the whole stack into this adjacent zone, if all who are there allow it."""

    zone: ZoneId


class Retreating:
    """The next one who must leave; nobody where there is no choice."""

    NAME = "retreat"
    COMMANDS: tuple[type[Command], ...] = (RetreatTo,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        left = running(state).retreat
        if left is None or left.asked is not None or len(ways_out(state)) < 2:
            return ()
        return in_turn(state.course, self.NAME, (leaver(state),))

    def open(self, state: State) -> Events:
        """RE-4, RE-5: who has no way out loses the stack; who has one alone is not asked."""
        ways = ways_out(state)
        if not ways:
            return (removed(state),)
        return goes(state, ways[0]) if len(ways) == 1 else ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """RE-2: one of the adjacent zones that have not been refused to him."""
        if seat not in self.active(state):
            return ()
        zones = OneOf(values=tuple(sorted(ways_out(state))), refusal=NoSuchZone)
        return (Accept(command=RetreatTo, choices={"zone": zones}, rule="RE-2"),)

    def decide(self, state: State, seat: Seat, command: RetreatTo) -> Events:
        return goes(state, command.zone)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """RE-5: the silent take the first zone with nobody else in it, or else ask at the first."""
        return goes(state, ways_out(state)[0]) if self.active(state) else ()
