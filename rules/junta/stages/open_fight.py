"""One player's turn to open fights, one zone after another, or to let it be. FI-1, FI-2."""

from __future__ import annotations

from typing import Annotated

from rules.junta.combat import entry_groups, fighters
from rules.junta.coups import Mover, in_coup, running
from rules.junta.fights import battlefields, openers
from rules.junta.forces import Fight, ZoneId
from rules.junta.rejections import NoSuchZone
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("open_fight")
class OpenFight(Command):
    """FI-2: fire is opened in this zone."""

    zone: ZoneId


@command("no_fight")
class NoFight(Command):
    """FI-1: no fight, or no other one, in this combat segment."""


@event("fight_opened")
class FightOpened(Event):
    """A fight begins; `groups`: the entry groups that may have a priority shot, in order."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    groups: Annotated[tuple[int, ...], PUBLIC]


@event("fight_declined")
class FightDeclined(Event):
    """Whoever acts at this place of the order opens no fight any more."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]


class FightOpening:
    """The next seat in the order of the phase that has a possible fight."""

    NAME = "open_fight"
    COMMANDS: tuple[type[Command], ...] = (OpenFight, NoFight)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        mover = _asked(state)
        return () if mover is None else (mover.seat,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """FI-1, FI-2: a fight in one of the zones where he may open one, or none."""
        mover = _asked(state)
        if mover is None or mover.seat != seat:
            return ()
        zones = OneOf(values=battlefields(state, mover), refusal=NoSuchZone)
        return (
            Accept(command=OpenFight, choices={"zone": zones}, rule="FI-2"),
            Accept(command=NoFight, choices={}, rule="FI-1"),
        )

    def decide(self, state: State, seat: Seat, command: OpenFight | NoFight) -> Events:
        """FI-6: who came first into the zone has priority over who came later."""
        if isinstance(command, NoFight):
            return self.expire(state)
        groups = entry_groups(fighters(running(state), command.zone))
        return (FightOpened(seat=seat, zone=command.zone, groups=groups),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """FI-1: silence opens no fight."""
        mover = _asked(state)
        return () if mover is None else (FightDeclined(seat=mover.seat, place=mover.place),)


def _asked(state: State) -> Mover | None:
    """FI-1: the seat that the stage opened for, while its turn lasts; else the next one."""
    mover, opened = next(openers(state), None), state.course.stage
    coup = running(state)
    if coup.segment != "combat" or coup.fight is not None or mover is None:
        return None
    if opened is not None and opened.name == FightOpening.NAME and opened.seats != (mover.seat,):
        return None
    return mover


def fight_opened(state: State, event: FightOpened) -> State:
    begun = Fight(zone=event.zone, opener=event.seat, groups=event.groups)
    return in_coup(state, fight=begun)


def fight_declined(state: State, event: FightDeclined) -> State:
    return in_coup(state, done=running(state).done | {event.place})
