"""Street fighting as arithmetic: dice, entry groups, hits, losses. Units in, numbers out; no state.

FI-3, FI-6, FI-8, FI-9, FI-11, RE-1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.junta.city import PALACE
from rules.junta.coups import RED, number_of
from rules.junta.forces import Coup, Toll, Unit, UnitId, Weapon, ZoneId
from rules.kernel.identifiers import Seat

GUARD = "palace_guard"
HIT = 6
SALVOS = 3
WEAPON_DICE: Mapping[Weapon, int] = {"gunboat": 3, "air_force": 6}
"""FI-5: the dice of a bombardment."""

Units = Mapping[UnitId, Unit]
Orders = Mapping[Seat, Mapping[Seat, int]]


class Shot(NamedTuple):
    """What one player's dice against one target came to."""

    firer: Seat
    target: Seat
    faces: tuple[int, ...]


def armed(unit: Unit, all_armed: bool = False) -> bool:
    """FI-3: agitators are unarmed, unless the peasants' strike has armed them all."""
    return all_armed or unit.type not in RED


def dice(units: Collection[Unit], all_armed: bool = False) -> int:
    """FI-3: one die per armed unit and per pair of unarmed ones, two per guard in the Palace."""
    with_arms = [unit for unit in units if armed(unit, all_armed)]
    at_home = sum(unit.type == GUARD and unit.zone == PALACE for unit in with_arms)
    return len(with_arms) + at_home + (len(units) - len(with_arms)) // 2


def fighters(coup: Coup, zone: ZoneId, after: int = -1) -> dict[UnitId, Unit]:
    """FI-6, RE-6: the units that take part there, of groups that entered after `after`."""
    return {
        i: unit
        for i, unit in coup.units.items()
        if unit.zone == zone and not unit.retreated and unit.entered > after
    }


def owned(units: Units, seat: Seat) -> dict[UnitId, Unit]:
    """Those of one player."""
    return {i: unit for i, unit in units.items() if unit.controller == seat}


def players(units: Units) -> tuple[Seat, ...]:
    """Whose units they are, in order of seats."""
    return tuple(sorted({unit.controller for unit in units.values()}))


def firing(units: Units, seat: Seat, group: int | None = None) -> list[Unit]:
    """FI-4, BR-1: the units of a player that can fire: of this group, or all; none blocked."""
    return [
        unit
        for unit in units.values()
        if unit.controller == seat and not unit.blocked and group in (None, unit.entered)
    ]


def entry_groups(units: Units) -> tuple[int, ...]:
    """FI-6: the entry groups that have priority over another, in the order in which they came."""
    return tuple(sorted({unit.entered for unit in units.values()}))[:-1]


def volley(orders: Orders) -> tuple[tuple[Seat, Seat, int], ...]:
    """FI-8: firer, target and dice of every shot, in order of seats: so the dice are dealt out."""
    return tuple(
        (firer, target, orders[firer][target])
        for firer in sorted(orders)
        for target in sorted(orders[firer])
        if orders[firer][target]
    )


def shots(orders: Orders, faces: Sequence[int]) -> tuple[Shot, ...]:
    """FI-8: the faces dealt out to the shots in order."""
    dealt, left = [], list(faces)
    for firer, target, number in volley(orders):
        dealt.append(Shot(firer, target, tuple(left[:number])))
        del left[:number]
    return tuple(dealt)


def hits(faces: Iterable[int]) -> int:
    """FI-8: each six hits one unit."""
    return sum(face == HIT for face in faces)


def losses_due(fired: Iterable[Shot], open_to_loss: Units) -> dict[Seat, int]:
    """FI-8: how many units each victim loses; hits beyond the units that can be lost are lost."""
    due: dict[Seat, int] = {}
    for shot in fired:
        due[shot.target] = due.get(shot.target, 0) + hits(shot.faces)
    able = {seat: len(owned(open_to_loss, seat)) for seat in due}
    return {seat: min(due[seat], able[seat]) for seat in sorted(due) if min(due[seat], able[seat])}


def losable(coup: Coup, toll: Toll) -> dict[UnitId, Unit]:
    """FI-9: the units among which the victim chooses."""
    return owned(fighters(coup, toll.zone, toll.after), toll.victim)


def has_choice(units: Units, number: int) -> bool:
    """FI-9: whether it makes a difference which of them are lost, and somebody is there to say."""
    kinds = {unit.type for unit in units.values() if not unit.blocked}
    return len(kinds) > 1 and len(units) > number


def given_up(units: Units, number: int) -> frozenset[UnitId]:
    """FI-9: without an answer unarmed units go first and guards last, then in order of types.

    Blocked units are lost in the order of their ids.
    """
    return frozenset(sorted(units, key=lambda i: _worth(i, units[i]))[:number])


def _worth(unit_id: UnitId, unit: Unit) -> tuple[int, str, int, int]:
    if unit.blocked:
        return (0, unit.type, 0, number_of(unit_id))
    worth = 2 if unit.type == GUARD else int(armed(unit))
    return (worth, unit.type, -unit.entered, number_of(unit_id))


def driven_out(losses: Mapping[Seat, int], there: Iterable[Seat]) -> tuple[Seat, ...]:
    """RE-1: all who lost more than those who lost least, of the players who are still there."""
    lost = {seat: losses.get(seat, 0) for seat in there}
    least = min(lost.values(), default=0)
    return tuple(seat for seat, number in lost.items() if number > least)
