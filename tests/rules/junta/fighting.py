"""What the tests of combat share: fights in the Market unless said otherwise, and short words.

Five families, as in `couping`: 0 is President, 1 Minister of the Interior and General 1, 2 General
2 and Air Force Commander, 3 General 3, 4 Admiral and the first insurgent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.junta.exile import ExileEntered
from rules.junta.fire import Fire, FireOrdered, FireShown, UnitsLost, VolleyFired
from rules.junta.forces import Bombardment, UnitId
from rules.junta.stages import chain_of_command
from rules.junta.stages.bombard import AimBombardment
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.losses import LoseUnits
from rules.junta.stages.open_fight import NoFight, OpenFight
from rules.kernel.chance import DiceRequested
from rules.kernel.course import StageOpened
from rules.kernel.messages import Event
from rules.kernel.stages import UNNUMBERED
from tests.rules.junta.couping import coup_at, ids
from tests.when_then import QUESTIONS, Play, unnumbered

MARKET, PALACE = "market", "presidential_palace"


def facing(*rows: Any, **coup: Any) -> Play:
    """The combat segment of a phase begins with these units; each row entered after the last."""
    return coup_at(rows, **({"segment": "combat", "opens": "open_fight"} | coup))


def fought(*rows: Any, by: int, zone: str = MARKET, **coup: Any) -> Play:
    """This player has just opened the fight in the zone."""
    play = facing(*rows, **coup)
    while (asked := play.state.course.stage.seats[0]) != by:
        play.when(asked, NoFight())
    return starts(play, by, zone)


def starts(play: Play, seat: int, zone: str = MARKET) -> Play:
    play.when(seat, OpenFight(zone=zone))  # type: ignore[arg-type]
    assert play.refusal is None, play.refusal
    return play


def fires(play: Play, seat: int, dice: Mapping[int, int] | None = None) -> Play:
    """The seat orders so many dice at each target; nothing is to hold."""
    play.when(seat, Fire(dice=dice or {}))  # type: ignore[arg-type]
    assert play.refusal is None, play.refusal
    return play


def holds(play: Play, *seats: int) -> Play:
    for seat in seats:
        fires(play, seat)
    return play


def gives_up(play: Play, seat: int, **units: int) -> Play:
    play.when(seat, LoseUnits(units=units))  # type: ignore[arg-type]
    assert play.refusal is None, play.refusal
    return play


def held_out(play: Play) -> Play:
    """Everybody holds fire until the fight is over."""
    while play.at in ("priority_fire", "salvo"):
        holds(play, *play.state.course.stage.seats)
    return play


def strength(play: Play, seat: int) -> int:
    """The dice that the seat is offered now."""
    total: int = play.offers(seat)["fire"]["dice"].total
    return total


def at_whom(play: Play, seat: int) -> tuple[int, ...]:
    """At whom the seat may fire now."""
    among: tuple[int, ...] = play.offers(seat)["fire"]["dice"].among
    return among


def battlefields(play: Play, seat: int) -> tuple[str, ...]:
    """Where the seat may open a fight now."""
    values: tuple[str, ...] = play.offers(seat)["open_fight"]["zone"].values
    return values


def standing(play: Play, zone: str = MARKET) -> set[UnitId]:
    return {i for i, unit in play.state.coup.units.items() if unit.zone == zone}


def lost(seat: int, zone: str, *units: str) -> UnitsLost:
    gone = frozenset(map(UnitId, units))
    return UnitsLost(seat=seat, zone=zone, units=gone)  # type: ignore[arg-type]


def order(seat: int, **_: Any) -> FireOrdered:
    return FireOrdered(seat=seat, dice={})  # type: ignore[arg-type]


def bombardment(seat: int, weapon: str, zone: str = MARKET, place: int | None = None) -> Any:
    at: Any = seat if place is None else place
    what: Any = (seat, at, weapon, zone)
    return Bombardment(*what)


def bombarding(*announced: Any, rows: Any = None, **coup: Any) -> Play:
    rows = rows or [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 1), ("police", MARKET, 1, 1)]
    return coup_at(
        rows, segment="combat", opens="bombard", more={"bombardments": announced}, **coup
    )


def aims(play: Play, seat: int, target: int | None) -> Play:
    play.when(seat, AimBombardment(target=target))  # type: ignore[arg-type]
    assert play.refusal is None, play.refusal
    return play


def facts(play: Play) -> list[Event]:
    """What followed from the last command, without stages and numbers of requests."""
    return [unnumbered(e) for e in play.last if not isinstance(e, QUESTIONS)]


def leaderless(play: Play) -> Play:
    """2 is in exile, and the brother-in-law of the President runs its other post: 2's are blocked.

    The Air Force Commander's weapon is the President's; all units of 2 are nobody's to use.
    """
    away: Any = (2, "embassy_south")
    play.has(ExileEntered(seat=away[0], embassy=away[1]))
    run: Any = "air_commander"
    play.has(PostTaken(president=play.state.government.president, post=run))
    return play.has(*chain_of_command.CHAIN_OF_COMMAND.open(play.state))


def only(play: Play, *kinds: type[Event]) -> list[Event]:
    """Those of the last events that are of these kinds."""
    return [unnumbered(e) for e in play.last if isinstance(e, kinds)]


def opened(play: Play) -> list[str]:
    """The stages that opened after the last command."""
    return [e.name for e in play.last if isinstance(e, StageOpened)]


def asked(dice: int, seat: int | None = None, purpose: str = "fire") -> DiceRequested:
    which: Any = seat
    return DiceRequested(request=UNNUMBERED, purpose=purpose, seat=which, dice=dice)


def volleys(play: Play) -> list[VolleyFired]:
    return [e for e in play.events if isinstance(e, VolleyFired)]


def shown(play: Play) -> list[FireShown]:
    return [e for e in play.events if isinstance(e, FireShown)]


__all__ = ["coup_at", "ids"]
