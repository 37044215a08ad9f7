"""What votes there are and when cards are played: VO-1 to VO-4, CD-1 to CD-6, TI-4."""

from __future__ import annotations

import pytest

from rules.junta.budgets import AidKept, BudgetCounted
from rules.junta.cards import BY_ID, CARDS, CardId, influence_votes
from rules.junta.elections import VoteCardsDiscarded
from rules.junta.interrupts.play_card import (
    DonationPlayed,
    DonationReceived,
    InfluenceExposed,
    PlayCard,
    VoteCardLaid,
)
from rules.junta.rejections import CardNotInHand, NotEnoughVotes
from rules.junta.stages.aid import AidDrawn, AidRanOut
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_vote import BudgetVoted, VoteOnBudget
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.hand_limit import DiscardCards
from rules.junta.stages.nomination import Nominate
from rules.junta.state import votes_of
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Drawn
from rules.kernel.rejections import NotNow, NotRunning
from rules.kernel.stages import UNNUMBERED, ask_draw
from tests.given import CABINETS, cards_of, given

INFLUENCE = {
    "church": 10,
    "conservatives": 8,
    "bankers": 7,
    "christian_democrats": 5,
    "unions": 5,
    "socialists": 5,
    "election_fraud": 5,
    "students": 3,
    "academics": 3,
    "monarchists": 3,
    "radicals": 3,
    "peasants": 3,
}
WAITS = "waits for an open ballot"
VOTES = {
    "vote_black_marketeers": 3,
    "vote_ghost_voters": 3,
    "vote_middle_classes": 3,
    "vote_retired_generals": 3,
    "vote_political_refugees": 2,
    "vote_anarcho_syndicalists": 2,
    "vote_farmers": 2,
    "vote_marxist_leninists": 2,
    "vote_multiple_voters": 2,
}
ELSEWHERE = {"announce": "AS-3", "minister_announce": "CD-23", "react": "AS-18"}
ELSEWHERE |= {"coup_start": "CD-22", "coup_move": "CD-1"}
NOT_SO = [c.id for c in CARDS if c.timing in ELSEWHERE]
"""Cards that are declared otherwise, with the rule that says when."""


def test_CD_3_the_printed_votes_of_influence() -> None:
    assert {c.id: c.votes for c in CARDS if c.category == "influence"} == INFLUENCE


@pytest.mark.parametrize("card", INFLUENCE)
def test_CD_3_one_influence_alone_is_worth_what_is_printed(card: str) -> None:
    assert influence_votes(cards_of(card)) == INFLUENCE[card]


def test_CD_4_the_votes_of_vote_cards() -> None:
    assert {c.id: c.votes for c in CARDS if c.category == "vote"} == VOTES


@pytest.mark.parametrize(
    ("pair", "worth"),
    [
        (("church", "christian_democrats"), 20),
        (("unions", "socialists"), 15),
        (("students", "academics"), 9),
        (("church", "unions"), 15),
        (("christian_democrats", "socialists"), 10),
    ],
)
def test_CD_2_pairs_are_worth_more(pair: tuple[str, str], worth: int) -> None:
    assert influence_votes(cards_of(*pair)) == worth


def test_CD_2_a_pair_counts_only_before_the_same_family() -> None:
    play = given(at="nomination", exposed={0: ["church"], 1: ["christian_democrats"]})
    assert [votes_of(play.state, seat) for seat in (0, 1)] == [10, 5]


def test_CD_2_a_pair_counts_from_the_moment_it_lies_there() -> None:
    play = given(at="nomination", exposed={0: ["students"]}, hands={0: ["academics"]})
    play.when(0, PlayCard(card="academics")).when(0, Nominate(support={1: 10}))
    play.refused(NotEnoughVotes, "10 given out, 9 available")


def test_CD_1_influence_may_be_exposed_at_any_time() -> None:
    play = given(at="cabinet", president=0, hands={3: ["peasants"]})
    play.when(3, PlayCard(card="peasants")).then(InfluenceExposed(seat=3, card="peasants"))
    play.waits("cabinet", 0)
    assert (play.family(3).hand_size, play.family(3).exposed) == (0, cards_of("peasants"))


def test_CD_1_a_card_must_be_in_the_hand() -> None:
    play = given(at="cabinet", president=0, hands={3: ["peasants"]})
    play.when(3, PlayCard(card="radicals"))
    play.refused(CardNotInHand, "radicals is not in your hand; you may play: peasants", rule="CD-1")
    play.when(2, PlayCard(card="peasants")).refused(CardNotInHand, "you may play: nothing")
    assert "play_card" not in play.offers(2)


@pytest.mark.parametrize("card", NOT_SO)
def test_CD_1_some_cards_wait_for_a_declaration_of_their_own(card: CardId) -> None:
    play = given(at="nomination", hands={0: [card, "vote_farmers"]}, exposed={0: INFLUENCE})
    play.when(0, PlayCard(card=card))
    play.refused(CardNotInHand, f"{card} waits for ", rule=ELSEWHERE[BY_ID[card].timing])


