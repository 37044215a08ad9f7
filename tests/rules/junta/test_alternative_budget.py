"""Another budget in the place of a rejected one: AL-1 to AL-6, BU-13."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.junta.budgets import AidKept, BudgetCounted, BudgetReplaced, SharePaid
from rules.junta.effect import CardPlayed
from rules.junta.exile import ExileEntered
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.interrupts.resign import Resign
from rules.junta.rejections import BillsNotHeld, CardNotInHand
from rules.junta.ruleset import DURATIONS
from rules.junta.stages.alternative import NoBudgetOffered, OfferNoBudget, RejectionStood
from rules.junta.stages.budget import BudgetProposed, ProposeBudget
from rules.junta.stages.budget_force import BudgetFell, BudgetForced, ForceBudget
from rules.junta.stages.budget_tie import BreakTie, TieBroken
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.hand_over import AidHandedOver, KeepBill
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import Play, cards_of, given

CARD = "alternative_budget"
HANDS = {2: [CARD]}
LAID = CardPlayed(seat=2, card=CARD)
AID = Bills(4, 3, 1)
OWN = Bills(0, 1, 0)
SHARES = {1: Bills(2, 0, 0), 2: Bills(0, 0, 1), 0: Bills(0, 4, 0)}
"""What President 0 promises: nine bills, one of them, of 2 MP, his own."""
HANDED = Bills(4, 3, 0)
"""The aid without its most valuable bill."""
FOR, AGAINST = {"for": 1}, {"against": 1}


def vote(play: Play, first: int, votes: Mapping[int, Mapping[str, int]]) -> Play:
    """Two rounds of four families, these votes in the first, and the count."""
    for given_now in (votes, {}):
        for seat in ((first + i) % 4 for i in range(4)):
            play.when(seat, VoteOnBudget(votes=given_now.get(seat, {})))
    return play.passes("ballot_cards")


def counted(**goods: Any) -> Play:
    """The budget of President 0, with 1 as Minister, just rejected by four families."""
    goods = {"president": 0, "aid": AID, "hands": HANDS, "cash": {0: OWN}} | goods
    play = given(at="budget", seats=4, **goods).when(0, ProposeBudget(shares=SHARES))
    return vote(play, 0, {1: AGAINST})


def offered(**goods: Any) -> Play:
    """Seat 2 offers another budget."""
    play = counted(**goods).when(2, PlayCard(card=CARD))
    assert play.refusal is None, play.refusal
    return play


def proposing(**goods: Any) -> Play:
    """The aid has been handed over to seat 2, but for the bill of 3 MP."""
    return offered(**goods).when(0, KeepBill(mp=3)).waits("budget", 2)


OTHER = {3: Bills(1, 0, 0), 2: Bills(0, 1, 0)}


def announced(**goods: Any) -> Play:
    return proposing(**goods).when(2, ProposeBudget(shares=OTHER)).waits("budget_vote", 2)


PAID = (
    SharePaid(parties=(2, 2), receiver=2, mp=2, bills=Bills(0, 1, 0)),
    SharePaid(parties=(2, 3), receiver=3, mp=1, bills=Bills(1, 0, 0)),
    AidKept(seat=2, bills=Bills(3, 2, 0)),
)


# --- AL-1: the question ---


def test_AL_1_after_a_rejection_all_but_the_president_are_asked_before_the_minister() -> None:
    play = counted().waits("alternative", 1, 2, 3)
    play.when(0, OfferNoBudget()).refused(NotYourTurn)
    play.when(1, ForceBudget(force=True)).refused(NotNow)
    play.when(3, OfferNoBudget()).then(NoBudgetOffered(seat=3)).waits("alternative", 1, 2)
    play.when(1, OfferNoBudget()).when(2, OfferNoBudget())
    play.then(NoBudgetOffered(seat=2), RejectionStood()).waits("budget_force", 1)
    assert play.state.turn.excuse


def test_AL_1_also_after_a_tie_that_the_president_decided_so() -> None:
    play = given(at="budget", seats=4, president=0, aid=AID, hands=HANDS)
    play.when(0, ProposeBudget(shares={})).expires(until="budget_tie")
    play.when(0, BreakTie(adopt=False))
    play.waits("alternative", 1, 2, 3).when(2, PlayCard(card=CARD)).waits("hand_over", 0)


def test_AL_1_silence_offers_nothing() -> None:
    play = counted().expires()
    play.then(*(NoBudgetOffered(seat=s) for s in (1, 2, 3)), RejectionStood())
    play.waits("budget_force", 1)


def test_AL_1_whoever_has_said_so_beforehand_is_not_waited_for() -> None:
    play = given(at="budget", seats=4, president=0, aid=AID)
    for seat in (1, 2, 3):
        play.when(seat, AnswerBeforehand(stage_name="alternative", silent=True))
    play.when(0, ProposeBudget(shares={}))
    vote(play, 0, {1: AGAINST}).waits("budget_force", 1)


def test_AL_1_exiles_are_not_asked() -> None:
    play = counted().has(ExileEntered(seat=3, embassy="embassy_north"))
    play.waits("alternative", 1, 2)


def test_AL_1_the_question_is_short() -> None:
    assert [preset["alternative"] for preset in DURATIONS.values()] == [20, 12 * 3600, 3]


def test_AL_1_not_before_the_rejection_and_not_when_the_minister_is_asked() -> None:
    play = given(at="budget", seats=4, president=0, aid=AID, hands=HANDS)
    play.when(2, PlayCard(card=CARD)).refused(CardNotInHand, "rejection", rule="AL-1")
    play.when(0, ProposeBudget(shares={})).when(2, PlayCard(card=CARD))
    play.refused(CardNotInHand, "rejection", rule="AL-1")
    play = counted().expires().waits("budget_force", 1).when(2, PlayCard(card=CARD))
    play.refused(CardNotInHand, "rejection", rule="AL-1")


def test_AL_1_neither_after_an_adoption() -> None:
    play = given(at="budget", seats=4, president=0, aid=AID, hands=HANDS)
    vote(play.when(0, ProposeBudget(shares={})), 0, {0: FOR}).when(2, PlayCard(card=CARD))
    play.refused(CardNotInHand, rule="AL-1")


def test_AL_1_not_by_the_president() -> None:
    play = counted(hands={0: [CARD]}).when(0, PlayCard(card=CARD))
    play.refused(CardNotInHand, "not for the President", rule="CD-7")


def test_AL_1_whoever_offered_nothing_may_still_play_the_card_meanwhile() -> None:
    counted().when(2, OfferNoBudget()).when(2, PlayCard(card=CARD)).waits("hand_over", 0)


# --- AL-2: the first that is played ---


def test_AL_2_the_presidents_own_bills_return_and_the_others_are_not_asked_any_more() -> None:
    play = offered().then(LAID, BudgetReplaced(seat=2, former=0, bills=OWN))
    play.waits("hand_over", 0).when(3, OfferNoBudget()).refused(NotNow)
    assert play.state.deck.discards == cards_of(CARD)
    budget = play.state.budget
    assert (budget.aid, budget.set_aside, budget.shares, budget.votes) == (AID, NO_BILLS, {}, {})
    assert play.family(0).cash == OWN


def test_AL_2_the_excuse_stays() -> None:
    play = vote(announced(), 2, {2: FOR})
    assert (play.state.turn.bank, play.state.turn.excuse) == ("open", True)


# --- AL-3: what is handed over ---


def test_AL_3_the_president_keeps_one_bill_of_his_choice() -> None:
    play = (
        offered()
        .when(0, KeepBill(mp=1))
        .then(
            AidHandedOver(
                parties=(0, 2), giver=0, receiver=2, kept=Bills(1, 0, 0), bills=Bills(3, 3, 1)
            )
        )
    )
    assert play.family(0).cash == OWN + Bills(1, 0, 0)
    play.waits("budget", 2)


def test_AL_3_it_must_be_a_bill_of_the_aid_and_only_he_chooses() -> None:
    play = offered(aid=Bills(4, 4, 0), cash={0: Bills(0, 0, 2)})
    play.when(0, KeepBill(mp=3)).refused(BillsNotHeld, "3 is not one of: 1, 2", rule="AL-3")
    play.when(2, KeepBill(mp=1)).refused(NotYourTurn)


def test_AL_3_silence_keeps_the_most_valuable() -> None:
    play = offered().expires()
    play.then(AidHandedOver(parties=(0, 2), giver=0, receiver=2, kept=Bills(0, 0, 1), bills=HANDED))


def test_AL_3_where_no_bill_was_drawn_none_is_kept() -> None:
    play = given(at="budget", seats=4, president=0, aid=NO_BILLS, hands=HANDS)
    vote(play.when(0, ProposeBudget(shares={})), 0, {1: AGAINST}).when(2, PlayCard(card=CARD))
    play.when(0, KeepBill(mp=0)).waits("budget", 2)


def test_AL_3_the_two_know_the_bills_and_the_president_alone_what_he_kept() -> None:
    play = proposing()
    assert [play.view(seat).budget.aid for seat in (0, 2)] == [HANDED, HANDED]
    for viewer in (1, 3, ANYBODY):
        assert is_hidden(play.view(viewer).budget.aid)
    (handed,) = (e for e in play.events if isinstance(e, AidHandedOver))
    assert handed.kept == Bills(0, 0, 1)


# --- AL-4: the other budget ---


def test_AL_4_he_announces_it_from_what_he_got_and_his_own_purse() -> None:
    play = proposing(cash={0: OWN, 2: Bills(1, 0, 0)})
    play.when(0, ProposeBudget(shares={})).refused(NotYourTurn)
    too_much = {3: Bills(6, 0, 0)}
    play.when(2, ProposeBudget(shares=too_much)).refused(BillsNotHeld, rule="BU-2")
    play.when(2, ProposeBudget(shares={3: Bills(5, 0, 0)})).then(
        BudgetProposed(
            seat=2,
            sums={0: 0, 1: 0, 2: 0, 3: 5},
            shares={3: Bills(5, 0, 0)},
            from_aid=Bills(4, 0, 0),
            from_cash=Bills(1, 0, 0),
        )
    )
    assert play.family(2).cash == NO_BILLS


def test_AL_4_silence_promises_nothing() -> None:
    play = proposing().expires().waits("budget_vote", 2)
    assert play.state.budget.shares == {}


def test_AL_4_a_president_who_resigns_meanwhile_leaves_when_it_is_done() -> None:
    play = proposing().when(0, Resign()).waits("budget", 2)
    play.when(2, ProposeBudget(shares=OTHER)).waits("budget_vote", 2)
    vote(play, 2, {2: FOR})
    assert PAID[-1] in play.last
    assert play.at == "nomination"
    assert play.state.government.purse == OWN + Bills(0, 0, 1)


# --- AL-5: the vote ---


def test_AL_5_two_rounds_the_proposer_first() -> None:
    play = announced()
    for _ in range(2):
        for seat in (2, 3, 0, 1):
            play.waits("budget_vote", seat).when(seat, VoteOnBudget(votes={}))
    play.waits("ballot_cards", 0, 1, 2, 3)


@pytest.mark.parametrize("adopt", [True, False])
def test_AL_5_the_proposer_decides_a_tie(adopt: bool) -> None:
    play = vote(announced(), 2, {2: FOR, 0: AGAINST}).waits("budget_tie", 2)
    play.when(0, BreakTie(adopt=True)).refused(NotYourTurn)
    paid = PAID if adopt else ()
    play.when(2, BreakTie(adopt=adopt)).then(TieBroken(seat=2, adopted=adopt), *paid)
    assert play.at == ("locations" if adopt else "budget_force")


# --- AL-6: what becomes of it ---


def test_AL_6_adopted_he_pays_and_keeps_the_rest_and_the_bank_is_open() -> None:
    play = vote(announced(), 2, {2: FOR})
    followed = [e for e in play.last if isinstance(e, BudgetCounted | SharePaid | AidKept)]
    assert followed == [BudgetCounted(in_favour=1, against=0, result="adopted"), *PAID]
    assert play.state.turn.bank == "open"
    assert play.family(2).cash == Bills(3, 3, 0)
    play.waits("locations", 0, 1, 2, 3)


def test_AL_6_rejected_the_minister_may_force_it() -> None:
    play = vote(announced(), 2, {1: AGAINST}).waits("budget_force", 1)
    play.when(1, ForceBudget(force=True)).then(BudgetForced(seat=1), *PAID)
    assert (play.state.turn.bank, play.state.turn.police_in_chamber) == ("lunch", True)


def test_AL_6_not_forced_he_keeps_the_bills_and_the_bank_is_closed() -> None:
    play = vote(announced(cash={0: OWN, 2: OWN}), 2, {1: AGAINST})
    play.when(1, ForceBudget(force=False)).then(BudgetFell(), AidKept(seat=2, bills=HANDED))
    assert play.family(2).cash == HANDED + OWN
    assert play.state.turn.bank == "closed"
    assert play.family(0).cash == OWN + Bills(0, 0, 1)


def test_AL_6_the_minister_may_force_his_own() -> None:
    play = counted(hands={1: [CARD]}).when(1, PlayCard(card=CARD)).when(0, KeepBill(mp=3))
    play.when(1, ProposeBudget(shares={1: HANDED}))
    vote(play, 1, {0: AGAINST}).waits("budget_force", 1).when(1, ForceBudget(force=True))
    assert play.family(1).cash == HANDED


# --- BU-13: nobody can force ---


def test_BU_13_a_minister_in_exile_forces_nothing_and_the_budget_falls() -> None:
    play = counted().has(ExileEntered(seat=1, embassy="embassy_north"))
    play.when(2, OfferNoBudget()).when(3, OfferNoBudget())
    play.then(
        NoBudgetOffered(seat=3), RejectionStood(), BudgetFell(), AidKept(seat=0, bills=AID + OWN)
    )
    assert play.state.turn.bank == "closed"


def test_BU_13_an_alternative_falls_as_well() -> None:
    play = announced().has(ExileEntered(seat=1, embassy="embassy_north"))
    for seat, votes in ((2, {}), (3, AGAINST), (0, {}), (2, {}), (3, {}), (0, {})):
        play.when(seat, VoteOnBudget(votes=votes))
    play.waits("ballot_cards", 0, 2, 3).passes()
    assert [e for e in play.last if isinstance(e, BudgetFell | AidKept)] == [
        BudgetFell(), AidKept(seat=2, bills=HANDED)
    ]  # fmt: skip
