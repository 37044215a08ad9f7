"""Step 4: BU-1 to BU-12, MO-2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.junta.ballots import VotingClosed
from rules.junta.budgets import AidKept, BudgetCounted, SharePaid, payments
from rules.junta.chamber import SecondRoundOpened
from rules.junta.elections import VoteCardsDiscarded
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.interrupts.resign import Resign
from rules.junta.plots import FamilyKilled
from rules.junta.rejections import BillsNotHeld, NotEnoughVotes
from rules.junta.stages.acceptance import AcceptOffice
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.budget import BudgetProposed, ProposeBudget
from rules.junta.stages.budget_force import BudgetFell, BudgetForced, ForceBudget
from rules.junta.stages.budget_tie import BreakTie, TieBroken
from rules.junta.stages.budget_vote import BudgetVoted, VoteOnBudget
from rules.junta.stages.hand_over import KeepBill
from rules.junta.stages.nomination import Nominate
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import is_hidden
from rules.kernel.rejections import NotNow, NotYourTurn
from tests.given import Play, cards_of, given

AID = Bills(4, 3, 1)
SHARES = {1: Bills(2, 0, 0), 2: Bills(0, 0, 1)}
PAID = (
    SharePaid(parties=(0, 1), receiver=1, mp=2, bills=Bills(2, 0, 0)),
    SharePaid(parties=(0, 2), receiver=2, mp=3, bills=Bills(0, 0, 1)),
    AidKept(seat=0, bills=Bills(2, 3, 0)),
)
KEPT = AidKept(seat=0, bills=AID)

FOR, AGAINST = {"for": 1}, {"against": 1}
ALTERNATIVE = {2: ["alternative_budget"]}


def announcing(**goods: Any) -> Play:
    """Four families: 0 is President, 1 Minister and General, 2 and 3 have two posts as well."""
    return given(at="budget", seats=4, **({"president": 0, "aid": AID} | goods))


def announced(shares: Mapping[int, Bills] = SHARES, **goods: Any) -> Play:
    return announcing(**goods).when(0, ProposeBudget(shares=shares))


def vote(play: Play, *votes: Mapping[str, int]) -> Play:
    """One round: the four seats in turn."""
    for seat in range(4):
        play.when(seat, VoteOnBudget(votes=votes[seat] if seat < len(votes) else {}))
    return play.passes()


def voted(*votes: Mapping[str, int], shares: Mapping[int, Bills] = SHARES, **goods: Any) -> Play:
    """A budget on which the first round went so, and nobody voted in the second."""
    return vote(vote(announced(shares, **goods), *votes))


def facts(play: Play) -> tuple[Any, ...]:
    """What followed from the count, without stages."""
    return tuple(e for e in play.last if not e.TYPE.startswith("stage"))


def counted(play: Play) -> BudgetCounted:
    """The count, which nobody held up."""
    (count,) = (e for e in play.events if isinstance(e, BudgetCounted))
    return count


# --- the announcement ---


def test_BU_1_the_sums_are_announced_and_the_bills_named() -> None:
    play = announced({1: Bills(2, 1, 0), 0: Bills(0, 1, 0)})
    play.then(
        BudgetProposed(
            seat=0,
            sums={0: 2, 1: 4, 2: 0, 3: 0},
            shares={0: Bills(0, 1, 0), 1: Bills(2, 1, 0)},
            from_aid=Bills(2, 2, 0),
            from_cash=NO_BILLS,
        )
    ).waits("budget_vote", 0)


def test_BU_1_only_the_president_announces_and_once() -> None:
    announcing().when(1, ProposeBudget(shares={})).refused(NotYourTurn)
    announced().when(0, ProposeBudget(shares={})).refused(NotNow)


def test_BU_1_a_bill_serves_one_family() -> None:
    shares = {1: Bills(0, 0, 1), 2: Bills(0, 0, 1)}
    announced(shares).refused(BillsNotHeld, "2×3 MP named", "4×1 3×2 1×3 MP held")


def test_BU_1_shares_go_to_families_at_the_table() -> None:
    announced({4: Bills(1, 0, 0)}).refused(BillsNotHeld, "4: not among 0, 1, 2, 3")


def test_BU_2_less_than_the_aid_may_be_promised() -> None:
    announced({3: Bills(1, 0, 0)}).waits("budget_vote", 0)


def test_BU_2_nothing_for_anybody_is_lawful() -> None:
    play = announced({})
    play.then(
        BudgetProposed(
            seat=0,
            sums=dict.fromkeys(range(4), 0),
            shares={},
            from_aid=NO_BILLS,
            from_cash=NO_BILLS,
        )
    )


def test_BU_2_more_than_the_aid_comes_out_of_the_own_purse() -> None:
    play = announced({1: Bills(5, 3, 2), 2: Bills(1, 0, 0)}, cash={0: Bills(3, 0, 2)})
    play.then(
        BudgetProposed(
            seat=0,
            sums={0: 0, 1: 17, 2: 1, 3: 0},
            shares={1: Bills(5, 3, 2), 2: Bills(1, 0, 0)},
            from_aid=AID,
            from_cash=Bills(2, 0, 1),
        )
    )
    assert play.family(0).cash == Bills(1, 0, 1)


def test_MO_2_what_the_president_promises_he_must_hold_in_these_bills() -> None:
    play = announced({1: Bills(5, 0, 0)}, cash={1: Bills(9, 0, 0)})
    play.refused(BillsNotHeld, "5×1 MP named", "4×1 3×2 1×3 MP held").waits("budget", 0)
    announced({1: Bills(-1, 1, 0)}).refused(BillsNotHeld)


def test_BU_3_the_bills_are_set_aside_those_of_the_aid_first() -> None:
    play = announced({1: Bills(1, 0, 2)}, cash={0: Bills(2, 0, 1)})
    budget = play.state.budget
    assert (budget.set_aside, budget.aid) == (Bills(1, 0, 2), Bills(3, 3, 0))
    assert play.family(0).cash == Bills(2, 0, 0)


def test_BU_4_silence_promises_nothing() -> None:
    play = announcing().expires()
    assert play.last[1].sums == dict.fromkeys(range(4), 0)
    play.waits("budget_vote", 0)


# --- the vote ---


def test_BU_5_two_rounds_the_president_first_then_clockwise() -> None:
    play = announcing(president=2)
    play.when(2, ProposeBudget(shares={}))
    for last in (False, True):
        for seat in (2, 3, 0, 1):
            play.waits("budget_vote", seat).when(seat, VoteOnBudget(votes={}))
            voted = BudgetVoted(seat=seat, in_favour=0, against=0)
            if seat != 1:
                play.then(voted)
        play.then(voted, VotingClosed() if last else SecondRoundOpened())
    play.passes().then(BudgetCounted(in_favour=0, against=0, result="tied"))


def test_BU_5_nobody_votes_before_his_turn_or_twice_in_a_round() -> None:
    play = announced().when(1, VoteOnBudget(votes=FOR)).refused(NotYourTurn)
    play.when(0, VoteOnBudget(votes=FOR)).when(0, VoteOnBudget(votes=FOR)).refused(NotYourTurn)


def test_BU_5_the_second_round_is_compulsory() -> None:
    play = vote(announced(), FOR, {"for": 2}, {"for": 2}, {"for": 2})
    play.then(BudgetVoted(seat=3, in_favour=2, against=0), SecondRoundOpened())
    play.waits("budget_vote", 0)


def test_BU_5_silence_abstains() -> None:
    play = announced().expires().then(BudgetVoted(seat=0, in_favour=0, against=0))
    play.waits("budget_vote", 1)


def test_BU_6_the_two_rounds_add_up() -> None:
    play = vote(announced(), FOR, {"against": 2}, {"against": 2})
    vote(play, {}, {}, {}, {"for": 2})
    assert counted(play) == BudgetCounted(in_favour=3, against=4, result="rejected")


def test_BU_6_votes_used_in_the_first_round_cannot_be_used_again() -> None:
    play = vote(announced(), {}, {"for": 1}).expires()
    play.when(1, VoteOnBudget(votes={"for": 2}))
    play.refused(NotEnoughVotes, "2 given out, 1 available")
    play.when(1, VoteOnBudget(votes={"against": 1}))
    play.then(BudgetVoted(seat=1, in_favour=0, against=1))


def test_BU_6_one_family_may_vote_on_both_sides() -> None:
    play = announced().when(0, VoteOnBudget(votes={"for": 1, "against": 1}))
    play.refused(NotEnoughVotes, "2 given out, 1 available").expires()
    play.when(1, VoteOnBudget(votes={"for": 1, "against": 1}))
    play.then(BudgetVoted(seat=1, in_favour=1, against=1))


def test_BU_6_there_are_two_sides() -> None:
    play = announced().when(0, VoteOnBudget(votes={"both": 1}))
    play.refused(NotEnoughVotes, "both: not among for, against")


def test_BU_6_new_cards_add_votes_in_the_second_round() -> None:
    hands = {0: ["bankers", "vote_farmers"]}
    play = vote(announced(hands=hands), FOR)
    play.when(0, PlayCard(card="bankers")).when(0, PlayCard(card="vote_farmers"))
    play.when(0, VoteOnBudget(votes={"for": 10})).refused(NotEnoughVotes, "9 available")
    play.when(0, VoteOnBudget(votes={"for": 9}))
    play.then(BudgetVoted(seat=0, in_favour=9, against=0))


@pytest.mark.parametrize(
    ("votes", "result"),
    [
        ((FOR,), "adopted"),
        ((FOR, {"for": 1}, {"against": 1}), "adopted"),
        (({}, AGAINST), "rejected"),
        ((FOR, AGAINST), "tied"),
        ((FOR, {"for": 2}, {"against": 1}, {"against": 2}), "tied"),
        ((), "tied"),
    ],
)
def test_BU_7_more_votes_decide_and_equal_numbers_are_a_tie(votes: Any, result: str) -> None:
    assert counted(voted(*votes)).result == result


# --- what follows ---


def test_BU_8_the_president_decides_a_tie() -> None:
    play = voted(FOR, AGAINST).waits("budget_tie", 0)
    play.when(1, BreakTie(adopt=False)).refused(NotYourTurn)
    play.when(0, BreakTie(adopt=True)).then(TieBroken(seat=0, adopted=True), *PAID)
    assert (play.state.turn.bank, play.state.turn.excuse) == ("open", False)


def test_BU_8_he_may_let_his_own_budget_fall() -> None:
    play = voted().when(0, BreakTie(adopt=False)).then(TieBroken(seat=0, adopted=False))
    assert (play.state.turn.bank, play.state.turn.excuse) == ("closed", True)
    play.waits("alternative", 1, 2, 3).passes().waits("budget_force", 1)


def test_BU_8_silence_adopts() -> None:
    voted().expires().then(TieBroken(seat=0, adopted=True), *PAID).waits("locations", 0, 1, 2, 3)


def test_BU_9_adopted_it_is_paid_exactly_as_announced() -> None:
    play = voted(FOR, cash={0: Bills(1, 0, 0)})
    play.then(
        BudgetCounted(in_favour=1, against=0, result="adopted"),
        *PAID,
    ).waits("locations", 0, 1, 2, 3)
    assert [f.cash for f in play.state.families] == [Bills(3, 3, 0), *SHARES.values(), NO_BILLS]
    turn = play.state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == ("open", False, False)


def test_BU_9_the_president_may_be_paid_his_own_share() -> None:
    play = voted(FOR, shares={0: Bills(0, 0, 1)})
    assert facts(play)[1:] == (
        SharePaid(parties=(0, 0), receiver=0, mp=3, bills=Bills(0, 0, 1)),
        AidKept(seat=0, bills=Bills(4, 3, 0)),
    )
    assert play.family(0).cash == AID


def test_BU_9_the_order_in_which_shares_were_named_shows_nowhere() -> None:
    play, other = (voted(FOR, shares=dict(o)) for o in (SHARES.items(), [*SHARES.items()][::-1]))
    assert play.last == other.last
    assert facts(play)[1:] == PAID


def test_BU_9_vote_cards_are_discarded_before_the_payment() -> None:
    play = announced(hands={0: ["vote_farmers"]}).when(0, PlayCard(card="vote_farmers"))
    vote(vote(play, FOR))
    assert facts(play)[1:] == (VoteCardsDiscarded(cards={0: cards_of("vote_farmers")}), *PAID)


def test_BU_10_rejected_it_is_an_excuse_and_the_minister_is_asked() -> None:
    play = voted({}, AGAINST)
    assert counted(play) == BudgetCounted(in_favour=0, against=1, result="rejected")
    play.waits("budget_force", 1)
    turn = play.state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == ("closed", True, False)
    play.when(0, ForceBudget(force=True)).refused(NotYourTurn)


def test_BU_10_silence_does_not_force() -> None:
    voted({}, AGAINST).expires().then(BudgetFell(), KEPT)


def test_BU_11_forced_it_is_paid_as_if_adopted() -> None:
    play = voted({}, AGAINST).when(1, ForceBudget(force=True))
    play.then(BudgetForced(seat=1), *PAID).waits("locations", 0, 1, 2, 3)
    turn = play.state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == ("lunch", True, True)


def test_BU_11_after_a_tie_that_the_president_let_fall_too() -> None:
    play = voted().when(0, BreakTie(adopt=False)).passes().when(1, ForceBudget(force=True))
    play.then(BudgetForced(seat=1), *PAID)


def test_BU_12_not_forced_nobody_is_paid_and_the_president_keeps_all() -> None:
    shares = {1: Bills(5, 0, 0)}
    play = voted({}, AGAINST, shares=shares, cash={0: Bills(1, 0, 0)})
    play.when(1, ForceBudget(force=False))
    play.then(BudgetFell(), AidKept(seat=0, bills=Bills(5, 3, 1)))
    assert [f.cash for f in play.state.families] == [Bills(5, 3, 1), *[NO_BILLS] * 3]
    turn = play.state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == ("closed", True, False)


def test_BU_12_the_bank_is_closed_all_turn() -> None:
    play = voted({}, AGAINST).expires().expires(until="cabinet")
    assert "bank" not in [getattr(e, "name", "") for e in play.events]
    assert "late_bank" not in [getattr(e, "name", "") for e in play.events]


def test_BU_1_shares_are_written_in_the_order_of_seats_however_they_were_named() -> None:
    play = announced({2: Bills(1, 0, 0), 1: Bills(1, 0, 0), 0: NO_BILLS})
    (proposed,) = (e for e in play.last if isinstance(e, BudgetProposed))
    assert list(proposed.shares) == list(play.state.budget.shares) == [1, 2]


def test_BU_14_the_dead_are_paid_nothing_and_their_share_stays_the_proposers() -> None:
    """As it is where an exile, promised a share, is killed on his way home before the count."""
    none, dead = cards_of(), max(SHARES)
    killed = FamilyKilled(seat=dead, hand=none, exposed=none, office_vacant=False)
    play = announced(cash={0: Bills(1, 0, 0)}).has(killed)
    *paid, kept = payments(play.state)
    assert {e.receiver: e.bills for e in paid if isinstance(e, SharePaid)} == {
        seat: bills for seat, bills in SHARES.items() if seat != dead
    }
    assert kept == AidKept(seat=0, bills=play.state.budget.aid + SHARES[dead])


def test_RS_6_the_successor_learns_the_aid_and_announces_the_budget() -> None:
    play = announcing(exposed={3: ["church"]}, hands=ALTERNATIVE).when(0, Resign())
    play.waits("nomination", 0)
    for seat in (0, 1, 2, 3):
        play.when(seat, Nominate(support={3: 1} if seat == 3 else {}))
    for seat in (0, 1, 2, 3):
        play.when(seat, CastVotes(votes={3: 9} if seat == 3 else {}))
    play.passes().when(3, AcceptOffice(accept=True)).waits("budget", 3)
    assert play.view(3).budget.aid == AID
    assert is_hidden(play.view(1).budget.aid)
    play.when(0, ProposeBudget(shares={})).refused(NotYourTurn)
    play.when(3, ProposeBudget(shares={1: Bills(1, 0, 0)})).waits("budget_vote", 3)
    for seat in (3, 0, 1, 2):
        play.when(seat, VoteOnBudget(votes={}))
    for seat in (3, 0, 1, 2):
        play.when(seat, VoteOnBudget(votes=AGAINST if seat == 1 else {}))
    play.passes("ballot_cards").waits("alternative", 0, 1, 2)
    play.when(2, PlayCard(card="alternative_budget")).waits("hand_over", 3)
    play.when(3, KeepBill(mp=3)).waits("budget", 2)
    assert (play.family(3).cash, play.state.budget.aid) == (Bills(0, 0, 1), AID - Bills(0, 0, 1))
