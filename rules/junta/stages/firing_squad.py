"""The President may have one man shot. CE-11 to CE-13."""

from __future__ import annotations

from rules.junta.coups import running
from rules.junta.intrigue import Threat
from rules.junta.plots import kill
from rules.junta.power import SquadOrdered
from rules.junta.state import State, president
from rules.junta.verdict import targets
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, command
from rules.kernel.stages import Events


@command("shoot")
class Shoot(Command):
    """Send this seat before the firing squad."""

    victim: Seat


@command("spare_all")
class SpareAll(Command):
    """Have nobody shot."""


class FiringSquad:
    """The President alone: the old one, or whom the junta has put in his place."""

    NAME = "firing_squad"
    COMMANDS: tuple[type[Command], ...] = (Shoot, SpareAll)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return () if running(state).settled else (president(state),)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CE-11, CE-12: one of those who may be shot, or nobody."""
        if seat not in self.active(state):
            return ()
        choices = {"victim": OneOf(values=targets(state))}
        rule = "CE-12" if running(state).winner == "junta" else "CE-11"
        shots = Accept(command=Shoot, choices=choices, rule=rule)
        return (shots, Accept(command=SpareAll, choices={}, rule=rule))

    def decide(self, state: State, seat: Seat, command: Shoot | SpareAll) -> Events:
        """CE-13: naming and shooting are one act, and no card protects."""
        if isinstance(command, SpareAll):
            return (SquadOrdered(seat=seat, victim=None),)
        shot = kill(state, Threat(victim=command.victim, killer=seat))
        return (SquadOrdered(seat=seat, victim=command.victim), *shot)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CE-13: silence shoots nobody."""
        return tuple(SquadOrdered(seat=seat, victim=None) for seat in self.active(state))
