"""The winner takes the office or declines it. EL-14 to EL-16."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

from rules.junta.elections import begun_again, election, eligible
from rules.junta.state import State
from rules.junta.succession import inheritance
from rules.kernel.choices import YES_OR_NO, Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("accept_office")
class AcceptOffice(Command):
    """Become President (`true`), or decline (`false`)."""

    accept: bool


@event("president_elected")
class PresidentElected(Event):
    """The Republic has a President."""

    seat: Annotated[Seat, PUBLIC]


@event("office_declined")
class OfficeDeclined(Event):
    """The winner would not; the election begins again without him."""

    seat: Annotated[Seat, PUBLIC]


class Acceptance:
    """The winner alone."""

    NAME = "acceptance"
    COMMANDS: tuple[type[Command], ...] = (AcceptOffice,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        running = state.election
        return () if running is None or running.winner is None else (running.winner,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EL-14, EL-16: the winner may decline, but for the last one who could be elected."""
        if seat not in self.active(state):
            return ()
        last = not eligible(state, election(state).declined | {seat})
        choice = OneOf(values=(True,)) if last else YES_OR_NO
        return (Accept(command=AcceptOffice, choices={"accept": choice}, rule="EL-16"),)

    def decide(self, state: State, seat: Seat, command: AcceptOffice) -> Events:
        return _elected(state, seat) if command.accept else (OfficeDeclined(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """EL-14: silence accepts."""
        return tuple(chain.from_iterable(_elected(state, seat) for seat in self.active(state)))


def _elected(state: State, seat: Seat) -> Events:
    """EL-17: what a President who left has set aside is for the one who takes over."""
    elected = PresidentElected(seat=seat)
    return (elected, *inheritance(president_elected(state, elected)))


def president_elected(state: State, event: PresidentElected) -> State:
    government = but(state.government, president=event.seat, last_president=event.seat)
    return but(state, election=None, government=government)


def office_declined(state: State, event: OfficeDeclined) -> State:
    """EL-15: the election restarts without the one who declined."""
    running = election(state)
    return but(state, election=begun_again(running, running.declined | {event.seat}))
