"""Who orders something of a coup at the wrong time hears why; so does who gives or agrees."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.effects import ExcuseGiven
from rules.junta.exile import ExileEntered
from rules.junta.fire import Fire
from rules.junta.interrupts.agree_end import AgreeEnd
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.landings import AnnounceBombardment, LandMarines, LandParatroops
from rules.junta.moves import FlyOn
from rules.junta.police import SendPolice
from rules.junta.stages.bombard import AimBombardment
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.coup_start import NoCoup
from rules.junta.stages.firing_squad import Shoot, SpareAll
from rules.junta.stages.junta_acceptance import TakePower
from rules.junta.stages.junta_tie import BreakJuntaTie
from rules.junta.stages.junta_vote import VoteInJunta
from rules.junta.stages.last_declarations import DeclareSide
from rules.junta.stages.losses import LoseUnits
from rules.junta.stages.movement import EndMovement, GoIntoExile
from rules.junta.stages.open_fight import NoFight, OpenFight
from rules.junta.stages.passage import AnswerPassage
from rules.junta.stages.retreat import RetreatTo
from rules.junta.stages.safe_conduct import GrantConduct
from rules.junta.unit_bribes import BribeUnits
from rules.junta.unit_cards import PlayUnitCard
from rules.kernel.bills import Bills
from rules.kernel.identifiers import Seat
from tests.given import Play, cards_of, given
from tests.rules.junta.couping import coup_at, dies, ids, march, peace, until
from tests.rules.junta.hearing import hears

LEAGUES: Any = PlayUnitCard(card="patriotic_leagues", zone="rich_district")  # type: ignore
STRIKE: Any = PlayUnitCard(card="dock_strike", zone="docks")  # type: ignore[arg-type]
SHELL: Any = AnnounceBombardment(weapon="gunboat", zone="presidential_palace")  # type: ignore
BRIBES: Any = BribeUnits(
    card="bribe_police",  # type: ignore[arg-type]
    zone="market",  # type: ignore[arg-type]
    units=ids("police", 1),
    powers=cards_of(),
    bills=Bills(1, 0, 0),
)
GIVES: Any = GiveUnits(to=2, zone="barracks_1", units={"army_1": 1})  # type: ignore
ORDERS: dict[str, list[Any]] = {
    "MV-1": [march("barracks_1", "eastern_suburb", army_1=1), EndMovement()],
    "MV-4": [FlyOn(to_zone="market", units={})],  # type: ignore[arg-type]
    "MV-5": [LandParatroops(zone="docks")],  # type: ignore[arg-type]
    "MV-6": [LandMarines(zone="docks")],  # type: ignore[arg-type]
    "MV-7": [SHELL],
    "MV-8": [SendPolice(zone="docks", units=ids("police", 1))],  # type: ignore[arg-type]
    "UC-2": [STRIKE],
    "UB-1": [BRIBES],
    "CO-12": [GoIntoExile(embassy="embassy_north")],  # type: ignore[arg-type]
}
EVERY = [(rule, order) for rule, orders in ORDERS.items() for order in orders]


def fighting() -> Play:
    """All have moved, and 1 and 2 may fight in the market."""
    play = coup_at([("army_1", "market", 1, 2), ("army_2", "market", 2, 2)], began=1)
    while play.at == "movement":
        play.expires()
    return play.waits("open_fight", 1)


def step_8(*then: Any, **goods: Any) -> Play:
    return peace(**goods).has(*then).opens("coup_start")


# --- it is not the time for it ---


@pytest.mark.parametrize(("rule", "order"), EVERY)
def test_CO_1_in_peace_nothing_of_a_coup_is_ordered(rule: str, order: Any) -> None:
    hears(given(at="cabinet", president=0), 1, order, rule, "no coup is being fought")


@pytest.mark.parametrize("order", [order for _, order in EVERY])
def test_CO_10_nobody_moves_while_it_is_fought(order: Any) -> None:
    hears(fighting(), 1, order, "CO-10", "all have moved in this phase")


@pytest.mark.parametrize(("rule", "order"), EVERY)
def test_CE_5_nobody_moves_when_the_coup_is_over(rule: str, order: Any) -> None:
    play = coup_at(phase=2, first=4)
    for seat in range(5):
        play.when(seat, AgreeEnd(side="president"))
    hears(play.waits("firing_squad", 0), 1, order, rule, "the coup is over")


@pytest.mark.parametrize("order", [order for _, order in EVERY])
def test_CE_1_nor_in_the_last_declarations(order: Any) -> None:
    play = coup_at(phase=6, segment="combat", opens="last_declarations")
    hears(play, 1, order, "CE-1", "the last phase is over")


@pytest.mark.parametrize(("rule", "order"), EVERY)
def test_MV_1_other_stages_of_the_segment_come_first(rule: str, order: Any) -> None:
    play = coup_at(began=1, opens="bank").has(*dies(1)).opens("brother_in_law")
    words = "it is not your turn to move; brother_in_law comes first"
    hears(play, 2, order, rule, words)


# --- who rises ---


def test_UC_1_who_would_start_a_coup_by_a_card_hears_what_it_needs() -> None:
    play = step_8(hands={1: ["dock_strike", "patriotic_leagues"]})
    hears(play, 1, STRIKE, "UC-1", "needs Trade Unions exposed before you")
    hears(play, 1, LEAGUES, "UC-1", "needs Conservatives exposed before you")


def test_UC_2_or_that_he_does_not_hold_it() -> None:
    hears(step_8(ExcuseGiven()), 1, STRIKE, "UC-2", "dock_strike is not in your hand")


def test_UC_5_the_commander_of_the_air_force_lacks_the_excuse_alone() -> None:
    play = step_8(hands={2: ["helicopter"]}).when(1, NoCoup())
    copter: Any = PlayUnitCard(card="helicopter", zone="docks")  # type: ignore[arg-type]
    hears(play, 2, copter, "CO-2", "there is no excuse")


def test_CO_2_a_card_that_is_no_excuse_needs_one() -> None:
    goods: dict[str, Any] = {
        "hands": {1: ["patriotic_leagues"]},
        "exposed": {1: ["conservatives"]},
    }
    hears(step_8(**goods), 1, LEAGUES, "CO-2", "there is no excuse")


def test_CO_3_who_has_no_means_hears_what_he_lacks() -> None:
    play = step_8(ExcuseGiven())
    hears(play, 1, SHELL, "CO-3", "nothing with which to do that", "obeys the Admiral")
    play.when(1, NoCoup()).when(2, NoCoup()).when(3, NoCoup())
    order = march("barracks_3", "west_ghetto", army_3=1)
    hears(play, 4, order, "CO-3", "you command no unit on the map")


@pytest.mark.parametrize("order", [BRIBES, GIVES, ORDERS["MV-6"][0], ORDERS["CO-12"][0]])
def test_CO_4_what_is_no_means_starts_none(order: Any) -> None:
    hears(step_8(ExcuseGiven()), 1, order, "CO-4", "that starts no coup")


def test_CO_4_nor_is_it_the_time_while_the_stage_that_started_one_stays_open() -> None:
    play = step_8(ExcuseGiven(), grace_s=10)
    play.when(1, march("barracks_1", "eastern_suburb", army_1=1)).waits("coup_start")
    hears(play, 1, ORDERS["MV-6"][0], "MV-6", "it is not your turn to move; coup_start comes first")


def test_MV_6_who_is_not_asked_hears_that_there_is_no_coup() -> None:
    play = step_8(ExcuseGiven()).waits("coup_start", 1)
    hears(play, 4, ORDERS["MV-6"][0], "MV-6", "no coup is being fought")


@pytest.mark.parametrize("rule", ["MV-4", "MV-5", "MV-6", "MV-8", "UB-1"])
def test_CO_4_a_loyalist_joins_first(rule: str) -> None:
    play = until(coup_at(phase=0, first=4), 1)
    hears(play, 1, ORDERS[rule][0], "CO-4", "join the insurgents first")


def test_MV_7_a_loyalist_who_would_join_without_the_weapon() -> None:
    play = until(coup_at(phase=0, first=4), 1)
    hears(play, 1, SHELL, "MV-7", "the gunboat obeys the Admiral")


# --- giving units ---


def test_MV_9_in_a_coup_alone_and_while_all_move() -> None:
    hears(given(at="cabinet", president=0), 1, GIVES, "MV-9", "no coup is being fought")
    hears(fighting(), 1, GIVES, "CO-10", "all have moved in this phase")


def test_MV_9_who_commands_nothing_that_can_be_given() -> None:
    play = coup_at([("army_1", "market", 1, 1), ("marines", "marine_camp", 4, 1)])
    hears(play, 3, GIVES, "MV-9", "you command no units")
    hears(play, 4, GIVES, "MV-9", "units that are not on the map")


def test_MV_9_a_loyalist_without_units_is_not_told_to_join() -> None:
    play = until(coup_at([("army_1", "market", 1, 1)], phase=0, first=1), 3)
    hears(play, 3, GIVES, "MV-9", "you command no units")


def test_MV_9_not_the_dead() -> None:
    play = coup_at(opens="bank").has(*dies(2), PostTaken(president=0, post="general_2"))  # type: ignore[arg-type]
    play.opens("chain_of_command").opens("movement")
    hears(play, 2, GIVES, "MV-9", "dead or in exile")


# --- agreeing that it is over ---


def test_CE_5_in_a_coup_alone_and_before_the_last_declarations() -> None:
    agrees = AgreeEnd(side="junta")
    hears(given(at="cabinet", president=0), 1, agrees, "CE-5", "no coup is being fought")
    play = coup_at(phase=6, segment="combat", opens="last_declarations")
    hears(play, 1, agrees, "CE-5", "the last declarations have begun")


def test_CE_5_not_while_dice_roll() -> None:
    goods: dict[str, Any] = {"hands": {1: ["bribe_brigade_3"]}, "cash": {1: Bills(1, 0, 0)}}
    buys: Any = BribeUnits(
        card="bribe_brigade_3",  # type: ignore[arg-type]
        zone="barracks_3",  # type: ignore[arg-type]
        units=ids("army_3", 1),
        powers=cards_of(),
        bills=Bills(1, 0, 0),
    )
    play = coup_at(began=1, **goods).when(1, buys)
    hears(play, 2, AgreeEnd(side="junta"), "CE-5", "the game waits for chance")


def test_CE_5_not_the_exiles_and_nobody_twice_for_want_of_another_side() -> None:
    away: Any = ExileEntered(seat=Seat(4), embassy="embassy_north")  # type: ignore[arg-type]
    play = coup_at(phase=2).has(away)
    hears(play, 4, AgreeEnd(side="president"), "CE-5", "dead or in exile")
    play.when(1, AgreeEnd(side="president"))
    hears(play, 1, AgreeEnd(side="president"), "CE-5", "you have said so")


# --- what a coup asks, when it does not ask it ---

ANSWERS: dict[str, list[Any]] = {
    "CO-1": [NoCoup()],
    "FI-1": [OpenFight(zone="market"), NoFight()],  # type: ignore[arg-type]
    "FI-5": [AimBombardment(target=None)],
    "FI-7": [Fire(dice={})],
    "FI-9": [LoseUnits(units={})],
    "RE-2": [RetreatTo(zone="market")],  # type: ignore[arg-type]
    "RE-3": [AnswerPassage(granted=True)],
    "CO-14": [GrantConduct(grants=True)],
    "CE-1": [DeclareSide(side="junta")],
    "CE-7": [VoteInJunta(choice=Seat(1))],
    "CE-8": [BreakJuntaTie(choice=Seat(1))],
    "CE-9": [TakePower(accepts=True)],
    "CE-11": [Shoot(victim=Seat(1)), SpareAll()],
}


@pytest.mark.parametrize("rule", ANSWERS)
def test_what_a_coup_asks_later_is_not_answered_in_movement(rule: str) -> None:
    for order in ANSWERS[rule]:
        hears(coup_at(began=1), 0, order, rule)


def test_FI_5_who_has_announced_a_bombardment_aims_it_when_all_have_moved() -> None:
    play = coup_at(began=4)
    aims = AimBombardment(target=Seat(1))
    hears(play, 4, aims, "FI-5", "no bombardment of yours is still to fall")
    hears(play.when(4, SHELL), 4, aims, "FI-5", "aimed when all have moved")


def test_CE_11_who_is_not_the_president_shoots_nobody() -> None:
    hears(coup_at(began=1), 1, SpareAll(), "CE-11", "you are not the President")
