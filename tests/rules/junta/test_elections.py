"""The election of the President: EL-1 to EL-16."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.junta.elections import RoundCounted, VoteCardsDiscarded, eligible, voters
from rules.junta.exile import ExileEntered
from rules.junta.interrupts.play_card import InfluenceExposed, PlayCard, VoteCardLaid
from rules.junta.rejections import NotEnoughVotes
from rules.junta.stages.acceptance import AcceptOffice, OfficeDeclined, PresidentElected
from rules.junta.stages.ballot import CastVotes, VotesCast
from rules.junta.stages.nomination import (
    ElectionCalled,
    Nominate,
    Nominated,
    NominationsClosed,
)
from rules.junta.stages.withdrawal import (
    CandidacyKept,
    CandidacyWithdrawn,
    NominationsReopened,
    Withdraw,
)
from rules.junta.state import votes_of
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice
from rules.kernel.stages import ask_draw
from tests.given import CABINETS, Play, cards_of, given, under

Votes = Mapping[int, Mapping[int, int]]


def nominating(**goods: Any) -> Play:
    return given(at="nomination", seats=4, **goods)


def balloting(*candidates: int, everyone: bool = False, **goods: Any) -> Play:
    """A first round among these candidates, as it begins."""
    closed = NominationsClosed(candidates=candidates, everyone=everyone)  # type: ignore[arg-type]
    return nominating(**goods).has(closed).opens("ballot")


def cast(play: Play, votes: Votes) -> Play:
    """Each of the four seats in turn casts these votes, or abstains; they are counted."""
    for seat in range(4):
        play.when(seat, CastVotes(votes=votes.get(seat, {})))
    return play.passes()


def counted(play: Play) -> RoundCounted:
    """The count that was the last commit's."""
    (count,) = (e for e in play.last if isinstance(e, RoundCounted))
    return count


def keep(play: Play) -> Play:
    """Everybody stays in the race."""
    return play.expires() if play.at == "withdrawal" else play


def test_EL_1_the_first_election_begins_with_seat_0_and_goes_clockwise() -> None:
    play = nominating()
    assert play.events[-1] == ElectionCalled(order=(0, 1, 2, 3))
    for seat in range(4):
        play.waits("nomination", seat).when(seat, Nominate(support={}))
    play.waits("ballot", 0)


def test_EL_2_nobody_nominates_before_his_turn() -> None:
    play = nominating(exposed={2: ["church"]})
    play.when(2, Nominate(support={2: 1})).refused(NotYourTurn).waits("nomination", 0)


def test_EL_2_influence_and_laid_vote_cards_nominate() -> None:
    play = nominating(exposed={0: ["bankers"]}, hands={0: ["vote_farmers"]})
    play.when(0, Nominate(support={0: 8})).refused(NotEnoughVotes, "8 given out, 7 available")
    play.when(0, PlayCard(card="vote_farmers")).then(VoteCardLaid(seat=0, card="vote_farmers"))
    play.when(0, Nominate(support={0: 9})).then(Nominated(seat=0, support={0: 9}))


def test_EL_2_posts_do_not_nominate() -> None:
    play = nominating(posts=CABINETS[4]).when(0, Nominate(support={}))
    play.when(1, Nominate(support={1: 1})).refused(NotEnoughVotes, "1 given out, 0 available")


def test_EL_2_silence_nominates_nobody() -> None:
    play = nominating(exposed={0: ["church"]}).expires()
    play.then(Nominated(seat=0, support={})).waits("nomination", 1)


@pytest.mark.parametrize("support", [{}, {1: 0}])
def test_EL_3_nobody_is_nominated_without_a_vote(support: dict[int, int]) -> None:
    play = nominating(exposed={0: ["church"]}).when(0, Nominate(support=support))
    play.then(Nominated(seat=0, support={}))
    play.expires().expires().expires().then(
        Nominated(seat=3, support={}), NominationsClosed(candidates=(0, 1, 2, 3), everyone=True)
    )


def test_EL_4_others_are_nominated_without_their_consent_and_votes_may_be_split() -> None:
    play = nominating(exposed={0: ["church"]}).when(0, Nominate(support={3: 4, 1: 6}))
    play.then(Nominated(seat=0, support={1: 6, 3: 4}))
    play.expires().expires().expires().then(
        Nominated(seat=3, support={}), NominationsClosed(candidates=(1, 3), everyone=False)
    )


