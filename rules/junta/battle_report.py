"""A battle summed up as a table of salvos, once it is over: for whoever reads a game again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.junta.city import city
from rules.junta.coups import type_of
from rules.junta.fire import UnitsLost, VolleyFired
from rules.junta.forces import UnitId, ZoneId
from rules.junta.phases import CombatOpened
from rules.junta.picture import PIECES, called
from rules.junta.stages.bombard import BombardmentFell
from rules.junta.stages.cease_fire import FightEnded
from rules.junta.state import State
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event
from rules.kernel.report import Rows

HEAD = ("salvo", "fires", "at", "dice", "sixes", "loses")
NOTHING = "-"


@dataclass(slots=True)
class _Shot:
    """One shot of a volley; `lost` is told when its target has chosen."""

    salvo: str
    firer: Seat
    target: Seat
    faces: tuple[int, ...]
    lost: list[UnitId] = field(default_factory=list)


@dataclass(slots=True)
class BattleReport:
    """The shots of this combat segment by zone; those of the last volley await their losses."""

    shots: dict[ZoneId, list[_Shot]] = field(default_factory=dict)
    last: list[_Shot] = field(default_factory=list)

    def hear(self, state: State, event: Event) -> Rows:
        """A battle's table when it has ended, else nothing."""
        if isinstance(event, FightEnded):
            return self._summed_up(state, event)
        note = _NOTES.get(type(event))
        if note is not None:
            note(self, event)
        return []

    def _begin(self, event: CombatOpened) -> None:
        self.shots, self.last = {}, []

    def _bombarded(self, event: BombardmentFell) -> None:
        word = "shells" if event.weapon == "gunboat" else "bombs"
        self._fired(event.zone, [_Shot(word, event.seat, event.target, event.faces)])

    def _volley(self, event: VolleyFired) -> None:
        salvo = str(event.salvo) if event.group is None else f"{event.salvo} (priority)"
        self._fired(event.zone, [_Shot(salvo, *shot) for shot in event.shots])

    def _fired(self, zone: ZoneId, shots: list[_Shot]) -> None:
        self.shots.setdefault(zone, []).extend(shots)
        self.last = shots

    def _lost(self, event: UnitsLost) -> None:
        """At the first shot of the volley that was aimed at the loser."""
        shot = next((shot for shot in self.last if shot.target == event.seat), None)
        if shot is not None:
            shot.lost += sorted(event.units)

    def _summed_up(self, state: State, event: FightEnded) -> Rows:
        phase = state.coup.phase if state.coup is not None else 0
        rows: Rows = [(f"Battle: {city(state).name_of(event.zone)}, phase {phase}",)]
        shots = self.shots.pop(event.zone, [])
        if shots:
            rows += [HEAD, *(_row(state, shot) for shot in shots)]
        lost = (f"{called(state, seat)} {number}" for seat, number in event.losses.items())
        rows.append((f"lost in all: {', '.join(lost) or 'nothing'}",))
        rows.append((f"stays: {_row_of(state, event.staying)}",))
        rows.append((f"retreats: {_row_of(state, event.leaving)}",))
        return rows


_NOTES: Mapping[type[Event], Callable[[BattleReport, Any], None]] = {
    CombatOpened: BattleReport._begin,
    BombardmentFell: BattleReport._bombarded,
    VolleyFired: BattleReport._volley,
    UnitsLost: BattleReport._lost,
}


def _row(state: State, shot: _Shot) -> tuple[str, ...]:
    return (
        shot.salvo,
        called(state, shot.firer),
        called(state, shot.target),
        " ".join(map(str, shot.faces)),
        str(shot.faces.count(6)),
        _units(shot.lost),
    )


def _units(units: Iterable[UnitId]) -> str:
    counted = Counter(PIECES[type_of(unit)] for unit in units)
    return ", ".join(f"{number}×{kind}" for kind, number in counted.items()) or NOTHING


def _row_of(state: State, seats: Iterable[Seat]) -> str:
    return ", ".join(called(state, seat) for seat in seats) or "nobody"
