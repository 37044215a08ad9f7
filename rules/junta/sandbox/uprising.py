"""A coup in the midst of which a sandbox begins: what may stand where, and how it is set up. SB-7.

Units are named in the order in which they entered their zones. Those of one player that are named
one after another for one zone came in together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.junta import capital
from rules.junta.coups import commander_at, deployed, lawful, with_made
from rules.junta.exile import exiles, moment
from rules.junta.forces import (
    OFF_MAP,
    Coup,
    Segment,
    Unit,
    UnitId,
    UnitType,
    ZoneId,
)
from rules.junta.intrigue import Returns
from rules.junta.march_laws import MOST_OF_CARDS
from rules.junta.sandbox.position import Position, Stack, Uprising
from rules.junta.state import State
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.options import Fault
from rules.kernel.visibility import PUBLIC

CAMPS: Mapping[str, ZoneId] = {
    kind: zone for kind, zone, _ in capital.START if zone in OFF_MAP and kind != "air_force"
}
"""Where paratroops and marines wait until they land."""


def most(kind: UnitType) -> int:
    """CY-5, UC-4: how many units of the type there can be: those at the start, and of cards."""
    start = sum(count for of, _, count in capital.START if of == kind)
    return start + MOST_OF_CARDS.get(kind, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """One unit: where it stands, who commands it at whose place, and since when."""

    unit: UnitId
    zone: ZoneId
    controller: Seat
    place: Seat
    entered: int
    blocked: bool
    marked: bool


@event("coup_set_up")
class CoupSetUp(Event):
    """A coup is under way. `order`: every place in the order of this phase; `done`: who has moved.

    `began`: who began the phase; nobody before the first has moved. `offered`: the moment at which
    the exiles have been asked whether they return.
    """

    first_insurgent: Annotated[Seat, PUBLIC]
    insurgents: Annotated[frozenset[Seat], PUBLIC]
    phase: Annotated[int, PUBLIC]
    segment: Annotated[Segment, PUBLIC]
    order: Annotated[tuple[Seat, ...], PUBLIC]
    done: Annotated[frozenset[Seat], PUBLIC]
    began: Annotated[Seat | None, PUBLIC]
    units: Annotated[tuple[Posting, ...], PUBLIC]
    strikes_left: Annotated[int, PUBLIC]
    offered: Annotated[str | None, PUBLIC]


def uprising_faults(p: Position, gone: frozenset[Seat], president: Seat | None) -> Iterator[Fault]:
    """SB-6: who cannot be in it, units that there are not, units where they cannot be."""
    if (coup := p.coup) is None:
        return
    named = ((("coup", "insurgents", n), seat) for n, seat in enumerate(coup.insurgents))
    for at, seat in ((("coup", "first_insurgent"), coup.first_insurgent), *named):
        if seat is not None and seat == president:
            yield at, f"seat {seat} is President, and no insurgent"
        elif seat in gone:
            yield at, f"seat {seat} is dead or in exile, and no insurgent"
    for key, row in (("insurgents", coup.insurgents), ("moved", coup.moved)):
        yield from _twice(key, row)
    yield from _twice("landed", coup.landed)
    for place, stack in enumerate(coup.units):
        if stack is not None:
            yield from _misplaced(("coup", "units", place, "zone"), stack, coup)
            if stack.type == "palace_guard" and stack.controller not in (None, president):
                at = ("coup", "units", place, "controller")
                yield at, "the guards obey the President alone"
    yield from _too_many(coup)


def _twice(key: str, row: tuple[Any, ...]) -> Iterator[Fault]:
    for place, one in enumerate(row):
        if one is not None and one in row[:place]:
            yield ("coup", key, place), f"{one} is named twice"


def _misplaced(at: tuple[str | int, ...], stack: Stack, coup: Uprising) -> Iterator[Fault]:
    """CY-4: only who has not landed waits off the map, each in his own camp."""
    if stack.zone is None or stack.type is None:
        return
    camp = CAMPS.get(stack.type)
    if stack.zone == camp and stack.type in coup.landed:
        yield at, f"{stack.type} has landed, and waits at {camp} no more"
    off_map = stack.zone in OFF_MAP or stack.zone == "river"
    if off_map and stack.zone != camp:
        yield at, f"no {stack.type} stands at {stack.zone}"


def _too_many(coup: Uprising) -> Iterator[Fault]:
    counts: dict[UnitType, int] = {}
    for stack in coup.units:
        if stack is not None and stack.type is not None:
            counts[stack.type] = counts.get(stack.type, 0) + stack.count
    for kind, count in counts.items():
        if count > most(kind):
            yield ("coup", "units"), f"{count} units of {kind}; there are {most(kind)} at most"


def uprising(state: State, p: Uprising) -> CoupSetUp:
    """SB-7: the coup as it stands; who has moved is done, and when all have, the fights begin."""
    assert p.first_insurgent is not None
    order = state.course.clockwise_from(p.first_insurgent + p.phase)
    able = tuple(place for place in order if _moves(state, p, place))
    done = frozenset(seat for seat in p.moved if seat is not None)
    coup = CoupSetUp(
        first_insurgent=p.first_insurgent,
        insurgents=frozenset({p.first_insurgent, *(s for s in p.insurgents if s is not None)}),
        phase=p.phase,
        segment="movement" if set(able) - done else "combat",
        order=order,
        done=done,
        began=able[0] if done and able else None,
        units=tuple(_postings(state, p)),
        strikes_left=3 if p.air_strikes_left is None else p.air_strikes_left,
        offered=None,
    )
    return but(coup, offered=moment(coup_set_up(state, coup)) if exiles(state) else None)


def _moves(state: State, p: Uprising, place: Seat) -> bool:
    """CO-7: whether anybody acts at the place; in the insurrection the President does not."""
    seat = commander_at(state, place)
    if p.phase == 0:
        return seat == place and seat != state.government.president
    return seat is not None


def _postings(state: State, p: Uprising) -> Iterator[Posting]:
    """The units named, and who waits off the map; without any, all where they start."""
    if not any(p.units):
        for unit, it in deployed(state).items():
            if it.type not in p.landed:
                yield _posted(unit, it)
        return
    made: dict[str, int] = {}
    for entered, stack in _groups(p.units):
        assert stack.type is not None and stack.zone is not None and stack.controller is not None
        for _ in range(stack.count):
            made[stack.type] = made.get(stack.type, 0) + 1
            unit = UnitId(f"{stack.type}-{made[stack.type]}")
            yield _posted(unit, _standing(state, stack.type, stack.zone, stack.controller, entered))
    for unit, it in deployed(state).items():
        if it.type in CAMPS and it.type not in (*p.landed, *made):
            yield _posted(unit, it)


def _groups(units: tuple[Stack | None, ...]) -> Iterator[tuple[int, Stack]]:
    """Each stack with the number of its entry group."""
    entered, before = 0, None
    for stack in units:
        if stack is None:
            continue
        together = before is not None and _who_and_where(before) == _who_and_where(stack)
        entered, before = entered + (not together), stack
        yield entered, stack


def _who_and_where(stack: Stack) -> tuple[Any, ...]:
    return stack.zone, stack.controller


def _standing(state: State, kind: UnitType, zone: ZoneId, seat: Seat, entered: int) -> Unit:
    """CO-6: under its commander by office, or else under the control marker of this seat."""
    since = 0 if zone in OFF_MAP else entered
    office = lawful(state, kind)
    if office is not None and seat in (office.controller, office.place):
        return Unit(kind, zone, office.controller, office.place, since, office.blocked)
    return Unit(kind, zone, seat, seat, since, marked=True)


def _posted(unit: UnitId, it: Unit) -> Posting:
    return Posting(
        unit=unit,
        zone=it.zone,
        controller=it.controller,
        place=it.place,
        entered=it.entered,
        blocked=it.blocked,
        marked=it.marked,
    )


def coup_set_up(state: State, event: CoupSetUp) -> State:
    units = {it.unit: _unit(it) for it in event.units}
    coup = Coup(
        first_insurgent=event.first_insurgent,
        insurgents=event.insurgents,
        units=units,
        phase=event.phase,
        segment=event.segment,
        order=event.order,
        began=event.began,
        done=event.done if event.segment == "movement" else frozenset(),
        moved=event.done,
        last_entry=max((unit.entered for unit in units.values()), default=0),
        made=with_made({}, units),
        strikes_left=event.strikes_left,
    )
    asked = state.returns if event.offered is None else Returns(after=event.offered)
    return but(state, coup=coup, turn=but(state.turn, coup_fought=True), returns=asked)


def _unit(it: Posting) -> Unit:
    kind: UnitType = it.unit.rpartition("-")[0]  # type: ignore[assignment]
    return Unit(
        kind, it.zone, it.controller, it.place, it.entered, blocked=it.blocked, marked=it.marked
    )


SETTING_UP_A_COUP: Mapping[type[Event], Callable[[State, Any], State]] = {CoupSetUp: coup_set_up}
"""Which function folds it."""
