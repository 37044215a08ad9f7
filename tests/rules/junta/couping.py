"""What the tests of a coup share: a position in the middle of one, made by hand.

Five families unless said otherwise. 0 is President. 1 is Minister of the Interior and General 1, 2
General 2 and Air Force Commander, 3 General 3, 4 Admiral.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.junta.coups import command_of, deployed, lawful
from rules.junta.forces import Coup, Unit, UnitId, UnitType, ZoneId
from rules.junta.moves import MoveUnits
from rules.junta.plots import FamilyKilled, LocationsRevealed
from rules.junta.state import State
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from tests.given import Play, cards_of, given

__all__ = [
    "command_of",
    "coup_at",
    "dies",
    "entered",
    "ids",
    "march",
    "peace",
    "put",
    "stacks",
    "until",
    "where",
]

Row = tuple[str, str, int, int] | tuple[str, str, int, int, int]
"""Type, zone, controller, count; and when they entered, if not each row after the one before."""


def peace(**goods: Any) -> Play:
    """Step 7 of a turn in which no coup has been started; all have shown where they are."""
    wanted: dict[str, Any] = {"president": 0, "places": {}} | goods
    play = given(at="announcements", **wanted)
    play.has(LocationsRevealed(locations=play.state.whereabouts.places))
    return play.opens("bank")


def coup_at(
    units: Iterable[Row] | None = None,
    *,
    phase: int = 1,
    segment: str = "movement",
    first: int = 4,
    insurgents: Iterable[int] = (),
    began: int | None = None,
    opens: str | None = None,
    more: Mapping[str, Any] | None = None,
    **goods: Any,
) -> Play:
    """A coup in this phase, with exactly these units; nothing of the phase has been done.

    Without `units` every official unit stands where it starts. The rows come in one after another,
    so each is an entry group of its own, 1, 2, 3 …; units off the map and those whose row says 0
    are as at the start. Who began the phase before is chosen so that `began`, or else the first
    insurgent's left neighbour, begins this one. `more`: other fields of the coup. `opens`: the
    stage that is then opened; in the movement segment it is that of the first to move. `goods` are
    those of `given`.
    """
    play = peace(**goods)
    state = play.state
    rebels = frozenset(map(Seat, (first, *insurgents)))
    begins = began if began is not None else first + (phase > 0)
    coup = Coup(
        first_insurgent=Seat(first),
        insurgents=rebels,
        units=deployed(state) if units is None else _stood(state, units),
        phase=phase,
        segment=segment,  # type: ignore[arg-type]
        order=state.course.clockwise_from(begins),
    )
    made: dict[str, int] = {}
    for unit in coup.units.values():
        made[unit.type] = made.get(unit.type, 0) + 1
    last = max((unit.entered for unit in coup.units.values()), default=0)
    put(play, but(coup, **({"made": made, "last_entry": last} | dict(more or {}))))
    stage = opens or ("movement" if segment == "movement" else None)
    return play if stage is None else play.opens(stage)


def _stood(state: State, rows: Iterable[Row]) -> dict[UnitId, Unit]:
    units: dict[UnitId, Unit] = {}
    for place, row in enumerate(rows, start=1):
        kind, zone, seat, count = row[:4]
        when = row[4] if len(row) == 5 else place
        for _ in range(count):
            number = 1 + sum(unit.type == kind for unit in units.values())
            units[UnitId(f"{kind}-{number}")] = _unit(state, kind, zone, seat, when)
    return units


def _unit(state: State, kind: Any, zone: str, seat: int, when: int) -> Unit:
    """By office where the office is this seat's, or else by a control marker."""
    by_office = lawful(state, kind)
    here = ZoneId(zone)
    off = zone in ("airfield", "marine_camp")
    if by_office is not None and seat in (by_office.controller, by_office.place):
        return Unit(kind, here, *by_office[:2], 0 if off else when, by_office.blocked)
    return Unit(kind, here, Seat(seat), Seat(seat), when, marked=True)


def put(play: Play, coup: Coup | None) -> Play:
    """The coup stands like this, as everybody sees."""
    play.moment = but(play.moment, state=but(play.state, coup=coup))
    play.views = {v: but(m, state=but(m.state, coup=coup)) for v, m in play.views.items()}
    return play


def march(start: str, to: str, **units: int) -> MoveUnits:
    """The order to move these units of one zone to another."""
    zones: Any = (start, to)
    return MoveUnits(from_zone=zones[0], to_zone=zones[1], units=units)  # type: ignore[arg-type]


def dies(*seats: int) -> tuple[FamilyKilled, ...]:
    """These are dead; the excuse is that."""
    none = cards_of()
    return tuple(
        FamilyKilled(seat=Seat(s), hand=none, exposed=none, office_vacant=False) for s in seats
    )


def until(play: Play, seat: int) -> Play:
    """Those before this seat order nothing; then it is its turn to move."""
    while play.at == "movement" and play.state.course.stage.seats != (seat,):
        play.expires()
    assert play.at == "movement"
    return play


def ids(kind: UnitType | str, *numbers: int) -> frozenset[UnitId]:
    """Ids of units of one type."""
    return frozenset(UnitId(f"{kind}-{number}") for number in numbers)


def where(play: Play, unit: str) -> str:
    """The zone in which the unit stands."""
    return str(play.state.coup.units[UnitId(unit)].zone)


def entered(play: Play, unit: str) -> int:
    """When the unit came into its zone."""
    number: int = play.state.coup.units[UnitId(unit)].entered
    return number


def stacks(play: Play, zone: str) -> dict[int, dict[str, int]]:
    """Who has how many of what in the zone."""
    found: dict[int, dict[str, int]] = {}
    for unit in play.state.coup.units.values():
        if unit.zone == zone:
            held = found.setdefault(unit.controller, {})
            held[unit.type] = held.get(unit.type, 0) + 1
    return found
