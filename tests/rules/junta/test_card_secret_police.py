"""The Secret Police Bonus: CD-23."""

from __future__ import annotations

import pytest

from rules.junta.prices import PricePaid
from rules.junta.rejections import BillsNotHeld, CardNotInHand
from rules.junta.stages.announcements import AttemptAnnounced, EndAnnouncements
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.rejections import NotYourTurn
from tests.given import Play, cards_of
from tests.rules.junta.playing import play_card
from tests.rules.junta.plotting import POLICE, attempt, dies, plotting, revealed, threat, turn_of

BONUS = "secret_police_bonus"
ONE = Bills(1, 0, 0)


def minister(cash: Bills = ONE, **goods: object) -> Play:
    """1 is Minister of the Interior, holds the bonus, and announces first."""
    return plotting(**{"hands": {1: [BONUS]}, "cash": {1: cash}} | goods)


def sent(place: str, victim: int = 2) -> AttemptAnnounced:
    named: tuple = (1, victim, place, BONUS)  # type: ignore[type-arg]
    seat, victim, location, card = named
    return AttemptAnnounced(
        seat=seat,
        means=BONUS,
        victim=victim,  # type: ignore[arg-type]
        location=location,
        card=card,
        bank_watched=False,
    )


def test_CD_23_one_more_attempt_for_one_mp() -> None:
    play = minister().when(1, attempt(POLICE, 3)).when(1, attempt(BONUS, 2, bills=ONE))
    play.then(PricePaid(seat=1, bills=ONE, powers=cards_of()), sent("nightclub"))  # type: ignore
    assert (play.family(1).cash, play.family(1).hand_size) == (NO_BILLS, 0)
    assert play.state.deck.discards == cards_of(BONUS)
    assert play.state.treasury.sink == ONE


def test_CD_23_it_kills_as_the_police_do() -> None:
    play = revealed(minister().when(1, attempt(BONUS, 2, bills=ONE)))
    assert threat(0, 2, 1) in play.last
    dies(play)
    assert (play.family(2).alive, play.state.turn.excuse) == (False, True)


def test_CD_23_also_without_the_free_attempt_which_it_leaves() -> None:
    play = minister().when(1, attempt(BONUS, 2, bills=ONE)).when(1, attempt(POLICE, 3))
    assert [made.means for made in play.state.plot.attempts] == [BONUS, POLICE]


def test_CD_23_the_bank_at_any_time_and_it_is_not_remembered() -> None:
    play = minister(cash=Bills(2, 0, 0)).when(1, attempt(POLICE, 3, "bank"))
    assert play.state.police_bank_turn == 1
    play.when(1, attempt(BONUS, 2, "bank", bills=ONE))
    assert play.last[-1] == sent("bank")
    play = minister().when(1, attempt(BONUS, 2, "bank", bills=ONE))
    assert play.state.police_bank_turn == -1


def test_CD_23_the_bankers_pay() -> None:
    play = minister(cash=NO_BILLS, exposed={1: ["bankers"]})
    play.when(1, attempt(BONUS, 2, powers=("bankers",)))
    paid = PricePaid(seat=1, bills=NO_BILLS, powers=cards_of("bankers"))  # type: ignore[arg-type]
    play.then(paid, sent("nightclub"))


def test_CD_23_it_is_paid_before_it_is_sent() -> None:
    minister().when(1, attempt(BONUS, 2)).refused(BillsNotHeld, "1 MP to pay", rule="AS-6")
    play = minister(cash=NO_BILLS).when(1, attempt(BONUS, 2, bills=ONE))
    play.refused(CardNotInHand, f"{BONUS} costs 1 MP; you can pay 0 MP", rule="AS-6")


@pytest.mark.parametrize("seat", [0, 2, 3, 4])
def test_CD_23_it_is_for_the_minister_alone(seat: int) -> None:
    play = plotting(hands={seat: [BONUS]}, cash={seat: ONE})
    turn_of(play, seat).when(seat, attempt(BONUS, 1, bills=ONE))
    play.refused(CardNotInHand, f"{BONUS} is for the Minister of the Interior", rule="CD-23")


def test_CD_23_only_in_his_turn_to_announce() -> None:
    play = minister().when(1, play_card(BONUS))
    play.refused(CardNotInHand, "waits for the Minister's turn to announce", rule="CD-23")
    play.when(1, EndAnnouncements()).when(1, attempt(BONUS, 2, bills=ONE)).refused(NotYourTurn)
