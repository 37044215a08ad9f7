"""Exile in a coup, and who commands what then: CO-12 to CO-14."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.exile import ExileEntered
from rules.junta.plots import LifeThreatened
from rules.junta.rejections import NoSuchZone
from rules.junta.stages.border import GuardBorder
from rules.junta.stages.brother_in_law import TakePost
from rules.junta.stages.movement import EndMovement, GoIntoExile, MovementEnded
from rules.junta.stages.return_from_exile import ReturnFromExile
from rules.junta.stages.safe_conduct import ConductAnswered, GrantConduct
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import Play
from tests.rules.junta.couping import coup_at, march, until

QUIET = AnswerBeforehand(stage_name="bank", silent=True)
"""Any declaration, after which the game goes on."""

ROWS: Any = [
    ("palace_guard", "presidential_palace", 0, 4, 0),
    ("army_1", "embassy_south", 1, 2),
    ("army_3", "embassy_south", 3, 1),
    ("army_2", "embassy_north", 2, 1),
    ("paratroops", "airfield", 2, 1),
    ("militia", "market", 2, 2),
    ("marines", "docks", 4, 1),
]


def leaves(embassy: str = "embassy_north") -> GoIntoExile:
    return GoIntoExile(embassy=embassy)  # type: ignore[arg-type]


def gone(seat: int, embassy: str) -> ExileEntered:
    return ExileEntered(seat=seat, embassy=embassy)  # type: ignore[arg-type]


def abroad(*seats: int, embassy: str = "embassy_south", **named: Any) -> Play:
    """These have gone into exile before this phase, in which nobody has been called yet."""
    position: dict[str, Any] = {"opens": "bank", "phase": 2, "began": 0} | named
    play = coup_at(ROWS, **position)
    return play.has(*(gone(seat, embassy) for seat in seats)).opens("chain_of_command")


def unit(play: Play, name: str) -> tuple[int, int, bool]:
    found = play.state.coup.units[name]
    return found.controller, found.place, found.blocked


# --- CO-12, CO-13 ---


def test_CO_12_in_ones_own_turn_where_one_has_a_unit() -> None:
    play = coup_at(ROWS, began=2).when(2, leaves())
    ended: Any = MovementEnded(seat=2, place=2)  # type: ignore[arg-type]
    assert play.last[:2] == (gone(2, "embassy_north"), ended)
    assert play.state.families[2].embassy == "embassy_north"
    play.waits("brother_in_law", 0)


def test_CO_12_not_in_another_embassy_nor_in_anothers_turn() -> None:
    play = coup_at(ROWS, began=2).when(2, leaves("embassy_south"))
    play.refused(NoSuchZone, "embassy_north", rule="CO-12")
    play.when(1, leaves("embassy_south")).refused(NotYourTurn)
    until(play, 4).when(4, leaves()).refused(NotNow)


def test_CO_12_after_the_move_that_brought_one_there() -> None:
    play = coup_at([("marines", "docks", 4, 1)], began=4)
    assert "go_into_exile" not in play.offers(4)
    play.when(4, march("docks", "embassy_northeast", marines=1))
    play.when(4, leaves("embassy_northeast"))
    assert not play.family(4).present


def test_CO_12_not_the_president() -> None:
    rows = [("police", "embassy_south", 0, 1)]
    assert "go_into_exile" not in coup_at(rows, began=0).offers(0)


def test_CO_12_the_brother_in_law_takes_a_post_over_and_the_rest_is_blocked() -> None:
    play = coup_at(ROWS, began=2).when(2, leaves())
    play.when(0, TakePost(post="general_2")).waits("movement", 3)  # type: ignore[arg-type]
    assert unit(play, "army_2-1") == (0, 2, False)
    assert unit(play, "paratroops-1") == (2, 2, True)
    assert unit(play, "militia-1") == (2, 2, True)


def test_CO_12_his_place_has_had_its_turn_in_this_phase() -> None:
    play = coup_at(ROWS, began=2).when(2, leaves())
    play.when(0, TakePost(post="general_2"))  # type: ignore[arg-type]
    asked = []
    while play.state.coup.phase == 1:
        if play.at == "movement":
            asked.append(play.state.coup.called)
        play.expires()
    assert asked == [3, 4, 0, 1]


def test_CO_13_what_he_had_by_a_marker_is_blocked_until_he_is_home() -> None:
    play = abroad(2, embassy="embassy_north")
    assert unit(play, "militia-1") == (2, 2, True)
    play.opens("return_from_exile").when(2, ReturnFromExile(returns=True))
    play.waits("border", 1).when(1, GuardBorder(kill=False))
    assert unit(play, "militia-1") == (2, 2, False)


def test_CO_13_a_post_that_the_brother_in_law_ran_is_his_again() -> None:
    play = coup_at(ROWS, began=2).when(2, leaves())
    play.when(0, TakePost(post="general_2"))  # type: ignore[arg-type]
    while play.at != "return_from_exile":
        play.expires()
    assert play.state.coup.phase == 2
    play.waits("return_from_exile", 2).when(2, ReturnFromExile(returns=True))
    while play.at != "movement":
        play.expires()
    assert [unit(play, name) for name in ("army_2-1", "paratroops-1", "militia-1")] == [
        (2, 2, False)
    ] * 3
    until(play, 2).when(2, march("embassy_north", "northern_suburb", army_2=1))


# --- CO-14 ---


def test_CO_14_exiles_are_asked_before_anybody_moves_once_in_each_phase() -> None:
    play = abroad(2, embassy="embassy_north").opens("return_from_exile")
    play.waits("return_from_exile", 2).expires().waits("brother_in_law", 0)
    asked = []
    while play.state.coup.phase < 4:
        if play.at == "return_from_exile":
            asked.append(play.state.coup.phase)
            assert play.state.coup.began is None
        play.expires()
    assert asked == [3]


def test_CO_14_who_goes_into_exile_is_not_asked_in_the_same_phase() -> None:
    play = coup_at(ROWS, began=1).when(1, leaves("embassy_south"))
    play.expires().waits("movement", 2)


def returning(seat: int = 2, **named: Any) -> Play:
    play = abroad(seat, **named).opens("return_from_exile")
    return play.when(seat, ReturnFromExile(returns=True))


def test_CO_14_all_with_units_in_the_embassy_are_asked_and_one_is_enough() -> None:
    play = returning().waits("safe_conduct", 1, 3)
    play.when(3, GrantConduct(grants=True))
    assert ConductAnswered(seat=3, exile=2, grants=True) in play.last  # type: ignore[arg-type]
    assert play.family(2).present and play.at == "movement"


def test_CO_14_refused_by_all_the_minister_is_asked() -> None:
    play = returning().when(1, GrantConduct(grants=False)).waits("safe_conduct", 3)
    play.when(3, GrantConduct(grants=False)).waits("border", 1)
    play.when(1, GuardBorder(kill=True))
    threat: Any = LifeThreatened(attempt=None, victim=2, killer=1)  # type: ignore[arg-type]
    assert threat in play.last


def test_CO_14_silence_grants_none() -> None:
    play = returning().expires().waits("border", 1)
    assert play.state.coup.conduct == {2: {1: False, 3: False}}


def test_CO_14_nobody_else_is_asked() -> None:
    play = returning()
    play.when(4, GrantConduct(grants=True)).refused(NotYourTurn)
    returning(embassy="embassy_southwest").waits("border", 1)


def test_CO_14_blocked_units_grant_nothing() -> None:
    play = abroad(3, embassy="embassy_southwest").has(gone(2, "embassy_south"))
    play.opens("chain_of_command").opens("return_from_exile")
    play.when(3, ReturnFromExile(returns=False)).when(2, ReturnFromExile(returns=True))
    play.waits("safe_conduct", 1)


@pytest.mark.parametrize("phase", [0, 1, 6])
def test_CO_14_in_every_phase(phase: int) -> None:
    play = coup_at(ROWS, phase=phase, first=4, opens="bank").has(gone(2, "embassy_south"))
    play.opens("chain_of_command").when(0, QUIET)
    while play.at == "brother_in_law":
        play.expires()
    play.waits("return_from_exile", 2)


def test_CO_14_a_returned_exile_moves_in_that_phase() -> None:
    play = returning(embassy="embassy_southwest").when(1, GuardBorder(kill=False))
    while play.at != "movement":
        play.expires()
    until(play, 2).when(2, EndMovement()).waits("movement", 3)
