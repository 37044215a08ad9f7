"""Step 1 of a turn: each family draws two political cards. DR-1 to DR-3."""

from __future__ import annotations

from rules.junta.drawing import draw_cards
from rules.junta.ruleset import CARDS_EACH_TURN
from rules.junta.state import State, clockwise
from rules.kernel.chance import Source
from rules.kernel.course import Request
from rules.kernel.stages import AsksNobody, Events, ask_draw


def drawing(state: State) -> Events:
    return (ask_draw("draw"),)


DRAW = AsksNobody("draw", opens=drawing)


def drawn(state: State, request: Request, source: Source) -> Events:
    """DR-1: beginning with the President and going clockwise, each family draws two cards.

    EX-3: an exile draws none.
    """
    drawers = tuple(seat for seat in clockwise(state) if state.families[seat].present)
    return draw_cards(state, source, drawers, CARDS_EACH_TURN)
