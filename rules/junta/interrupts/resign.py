"""The President resigns: announced at any time, carried out when nothing stands before it. RS-1."""

from __future__ import annotations

from typing import Annotated

from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("resign")
class Resign(Command):
    """Give up the presidency."""


@event("resignation_announced")
class ResignationAnnounced(Event):
    """The President will leave his office."""

    seat: Annotated[Seat, PUBLIC]


class Resignation:
    """The President alone, while any stage is open."""

    COMMANDS: tuple[type[Command], ...] = (Resign,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """RS-1: not in a coup, and once."""
        in_office = state.government.president == seat and not state.government.resigning
        if not in_office or coup_running(state):
            return ()
        return (Accept(command=Resign, choices={}, rule="RS-1"),)

    def decide(self, state: State, seat: Seat, command: Resign) -> Events:
        return (ResignationAnnounced(seat=seat),)


def coup_running(state: State) -> bool:
    """Whether a coup is fought and its outcome has not been carried out."""
    return state.coup is not None and not state.coup.settled


def resignation_announced(state: State, event: ResignationAnnounced) -> State:
    return but(state, government=but(state.government, resigning=True))
