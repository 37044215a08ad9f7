"""The coup under way: who commands what, who acts where in the order. Questions, shared facts.

Whoever acts is a mover: a seat at a place of the order. The two differ only where the President
acts for his brother-in-law, at the place of the absent holder of a post.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from rules.junta.city import CHAMBER, city
from rules.junta.forces import OFF_MAP, Coup, Unit, UnitId, UnitType, Weapon, ZoneId
from rules.junta.ruleset import GENERALS, MINISTER, PostId
from rules.junta.state import State, president
from rules.junta.unit_choices import counts
from rules.kernel.frozen import but, putter
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC

ADMIRAL, AIR_COMMANDER = PostId("admiral"), PostId("air_commander")

POST_OF: Mapping[UnitType, PostId] = {
    "army_1": GENERALS[0],
    "army_2": GENERALS[1],
    "army_3": GENERALS[2],
    "police": MINISTER,
    "paratroops": AIR_COMMANDER,
    "marines": ADMIRAL,
}
"""CO-6: which post commands which units; the palace guards are the President's."""

WEAPON_OF: Mapping[PostId, Weapon] = {ADMIRAL: "gunboat", AIR_COMMANDER: "air_force"}

RED: frozenset[UnitType] = frozenset({"student", "rioter", "striker", "demonstrator"})

LAST_PHASE = 6

MOST_IDS = 1024
"""Ids of how many units are kept taken apart: a few dozen of each type are ever made."""


class Mover(NamedTuple):
    """Who acts, and at whose place in the order."""

    seat: Seat
    place: Seat


class Authority(NamedTuple):
    """Who commands a unit, at which place, and whether nobody may."""

    controller: Seat
    place: Seat
    blocked: bool = False


@event("insurgent_joined")
class InsurgentJoined(Event):
    """A family is on the side of the insurgents from now on."""

    seat: Annotated[Seat, PUBLIC]


def running(state: State) -> Coup:
    """The coup under way; to be asked only in its stages."""
    assert state.coup is not None
    return state.coup


@lru_cache(maxsize=MOST_IDS)
def type_of(unit: UnitId) -> UnitType:
    """The type that the id of a unit names."""
    kind: UnitType = unit.rpartition("-")[0]  # type: ignore[assignment]
    return kind


def commander_at(state: State, place: Seat) -> Seat | None:
    """CO-8: who acts at this place: its family, the brother-in-law of the President, or nobody."""
    if state.families[place].present:
        return place
    run = state.government.brother_in_law
    taken = run is not None and state.government.posts.get(run) == place
    return state.government.president if taken else None


def command_of(state: State, post: PostId) -> Authority:
    """CO-6: the present holder; the brother-in-law for an absent one, or else nobody."""
    holder = state.government.posts[post]
    if state.families[holder].present:
        return Authority(holder, holder)
    if state.government.brother_in_law == post:
        return Authority(president(state), holder)
    return Authority(holder, holder, blocked=True)


def lawful(state: State, kind: UnitType) -> Authority | None:
    """CO-6: who commands units of this type by office; nobody does those that cards bring."""
    if kind == "palace_guard":
        return Authority(president(state), president(state))
    return command_of(state, POST_OF[kind]) if kind in POST_OF else None


def marked_under(state: State, seat: Seat, units: Iterable[UnitId]) -> frozenset[UnitId]:
    """MV-9: the units that this seat would command by a control marker, and not by office."""
    found = set()
    for unit in units:
        by_office = lawful(state, type_of(unit))
        if by_office is None or by_office[:2] != (seat, seat):
            found.add(unit)
    return frozenset(found)


def posts_at(state: State, mover: Mover) -> tuple[PostId, ...]:
    """CO-9: the posts that the mover acts for: his own, or the one that the brother-in-law runs."""
    run = state.government.brother_in_law
    held = (p for p, holder in state.government.posts.items() if holder == mover.place)
    return tuple(p for p in held if mover.seat == mover.place or p == run)


def deployed(state: State) -> dict[UnitId, Unit]:
    """CO-5: every official unit where it stands at the start of a coup."""
    units: dict[UnitId, Unit] = {}
    made: dict[str, int] = {}
    for kind, zone, count in city(state).start:
        if kind == "gunboat" or kind == "air_force" or _gone(state, kind):
            continue
        command = lawful(state, kind)
        assert command is not None
        there = CHAMBER if kind == "police" and state.turn.police_in_chamber else zone
        for _ in range(count):
            made[kind] = made.get(kind, 0) + 1
            units[UnitId(f"{kind}-{made[kind]}")] = Unit(kind, there, *command[:2], 0, command[2])
    return units