def test_EL_4_only_families_at_the_table_are_nominated() -> None:
    play = nominating(exposed={0: ["church"]})
    play.when(0, Nominate(support={4: 1})).refused(NotEnoughVotes, "4: not among 0, 1, 2, 3")


def test_EL_4_only_the_nominated_can_be_voted_for() -> None:
    play = balloting(1, 3, exposed={0: ["church"]})
    play.when(0, CastVotes(votes={0: 1})).refused(NotEnoughVotes, "0: not among 1, 3")


def test_EL_5_a_nomination_binds_nobody_in_the_ballot() -> None:
    play = nominating(exposed={0: ["church"], 1: ["bankers"]})
    play.when(0, Nominate(support={2: 10})).when(1, Nominate(support={1: 7})).expires().expires()
    play.when(0, CastVotes(votes={1: 10})).then(VotesCast(seat=0, votes={1: 10}))


def test_EL_5_vote_cards_laid_for_a_nomination_are_discarded_before_the_first_round() -> None:
    play = nominating(hands={0: ["vote_farmers", "vote_middle_classes"]})
    play.when(0, PlayCard(card="vote_farmers")).when(0, Nominate(support={0: 2}))
    play.expires().expires().expires().then(
        Nominated(seat=3, support={}),
        NominationsClosed(candidates=(0,), everyone=False),
        VoteCardsDiscarded(cards={0: cards_of("vote_farmers")}),
    )
    play.when(0, CastVotes(votes={0: 1})).refused(NotEnoughVotes, "1 given out, 0 available")
    play.when(0, PlayCard(card="vote_middle_classes")).when(0, CastVotes(votes={0: 3}))
    assert play.state.deck.discards == cards_of("vote_farmers")


def test_EL_5_by_option_they_still_count_in_the_first_round() -> None:
    play = nominating(hands={0: ["vote_farmers"]}, nomination_cards_stay=True)
    play.when(0, PlayCard(card="vote_farmers")).when(0, Nominate(support={0: 2}))
    play.expires().expires().expires().then(
        Nominated(seat=3, support={}), NominationsClosed(candidates=(0,), everyone=False)
    )
    play.when(0, CastVotes(votes={0: 2})).expires().expires().expires()
    play.passes().then(
        RoundCounted(round=1, tally={0: 2}, winner=0, dropped=None),
        VoteCardsDiscarded(cards={0: cards_of("vote_farmers")}),
    )


def test_EL_6_if_nobody_is_nominated_all_stand_and_have_one_vote_more() -> None:
    play = nominating(exposed={0: ["bankers"]}).expires(until="ballot")
    play.when(0, CastVotes(votes={0: 9})).refused(NotEnoughVotes, "9 given out, 8 available")
    play.when(0, CastVotes(votes={0: 8}))
    play.when(1, CastVotes(votes={2: 1})).then(VotesCast(seat=1, votes={2: 1}))


def test_EL_6_the_vote_of_need_counts_in_later_rounds_too() -> None:
    play = keep(cast(balloting(0, 1, 2, 3, everyone=True), {}))
    play.when(0, CastVotes(votes={0: 1})).then(VotesCast(seat=0, votes={0: 1}))


def test_EL_6_it_is_gone_in_an_election_that_begins_again() -> None:
    play = cast(balloting(0, 1, 2, 3, everyone=True), {0: {1: 1}})
    play.when(1, AcceptOffice(accept=False)).expires().expires().expires()
    assert play.when(3, Nominate(support={})).state.election.everyone
    play = cast(balloting(0, 1, everyone=True, exposed={0: ["church"]}), {0: {1: 1}})
    play.when(1, AcceptOffice(accept=False)).when(0, Nominate(support={0: 1}))
    play.expires(until="ballot").when(0, CastVotes(votes={0: 11}))
    play.refused(NotEnoughVotes, "11 given out, 10 available")


def test_EL_7_votes_are_split_or_withheld_and_each_speaks_in_turn() -> None:
    play = balloting(1, 2, exposed={0: ["church"]})
    play.when(1, CastVotes(votes={})).refused(NotYourTurn)
    play.when(0, CastVotes(votes={1: 3, 2: 2})).then(VotesCast(seat=0, votes={1: 3, 2: 2}))
    play.waits("ballot", 1).when(1, CastVotes(votes={})).then(VotesCast(seat=1, votes={}))
    play.waits("ballot", 2).when(0, CastVotes(votes={})).refused(NotYourTurn)


