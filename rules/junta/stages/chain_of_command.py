"""Units pass to whoever commands them now: after an exile, a return, a post taken over. CO-13.

It asks nobody; the sequence opens it whenever a unit is not under whom it should be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.coups import Authority, lawful, running
from rules.junta.forces import Unit, UnitId
from rules.junta.state import State
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events
from rules.kernel.visibility import PUBLIC


@event("command_passed")
class CommandPassed(Event):
    """These units have another commander, or another place, or nobody may use them any more."""

    controllers: Annotated[Mapping[UnitId, Seat], PUBLIC]
    places: Annotated[Mapping[UnitId, Seat], PUBLIC]
    blocked: Annotated[frozenset[UnitId], PUBLIC]


def due(state: State) -> dict[UnitId, Authority]:
    """CO-13: the units that are not under whom they should be."""
    if state.coup is None:
        return {}
    units = state.coup.units
    offices = {kind: lawful(state, kind) for kind in {unit.type for unit in units.values()}}
    found = {i: _rightful(state, unit, offices[unit.type]) for i, unit in units.items()}
    return {i: who for i, who in found.items() if who != _present(units[i])}


def _rightful(state: State, unit: Unit, by_office: Authority | None) -> Authority:
    """CO-6, CO-13: by office; what an absent player has by a marker nobody may use."""
    if by_office is not None and not unit.marked:
        return by_office
    holder = unit.place
    return Authority(holder, holder, blocked=not state.families[holder].present)


def _present(unit: Unit) -> Authority:
    return Authority(unit.controller, unit.place, unit.blocked)


def _passed(state: State) -> Events:
    changed = due(state)
    return (
        CommandPassed(
            controllers={i: who.controller for i, who in changed.items()},
            places={i: who.place for i, who in changed.items()},
            blocked=frozenset(i for i, who in changed.items() if who.blocked),
        ),
    )


CHAIN_OF_COMMAND = AsksNobody("chain_of_command", _passed)


def command_passed(state: State, event: CommandPassed) -> State:
    coup = running(state)
    after = {
        i: but(
            coup.units[i],
            controller=seat,
            place=event.places[i],
            blocked=i in event.blocked,
        )
        for i, seat in event.controllers.items()
    }
    return but(state, coup=but(coup, units={**coup.units, **after}))