def _gone(state: State, kind: UnitType) -> bool:
    return POST_OF.get(kind) in state.turn.brigades_gone


def commanded(coup: Coup, mover: Mover) -> dict[UnitId, Unit]:
    """CO-9: the units that the mover may use at this place, on the map or not."""
    seat, place = mover
    return {
        i: unit
        for i, unit in coup.units.items()
        if unit.controller == seat and unit.place == place and not unit.blocked
    }


def movable(coup: Coup, mover: Mover) -> dict[UnitId, Unit]:
    """MV-2: the mover's units on the map that have not moved in this phase; fire comes later."""
    return {
        i: unit
        for i, unit in commanded(coup, mover).items()
        if unit.zone not in OFF_MAP and not (unit.moved or unit.retreated)
    }


def counts_in(units: Mapping[UnitId, Unit]) -> dict[ZoneId, dict[str, int]]:
    """How many units of each type stand in each zone, zones and types sorted."""
    zones = sorted({unit.zone for unit in units.values()})
    return {zone: counts(u for u in units.values() if u.zone == zone) for zone in zones}


def last_in_first(units: Mapping[UnitId, Unit], wanted: Mapping[Any, int]) -> frozenset[UnitId]:
    """MV-3: so many units of each type, those first that came into the zone last."""
    order = sorted(units, key=lambda i: (-units[i].entered, number_of(i)))
    chosen = (tuple(i for i in order if units[i].type == kind)[:n] for kind, n in wanted.items())
    return frozenset(i for some in chosen for i in some)


@lru_cache(maxsize=MOST_IDS)
def number_of(unit: UnitId) -> int:
    """The number in the id of a unit."""
    return int(unit.rpartition("-")[2])


def with_made(made: Mapping[str, int], units: Iterable[UnitId]) -> dict[str, int]:
    """The numbers made so far, with these units."""
    after = dict(made)
    for unit in units:
        after[type_of(unit)] = max(after.get(type_of(unit), 0), number_of(unit))
    return after


def acting(state: State) -> Mover | None:
    """Whose turn to move it is."""
    coup = state.coup
    if coup is None or coup.called is None:
        return None
    seat = commander_at(state, coup.called)
    return None if seat is None else Mover(seat, coup.called)


def waiting_places(state: State) -> tuple[Seat, ...]:
    """CO-7, CO-8: the places that have still to move in this segment, in order."""
    coup = running(state)
    return tuple(p for p in coup.order if p not in coup.done and _may_act(state, p))


def _may_act(state: State, place: Seat) -> bool:
    """CO-7: in the insurrection the President is loyal and not asked, for nobody's place."""
    seat = commander_at(state, place)
    if running(state).phase == 0:
        return seat == place and seat != state.government.president
    return seat is not None


def still_stands(state: State, seat: Seat, stage_name: str) -> bool:
    """CO-11, FI-15: silence chosen beforehand lapses where one's units have been shot at."""
    coup = state.coup
    if coup is None:
        return True
    if stage_name == "movement":
        return seat not in coup.fired_upon
    if stage_name in ("salvo", "priority_fire") and coup.fight is not None:
        return seat not in coup.fight.shot_at
    return True


_with_coup = putter("coup")


def with_units(state: State, units: Iterable[UnitId], **changes: object) -> State:
    """The state with these units of the coup changed."""
    return in_coup(state, units=units_but(running(state), units, **changes))


def units_but(coup: Coup, units: Iterable[UnitId], **changes: object) -> dict[UnitId, Unit]:
    """All units of the coup, these changed; any that are not there are passed over."""
    changed = {i: but(coup.units[i], **changes) for i in units if i in coup.units}
    return {**coup.units, **changed}


def in_coup(state: State, **changes: object) -> State:
    """The state with fields of the coup changed."""
    return _with_coup(state, but(running(state), **changes))


def insurgent_joined(state: State, event: InsurgentJoined) -> State:
    return in_coup(state, insurgents=running(state).insurgents | {event.seat})
