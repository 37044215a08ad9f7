"""The laws of a coup that hold after every event, by name. Read on the full state only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from rules.junta.city import city
from rules.junta.coups import RED, number_of, type_of
from rules.junta.forces import OFF_MAP, Coup
from rules.junta.state import State
from rules.junta.unit_cards import MOST_RED
from rules.kernel.laws import reads

MOST_OF_CARDS: Mapping[str, int] = {"militia": 6, "helicopter": 1} | dict.fromkeys(RED, MOST_RED)
"""UC-1, UC-4: how many units of each type cards can bring in at most."""


@reads("coup.units", "coup.made", "course.options")
def units_are_conserved(state: State) -> str | None:
    """There are never more units of a type than there can be, and none beside its id."""
    if state.coup is None:
        return None
    most = dict(MOST_OF_CARDS)
    for kind, _, number in city(state).start:
        most[kind] = most.get(kind, 0) + number
    there = Counter(unit.type for unit in state.coup.units.values())
    many = next((f"{n} {kind}" for kind, n in there.items() if n > most.get(kind, 0)), None)
    return many or _misnamed(state.coup)


def _misnamed(coup: Coup) -> str | None:
    for i, unit in coup.units.items():
        if type_of(i) != unit.type or number_of(i) > coup.made.get(unit.type, 0):
            return f"{i} is a {unit.type}, {coup.made.get(unit.type, 0)} of which were made"
    return None


@reads("coup.units", "coup.last_entry", "course.options")
def units_stand_somewhere(state: State) -> str | None:
    """Every unit is in a zone of the city, or waits to land, and came there at some time."""
    if state.coup is None:
        return None
    zones = city(state).zones
    for i, unit in state.coup.units.items():
        waits = unit.zone in OFF_MAP and unit.type in ("paratroops", "marines")
        if unit.zone not in zones and not waits:
            return f"{i} is in {unit.zone}"
        if unit.entered > state.coup.last_entry:
            return f"{i} entered at {unit.entered} of {state.coup.last_entry}"
    return None


@reads("coup.units", "coup.winner", "government")
def every_unit_has_one_commander(state: State) -> str | None:
    """At its own place, or the President for the brother-in-law; nobody commands a blocked one."""
    if state.coup is None or state.coup.winner is not None:
        return None
    for i, unit in state.coup.units.items():
        deputy = unit.controller == state.government.president and not unit.marked
        if unit.controller != unit.place and (unit.blocked or not deputy):
            return f"{i} is commanded by {unit.controller} at {unit.place}"
        if unit.type == "palace_guard" and unit.marked:
            return f"{i} was given away"
    return None


@reads("coup", "government")
def the_president_is_loyal(state: State) -> str | None:
    """Until a coup is decided its insurgents do not include the President."""
    coup = state.coup
    if coup is None or coup.winner is not None:
        return None
    rebel = state.government.president in coup.insurgents
    return "the President is an insurgent" if rebel else None


MARCH_LAWS: tuple[Callable[[State], str | None], ...] = (
    units_are_conserved,
    units_stand_somewhere,
    every_unit_has_one_commander,
    the_president_is_loyal,
)
"""The laws of units and their commanders, for the game's table of invariants."""
