"""The events of any moment: CD-7 to CD-10, CD-13 to CD-17."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.junta import GAME
from rules.junta.cards import BY_ID, CARDS, COUNTS
from rules.junta.deals import OffersLapsed
from rules.junta.effect import CardsOfTheTurnDiscarded
from rules.junta.effects import AccountSpied, BankHolidayDeclared, ExcuseGiven, UnarmedArmed
from rules.junta.rejections import CardNotInHand, NoSuchTarget
from rules.junta.sequence import follow
from rules.junta.stages.bank import UseBank
from rules.junta.stages.clean_up import CLEAN_UP, TurnEnded
from rules.junta.stages.nomination import Nominate
from rules.junta.state import State, votes_of
from rules.junta.table import table
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import HIDDEN, is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotRunning
from tests.given import Play, cards_of, given
from tests.rules.junta.playing import holding, in_a_turn, laid, play_card
from tests.rules.junta.plotting import POLICE, attempt, dies, opened, plotting, revealed, sends

ANY_TIME = [c.id for c in CARDS if c.category == "event" and c.timing == "any_time"]
NEEDING = [card for card in ANY_TIME if BY_ID[card].needs]
TARGETS = {"spy_in_switzerland": 0, "coalition_break": 1}
ALLY = {1: ["radicals"]}
STAGES = ["nomination", "cabinet", "locations", "announcements"]


def ready(card: str, at: str = "cabinet", **goods: Any) -> Play:
    """2 may play the card: what it needs lies before him, and 1 has influence."""
    more: dict[str, Any] = {"places": {}} if at == "announcements" else {}
    president = {"president": None if at == "nomination" else 0}
    return holding(card, *BY_ID[card].needs, at=at, exposed=ALLY, **(president | more | goods))  # type: ignore


# --- the deck ---


def test_CD_9_the_deck_is_complete_by_category() -> None:
    assert Counter(card.category for card in CARDS) == Counter(COUNTS)
    assert sum(COUNTS.values()) == len(BY_ID) == 64


def test_CD_9_the_catalogue_says_when_by_whom_for_what_and_to_what_effect() -> None:
    told = {card["id"]: card for card in GAME.about()["cards"]}
    strike = told["general_strike"]
    assert (strike["timing"], strike["needs"], strike["excuse"]) == ("coup_start", ["unions"], True)
    bonus = told["secret_police_bonus"]
    assert (bonus["timing"], bonus["who"], bonus["price"]) == ("minister_announce", "minister", 1)
    assert all(card["text"] and card["effect"] for card in told.values())


# --- windows, needs, refusals ---


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("card", ANY_TIME)
def test_CD_9_an_event_of_any_moment_may_be_played_in_any_stage(card: Any, stage: str) -> None:
    target = TARGETS.get(card)
    play = ready(card, stage).when(2, play_card(card, target))
    assert play.state is not None
    assert play.last[0] == laid(2, card, target, stays=card == "church_sacked")
    assert play.family(2).hand_size == 0
    assert card in play.state.deck.discards | play.family(2).for_the_turn


@pytest.mark.parametrize("card", ANY_TIME)
def test_CD_9_not_before_the_game_begins_nor_after_it_ends(card: Any) -> None:
    play = ready(card, "aid", bills_left=Bills(7, 0, 0)).expires()
    play.when(2, play_card(card, TARGETS.get(card)), stage=1).refused(NotRunning, "over")


@pytest.mark.parametrize("card", NEEDING)
def test_CD_8_what_a_card_needs_must_lie_exposed(card: Any) -> None:
    (need,) = BY_ID[card].needs
    words = f"card: {card} needs {BY_ID[need].name} exposed before you"
    play = holding(card, hands={2: [card, need]}, exposed={3: ["unions"]})
    play.when(2, play_card(card, 1)).refused(CardNotInHand, words, rule="CD-8")
    play.when(2, play_card(need)).when(2, play_card(card, TARGETS.get(card)))
    assert play.state is not None


@pytest.mark.parametrize("card", NEEDING)
def test_CD_8_before_others_it_does_not_help(card: Any) -> None:
    play = holding(card, exposed={3: BY_ID[card].needs}).when(2, play_card(card, 1))
    play.refused(CardNotInHand, "exposed before you", rule="CD-8")
    assert play.family(2).hand == cards_of(card)


@pytest.mark.parametrize("card", [c for c in ANY_TIME if c not in TARGETS])
def test_CD_9_a_card_that_is_aimed_at_nobody_takes_no_target(card: Any) -> None:
    play = ready(card).when(2, play_card(card, 1)).refused(NoSuchTarget, "target", rule="CD-9")
    play.when(2, play_card(card, post="general_1")).refused(NoSuchTarget, "post", rule="CD-9")


@pytest.mark.parametrize("card", TARGETS)
@pytest.mark.parametrize("target", [None, 2, 9])
def test_CD_7_a_card_that_is_aimed_is_aimed_at_another_family(card: Any, target: Any) -> None:
    play = ready(card).when(2, play_card(card, target))
    play.refused(NoSuchTarget, f"target: {target} is not one of", rule="CD-9")


def test_CD_7_the_dead_are_no_targets_and_play_nothing() -> None:
    goods: dict[str, Any] = {"hands": {2: ["spy_in_switzerland"]}, "exposed": {2: ["academics"]}}
    play = dies(revealed(sends(plotting(**goods), 1, POLICE, 3))).waits("bank", 4)
    play.when(2, play_card("spy_in_switzerland", 3)).refused(NoSuchTarget, "not one of: 0, 1, 4")
    play.when(3, play_card("student_petition")).refused(CardNotInHand, "nothing")


def test_CD_7_who_is_named_in_an_attempt_plays_no_event() -> None:
    play = plotting(hands={3: ["student_petition"]}).when(1, attempt(POLICE, 3, "bank"))
    play.when(3, play_card("student_petition")).refused(CardNotInHand, "you are named", rule="AS-7")
    revealed(play).waits("bank", 4).when(3, play_card("student_petition"))
    play.then(laid(3, "student_petition"))


# --- CD-10: excuses ---


@pytest.mark.parametrize("card", ["annual_street_festival", "un_condemns"])
def test_CD_10_there_is_an_excuse_until_the_turn_ends(card: str) -> None:
    play = holding(card).when(2, play_card(card)).then(laid(2, card), ExcuseGiven())
    assert play.state.turn.excuse
    play.has(TurnEnded(turn=1))
    assert not play.state.turn.excuse


# --- CD-13: the spy ---

ACCOUNT = {1: Bills(3, 2, 1)}


def test_CD_13_the_spy_alone_learns_the_sum() -> None:
    play = ready("spy_in_switzerland", swiss=ACCOUNT).when(2, play_card("spy_in_switzerland", 1))
    play.then(
        laid(2, "spy_in_switzerland", 1),
        AccountSpied(seat=2, target=1, mp=10),  # type: ignore[arg-type]
    )
    assert play.view(2).families[2].spied == {1: (1, 10)}
    assert play.view(2).families[1].swiss is HIDDEN
    for viewer in (0, 1, 3, ANYBODY):
        ((turn, mp),) = play.view(viewer).families[2].spied.values()
        assert (turn, is_hidden(mp)) == (1, True)


def test_CD_13_it_is_on_his_own_table() -> None:
    play = ready("spy_in_switzerland", swiss=ACCOUNT).when(2, play_card("spy_in_switzerland", 1))
    tables = [table(play.view(viewer))["players"][2]["spied"] for viewer in (2, 1)]
    assert tables == [{"1": {"turn": 1, "mp": 10}}, {"1": {"turn": 1, "mp": {"hidden": True}}}]


def test_CD_13_what_comes_later_he_does_not_learn() -> None:
    play = plotting({1: "bank"}, hands={2: ["spy_in_switzerland"]}, exposed={2: ["academics"]},
                    swiss={1: Bills(2, 0, 0)}, cash={1: Bills(0, 1, 0)})  # fmt: skip
    play.when(2, play_card("spy_in_switzerland", 1))
    revealed(play).waits("bank", 1)
    play.when(1, UseBank(deposit=Bills(0, 1, 0), withdraw=NO_BILLS))
    assert play.view(2).families[2].spied == {1: (1, 2)}


# --- CD-14: the peasants ---


def test_CD_14_unarmed_units_count_as_armed_until_the_turn_ends() -> None:
    play = holding("peasants_strike", "peasants").when(2, play_card("peasants_strike"))
    play.then(laid(2, "peasants_strike"), UnarmedArmed())
    assert play.state.turn.unarmed_armed
    play.has(TurnEnded(turn=1))
    assert not play.state.turn.unarmed_armed


# --- CD-15: the bank ---

HOLIDAY: dict[str, Any] = {"hands": {2: ["bank_holiday"]}, "exposed": {2: ["bankers"]}}


def test_CD_15_nobody_is_served_any_more_this_turn() -> None:
    play = plotting(**HOLIDAY).when(2, play_card("bank_holiday"))
    play.then(laid(2, "bank_holiday"), BankHolidayDeclared())
    assert revealed(play).at != "bank"
    play.expires(until="cabinet")
    assert not any(e.TYPE == "bank_used" for e in play.events[-60:])
    assert not play.state.turn.bank_holiday


def test_CD_15_it_ends_the_bank_that_is_open() -> None:
    play = revealed(plotting({1: "bank"}, **HOLIDAY)).waits("bank", 1)
    play.when(1, UseBank(deposit=NO_BILLS, withdraw=NO_BILLS)).waits("bank", 4)
    play.when(2, play_card("bank_holiday"))
    assert play.at != "bank"
    play.when(4, UseBank(deposit=NO_BILLS, withdraw=NO_BILLS)).refused(NotNow)


def test_CD_15_it_overrides_lunch() -> None:
    play = in_a_turn(plotting(**HOLIDAY), bank="lunch")
    revealed(play)
    in_a_turn(play, step="late_bank")
    assert follow(play.state) == "late_bank"
    play.when(2, play_card("bank_holiday"))
    assert "late_bank" not in [follow(play.state), *opened(play)]


# --- CD-16: the church ---


def test_CD_16_five_votes_more_in_every_ballot_until_the_turn_ends() -> None:
    play = holding("church_sacked", "church").when(2, play_card("church_sacked"))
    play.then(laid(2, "church_sacked", stays=True))
    assert (votes_of(play.state, 2), play.family(2).cards_held) == (15, 1)
    play.expires(until="locations")
    assert (votes_of(play.state, 2), play.family(2).for_the_turn) == (17, cards_of("church_sacked"))
    assert play.view(0).families[2].for_the_turn == cards_of("church_sacked")


def test_CD_16_in_nominations_too() -> None:
    play = holding("church_sacked", "church", seat=0, at="nomination", president=None)
    play.when(0, play_card("church_sacked")).when(0, Nominate(support={0: 15}))  # type: ignore
    assert play.state is not None


def cleaned(state: State) -> list[Any]:
    return [e for e in CLEAN_UP.open(state) if not isinstance(e, OffersLapsed)]


def test_CD_16_it_is_discarded_when_the_turn_ends() -> None:
    play = holding("church_sacked", "church").when(2, play_card("church_sacked"))
    gone = CardsOfTheTurnDiscarded(cards={2: cards_of("church_sacked")})  # type: ignore[dict-item]
    assert cleaned(play.state) == [gone, TurnEnded(turn=1)]
    play.has(gone, TurnEnded(turn=1))
    assert (votes_of(play.state, 2), play.state.deck.discards) == (10, cards_of("church_sacked"))


def test_CD_16_it_is_lost_with_its_players_life() -> None:
    goods: dict[str, Any] = {"hands": {3: ["church_sacked"]}, "exposed": {3: ["church"]}}
    play = plotting(**goods).when(3, play_card("church_sacked"))
    dies(revealed(sends(play, 1, POLICE, 3)))
    lost = CardsOfTheTurnDiscarded(cards={3: cards_of("church_sacked")})  # type: ignore[dict-item]
    assert lost in play.last
    assert play.family(3).for_the_turn == cards_of()
    assert play.state.deck.discards == cards_of("church", "church_sacked")


# --- CD-17: the petition ---


def test_CD_17_nothing_happens() -> None:
    play = given(at="cabinet", president=0, hands={2: ["student_petition"]})
    before = play.state
    play.when(2, play_card("student_petition")).then(laid(2, "student_petition"))
    after = play.state
    assert after.deck.discards == cards_of("student_petition")
    assert (after.turn, after.government, after.treasury) == (
        before.turn,
        before.government,
        before.treasury,
    )
