"""Who may not give an order in his own turn to move hears which need of it is not met."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.forces import UnitId
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.landings import AnnounceBombardment, LandMarines, LandParatroops
from rules.junta.moves import FlyOn
from rules.junta.police import SendPolice
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.movement import EndMovement, GoIntoExile
from rules.junta.unit_bribes import BribeUnits
from rules.junta.unit_cards import PlayUnitCard
from rules.kernel.bills import Bills
from tests.given import Play, cards_of
from tests.rules.junta.couping import coup_at, dies, ids, march, until
from tests.rules.junta.hearing import hears

ONE: Any = Bills(1, 0, 0)


def plays(card: str, zone: str = "docks") -> PlayUnitCard:
    return PlayUnitCard(card=card, zone=zone)  # type: ignore[arg-type]


def bribes(card: str, bills: Bills = ONE, powers: tuple[str, ...] = ()) -> BribeUnits:
    names: Any = (card, "barracks_1")
    units, paid = ids("army_1", 1), cards_of(*powers)
    return BribeUnits(card=names[0], zone=names[1], units=units, powers=paid, bills=bills)


def fires(weapon: str) -> AnnounceBombardment:
    return AnnounceBombardment(weapon=weapon, zone="docks")  # type: ignore[arg-type]


def sends() -> SendPolice:
    return SendPolice(zone="west_ghetto", units=ids("police", 1))  # type: ignore[arg-type]


PARATROOPS: Any = LandParatroops(zone="docks")  # type: ignore[arg-type]
MARINES: Any = LandMarines(zone="docks")  # type: ignore[arg-type]
FLIES: Any = FlyOn(to_zone="market", units={})  # type: ignore[arg-type]
ABROAD: Any = GoIntoExile(embassy="embassy_north")  # type: ignore[arg-type]


def of_brother_in_law(post: str, holder: int) -> Play:
    """The President moves at the place of a dead man, with the units of this post."""
    play = coup_at(opens="bank", began=holder, hands={0: ["dock_strike", "bribe_police"]})
    play.has(*dies(holder), PostTaken(president=0, post=post))  # type: ignore[arg-type]
    return play.opens("chain_of_command").opens("movement").waits("movement", 0)


# --- cards: UC, UB ---


@pytest.mark.parametrize(
    ("card", "needed"),
    [
        ("dock_strike", "dock_strike needs Trade Unions exposed before you"),
        ("christian_militia", "needs Christian Democrats or Church exposed before you"),
    ],
)
def test_UC_1_without_the_influence_that_the_card_needs(card: str, needed: str) -> None:
    play = coup_at(began=1, hands={1: [card]}, exposed={2: ["unions", "church"]})
    hears(play, 1, plays(card), "UC-1", needed)


def test_UC_1_what_lies_in_the_hand_is_not_exposed() -> None:
    play = coup_at(began=1, hands={1: ["dock_strike", "unions"]})
    hears(play, 1, plays("dock_strike"), "UC-1", "needs Trade Unions exposed")


def test_UC_1_in_the_insurrection_who_would_join_by_a_card_hears_it_too() -> None:
    play = coup_at(phase=0, first=4, began=1, hands={1: ["dock_strike"]})
    hears(play, 1, plays("dock_strike"), "UC-1", "needs Trade Unions exposed")


def test_UC_2_a_card_that_one_does_not_hold() -> None:
    play = coup_at(began=1, hands={1: ["burglars"]}, exposed={1: ["unions"]})
    hears(play, 1, plays("dock_strike"), "UC-2", "dock_strike is not in your hand")
    hears(play, 1, plays("x" * 500), "UC-2", "is not in your hand")


def test_UC_2_a_card_that_brings_no_units() -> None:
    play = coup_at(began=1, hands={1: ["burglars"]})
    hears(play, 1, plays("burglars"), "UC-2", "burglars brings no units")


def test_UC_4_with_ten_of_the_type_there() -> None:
    rows = [("striker", "market", 2, 10)]
    play = coup_at(rows, began=1, hands={1: ["dock_strike"]}, exposed={1: ["unions"]})
    hears(play, 1, plays("dock_strike"), "UC-4", "10 units of the type striker")


def test_UC_5_the_helicopter_needs_influence_of_all_but_the_commander() -> None:
    play = coup_at(began=1, hands={1: ["helicopter"]})
    words = "needs Conservatives or Bankers or Monarchists exposed"
    hears(play, 1, plays("helicopter"), "UC-5", words)


@pytest.mark.parametrize("order", [plays("dock_strike"), bribes("bribe_police")])
def test_CO_9_no_card_at_the_place_of_the_brother_in_laws_post(order: Any) -> None:
    hears(of_brother_in_law("general_2", 2), 0, order, "CO-9", "the brother-in-law runs")


def test_UB_1_a_bribe_that_one_does_not_hold_or_that_is_none() -> None:
    play = coup_at(began=1, hands={1: ["burglars"]}, cash={1: ONE})
    hears(play, 1, bribes("bribe_brigade_2"), "UB-1", "bribe_brigade_2 is not in your hand")
    hears(play, 1, bribes("burglars"), "UB-1", "burglars buys no units")


def test_UB_2_no_unit_of_the_kind_under_anybody_else() -> None:
    rows = [("army_1", "market", 1, 2), ("army_2", "market", 2, 2)]
    play = coup_at(rows, began=1, hands={1: ["bribe_brigade_1"]}, cash={1: ONE})
    words = "nobody else commands units on the map that bribe_brigade_1 buys: army_1"
    hears(play, 1, bribes("bribe_brigade_1"), "UB-2", words)


def test_UB_3_with_nothing_to_pay() -> None:
    play = coup_at(began=3, hands={3: ["bribe_brigade_1"]})
    words = ("costs 1 MP; you can pay 0 MP", "each unit has its price")
    hears(play, 3, bribes("bribe_brigade_1"), "UB-3", *words)


def test_UB_3_while_the_dice_roll_nothing_else() -> None:
    goods: dict[str, Any] = {"hands": {3: ["bribe_brigade_1"]}, "cash": {3: ONE}}
    play = coup_at(began=3, **goods).when(3, bribes("bribe_brigade_1"))
    for order in (march("barracks_3", "west_ghetto", army_3=1), EndMovement(), ABROAD, MARINES):
        hears(play, 3, order, "UB-3", "the dice of a bribe roll", "nothing is ordered")
    gift: Any = GiveUnits(to=2, zone="barracks_3", units={"army_3": 1})  # type: ignore
    hears(play, 3, gift, "UB-3", "nothing is given")


# --- units: MV ---


def test_MV_1_who_has_moved_in_this_phase() -> None:
    play = coup_at(began=1).when(1, march("barracks_1", "eastern_suburb", army_1=1))
    again = march("barracks_1", "eastern_suburb", army_1=1)
    hears(play, 1, again, "MV-1", "you have made your one move of this phase")


def test_MV_1_who_has_no_unit_on_the_map() -> None:
    rows = [("army_1", "market", 1, 1), ("marines", "marine_camp", 4, 1)]
    for seat in (3, 4):
        play = coup_at(rows, began=seat)
        order = march("marine_camp", "docks", marines=1)
        hears(play, seat, order, "MV-1", "you command no unit on the map")


def test_MV_2_whose_units_have_all_moved_under_another() -> None:
    play = coup_at([("army_1", "docks", 1, 1)], began=1)
    play.when(1, march("docks", "eastern_suburb", army_1=1))
    gift: Any = GiveUnits(to=2, zone="eastern_suburb", units={"army_1": 1})  # type: ignore
    play.when(1, gift).when(1, EndMovement())
    again = march("eastern_suburb", "docks", army_1=1)
    hears(play, 2, again, "MV-2", "all your units on the map have moved in this phase")


def test_MV_4_before_the_move_and_without_a_helicopter_in_flight() -> None:
    play = coup_at([("helicopter", "docks", 2, 1), ("army_2", "market", 2, 1)], began=2)
    hears(play, 2, FLIES, "MV-4", "move it first")
    play.when(2, march("market", "university", army_2=1))
    hears(play, 2, FLIES, "MV-4", "no helicopter of yours has a zone left")


@pytest.mark.parametrize(
    ("order", "rule", "whose"),
    [
        (PARATROOPS, "MV-5", "the paratroops obey the Air Force Commander"),
        (MARINES, "MV-6", "the marines obey the Admiral"),
        (fires("gunboat"), "MV-7", "the gunboat obeys the Admiral"),
        (fires("air_force"), "MV-7", "the air_force obeys the Air Force Commander"),
        (fires("no such thing"), "MV-7", "no such thing is no weapon"),
        (sends(), "MV-8", "the police obey the Minister of the Interior"),
    ],
)
def test_MV_5_to_8_what_another_commands(order: Any, rule: str, whose: str) -> None:
    hears(coup_at(began=3), 3, order, rule, whose)


def test_MV_5_the_president_at_his_own_place_acts_not_for_his_brother_in_law() -> None:
    play = of_brother_in_law("air_commander", 2).when(0, EndMovement())
    hears(until(play, 0), 0, PARATROOPS, "MV-5", "for whom you do not act here")


@pytest.mark.parametrize(
    ("seat", "order", "rule", "kind"),
    [(2, PARATROOPS, "MV-5", "paratroops"), (4, MARINES, "MV-6", "marines")],
)
def test_MV_5_and_6_once_in_a_coup(seat: int, order: Any, rule: str, kind: str) -> None:
    play = coup_at(began=seat).when(seat, order)
    hears(play, seat, order, rule, f"no {kind} wait off the map", "once in a coup")


def test_MV_7_once_in_a_phase() -> None:
    play = coup_at(began=4).when(4, fires("gunboat"))
    hears(play, 4, fires("gunboat"), "MV-7", "once in a phase, and has been announced")


def test_MV_7_with_no_strike_left() -> None:
    play = coup_at(began=2, more={"strikes_left": 0})
    hears(play, 2, fires("air_force"), "MV-7", "the three air strikes of this coup are flown")


def riot(**named: Any) -> Play:
    """Rioters of the insurrection in the western slums; the Minister begins phase 1."""
    rows = [("rioter", "west_ghetto", 3, 6), ("police", "market", 1, 1, 0)]
    mob = frozenset(UnitId(f"rioter-{n}") for n in range(1, 7))
    more = {"agitators": mob} | named.pop("more", {})
    return coup_at(named.pop("rows", rows), **({"began": 1, "first": 3, "more": more} | named))


def test_MV_8_in_phase_1_alone() -> None:
    hears(riot(phase=2), 1, sends(), "MV-8", "in phase 1; this is phase 2")


def test_MV_8_once_and_before_the_move() -> None:
    play = riot().when(1, sends())
    hears(play, 1, sends(), "MV-8", "the police have answered")
    moved = riot().when(1, march("market", "university", police=1))
    hears(moved, 1, sends(), "MV-8", "before your move, and you have moved")


def test_MV_8_where_no_red_units_are_and_with_no_police_elsewhere() -> None:
    hears(riot(more={"agitators": frozenset()}), 1, sends(), "MV-8", "no red units")
    rows = [("rioter", "west_ghetto", 3, 6), ("police", "west_ghetto", 1, 1, 0)]
    hears(riot(rows=rows), 1, sends(), "MV-8", "no police elsewhere")


def test_CO_12_without_a_unit_in_an_embassy_and_never_the_president() -> None:
    hears(coup_at(began=3), 3, ABROAD, "CO-12", "no unit of yours is in an embassy")
    rows = [("police", "embassy_north", 0, 1)]
    hears(coup_at(rows, began=0), 0, ABROAD, "CO-12", "the President does not go into exile")