def test_EL_7_posts_count_in_the_ballot() -> None:
    play = balloting(1, 2, posts=CABINETS[4]).expires()
    play.when(1, CastVotes(votes={1: 3})).refused(NotEnoughVotes, "3 given out, 2 available")
    play.when(1, CastVotes(votes={1: 2})).then(VotesCast(seat=1, votes={1: 2}))


def test_EL_8_rounds_are_not_cumulative() -> None:
    goods = {"exposed": {0: ["bankers"], 1: ["conservatives"]}}
    play = keep(cast(balloting(0, 1, 2, **goods), {0: {0: 7}, 1: {1: 7}}))
    cast(play, {1: {2: 1}})
    assert counted(play) == RoundCounted(round=2, tally={0: 0, 1: 0, 2: 1}, winner=2, dropped=None)


def test_EL_8_influence_votes_again_and_new_cards_may_come_in_a_later_round() -> None:
    hands = {0: ["vote_farmers", "vote_ghost_voters"], 1: ["unions"]}
    play = balloting(0, 1, hands=hands, exposed={1: ["radicals"]})
    play.when(0, PlayCard(card="vote_ghost_voters"))
    cast(play, {0: {0: 3}, 1: {1: 3}})
    play.then(
        RoundCounted(round=1, tally={0: 3, 1: 3}, winner=None, dropped=None),
        VoteCardsDiscarded(cards={0: cards_of("vote_ghost_voters")}),
    )
    play.when(1, PlayCard(card="unions")).then(InfluenceExposed(seat=1, card="unions"))
    keep(play).when(0, PlayCard(card="vote_farmers"))
    play.when(0, CastVotes(votes={0: 3})).refused(NotEnoughVotes, "3 given out, 2 available")
    cast(play, {0: {0: 2}, 1: {1: 8}}).waits("acceptance", 1)


def test_EL_8_silence_abstains() -> None:
    balloting(0, 1, exposed={0: ["church"]}).expires().then(VotesCast(seat=0, votes={}))


def test_EL_9_exactly_half_of_the_votes_cast_is_not_enough() -> None:
    goods = {"exposed": {0: ["church"]}}
    half = cast(balloting(0, 1, 2, **goods), {0: {0: 5, 1: 3, 2: 2}})
    assert counted(half).winner is None
    more = cast(balloting(0, 1, 2, **goods), {0: {0: 5, 1: 4}})
    assert counted(more) == RoundCounted(round=1, tally={0: 5, 1: 4, 2: 0}, winner=0, dropped=None)


def test_EL_9_a_plurality_is_not_enough() -> None:
    play = cast(balloting(0, 1, 2, exposed={0: ["church"]}), {0: {0: 4, 1: 3, 2: 3}})
    play.waits("withdrawal", 0, 1, 2)


def test_EL_9_votes_not_cast_do_not_count() -> None:
    goods = {"exposed": {0: ["church"], 1: ["radicals"]}}
    assert counted(cast(balloting(0, 1, **goods), {1: {1: 1}})).winner == 1


def test_EL_9_a_single_candidate_needs_one_vote() -> None:
    play = cast(balloting(2, exposed={0: ["church"]}), {})
    assert counted(play) == RoundCounted(round=1, tally={2: 0}, winner=None, dropped=None)
    assert counted(cast(keep(play), {0: {2: 1}})).winner == 2


def test_EL_10_candidates_may_withdraw_between_rounds_in_any_order() -> None:
    play = cast(balloting(0, 1, 3), {}).waits("withdrawal", 0, 1, 3)
    play.when(3, Withdraw(withdraw=True)).then(CandidacyWithdrawn(seat=3))
    play.when(3, Withdraw(withdraw=False)).refused(NotYourTurn)
    play.when(2, Withdraw(withdraw=True)).refused(NotYourTurn)
    play.when(0, Withdraw(withdraw=False)).then(CandidacyKept(seat=0)).waits("withdrawal", 1)
    play.expires().then(CandidacyKept(seat=1)).waits("ballot", 0)
    assert play.state.election.candidates == (0, 1)


def test_EL_11_there_are_no_new_nominations_between_rounds() -> None:
    play = cast(balloting(0, 1, exposed={2: ["church"]}), {})
    play.when(2, Nominate(support={2: 1})).refused(NotNow)
    play.when(0, Withdraw(withdraw=True)).expires().waits("ballot", 0)
    assert play.state.election.candidates == (1,)


