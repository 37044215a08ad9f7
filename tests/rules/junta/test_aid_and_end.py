"""Step 3 and the end of the game: AI-1 to AI-3, EN-1 to EN-4."""

from __future__ import annotations

import pytest

from rules.junta.budgets import AidKept
from rules.junta.interrupts.play_card import DonationReceived
from rules.junta.scoring import AccountsCounted
from rules.junta.stages.aid import AidDrawn, AidRanOut
from rules.junta.stages.cabinet import FormCabinet
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Drawn
from rules.kernel.course import GameFinished
from rules.kernel.rejections import NotRunning
from rules.kernel.stages import UNNUMBERED, ask_draw
from tests.given import CABINETS, Play, given

DRAWN = Drawn(request=UNNUMBERED)
NOTHING_LEFT = {"bills_left": NO_BILLS, "president": 0}


def test_AI_1_the_president_draws_eight_bills() -> None:
    play = given(at="cabinet", president=2, bills_left=Bills(5, 2, 1)).expires()
    assert play.last[-1].purpose == ask_draw("aid", 2).purpose
    play.chance().then(DRAWN, AidDrawn(seat=2, number=8, bills=Bills(5, 2, 1)))
    play.waits("budget", 2)


def test_AI_1_any_eight_of_the_pile() -> None:
    play = given(at="cabinet", president=2).expires().chance()
    aid = play.state.budget.aid
    assert (aid.number, play.state.treasury.pile_size) == (8, 88)


@pytest.mark.parametrize("left", [NO_BILLS, Bills(3, 0, 0), Bills(4, 2, 1)])
def test_AI_2_with_fewer_than_eight_nothing_is_drawn_and_the_game_is_over(left: Bills) -> None:
    play = given(at="cabinet", seats=4, president=0, bills_left=left)
    rest = play.family(3).swiss
    play.when(0, FormCabinet(posts=CABINETS[4])).then(
        *play.last[:1],
        AidRanOut(),
        AccountsCounted(
            accounts={0: NO_BILLS, 1: NO_BILLS, 2: NO_BILLS, 3: rest},
            ranks={0: 2, 1: 2, 2: 2, 3: 1},
        ),
        GameFinished(),
    )
    assert (play.state.treasury.pile, play.state.course.status) == (left, "finished")


def test_AI_2_exactly_eight_are_enough() -> None:
    play = given(at="cabinet", president=0, bills_left=Bills(8, 0, 0)).expires().chance()
    play.then(DRAWN, AidDrawn(seat=0, number=8, bills=Bills(8, 0, 0))).waits("budget", 0)


def test_AI_2_bills_that_were_paid_do_not_count() -> None:
    """No bill is paid under the pile yet; what left the pile does not count anyhow."""
    play = given(at="cabinet", president=0, bills_left=Bills(7, 0, 0), cash={1: Bills(5, 5, 5)})
    assert AidRanOut() in play.expires().last


def test_AI_3_the_aid_is_kept_apart_until_the_budget_is_closed() -> None:
    play = given(at="budget", president=0, aid=Bills(8, 0, 0), cash={0: Bills(0, 1, 0)})
    assert (play.state.budget.aid, play.family(0).cash) == (Bills(8, 0, 0), Bills(0, 1, 0))
    play.expires(until="budget_tie").expires()
    assert AidKept(seat=0, bills=Bills(8, 0, 0)) in play.last
    assert (play.state.budget, play.family(0).cash) == (None, Bills(8, 1, 0))


def turns(play: Play) -> int:
    """The turn in which a game of silence ends."""
    while play.state.course.status == "running":
        play.expires()
    return int(play.state.turn.number)


def test_EN_1_without_a_donation_the_game_ends_in_turn_13() -> None:
    assert turns(given(at="draw", seats=4, president=0)) == 13


def test_EN_1_with_a_donation_before_the_twelfth_draw_it_ends_in_turn_12() -> None:
    play = given(at="draw", seats=4, president=0)
    play.has(DonationReceived(seat=1, number=1, bills=Bills(1, 0, 0)))
    assert turns(play) == 12


def test_EN_1_nothing_can_be_declared_afterwards() -> None:
    play = given(at="cabinet", **NOTHING_LEFT).expires()
    assert (play.at, play.offers(0)) == (None, {})
    play.when(0, FormCabinet(posts=CABINETS[5]), stage=1).refused(NotRunning, "the game is over")


def ended(swiss: dict[int, Bills], **goods: object) -> AccountsCounted:
    """The count at the end of a game with these accounts (seat 3 has what is left)."""
    play = given(at="cabinet", seats=4, swiss=swiss, **NOTHING_LEFT, **goods).expires()
    return next(e for e in play.last if isinstance(e, AccountsCounted))


def test_EN_2_the_most_money_in_switzerland_wins_in_mp_and_not_in_bills() -> None:
    swiss = {0: Bills(7, 0, 0), 1: Bills(0, 0, 3), 2: Bills(1, 0, 0)}
    counted = ended(swiss)
    assert dict(list(counted.accounts.items())[:3]) == swiss
    assert counted.ranks == {3: 1, 1: 2, 0: 3, 2: 4}


def test_EN_2_the_winner_stands_in_the_result() -> None:
    play = given(at="cabinet", seats=4, **NOTHING_LEFT).expires()
    assert (play.state.result.winners, play.state.result.accounts[3]) == ((3,), 156)


def test_EN_3_cash_counts_nothing() -> None:
    counted = ended({0: Bills(2, 0, 0)}, cash={1: Bills(20, 20, 10), 0: Bills(1, 0, 0)})
    assert counted.ranks == {3: 1, 0: 2, 1: 3, 2: 3}
    assert counted.accounts[1] == NO_BILLS


EQUAL = {0: Bills(20, 9, 6), 1: Bills(21, 13, 3), 2: Bills(0, 1, 1)}
"""Twice 56 MP; what is left for seat 3 is 10 × 1, 7 × 2 and 5 × 3."""


def test_EN_4_equal_accounts_share_the_victory() -> None:
    assert EQUAL[0].mp == EQUAL[1].mp == 56
    assert ended(EQUAL).ranks == {0: 1, 1: 1, 3: 3, 2: 4}
    play = given(at="cabinet", seats=4, swiss=EQUAL, **NOTHING_LEFT).expires()
    assert play.state.result.winners == (0, 1)


def test_EN_4_by_option_influence_ranks_them_pairs_included() -> None:
    goods = {"exposed": {0: ["conservatives", "bankers"], 1: ["church", "christian_democrats"]}}
    counted = ended(EQUAL, final_tie="influence", **goods)
    assert counted.ranks == {1: 1, 0: 2, 3: 3, 2: 4}
    assert ended(EQUAL, final_tie="influence").ranks == {0: 1, 1: 1, 3: 3, 2: 4}
