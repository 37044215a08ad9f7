"""Whoever was hit chooses which of his units are destroyed; all who were hit, at once. FI-9."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.combat import given_up, losable
from rules.junta.coups import last_in_first, running
from rules.junta.fire import UnitsLost
from rules.junta.forces import Toll, UnitType
from rules.junta.loss_choices import Exactly
from rules.junta.state import State
from rules.junta.unit_choices import counts
from rules.kernel.choices import Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, command
from rules.kernel.stages import Events


@command("lose_units")
class LoseUnits(Command):
    """FI-9: how many units of each type are given up; within a type, who came last goes first."""

    units: Mapping[UnitType, int]


class Losses:
    """Every victim that has a choice."""

    NAME = "losses"
    COMMANDS: tuple[type[Command], ...] = (LoseUnits,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return tuple(toll.victim for toll in running(state).tolls)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """FI-9: exactly as many of his own units as were hit, of those that could be."""
        if seat not in self.active(state):
            return ()
        toll = _toll(state, seat)
        held = counts(losable(running(state), toll).values())
        choice = Exactly(held=held, total=toll.hits)
        return (Accept(command=LoseUnits, choices={"units": choice}, rule="FI-9"),)

    def decide(self, state: State, seat: Seat, command: LoseUnits) -> Events:
        toll = _toll(state, seat)
        units = last_in_first(losable(running(state), toll), command.units)
        return (UnitsLost(seat=seat, zone=toll.zone, units=units),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """FI-9: the silent give up unarmed units first and guards last."""
        coup = running(state)
        return tuple(
            UnitsLost(seat=t.victim, zone=t.zone, units=given_up(losable(coup, t), t.hits))
            for t in coup.tolls
        )


def _toll(state: State, seat: Seat) -> Toll:
    return next(toll for toll in running(state).tolls if toll.victim == seat)
