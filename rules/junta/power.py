"""The junta takes power: who can be chosen, who breaks a tie, what the change of office is.

CE-7 to CE-10: questions and facts that the stages of the aftermath share.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.forces import Coup
from rules.junta.state import State, president
from rules.junta.verdict import targets
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@event("squad_ordered")
class SquadOrdered(Event):
    """The President has chosen whom the firing squad shoots; null: nobody, or he could not."""

    seat: Annotated[Seat, PUBLIC]
    victim: Annotated[Seat | None, PUBLIC]


@event("power_taken")
class PowerTaken(Event):
    """The junta's man is President; the old one is ousted and keeps his cash."""

    seat: Annotated[Seat, PUBLIC]
    ousted: Annotated[Seat | None, PUBLIC]


def candidates(state: State) -> tuple[Seat, ...]:
    """CE-7: the members of the junta who have not declined."""
    coup = running(state)
    return tuple(seat for seat in coup.junta if seat not in coup.refused_office)


def tie_breaker(state: State) -> Seat:
    """CE-8: the First Insurgent; where he is not of the junta, its next member clockwise."""
    coup = running(state)
    turns = state.course.clockwise_from(coup.first_insurgent)
    return next(seat for seat in turns if seat in coup.junta)


def in_power(state: State) -> bool:
    """Whether the one whom the junta chose is President."""
    chosen = running(state).chosen
    return chosen is not None and state.government.president == chosen


def next_stage(state: State) -> str | None:
    """CE-7 to CE-9, CE-11 to CE-13: power is taken, then one may be shot; None at the end."""
    coup = running(state)
    if coup.settled:
        return None
    if coup.winner == "junta" and not in_power(state):
        return _of_junta(coup)
    return "firing_squad"


def _of_junta(coup: Coup) -> str:
    if coup.chosen is not None:
        return "junta_acceptance"
    return "junta_tie" if coup.tied else "junta_vote"


def takes(state: State, seat: Seat) -> PowerTaken:
    """CE-10: the seat takes over the office."""
    return PowerTaken(seat=seat, ousted=state.government.president)


def last_one(state: State, left: tuple[Seat, ...]) -> Events:
    """CE-9: the last who can be chosen is not asked."""
    return (takes(state, left[0]),) if len(left) == 1 else ()


def dismissed(state: State) -> Events:
    """CE-11: where nobody may be shot, nobody is asked whom."""
    return () if targets(state) else (SquadOrdered(seat=president(state), victim=None),)


def squad_ordered(state: State, event: SquadOrdered) -> State:
    return in_coup(state, settled=True)


def power_taken(state: State, event: PowerTaken) -> State:
    government = but(
        state.government, president=event.seat, last_president=event.ousted, resigning=False
    )
    return in_coup(but(state, government=government), chosen=event.seat, tied=False)
