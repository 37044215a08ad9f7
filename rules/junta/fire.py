"""How a shot is ordered, shown, rolled and paid for: what priority shots and salvos share.

FI-7 to FI-11. Orders are secret until every firer of the shot has given his; then all are shown,
and all dice are thrown at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from rules.junta.combat import fighters, given_up, has_choice, losable, losses_due, shots, volley
from rules.junta.coups import InsurgentJoined, in_coup, running
from rules.junta.fights import dice_left, fight, shooters, targets, turns
from rules.junta.forces import Toll, UnitId, ZoneId
from rules.junta.rejections import CannotFireAt
from rules.junta.state import State
from rules.kernel.choices import Accept, Split
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_dice
from rules.kernel.visibility import PUBLIC, only_to


@command("fire")
class Fire(Command):
    """FI-7: so many dice at each target; none at all, or fewer than there are, is to hold fire."""

    dice: Mapping[Seat, int]


@event("fire_ordered")
class FireOrdered(Event):
    """A seat has given its fire order; what it is, it alone knows until all are shown."""

    seat: Annotated[Seat, PUBLIC]
    dice: Annotated[Mapping[Seat, int], only_to("seat")]


@event("fire_shown")
class FireShown(Event):
    """The orders of a shot, shown together. `group`: whose priority shot it is, None of all."""

    zone: Annotated[ZoneId, PUBLIC]
    salvo: Annotated[int, PUBLIC]
    group: Annotated[int | None, PUBLIC]
    orders: Annotated[Mapping[Seat, Mapping[Seat, int]], PUBLIC]


@event("volley_fired")
class VolleyFired(Event):
    """A shot was fired: firer, target and faces, and how many units each victim must lose."""

    zone: Annotated[ZoneId, PUBLIC]
    salvo: Annotated[int, PUBLIC]
    group: Annotated[int | None, PUBLIC]
    shots: Annotated[tuple[tuple[Seat, Seat, tuple[int, ...]], ...], PUBLIC]
    losses: Annotated[Mapping[Seat, int], PUBLIC]


@event("units_lost")
class UnitsLost(Event):
    """A player's units are destroyed."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]


# --- ordering ---


def waiting(state: State, group: int | None) -> tuple[Seat, ...]:
    """FI-7: whoever has a die and a target in this shot and has not given his order."""
    if running(state).fight is None:
        return ()
    return tuple(s for s in shooters(state, group) if s not in fight(state).ordered)


def fire_orders(state: State, seat: Seat, group: int | None) -> tuple[Accept, ...]:
    """FI-7: the dice of the shot, split among the targets or held."""
    among, total = targets(state, seat, group), dice_left(state, seat, group)
    choice = Split(among=among, total=total, refusal=CannotFireAt)
    return (Accept(command=Fire, choices={"dice": choice}, rule="FI-7"),)


def ordered(seat: Seat, order: Fire) -> Events:
    aimed = {target: number for target, number in sorted(order.dice.items()) if number}
    return (FireOrdered(seat=seat, dice=aimed),)


def held(seats: tuple[Seat, ...]) -> Events:
    """FI-7: silence holds fire."""
    return tuple(FireOrdered(seat=seat, dice={}) for seat in seats)


def shown(state: State, group: int | None) -> Iterator[Event]:
    """FI-7, FI-8, FI-11: all orders are shown, then all dice of the shot are asked for at once.

    FI-12: unless the coup was ended meanwhile, and the fight with it.
    """
    if running(state).fight is None:
        return
    shot = fight(state)
    yield FireShown(zone=shot.zone, salvo=shot.salvo, group=group, orders=shot.orders)
    after = -1 if group is None else group
    for seat in sorted(shot.orders):
        if turns(state, seat, tuple(shot.orders[seat]), shot.zone, after):
            yield InsurgentJoined(seat=seat)
    dice = sum(number for _, _, number in volley(shot.orders))
    if dice:
        yield ask_dice("fire", dice)
    else:
        yield VolleyFired(zone=shot.zone, salvo=shot.salvo, group=group, shots=(), losses={})


# --- the dice and what they cost ---


def fire_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """FI-6, FI-8: sixes hit; in a priority shot only units of later groups can be lost."""
    shot = fight(state)
    fired = shots(shot.orders, faces)
    after = -1 if shot.group is None else shot.group
    due = losses_due(fired, fighters(running(state), shot.zone, after))
    rolled = VolleyFired(
        zone=shot.zone,
        salvo=shot.salvo,
        group=shot.group,
        shots=tuple((one.firer, one.target, one.faces) for one in fired),
        losses=due,
    )
    return (rolled, *paid_at_once(state, shot.zone, due, after))


def paid_at_once(state: State, zone: ZoneId, due: Mapping[Seat, int], after: int = -1) -> Events:
    """FI-9: who has no choice is not asked."""
    tolls = [Toll(victim, zone, hits, after) for victim, hits in sorted(due.items())]
    chosen = [(t, losable(running(state), t)) for t in tolls]
    return tuple(
        UnitsLost(seat=t.victim, zone=zone, units=given_up(units, t.hits))
        for t, units in chosen
        if not has_choice(units, t.hits)
    )


# --- folds ---


def fire_ordered(state: State, event: FireOrdered) -> State:
    shot = fight(state)
    orders = {**shot.orders, event.seat: event.dice}
    return _fought(state, orders=orders, ordered=shot.ordered | {event.seat})


def fire_shown(state: State, event: FireShown) -> State:
    aimed_at = frozenset(target for order in event.orders.values() for target in order)
    shown = but(
        fight(state),
        orders=event.orders,
        ordered=frozenset(event.orders),
        firing=True,
        group=event.group,
        shot_at=fight(state).shot_at | aimed_at,
    )
    return in_coup(state, fired_upon=running(state).fired_upon | aimed_at, fight=shown)


def volley_fired(state: State, event: VolleyFired) -> State:
    after = -1 if event.group is None else event.group
    tolls = _with_tolls(state, event.zone, event.losses, after)
    shot = but(fight(state), orders={}, ordered=frozenset(), firing=False, group=None)
    if event.group is None:
        fought = but(shot, salvo=event.salvo + 1, groups=(), used={})
        return in_coup(state, tolls=tolls, fight=fought)
    used = dict(shot.used)
    for firer, _, faces in event.shots:
        used[firer] = used.get(firer, 0) + len(faces)
    left = tuple(group for group in shot.groups if group > event.group)
    return in_coup(state, tolls=tolls, fight=but(shot, groups=left, used=used))


def tolls_due(state: State, zone: ZoneId, due: Mapping[Seat, int], after: int = -1) -> State:
    """The state in which these losses are due."""
    return in_coup(state, tolls=_with_tolls(state, zone, due, after))


def _with_tolls(
    state: State, zone: ZoneId, due: Mapping[Seat, int], after: int
) -> tuple[Toll, ...]:
    tolls = tuple(Toll(victim, zone, number, after) for victim, number in sorted(due.items()))
    return (*running(state).tolls, *tolls)


def units_lost(state: State, event: UnitsLost) -> State:
    """FI-13: what bombardment and fight cost is counted together."""
    coup = running(state)
    in_zone = dict(coup.losses.get(event.zone, {}))
    in_zone[event.seat] = in_zone.get(event.seat, 0) + len(event.units)
    return in_coup(
        state,
        units={i: unit for i, unit in coup.units.items() if i not in event.units},
        losses={**coup.losses, event.zone: in_zone},
        tolls=tuple(toll for toll in coup.tolls if toll.victim != event.seat),
    )


def _fought(state: State, **changes: object) -> State:
    return in_coup(state, fight=but(fight(state), **changes))
