"""A motion to remove the President: NC-1 to NC-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.junta.ballots import VotingClosed
from rules.junta.chamber import SecondRoundOpened
from rules.junta.effect import CardPlayed
from rules.junta.elections import VoteCardsDiscarded
from rules.junta.exile import ExileEntered
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.interrupts.resign import Resign
from rules.junta.motions import MotionCounted, MotionOpened
from rules.junta.rejections import CardNotInHand, NotEnoughVotes
from rules.junta.ruleset import DURATIONS
from rules.junta.stages.acceptance import AcceptOffice, PresidentElected
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.cabinet import CabinetFormed, FormCabinet
from rules.junta.stages.confidence import PresidentTrusted, Trust
from rules.junta.stages.motion_vote import MotionVoted, VoteOnMotion
from rules.junta.stages.nomination import ElectionCalled, Nominate
from rules.junta.succession import OfficeLeft, PurseInherited
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import CABINETS, Play, cards_of, given, questioned, under

CARD = "no_confidence"
HANDS = {2: [CARD]}
LAID = CardPlayed(seat=2, card=CARD)
MOVED = MotionOpened(mover=2)
PURSE = Bills(2, 1, 0)


def moved(**goods: Any) -> Play:
    """Seat 2 has moved that President 0 be removed; 2 has two votes, 1 and 3 too, 0 has one."""
    play = questioned(**({"hands": HANDS} | goods)).when(2, PlayCard(card=CARD))
    assert play.refusal is None, play.refusal
    return play


def vote(play: Play, votes: Mapping[int, Mapping[str, int]] | None = None) -> Play:
    """One round on the motion of seat 2."""
    for seat in (2, 3, 0, 1):
        play.when(seat, VoteOnMotion(votes=(votes or {}).get(seat, {})))
    return play


def voted(votes: Mapping[int, Mapping[str, int]], **goods: Any) -> Play:
    """The motion, voted on so in the first round and not in the second, and counted."""
    return vote(vote(moved(**goods), votes)).passes()


def removed(**goods: Any) -> Play:
    return voted({2: {"for": 2}, 0: {"against": 1}}, **({"cash": {0: PURSE}} | goods))


def elects(play: Play, seat: int) -> Play:
    """The church of family 3 nominates and elects the seat."""
    for other in (0, 1, 2, 3):
        play.when(other, Nominate(support={seat: 1} if other == 3 else {}))
    for other in (0, 1, 2, 3):
        play.when(other, CastVotes(votes={seat: 9} if other == 3 else {}))
    return play.passes().waits("acceptance", seat).when(seat, AcceptOffice(accept=True))


# --- NC-1: the moment and the player ---


def test_NC_1_it_opens_a_motion_and_the_card_is_discarded() -> None:
    play = moved().then(LAID, MOVED).waits("motion_vote", 2)
    assert play.state.deck.discards == cards_of(CARD)
    assert play.state.motion.mover == 2


def test_NC_1_also_while_the_president_forms_his_cabinet() -> None:
    play = questioned(hands=HANDS).passes().waits("cabinet", 0)
    play.when(2, PlayCard(card=CARD)).then(LAID, MOVED).waits("motion_vote", 2)
    play.when(0, FormCabinet(posts=CABINETS[4])).refused(NotNow)


def test_NC_1_not_before_step_2_and_not_once_the_posts_are_given_out() -> None:
    play = given(at="hand_limit", president=0, hands={2: [CARD], 1: ["unions"]})
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, "step 2", rule="NC-1")
    play = questioned(hands=HANDS).passes().when(0, FormCabinet(posts=CABINETS[4]))
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, "step 2", rule="NC-1")


@pytest.mark.parametrize("stage", ["budget", "locations", "announcements"])
def test_NC_1_in_no_later_step(stage: str) -> None:
    play = given(at=stage, president=0, hands=HANDS, posts=CABINETS[5], aid=NO_BILLS)
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, rule="NC-1")


def test_NC_1_not_by_the_president() -> None:
    play = questioned(hands={0: [CARD]}).when(0, PlayCard(card=CARD))
    play.refused(CardNotInHand, "not for the President", rule="CD-7")


def test_NC_1_not_by_an_exile() -> None:
    play = questioned(hands=HANDS).has(ExileEntered(seat=2, embassy="embassy_north"))
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, rule="CD-7")


def test_NC_1_not_against_a_president_who_resigns() -> None:
    play = questioned(hands=HANDS, grace_s=10).when(0, Resign())
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, rule="NC-1")


# --- NC-2: the question ---


def test_NC_2_step_2_begins_with_the_question_to_all_but_the_president() -> None:
    play = given(at="draw", president=1, seats=4).chance().waits("confidence", 0, 2, 3)
    assert play.state.turn.step == "cabinet"
    play.when(1, Trust()).refused(NotYourTurn)
    play.when(3, Trust()).then(PresidentTrusted(seat=3)).waits("confidence", 0, 2)
    play.when(3, Trust()).refused(NotYourTurn)
    play.when(0, Trust()).when(2, Trust()).then(PresidentTrusted(seat=2)).waits("cabinet", 1)


def test_NC_2_silence_trusts_him() -> None:
    play = questioned(hands=HANDS).when(3, Trust()).expires()
    play.then(PresidentTrusted(seat=1), PresidentTrusted(seat=2)).waits("cabinet", 0)


def test_NC_2_whoever_has_said_so_beforehand_is_not_waited_for() -> None:
    play = given(at="draw", president=0, seats=4)
    for seat in (1, 2, 3):
        play.when(seat, AnswerBeforehand(stage_name="confidence", silent=True))
    play.chance().waits("cabinet", 0)


def test_NC_2_exiles_are_not_asked() -> None:
    play = questioned().has(ExileEntered(seat=3, embassy="embassy_north"))
    play.waits("confidence", 1, 2)


def test_NC_2_whoever_trusted_him_may_still_play_the_card() -> None:
    play = questioned(hands=HANDS).when(2, Trust()).when(2, PlayCard(card=CARD))
    play.then(LAID, MOVED).waits("motion_vote", 2)


def test_NC_2_the_question_is_short() -> None:
    assert [preset["confidence"] for preset in DURATIONS.values()] == [20, 12 * 3600, 3]


def test_NC_2_it_is_asked_again_in_every_turn() -> None:
    questioned().passes().expires(until="confidence").waits("confidence", 1, 2, 3)


# --- NC-3, NC-4: the vote ---


def test_NC_3_two_rounds_the_mover_first_then_clockwise_the_president_too() -> None:
    play = moved()
    for last in (False, True):
        for seat in (2, 3, 0, 1):
            play.waits("motion_vote", seat).when(seat, VoteOnMotion(votes={}))
        nothing = MotionVoted(seat=1, in_favour=0, against=0)
        play.then(nothing, VotingClosed() if last else SecondRoundOpened())
    play.waits("ballot_cards", 0, 1, 2, 3)


def test_NC_3_posts_of_the_last_cabinet_vote() -> None:
    play = moved().when(2, VoteOnMotion(votes={"for": 3}))
    play.refused(NotEnoughVotes, "3 given out, 2 available", rule="NC-4")


def test_NC_3_in_turn_1_there_is_none_but_the_presidency() -> None:
    play = given(at="draw", seats=4, president=0, hands=HANDS).chance()
    play.when(2, PlayCard(card=CARD)).when(2, VoteOnMotion(votes={"for": 1}))
    play.refused(NotEnoughVotes, "1 given out, 0 available")


def test_NC_3_exiles_do_not_vote() -> None:
    play = questioned(hands=HANDS).has(ExileEntered(seat=3, embassy="embassy_north"))
    play.when(2, PlayCard(card=CARD)).when(2, VoteOnMotion(votes={})).waits("motion_vote", 0)


def test_NC_4_votes_add_up_on_both_sides() -> None:
    play = vote(moved(), {2: {"for": 1, "against": 1}})
    play.when(2, VoteOnMotion(votes={"for": 1})).refused(NotEnoughVotes, "0 available")
    play = vote(moved(), {2: {"for": 1}}).when(2, VoteOnMotion(votes={"for": 1}))
    assert play.state.motion.votes[2] == (2, 0)
    play.when(3, VoteOnMotion(votes={"both": 1})).refused(NotEnoughVotes, "both: not among")


def test_NC_4_silence_abstains() -> None:
    moved().expires().then(MotionVoted(seat=2, in_favour=0, against=0)).waits("motion_vote", 3)


def test_NC_4_vote_cards_may_be_laid_and_are_discarded() -> None:
    play = moved(hands={2: [CARD, "vote_farmers"]}).when(2, PlayCard(card="vote_farmers"))
    vote(vote(play, {2: {"for": 4}, 0: {"against": 1}})).passes()
    assert VoteCardsDiscarded(cards={2: cards_of("vote_farmers")}) in play.last


# --- NC-5: two thirds ---


@pytest.mark.parametrize(
    ("votes", "passed"),
    [
        ({2: {"for": 2}, 0: {"against": 1}}, True),
        ({2: {"for": 2}, 3: {"for": 1}, 1: {"against": 2}}, False),
        ({2: {"for": 2}, 3: {"for": 2}, 1: {"against": 2}}, True),
        ({2: {"for": 1}}, True),
        ({0: {"against": 1}}, False),
        ({}, False),
    ],
)
def test_NC_5_it_needs_two_thirds_of_the_votes_cast_and_one_at_least(
    votes: Mapping[int, Mapping[str, int]], passed: bool
) -> None:
    play = voted(votes)
    (count,) = (e for e in play.last if isinstance(e, MotionCounted))
    cast = [sum(v.get(side, 0) for v in votes.values()) for side in ("for", "against")]
    assert count == MotionCounted(in_favour=cast[0], against=cast[1], passed=passed)
    assert play.at == ("nomination" if passed else "cabinet")


# --- NC-6: what follows ---


def test_NC_6_passed_he_leaves_at_once_and_his_cash_waits_for_his_successor() -> None:
    play = removed()
    followed = [e for e in play.last if isinstance(e, MotionCounted | OfficeLeft)]
    count = MotionCounted(in_favour=2, against=1, passed=True)
    assert followed == [count, OfficeLeft(seat=0, bills=PURSE)]
    assert (play.state.government.president, play.state.motion) == (None, None)
    assert (play.family(0).cash, play.state.government.purse) == (NO_BILLS, PURSE)
    assert is_hidden(play.view(ANYBODY).government.purse)


def test_NC_6_an_election_follows_which_he_begins_and_in_which_he_may_stand() -> None:
    play = removed(exposed={3: ["church"]})
    assert ElectionCalled(order=(0, 1, 2, 3)) in play.last
    play.waits("nomination", 0)
    elects(play, 0)
    assert play.last[0:2] == (
        PresidentElected(seat=0),
        PurseInherited(parties=(0,), seat=0, bills=PURSE, aid=NO_BILLS),
    )
    assert play.family(0).cash == PURSE


def test_NC_6_the_new_president_gets_the_purse_and_forms_the_cabinet() -> None:
    play = elects(removed(exposed={3: ["church"]}), 1)
    inherited = PurseInherited(parties=(0, 1), seat=1, bills=PURSE, aid=NO_BILLS)
    play.then(PresidentElected(seat=1), inherited).waits("cabinet", 1)
    posts = under(1, 4)
    play.when(1, FormCabinet(posts=posts))
    assert CabinetFormed(president=1, posts=posts) in play.last
    assert play.state.turn.number == 2


def test_NC_6_failed_nothing_happens_and_he_forms_the_cabinet() -> None:
    play = voted({0: {"against": 1}}, cash={0: PURSE}).waits("cabinet", 0)
    assert (play.state.government.president, play.family(0).cash) == (0, PURSE)
    play.when(0, FormCabinet(posts=CABINETS[4])).waits("aid")


def test_NC_6_who_resigns_while_it_is_voted_on_leaves_when_it_has_failed() -> None:
    play = moved(cash={0: PURSE}).when(0, Resign())
    vote(vote(play, {0: {"against": 1}})).passes().waits("nomination", 0)
    assert play.state.government.purse == PURSE


def test_NC_6_who_resigned_and_is_removed_leaves_once() -> None:
    play = moved(cash={0: PURSE}, exposed={3: ["church"]}).when(0, Resign())
    vote(vote(play, {2: {"for": 2}})).passes().waits("nomination", 0)
    elects(play, 0).waits("cabinet", 0)
    assert not play.state.government.resigning
