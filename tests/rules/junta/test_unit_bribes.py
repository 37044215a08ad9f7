"""The five cards that buy units: UB-1 to UB-4."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.forces import UnitId
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.prices import PricePaid
from rules.junta.rejections import BillsNotHeld, CardNotInHand, NoSuchZone, NotYourUnits
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.movement import EndMovement
from rules.junta.unit_bribes import UNIT_BRIBES, BribeLaid, BribeUnits, UnitsBribed
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import DiceRolled
from rules.kernel.rejections import NotNow
from rules.kernel.stages import UNNUMBERED, ask_dice
from tests.given import Play, cards_of
from tests.rules.junta.couping import coup_at, dies, entered, ids, march, stacks, until, where

SIX_ONES_TWO_TWOS = Bills(6, 2, 0)
CARDS = {
    "bribe_brigade_1": ("army_1",),
    "bribe_brigade_2": ("army_2",),
    "bribe_brigade_3": ("army_3",),
    "bribe_police": ("police",),
    "bribe_agitators": ("demonstrator", "rioter", "striker", "student"),
}


def bribes(
    card: str, zone: str, units: Any, bills: Bills = NO_BILLS, powers: tuple[str, ...] = ()
) -> BribeUnits:
    names: Any = (card, zone)
    return BribeUnits(
        card=names[0], zone=names[1], units=units, powers=cards_of(*powers), bills=bills
    )


def rich(*cards: str, seat: int = 3, cash: Bills = SIX_ONES_TWO_TWOS, **named: Any) -> Play:
    """It is the turn of the seat, which holds the cards and this cash."""
    goods: dict[str, Any] = {"hands": {seat: cards}, "cash": {seat: cash}}
    return coup_at(named.pop("units", None), **({"began": seat} | goods | named))


def test_UB_1_there_are_five_of_them() -> None:
    assert {c.id: tuple(sorted(c.parameters["units"])) for c in UNIT_BRIBES} == CARDS


@pytest.mark.parametrize("card", CARDS)
def test_UB_1_each_buys_units_of_its_kind(card: str) -> None:
    kind = CARDS[card][0]
    owner = 4 if kind == "army_3" else 1
    rows = [(kind, "market", owner, 2), ("marines", "market", 4, 1)]
    play = rich(card, seat=2 if owner == 4 else 3, units=rows)
    (seat,) = play.state.course.stage.seats
    play.when(seat, bribes(card, "market", ids("marines", 1), Bills(1))).refused(NotYourUnits)
    play.when(seat, bribes(card, "market", ids(kind, 2), Bills(1))).rolls(6)
    assert play.state.coup.units[UnitId(f"{kind}-2")].controller == seat


def test_UB_1_in_ones_own_turn_alone() -> None:
    play = rich("bribe_police", began=0)
    assert "bribe_units" not in play.offers(3)
    until(play, 3)
    assert "bribe_units" in play.offers(3)
    play.when(3, EndMovement())
    assert "bribe_units" not in play.offers(3)


def test_UB_1_in_the_insurrection_only_after_joining() -> None:
    play = rich("bribe_police", phase=0, first=4)
    assert "bribe_units" not in until(play, 3).offers(3)
    play.when(3, march("barracks_3", "west_ghetto", army_3=1))
    assert "bribe_units" in play.offers(3)


def test_UB_1_no_card_that_one_does_not_hold() -> None:
    order = bribes("bribe_brigade_1", "barracks_1", ids("army_1", 1), Bills(1))
    rich("bribe_police").when(3, order).refused(CardNotInHand)


def test_UB_2_one_zone_and_whoever_commands_them() -> None:
    rows = [("police", "market", 1, 1), ("police", "market", 2, 2), ("police", "docks", 1, 1)]
    play = rich("bribe_police", units=rows)
    play.when(3, bribes("bribe_police", "market", ids("police", 1, 4), Bills(2)))
    play.refused(NotYourUnits, rule="UB-2")
    play.when(3, bribes("bribe_police", "market", ids("police", 1, 2, 3), Bills(3)))
    play.rolls(6, 6, 6)
    assert stacks(play, "market") == {3: {"police": 3}}


def test_UB_2_not_ones_own_units() -> None:
    rows = [("police", "market", 3, 1), ("police", "market", 1, 1)]
    play = rich("bribe_police", units=rows)
    play.when(3, bribes("bribe_police", "market", ids("police", 1), Bills(1))).refused(NotYourUnits)
    assert play.offers(3)["bribe_units"]["units"].values == (UnitId("police-2"),)


def test_UB_2_not_blocked_units() -> None:
    play = rich("bribe_brigade_2", opens="bank").has(*dies(2))
    play.has(PostTaken(president=0, post="air_commander"))  # type: ignore[arg-type]
    play.opens("chain_of_command").opens("movement")
    assert "bribe_units" not in until(play, 3).offers(3)


def test_UB_2_the_brother_in_laws_units_may_be_bought() -> None:
    play = rich("bribe_brigade_2", opens="bank").has(*dies(2))
    play.has(PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("chain_of_command").opens("movement")
    until(play, 3).when(3, bribes("bribe_brigade_2", "barracks_2", ids("army_2", 1), Bills(1)))
    play.rolls(3)
    unit = play.state.coup.units["army_2-1"]
    assert (unit.controller, unit.place, unit.marked) == (3, 3, True)


def test_UB_2_an_embassy_too_but_no_zone_without_such_units() -> None:
    rows = [("police", "embassy_south", 1, 1)]
    play = rich("bribe_police", units=rows)
    play.when(3, bribes("bribe_police", "market", ids("police", 1), Bills(1)))
    play.refused(NoSuchZone, rule="UB-2")
    play.when(3, bribes("bribe_police", "embassy_south", ids("police", 1), Bills(1))).rolls(4)
    assert stacks(play, "embassy_south") == {3: {"police": 1}}


def test_UB_3_one_mp_for_each_paid_before_the_dice() -> None:
    play = rich("bribe_brigade_1")
    units = ids("army_1", 1, 2, 3)
    play.when(3, bribes("bribe_brigade_1", "barracks_1", units, Bills(1, 1)))
    play.then(
        PricePaid(seat=3, bills=Bills(1, 1), powers=cards_of()),  # type: ignore[arg-type]
        BribeLaid(
            seat=3,  # type: ignore[arg-type]
            card="bribe_brigade_1",  # type: ignore[arg-type]
            zone="barracks_1",  # type: ignore[arg-type]
            units=("army_1-1", "army_1-2", "army_1-3"),  # type: ignore[arg-type]
        ),
        ask_dice("bribe_units", 3, 3),  # type: ignore[arg-type]
    )
    assert play.state.treasury.sink == Bills(1, 1)


@pytest.mark.parametrize("bills", [NO_BILLS, Bills(1), Bills(2, 1), Bills(0, 2), Bills(0, 0, 1)])
def test_UB_3_the_exact_price_in_bills_that_one_holds(bills: Bills) -> None:
    play = rich("bribe_brigade_1")
    order = bribes("bribe_brigade_1", "barracks_1", ids("army_1", 1, 2), bills)
    play.when(3, order).refused(BillsNotHeld)


def test_UB_3_no_more_than_one_can_pay() -> None:
    play = rich("bribe_brigade_1", cash=Bills(2))
    order = bribes("bribe_brigade_1", "barracks_1", ids("army_1", 1, 2, 3), Bills(2))
    play.when(3, order).refused(NotYourUnits)
    assert "bribe_units" not in rich("bribe_brigade_1", cash=NO_BILLS).offers(3)


def test_UB_3_powers_pay_one_each() -> None:
    play = rich("bribe_brigade_1", cash=Bills(1), exposed={3: ["bankers", "monarchists"]})
    powers = ("bankers", "monarchists")
    order = bribes("bribe_brigade_1", "barracks_1", ids("army_1", 1, 2, 3), Bills(1), powers)
    play.when(3, order).rolls(3, 1, 6)
    assert play.state.turn.powers_used == set(powers)
    assert stacks(play, "barracks_1") == {1: {"army_1": 4}, 3: {"army_1": 2}}


def test_UB_3_the_card_is_gone_whatever_the_dice_say() -> None:
    play = rich("bribe_police", units=[("police", "market", 1, 1)])
    play.when(3, bribes("bribe_police", "market", ids("police", 1), Bills(1))).rolls(1)
    assert "bribe_police" in play.state.deck.discards and play.family(3).cash == Bills(5, 2)
    assert stacks(play, "market") == {1: {"police": 1}}
    play.waits("movement", 3)


def test_UB_3_while_they_roll_nothing_else_is_ordered_or_given() -> None:
    play = rich("bribe_brigade_1")
    play.when(3, bribes("bribe_brigade_1", "barracks_1", ids("army_1", 1), Bills(1)))
    play.when(3, march("barracks_3", "west_ghetto", army_3=1)).refused(NotNow)
    given: Any = GiveUnits(to=2, zone="barracks_1", units={"army_1": 6})  # type: ignore[arg-type]
    play.when(1, given).refused(NotNow)
    play.rolls(1).when(1, given).waits("movement", 3)


@pytest.mark.parametrize("face", range(1, 7))
def test_UB_4_each_comes_over_on_3_to_6(face: int) -> None:
    play = rich("bribe_police", units=[("police", "market", 1, 1)])
    play.when(3, bribes("bribe_police", "market", ids("police", 1), Bills(1))).rolls(face)
    won = ids("police", 1) if face >= 3 else frozenset()
    play.then(
        DiceRolled(request=UNNUMBERED, faces=(face,), link=None),
        UnitsBribed(seat=3, units=won, marked=won),  # type: ignore[arg-type]
    )


def test_UB_4_a_die_for_each_in_the_order_of_their_numbers() -> None:
    play = rich("bribe_brigade_1")
    play.when(3, bribes("bribe_brigade_1", "barracks_1", ids("army_1", 6, 2, 4), Bills(3)))
    play.rolls(3, 2, 6)
    won = {i for i, u in play.state.coup.units.items() if u.controller == 3 and u.type == "army_1"}
    assert won == ids("army_1", 2, 6)


def test_UB_4_they_keep_their_entry_and_may_move_at_once() -> None:
    play = rich("bribe_police", units=[("marines", "docks", 4, 1), ("police", "market", 1, 1)])
    play.when(3, bribes("bribe_police", "market", ids("police", 1), Bills(1))).rolls(5)
    assert entered(play, "police-1") == 2
    play.when(3, march("market", "university", police=1))
    assert where(play, "police-1") == "university"


def test_UB_4_but_not_if_they_have_moved_in_this_phase() -> None:
    play = rich("bribe_police", units=[("police", "market", 1, 1)], began=1)
    play.when(1, march("market", "university", police=1))
    until(play, 3).when(3, bribes("bribe_police", "university", ids("police", 1), Bills(1)))
    play.rolls(5).when(3, march("university", "market", police=1)).refused(NotNow)


def test_UB_4_who_buys_back_his_own_commands_them_by_office() -> None:
    play = rich("bribe_brigade_3", units=[("army_3", "market", 1, 1)])
    assert play.state.coup.units["army_3-1"].marked
    play.when(3, bribes("bribe_brigade_3", "market", ids("army_3", 1), Bills(1))).rolls(5)
    assert not play.state.coup.units["army_3-1"].marked
