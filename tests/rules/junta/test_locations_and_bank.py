"""Steps 5, 7 and 10: LO-1 to LO-4, BA-1 to BA-5, CL-1."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.play_card import PlayCard
from rules.junta.plots import LocationsRevealed
from rules.junta.rejections import BillsNotHeld, NoSuchLocation
from rules.junta.ruleset import LOCATIONS
from rules.junta.stages.announcements import AnnouncementsEnded, EndAnnouncements, PlotOpened
from rules.junta.stages.bank import BankUsed, UseBank
from rules.junta.stages.budget_force import ForceBudget
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.locations import ChooseLocation, LocationChosen
from rules.junta.state import Whereabouts
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import StageOpened
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotYourTurn
from rules.kernel.stages import ask_draw
from tests.given import CABINETS, Play, given
from tests.rules.junta.plotting import lapsed


def choosing(bank: str, president: int = 0, **goods: Any) -> Play:
    """Four families about to choose locations, the bank being in this state."""
    play = given(at="budget", seats=4, president=president, aid=NO_BILLS, **goods).expires()
    if bank == "open":
        return play.expires(until="locations")
    play.expires().when(1, VoteOnBudget(votes={"against": 1})).expires(until="budget_force")
    return play.when(1, ForceBudget(force=bank == "lunch"))


def chosen(play: Play, *places: str) -> Play:
    for seat, place in enumerate(places):
        play.when(seat, ChooseLocation(location=place))
    return play


def quiet(play: Play) -> Play:
    """Nobody announces an attempt."""
    while play.at == "announcements":
        play.expires()
    return play


def at_bank(bank: str, *places: str, **goods: Any) -> Play:
    return quiet(chosen(choosing(bank, **goods), *places))


def opened(play: Play) -> set[str]:
    """The names of all stages that have opened."""
    return {e.name for e in play.events if isinstance(e, StageOpened)}


def use(deposit: Bills = NO_BILLS, withdraw: Bills = NO_BILLS) -> UseBank:
    return UseBank(deposit=deposit, withdraw=withdraw)


# --- locations ---


def test_LO_1_there_are_five_locations() -> None:
    assert LOCATIONS == ("bank", "headquarters", "residence", "girlfriend", "nightclub")


@pytest.mark.parametrize("place", LOCATIONS)
def test_LO_1_every_family_chooses_one_the_president_too(place: Any) -> None:
    play = choosing("open").waits("locations", 0, 1, 2, 3)
    play.when(0, ChooseLocation(location=place)).then(LocationChosen(seat=0, location=place))


def test_LO_1_there_is_no_other() -> None:
    play = choosing("open").when(0, ChooseLocation(location="palace"))  # type: ignore[arg-type]
    play.refused(NoSuchLocation, "'palace' is not one of: bank, headquarters")


def test_LO_2_all_choose_in_any_order_and_once() -> None:
    play = choosing("open").when(2, ChooseLocation(location="bank")).waits("locations", 0, 1, 3)
    play.when(2, ChooseLocation(location="residence")).refused(NotYourTurn)
    play.when(0, ChooseLocation(location="residence")).waits("locations", 1, 3)


def test_LO_2_nobody_else_learns_the_choice() -> None:
    play = choosing("open").when(2, ChooseLocation(location="bank"))
    assert play.view(2).whereabouts.places == {2: "bank"}
    for viewer in (0, 1, 3, ANYBODY):
        assert is_hidden(play.view(viewer).whereabouts.places[2])
        assert play.view(viewer).whereabouts.chosen == {2}


def test_LO_3_the_silent_are_at_the_nightclub() -> None:
    play = choosing("open").when(1, ChooseLocation(location="bank")).expires()
    play.then(
        LocationChosen(seat=0, location="nightclub"),
        LocationChosen(seat=2, location="nightclub"),
        LocationChosen(seat=3, location="nightclub"),
        PlotOpened(order=(1, 2, 3, 0)),
    )
    assert play.state.whereabouts.places == {
        1: "bank", 0: "nightclub", 2: "nightclub", 3: "nightclub",
    }  # fmt: skip


def test_LO_4_when_all_have_announced_all_is_revealed_attempts_or_not() -> None:
    play = choosing("open").when(3, ChooseLocation(location="girlfriend"))
    chosen(play, "bank", "headquarters", "residence").waits("announcements", 1)
    for seat in (1, 2, 3):
        assert not play.state.whereabouts.revealed
        for viewer in (0, 1, 2, 3, ANYBODY):
            places = play.view(viewer).whereabouts.places
            assert {s for s in range(4) if not is_hidden(places[s])} == {viewer} - {ANYBODY}
        play.when(seat, EndAnnouncements()).then(AnnouncementsEnded(seat=seat))
    places = {0: "bank", 1: "headquarters", 2: "residence", 3: "girlfriend"}
    play.when(0, EndAnnouncements()).then(
        AnnouncementsEnded(seat=0),
        LocationsRevealed(locations=places),  # type: ignore[arg-type]
    )
    (revealed,) = (e for e in play.last if isinstance(e, LocationsRevealed))
    assert list(revealed.locations) == [0, 1, 2, 3]
    for viewer in (0, 1, 2, 3, ANYBODY):
        assert play.view(viewer).whereabouts.places == places
        assert play.view(viewer).whereabouts.revealed


# --- the bank ---


def test_BA_1_open_in_step_7_when_the_budget_was_adopted() -> None:
    play = at_bank("open", "nightclub", "bank", "bank", "residence").waits("bank", 1)
    play.expires().waits("bank", 2).expires()
    assert "late_bank" not in opened(play)


def test_BA_1_open_in_step_10_when_the_budget_was_forced() -> None:
    play = at_bank("lunch", "nightclub", "bank", "bank", "residence").peace().waits("late_bank", 1)
    play.when(1, use()).waits("late_bank", 2)
    assert "bank" not in opened(play)
    assert play.state.turn.excuse


def test_BA_1_closed_when_the_budget_fell() -> None:
    play = at_bank("closed", "bank", "bank", "bank", "bank")
    assert TurnEnded(turn=1) in play.peace().last
    assert opened(play).isdisjoint({"bank", "late_bank"})


def test_BA_1_where_nobody_is_it_is_passed_by() -> None:
    play = at_bank("open", "nightclub", "headquarters", "nightclub", "residence")
    assert TurnEnded(turn=1) in play.peace().last
    assert opened(play).isdisjoint({"bank", "late_bank"})


def test_BA_2_the_president_first_then_clockwise() -> None:
    play = at_bank("open", "bank", "bank", "bank", "residence", president=2)
    for seat in (2, 0, 1):
        play.waits("bank", seat).when(seat, use())


def test_BA_2_only_who_is_there_and_in_his_turn() -> None:
    play = at_bank("open", "bank", "bank", "nightclub", "residence", cash={2: Bills(1, 0, 0)})
    play.when(2, use(Bills(1, 0, 0))).refused(NotYourTurn)
    play.when(1, use()).refused(NotYourTurn).waits("bank", 0)


def test_BA_3_bills_go_in() -> None:
    play = at_bank("open", "bank", "bank", "bank", "bank", cash={0: Bills(3, 1, 1)})
    play.when(0, use(Bills(2, 0, 1))).then(
        BankUsed(seat=0, deposit=Bills(2, 0, 1), withdraw=NO_BILLS, account_bills=3)
    )
    family = play.family(0)
    assert (family.cash, family.swiss) == (Bills(1, 1, 0), Bills(2, 0, 1))


def test_BA_3_bills_come_out_and_both_at_once() -> None:
    goods = {"cash": {0: Bills(0, 0, 1)}, "swiss": {0: Bills(3, 0, 0)}}
    play = at_bank("lunch", "bank", "bank", "bank", "bank", **goods).peace()
    play.when(0, use(Bills(0, 0, 1), Bills(2, 0, 0))).then(
        BankUsed(seat=0, deposit=Bills(0, 0, 1), withdraw=Bills(2, 0, 0), account_bills=2)
    )
    family = play.family(0)
    assert (family.cash, family.swiss) == (Bills(2, 0, 0), Bills(1, 0, 1))


def test_BA_3_nobody_banks_or_takes_out_what_he_does_not_hold() -> None:
    goods = {"cash": {0: Bills(0, 0, 1)}, "swiss": {0: Bills(3, 0, 0)}}
    play = at_bank("open", "bank", "bank", "bank", "bank", **goods)
    play.when(0, use(Bills(1, 0, 0))).refused(BillsNotHeld, "deposit: 1×1 MP", "1×3 MP held")
    play.when(0, use(NO_BILLS, Bills(0, 0, 1))).refused(BillsNotHeld, "withdraw: 1×3 MP")
    play.when(0, use(NO_BILLS, Bills(-1, 0, 0))).refused(BillsNotHeld)


def test_MO_2_the_bank_gives_no_change() -> None:
    goods = {"cash": {0: Bills(0, 1, 0)}, "swiss": {0: Bills(0, 0, 1)}}
    play = at_bank("open", "bank", "bank", "bank", "bank", **goods)
    play.when(0, use(Bills(1, 0, 0), Bills(0, 0, 1))).refused(BillsNotHeld)


def test_BA_4_silence_moves_nothing() -> None:
    play = at_bank("open", "bank", "bank", "bank", "bank", swiss={0: Bills(2, 0, 0)}).expires()
    play.then(BankUsed(seat=0, deposit=NO_BILLS, withdraw=NO_BILLS, account_bills=2))
    play.waits("bank", 1)


@pytest.mark.parametrize("bank", ["open", "lunch"])
def test_BA_5_each_is_served_once_in_a_turn(bank: str) -> None:
    play = at_bank(bank, "bank", "bank", "nightclub", "nightclub", cash={0: Bills(5, 0, 0)})
    if bank == "lunch":
        play.peace()
    play.when(0, use(Bills(1, 0, 0))).when(0, use(Bills(1, 0, 0))).refused(NotYourTurn)
    play.when(1, use()).peace()
    assert TurnEnded(turn=1) in play.last


def test_BA_5_in_the_next_turn_he_is_served_again() -> None:
    play = at_bank("open", "bank", "bank", "nightclub", "nightclub").expires(until="locations")
    quiet(chosen(play, "bank", "bank", "nightclub", "nightclub")).waits("bank", 0)


# --- the end of the turn ---


def test_CL_1_the_table_is_set_for_the_next_turn() -> None:
    goods = {"cash": {2: Bills(1, 1, 0)}, "exposed": {2: ["church"]}}
    play = at_bank("lunch", "bank", "bank", "nightclub", "residence", **goods)
    turn = play.state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == ("lunch", True, True)
    play.peace().expires().expires()
    play.then(
        BankUsed(seat=1, deposit=NO_BILLS, withdraw=NO_BILLS, account_bills=0),
        lapsed(0, 1, 2, 3),
        TurnEnded(turn=1),
        ask_draw("draw"),
    )
    turn, government = play.state.turn, play.state.government
    assert (turn.number, turn.bank, turn.excuse, turn.police_in_chamber) == (
        2,
        "closed",
        False,
        False,
    )
    assert play.state.whereabouts == Whereabouts(places={})
    assert (government.president, government.posts) == (0, CABINETS[4])
    assert play.family(2).cash == Bills(1, 1, 0)
    assert play.family(2).exposed == {"church"}


def test_TI_4_a_bill_that_comes_while_one_is_served_may_be_banked() -> None:
    play = at_bank("open", "bank", "bank", "nightclub", "residence",
                   hands={0: ["secret_donation_1"]}, bills_left=Bills(1, 0, 0))  # fmt: skip
    play.when(0, PlayCard(card="secret_donation_1")).chance()
    play.when(0, use(Bills(1, 0, 0)))
    assert play.family(0).swiss == Bills(1, 0, 0)