def test_EL_11_when_all_have_withdrawn_the_election_begins_again_with_nominations() -> None:
    play = cast(balloting(0, 1, exposed={2: ["church"]}), {}).when(0, Withdraw(withdraw=True))
    play.when(1, Withdraw(withdraw=True)).then(CandidacyWithdrawn(seat=1), NominationsReopened())
    play.waits("nomination", 0).expires().expires().when(2, Nominate(support={0: 1})).expires()
    play.then(Nominated(seat=3, support={}), NominationsClosed(candidates=(0,), everyone=False))
    assert play.state.election.round == 2


def test_EL_11_the_next_round_follows_when_every_candidate_has_answered() -> None:
    play = cast(balloting(0, 1), {}).when(0, Withdraw(withdraw=False))
    assert play.state.election.phase == "withdrawal"
    play.when(1, Withdraw(withdraw=True))
    assert play.state.election.phase == "ballot"


def rounds(play: Play, votes: Votes, number: int) -> Play:
    """The same votes in so many rounds, nobody withdrawing in between."""
    for _ in range(number):
        cast(keep(play), votes)
    return play


TIED = {"exposed": {0: ["radicals", "bankers", "conservatives"]}}


def test_EL_12_after_five_rounds_the_lowest_is_dropped() -> None:
    votes = {0: {0: 8, 1: 5, 2: 4}}
    play = rounds(balloting(0, 1, 2, **TIED), votes, 4)
    assert counted(play).dropped is None
    rounds(play, votes, 1)
    assert counted(play) == RoundCounted(round=5, tally={0: 8, 1: 5, 2: 4}, winner=None, dropped=2)
    play.waits("withdrawal", 0, 1)
    keep(play).when(0, CastVotes(votes={2: 1})).refused(NotEnoughVotes, "2: not among 0, 1")


def test_EL_12_one_is_dropped_after_each_later_round() -> None:
    votes = {0: {0: 6, 1: 4, 2: 4, 3: 2}}
    play = rounds(balloting(0, 1, 2, 3, **TIED), votes, 5)
    assert counted(play).dropped == 3
    assert counted(rounds(play, {0: {0: 6, 1: 6, 2: 4}}, 1)).dropped == 2


def test_EL_12_withdrawing_cannot_keep_an_election_from_its_end() -> None:
    play = balloting(1, exposed={1: ["radicals"]})
    for _ in range(4):
        cast(play, {}).when(1, Withdraw(withdraw=True)).expires()
        play.when(1, Nominate(support={1: 1})).expires(until="ballot")
    assert counted(cast(play, {})) == RoundCounted(round=5, tally={1: 0}, winner=1, dropped=None)


def test_EL_12_nobody_withdraws_once_candidates_are_being_dropped() -> None:
    play = rounds(balloting(0, 1, 2), {}, 4).when(0, Withdraw(withdraw=True))
    play.when(1, Withdraw(withdraw=False)).when(2, Withdraw(withdraw=False))
    play = rounds(balloting(0, 1, 2), {}, 5).waits("withdrawal", 0, 1)
    play.when(0, Withdraw(withdraw=True)).refused(OutOfChoice, "not one of: False")
    play.when(0, Withdraw(withdraw=False)).then(CandidacyKept(seat=0))


def test_EL_11_the_vote_of_need_is_gone_when_there_are_nominations_again() -> None:
    play = cast(balloting(0, 1, 2, 3, everyone=True), {})
    for seat in range(4):
        play.when(seat, Withdraw(withdraw=True))
    play.waits("nomination", 0)
    assert [votes_of(play.state, seat) for seat in range(4)] == [0] * 4


def test_EL_12_an_election_that_begins_again_counts_its_rounds_anew() -> None:
    play = rounds(balloting(1, 2, **TIED), {}, 5).waits("acceptance", 1)
    play.when(1, AcceptOffice(accept=False)).when(0, Nominate(support={2: 1, 3: 1}))
    play.expires(until="ballot")
    assert counted(cast(play, {})).winner is None


def test_EL_12_the_number_of_rounds_is_an_option() -> None:
    play = rounds(balloting(0, 1, 2, election_rounds=2, **TIED), {0: {0: 5, 1: 4, 2: 3}}, 2)
    assert counted(play).dropped == 2


def test_EL_12_a_majority_in_the_fifth_round_still_wins() -> None:
    play = rounds(balloting(0, 1, 2, **TIED), {}, 4)
    assert counted(rounds(play, {0: {1: 1}}, 1)).winner == 1


