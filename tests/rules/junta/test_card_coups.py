"""Cards before, in and after a coup: CD-20 to CD-22."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.junta.cards import BY_ID, CARDS
from rules.junta.city import CAPITAL
from rules.junta.coups import deployed
from rules.junta.effects import BrigadeLeft
from rules.junta.forces import ZoneId
from rules.junta.interrupts.play_card import InfluenceExposed
from rules.junta.rejections import CardNotInHand, NoSuchTarget
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.state import votes_of
from tests.given import Play, cards_of, given
from tests.rules.junta.couping import coup_at
from tests.rules.junta.playing import holding, in_a_turn, laid, play_card
from tests.rules.junta.plotting import plotting

PAIR = ["peasant_uprising", "provincial_pretender"]
FRAUD = "election_fraud"
CHAMBER = "chamber_of_deputies"


# --- CD-20: a brigade leaves ---


@pytest.mark.parametrize("card", PAIR)
@pytest.mark.parametrize("post", ["general_1", "general_2", "general_3"])
def test_CD_20_the_named_brigade_is_gone_until_the_turn_ends(card: str, post: Any) -> None:
    play = plotting(hands={2: [card]}).when(2, play_card(card, post=post))
    play.then(laid(2, card, post=post), BrigadeLeft(post=post))
    assert play.state.turn.brigades_gone == {post}
    play.has(TurnEnded(turn=1))
    assert play.state.turn.brigades_gone == frozenset()


def test_CD_20_its_general_keeps_post_and_vote() -> None:
    play = plotting(hands={2: [PAIR[0]]})
    before = [votes_of(play.state, seat) for seat in range(5)]
    play.when(2, play_card(PAIR[0], post="general_3"))
    assert play.state.government.posts["general_3"] == 3
    assert [votes_of(play.state, seat) for seat in range(5)] == before


@pytest.mark.parametrize("post", [None, "admiral", "general_2"])
def test_CD_20_the_second_card_names_a_brigade_that_is_still_there(post: Any) -> None:
    play = plotting(hands={2: PAIR}).when(2, play_card(PAIR[0], post="general_2"))
    play.when(2, play_card(PAIR[1], post=post))
    play.refused(NoSuchTarget, f"post: {post!r} is not one of: general_1, general_3", rule="CD-9")


def test_CD_20_where_none_is_left_the_card_waits() -> None:
    play = plotting(hands={2: PAIR})
    gone: Any = frozenset({"general_1", "general_2", "general_3"})
    in_a_turn(play, brigades_gone=gone).when(2, play_card(PAIR[0], post="general_1"))
    play.refused(CardNotInHand, "no brigade is left in the city", rule="CD-20")


@pytest.mark.parametrize("at", ["nomination", "cabinet", "locations"])
@pytest.mark.parametrize("card", PAIR)
def test_CD_20_at_any_moment_before_the_coup(at: str, card: str) -> None:
    president = None if at == "nomination" else 0
    play = holding(card, at=at, president=president).when(2, play_card(card, post="general_1"))
    assert play.state.turn.brigades_gone == {"general_1"}


@pytest.mark.parametrize("card", PAIR)
def test_CD_20_not_once_somebody_has_started_it_nor_after_it(card: str) -> None:
    play = coup_at(hands={2: [card]}, opens="movement").when(2, play_card(card, post="general_1"))
    play.refused(CardNotInHand, f"{card} waits for the next turn", rule="CD-20")
    play = in_a_turn(plotting(hands={2: [card]}), coup_fought=True)
    play.when(2, play_card(card, post="general_1")).refused(CardNotInHand, rule="CD-20")
    play.has(TurnEnded(turn=1)).when(2, play_card(card, post="general_1"))
    assert play.state.turn.brigades_gone == {"general_1"}


def test_CD_20_the_units_are_not_in_the_city_when_a_coup_begins() -> None:
    play = plotting(hands={2: PAIR[:1]}).when(2, play_card(PAIR[0], post="general_2"))
    types = Counter(unit.type for unit in deployed(play.state).values())
    assert (types["army_1"], types["army_2"], types["army_3"]) == (6, 0, 6)


# --- CD-21: Election Fraud ---


def after(step: str = "late_bank", fought: bool = True, **goods: Any) -> Play:
    play = plotting(hands={2: [FRAUD]}, **goods)
    return in_a_turn(play, coup_fought=fought, step=step)


@pytest.mark.parametrize("step", ["aftermath", "late_bank"])
def test_CD_21_it_is_exposed_after_a_coup_and_stays(step: str) -> None:
    play = after(step).when(2, play_card(FRAUD))
    play.then(InfluenceExposed(seat=2, card=FRAUD))  # type: ignore[arg-type]
    assert votes_of(play.state, 2) == 2 + 5
    play.has(TurnEnded(turn=1))
    assert play.family(2).exposed == cards_of(FRAUD)


@pytest.mark.parametrize("step", ["locations", "announcements", "bank", "coup"])
def test_CD_21_not_before_the_coup_is_over(step: str) -> None:
    play = after(step).when(2, play_card(FRAUD))
    play.refused(CardNotInHand, f"{FRAUD} waits for the end of a coup, steps 9 and", rule="CD-21")


def test_CD_21_not_without_a_coup_nor_in_the_next_turn() -> None:
    after(fought=False).when(2, play_card(FRAUD)).refused(CardNotInHand, rule="CD-21")
    play = after().has(TurnEnded(turn=1)).when(2, play_card(FRAUD))
    play.refused(CardNotInHand, rule="CD-21")


@pytest.mark.parametrize(("holder", "may"), [(2, True), (3, False)])
def test_CD_21_by_option_a_unit_in_the_chamber_is_needed(holder: int, may: bool) -> None:
    there = [("army_2", ZoneId(CHAMBER), holder, 1)]
    play = coup_at(there, hands={2: [FRAUD]}, fraud_requires_chamber=True, opens="movement")
    in_a_turn(play, coup_fought=True, step="late_bank").when(2, play_card(FRAUD))
    if may:
        assert play.family(2).exposed == cards_of(FRAUD)
    else:
        play.refused(CardNotInHand, "needs a unit of yours in the Chamber", rule="CD-21")


# --- CD-22: what brings units ---

UNITS = {
    "general_strike": ("striker", 6, ("eastern_suburb",), ("unions",)),
    "dock_strike": ("striker", 4, ("docks",), ("unions",)),
    "slum_riots": ("rioter", 6, ("west_ghetto", "northeast_ghetto", "south_ghetto"), ("radicals",)),
    "demonstrators": ("demonstrator", 6, ("market",), ("socialists",)),
    "student_protest": ("student", 6, ("university",), ("students",)),
    "central_bank_defence": ("militia", 2, ("central_bank",), ("bankers",)),
    "patriotic_leagues": ("militia", 2, ("rich_district",), ("conservatives",)),
    "christian_militia": ("militia", 2, ("market",), ("christian_democrats", "church")),
    "helicopter": ("helicopter", 1, (), ("conservatives", "bankers", "monarchists")),
}


def test_CD_22_nine_cards_bring_units() -> None:
    found = {
        card.id: (*(card.parameters[key] for key in ("unit", "number", "zones")), card.needs)
        for card in CARDS
        if card.timing == "coup_start"
    }
    assert found == UNITS


def test_CD_22_the_five_that_bring_unarmed_units_are_excuses() -> None:
    excuses = {c.id for c in CARDS if c.timing == "coup_start" and c.excuse}
    unarmed = {c.id for c in CARDS if c.timing == "coup_start" and not c.parameters["armed"]}
    assert excuses == unarmed == set(list(UNITS)[:5])


def test_CD_22_the_zones_are_in_the_city() -> None:
    assert {zone for _, _, zones, _ in UNITS.values() for zone in zones} <= set(CAPITAL.zones)


@pytest.mark.parametrize("card", UNITS)
def test_CD_22_they_wait_for_a_coup(card: Any) -> None:
    play = given(at="cabinet", president=0, hands={2: [card]}, exposed={2: BY_ID[card].needs})
    play.when(2, play_card(card))
    play.refused(CardNotInHand, f"{card} waits for your move in a coup", rule="CD-22")
