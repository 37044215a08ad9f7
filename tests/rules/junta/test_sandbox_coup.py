"""A sandbox that begins in the midst of a coup. SB-7, and the faults of its units, SB-6."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.coups import deployed
from rules.junta.sandbox.uprising import most
from rules.junta.stages.movement import EndMovement
from tests.given import cabinet
from tests.rules.junta.couping import entered, stacks, where
from tests.sandboxes import faults, sandbox

POSTS = {str(post): int(seat) for post, seat in cabinet(1, 1, 2, 3, 4, 2).items()}
GOVERNED: dict[str, Any] = {"president": 0, "posts": POSTS}


def coup(*units: tuple[str, str, int, int], **more: Any) -> dict[str, Any]:
    """A position in a coup that seat 4 began, with these units."""
    rows = [{"type": t, "zone": z, "controller": c, "count": n} for t, z, c, n in units]
    return {**GOVERNED, "coup": {"first_insurgent": 4, "phase": 1, "units": rows, **more}}


def test_SB_7_units_stand_as_they_were_named() -> None:
    play = sandbox(
        coup(
            ("palace_guard", "presidential_palace", 0, 3),
            ("police", "presidential_palace", 1, 2),
            ("striker", "presidential_palace", 4, 3),
            ("army_3", "presidential_palace", 4, 2),
            ("student", "university", 0, 3),
        )
    )
    assert stacks(play, "presidential_palace") == {
        0: {"palace_guard": 3},
        1: {"police": 2},
        4: {"striker": 3, "army_3": 2},
    }
    times = [entered(play, unit) for unit in ("palace_guard-1", "police-2", "striker-1")]
    assert times == [1, 2, 3]
    assert entered(play, "army_3-2") == 3
    assert entered(play, "student-1") == 4
    marked = {u: it.marked for u, it in play.state.coup.units.items()}
    assert marked["army_3-1"]
    assert not (marked["palace_guard-1"] or marked["police-1"])


def test_SB_7_who_has_not_landed_waits_off_the_map() -> None:
    play = sandbox(coup(("police", "market", 1, 1), landed=["marines"]))
    assert where(play, "paratroops-1") == "airfield"
    assert "marines-1" not in play.state.coup.units


def test_SB_7_without_units_all_stand_where_they_start() -> None:
    play = sandbox(coup())
    assert play.state.coup.units == deployed(play.state)
    play.waits("movement", 0)


def test_SB_7_who_has_moved_is_done() -> None:
    play = sandbox(coup(moved=[0, 1], insurgents=[3], air_strikes_left=1))
    state = play.state.coup
    assert (state.insurgents, state.strikes_left, state.began) == ({3, 4}, 1, 0)
    play.waits("movement", 2)
    play.when(2, EndMovement()).waits("movement", 3)


def test_SB_7_when_all_have_moved_the_fights_begin() -> None:
    units = (("police", "market", 1, 2), ("army_2", "market", 2, 2))
    play = sandbox(coup(*units, moved=[0, 1, 2, 3, 4]))
    assert play.state.coup.segment == "combat"
    assert play.at != "movement"


def test_SB_7_a_coup_that_is_not_given_is_an_insurrection() -> None:
    play = sandbox({"stage": "movement", "president": 0})
    assert (play.state.coup.first_insurgent, play.state.coup.phase) == (1, 0)
    play.waits("movement", 1)


def test_SB_7_the_most_of_each_type() -> None:
    kinds = ("army_1", "police", "palace_guard", "marines", "striker", "helicopter")
    assert [most(kind) for kind in kinds] == [6, 4, 4, 1, 10, 1]  # type: ignore[arg-type]


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    (coup(("army_4", "market", 1, 1)), "coup/units/0/type", "there is no type of unit 'army_4'"),
    (coup(("police", "moon", 1, 1)), "coup/units/0/zone", "there is no zone 'moon'"),
    (coup(("police", "market", 7, 1)), "coup/units/0/controller", "there is no seat 7"),
    (coup(("police", "market", 1, 0)), "coup/units/0/count", "from 1 to"),
    (coup(("police", "market", 1, 5)), "coup/units", "5 units of police; there are 4"),
    (
        coup(("army_1", "market", 1, 4), ("army_1", "docks", 1, 3)),
        "coup/units",
        "7 units of army_1; there are 6",
    ),
    (coup(("police", "airfield", 1, 1)), "coup/units/0/zone", "no police stands at airfield"),
    (coup(("marines", "airfield", 4, 1)), "coup/units/0/zone", "no marines stands at airfield"),
    (
        coup(("marines", "marine_camp", 4, 1), landed=["marines"]),
        "coup/units/0/zone",
        "has landed",
    ),
    (
        coup(("palace_guard", "market", 1, 1)),
        "coup/units/0/controller",
        "obey the President alone",
    ),
    (coup(landed=["helicopter"]), "coup/landed/0", "there is no landing 'helicopter'"),
    (coup(landed=["marines", "marines"]), "coup/landed/1", "named twice"),
    (coup(moved=[1, 1]), "coup/moved/1", "named twice"),
    (coup(insurgents=[0]), "coup/insurgents/0", "seat 0 is President"),
    (coup(first_insurgent=0), "coup/first_insurgent", "seat 0 is President"),
    ({**coup(insurgents=[3]), "dead": [3]}, "coup/insurgents/0", "dead or in exile"),
    (coup(phase=7), "coup/phase", "from 0 to 6"),
    (coup(air_strikes_left=4), "coup/air_strikes_left", "from 0 to 3"),
    (coup(colour=1), "coup/colour", "there is no 'colour'"),
    ({"coup": {}}, "coup/first_insurgent", "is missing"),
    ({"coup": []}, "coup", "an object is needed"),
    ({"coup": {"first_insurgent": 1, "units": [3]}}, "coup/units/0", "an object is needed"),
    (
        {"coup": {"first_insurgent": 1, "units": [{"type": "police"}]}},
        "coup/units/0/zone",
        "is missing",
    ),
    ({**coup(), "stage": "bank"}, "stage", "there is a coup"),
]


@pytest.mark.parametrize(("position", "at", "words"), FAULTS)
def test_SB_6_faults_of_a_coup(position: dict[str, Any], at: str, words: str) -> None:
    found = {"/".join(map(str, where)): said for where, said in faults(position)}
    assert words in found.get(at, ""), found
