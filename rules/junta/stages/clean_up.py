"""The end of step 10: the table is set for the next turn. CL-1."""

from __future__ import annotations

from typing import Annotated

from rules.junta.deals import all_expired
from rules.junta.effect import cards_of_the_turn
from rules.junta.state import State, Turn, Whereabouts, living
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events
from rules.kernel.visibility import PUBLIC


@event("turn_ended")
class TurnEnded(Event):
    """The turn with this number is over."""

    turn: Annotated[int, PUBLIC]


@event("families_returned")
class FamiliesReturned(Event):
    """The families of the dead have new heads, and their posts again."""

    seats: Annotated[tuple[Seat, ...], PUBLIC]


def cleaned(state: State) -> Events:
    """CL-1: locations are taken back, the excuse is gone, the police go home."""
    lying = cards_of_the_turn(state, state.course.clockwise_from(0))
    return (*all_expired(state), *lying, TurnEnded(turn=state.turn.number), *_heads(state))


def _heads(state: State) -> tuple[FamiliesReturned, ...]:
    """AS-21: the next turn begins with new heads for the families of the dead."""
    dead = tuple(s for s in state.course.clockwise_from(0) if s not in living(state))
    return (FamiliesReturned(seats=dead),) if dead else ()


CLEAN_UP = AsksNobody("clean_up", opens=cleaned)


def turn_ended(state: State, event: TurnEnded) -> State:
    """BR-1: what the brother-in-law ran he gives back. CE-14: order is restored in the city."""
    turn = Turn(number=event.turn + 1, step="clean_up")
    return but(
        state,
        turn=turn,
        whereabouts=Whereabouts(places={}),
        government=but(state.government, brother_in_law=None),
        plot=None,
        returns=None,
        coup=None,
    )


def families_returned(state: State, event: FamiliesReturned) -> State:
    families = tuple(
        but(family, alive=True) if Seat(i) in event.seats else family
        for i, family in enumerate(state.families)
    )
    return but(state, families=families)
