"""Step 1 of a turn: each family draws two political cards. DR-1 to DR-3."""

from __future__ import annotations

from typing import Any

from rules.junta.drawing import draw_cards
from rules.junta.ruleset import CARDS_EACH_TURN
from rules.junta.state import State, clockwise
from rules.kernel.chance import Source
from rules.kernel.choices import Accept
from rules.kernel.course import Request
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.stages import Events, ask_draw


class Draw:
    """Waits for chance alone."""

    NAME = "draw"
    COMMANDS: tuple[type[Command], ...] = ()

    def duration(self, state: State) -> int | None:
        return None

    def active(self, state: State) -> tuple[Seat, ...]:
        return ()

    def open(self, state: State) -> Events:
        return (ask_draw("draw"),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        return ()

    def decide(self, state: State, seat: Seat, command: Any) -> Events:
        raise AssertionError("the draw asks nobody")

    def is_over(self, state: State) -> bool:
        return True

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        return ()


def drawn(state: State, request: Request, source: Source) -> Events:
    """DR-1: beginning with the President and going clockwise, each family draws two cards."""
    return draw_cards(state, source, clockwise(state), CARDS_EACH_TURN)
