"""Who may not deal, speak or answer hears what he lacks, or that it is not for him."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.deal import (
    AcceptOffer,
    DeclineOffer,
    GiveCards,
    GiveMoney,
    MakeOffer,
    WithdrawOffer,
)
from rules.junta.interrupts.speak import MOST_BYTES, Said, Say
from rules.junta.stages.announcements import AnnounceAttempt, EndAnnouncements
from rules.junta.stages.bank import UseBank
from rules.junta.stages.brother_in_law import TakePost
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_force import ForceBudget
from rules.junta.stages.budget_tie import BreakTie
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.protection import FaceDeath, Protect
from rules.junta.stages.return_from_exile import ReturnFromExile
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.identifiers import Seat
from tests.given import CABINETS, Play, cards_of, given
from tests.rules.junta.hearing import hears
from tests.rules.junta.plotting import POLICE, dies, plotting, revealed, sends

ONE = Bills(1, 0, 0)


def at_cabinet(**goods: Any) -> Play:
    return given(at="cabinet", president=0, **goods)


def offers(mp: int = 0, *wants: str) -> MakeOffer:
    wanted = cards_of(*wants)
    return MakeOffer(to=Seat(2), bills=NO_BILLS, cards=cards_of(), want_mp=mp, want_cards=wanted)


def accepts(number: int = 1, bills: Bills = NO_BILLS) -> AcceptOffer:
    return AcceptOffer(of=Seat(1), number=number, bills=bills)


# --- DE ---


def test_DE_2_who_has_no_money_gives_none() -> None:
    order = GiveMoney(to=Seat(2), bills=ONE)
    hears(at_cabinet(cash={2: ONE}), 1, order, "DE-2", "you have no money to give")


def test_DE_3_nor_cards_who_has_none() -> None:
    order = GiveCards(to=Seat(2), cards=cards_of("church"), bills=NO_BILLS)
    play = at_cabinet(exposed={1: ["church"]})
    hears(play, 1, order, "DE-3", "you have no cards to give")


def test_DE_6_who_has_ten_offers_open_makes_no_more() -> None:
    play = at_cabinet()
    for _ in range(10):
        play.when(1, offers())
    hears(play, 1, offers(), "DE-6", "10 offers of yours are open")


def test_DE_5_no_such_offer_is_open() -> None:
    play = at_cabinet().when(1, offers())
    hears(play, 3, accepts(), "DE-5", "no offer 1 of seat 1 to you is open")
    declines, withdraws = (
        DeclineOffer(of=Seat(1), number=1),
        WithdrawOffer(to=Seat(2), number=1),
    )
    hears(play, 3, declines, "DE-5", "no offer 1 of seat 1 to you is open")
    hears(play, 3, withdraws, "DE-5", "no offer 1 of yours to seat 2 is open")


def test_DE_5_an_offer_of_others_that_is_not_known_to_him_is_told_in_the_same_words() -> None:
    refusals = [
        play.when(3, accepts()).refusal for play in (at_cabinet(), at_cabinet().when(1, offers()))
    ]
    assert len({str(refusal) for refusal in refusals}) == 1


def test_DE_5_who_cannot_give_what_an_offer_asks() -> None:
    play = at_cabinet(cash={2: ONE}).when(1, offers(2))
    hears(play, 2, accepts(bills=ONE), "DE-5", "it asks for 2 MP; you have 1 MP")
    play = at_cabinet(hands={2: ["unions"]}).when(1, offers(0, "unions", "church"))
    hears(play, 2, accepts(), "DE-5", "cards that are not in your hand: church")


def test_DE_1_the_dead_neither_answer_nor_withdraw() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 3)))
    orders: Any = (
        accepts(),
        DeclineOffer(of=Seat(1), number=1),
        WithdrawOffer(to=Seat(1), number=1),
    )
    for order in orders:
        hears(play, 3, order, "DE-1", "the dead deal with nobody")


# --- SP ---


def test_SP_3_who_has_said_all_that_may_be_said() -> None:
    play = at_cabinet().has(Said(seat=Seat(3), words="x" * MOST_BYTES))
    hears(play, 3, Say(to=frozenset(), words="y"), "SP-3", "200,000 bytes")


# --- what is asked of one alone ---

PROTECTS: Any = Protect(card="bribed_assassin", powers=cards_of(), bills=NO_BILLS)  # type: ignore
ATTEMPT: Any = AnnounceAttempt(
    means=POLICE, victim=Seat(1), location="bank", powers=cards_of(), bills=NO_BILLS
)
NOT_HIS: dict[str, tuple[list[Any], str]] = {
    "CA-1": ([FormCabinet(posts=CABINETS[5])], "not the President"),
    "BU-1": ([ProposeBudget(shares={})], "not the President"),
    "BU-8": ([BreakTie(adopt=True)], "not the President"),
    "BU-10": ([ForceBudget(force=True)], "not the Minister of the Interior"),
    "BR-2": ([TakePost(post="admiral")], "not the President"),  # type: ignore[arg-type]
    "EX-7": ([ReturnFromExile(returns=True)], "you are not in exile"),
    "AS-17": ([PROTECTS, FaceDeath()], "nobody is about to kill you"),
}


@pytest.mark.parametrize("rule", NOT_HIS)
def test_what_is_asked_of_somebody_else(rule: str) -> None:
    orders, words = NOT_HIS[rule]
    for order in orders:
        hears(given(at="locations", president=0, posts=CABINETS[5]), 3, order, rule, words)


def test_AS_1_and_BA_2_who_is_in_exile_neither_announces_nor_banks() -> None:
    play = given(at="aid", president=0, posts=CABINETS[5], exiles={3: "embassy_north"})
    serves = UseBank(deposit=NO_BILLS, withdraw=NO_BILLS)
    orders: Any = ((ATTEMPT, "AS-1"), (EndAnnouncements(), "AS-1"), (serves, "BA-2"))
    for order, rule in orders:
        hears(play, 3, order, rule, "the dead and the exiles")


def test_AS_19_nothing_more_is_answered_while_the_die_of_the_bribe_rolls() -> None:
    cards = ["bribed_assassin", "monarchist_assassin"]
    play = plotting(hands={3: cards}, exposed={3: ["monarchists"]}, cash={3: Bills(0, 1, 0)})
    revealed(sends(play, 1, POLICE, 3))
    pays: Any = Protect(card="bribed_assassin", powers=cards_of(), bills=Bills(0, 1, 0))  # type: ignore
    play.when(3, pays)
    assert play.refusal is None and play.state.course.requests
    other: Any = Protect(card="monarchist_assassin", powers=cards_of(), bills=NO_BILLS)  # type: ignore
    for order in (other, FaceDeath()):
        hears(play, 3, order, "AS-19", "the die of the bribe rolls")