def test_CD_1_nothing_is_played_before_the_game_begins_or_after_it_ends() -> None:
    play = given(at="aid", president=0, hands={3: ["peasants"]}, bills_left=Bills(7, 0, 0))
    play.expires().when(3, PlayCard(card="peasants"), stage=1).refused(NotRunning, "over")


def test_CD_5_a_donation_brings_the_top_bill_and_is_discarded() -> None:
    hands = {3: ["secret_donation_2"]}
    play = given(at="cabinet", president=0, hands=hands, bills_left=Bills(0, 0, 2))
    play.when(3, PlayCard(card="secret_donation_2"))
    play.then(DonationPlayed(seat=3, card="secret_donation_2"), ask_draw("donation", 3))
    play.chance().then(
        Drawn(request=UNNUMBERED), DonationReceived(seat=3, number=1, bills=Bills(0, 0, 1))
    )
    assert play.state.treasury.pile == Bills(0, 0, 1)
    assert play.family(3).cash == Bills(0, 0, 1)
    assert play.state.deck.discards == cards_of("secret_donation_2")


def test_CD_5_with_no_bill_left_it_brings_nothing() -> None:
    play = given(at="cabinet", president=0, hands={3: ["secret_donation_1"]}, bills_left=NO_BILLS)
    play.when(3, PlayCard(card="secret_donation_1")).chance()
    play.then(Drawn(request=UNNUMBERED), DonationReceived(seat=3, number=0, bills=NO_BILLS))
    assert play.state.deck.discards == cards_of("secret_donation_1")


def test_CD_5_a_donation_asked_for_while_the_aid_is_drawn_comes_after_it() -> None:
    hands = {1: ["secret_donation_1"]}
    play = given(at="aid", president=0, hands=hands, bills_left=Bills(8, 0, 0), posts=CABINETS[5])
    play.when(1, PlayCard(card="secret_donation_1")).chance()
    play.then(Drawn(request=UNNUMBERED), AidDrawn(seat=0, number=8, bills=Bills(8, 0, 0)))
    play.waits("aid").chance()
    play.then(Drawn(request=UNNUMBERED), DonationReceived(seat=1, number=0, bills=NO_BILLS))
    play.waits("budget", 0)


def test_CD_5_a_donation_before_the_aid_may_end_the_game() -> None:
    hands = {1: ["secret_donation_1"]}
    play = given(at="cabinet", president=0, hands=hands, bills_left=Bills(8, 0, 0))
    play.when(1, PlayCard(card="secret_donation_1")).chance().expires()
    assert AidRanOut() in play.last


def test_CD_5_the_bill_may_serve_the_budget_that_is_open() -> None:
    hands = {0: ["secret_donation_1"]}
    play = given(
        at="budget", president=0, hands=hands, aid=Bills(1, 0, 0), bills_left=Bills(0, 0, 1)
    )
    play.when(0, PlayCard(card="secret_donation_1")).chance()
    play.when(0, ProposeBudget(shares={1: Bills(1, 0, 1)})).waits("budget_vote", 0)


def test_CD_6_exposed_influence_stays_and_counts_in_every_ballot() -> None:
    play = given(at="budget", president=0, aid=NO_BILLS, exposed={1: ["bankers"]}).expires()
    play.expires().when(1, VoteOnBudget(votes={"against": 9}))
    play.expires(until="locations").expires(until="budget").expires(until="budget_vote").expires()
    assert (play.state.turn.number, play.family(1).exposed) == (2, cards_of("bankers"))
    play.when(1, VoteOnBudget(votes={"against": 10})).refused(NotEnoughVotes, "9 available")
    play.when(1, VoteOnBudget(votes={"against": 9}))
    play.then(BudgetVoted(seat=1, in_favour=0, against=9))


def test_CD_6_nobody_must_expose_influence() -> None:
    play = given(at="nomination", hands={0: ["church"]}).expires(until="acceptance")
    assert play.family(0).hand == cards_of("church")


def test_VO_1_a_family_has_the_votes_of_influence_and_of_the_vote_cards_it_laid() -> None:
    hands = {0: ["vote_farmers", "vote_ghost_voters"]}
    play = given(at="nomination", exposed={0: ["bankers"]}, hands=hands)
    assert votes_of(play.state, 0) == 7
    play.when(0, PlayCard(card="vote_farmers")).when(0, PlayCard(card="vote_ghost_voters"))
    assert votes_of(play.state, 0) == 12


def test_VO_2_each_post_is_one_vote_and_the_presidency_too() -> None:
    play = given(at="budget", president=0, aid=NO_BILLS, seats=5)
    assert [votes_of(play.state, seat) for seat in range(5)] == [1, 2, 2, 1, 1]


def test_VO_2_at_the_first_election_there_are_no_posts() -> None:
    play = given(at="nomination")
    assert [votes_of(play.state, seat) for seat in range(5)] == [0] * 5


