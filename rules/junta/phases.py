"""How a coup goes on: the order of a phase, its two segments, and what follows.

A phase is a movement segment and then a combat segment. The insurrection is phase 0.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta import fights
from rules.junta.coups import LAST_PHASE, in_coup, running, waiting_places
from rules.junta.exile import moment, offer_due
from rules.junta.forces import Coup, Unit, UnitId
from rules.junta.stages import chain_of_command
from rules.junta.state import State
from rules.kernel.course import Course
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events
from rules.kernel.visibility import PUBLIC


@event("phase_opened")
class PhaseOpened(Event):
    """A phase of the coup begins with its movement segment; `order` is every place in order."""

    phase: Annotated[int, PUBLIC]
    order: Annotated[tuple[Seat, ...], PUBLIC]


@event("combat_opened")
class CombatOpened(Event):
    """All have moved; the combat segment of the phase begins."""

    phase: Annotated[int, PUBLIC]


def order_after(course: Course, began: Seat) -> tuple[Seat, ...]:
    """CO-8: every place clockwise, from the left of who began the phase before."""
    return course.clockwise_from(began + 1)


def next_phase(state: State) -> Events:
    """CO-8, CO-10: what opens once the fights of this phase are over."""
    coup = running(state)
    assert coup.phase < LAST_PHASE
    began = coup.first_insurgent if coup.began is None else coup.began
    return (PhaseOpened(phase=coup.phase + 1, order=order_after(state.course, began)),)


NEXT_PHASE = AsksNobody("next_phase", next_phase)


def next_stage(state: State) -> str | None:
    """CO-10: movement, fights, the next phase; None when the last phase is over.

    CO-13: before anything else units pass to whoever commands them now. CO-14: before anybody
    moves exiles are asked whether they return.
    """
    coup = running(state)
    if chain_of_command.due(state):
        return "chain_of_command"
    if coup.segment == "movement":
        asks = coup.began is None and offer_due(state, moment(state))
        return "return_from_exile" if asks else "movement"
    following = fights.next_stage(state)
    if following is None and coup.phase < LAST_PHASE:
        return NEXT_PHASE.NAME
    return following


def movement_over(state: State) -> Events:
    """CO-10: when all have moved, the combat segment begins."""
    if waiting_places(state):
        return ()
    return (CombatOpened(phase=running(state).phase),)


def rested(coup: Coup) -> dict[UnitId, Unit]:
    """All units of the coup, none of which has moved or retreated."""
    fresh = {"moved": False, "retreated": False}
    tired = {i: but(u, **fresh) for i, u in coup.units.items() if u.moved or u.retreated}
    return {**coup.units, **tired}


def phase_opened(state: State, event: PhaseOpened) -> State:
    return in_coup(
        state,
        units=rested(running(state)),
        phase=event.phase,
        segment="movement",
        order=event.order,
        began=None,
        done=frozenset(),
        called=None,
        moved=frozenset(),
        flight=None,
        conduct={},
        bombardments=(),
        rolling=None,
    )


def combat_opened(state: State, event: CombatOpened) -> State:
    return in_coup(
        state,
        segment="combat",
        done=frozenset(),
        called=None,
        flight=None,
        fired_upon=frozenset(),
        losses={},
        fight=None,
        fought=frozenset(),
        retreat=None,
    )
