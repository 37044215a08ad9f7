"""Absence and rulings in Junta: AB-1 to AB-12. What holds for every game is tested in `kernel`."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.speak import Said, Say
from rules.junta.stages.locations import ChooseLocation, LocationChosen
from rules.junta.stages.nomination import Nominate
from rules.kernel.attendance import (
    NoteReturn,
    SeatGivenToBot,
    SeatMarkedAbsent,
    SeatOpened,
    SeatReturned,
    SeatTakenOver,
    StagePaced,
    TakeOverSeat,
)
from rules.kernel.bills import Bills
from rules.kernel.course import StageExpired, StageOpened
from rules.kernel.decider import waiting_for
from rules.kernel.identifiers import ANYBODY, Seat
from rules.kernel.rejections import GamePausedNow, NotNow, OutOfChoice, RulingNotYours, SeatNotOpen
from rules.kernel.rulings import (
    ExtendStage,
    GamePaused,
    GameVoided,
    PauseGame,
    ReplaceSeat,
    ResumeGame,
    RulingMade,
    RulingSupported,
    StageExtended,
    VoidGame,
)
from rules.kernel.standing import AnswerBeforehand
from tests.given import Play, given

PAUSE = PauseGame(reason="lunch")
RESUME = ResumeGame(reason="back")
VOID = VoidGame(reason="a seat was sold")


def home() -> ChooseLocation:
    return ChooseLocation(location="residence")


def replaced(seat: int, by: Any = "player", bot: Any = None) -> ReplaceSeat:
    return ReplaceSeat(seat=Seat(seat), by=by, bot=bot, reason="gone")


def at_locations(**more: Any) -> Play:
    """Everybody is asked at once where he goes."""
    return given(at="locations", president=0, **more)


def without(play: Play, *seats: int) -> Play:
    """These are marked absent."""
    return play.has(*(SeatMarkedAbsent(seat=Seat(seat), missed=3) for seat in seats))


def there(play: Play) -> Any:
    return play.state.course.attendance


# --- absence ---


def test_AB_1_a_stage_says_on_whom_it_expired_and_the_third_in_a_row_marks() -> None:
    play = given(at="nomination", seats=4)
    play.expires()
    number = next(e.number for e in play.last if isinstance(e, StageExpired))
    assert StageExpired(number=number, silent=(Seat(0),)) in play.last
    assert there(play).missed == {0: 1}
    while not there(play).absent:
        assert max(there(play).missed.values()) < 3
        play.expires()
    marked = [e for e in play.events if isinstance(e, SeatMarkedAbsent)]
    assert {(e.missed, e.OPEN) for e in marked} == {(3, True)}
    assert [e.seat for e in marked] == sorted(there(play).absent)


def test_AB_1_three_is_an_option() -> None:
    play = given(at="nomination", seats=4, absent_after=1)
    play.expires()
    assert SeatMarkedAbsent(seat=Seat(0), missed=1) in play.last


def test_AB_2_an_answer_breaks_the_row() -> None:
    play = at_locations()
    play.has(StageExpired(number=play.state.course.stage.number, silent=(Seat(1), Seat(2))))
    play.opens("locations")
    assert there(play).missed == {1: 1, 2: 1}
    play.when(1, home())
    play.expires()
    assert (there(play).missed.get(1), there(play).missed[2]) == (None, 2)


def test_AB_2_a_silence_chosen_beforehand_is_an_answer_that_nobody_can_tell_from_silence() -> None:
    play = given(at="nomination", seats=4)
    play.expires()
    assert there(play).missed == {0: 1}
    play.when(0, AnswerBeforehand(stage_name="ballot", silent=True))
    play.expires(until="ballot")
    play.expires()
    seen = play.view(ANYBODY).course.attendance
    assert (seen, seen.missed.get(0)) == (there(play), None)


def test_AB_3_who_declares_is_back_and_counts_anew() -> None:
    play = without(at_locations(), 3)
    play.ordered("system", NoteReturn(seat=Seat(3)))
    assert play.last == (SeatReturned(seat=Seat(3)),)
    assert (there(play).absent, there(play).missed) == (frozenset(), {})
    assert SeatReturned.OPEN


def test_AB_4_a_stage_that_waits_for_the_absent_alone_is_cut_and_whom_it_asks_stays() -> None:
    play = without(at_locations(absent_s=2), 3)
    number = play.state.course.stage.number
    for seat in (0, 1, 2):
        play.when(seat, home()).then(LocationChosen(seat=Seat(seat), location="residence"))
    play.when(4, home())
    assert play.last[1:] == (StagePaced(number=number, lasts_s=2),)
    assert waiting_for(play.game, play.state) == (3,)
    play.ordered("system", NoteReturn(seat=Seat(3)))
    assert play.last[1:] == (StagePaced(number=number, lasts_s=10),)


def test_AB_4_in_turn_the_absent_have_less_time_from_the_start() -> None:
    play = without(given(at="nomination", seats=4, absent_s=2), 1)
    play.when(0, Nominate(support={}))
    opened = [e for e in play.last if isinstance(e, StageOpened)]
    assert [(e.seats, e.lasts_s) for e in opened] == [((1,), 2)]
    play.expires()
    assert [(e.seats, e.lasts_s) for e in play.last if isinstance(e, StageOpened)] == [((2,), 5)]


# --- rulings ---


def test_AB_5_the_host_replaces_only_who_is_away() -> None:
    play = at_locations()
    play.ordered("host", replaced(2)).refused(RulingNotYours, "not", rule="AB-8")
    play.ordered("host", VOID).refused(RulingNotYours, rule="AB-12")
    without(play, 2).ordered("host", replaced(2))
    assert isinstance(play.last[0], RulingMade)


def test_AB_5_all_others_present_replace_a_family_and_all_void() -> None:
    play = without(at_locations(), 4)
    play.when(0, replaced(3))
    assert [type(e) for e in play.last] == [RulingSupported]
    play.when(3, replaced(3)).refused(RulingNotYours)
    play.when(1, replaced(3)).when(2, replaced(3))
    assert [type(e) for e in play.last] == [RulingSupported, RulingMade, SeatOpened]
    for seat in (0, 1, 2):
        play.when(seat, VOID)
    assert play.last[-1] == GameVoided()


def test_AB_5_a_bot_is_not_absent_so_the_host_does_not_replace_it() -> None:
    """Else he could first order the bot, and then sit down in its place."""
    play = without(at_locations(), 2)
    play.ordered("host", replaced(2, "bot", "random"))
    for order in (replaced(2), replaced(2, "bot", "sly")):
        play.ordered("host", order).refused(RulingNotYours, rule="AB-8")
    for seat in (0, 1, 3, 4):
        play.when(seat, replaced(2))
    assert play.last[-1] == SeatOpened(seat=Seat(2), tenure=2)


def test_AB_5_families_neither_stop_the_clock_nor_give_time() -> None:
    at_locations().when(0, PAUSE).refused(RulingNotYours, rule="AB-6")


def test_AB_6_in_a_pause_only_speech_is_taken() -> None:
    play = at_locations()
    play.ordered("host", PAUSE)
    assert play.last[1:] == (GamePaused(),)
    play.when(1, home()).refused(GamePausedNow, rule="AB-6")
    assert set(play.offers(1)) == {"say"}
    play.when(1, Say(to=frozenset(), words="Now?")).then(Said(seat=Seat(1), words="Now?"))
    play.ordered("host", RESUME)
    play.when(1, home()).then(LocationChosen(seat=Seat(1), location="residence"))


def test_AB_7_a_stage_is_extended_within_bounds() -> None:
    play = at_locations()
    play.ordered("host", ExtendStage(seconds=60, reason="storm"))
    number = play.state.course.stage.number
    assert play.last[1:] == (StageExtended(number=number, seconds=60, extended_s=60),)
    month = ExtendStage(seconds=30 * 86400, reason="x")
    play.ordered("host", month).refused(OutOfChoice, rule="AB-7")


def test_AB_8_a_replaced_family_is_open_and_counts_as_absent() -> None:
    play = without(at_locations(), 2)
    play.ordered("host", replaced(2))
    assert (there(play).vacant, there(play).away, there(play).tenures) == ({2}, {2}, {2: 1})
    assert waiting_for(play.game, play.state) == (0, 1, 2, 3, 4)


def test_AB_9_it_keeps_what_it_has_but_not_what_its_player_had_said() -> None:
    play = at_locations(hands={2: ["church"]}, cash={2: Bills(1, 2, 3)})
    play.when(2, AnswerBeforehand(stage_name="ballot", silent=True)).when(2, VOID)
    before = play.family(2)
    play.ordered("auditor", replaced(2, "bot", "random"))
    assert play.family(2) == before
    assert play.view(2).families[2] == before
    course = play.state.course
    assert (course.standing, course.rulings.supports) == ({}, {})


def test_AB_10_whoever_has_the_claim_sits_down_under_a_name_of_his_own() -> None:
    play = at_locations()
    play.ordered("auditor", replaced(2))
    play.ordered("joiner", TakeOverSeat(seat=Seat(2), name="Zoe", tenure=7)).refused(SeatNotOpen)
    play.ordered("joiner", TakeOverSeat(seat=Seat(2), name="Zoe", tenure=1))
    assert play.last == (SeatTakenOver(seat=Seat(2), name="Zoe", tenure=1),)
    assert play.state.course.names[2] == "Zoe"
    play.ordered("joiner", TakeOverSeat(seat=Seat(2), name="Yan", tenure=1)).refused(SeatNotOpen)


def test_AB_11_a_bot_is_told_with_its_kind_and_may_be_replaced() -> None:
    play = without(at_locations(), 2)
    play.ordered("host", replaced(2, "bot", "sly"))
    assert play.last[1:] == (SeatGivenToBot(seat=Seat(2), bot="sly", tenure=1),)
    assert (there(play).away, SeatGivenToBot.OPEN) == (frozenset(), True)
    play.ordered("auditor", replaced(2, "bot", "sly")).refused(NotNow, rule="AB-8")
    play.ordered("auditor", replaced(2))
    assert (there(play).bots, there(play).vacant) == ({}, {2})


@pytest.mark.parametrize("at", ["nomination", "cabinet", "locations", "announcements"])
def test_AB_12_a_voided_game_is_over_without_a_result(at: str) -> None:
    play = given(at=at, president=None if at == "nomination" else 0)
    play.ordered("auditor", VOID)
    assert play.last[-1] == GameVoided()
    assert (play.state.course.status, play.state.result) == ("voided", None)
    assert play.game.table(play.state)["result"] is None
