"""Who has won a coup, who is the junta, and who may be shot. CE-3 to CE-6, CE-11, CE-12.

Questions on public facts, and the one event that ends a coup.
"""

from __future__ import annotations

from typing import Annotated

from rules.junta.city import City, city
from rules.junta.coups import in_coup, running
from rules.junta.forces import Coup, Side, ZoneId, in_zone
from rules.junta.state import State, present, president
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC

ENOUGH = 3
"""CE-4: the power centres that the insurgents need, of five."""


@event("coup_decided")
class CoupDecided(Event):
    """The coup is over. `held`: the junta's power centres; `early`: all agreed on the winner.

    `junta`: who chooses the next President; nobody where the loyalists won.
    """

    winner: Annotated[Side, PUBLIC]
    held: Annotated[tuple[ZoneId, ...], PUBLIC]
    junta: Annotated[tuple[Seat, ...], PUBLIC]
    early: Annotated[bool, PUBLIC]


def camp(coup: Coup, seat: Seat) -> Side:
    """The side that the seat is on while the coup lasts."""
    return "junta" if seat in coup.insurgents else "president"


def over(state: State) -> bool:
    """Whether the coup has been decided, so that nothing of it is asked any more."""
    return state.coup is not None and state.coup.winner is not None


def holder(coup: Coup, zone: ZoneId) -> Side:
    """CE-3: the junta, if units stand there and all of them are its players'; else the President.

    While nobody has declared a side yet, the camps are those of the moment.
    """
    there = in_zone(coup, zone).values()
    held = there and all(not unit.blocked and _rebel(coup, unit.controller) for unit in there)
    return "junta" if held else "president"


def _rebel(coup: Coup, seat: Seat) -> bool:
    side = coup.declared.get(seat) if coup.declared else camp(coup, seat)
    return side == "junta"


def held_by_junta(coup: Coup, town: City) -> tuple[ZoneId, ...]:
    """CE-3: the power centres of the junta."""
    return tuple(zone for zone in town.power_centres if holder(coup, zone) == "junta")


def counted(state: State) -> CoupDecided:
    """CE-4: three power centres win the coup for the insurgents, else the loyalists have won."""
    coup = running(state)
    held = held_by_junta(coup, city(state))
    winner: Side = "junta" if len(held) >= ENOUGH else "president"
    converts = tuple(s for s in _round(state) if coup.declared.get(s) == "junta")
    return CoupDecided(winner=winner, held=held, junta=_junta(coup, winner, converts), early=False)


def agreed(state: State, winner: Side) -> CoupDecided:
    """CE-5: the camps are what they are at this moment."""
    rebels = present_insurgents(state)
    junta = _junta(running(state), winner, rebels)
    return CoupDecided(winner=winner, held=(), junta=junta, early=True)


def present_insurgents(state: State) -> tuple[Seat, ...]:
    """Who of the insurgents is neither dead nor in exile, from the First Insurgent on."""
    return tuple(s for s in _round(state) if s in running(state).insurgents)


def _junta(coup: Coup, winner: Side, members: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """CE-6: those of them who were insurgents before; all of them where none was."""
    if winner == "president":
        return ()
    true_ones = tuple(seat for seat in members if seat in coup.insurgents)
    return true_ones or members


def _round(state: State) -> tuple[Seat, ...]:
    here = present(state)
    turns = state.course.clockwise_from(running(state).first_insurgent)
    return tuple(seat for seat in turns if seat in here)


def targets(state: State) -> tuple[Seat, ...]:
    """CE-11, CE-12: whom the President may have shot: an insurgent; a new President, anybody."""
    coup, office = running(state), president(state)
    others = tuple(seat for seat in present(state) if seat != office)
    if coup.winner == "junta":
        return others
    return tuple(seat for seat in others if _lost(state, seat))


def _lost(state: State, seat: Seat) -> bool:
    coup = running(state)
    if not coup.declared or state.course.options["former_insurgents_shot"]:
        return seat in coup.insurgents or coup.declared.get(seat) == "junta"
    return coup.declared.get(seat) == "junta"


def coup_decided(state: State, event: CoupDecided) -> State:
    coup = but(running(state), winner=event.winner, junta=event.junta)
    state = but(state, coup=but(coup, segment="movement", called=None, flight=None, bribe=None))
    return in_coup(state, bombardments=(), rolling=None, tolls=(), fight=None, retreat=None)
