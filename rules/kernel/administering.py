"""The commands of the host, the newcomer and the service itself, but for time and chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.kernel.absence import returned, taken_over
from rules.kernel.attendance import NoteReturn, TakeOverSeat
from rules.kernel.authority import ruled
from rules.kernel.course import (
    ENDED,
    AuditorLooked,
    NoteLook,
    RevealSecrets,
    S,
    SecretsRevealed,
)
from rules.kernel.game import Game
from rules.kernel.lobby import StartGame, TakeSeat, start_game, take_seat
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import NotNow
from rules.kernel.rulings import Ruling


def administered(game: Game[S], state: S, actor: Any, order: Command) -> Iterable[Event]:
    """What follows from the command; raises a `Rejection`."""
    if isinstance(order, TakeSeat):
        return take_seat(state, order)
    if isinstance(order, StartGame):
        least = state.course.seats if state.course.sandbox else game.least_seats
        return start_game(state, least)
    if isinstance(order, RevealSecrets) and state.course.status in ENDED:
        return (SecretsRevealed(salt_secret=order.salt_secret, draw_secret=order.draw_secret),)
    if isinstance(order, NoteLook):
        return _looked(state, order)
    if isinstance(order, NoteReturn):
        return returned(state, order)
    if isinstance(order, TakeOverSeat):
        return taken_over(state, order)
    if isinstance(order, Ruling):
        return ruled(state, actor, order, game.ruling_ids)
    raise NotNow(f"{order.TYPE} cannot be declared now")


def _looked(state: S, order: NoteLook) -> tuple[Event, ...]:
    """An auditor's first look in a stage is told to all; later ones in it are not told again."""
    stage = state.course.stage
    if stage is None or stage.number != order.stage or state.course.looked == stage.number:
        raise NotNow(f"a look in stage {order.stage} is not to be noted now")
    return (AuditorLooked(stage=stage.number),)
