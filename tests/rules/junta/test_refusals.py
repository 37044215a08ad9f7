"""Every refusal of a choice names the rule that it follows from; so does speaking out of turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.junta.interrupts.deal import AcceptOffer, GiveCards, GiveMoney, MakeOffer
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.stages.acceptance import AcceptOffice
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.bank import UseBank
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.hand_limit import DiscardCards
from rules.junta.stages.locations import ChooseLocation
from rules.junta.stages.nomination import Nominate
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice, Rejection
from tests.given import CABINETS, Play, cards_of, given
from tests.rules.junta.plotting import POLICE, dies, plotting, revealed, sends

MUCH, ONE = Bills(90, 0, 0), Bills(1, 0, 0)
SEVEN = ["burglars", "indiscretion", "helicopter", "recount", "dock_strike", "slum_riots",
         "power_failure"]  # fmt: skip


def at(stage: str, **goods: Any) -> Callable[[], Play]:
    return lambda: given(at=stage, **goods)


def ballot() -> Play:
    return given(at="nomination").expires(until="ballot")


def voting() -> Play:
    return given(at="budget", president=0, aid=NO_BILLS).expires()


REFUSED: dict[str, tuple[Callable[[], Play], int, Any]] = {
    "EL-2": (at("nomination"), 0, Nominate(support={1: 1})),
    "EL-7": (ballot, 0, CastVotes(votes={1: 2})),
    "CA-1": (at("cabinet", president=0), 0, FormCabinet(posts={})),
    "HL-2": (at("hand_limit", president=0, hands={0: SEVEN}), 0, DiscardCards(cards=cards_of())),
    "BU-2": (at("budget", president=0, aid=NO_BILLS), 0, ProposeBudget(shares={1: MUCH})),
    "BU-6": (voting, 0, VoteOnBudget(votes={"for": 9})),
    "LO-1": (at("locations", president=0), 0, ChooseLocation(location="palace")),
    "BA-3": (lambda: revealed(plotting()), 4, UseBank(deposit=MUCH, withdraw=NO_BILLS)),
    "CD-1": (at("cabinet", president=0, hands={1: ["church"]}), 1, PlayCard(card="unions")),
    "CD-8": (
        at("cabinet", president=0, hands={1: ["bank_holiday"]}),
        1,
        PlayCard(card="bank_holiday"),
    ),
    "CD-9": (
        at("cabinet", president=0, hands={1: ["un_condemns"]}),
        1,
        PlayCard(card="un_condemns", target=2),
    ),
    "CD-18": (
        at("cabinet", president=0, hands={1: ["coalition_break"]}),
        1,
        PlayCard(card="coalition_break", target=2),
    ),
    "CD-21": (
        at("cabinet", president=0, hands={1: ["election_fraud"]}),
        1,
        PlayCard(card="election_fraud"),
    ),
    "VO-3": (
        at("cabinet", president=0, hands={1: ["vote_farmers"]}),
        1,
        PlayCard(card="vote_farmers"),
    ),
    "DE-2": (
        at("cabinet", president=0, cash={1: Bills(1, 0, 0)}),
        1,
        GiveMoney(to=2, bills=MUCH),
    ),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_a_refused_choice_names_its_rule(rule: str) -> None:
    setting, seat, order = REFUSED[rule]
    refusal = setting().when(seat, order).refusal
    assert isinstance(refusal, OutOfChoice)
    assert refusal.rule == rule


def test_the_last_who_could_be_elected_cannot_decline_and_hears_why() -> None:
    play = ballot()
    for seat in range(5):
        play.when(0, CastVotes(votes={seat: 1})).expires(until="acceptance")
        play.when(seat, AcceptOffice(accept=False))
        if seat < 4:
            play.expires(until="ballot")
    play.refused(OutOfChoice, "accept: False is not one of: True", rule="EL-16")


@pytest.mark.parametrize(
    ("stage", "order"),
    [
        ("nomination", Nominate(support={})),
        ("cabinet", FormCabinet(posts=CABINETS[5])),
    ],
)
def test_who_speaks_out_of_turn_hears_the_rule_of_turns(stage: str, order: Any) -> None:
    president = 0 if stage == "cabinet" else None
    given(at=stage, president=president).when(3, order).refused(NotYourTurn, rule="TI-3")


def test_a_refusal_without_a_rule_says_so() -> None:
    play = given(at="cabinet", president=0).when(3, DiscardCards(cards=cards_of("church")))
    refusal = play.refusal
    assert isinstance(refusal, Rejection)
    assert refusal.rule is None


GIFTS: dict[str, Any] = {
    "money": GiveMoney(to=2, bills=Bills(1, 0, 0)),
    "cards": GiveCards(to=2, cards=cards_of("church"), bills=NO_BILLS),
    "offer": MakeOffer(to=2, bills=NO_BILLS, cards=cards_of(), want_mp=1, want_cards=cards_of()),
    "acceptance": AcceptOffer(of=2, number=1, bills=Bills(1, 0, 0)),
}


@pytest.mark.parametrize("gift", GIFTS)
def test_who_is_named_in_an_attempt_hears_why_he_gives_nothing(gift: str) -> None:
    play = plotting(hands={3: ["church"]}, cash={3: Bills(1, 0, 0)})
    asks = MakeOffer(to=3, bills=NO_BILLS, cards=cards_of(), want_mp=1, want_cards=cards_of())
    sends(play.when(2, asks), 1, POLICE, 3)
    play.when(3, GIFTS[gift]).refused(NotNow, "you are named in an attempt", rule="AS-7")


def test_nobody_takes_what_the_named_has_offered_and_hears_why() -> None:
    play = plotting(cash={3: Bills(1, 0, 0)})
    order = MakeOffer(to=2, bills=ONE, cards=cards_of(), want_mp=0, want_cards=cards_of())
    sends(play.when(3, order), 1, POLICE, 3)
    play.when(2, AcceptOffer(of=3, number=1, bills=NO_BILLS))
    play.refused(NotNow, "seat 3 is named in an attempt", rule="AS-7")


def test_the_dead_hear_why_they_deal_with_nobody() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 3)))
    play.when(3, GIFTS["money"]).refused(NotNow, "the dead", rule="DE-1")
