"""The nine cards that bring units: UC-1 to UC-6."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.rejections import CardNotInHand, NoSuchZone
from rules.junta.stages.movement import EndMovement
from rules.junta.unit_cards import MOST_RED, UNIT_CARDS, PlayUnitCard, UnitCardPlayed
from rules.kernel.rejections import NotNow
from tests.given import Play
from tests.rules.junta.couping import coup_at, entered, ids, march, stacks, where

NEEDS = {
    "general_strike": "unions",
    "dock_strike": "unions",
    "slum_riots": "radicals",
    "demonstrators": "socialists",
    "student_protest": "students",
    "central_bank_defence": "bankers",
    "patriotic_leagues": "conservatives",
    "christian_militia": "church",
    "helicopter": "monarchists",
}
BRINGS = {
    "general_strike": ("eastern_suburb", "striker", 6),
    "dock_strike": ("docks", "striker", 4),
    "slum_riots": ("south_ghetto", "rioter", 6),
    "demonstrators": ("market", "demonstrator", 6),
    "student_protest": ("university", "student", 6),
    "central_bank_defence": ("central_bank", "militia", 2),
    "patriotic_leagues": ("rich_district", "militia", 2),
    "christian_militia": ("market", "militia", 2),
    "helicopter": ("docks", "helicopter", 1),
}
RED_CARDS = ("general_strike", "dock_strike", "slum_riots", "demonstrators", "student_protest")


def plays(card: str, zone: str | None = None) -> PlayUnitCard:
    return PlayUnitCard(card=card, zone=zone or BRINGS[card][0])  # type: ignore[arg-type]


def holding(*cards: str, seat: int = 1, shown: Any = None, **named: Any) -> Play:
    """It is the turn of the seat, which holds the cards and has exposed what they need."""
    shown = [*{NEEDS[card] for card in cards}] if shown is None else shown
    goods: dict[str, Any] = {"hands": {seat: cards}, "exposed": {seat: shown}}
    return coup_at(named.pop("units", None), **({"began": seat} | goods | named))


def test_UC_1_there_are_nine_of_them() -> None:
    assert {card.id for card in UNIT_CARDS} == set(BRINGS)


@pytest.mark.parametrize("card", BRINGS)
def test_UC_1_each_brings_its_units_into_its_zone(card: str) -> None:
    zone, kind, number = BRINGS[card]
    play = holding(card).when(1, plays(card))
    units = ids(kind, *range(1, number + 1))
    played = UnitCardPlayed(
        seat=1,  # type: ignore[arg-type]
        card=card,  # type: ignore[arg-type]
        zone=zone,  # type: ignore[arg-type]
        units=units,
        entered=1,
        excuse=card in RED_CARDS,
        reaction=False,
    )
    play.then(played).waits("movement", 1)
    assert stacks(play, zone) == {1: {kind: number}}
    assert card in play.state.deck.discards and not play.family(1).hand


@pytest.mark.parametrize("card", BRINGS)
def test_UC_1_not_without_what_it_needs(card: str) -> None:
    play = holding(card, shown=["academics"])
    assert "play_unit_card" not in play.offers(1)
    play.when(1, plays(card)).refused(NotNow)


def test_UC_1_another_familys_influence_does_not_help() -> None:
    goods: dict[str, Any] = {"hands": {1: ["dock_strike"]}, "exposed": {2: ["unions"]}}
    coup_at(began=1, **goods).when(1, plays("dock_strike")).refused(NotNow)


@pytest.mark.parametrize("shown", ["church", "christian_democrats"])
def test_UC_1_one_of_two_needs_is_enough(shown: str) -> None:
    holding("christian_militia", shown=[shown]).when(1, plays("christian_militia")).waits(
        "movement", 1
    )


@pytest.mark.parametrize("zone", ["west_ghetto", "northeast_ghetto", "south_ghetto"])
def test_UC_1_riots_in_one_of_the_three_slums(zone: str) -> None:
    play = holding("slum_riots").when(1, plays("slum_riots", zone))
    assert stacks(play, zone) == {1: {"rioter": 6}}


def test_UC_1_in_no_other_zone() -> None:
    play = holding("slum_riots").when(1, plays("slum_riots", "market"))
    play.refused(NoSuchZone, "west_ghetto", rule="UC-1")


def test_UC_2_they_may_move_at_once_and_once() -> None:
    play = holding("demonstrators").when(1, plays("demonstrators"))
    play.when(1, march("market", "presidential_palace", demonstrator=6))
    assert stacks(play, "presidential_palace")[1] == {"demonstrator": 6}
    play.when(1, march("barracks_1", "eastern_suburb", army_1=1)).refused(NotNow)


def test_UC_2_after_the_move_too_and_any_number_of_cards() -> None:
    play = holding("demonstrators", "dock_strike")
    play.when(1, march("barracks_1", "eastern_suburb", army_1=6))
    play.when(1, plays("demonstrators")).when(1, plays("dock_strike")).waits("movement", 1)
    assert [entered(play, f"{kind}-1") for kind in ("army_1", "demonstrator", "striker")] == [
        1,
        2,
        3,
    ]


def test_UC_2_in_an_occupied_zone_they_come_in_last() -> None:
    rows = [("army_2", "market", 2, 3)]
    play = holding("demonstrators", units=rows).when(1, plays("demonstrators"))
    assert (entered(play, "army_2-1"), entered(play, "demonstrator-1")) == (1, 2)
    assert play.state.coup.units["demonstrator-1"].marked


def test_UC_2_a_card_that_one_does_not_hold() -> None:
    play = holding("demonstrators").when(1, plays("dock_strike"))
    play.refused(CardNotInHand, rule="UC-2")


def test_UC_2_a_loyalist_stays_loyal_in_phases_1_to_6() -> None:
    play = holding("demonstrators", phase=1).when(1, plays("demonstrators"))
    assert play.state.coup.insurgents == {4}


def test_UC_2_not_in_anothers_turn() -> None:
    play = holding("demonstrators", began=0)
    assert "play_unit_card" not in play.offers(1)


@pytest.mark.parametrize("card", BRINGS)
def test_UC_3_red_cards_are_an_excuse_and_call_the_police_in_the_insurrection(card: str) -> None:
    play = holding(card, phase=0, first=1).when(1, plays(card))
    red = card in RED_CARDS
    assert play.state.turn.excuse is red
    brought = frozenset(i for i, u in play.state.coup.units.items() if u.type == BRINGS[card][1])
    assert play.state.coup.agitators == (brought if red else frozenset())


def test_UC_4_at_most_ten_of_one_type() -> None:
    rows = [("striker", "market", 2, 8)]
    play = holding("general_strike", units=rows).when(1, plays("general_strike"))
    assert stacks(play, "eastern_suburb") == {1: {"striker": 2}}
    assert sum(u.type == "striker" for u in play.state.coup.units.values()) == MOST_RED


def test_UC_4_with_ten_there_the_card_waits() -> None:
    rows = [("striker", "market", 2, 10)]
    assert "play_unit_card" not in holding("general_strike", units=rows).offers(1)
    rows = [("student", "market", 2, 10)]
    assert "play_unit_card" in holding("general_strike", units=rows).offers(1)


def test_UC_4_the_two_strikes_make_exactly_ten() -> None:
    play = holding("general_strike", "dock_strike").when(1, plays("general_strike"))
    play.when(1, plays("dock_strike"))
    assert stacks(play, "docks") == {1: {"striker": 4}}


def test_UC_4_numbers_of_destroyed_units_are_not_used_again() -> None:
    play = holding(
        "dock_strike", units=[("striker", "market", 2, 3)], more={"made": {"striker": 7}}
    )
    play.when(1, plays("dock_strike"))
    assert ids("striker", 8, 9, 10, 11) <= play.state.coup.units.keys()


def test_UC_5_where_nobody_stands_or_where_ones_own_units_are() -> None:
    rows = [("army_1", "market", 1, 1), ("army_2", "market", 2, 1), ("army_2", "docks", 2, 1)]
    play = holding("helicopter", units=rows)
    zones = play.offers(1)["play_unit_card"]["zone"].values
    assert "market" in zones and "university" in zones
    assert "docks" not in zones and not any(z.startswith("embassy") for z in zones)
    play.when(1, plays("helicopter", "market"))
    assert where(play, "helicopter-1") == "market"


def test_UC_5_the_air_force_commander_needs_nothing() -> None:
    play = holding("helicopter", seat=2, shown=[]).when(2, plays("helicopter"))
    assert stacks(play, "docks") == {2: {"helicopter": 1}}


@pytest.mark.parametrize("shown", ["conservatives", "bankers", "monarchists"])
def test_UC_5_anybody_else_one_of_three(shown: str) -> None:
    holding("helicopter", shown=[shown]).when(1, plays("helicopter")).waits("movement", 1)


def test_UC_5_it_may_fly_at_once() -> None:
    play = holding("helicopter").when(1, plays("helicopter", "market"))
    play.when(1, march("market", "presidential_palace", helicopter=1))
    assert "fly_on" in play.offers(1)


def test_UC_6_joining_by_a_card_makes_an_insurgent() -> None:
    play = holding("demonstrators", phase=0, first=4, began=1)
    play.when(1, plays("demonstrators"))
    assert play.state.coup.insurgents == {1, 4}


def test_UC_6_the_president_not_before_phase_1() -> None:
    goods: dict[str, Any] = {"hands": {0: ["dock_strike"]}, "exposed": {0: ["unions"]}}
    play = coup_at(phase=0, first=4, **goods)
    asked = []
    while play.state.coup.phase == 0:
        asked.append(play.state.course.stage.seats)
        assert "play_unit_card" not in play.offers(0)
        play.expires()
    assert (0,) not in asked
    play.waits("movement", 0).when(0, plays("dock_strike"))
    assert stacks(play, "docks") == {0: {"striker": 4}}
    play.when(0, EndMovement()).waits("movement", 1)
