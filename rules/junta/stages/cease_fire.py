"""The fight in a zone is over: who lost more than the least must leave. FI-12, RE-1, RE-5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.combat import driven_out, fighters, players
from rules.junta.coups import in_coup, running
from rules.junta.fights import fight
from rules.junta.forces import Retreat, ZoneId
from rules.junta.state import State
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events
from rules.kernel.visibility import PUBLIC


@event("fight_ended")
class FightEnded(Event):
    """What each player lost in the zone in this segment; who stays, and who leaves, in order."""

    zone: Annotated[ZoneId, PUBLIC]
    losses: Annotated[Mapping[Seat, int], PUBLIC]
    staying: Annotated[tuple[Seat, ...], PUBLIC]
    leaving: Annotated[tuple[Seat, ...], PUBLIC]


def _ended(state: State) -> Events:
    """RE-1, RE-5: fewest losses stay, bombardment included; the others leave in phase order."""
    coup, zone = running(state), fight(state).zone
    there = players(fighters(coup, zone))
    lost = coup.losses.get(zone, {})
    out = driven_out(lost, there)
    ended = FightEnded(
        zone=zone,
        losses={seat: lost.get(seat, 0) for seat in sorted({*there, *lost})},
        staying=tuple(seat for seat in there if seat not in out),
        leaving=tuple(seat for seat in coup.order if seat in out),
    )
    return (ended,)


CEASE_FIRE = AsksNobody("cease_fire", _ended)


def fight_ended(state: State, event: FightEnded) -> State:
    retreat = Retreat(zone=event.zone, leaving=event.leaving) if event.leaving else None
    fought = running(state).fought | {event.zone}
    return in_coup(state, fight=None, fought=fought, retreat=retreat)