def test_EL_13_of_two_tied_the_one_with_more_printed_influence_wins() -> None:
    exposed = {0: ["church", "christian_democrats"], 1: ["conservatives", "bankers", "radicals"]}
    play = rounds(balloting(0, 1, exposed=exposed), {}, 5)
    assert counted(play) == RoundCounted(round=5, tally={0: 0, 1: 0}, winner=1, dropped=None)


def test_EL_13_then_the_one_nearer_to_the_first_voter_wins() -> None:
    exposed = {1: ["radicals"], 2: ["peasants"], 3: ["church"]}
    play = rounds(balloting(1, 2, exposed=exposed), {3: {1: 5, 2: 5}}, 5)
    assert counted(play) == RoundCounted(round=5, tally={1: 5, 2: 5}, winner=1, dropped=None)


def test_EL_13_of_several_lowest_the_weakest_and_farthest_is_dropped() -> None:
    exposed = {2: ["radicals"], 0: ["church"]}
    play = rounds(balloting(0, 1, 2, 3, exposed=exposed), {}, 5)
    assert counted(play).dropped == 3
    assert counted(rounds(play, {}, 1)).dropped == 1
    assert counted(rounds(play, {}, 1)).winner == 0


def test_EL_13_a_last_candidate_whom_nobody_votes_for_is_elected_too() -> None:
    assert counted(rounds(balloting(3), {}, 5)).winner == 3


def elected(seat: int, **goods: Any) -> Play:
    """An election that this seat has just won, seat 0 having voted for it."""
    return cast(balloting(seat, exposed={0: ["church"]}, **goods), {0: {seat: 1}})


def test_EL_14_the_winner_accepts_the_office() -> None:
    play = elected(2).waits("acceptance", 2).when(2, AcceptOffice(accept=True))
    play.then(PresidentElected(seat=2), ask_draw("draw"))
    assert (play.state.government.president, play.state.election) == (2, None)


def test_EL_14_only_the_winner_is_asked() -> None:
    elected(2).when(1, AcceptOffice(accept=True)).refused(NotYourTurn)


def test_EL_14_silence_accepts() -> None:
    elected(2).expires().then(PresidentElected(seat=2), ask_draw("draw"))


def test_EL_15_when_he_declines_the_election_begins_again_without_him() -> None:
    play = elected(2, hands={2: ["bankers"]}).when(2, AcceptOffice(accept=False))
    play.then(OfficeDeclined(seat=2)).waits("nomination", 0)
    play.when(0, Nominate(support={2: 1})).refused(NotEnoughVotes, "2: not among 0, 1, 3")
    play.when(0, Nominate(support={3: 1})).expires().when(2, PlayCard(card="bankers"))
    play.when(2, Nominate(support={1: 7})).expires()
    play.then(Nominated(seat=3, support={}), NominationsClosed(candidates=(1, 3), everyone=False))
    cast(play, {2: {1: 7}}).waits("acceptance", 1)


def test_EL_15_he_does_not_stand_even_if_nobody_is_nominated() -> None:
    play = elected(2).when(2, AcceptOffice(accept=False)).expires(until="ballot")
    play.then(Nominated(seat=3, support={}), NominationsClosed(candidates=(0, 1, 3), everyone=True))


def test_EL_16_the_last_one_cannot_decline() -> None:
    play = elected(1)
    for seat in (1, 2, 3):
        play.when(seat, AcceptOffice(accept=False))
        nominee = (seat + 1) % 4
        play.when(0, Nominate(support={nominee: 1})).expires(until="ballot")
        cast(play, {0: {nominee: 1}})
    play.waits("acceptance", 0).when(0, AcceptOffice(accept=False))
    play.refused(OutOfChoice, "not one of: True")
    play.when(0, AcceptOffice(accept=True)).then(PresidentElected(seat=0), ask_draw("draw"))


def test_EL_7_votes_are_written_in_the_order_of_seats_however_they_were_named() -> None:
    play = given(at="nomination", exposed={0: ["church"]})
    play.when(0, Nominate(support={2: 3, 1: 4}))
    assert list(play.last[0].support) == [1, 2]
    play.expires(until="ballot").when(0, CastVotes(votes={2: 3, 1: 4}))
    assert list(play.last[0].votes) == [1, 2]


def test_EL_17_exiles_neither_vote_nor_stand() -> None:
    play = given(at="locations", president=3, posts=under(3, 5))
    play.has(ExileEntered(seat=4, embassy="embassy_north"))  # type: ignore[arg-type]
    assert voters(play.state) == (3, 0, 1, 2)
    assert eligible(play.state, frozenset({2})) == (0, 1, 3)
