"""Dealing at any time: DE-1 to DE-10, and who sees of it what (SE-11)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta import GAME
from rules.junta.deals import OfferEnded
from rules.junta.interrupts.deal import (
    AcceptOffer,
    CardsExchanged,
    CardsGiven,
    DeclineOffer,
    GiveCards,
    GiveMoney,
    MakeOffer,
    MoneyExchanged,
    MoneyGiven,
    OfferMade,
    WithdrawOffer,
)
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.rejections import (
    BillsNotHeld,
    CardNotInHand,
    NoSuchOffer,
    NoSuchPartner,
)
from rules.junta.stages.bank import UseBank
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.hand_limit import DiscardCards
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, OutOfChoice
from rules.kernel.visibility import STUB, redact
from tests.given import Play, cards_of, given
from tests.rules.junta.plotting import (
    POLICE,
    attempt,
    dies,
    facts,
    lapsed,
    lapses,
    plotting,
    revealed,
    sends,
)

ONE, TWO, THREE = Bills(1, 0, 0), Bills(0, 1, 0), Bills(0, 0, 1)
EVENTS = ["annual_street_festival", "un_condemns", "demand_for_reform", "spy_in_switzerland",
          "peasants_strike", "bank_holiday", "church_sacked", "student_petition"]  # fmt: skip


def market(**goods: Any) -> Play:
    """The President is thinking about his cabinet; 1 and 2 deal."""
    held: dict[str, Any] = {
        "cash": {1: Bills(2, 1, 1), 2: Bills(3, 1, 0)},
        "hands": {1: ["church", "burglars"], 2: ["unions"]},
    }
    return given(at="cabinet", president=0, **(held | goods))


def money(to: int, bills: Bills) -> GiveMoney:
    return GiveMoney(to=to, bills=bills)  # type: ignore[arg-type]


def cards(to: int, *names: str, bills: Bills = NO_BILLS) -> GiveCards:
    return GiveCards(to=to, cards=cards_of(*names), bills=bills)  # type: ignore[arg-type]


def offer(
    to: int = 2,
    bills: Bills = NO_BILLS,
    names: tuple[str, ...] = (),
    mp: int = 0,
    wants: tuple[str, ...] = (),
) -> MakeOffer:
    return MakeOffer(
        to=to,  # type: ignore[arg-type]
        bills=bills,
        cards=cards_of(*names),
        want_mp=mp,
        want_cards=cards_of(*wants),
    )


def accept(of: int = 1, number: int = 1, bills: Bills = NO_BILLS) -> AcceptOffer:
    return AcceptOffer(of=of, number=number, bills=bills)  # type: ignore[arg-type]


def ended(how: Any, giver: int = 1, receiver: int = 2, number: int = 1) -> OfferEnded:
    parties: Any = (giver, receiver)
    return OfferEnded(
        parties=parties, giver=parties[0], receiver=parties[1], number=number, how=how
    )


# --- DE-1 to DE-3: gifts ---


@pytest.mark.parametrize(
    "stage", ["nomination", "draw", "hand_limit", "cabinet", "aid", "locations", "announcements"]
)
def test_DE_1_anybody_deals_with_anybody_while_any_stage_is_open(stage: str) -> None:
    hands = {3: EVENTS[:7]} if stage == "hand_limit" else {}
    president = None if stage == "nomination" else 0
    play = given(at=stage, president=president, cash={4: ONE}, hands=hands)
    play.when(4, money(2, ONE)).then(
        MoneyGiven(parties=(4, 2), giver=4, receiver=2, bills=ONE)  # type: ignore[arg-type]
    )
    assert play.at == stage


def test_DE_1_not_with_himself_or_a_stranger() -> None:
    market().when(1, money(1, ONE)).refused(NoSuchPartner, "1 is not one of: 0, 2, 3, 4")
    market().when(1, money(5, ONE)).refused(NoSuchPartner, rule="DE-1")


def test_DE_1_not_with_the_dead() -> None:
    play = plotting(cash={1: ONE, 2: ONE}, hands={1: ["church"]})
    dies(revealed(sends(play, 1, POLICE, 3)))
    for order in (money(3, ONE), cards(3, "church"), offer(3, ONE)):
        play.when(1, order).refused(NoSuchPartner)
    play.when(3, money(1, ONE)).refused(NotNow)


def test_DE_2_bills_of_the_purse_are_given_by_name() -> None:
    play = market().when(1, money(2, Bills(1, 1, 0)))
    play.then(
        MoneyGiven(parties=(1, 2), giver=1, receiver=2, bills=Bills(1, 1, 0))  # type: ignore
    )
    assert (play.family(1).cash, play.family(2).cash) == (Bills(1, 0, 1), Bills(4, 2, 0))
    play.passes().waits("cabinet", 0)


def test_DE_2_only_bills_that_are_held_and_at_least_one() -> None:
    market().when(1, money(2, Bills(0, 2, 0))).refused(BillsNotHeld, "2×2 MP named", rule="DE-2")
    market().when(1, money(2, NO_BILLS)).refused(BillsNotHeld)
    market().when(1, money(2, Bills(-1, 1, 0))).refused(BillsNotHeld)


def test_DE_2_the_aid_is_not_the_presidents_to_give() -> None:
    play = given(at="budget", president=0, aid=Bills(8, 0, 0), cash={0: TWO})
    play.when(0, money(1, ONE)).refused(BillsNotHeld, "1×2 MP held")


def test_DE_3_cards_of_the_hand_are_given_with_bills_or_without() -> None:
    play = market().when(1, cards(2, "church", bills=TWO))
    play.then(
        CardsGiven(
            parties=(1, 2),
            giver=1,
            receiver=2,
            number=1,  # type: ignore[arg-type]
            cards=cards_of("church"),
            bills=TWO,
        )
    )
    assert play.family(2).hand == cards_of("church", "unions")
    assert [play.family(seat).hand_size for seat in (1, 2)] == [1, 2]
    assert play.family(2).cash == Bills(3, 2, 0)
    market().when(1, cards(2)).refused(CardNotInHand, "0 chosen", rule="DE-3")


def test_DE_3_exposed_influence_and_cards_of_others_stay() -> None:
    play = market(exposed={1: ["bankers"]})
    play.when(1, cards(2, "bankers")).refused(CardNotInHand, "bankers")
    play.when(1, cards(2, "unions")).refused(CardNotInHand, "unions")
    play.when(1, offer(names=("bankers",))).refused(CardNotInHand, rule="DE-4")


def test_HL_2_giving_cards_away_lowers_the_excess() -> None:
    play = given(at="hand_limit", president=0, hands={1: EVENTS[:7]})
    play.waits("hand_limit", 1).when(1, cards(2, EVENTS[0])).passes().waits("cabinet", 0)


# --- DE-4 to DE-6: offers ---


def test_DE_4_what_is_offered_is_set_aside_at_once() -> None:
    play = market().when(1, offer(bills=TWO, names=("church",), mp=3, wants=("unions",)))
    play.then(
        OfferMade(
            parties=(1, 2),
            giver=1,
            receiver=2,
            number=1,
            bills=TWO,  # type: ignore
            cards=cards_of("church"),
            want_mp=3,
            want_cards=cards_of("unions"),
        )
    )
    family = play.family(1)
    assert (family.cash, family.hand, family.hand_size) == (
        Bills(2, 0, 1), cards_of("burglars"), 2,
    )  # fmt: skip
    play.passes().waits("cabinet", 0)


def test_DE_4_the_offers_of_one_to_another_are_numbered() -> None:
    play = market().when(1, offer(bills=ONE)).when(1, offer(to=3, bills=ONE)).when(1, offer())
    assert [(o.receiver, o.number) for o in play.state.offers] == [(2, 1), (3, 1), (2, 2)]
    play.when(1, WithdrawOffer(to=2, number=2)).when(1, offer())  # type: ignore[arg-type]
    assert play.state.offers[-1].number == 3


def test_DE_5_accepted_both_sides_change_hands() -> None:
    play = market().when(1, offer(bills=TWO, names=("church",), mp=3, wants=("unions",)))
    play.when(2, accept(bills=Bills(1, 1, 0))).then(
        CardsExchanged(
            parties=(1, 2),
            giver=1,
            receiver=2,
            number=1,  # type: ignore[arg-type]
            cards_given=1,
            cards_back=1,
            bills=TWO,
            cards=cards_of("church"),
            back=Bills(1, 1, 0),
            want_cards=cards_of("unions"),
        )
    )
    one, two = play.family(1), play.family(2)
    assert (one.cash, one.hand, one.hand_size) == (
        Bills(3, 1, 1), cards_of("burglars", "unions"), 2,
    )  # fmt: skip
    assert (two.cash, two.hand, two.hand_size) == (Bills(2, 1, 0), cards_of("church"), 1)
    assert play.state.offers == ()


def test_DE_5_money_for_money() -> None:
    play = market().when(1, offer(bills=THREE, mp=3)).when(2, accept(bills=Bills(3, 0, 0)))
    play.then(
        MoneyExchanged(
            parties=(1, 2),
            giver=1,
            receiver=2,
            number=1,  # type: ignore[arg-type]
            back=Bills(3, 0, 0),
        )
    )
    assert (play.family(1).cash, play.family(2).cash) == (Bills(5, 1, 0), Bills(0, 1, 1))


def test_DE_5_there_is_no_change_and_no_bill_needlessly() -> None:
    play = market(cash={1: Bills(1, 0, 0), 2: Bills(1, 0, 2)}).when(1, offer(bills=ONE, mp=2))
    play.when(2, accept(bills=Bills(1, 0, 0))).refused(BillsNotHeld, "2 MP to pay", rule="DE-5")
    play.when(2, accept(bills=Bills(1, 0, 1))).refused(BillsNotHeld)
    play.when(2, accept(bills=Bills(0, 0, 2))).refused(BillsNotHeld)
    play.when(2, accept(bills=THREE))
    assert (play.family(1).cash, play.family(2).cash) == (THREE, Bills(2, 0, 1))


def test_DE_5_who_does_not_hold_what_is_asked_cannot_accept() -> None:
    play = market().when(1, offer(bills=ONE, wants=("radicals",)))
    assert {"decline_offer", "make_offer"} <= play.offers(2).keys()
    play.when(2, accept()).refused(NotNow)
    play = market().when(1, offer(bills=ONE, mp=6))
    play.when(2, accept(bills=Bills(3, 1, 0))).refused(NotNow)
    play.when(0, money(2, ONE)).refused(NotNow)


def test_DE_5_only_the_one_to_whom_it_was_made() -> None:
    play = market().when(1, offer(bills=ONE)).when(3, accept()).refused(NotNow)
    play.when(2, accept(number=2)).refused(NoSuchOffer, "number: 2")
    play.when(2, accept(of=3)).refused(NoSuchOffer, "of: 3", rule="DE-5")
    play.when(2, accept())
    play.when(2, accept()).refused(NotNow)


def test_DE_5_it_may_be_declined_and_withdrawn() -> None:
    play = market().when(1, offer(bills=TWO, names=("church",)))
    play.when(2, DeclineOffer(of=1, number=1)).then(ended("declined"))  # type: ignore[arg-type]
    assert (play.family(1).cash, play.family(1).hand) == (
        Bills(2, 1, 1), cards_of("church", "burglars"),
    )  # fmt: skip
    play.when(1, offer(bills=TWO, names=("church",)))
    play.when(2, WithdrawOffer(to=1, number=2)).refused(NotNow)  # type: ignore[arg-type]
    play.when(1, WithdrawOffer(to=2, number=2))  # type: ignore[arg-type]
    play.then(ended("withdrawn", number=2))
    assert (play.family(1).cash, play.family(1).hand_size) == (Bills(2, 1, 1), 2)


def test_DE_6_ten_open_offers_at_most() -> None:
    play = market()
    for _ in range(10):
        play.when(1, offer())
    assert "make_offer" not in play.offers(1)
    play.when(1, offer()).refused(NotNow)
    play.when(2, offer(to=1)).when(1, WithdrawOffer(to=2, number=4))  # type: ignore[arg-type]
    play.when(1, offer())
    assert play.refusal is None


# --- DE-7 to DE-10: how offers end, what is set aside ---


def test_DE_7_offers_end_with_the_turn() -> None:
    play = plotting(cash={1: TWO}, hands={3: ["church"]})
    play.when(1, offer(bills=TWO)).when(3, offer(to=1, names=("church",), mp=1))
    revealed(play).waits("bank", 4).expires().peace()
    assert lapses(play) == [lapsed(0, 1, 2, 3, 4)]
    assert TurnEnded(turn=1) in facts(play)
    assert (play.family(1).cash, play.family(3).hand) == (TWO, cards_of("church"))
    assert play.state.offers == ()


def test_DE_8_the_offers_of_the_dead_and_to_them_end_before_the_purse_is_taken() -> None:
    play = plotting(cash={2: TWO, 3: Bills(1, 0, 1)}, hands={3: ["church", "radicals"]})
    play.when(3, offer(to=0, bills=THREE, names=("church",), mp=9))
    play.when(2, offer(to=3, bills=TWO, mp=1)).when(2, offer(to=0, bills=NO_BILLS, mp=1))
    dies(revealed(sends(play, 1, POLICE, 3)))
    followed = facts(play)
    assert lapses(play) == [lapsed(3, to=(3,))]
    assert play.last.index(lapses(play)[0]) < play.last.index(followed[1])
    assert followed[1].bills == Bills(1, 0, 1)
    assert followed[2].hand == cards_of("church", "radicals")
    assert (play.family(1).cash, play.family(2).cash) == (Bills(1, 0, 1), TWO)
    assert [o.giver for o in play.state.offers] == [2]


def test_DE_9_cards_set_aside_count_for_the_hand_limit_and_come_back() -> None:
    play = given(at="draw", president=0, hands={1: EVENTS[:5]})
    play.when(1, offer(names=tuple(EVENTS[:5]), mp=5)).when(1, offer(mp=1)).chance()
    play.waits("hand_limit", 1)
    assert lapses(play) == [lapsed(1, cards=True)]
    assert play.family(1).hand_size == len(play.family(1).hand) == 7
    assert [o.number for o in play.state.offers] == [2]
    play.when(1, DiscardCards(cards=cards_of(EVENTS[0]))).passes().waits("cabinet", 0)


def test_DE_9_who_has_too_many_offers_no_cards() -> None:
    play = given(at="hand_limit", president=0, hands={1: EVENTS[:7]}, cash={1: ONE})
    play.when(1, offer(names=(EVENTS[0],))).refused(CardNotInHand)
    play.when(1, offer(bills=ONE))
    assert play.refusal is None


def test_DE_9_who_is_given_one_too_many_meanwhile_gets_back_what_he_has_offered() -> None:
    held = ["church", "unions", "radicals", "peasants", "bankers", "students"]
    play = given(at="hand_limit", president=0, hands={1: EVENTS[:7], 2: held})
    play.when(2, offer(to=3, names=tuple(held))).when(1, cards(2, EVENTS[0]))
    play.waits("hand_limit", 2)
    assert lapses(play) == [lapsed(2, cards=True)]
    play.expires().chance().passes().waits("cabinet", 0)
    assert (play.family(2).hand_size, len(play.family(2).hand), play.state.offers) == (6, 6, ())


def test_DE_10_what_is_set_aside_serves_for_nothing_else() -> None:
    play = market(cash={1: TWO}, hands={1: ["church"]})
    play.when(1, offer(bills=TWO, names=("church",)))
    for order in (money(2, TWO), cards(2, "church")):
        play.when(1, order).refused(NotNow)
    play.when(1, PlayCard(card="church")).refused(CardNotInHand)  # type: ignore[arg-type]
    play.when(1, offer(bills=TWO)).refused(BillsNotHeld)


def test_DE_10_neither_for_the_bank_nor_for_a_price_nor_for_a_budget() -> None:
    play = plotting(places={1: "bank"}, cash={1: TWO}, hands={1: ["professional_assassin"]})
    play.when(1, offer(bills=TWO)).when(1, attempt("professional_assassin", 2, bills=TWO))
    assert play.refusal is not None
    play.refusal = None
    revealed(play).waits("bank", 1)
    play.when(1, UseBank(deposit=TWO, withdraw=NO_BILLS)).refused(BillsNotHeld)
    play = given(at="budget", president=0, aid=NO_BILLS, cash={0: TWO})
    play.when(0, offer(to=1, bills=TWO)).when(0, ProposeBudget(shares={1: TWO}))
    play.refused(BillsNotHeld)


# --- named in an attempt ---


def test_AS_7_nobody_accepts_what_he_offered_and_he_accepts_nothing_that_costs_him() -> None:
    play = plotting(cash={2: Bills(2, 1, 0), 3: Bills(1, 1, 0)})
    play.when(3, offer(to=2, bills=ONE)).when(2, offer(to=3, bills=ONE, mp=1))
    play.when(2, offer(to=3, bills=TWO)).when(3, offer(to=2, mp=1))
    play.when(1, attempt(POLICE, 3))
    play.when(2, accept(of=3)).refused(NoSuchOffer, "number: 1 is not one of: 2")
    play.when(3, accept(of=2, number=1, bills=ONE)).refused(NoSuchOffer, "number: 1")
    play.when(3, accept(of=2, number=2)).when(2, accept(of=3, number=2, bills=ONE))
    assert play.family(3).cash == Bills(1, 2, 0)
    play.when(3, offer(to=2)).refused(NotNow)
    play.when(3, WithdrawOffer(to=2, number=1))  # type: ignore[arg-type]
    play.then(ended("withdrawn", 3, 2))
    play.when(3, DeclineOffer(of=2, number=1))  # type: ignore[arg-type]
    play.then(ended("declined", 2, 3))


# --- SE-11 ---


def test_SE_11_of_cards_all_see_how_many_and_the_two_see_which() -> None:
    play = market().when(1, cards(2, "church", bills=TWO))
    for viewer in (0, 3, ANYBODY):
        families = play.view(viewer).families
        assert [families[seat].hand_size for seat in (1, 2)] == [1, 2]
        assert is_hidden(families[2].hand)
        assert is_hidden(families[2].cash)
    assert play.view(2).families[2].hand == cards_of("church", "unions")
    assert play.view(2).families[2].cash == Bills(3, 2, 0)
    assert play.view(1).families[1].cash == Bills(2, 0, 1)


def test_SE_11_of_money_and_offers_others_learn_only_that_something_happened() -> None:
    play = market().when(1, money(2, ONE)).when(1, offer(bills=TWO, mp=1))
    play.when(2, accept(bills=ONE)).when(2, offer(to=1)).when(1, DeclineOffer(of=2, number=1))  # type: ignore
    secret = (MoneyGiven, OfferMade, MoneyExchanged, OfferEnded)
    seen = [e for e in play.events if isinstance(e, secret)]
    assert len(seen) == 5
    for event in seen:
        for viewer in (0, 3, 4, ANYBODY):
            assert redact(event, viewer) == STUB  # type: ignore[arg-type]
        for viewer in (1, 2):
            assert redact(event, viewer) == event  # type: ignore[arg-type]


def test_SE_11_an_offer_with_cards_is_seen_when_it_is_accepted() -> None:
    play = market().when(1, offer(bills=TWO, names=("church",), mp=3, wants=("unions",)))
    for viewer in (0, 3, ANYBODY):
        assert GAME.table(play.view(viewer))["offers"] == []
        assert play.view(viewer).families[1].hand_size == 2
    play.when(2, accept(bills=Bills(1, 1, 0)))
    (exchanged,) = (e for e in play.events if isinstance(e, CardsExchanged))
    for viewer in (0, 3, ANYBODY):
        seen: Any = redact(exchanged, viewer)  # type: ignore[arg-type]
        assert (seen.cards_given, seen.cards_back) == (1, 1)
        hidden = (seen.number, seen.bills, seen.cards, seen.back, seen.want_cards)
        assert all(map(is_hidden, hidden))
    assert play.view(1).families[1].cash == Bills(3, 1, 1)


def test_DE_4_terms_are_within_the_game() -> None:
    play = market().when(1, offer(mp=157))
    play.refused(OutOfChoice, "157 is not a whole number from 0 to 156", rule="DE-4")
    play.when(1, offer(wants=("joker",))).refused(OutOfChoice, "joker")


def test_HL_5_who_is_given_too_many_meanwhile_is_asked_afterwards_with_the_full_time() -> None:
    full = ["church", "unions", "radicals", "peasants", "bankers", "students"]
    play = given(at="hand_limit", president=0, hands={1: EVENTS[:8], 2: full}, grace_s=30)
    first = play.state.course.stage.number
    play.when(1, cards(2, EVENTS[0])).when(1, DiscardCards(cards=cards_of(EVENTS[1])))
    assert play.state.course.stage.grace_s == 30
    play.when(1, cards(2, EVENTS[2])).expires()
    stage = play.state.course.stage
    assert (stage.name, stage.seats, stage.grace_s) == ("hand_limit", (2,), None)
    assert stage.number != first
    assert stage.lasts_s == play.state.course.durations["hand_limit"]
    assert play.family(2).hand_size == 8
