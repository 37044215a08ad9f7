"""Given a position: a sandbox of Junta that has just been set up."""

from __future__ import annotations

from typing import Any

from rules.junta import GAME
from rules.kernel.course import GameStarted, SeatTaken, StageClosed, StageOpened
from rules.kernel.decider import Moment, decide
from rules.kernel.document import Document
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.options import Fault
from rules.kernel.sandbox import Sandbox
from tests.when_then import Play, created

HAND = ("church", "unions", "students", "socialists", "bankers", "peasants", "radicals")
"""More influence than a hand may have cards."""


def rules_of() -> Sandbox:
    """How Junta takes a position."""
    assert GAME.sandbox is not None
    return GAME.sandbox


def faults(position: Any, seats: int = 5, **options: Any) -> list[Fault]:
    """Everything that is wrong with it."""
    resolved = {option.name: option.default for option in GAME.options} | options
    return list(rules_of().faults(position, seats, resolved))


def seated(position: Any, seats: int = 5, **options: Any) -> Play:
    """A sandbox at which all sit, and that starts now."""
    assert faults(position, seats, **options) == []
    play = Play(GAME)
    order = but(created(GAME, seats, **options), sandbox=Document.of(position))
    events, _ = decide(GAME, Moment(0, None), "host", order)
    lobby = events[-1]
    assert isinstance(lobby, StageOpened)
    play.has(*events, *(SeatTaken(seat=Seat(i), name=f"Family {i}") for i in range(seats)))
    return play.has(StageClosed(number=lobby.number), GameStarted(seats=seats))


def sandbox(position: Any, seats: int = 5, seed: int = 0, **options: Any) -> Play:
    """The same, set up; `seed` deals what the position does not give."""
    return seated(position, seats, **options).opens("deal").chance(seed)
