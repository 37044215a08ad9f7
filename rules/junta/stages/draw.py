"""Step 1 of a turn: each family draws two political cards. DR-1 to DR-3."""

from __future__ import annotations

from typing import Annotated

from rules.junta.drawing import draw_cards
from rules.junta.ruleset import CARDS_EACH_TURN
from rules.junta.state import State, clockwise, living
from rules.kernel.chance import Source
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events, ask_draw
from rules.kernel.visibility import PUBLIC


@event("families_returned")
class FamiliesReturned(Event):
    """The families of the dead have new heads, and their posts again."""

    seats: Annotated[tuple[Seat, ...], PUBLIC]


def drawing(state: State) -> Events:
    """AS-21: the dead families' next heads come first; then all draw."""
    dead = tuple(s for s in state.course.clockwise_from(0) if s not in living(state))
    returned = (FamiliesReturned(seats=dead),) if dead else ()
    return (*returned, ask_draw("draw"))


DRAW = AsksNobody("draw", opens=drawing)


def drawn(state: State, request: Request, source: Source) -> Events:
    """DR-1: beginning with the President and going clockwise, each family draws two cards."""
    return draw_cards(state, source, clockwise(state), CARDS_EACH_TURN)


def families_returned(state: State, event: FamiliesReturned) -> State:
    families = tuple(
        but(family, alive=True) if Seat(i) in event.seats else family
        for i, family in enumerate(state.families)
    )
    government = but(state.government, brother_in_law=None)
    return but(state, families=families, government=government)
