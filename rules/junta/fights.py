"""A fight in the game: who may open one, who may fire at whom, and what comes next.

Questions on the state, public ones all. FI-1, FI-2, FI-6, FI-7, FI-10 to FI-14.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.junta.city import city
from rules.junta.combat import GUARD, SALVOS, Units, dice, fighters, firing, players
from rules.junta.coups import Mover, commanded, commander_at, running
from rules.junta.forces import Fight, Unit, ZoneId
from rules.junta.state import State
from rules.kernel.identifiers import Seat


def fight(state: State) -> Fight:
    """The fight under way; to be asked only while there is one."""
    found = running(state).fight
    assert found is not None
    return found


def next_stage(state: State) -> str | None:
    """FI-1: what comes next in a combat segment; None when all have had their fights."""
    coup = running(state)
    if coup.tolls:
        return "losses"
    if coup.retreat is not None:
        return "retreat" if coup.retreat.asked is None else "passage"
    if coup.bombardments:
        return "bombard"
    if coup.fight is not None:
        return _in_fight(state)
    return "open_fight" if next(openers(state), None) else None


def _in_fight(state: State) -> str:
    """FI-6, FI-12: priority shots, then the salvos, as long as somebody can fire."""
    if priority_group(state) is not None:
        return "priority_fire"
    return "salvo" if _goes_on(state) else "cease_fire"


def _goes_on(state: State) -> bool:
    """FI-12: three salvos, fewer where nobody is left who can fire at anybody."""
    if fight(state).salvo > SALVOS:
        return False
    units = _units(state)
    able = (s for s in players(units) if _strength(state, units, s) and _aims(state, units, s))
    return next(able, None) is not None


# --- opening ---


def openers(state: State) -> Iterator[Mover]:
    """FI-1: whoever has a possible fight and has not declined, in the order of the phase."""
    coup = running(state)
    for place in coup.order:
        seat = commander_at(state, place)
        if place not in coup.done and seat is not None:
            mover = Mover(seat, place)
            if battlefields(state, mover):
                yield mover


def battlefields(state: State, mover: Mover) -> tuple[ZoneId, ...]:
    """FI-2: the zones where he may open a fight with the units of this place."""
    coup, town = running(state), city(state)
    if coup.phase == 0 and mover.seat not in coup.insurgents:
        return ()
    own: dict[ZoneId, list[Unit]] = {}
    for unit in commanded(coup, mover).values():
        if not unit.retreated:
            own.setdefault(unit.zone, []).append(unit)
    open_to_fire = (own.keys() & town.zones.keys()) - coup.fought - set(town.embassies)
    return tuple(sorted(z for z in open_to_fire if _worth_a_fight(state, mover.seat, z, own[z])))


def _worth_a_fight(state: State, seat: Seat, zone: ZoneId, own: Collection[Unit]) -> bool:
    """FI-2: he has a die there, and somebody to fire at."""
    if not dice(own, all_armed(state)):
        return False
    return bool(_targets_among(state, seat, fighters(running(state), zone)))


# --- firing ---


def all_armed(state: State) -> bool:
    """FI-3: whether the peasants' strike has armed the agitators."""
    return state.turn.unarmed_armed


def targets(state: State, seat: Seat, group: int | None = None) -> tuple[Seat, ...]:
    """FI-6, FI-10: at whom the player may fire now: in a priority shot, at later groups only."""
    return _aims(state, _units(state), seat, group)


def _aims(state: State, units: Units, seat: Seat, group: int | None = None) -> tuple[Seat, ...]:
    if not may_fire(state, seat):
        return ()
    later = units
    if group is not None:
        later = {i: unit for i, unit in units.items() if unit.entered > group}
    return _targets_among(state, seat, later)


def may_fire(state: State, seat: Seat) -> bool:
    """FI-10: in the insurrection insurgents, and whoever was shot at, but never the President."""
    coup = running(state)
    if coup.phase or seat in coup.insurgents:
        return True
    return seat in fight(state).shot_at and seat != state.government.president


def _targets_among(state: State, seat: Seat, units: Units) -> tuple[Seat, ...]:
    return tuple(s for s in players(units) if s != seat and _foe(state, seat, s, units))


def _foe(state: State, seat: Seat, other: Seat, units: Units) -> bool:
    """FI-2: anybody; with `same_camp_fire` off the other camp, and the President behind guards."""
    if state.course.options["same_camp_fire"]:
        return True
    camp = running(state).insurgents
    return (seat in camp) != (other in camp) or _guarded_among(state, other, units)


def guarded(state: State, seat: Seat, zone: ZoneId, after: int = -1) -> bool:
    """FI-11: whether the seat is the President and has a guard there that a shot could kill."""
    return _guarded_among(state, seat, fighters(running(state), zone, after))


def _guarded_among(state: State, seat: Seat, units: Units) -> bool:
    if seat != state.government.president:
        return False
    return any(unit.type == GUARD and unit.controller == seat for unit in units.values())


def turns(state: State, seat: Seat, at: tuple[Seat, ...], zone: ZoneId, after: int = -1) -> bool:
    """FI-11: whether firing at these players makes the seat an insurgent."""
    coup = running(state)
    if not at or seat in coup.insurgents or seat == state.government.president:
        return False
    return coup.phase == 0 or any(guarded(state, target, zone, after) for target in at)


def _units(state: State) -> Units:
    """All that take part in the fight."""
    return fighters(running(state), fight(state).zone)


def _strength(state: State, units: Units, seat: Seat, group: int | None = None) -> int:
    return dice(firing(units, seat, group), all_armed(state))


def dice_left(state: State, seat: Seat, group: int | None = None) -> int:
    """FI-7: the dice for a priority shot of the group, or for the shot of all: what is not used."""
    return _dice_left(state, _units(state), seat, group)


def _dice_left(state: State, units: Units, seat: Seat, group: int | None) -> int:
    strength = _strength(state, units, seat, group)
    return strength if group is not None else max(0, strength - fight(state).used.get(seat, 0))


def shooters(state: State, group: int | None = None) -> tuple[Seat, ...]:
    """FI-6, FI-7: who has a die and a target in this shot, in order of seats."""
    units = _units(state)
    return tuple(
        seat
        for seat in players(units)
        if _dice_left(state, units, seat, group) and _aims(state, units, seat, group)
    )


def priority_group(state: State) -> int | None:
    """FI-6: the next entry group that has a priority shot; None when there is none left."""
    shot = running(state).fight
    groups = () if shot is None else shot.groups
    return next((group for group in groups if shooters(state, group)), None)


def between_salvos(state: State) -> bool:
    """FI-14: in a combat segment: no shot is being ordered, nothing is rolled, no loss is due."""
    coup = running(state)
    if coup.tolls or coup.rolling is not None:
        return False
    open_fight = coup.fight
    return open_fight is None or not (open_fight.ordered or open_fight.used or open_fight.firing)


def cards_may_be_played(state: State) -> bool:
    """FI-14: always, but for a combat segment: there between salvos, or by option not at all."""
    if state.coup is None or state.coup.segment != "combat":
        return True
    return state.course.options["cards_in_combat"] == "between_salvos" and between_salvos(state)
