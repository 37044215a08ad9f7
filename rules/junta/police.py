"""The police answer at once to agitators of the insurrection. MV-8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rules.junta.coups import Mover, in_coup, movable, running, with_units
from rules.junta.forces import UnitId, ZoneId
from rules.junta.rejections import NoSuchZone, NotYourUnits
from rules.junta.ruleset import MINISTER
from rules.junta.state import State
from rules.kernel.choices import Accept, Choice, OneOf, Subset
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("send_police")
class SendPolice(Command):
    """Send these police straight to where the agitators are, however far."""

    zone: ZoneId
    units: frozenset[UnitId]


@event("police_sent")
class PoliceSent(Event):
    """The police are in the zone, as the entry group `entered`, and have not moved."""

    seat: Annotated[Seat, PUBLIC]
    place: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    entered: Annotated[int, PUBLIC]


def accepts(state: State, mover: Mover) -> Iterator[Accept]:
    """MV-8: in phase 1, at the Minister's place, before his move, once."""
    coup = running(state)
    in_office = state.government.posts.get(MINISTER) == mover.place
    if coup.phase != 1 or coup.police_reacted or not in_office or mover.place in coup.moved:
        return
    police = tuple(i for i, unit in movable(coup, mover).items() if unit.type == "police")
    zones = tuple(sorted({coup.units[i].zone for i in coup.agitators if i in coup.units}))
    for zone in zones:
        elsewhere = tuple(i for i in police if coup.units[i].zone != zone)
        if elsewhere:
            chosen = Subset(
                values=elsewhere, at_least=1, at_most=len(elsewhere), refusal=NotYourUnits
            )
            there = OneOf(values=(zone,), refusal=NoSuchZone)
            choices: dict[str, Choice] = {"zone": there, "units": chosen}
            yield Accept(command=SendPolice, choices=choices, rule="MV-8")


def decide(state: State, mover: Mover, order: SendPolice) -> Events:
    """MV-3, MV-8: they come in last, and may still make the normal move."""
    return (
        PoliceSent(
            seat=mover.seat,
            place=mover.place,
            zone=order.zone,
            units=order.units,
            entered=running(state).last_entry + 1,
        ),
    )


def police_sent(state: State, event: PoliceSent) -> State:
    state = with_units(state, event.units, zone=event.zone, entered=event.entered)
    return in_coup(state, last_entry=event.entered, police_reacted=True)
