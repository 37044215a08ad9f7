"""A battle summed up for whoever reads a game again."""

from __future__ import annotations

from typing import Any

from rules.junta import GAME
from rules.junta.battle_report import HEAD, BattleReport
from rules.junta.fire import UnitsLost, VolleyFired
from rules.junta.forces import ZoneId
from rules.junta.phases import CombatOpened
from rules.junta.stages.bombard import BombardmentFell
from rules.junta.stages.cease_fire import FightEnded
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event
from rules.kernel.report import Rows
from tests.rules.junta.couping import coup_at, ids

PALACE = ZoneId("presidential_palace")


def told(*events: Event) -> Rows:
    """All that is told while these events happen in phase 2 of a coup."""
    assert GAME.report is not None
    report, state = GAME.report(), coup_at(phase=2).state
    assert isinstance(report, BattleReport)
    return [row for event in events for row in report.hear(state, event)]


def volley(salvo: int, *shots: tuple[int, int, tuple[int, ...]], group: int | None = None) -> Event:
    fired: Any = tuple((Seat(a), Seat(b), faces) for a, b, faces in shots)
    return VolleyFired(zone=PALACE, salvo=salvo, group=group, shots=fired, losses={})


def lost(seat: int, kind: str, *numbers: int) -> UnitsLost:
    return UnitsLost(seat=Seat(seat), zone=PALACE, units=ids(kind, *numbers))


ENDED = FightEnded(
    zone=PALACE,
    losses={Seat(0): 2, Seat(4): 1},
    staying=(Seat(4),),
    leaving=(Seat(0),),
)


def test_every_shot_has_a_row_and_what_its_target_lost() -> None:
    shell = BombardmentFell(
        seat=Seat(4), weapon="gunboat", zone=PALACE, target=Seat(0), faces=(6, 1, 2), losses={}
    )
    rows = told(
        shell,
        lost(0, "student", 1),
        volley(1, (0, 4, (6, 6)), group=0),
        lost(4, "striker", 1, 2),
        volley(1, (4, 0, (1,)), (1, 0, (6,))),
        lost(0, "palace_guard", 3),
        ENDED,
    )
    assert rows == [
        ("Battle: Presidential Palace, phase 2",),
        HEAD,
        ("shells", "Family 4", "Family 0", "6 1 2", "1", "1×students"),
        ("1 (priority)", "Family 0", "Family 4", "6 6", "2", "2×strikers"),
        ("1", "Family 4", "Family 0", "1", "0", "1×guards"),
        ("1", "Family 1", "Family 0", "6", "1", "-"),
        ("lost in all: Family 0 2, Family 4 1",),
        ("stays: Family 4",),
        ("retreats: Family 0",),
    ]


def test_nothing_is_told_before_it_is_over_and_nothing_of_an_earlier_segment() -> None:
    assert told(volley(1, (0, 4, (6,)))) == []
    rows = told(volley(1, (0, 4, (6,))), CombatOpened(phase=2), ENDED)
    assert rows[1] == ("lost in all: Family 0 2, Family 4 1",)


def test_a_fight_in_which_all_held_their_fire() -> None:
    quiet = FightEnded(zone=PALACE, losses={}, staying=(Seat(0), Seat(4)), leaving=())
    assert told(volley(1), quiet) == [
        ("Battle: Presidential Palace, phase 2",),
        ("lost in all: nothing",),
        ("stays: Family 0, Family 4",),
        ("retreats: nobody",),
    ]
