"""Before every count: VO-5; the three ballot cards VO-6 to VO-8; EL-18."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.junta.ballots import BallotVoided, NoFurtherRound, VotingClosed
from rules.junta.budgets import BudgetCounted
from rules.junta.chamber import SecondRoundOpened
from rules.junta.effect import CardPlayed
from rules.junta.elections import ElectionRestarted, RoundCounted, VoteCardsDiscarded
from rules.junta.exile import ExileEntered
from rules.junta.interrupts.play_card import InfluenceExposed, PlayCard, VoteCardLaid
from rules.junta.motions import MotionCounted, MotionOpened
from rules.junta.rejections import CardNotInHand, NotEnoughVotes
from rules.junta.ruleset import DURATIONS
from rules.junta.stages.acceptance import AcceptOffice
from rules.junta.stages.ballot import CastVotes, VotesCast
from rules.junta.stages.ballot_cards import CountAwaited, LetCount
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_vote import BudgetVoted, VoteOnBudget
from rules.junta.stages.motion_vote import VoteOnMotion
from rules.junta.stages.nomination import Nominate, NominationsClosed
from rules.junta.stages.withdrawal import Withdraw
from rules.kernel.bills import NO_BILLS
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import CABINETS, Play, cards_of, given, questioned

POWER, RECESS, RECOUNT = "power_failure", "summer_recess", "recount"
BALLOT_CARDS = [POWER, RECESS, RECOUNT]
FOR, AGAINST = {"for": 1}, {"against": 1}

Votes = Mapping[int, Mapping[int, int]]


def balloting(*candidates: int, **goods: Any) -> Play:
    """A first round among these candidates of four families, as it begins."""
    closed = NominationsClosed(candidates=candidates, everyone=False)
    return given(at="nomination", seats=4, **goods).has(closed).opens("ballot")


def cast(play: Play, votes: Votes) -> Play:
    """The four seats in turn cast these votes, or abstain; they are not counted yet."""
    for seat in range(4):
        play.when(seat, CastVotes(votes=votes.get(seat, {})))
    return play.waits("ballot_cards", 0, 1, 2, 3)


def budgeting(**goods: Any) -> Play:
    """Four families vote on a budget of President 0 that gives nobody anything."""
    play = given(at="budget", seats=4, **({"president": 0, "aid": NO_BILLS} | goods))
    return play.when(0, ProposeBudget(shares={}))


def vote(play: Play, *votes: Mapping[str, int]) -> Play:
    """One round on a budget: the four seats in turn."""
    for seat in range(4):
        play.when(seat, VoteOnBudget(votes=votes[seat] if seat < len(votes) else {}))
    return play


def moved(**goods: Any) -> Play:
    """Four families vote on a motion of seat 2 against President 0."""
    return questioned(**goods).has(MotionOpened(mover=2)).opens("motion_vote")


def plays(play: Play, seat: int, card: str) -> Play:
    play.when(seat, PlayCard(card=card))
    assert play.refusal is None, play.refusal
    return play


def played(seat: int, card: str) -> CardPlayed:
    return CardPlayed(seat=seat, card=card)


def count(play: Play) -> Any:
    """What was counted last."""
    counts = (RoundCounted, BudgetCounted, MotionCounted)
    return [e for e in play.events if isinstance(e, counts)][-1]


# --- VO-5: the question before the count ---


def test_VO_5_after_the_last_vote_of_an_election_round_all_are_asked_before_the_count() -> None:
    play = balloting(0, 1, exposed={0: ["church"]})
    cast(play, {0: {1: 10}}).then(VotesCast(seat=3, votes={}), VotingClosed())
    assert play.state.election.phase == "counting"
    for seat in (2, 0, 3):
        play.when(seat, LetCount()).then(CountAwaited(seat=seat))
    play.waits("ballot_cards", 1).when(1, LetCount()).then(
        CountAwaited(seat=1), RoundCounted(round=1, tally={0: 0, 1: 10}, winner=1, dropped=None)
    )
    play.waits("acceptance", 1)


def test_VO_5_and_before_every_later_round_is_counted() -> None:
    play = cast(balloting(0, 1), {}).passes().expires().waits("ballot", 0)
    cast(play, {}).passes().waits("withdrawal", 0, 1)


def test_VO_5_on_a_budget_all_are_asked_after_the_second_round() -> None:
    play = vote(budgeting(), FOR).waits("budget_vote", 0)
    vote(play).then(BudgetVoted(seat=3, in_favour=0, against=0), VotingClosed())
    play.waits("ballot_cards", 0, 1, 2, 3)
    assert play.state.budget.phase == "counting"
    assert count(play.passes()) == BudgetCounted(in_favour=1, against=0, result="adopted")


def test_VO_5_on_a_motion_too() -> None:
    play = moved()
    for seat in (2, 3, 0, 1) * 2:
        play.when(seat, VoteOnMotion(votes={}))
    play.waits("ballot_cards", 0, 1, 2, 3)
    assert play.state.motion.phase == "counting"


def test_VO_5_silence_plays_none() -> None:
    play = cast(balloting(0, 1), {}).when(2, LetCount()).expires()
    assert play.last[1:4] == tuple(CountAwaited(seat=s) for s in (0, 1, 3))
    play.waits("withdrawal", 0, 1)


def test_VO_5_nobody_answers_twice_and_nobody_votes_any_more() -> None:
    play = cast(balloting(0, 1), {}).when(2, LetCount()).when(2, LetCount())
    play.refused(NotYourTurn)
    play.when(0, CastVotes(votes={})).refused(NotNow)


def test_VO_5_exiles_are_not_asked() -> None:
    play = budgeting().has(ExileEntered(seat=1, embassy="embassy_north"))
    for seat in (0, 2, 3) * 2:
        play.when(seat, VoteOnBudget(votes={}))
    play.waits("ballot_cards", 0, 2, 3)


def test_VO_5_whoever_has_said_so_beforehand_is_not_waited_for() -> None:
    play = balloting(0, 1)
    for seat in range(4):
        play.when(seat, AnswerBeforehand(stage_name="ballot_cards", silent=True))
    for seat in range(4):
        play.when(seat, CastVotes(votes={}))
    play.waits("withdrawal", 0, 1)


def test_VO_5_whoever_let_them_be_counted_may_still_play_a_card_while_others_are_asked() -> None:
    play = cast(balloting(0, 1, hands={2: [RECOUNT]}), {}).when(2, LetCount())
    plays(play, 2, RECOUNT).then(played(2, RECOUNT), BallotVoided()).waits("ballot", 0)


def test_VO_5_a_card_that_changes_the_count_has_all_asked_anew_in_a_question_of_its_own() -> None:
    play = vote(vote(budgeting(hands={1: [POWER], 3: [RECOUNT]}), FOR), {}, AGAINST)
    number = play.state.course.stage.number
    play.when(0, LetCount()).when(3, LetCount())
    plays(play, 1, POWER).waits("ballot_cards", 0, 1, 2, 3)
    assert play.state.course.stage.number > number
    plays(play, 3, RECOUNT).waits("budget_vote", 0)


def test_VO_5_other_cards_ask_nobody_anew() -> None:
    play = cast(balloting(0, 1, hands={2: ["unions", "vote_farmers"]}), {}).when(0, LetCount())
    play.when(2, PlayCard(card="unions")).then(InfluenceExposed(seat=2, card="unions"))
    play.when(2, PlayCard(card="vote_farmers")).then(VoteCardLaid(seat=2, card="vote_farmers"))
    play.waits("ballot_cards", 1, 2, 3)


def test_VO_5_the_question_is_short() -> None:
    assert {name: preset["ballot_cards"] for name, preset in DURATIONS.items()} == {
        "live": 20, "bots": 3, "correspondence": 12 * 3600
    }  # fmt: skip


@pytest.mark.parametrize("card", BALLOT_CARDS)
def test_VO_5_the_cards_wait_for_an_open_ballot(card: str) -> None:
    for stage in ("draw", "cabinet", "locations"):
        play = given(at=stage, president=0, hands={1: [card]}, posts=CABINETS[5])
        play.when(1, PlayCard(card=card)).refused(CardNotInHand, "open ballot", rule="VO-3")
    play = given(at="budget", president=0, aid=NO_BILLS, hands={1: [card]})
    play.when(1, PlayCard(card=card)).refused(CardNotInHand, rule="VO-3")
    play = cast(balloting(1, exposed={0: ["church"]}, hands={2: [card]}), {0: {1: 1}}).passes()
    play.waits("acceptance", 1).when(2, PlayCard(card=card)).refused(CardNotInHand, rule="VO-3")
    play = vote(vote(budgeting(hands={2: [card]}))).passes().waits("budget_tie", 0)
    play.when(2, PlayCard(card=card)).refused(CardNotInHand, rule="VO-3")


@pytest.mark.parametrize("card", BALLOT_CARDS)
def test_VO_5_they_are_played_from_the_nominations_to_the_count(card: str) -> None:
    plays(given(at="nomination", seats=4, hands={3: [card]}), 3, card).waits("nomination", 0)
    plays(balloting(0, 1, hands={3: [card]}), 3, card).waits("ballot", 0)
    plays(cast(balloting(0, 1, hands={3: [card]}), {}), 3, card)
    play = cast(balloting(0, 1, hands={3: [card]}), {}).passes().waits("withdrawal", 0, 1)
    plays(play, 3, card)
    plays(budgeting(hands={3: [card]}), 3, card).waits("budget_vote", 0)
    plays(moved(hands={3: [card]}), 3, card).waits("motion_vote", 2)


def test_VO_5_everything_about_it_is_seen_by_all() -> None:
    play = vote(vote(budgeting(hands={1: [POWER]}), FOR), {}, AGAINST)
    plays(play, 1, POWER).passes()
    seen = play.view(ANYBODY)
    assert seen.deck.discards == cards_of(POWER)
    assert (seen.turn.bank, seen.budget) == ("open", None)


# --- VO-6: power failure ---


def test_VO_6_in_the_second_round_its_votes_are_void_and_nobody_else_votes() -> None:
    play = vote(budgeting(hands={3: [POWER]}), FOR)
    play.when(0, VoteOnBudget(votes={})).when(1, VoteOnBudget(votes={"against": 2}))
    plays(play, 3, POWER).then(played(3, POWER), NoFurtherRound(cancelled=True), VotingClosed())
    play.waits("ballot_cards", 0, 1, 2, 3)
    assert (play.state.budget.votes[1], play.state.budget.round) == ((0, 0), 1)
    assert count(play.passes()) == BudgetCounted(in_favour=1, against=0, result="adopted")


def test_VO_6_before_the_count_too() -> None:
    play = vote(vote(budgeting(hands={3: [POWER]}), FOR, AGAINST), {}, AGAINST)
    plays(play, 3, POWER).passes()
    assert count(play) == BudgetCounted(in_favour=1, against=1, result="tied")


def test_VO_6_vote_cards_of_the_second_round_are_discarded_all_the_same() -> None:
    play = vote(budgeting(hands={3: [POWER], 1: ["vote_farmers"]}), FOR)
    play.when(0, VoteOnBudget(votes={})).when(1, PlayCard(card="vote_farmers"))
    play.when(1, VoteOnBudget(votes={"against": 4}))
    plays(play, 3, POWER).passes()
    assert play.state.deck.discards == cards_of(POWER, "vote_farmers")
    assert VoteCardsDiscarded(cards={1: cards_of("vote_farmers")}) in play.last


def test_VO_6_in_the_first_round_it_is_the_last_one() -> None:
    play = budgeting(hands={3: [POWER]}).when(0, VoteOnBudget(votes=FOR))
    plays(play, 3, POWER).then(played(3, POWER), NoFurtherRound(cancelled=False))
    play.waits("budget_vote", 1).when(1, VoteOnBudget(votes={"against": 2}))
    play.when(2, VoteOnBudget(votes={})).when(3, VoteOnBudget(votes={}))
    play.waits("ballot_cards", 0, 1, 2, 3).passes()
    assert count(play) == BudgetCounted(in_favour=1, against=2, result="rejected")
    assert SecondRoundOpened() not in play.events


def test_VO_6_votes_of_the_first_round_that_were_lost_since_do_not_count() -> None:
    hands, exposed = {3: [POWER], 2: ["coalition_break"]}, {1: ["church"]}
    play = vote(budgeting(hands=hands, exposed=exposed), FOR, {"against": 12})
    play.when(0, VoteOnBudget(votes={})).when(2, PlayCard(card="coalition_break", target=1))
    play.expires(until="budget_vote")
    plays(play, 3, POWER).expires(until="ballot_cards").passes()
    assert count(play) == BudgetCounted(in_favour=1, against=2, result="rejected")


def test_VO_6_on_a_motion_the_votes_of_the_first_round_count_alone() -> None:
    play = moved(hands={0: [POWER]}).when(2, VoteOnMotion(votes={"for": 2}))
    for seat in (3, 0, 1):
        play.when(seat, VoteOnMotion(votes={}))
    play.when(2, VoteOnMotion(votes={})).when(3, VoteOnMotion(votes={"against": 2}))
    plays(play, 0, POWER).waits("ballot_cards", 0, 1, 2, 3).passes()
    assert count(play) == MotionCounted(in_favour=2, against=0, passed=True)


CHURCH = {"exposed": {0: ["church"], 1: ["conservatives"]}}


def test_VO_6_in_an_election_the_round_that_was_counted_decides_among_those_who_stand() -> None:
    goods = {**CHURCH, "hands": {3: [POWER]}}
    play = cast(balloting(0, 1, 2, **goods), {0: {2: 4, 0: 3}, 1: {1: 5}}).passes()
    play.when(1, Withdraw(withdraw=True)).expires().when(0, CastVotes(votes={0: 10}))
    plays(play, 3, POWER).then(played(3, POWER), NoFurtherRound(cancelled=True), VotingClosed())
    assert count(play.passes()) == RoundCounted(round=1, tally={0: 3, 2: 4}, winner=2, dropped=None)
    play.waits("acceptance", 2)


def test_VO_6_between_two_rounds_too_and_nobody_is_asked_to_withdraw_any_more() -> None:
    goods = {**CHURCH, "hands": {3: [POWER]}}
    play = cast(balloting(0, 1, 2, **goods), {0: {2: 4, 0: 3}, 1: {1: 5}}).passes()
    plays(play.waits("withdrawal", 0, 1, 2), 3, POWER).waits("ballot_cards", 0, 1, 2, 3)
    assert count(play.passes()).winner == 1


def test_VO_6_what_was_counted_before_stands_though_its_vote_cards_are_gone() -> None:
    hands = {3: [POWER], 0: ["vote_farmers"], 2: ["coalition_break"]}
    play = balloting(0, 1, hands=hands, exposed={1: ["radicals"]})
    play.when(0, PlayCard(card="vote_farmers"))
    cast(play, {0: {0: 2}, 1: {1: 2}}).passes()
    plays(play, 3, POWER).when(2, PlayCard(card="coalition_break", target=1))
    play.expires(until="ballot_cards").passes()
    assert count(play).tally == {0: 2, 1: 2}


def test_VO_6_when_nobody_stands_any_more_the_next_first_round_is_the_last() -> None:
    play = cast(balloting(0, 1, hands={3: [POWER]}, exposed={2: ["church"]}), {}).passes()
    play.when(0, Withdraw(withdraw=True)).when(1, Withdraw(withdraw=True)).waits("nomination", 0)
    plays(play, 3, POWER).then(played(3, POWER), NoFurtherRound(cancelled=False))
    play.expires(until="ballot").when(0, CastVotes(votes={})).when(1, CastVotes(votes={}))
    play.when(2, CastVotes(votes={1: 5, 2: 3, 0: 3})).when(3, CastVotes(votes={})).passes()
    assert count(play).winner == 1


# --- EL-18: the last round of an election ---


@pytest.mark.parametrize("card", [POWER, RECESS])
def test_EL_18_without_a_further_round_a_plurality_is_enough(card: str) -> None:
    goods = {**CHURCH, "hands": {3: [card]}}
    play = cast(balloting(0, 1, 2, **goods), {0: {2: 4, 0: 3}, 1: {1: 5}})
    plays(play, 3, card).then(played(3, card), NoFurtherRound(cancelled=False), VotingClosed())
    play.waits("ballot_cards", 0, 1, 2, 3).passes()
    assert count(play) == RoundCounted(round=1, tally={0: 3, 1: 5, 2: 4}, winner=1, dropped=None)


def test_EL_18_where_several_have_equally_many_the_election_begins_again() -> None:
    goods = {**CHURCH, "hands": {3: [POWER]}}
    play = plays(balloting(0, 1, **goods), 3, POWER)
    cast(play, {0: {0: 4}, 1: {1: 4}}).passes()
    play.then(
        RoundCounted(round=1, tally={0: 4, 1: 4}, winner=None, dropped=None), ElectionRestarted()
    ).waits("nomination", 0)
    assert (play.state.election.round, play.state.election.cut) == (0, False)


def test_EL_18_nobody_is_elected_without_a_vote() -> None:
    play = plays(balloting(1, hands={3: [POWER]}), 3, POWER)
    cast(play, {}).passes().waits("nomination", 0)
    assert count(play) == RoundCounted(round=1, tally={1: 0}, winner=None, dropped=None)


def test_EL_18_who_declined_stays_out_when_it_begins_again() -> None:
    play = cast(balloting(2, exposed={0: ["church"]}, hands={3: [POWER]}), {0: {2: 1}}).passes()
    play.when(2, AcceptOffice(accept=False)).when(0, Nominate(support={0: 1, 1: 1}))
    plays(play.expires(until="ballot"), 3, POWER)
    cast(play, {0: {0: 5, 1: 5}}).passes().waits("nomination", 0)
    play.when(0, Nominate(support={2: 1})).refused(NotEnoughVotes, "2: not among 0, 1, 3")


# --- VO-7: summer recess ---


def test_VO_7_there_is_no_second_round() -> None:
    play = plays(budgeting(hands={2: [RECESS]}), 2, RECESS)
    vote(play, FOR).waits("ballot_cards", 0, 1, 2, 3).passes()
    assert count(play) == BudgetCounted(in_favour=1, against=0, result="adopted")


def test_VO_7_until_somebody_has_voted_in_the_second_round() -> None:
    play = vote(budgeting(hands={2: [RECESS]}), FOR).waits("budget_vote", 0)
    plays(play, 2, RECESS).then(played(2, RECESS), NoFurtherRound(cancelled=True), VotingClosed())
    play = vote(budgeting(hands={2: [RECESS]}), FOR).when(0, VoteOnBudget(votes={}))
    play.when(2, PlayCard(card=RECESS))
    play.refused(CardNotInHand, "votes have been given in the second round", rule="VO-7")
    for seat in (1, 2, 3):
        play.when(seat, VoteOnBudget(votes={}))
    play.waits("ballot_cards", 0, 1, 2, 3).when(2, PlayCard(card=RECESS)).refused(CardNotInHand)


def test_VO_7_in_an_election_before_the_second_round_begins() -> None:
    goods = {**CHURCH, "hands": {3: [RECESS]}}
    votes = {0: {2: 4, 0: 3}, 1: {1: 5}}
    play = cast(balloting(0, 1, 2, **goods), votes).passes()
    plays(play, 3, RECESS).passes()
    assert count(play).winner == 1
    play = cast(balloting(0, 1, 2, **goods), votes).passes().expires().waits("ballot", 0)
    play.expires().when(3, PlayCard(card=RECESS)).refused(CardNotInHand, rule="VO-7")
    play.expires(until="withdrawal").when(3, PlayCard(card=RECESS))
    play.refused(CardNotInHand, rule="VO-7")


# --- VO-8: recount ---


def test_VO_8_all_votes_are_void_and_the_ballot_begins_again() -> None:
    play = vote(vote(budgeting(hands={3: [RECOUNT]}), FOR), {}, AGAINST)
    plays(play, 3, RECOUNT).then(played(3, RECOUNT), BallotVoided()).waits("budget_vote", 0)
    assert (play.state.budget.votes, play.state.budget.round) == ({}, 1)
    play.when(0, VoteOnBudget(votes={"for": 2})).refused(NotEnoughVotes)
    vote(vote(play, FOR)).passes()
    assert count(play) == BudgetCounted(in_favour=1, against=0, result="adopted")


def test_VO_8_the_vote_cards_laid_are_discarded() -> None:
    hands = {3: [RECOUNT], 1: ["vote_farmers"]}
    play = budgeting(hands=hands).when(1, PlayCard(card="vote_farmers"))
    plays(vote(play, FOR, {"for": 4}), 3, RECOUNT).then(
        played(3, RECOUNT),
        BallotVoided(),
        VoteCardsDiscarded(cards={1: cards_of("vote_farmers")}),
    )
    play.when(0, VoteOnBudget(votes={})).when(1, VoteOnBudget(votes={"for": 3}))
    play.refused(NotEnoughVotes, "3 given out, 2 available")


def test_VO_8_in_the_middle_of_a_round_the_first_voter_begins_anew() -> None:
    play = budgeting(hands={3: [RECOUNT]}).when(0, VoteOnBudget(votes=FOR))
    plays(play.waits("budget_vote", 1), 3, RECOUNT).waits("budget_vote", 0)


def test_VO_8_in_an_election_those_who_still_stand_do() -> None:
    play = cast(balloting(0, 1, 2, hands={3: [RECOUNT]}), {}).passes()
    play.when(1, Withdraw(withdraw=True)).expires().waits("ballot", 0).expires()
    plays(play, 3, RECOUNT).waits("ballot", 0)
    election = play.state.election
    assert (election.candidates, election.round, election.votes) == ((0, 2), 1, {})


def test_VO_8_nominations_stand() -> None:
    hands = {3: [RECOUNT], 0: ["vote_farmers"]}
    play = given(at="nomination", seats=4, hands=hands).when(0, PlayCard(card="vote_farmers"))
    plays(play, 3, RECOUNT).waits("nomination", 0)
    assert play.state.deck.discards == cards_of(RECOUNT, "vote_farmers")


def test_VO_8_a_power_failure_before_it_is_void_too() -> None:
    play = plays(budgeting(hands={3: [POWER], 2: [RECOUNT]}), 3, POWER)
    plays(play, 2, RECOUNT)
    vote(play, FOR).waits("budget_vote", 0)
    assert play.state.budget.round == 2


def test_VO_8_on_a_motion_its_mover_begins_anew() -> None:
    play = moved(hands={0: [RECOUNT]}).when(2, VoteOnMotion(votes={"for": 1}))
    plays(play, 0, RECOUNT).waits("motion_vote", 2)
    assert play.state.motion.votes == {}


def test_VO_8_in_the_grace_of_the_first_voter_he_is_asked_in_a_stage_of_his_own() -> None:
    play = budgeting(hands={3: [RECOUNT]}, grace_s=20).expires(until="budget_vote")
    number = play.state.course.stage.number
    play.when(0, VoteOnBudget(votes=FOR)).waits("budget_vote")
    plays(play, 3, RECOUNT).waits("budget_vote").expires().waits("budget_vote", 0)
    assert play.state.course.stage.number > number
    assert play.state.budget.votes == {}
