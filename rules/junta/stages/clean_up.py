"""The end of step 10: the table is set for the next turn. CL-1."""

from __future__ import annotations

from typing import Annotated

from rules.junta.deals import all_expired
from rules.junta.effect import cards_of_the_turn
from rules.junta.state import State, Turn, Whereabouts
from rules.kernel.frozen import but
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events
from rules.kernel.visibility import PUBLIC


@event("turn_ended")
class TurnEnded(Event):
    """The turn with this number is over."""

    turn: Annotated[int, PUBLIC]


def cleaned(state: State) -> Events:
    """CL-1: locations are taken back, the excuse is gone, the police go home."""
    lying = cards_of_the_turn(state, state.course.clockwise_from(0))
    return (*all_expired(state), *lying, TurnEnded(turn=state.turn.number))


CLEAN_UP = AsksNobody("clean_up", opens=cleaned)


def turn_ended(state: State, event: TurnEnded) -> State:
    turn = Turn(number=event.turn + 1, step="clean_up")
    return but(state, turn=turn, whereabouts=Whereabouts(places={}), plot=None)
