"""Shelling and bombing, before any fight: the owner names a player, then the dice fall. FI-5.

It opens once for each announced bombardment, in the order of the phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from rules.junta.combat import WEAPON_DICE, Shot, fighters, losses_due, players
from rules.junta.coups import InsurgentJoined, commander_at, in_coup, running
from rules.junta.fights import turns
from rules.junta.fire import paid_at_once, tolls_due
from rules.junta.forces import Bombardment, Weapon, ZoneId
from rules.junta.rejections import CannotFireAt
from rules.junta.state import State
from rules.kernel.choices import Accept, OneOf
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_dice, in_turn
from rules.kernel.visibility import PUBLIC


@command("aim_bombardment")
class AimBombardment(Command):
    """Whose units it falls on; null lets it fall on nobody."""

    target: Seat | None


@event("bombardment_aimed")
class BombardmentAimed(Event):
    """An announced bombardment falls on this player's units; on nobody's, it is spent."""

    seat: Annotated[Seat, PUBLIC]
    weapon: Annotated[Weapon, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    target: Annotated[Seat | None, PUBLIC]


@event("bombardment_fell")
class BombardmentFell(Event):
    """The dice of a bombardment, and how many units its target must lose."""

    seat: Annotated[Seat, PUBLIC]
    weapon: Annotated[Weapon, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    target: Annotated[Seat, PUBLIC]
    faces: Annotated[tuple[int, ...], PUBLIC]
    losses: Annotated[Mapping[Seat, int], PUBLIC]


class Bombard:
    """Whoever announced the next bombardment; nobody where nobody else has units there."""

    NAME = "bombard"
    COMMANDS: tuple[type[Command], ...] = (AimBombardment,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        coup = running(state)
        if coup.rolling is not None or not coup.bombardments:
            return ()
        due = _next(state)
        return in_turn(state.course, self.NAME, (due.seat,) if _within(state, due) else ())

    def open(self, state: State) -> Events:
        """FI-5: where nobody else has units the bombardment is spent without a question."""
        due = _next(state)
        return () if _within(state, due) else (_aimed(due, None),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """FI-5: one player of those with units there, never oneself; or nobody."""
        if seat not in self.active(state):
            return ()
        values = (None, *_within(state, _next(state)))
        choice = OneOf(values=values, refusal=CannotFireAt)
        return (Accept(command=AimBombardment, choices={"target": choice}, rule="FI-5"),)

    def decide(self, state: State, seat: Seat, command: AimBombardment) -> Events:
        return tuple(_aims(state, _next(state), command.target))

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """FI-5: silence lets it fall on nobody."""
        return tuple(_aimed(_next(state), None) for _ in self.active(state))


def _next(state: State) -> Bombardment:
    """FI-5: in the order of the phase."""
    coup = running(state)
    return min(coup.bombardments, key=lambda due: coup.order.index(due.place))


def _within(state: State, due: Bombardment) -> tuple[Seat, ...]:
    """FI-5: at whom it can be aimed; who has lost command since he announced it aims no more."""
    if commander_at(state, due.place) != due.seat:
        return ()
    there = players(fighters(running(state), due.zone))
    return tuple(seat for seat in there if seat != due.seat)


def _aimed(due: Bombardment, target: Seat | None) -> BombardmentAimed:
    return BombardmentAimed(seat=due.seat, weapon=due.weapon, zone=due.zone, target=target)


def _aims(state: State, due: Bombardment, target: Seat | None) -> Iterator[Event]:
    """FI-5, FI-11: whoever bombards the President's guards is an insurgent from now on."""
    yield _aimed(due, target)
    if target is None:
        return
    if turns(state, due.seat, (target,), due.zone):
        yield InsurgentJoined(seat=due.seat)
    yield ask_dice("bombardment", WEAPON_DICE[due.weapon], due.seat)


def bombardment_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """FI-5, FI-8: each six hits one unit of the named player; nothing answers."""
    fallen = running(state).rolling
    assert fallen is not None and fallen.target is not None
    shot = Shot(fallen.seat, fallen.target, faces)
    due = losses_due((shot,), fighters(running(state), fallen.zone))
    fell = BombardmentFell(
        seat=fallen.seat,
        weapon=fallen.weapon,
        zone=fallen.zone,
        target=fallen.target,
        faces=faces,
        losses=due,
    )
    return (fell, *paid_at_once(state, fallen.zone, due))


def bombardment_aimed(state: State, event: BombardmentAimed) -> State:
    coup = running(state)
    due = next(d for d in coup.bombardments if (d.seat, d.weapon) == (event.seat, event.weapon))
    left = tuple(other for other in coup.bombardments if other != due)
    if event.target is None:
        return in_coup(state, bombardments=left)
    return in_coup(
        state,
        bombardments=left,
        rolling=but(due, target=event.target),
        fired_upon=coup.fired_upon | {event.target},
    )


def bombardment_fell(state: State, event: BombardmentFell) -> State:
    return tolls_due(in_coup(state, rolling=None), event.zone, event.losses)
