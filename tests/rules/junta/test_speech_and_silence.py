"""Speech (SP-1 to SP-4), grace (TI-6), standing answers (TI-7), and who hears of them (SE-13)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.deal import GiveMoney, MoneyGiven
from rules.junta.interrupts.play_card import InfluenceExposed, PlayCard
from rules.junta.interrupts.speak import MOST_BYTES, MOST_CHARACTERS, Said, Say, Whispered
from rules.junta.rejections import NoSuchPartner
from rules.junta.ruleset import MAY_STAY_SILENT
from rules.junta.stages.announcements import AnnouncementsEnded
from rules.junta.stages.ballot import CastVotes, VotesCast
from rules.junta.stages.bank import BankUsed
from rules.junta.stages.locations import ChooseLocation
from rules.junta.stages.nomination import Nominate, Nominated
from rules.junta.stages.protection import FaceDeath
from rules.junta.stages.withdrawal import Withdraw
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import AnsweredBeforehand, ExpireStage, StageClosed, StageCompleted
from rules.kernel.identifiers import ANYBODY, ARCHIVE
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice
from rules.kernel.standing import AnswerBeforehand
from rules.kernel.visibility import STUB, redact
from tests.given import cards_of, given, table
from tests.rules.junta.plotting import (
    POLICE,
    X,
    attempt,
    dies,
    faced,
    facts,
    killed,
    plotting,
    revealed,
    sends,
    taken,
    threat,
)


def say(words: str, *to: int) -> Say:
    return Say(to=frozenset(to), words=words)  # type: ignore[arg-type]


def silent(stage: str, yes: bool = True) -> AnswerBeforehand:
    return AnswerBeforehand(stage_name=stage, silent=yes)


# --- SP: speech ---


@pytest.mark.parametrize("stage", ["nomination", "draw", "cabinet", "locations", "announcements"])
def test_SP_1_anybody_speaks_to_all_while_a_stage_is_open(stage: str) -> None:
    play = given(at=stage, president=None if stage == "nomination" else 0)
    play.when(3, say("Viva!")).then(Said(seat=3, words="Viva!"))
    assert play.at == stage


def test_SP_1_to_those_he_names() -> None:
    play = given(at="cabinet", president=0).when(3, say("Tonight.", 4, 1))
    play.then(Whispered(parties=(3, 1, 4), seat=3, words="Tonight.", revealed_at_end=False))
    play.when(3, say("Me.", 3)).refused(OutOfChoice, "3: not among", rule="SP-3")
    play.when(3, say("Who?", 5)).refused(OutOfChoice)


def test_SP_1_the_dead_speak_too_and_who_is_named() -> None:
    play = sends(plotting(), 1, POLICE, 3).when(3, say("Mercy!"))
    play.then(Said(seat=3, words="Mercy!"))
    dies(revealed(play)).when(3, say("Boo.")).then(Said(seat=3, words="Boo."))


def test_SP_2_private_talk_is_heard_by_its_parties_alone() -> None:
    play = given(at="cabinet", president=0).when(3, say("Tonight.", 4, 1))
    (heard,) = play.last
    for viewer in (0, 2, ANYBODY):
        assert redact(heard, viewer) == STUB
    for viewer in (1, 3, 4):
        assert redact(heard, viewer) == heard


def test_SP_3_two_thousand_characters_at_a_time_not_only_blanks() -> None:
    play = given(at="cabinet", president=0)
    play.when(3, say("ñ" * (MOST_CHARACTERS + 1))).refused(
        OutOfChoice, "2001 characters", rule="SP-3"
    )
    for words in ("", "   ", "\n\t"):
        play.when(3, say(words)).refused(OutOfChoice)
    play.when(3, say("ñ" * MOST_CHARACTERS))
    assert play.state.spoken == {3: 2 * MOST_CHARACTERS}


def test_SP_3_and_200_000_bytes_in_a_game() -> None:
    play = given(at="cabinet", president=0)
    play.has(Said(seat=3, words="x" * (MOST_BYTES - 40)))
    play.when(3, say("y" * 11, 4)).refused(OutOfChoice, "1 to 10 needed")
    play.when(3, say("🜁" * 10, 4)).when(3, say("z")).refused(NotNow)
    assert play.state.spoken == {3: MOST_BYTES}
    play.when(4, say("z"))
    assert play.refusal is None


@pytest.mark.parametrize("revealed", [False, True])
def test_SP_4_private_talk_is_revealed_after_the_game_only_by_option(revealed: bool) -> None:
    play = given(at="cabinet", president=0, private_talk_revealed=revealed)
    (heard,) = play.when(3, say("Tonight.", 4)).last
    assert redact(heard, ARCHIVE) == (heard if revealed else STUB)
    assert redact(heard, ANYBODY) == STUB


# --- TI-6: grace ---


def test_TI_6_a_complete_stage_stays_open_for_cards_deals_and_speech() -> None:
    play = given(at="nomination", seats=4, grace_s=20, hands={2: ["bankers"]}, cash={2: X})
    number = play.state.course.stage.number
    play.when(0, Nominate(support={})).then(
        Nominated(seat=0, support={}), StageCompleted(number=number, grace_s=20)
    )
    play.waits("nomination").when(0, Nominate(support={})).refused(NotYourTurn)
    play.when(2, PlayCard(card="bankers")).then(InfluenceExposed(seat=2, card="bankers"))
    play.when(2, GiveMoney(to=3, bills=X)).when(2, say("Well?")).waits("nomination")
    play._give("system", ExpireStage(stage=number))
    play.then().waits("nomination", 1)
    assert play.last[1] == StageClosed(number=number)


def test_TI_6_what_was_answered_stays_answered_when_the_grace_is_over() -> None:
    play = given(at="budget", president=0, seats=4, aid=NO_BILLS, grace_s=5).expires()
    assert play.state.course.stage.name == "budget_vote"
    play = given(at="locations", president=0, grace_s=5)
    for seat in range(5):
        play.when(seat, _stay())
    play.waits("locations").expires().waits("announcements", 0)
    assert not play.state.whereabouts.revealed


def _stay() -> Any:
    return ChooseLocation(location="residence")


def test_TI_6_a_silent_stage_closes_without_grace() -> None:
    play = given(at="nomination", grace_s=20).expires().waits("nomination", 1)
    assert not any(isinstance(e, StageCompleted) for e in play.events)


def test_TI_6_a_stage_that_asked_nobody_has_none() -> None:
    play = plotting(grace_s=20, places={4: "nightclub"})
    play.expires(until="draw")
    assert not any(isinstance(e, StageCompleted) for e in play.events)
    assert play.state.turn.number == 2


def test_TI_6_who_has_faced_death_gives_nothing_away_in_the_grace() -> None:
    play = plotting(grace_s=20, cash={3: X})
    play = play.when(1, _police(3))
    while play.at == "announcements":
        play.expires()
    play.waits("protection", 3).when(3, FaceDeath()).waits("protection")
    play.when(3, GiveMoney(to=2, bills=X)).refused(NotNow)
    play.when(2, GiveMoney(to=3, bills=X)).refused(NotNow)
    play.expires()
    assert facts(play)[:2] == [taken(3, 1, X), killed(3)]


def _police(victim: int) -> Any:
    return attempt(POLICE, victim)


def test_TI_6_without_the_option_nothing_is_held_open() -> None:
    play = given(at="nomination").when(0, Nominate(support={}))
    play.then(Nominated(seat=0, support={})).waits("nomination", 1)


# --- TI-7: standing answers ---


def test_TI_7_silence_counts_at_once_for_who_has_chosen_it_beforehand() -> None:
    play = given(at="nomination").when(1, silent("nomination"))
    play.then(AnsweredBeforehand(seat=1, stage_name="nomination", silent=True))
    play.waits("nomination", 0).when(0, Nominate(support={})).then(
        Nominated(seat=0, support={}), Nominated(seat=1, support={})
    )
    play.waits("nomination", 2)


def test_TI_7_whoever_is_asked_now_is_silent_at_once() -> None:
    play = given(at="nomination").when(0, silent("nomination"))
    play.then(
        AnsweredBeforehand(seat=0, stage_name="nomination", silent=True),
        Nominated(seat=0, support={}),
    ).waits("nomination", 1)


def test_TI_7_it_counts_in_stages_of_this_name_alone() -> None:
    play = given(at="nomination").when(0, silent("ballot")).waits("nomination", 0)
    play.expires(until="ballot").waits("ballot", 1)
    assert VotesCast(seat=0, votes={}) in play.last


def test_TI_7_it_may_be_revoked() -> None:
    play = given(at="nomination").when(1, silent("nomination"))
    play.when(1, silent("nomination", False)).expires().waits("nomination", 1)


def test_TI_7_who_gave_it_may_speak_while_others_are_waited_for() -> None:
    play = given(at="nomination", exposed={0: ["church"]})
    play.when(0, Nominate(support={1: 5, 2: 5})).expires(until="ballot")
    for seat in (1, 2):
        play.when(seat, silent("withdrawal"))
    play.when(0, CastVotes(votes={1: 5, 2: 5})).expires().expires().expires().expires()
    play.passes().waits("ballot", 0)
    assert [e.TYPE for e in play.last if "candidacy" in e.TYPE] == ["candidacy_kept"] * 2


def test_TI_7_a_stage_for_several_waits_for_those_who_have_not_said_so() -> None:
    play = given(at="nomination", exposed={0: ["church"]})
    play.when(0, Nominate(support={1: 5, 2: 5})).expires(until="ballot")
    play.when(1, silent("withdrawal")).when(0, CastVotes(votes={1: 5, 2: 5}))
    play.expires(until="withdrawal").waits("withdrawal", 1, 2)
    play.when(1, Withdraw(withdraw=True)).waits("withdrawal", 2)
    play.when(2, Withdraw(withdraw=False)).waits("ballot", 0)


def test_TI_7_protections_announcements_and_the_bank() -> None:
    play = plotting(cash={3: X}).when(3, silent("protection")).when(4, silent("bank"))
    for seat in (2, 3, 4, 0):
        play.when(seat, silent("announcements"))
    for seat in range(5):
        play.when(seat, silent("coup_start"))
    sends(play, 1, POLICE, 3).expires()
    assert play.last[1:3] == (AnnouncementsEnded(seat=1), StageClosed(number=play.last[2].number))
    followed = facts(play)
    assert followed[:4] == [threat(0, 3, 1), faced(3), taken(3, 1, X), killed(3)]
    used = BankUsed(seat=4, deposit=NO_BILLS, withdraw=NO_BILLS, account_bills=0)
    assert used in followed
    play.waits("draw")


def test_TI_7_only_where_the_rules_allow_it() -> None:
    play = given(at="cabinet", president=0)
    play.when(0, silent("cabinet")).refused(OutOfChoice, "'cabinet' is not one of", rule="TI-7")
    for stage in MAY_STAY_SILENT:
        play.when(0, silent(stage))
        assert play.refusal is None


@pytest.mark.parametrize("seats", [4, 7])
def test_TI_7_when_all_are_silent_for_ever_the_game_goes_on(seats: int) -> None:
    """An election in which all abstain takes five rounds: more than fifty stages in one commit."""
    play = table(seats=seats).opens("deal")
    for seat in range(seats):
        for stage in MAY_STAY_SILENT:
            play.when(seat, silent(stage))
    play.chance().waits("acceptance", 0)
    while play.state.course.status == "running":
        play.expires()
    assert play.state.turn.number == 13


# --- SE-13 ---


def test_SE_13_a_standing_answer_is_its_owners_secret() -> None:
    (answered,) = given(at="cabinet", president=0).when(3, silent("nomination")).last
    for viewer in (0, 2, 4, ANYBODY):
        assert redact(answered, viewer) == STUB
    assert redact(answered, 3) == answered


def test_SE_13_a_view_knows_no_answer_of_others() -> None:
    play = given(at="cabinet", president=0).when(3, silent("nomination"))
    assert play.view(3).course.standing == {3: frozenset({"nomination"})}
    assert play.view(0).course.standing == play.view(ANYBODY).course.standing == {}


def test_SE_13_words_to_all_are_heard_by_all() -> None:
    (said,) = given(at="cabinet", president=0).when(3, say("Viva!")).last
    assert redact(said, ANYBODY) == said


def test_SE_11_a_gift_in_mid_stage_is_known_to_the_two() -> None:
    play = given(at="cabinet", president=0, cash={1: Bills(1, 0, 0)})
    (gift,) = play.when(1, GiveMoney(to=2, bills=Bills(1, 0, 0))).last
    assert isinstance(gift, MoneyGiven)
    assert redact(gift, 0) == STUB
    play.when(1, GiveMoney(to=1, bills=Bills(1, 0, 0))).refused(NotNow)
    play.when(2, GiveMoney(to=2, bills=Bills(1, 0, 0))).refused(NoSuchPartner)
    assert cards_of() == play.family(1).hand
