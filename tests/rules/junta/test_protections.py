"""Step 6: the psychotic (AS-14) and what protects (AS-17 to AS-19)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.prices import PricePaid
from rules.junta.rejections import BillsNotHeld, CardNotInHand
from rules.junta.stages.protection import (
    AttemptStopped,
    DeathFaced,
    FaceDeath,
    Protect,
    ProtectionFailed,
    ProtectionPlayed,
)
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import ExpireStage
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.stages import ask_dice
from tests.given import Play, cards_of
from tests.rules.junta.plotting import (
    POLICE,
    X,
    Y,
    dies,
    faced,
    facts,
    failed,
    killed,
    lost,
    plotting,
    revealed,
    rolled,
    sends,
    taken,
    threat,
)

PSYCHO, ROYAL, BRIBE = "psychotic_assassin", "monarchist_assassin", "bribed_assassin"
TWO = Bills(0, 1, 0)


def protect(card: str, bills: Bills = NO_BILLS, *powers: str) -> Protect:
    return Protect(card=card, powers=cards_of(*powers), bills=bills)  # type: ignore[arg-type]


# --- AS-14: the psychotic ---


def psychotic(place: str = "nightclub", **goods: Any) -> Play:
    """2 has sent the psychotic after 3, who is at the nightclub."""
    given = {"hands": {2: [PSYCHO]}, "cash": {2: X, 3: Y}} | goods
    return revealed(sends(plotting(**given), 2, PSYCHO, 3, place))


@pytest.mark.parametrize("place", ["nightclub", "bank"])
def test_AS_14_the_die_is_rolled_right_place_or_not(place: str) -> None:
    play = psychotic(place).waits("attempt")
    assert facts(play) == [ask_dice("psychotic", 1, 2)]


@pytest.mark.parametrize("face", [1, 2, 3])
def test_AS_14_on_1_to_3_the_attempt_goes_ahead(face: int) -> None:
    play = psychotic().rolls(face).then(rolled(face), threat(0, 3, 2))
    dies(play)
    assert facts(play)[:3] == [faced(3), taken(3, 2, Y), killed(3)]
    psychotic("bank").rolls(face).then(rolled(face), failed(0, "wrong_place")).waits("bank", 4)


@pytest.mark.parametrize("face", [4, 5])
@pytest.mark.parametrize("place", ["nightclub", "bank"])
def test_AS_14_on_4_and_5_nothing_happens(face: int, place: str) -> None:
    psychotic(place).rolls(face).then(rolled(face), failed(0, "missed")).waits("bank", 4)


@pytest.mark.parametrize("second", [1, 2, 3])
def test_AS_14_after_a_six_1_to_3_are_nothing(second: int) -> None:
    play = psychotic().rolls(6).then(rolled(6), ask_dice("backfire", 1, 2)).waits("attempt")
    play.rolls(second).then(rolled(second), failed(0, "missed")).waits("bank", 4)


@pytest.mark.parametrize("second", [4, 5, 6])
@pytest.mark.parametrize("place", ["nightclub", "bank"])
def test_AS_14_after_a_six_4_to_6_kill_the_sender_wherever_he_is(second: int, place: str) -> None:
    play = psychotic(place, places={2: "residence"}).rolls(6).rolls(second)
    play.then(rolled(second), threat(0, 2, None)).waits("protection", 2)
    assert not play.state.turn.excuse
    dies(play)
    assert facts(play) == [faced(2), lost(2, X), killed(2)]
    assert (play.state.turn.excuse, play.state.treasury.sink) == (True, X)
    assert play.family(3).alive


def test_AS_14_protections_work_against_the_own_psychotic() -> None:
    play = psychotic(hands={2: [PSYCHO, ROYAL]}, exposed={2: ["monarchists"]}).rolls(6).rolls(4)
    play.when(2, protect(ROYAL))
    play.then(ProtectionPlayed(seat=2, card=ROYAL), AttemptStopped(seat=2)).waits("bank", 4)
    assert (play.family(2).alive, play.state.turn.excuse) == (True, False)


def test_AS_14_who_is_threatened_by_his_own_gives_nothing_away() -> None:
    play = psychotic(hands={2: [PSYCHO, "church"]})
    assert {"give_money", "play_card"} <= play.offers(2).keys()
    assert play.rolls(6).offers(2).keys() == {"say", "answer_beforehand"}
    assert {"give_money", "play_card"} <= play.rolls(3).offers(2).keys()
    play = psychotic(hands={2: [PSYCHO, "church"]}).rolls(6).rolls(4)
    assert "give_money" not in play.offers(2)
    assert "play_card" not in play.offers(2)


@pytest.mark.parametrize("face", [4, 5, 6])
def test_AS_14_a_dead_sender_is_not_threatened(face: int) -> None:
    goods = {"hands": {2: [PSYCHO]}, "cash": {2: X, 3: Y}}
    play = dies(revealed(sends(sends(plotting(**goods), 1, POLICE, 2), 2, PSYCHO, 3)))
    play.waits("attempt").rolls(face).then(rolled(face), failed(1, "missed"))


def test_AS_14_a_dead_sender_may_still_kill() -> None:
    goods = {"hands": {2: [PSYCHO]}, "cash": {2: X, 3: Y}}
    play = dies(revealed(sends(sends(plotting(**goods), 1, POLICE, 2), 2, PSYCHO, 3)))
    dies(play.rolls(1))
    assert facts(play) == [faced(3), lost(3, Y), killed(3)]


def test_AS_14_a_dead_victim_does_not_save_the_sender() -> None:
    play = sends(sends(plotting(hands={2: [PSYCHO]}), 1, POLICE, 3), 2, PSYCHO, 3)
    dies(revealed(play)).rolls(6).rolls(6).then(rolled(6), threat(1, 2, None))
    assert play.state.plot.current == 1


def test_AS_14_the_president_may_fall_to_his_own() -> None:
    play = revealed(sends(plotting(hands={0: [PSYCHO]}, cash={0: X}), 0, PSYCHO, 3))
    dies(play.rolls(6).rolls(5)).waits("nomination", 1)
    assert facts(play)[:3] == [faced(0), lost(0, X), killed(0, vacant=True)]


# --- AS-17: everybody is asked ---


def threatened(**goods: Any) -> Play:
    """The police have found 3; 2 is named after him, in vain."""
    play = plotting(**({"cash": {1: X, 3: Y}} | goods))
    return revealed(sends(play, 1, POLICE, 3)).waits("protection", 3)


@pytest.mark.parametrize(
    "hand", [(), ("church",), (ROYAL,), (BRIBE,), (ROYAL, BRIBE)], ids=lambda hand: str(len(hand))
)
def test_AS_17_whoever_is_about_to_die_is_asked_whatever_he_holds(hand: tuple[str, ...]) -> None:
    play = threatened(hands={3: hand}, cash={})
    assert facts(play) == [threat(0, 3, 1)]
    assert play.state.course.stage.lasts_s == play.state.course.durations["protection"]
    for viewer in (0, 1, 2, ANYBODY):
        assert play.view(viewer).threat == play.state.threat


def test_AS_17_silence_protects_nobody() -> None:
    play = threatened(hands={3: [ROYAL]}, exposed={3: ["monarchists"]}).expires()
    assert facts(play)[:3] == [
        DeathFaced(seat=3),
        taken(3, 1, Y),
        killed(3, (ROYAL,), ("monarchists",)),
    ]


def test_AS_17_facing_death_is_an_answer() -> None:
    play = threatened(hands={3: [BRIBE]}).when(3, FaceDeath())
    assert facts(play)[:3] == [faced(3), taken(3, 1, Y), killed(3, (BRIBE,))]


def test_AS_17_only_the_victim_answers() -> None:
    play = threatened(hands={2: [BRIBE]}, cash={2: TWO, 3: Y})
    play.when(2, FaceDeath()).refused(NotYourTurn, rule="TI-3")
    play.when(2, protect(BRIBE, TWO)).refused(NotYourTurn)


def test_AS_17_protections_are_no_cards_for_other_moments() -> None:
    play = plotting(hands={3: [ROYAL, BRIBE]}, exposed={3: ["monarchists"]}, cash={3: TWO})
    play.when(3, protect(ROYAL)).refused(NotNow)


# --- AS-18: the two cards ---


def test_AS_18_the_monarchist_saves_without_a_die() -> None:
    play = threatened(hands={3: [ROYAL]}, exposed={3: ["monarchists"]}).when(3, protect(ROYAL))
    play.then(ProtectionPlayed(seat=3, card=ROYAL), AttemptStopped(seat=3)).waits("bank", 4)
    assert (play.family(3).alive, play.family(3).cash, play.family(3).hand_size) == (True, Y, 0)
    assert play.state.deck.discards == cards_of(ROYAL)
    assert not play.state.turn.excuse


def test_AS_18_the_monarchist_needs_the_monarchists_exposed() -> None:
    play = threatened(hands={3: [ROYAL, BRIBE, "monarchists"]})
    play.when(3, protect(ROYAL))
    play.refused(CardNotInHand, "needs Monarchists exposed before you", rule="CD-8")
    play = threatened(hands={3: [ROYAL]}, exposed={2: ["monarchists"]})
    assert play.offers(3).keys() == {"face_death", "say", "answer_beforehand"}


@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_AS_18_the_bribed_assassin_takes_the_money_on_3_to_6(face: int) -> None:
    play = threatened(hands={3: [BRIBE]}).when(3, protect(BRIBE, TWO))
    play.then(
        PricePaid(seat=3, bills=TWO, powers=cards_of()),
        ProtectionPlayed(seat=3, card=BRIBE),
        ask_dice("bribe", 1, 3),
    )
    play.waits("protection", 3).rolls(face).then(rolled(face), AttemptStopped(seat=3))
    assert (play.family(3).cash, play.state.treasury.sink) == (Y - TWO, TWO)
    play.waits("bank", 4)


@pytest.mark.parametrize("face", [1, 2])
def test_AS_18_on_1_and_2_he_does_not(face: int) -> None:
    play = threatened(hands={3: [BRIBE]}).when(3, protect(BRIBE, TWO)).rolls(face)
    play.then(rolled(face), ProtectionFailed(seat=3)).waits("protection", 3)
    assert play.offers(3).keys() == {"face_death", "say", "answer_beforehand"}
    dies(play)
    assert facts(play)[:3] == [faced(3), taken(3, 1, Y - TWO), killed(3)]
    assert play.state.deck.discards == cards_of(BRIBE)


def test_AS_18_by_option_the_bribe_needs_no_die() -> None:
    play = threatened(hands={3: [BRIBE]}, bribed_assassin_roll=False).when(3, protect(BRIBE, TWO))
    play.then(
        PricePaid(seat=3, bills=TWO, powers=cards_of()),
        ProtectionPlayed(seat=3, card=BRIBE),
        AttemptStopped(seat=3),
    )


def test_AS_18_the_bribe_costs_2_mp_bankers_and_monarchists_may_pay() -> None:
    both = ("bankers", "monarchists")
    play = threatened(hands={3: [BRIBE]}, cash={3: Bills(1, 0, 0)})
    assert "protect" not in play.offers(3)
    play = threatened(hands={3: [BRIBE]}, cash={3: Bills(1, 2, 0)})
    play.when(3, protect(BRIBE, Bills(1, 0, 0))).refused(BillsNotHeld, "2 MP to pay", rule="AS-6")
    play.when(3, protect(BRIBE, Bills(1, 1, 0))).refused(BillsNotHeld)
    play = threatened(hands={3: [BRIBE]}, exposed={3: both}, cash={}).when(
        3, protect(BRIBE, NO_BILLS, *both)
    )
    assert play.last[0] == PricePaid(seat=3, bills=NO_BILLS, powers=cards_of(*both))


def test_AS_6_a_power_used_for_an_attempt_pays_no_bribe_in_the_same_turn() -> None:
    goods: dict[str, Any] = {"hands": {3: ["amateur_assassin", BRIBE]}, "exposed": {3: ["bankers"]}}
    play = sends(plotting(cash={3: Bills(1, 0, 0)}, **goods), 1, POLICE, 3)
    revealed(sends(play, 3, "amateur_assassin", 4, powers=("bankers",)))
    play.waits("protection", 3)
    assert "protect" not in play.offers(3)


@pytest.mark.parametrize("card", [ROYAL, BRIBE])
def test_AS_18_they_protect_against_every_killer(card: str) -> None:
    means = ["professional_assassin", "foreign_assassin", "amateur_assassin"]
    for one in means:
        bills = TWO if one == means[0] else Bills(1, 0, 0)
        hands = {2: [one], 3: [card]}
        play = plotting(hands=hands, cash={2: Bills(1, 1, 0), 3: TWO}, foreign_assassin_roll=False,
                        exposed={3: ["monarchists"]}, amateur_assassin_roll=False,
                        bribed_assassin_roll=False)  # fmt: skip
        revealed(sends(play, 2, one, 3, bills=bills)).waits("protection", 3)
        play.when(3, protect(card, TWO if card == BRIBE else NO_BILLS))
        assert AttemptStopped(seat=3) in play.last


# --- AS-19: one card, one attempt ---


def test_AS_19_a_card_answers_one_attempt_the_next_one_must_be_answered_anew() -> None:
    play = plotting(hands={2: [PSYCHO], 3: [ROYAL]}, exposed={3: ["monarchists"]}, cash={3: Y})
    revealed(sends(sends(play, 1, POLICE, 3), 2, PSYCHO, 3)).when(3, protect(ROYAL))
    play.rolls(1).then(rolled(1), threat(1, 3, 2))
    assert "protect" not in play.offers(3)
    dies(play)
    assert facts(play)[:3] == [faced(3), taken(3, 2, Y), killed(3, (), ("monarchists",))]


def test_AS_19_if_the_bribe_fails_another_card_may_be_tried() -> None:
    goods: dict[str, Any] = {"hands": {3: [BRIBE, ROYAL]}, "exposed": {3: ["monarchists"]}}
    play = threatened(**goods).when(3, protect(BRIBE, TWO)).rolls(1)
    play.then(rolled(1), ProtectionFailed(seat=3)).waits("protection", 3)
    play.when(3, protect(BRIBE, TWO)).refused(CardNotInHand)
    play.when(3, protect(ROYAL))
    play.then(ProtectionPlayed(seat=3, card=ROYAL), AttemptStopped(seat=3))


def test_AS_19_nothing_more_is_answered_while_the_die_rolls() -> None:
    """Two answers to one threat would have skipped the attempt after it."""
    goods: dict[str, Any] = {"hands": {3: [BRIBE, ROYAL]}, "exposed": {3: ["monarchists"]}}
    goods["hands"] |= {2: [PSYCHO]}
    play = sends(sends(plotting(cash={3: Y}, **goods), 1, POLICE, 3), 2, PSYCHO, 4, "bank")
    revealed(play).when(3, protect(BRIBE, TWO))
    play.when(3, protect(ROYAL)).refused(NotNow)
    play.when(3, FaceDeath()).refused(NotNow)
    play.rolls(6).then(rolled(6), AttemptStopped(seat=3), ask_dice("psychotic", 1, 2))
    assert play.state.plot.current == 1


def test_AS_19_when_his_time_is_up_while_the_die_rolls_the_die_decides() -> None:
    play = threatened(hands={3: [BRIBE]}).when(3, protect(BRIBE, TWO))
    play._give("system", ExpireStage(stage=play.state.course.stage.number))
    play.rolls(5).waits("bank", 4)
    assert play.family(3).alive
    play = threatened(hands={3: [BRIBE]}).when(3, protect(BRIBE, TWO))
    play._give("system", ExpireStage(stage=play.state.course.stage.number))
    play.rolls(2)
    assert not play.family(3).alive
