"""An exile comes home: the Minister of the Interior may have him killed. EX-8 to EX-12."""

from __future__ import annotations

from typing import Annotated

from rules.junta.exile import border_guard, home, next_home
from rules.junta.plots import LifeThreatened
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("guard_border")
class GuardBorder(Command):
    """Have the returning exile killed (`true`), or let him pass (`false`)."""

    kill: bool


@event("border_reached")
class BorderReached(Event):
    """An exile stands at the border."""

    seat: Annotated[Seat, PUBLIC]


class Border:
    """Whoever runs the Interior, about one exile; opened again for the next one."""

    NAME = "border"
    COMMANDS: tuple[type[Command], ...] = (GuardBorder,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        comer = self._comer(state)
        if comer is None or state.threat is not None:
            return ()
        guard = border_guard(state, comer)
        return () if guard is None else (guard,)

    def open(self, state: State) -> Events:
        """EX-8, EX-9: where nobody may harm him he passes without a question."""
        comer = next_home(state)
        if comer is None:
            return ()
        passed = home(state, comer) if border_guard(state, comer) is None else ()
        return (BorderReached(seat=comer), *passed)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=GuardBorder, choices={"kill": YES_OR_NO}, rule="EX-9"),)

    def decide(self, state: State, seat: Seat, command: GuardBorder) -> Events:
        """EX-10: the order needs no assassin, no location and no die."""
        comer = self._comer(state)
        assert comer is not None
        if command.kill:
            return (LifeThreatened(attempt=None, victim=comer, killer=seat),)
        return home(state, comer)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """EX-9: silence lets him pass."""
        comer = self._comer(state)
        return () if comer is None or state.threat is not None else home(state, comer)

    def _comer(self, state: State) -> Seat | None:
        """Who stands at the border; before the stage opens, who would."""
        opened = state.course.stage
        if opened is None or opened.name != self.NAME:
            return next_home(state)
        return None if state.returns is None else state.returns.at_border


def border_reached(state: State, event: BorderReached) -> State:
    return but(state, returns=but(state.returns, at_border=event.seat))