@pytest.mark.parametrize("stage", ["nomination", "ballot", "withdrawal"])
def test_VO_3_vote_cards_may_be_laid_during_an_election(stage: str) -> None:
    play = given(at="nomination", exposed={0: ["church"]}, hands={4: ["vote_farmers"]})
    play.when(0, Nominate(support={1: 5, 2: 5})).expires(until=stage)
    play.when(4, PlayCard(card="vote_farmers")).then(VoteCardLaid(seat=4, card="vote_farmers"))


def test_VO_3_not_when_the_winner_is_asked() -> None:
    play = given(at="nomination", hands={4: ["vote_farmers"]}).expires(until="ballot")
    play.when(0, CastVotes(votes={1: 1})).expires(until="acceptance")
    play.when(4, PlayCard(card="vote_farmers")).refused(CardNotInHand, WAITS, rule="VO-3")


def test_VO_3_vote_cards_may_be_laid_between_the_announcement_of_a_budget_and_its_count() -> None:
    hands = {4: ["vote_farmers", "vote_ghost_voters", "vote_middle_classes"]}
    play = given(at="budget", president=0, aid=NO_BILLS, hands=hands)
    play.when(4, PlayCard(card="vote_farmers")).refused(CardNotInHand, WAITS, rule="VO-3")
    play.expires().when(4, PlayCard(card="vote_farmers"))
    play.then(VoteCardLaid(seat=4, card="vote_farmers"))
    play.expires().expires().expires().expires().expires()
    play.when(4, PlayCard(card="vote_ghost_voters"))
    play.then(VoteCardLaid(seat=4, card="vote_ghost_voters")).expires(until="budget_tie")
    play.when(4, PlayCard(card="vote_middle_classes")).refused(CardNotInHand, rule="VO-3")


@pytest.mark.parametrize("stage", ["draw", "hand_limit", "cabinet", "locations"])
def test_VO_3_never_where_no_ballot_is_open(stage: str) -> None:
    play = given(at=stage, president=0, hands={4: ["vote_farmers", *NOT_SO[:6]]})
    play.when(4, PlayCard(card="vote_farmers")).refused(CardNotInHand, WAITS, rule="VO-3")


def test_VO_4_vote_cards_are_discarded_when_a_round_is_counted_used_or_not() -> None:
    hands = {0: ["vote_farmers"], 3: ["vote_ghost_voters"]}
    play = given(at="nomination", seats=4, hands=hands).expires(until="ballot")
    play.when(0, PlayCard(card="vote_farmers")).when(3, PlayCard(card="vote_ghost_voters"))
    play.expires().expires().expires().expires().passes()
    assert play.last[-2] == VoteCardsDiscarded(
        cards={0: cards_of("vote_farmers"), 3: cards_of("vote_ghost_voters")}
    )
    assert play.state.deck.discards == cards_of("vote_farmers", "vote_ghost_voters")


def test_VO_4_a_card_laid_between_two_rounds_counts_in_the_next_one() -> None:
    play = given(at="nomination", seats=4, hands={0: ["vote_farmers"]})
    play.expires(until="withdrawal").when(0, PlayCard(card="vote_farmers")).expires()
    play.when(0, CastVotes(votes={0: 3})).waits("ballot", 1)


def test_VO_4_vote_cards_are_discarded_when_a_budget_is_counted_and_not_before() -> None:
    hands = {1: ["vote_ghost_voters"]}
    play = given(at="budget", seats=4, president=0, aid=NO_BILLS, hands=hands).expires().expires()
    play.when(1, PlayCard(card="vote_ghost_voters"))
    play.when(1, VoteOnBudget(votes={"for": 4})).expires().expires().expires()
    play.when(1, VoteOnBudget(votes={"for": 1})).expires().expires().passes()
    play.then(
        BudgetCounted(in_favour=5, against=0, result="adopted"),
        VoteCardsDiscarded(cards={1: cards_of("vote_ghost_voters")}),
        AidKept(seat=0, bills=NO_BILLS),
    )


def test_TI_4_cards_may_be_played_out_of_turn_and_nothing_waits_for_them() -> None:
    hands = {2: ["unions", "secret_donation_1", *NOT_SO[:5]]}
    play = given(at="hand_limit", president=0, hands=hands)
    play.when(2, PlayCard(card="unions")).waits("hand_limit", 2)
    play.when(2, PlayCard(card="secret_donation_1")).waits("hand_limit").chance()
    play.passes().waits("cabinet", 0)
    play.when(2, DiscardCards(cards=cards_of("unions"))).refused(NotNow)
    play.when(0, FormCabinet(posts=CABINETS[5])).waits("aid")


def test_TI_4_what_arrives_first_counts_first() -> None:
    play = given(at="nomination", hands={0: ["bankers"]})
    play.when(0, Nominate(support={})).when(0, PlayCard(card="bankers")).waits("nomination", 1)
    play.expires().expires().expires().expires(until="ballot")
    assert play.state.election.everyone
