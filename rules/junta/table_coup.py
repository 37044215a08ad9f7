"""The coup as the table shows it: zones and stacks, orders, fights, declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.junta.city import city
from rules.junta.coups import acting, number_of
from rules.junta.forces import (
    Bombardment,
    Bribe,
    Coup,
    Fight,
    Flight,
    Retreat,
    Toll,
    Unit,
    UnitId,
    ZoneId,
    by_zone,
)
from rules.junta.shown import shown
from rules.junta.state import State
from rules.junta.unit_choices import counts
from rules.junta.verdict import holder
from rules.kernel.identifiers import Seat

Written = dict[str, Any]


def coup_table(state: State) -> Written | None:
    """The coup under way, or over and not yet cleared away; None when there is none."""
    coup = state.coup
    if coup is None:
        return None
    units = by_zone(coup)
    return {
        "first_insurgent": coup.first_insurgent,
        "insurgents": sorted(coup.insurgents),
        **_progress(state, coup),
        "zones": [_place(coup, zone, units.get(zone, {})) for zone in city(state).zones],
        "off_map": [_place(coup, place, units.get(place, {})) for place in city(state).off_map],
        "power_centres": {z: holder(coup, z) for z in city(state).power_centres},
        **_under_fire(coup),
        **_outcome(coup),
    }


def _progress(state: State, coup: Coup) -> Written:
    mover = acting(state)
    return {
        "phase": coup.phase,
        "segment": coup.segment,
        "order": list(coup.order),
        "moving": None if mover is None else {"seat": mover.seat, "place": mover.place},
        "done": sorted(coup.done),
        "moved": sorted(coup.moved),
        "flight": _flight(coup.flight),
        "bribe": _bribe(coup.bribe),
        "police_reacted": coup.police_reacted,
        "conduct": shown(coup.conduct),
    }


def _flight(flight: Flight | None) -> Written | None:
    return None if flight is None else {"unit": flight.unit, "alone": flight.alone}


def _bribe(bribe: Bribe | None) -> Written | None:
    if bribe is None:
        return None
    return {"seat": bribe.seat, "zone": bribe.zone, "units": list(bribe.units)}


# --- where everybody stands ---


def _place(coup: Coup, zone: ZoneId, units: dict[UnitId, Unit]) -> Written:
    """One zone with all units in it: those of one player are his stack."""
    stacks: dict[Seat, dict[UnitId, Unit]] = {}
    for i, unit in units.items():
        stacks.setdefault(unit.controller, {})[i] = unit
    seats = sorted(stacks)
    return {
        "zone": zone,
        "holder": seats[0] if len(seats) == 1 else None,
        "stacks": [_stack(stacks[seat]) | {"seat": seat} for seat in seats],
        "losses": shown(coup.losses.get(zone, {})),
        "fought": zone in coup.fought,
        "agitators": sorted(coup.agitators & units.keys()),
    }


def _stack(units: dict[UnitId, Unit]) -> Written:
    entries = sorted({unit.entered for unit in units.values()})
    groups = (
        {i: unit for i, unit in units.items() if unit.entered == entered} for entered in entries
    )
    return {"units": counts(units.values()), "groups": [_group(group) for group in groups]}


def _group(units: dict[UnitId, Unit]) -> Written:
    """One entry group; a lower `entered` fires first."""
    return {
        "entered": next(iter(units.values())).entered,
        "units": _sorted(units),
        "places": {i: units[i].place for i in _sorted(units) if _elsewhere(units[i])},
        "blocked": _sorted(i for i in units if units[i].blocked),
        "marked": _sorted(i for i in units if units[i].marked),
        "moved": _sorted(i for i in units if units[i].moved),
        "retreated": _sorted(i for i in units if units[i].retreated),
    }


def _elsewhere(unit: Unit) -> bool:
    return unit.place != unit.controller


def _sorted(units: Iterable[UnitId]) -> list[UnitId]:
    return sorted(units, key=lambda unit: (unit.rpartition("-")[0], number_of(unit)))


# --- fire ---


def _under_fire(coup: Coup) -> Written:
    return {
        "strikes_left": coup.strikes_left,
        "bombardments": [_bombardment(made) for made in coup.bombardments],
        "rolling": None if coup.rolling is None else _bombardment(coup.rolling),
        "fired_upon": sorted(coup.fired_upon),
        "fight": None if coup.fight is None else _fight(coup.fight),
        "tolls": [_toll(toll) for toll in coup.tolls],
        "retreat": None if coup.retreat is None else _retreat(coup.retreat),
    }


def _bombardment(made: Bombardment) -> Written:
    return {
        "seat": made.seat,
        "place": made.place,
        "weapon": made.weapon,
        "zone": made.zone,
        "target": made.target,
    }


def _fight(fight: Fight) -> Written:
    return {
        "zone": fight.zone,
        "opener": fight.opener,
        "salvo": fight.salvo,
        "priority_left": list(fight.groups),
        "group": fight.group,
        "dice_used": shown(fight.used),
        "ordered": sorted(fight.ordered),
        "orders": shown(fight.orders),
        "firing": fight.firing,
        "shot_at": sorted(fight.shot_at),
    }


def _toll(toll: Toll) -> Written:
    return {
        "seat": toll.victim,
        "zone": toll.zone,
        "units": toll.hits,
        "entered_after": None if toll.after < 0 else toll.after,
    }


def _retreat(retreat: Retreat) -> Written:
    return {
        "zone": retreat.zone,
        "leaving": list(retreat.leaving),
        "asked": retreat.asked,
        "refused": sorted(retreat.refused),
        "granted": shown(retreat.granted),
    }


# --- how it ends ---


def _outcome(coup: Coup) -> Written:
    return {
        "agreed": shown(coup.agreed),
        "declared": shown(coup.declared),
        "winner": coup.winner,
        "junta": list(coup.junta),
        "votes": shown(coup.ballots),
        "tied": coup.tied,
        "chosen": coup.chosen,
        "declined": sorted(coup.refused_office),
        "settled": coup.settled,
    }
