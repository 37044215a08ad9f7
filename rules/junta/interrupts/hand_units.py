"""Units go from one commander to another in a movement segment. MV-9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.coups import counts_in, marked_under, number_of, with_units
from rules.junta.forces import OFF_MAP, Coup, Unit, UnitId, UnitType, ZoneId
from rules.junta.rejections import NoSuchPartner, NoSuchZone
from rules.junta.state import State, present
from rules.junta.unit_bribes import rolling
from rules.junta.unit_choices import Units
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("give_units")
class GiveUnits(Command):
    """Give another family the command of units in one zone, until the coup ends."""

    to: Seat
    zone: ZoneId
    units: Mapping[UnitType, int]


@event("units_given")
class UnitsGiven(Event):
    """Units have a new commander; `marked`: those that he has by a control marker."""

    giver: Annotated[Seat, PUBLIC]
    receiver: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    marked: Annotated[frozenset[UnitId], PUBLIC]


class HandUnits:
    """Any present family, at any moment of a movement segment."""

    COMMANDS: tuple[type[Command], ...] = (GiveUnits,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """MV-9: loyal or not, whose turn it is or not."""
        coup = state.coup
        if coup is None or coup.segment != "movement" or rolling(state) or coup.winner:
            return ()
        others = tuple(s for s in present(state) if s != seat)
        if seat not in present(state) or not others:
            return ()
        to = OneOf(values=others, refusal=NoSuchPartner)
        return tuple(
            Accept(
                command=GiveUnits,
                choices={
                    "to": to,
                    "zone": OneOf(values=(zone,), refusal=NoSuchZone),
                    "units": Units(held=units),
                },
                rule="MV-9",
            )
            for zone, units in counts_in(_transferable(coup, seat)).items()
        )

    def decide(self, state: State, seat: Seat, command: GiveUnits) -> Events:
        assert state.coup is not None
        mine = _transferable(state.coup, seat)
        here = {i: unit for i, unit in mine.items() if unit.zone == command.zone}
        units = _fresh_first(here, command.units)
        return (
            UnitsGiven(
                giver=seat,
                receiver=command.to,
                zone=command.zone,
                units=units,
                marked=marked_under(state, command.to, units),
            ),
        )


def _transferable(coup: Coup, seat: Seat) -> dict[UnitId, Unit]:
    """MV-9: neither palace guards, nor units off the map, nor those that nobody may use."""
    return {
        i: unit
        for i, unit in coup.units.items()
        if unit.controller == seat
        and not unit.blocked
        and unit.zone not in OFF_MAP
        and unit.type != "palace_guard"
    }


def _fresh_first(units: Mapping[UnitId, Unit], wanted: Mapping[UnitType, int]) -> frozenset[UnitId]:
    """MV-9: those that have not moved go first, then those that came into the zone first."""
    order = sorted(units, key=lambda i: (units[i].moved, units[i].entered, number_of(i)))
    chosen = (tuple(i for i in order if units[i].type == kind)[:n] for kind, n in wanted.items())
    return frozenset(i for some in chosen for i in some)


def units_given(state: State, event: UnitsGiven) -> State:
    to = event.receiver
    state = with_units(state, event.units, controller=to, place=to, marked=False)
    return with_units(state, event.marked, marked=True)
