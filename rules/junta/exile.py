"""Exile: the way out, the way home, and who stands in it. EX-1 to EX-14. Shared facts, no stage.

Whoever returns is on his way (`Returns.coming`) until he has passed the border or died there.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.city import city
from rules.junta.forces import Coup, ZoneId
from rules.junta.intrigue import Returns
from rules.junta.ruleset import LOCATION_OF_THE_SILENT, MINISTER, Location, PostId
from rules.junta.state import (
    State,
    clockwise,
    left_without,
    minister,
    with_family,
)
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC

AFTER_LOCATIONS = ("locations", "announcements", "bank", "coup", "aftermath", "late_bank")
"""EX-13: the steps that leave no choice of a location to who returns after them."""


@event("exile_entered")
class ExileEntered(Event):
    """EX-6: a family lives in this embassy until it returns, and is nowhere else."""

    seat: Annotated[Seat, PUBLIC]
    embassy: Annotated[ZoneId, PUBLIC]


@event("exile_left")
class ExileLeft(Event):
    """A family is home again; `post`: what the brother-in-law gives back to it."""

    seat: Annotated[Seat, PUBLIC]
    embassy: Annotated[ZoneId, PUBLIC]
    location: Annotated[Location | None, PUBLIC]
    post: Annotated[PostId | None, PUBLIC]


def embassies(state: State) -> tuple[ZoneId, ...]:
    """EX-1: where one may live in exile."""
    return city(state).embassies


def exiles(state: State) -> tuple[Seat, ...]:
    """Who lives in exile, clockwise from the President."""
    return tuple(s for s in clockwise(state) if state.families[s].embassy is not None)


def undecided(state: State) -> Coup | None:
    """CO-14: the coup that nobody has won yet, if there is one."""
    return None if state.coup is None or state.coup.winner is not None else state.coup


def safe(state: State, seat: Seat) -> bool:
    """EX-8: whether nobody can harm the seat on its way home: while there is no President.

    CO-14: or in a coup, with the safe passage that somebody has granted.
    """
    coup = undecided(state)
    granted = {} if coup is None else coup.conduct.get(seat, {})
    return state.government.president is None or any(granted.values())


def moment(state: State) -> str | None:
    """EX-7, CO-14: after which step exiles are asked; before which phase; None: an election."""
    coup = undecided(state)
    if coup is not None:
        return f"phase_{coup.phase}"
    return None if state.government.president is None else state.turn.step


def border_guard(state: State, seat: Seat) -> Seat | None:
    """EX-9: who may have the returning seat killed; nobody, where it is safe or blocked."""
    holder = minister(state)
    if holder is None or holder == seat or safe(state, seat):
        return None
    if state.families[holder].present:
        return holder
    taken = state.government.brother_in_law == MINISTER
    return state.government.president if taken else None


def next_home(state: State) -> Seat | None:
    """EX-12: who comes home next, clockwise from the President."""
    coming = () if state.returns is None else state.returns.coming
    return next((seat for seat in clockwise(state) if seat in coming), None)


def home(state: State, seat: Seat) -> Events:
    """EX-13: an exile has his posts again, and after step 5 he is at the nightclub."""
    embassy = state.families[seat].embassy
    if embassy is None:
        return ()
    taken = state.government.brother_in_law
    left = ExileLeft(
        seat=seat,
        embassy=embassy,
        location=LOCATION_OF_THE_SILENT if state.turn.step in AFTER_LOCATIONS else None,
        post=taken if taken and state.government.posts.get(taken) == seat else None,
    )
    return (left,)


def offer_due(state: State, after: str | None) -> bool:
    """EX-7: whether exiles have still to be asked after this step; None: before an election."""
    offered = state.returns is not None and state.returns.after == after
    return bool(exiles(state)) and not offered


def exile_entered(state: State, event: ExileEntered) -> State:
    whereabouts = but(
        state.whereabouts,
        places={s: place for s, place in state.whereabouts.places.items() if s != event.seat},
        chosen=state.whereabouts.chosen - {event.seat},
    )
    return with_family(but(state, whereabouts=whereabouts), event.seat, embassy=event.embassy)


def exile_left(state: State, event: ExileLeft) -> State:
    if event.post is not None:
        state = but(state, government=but(state.government, brother_in_law=None))
    if event.location is not None:
        whereabouts = but(
            state.whereabouts,
            places={**state.whereabouts.places, event.seat: event.location},
            chosen=state.whereabouts.chosen | {event.seat},
        )
        state = but(state, whereabouts=whereabouts)
    returns: Returns | None = left_without(state, event.seat)
    return with_family(but(state, returns=returns), event.seat, embassy=None)
