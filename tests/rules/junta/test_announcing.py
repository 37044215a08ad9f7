"""Step 6, the announcements: AS-1 to AS-9."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.deal import GiveCards, GiveMoney, MoneyGiven
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.plots import MEANS, LocationsRevealed
from rules.junta.prices import PricePaid
from rules.junta.rejections import BillsNotHeld, CardNotInHand, NoSuchLocation, NoSuchVictim
from rules.junta.ruleset import LOCATIONS
from rules.junta.stages.announcements import (
    AnnouncementsEnded,
    AttemptAnnounced,
    EndAnnouncements,
)
from rules.junta.stages.cabinet import CabinetFormed
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.protection import FaceDeath
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice, StageMoved
from tests.given import Play, cabinet, cards_of, given
from tests.rules.junta.plotting import (
    POLICE,
    attempt,
    dies,
    faced,
    facts,
    failed,
    killed,
    plotting,
    revealed,
    sends,
    taken,
    threat,
    turn_of,
)

KILLERS = [card for card in MEANS if MEANS[card].names_place and card != POLICE]


def announced(seat: int, means: str, victim: int, place: Any = "nightclub", **named: Any) -> Any:
    card: Any = None if means == POLICE else means
    facts = {"card": card, "bank_watched": False} | named
    return AttemptAnnounced(seat=seat, means=means, victim=victim, location=place, **facts)  # type: ignore


# --- AS-1, AS-2 ---


@pytest.mark.parametrize("minister", [0, 1, 3, 4])
def test_AS_1_the_minister_announces_first_then_clockwise(minister: int) -> None:
    posts = cabinet(minister, 0, 1, 3, 4, 1 if minister == 0 else 0)
    play = plotting(posts=posts, president=2)
    for n in range(5):
        seat = (minister + n) % 5
        play.waits("announcements", seat).when(seat, EndAnnouncements())
        assert play.last[0] == AnnouncementsEnded(seat=seat)
    play.waits("bank", 4)


def test_AS_1_nobody_announces_before_or_after_his_turn() -> None:
    play = plotting(hands={2: ["psychotic_assassin"], 1: ["burglars"]})
    play.when(2, attempt("psychotic_assassin", 1)).refused(NotYourTurn, rule="TI-3")
    play.when(2, EndAnnouncements()).refused(NotYourTurn)
    play.when(1, EndAnnouncements()).when(1, attempt("burglars", 2)).refused(NotYourTurn)


def test_AS_2_any_number_of_attempts_on_one_or_on_several() -> None:
    cards = ["psychotic_assassin", "burglars", "indiscretion", "professional_assassin"]
    play = plotting(hands={1: cards}, cash={1: Bills(0, 1, 0)})
    play.when(1, attempt("psychotic_assassin", 2, "bank")).then(
        announced(1, "psychotic_assassin", 2, "bank")
    )
    play.when(1, attempt(POLICE, 2, "residence")).then(announced(1, POLICE, 2, "residence"))
    play.when(1, attempt("burglars", 3)).then(announced(1, "burglars", 3, None))
    play.when(1, attempt("indiscretion", 0)).then(announced(1, "indiscretion", 0, None))
    play.when(1, attempt("professional_assassin", 0, bills=Bills(0, 1, 0)))
    play.waits("announcements", 1).when(1, EndAnnouncements()).waits("announcements", 2)
    made = [(a.means, a.victim) for a in play.state.plot.attempts]
    assert made == list(zip([cards[0], POLICE, *cards[1:]], [2, 2, 3, 0, 0], strict=True))


def test_AS_2_the_president_may_be_named_and_a_friend() -> None:
    play = plotting(hands={2: ["psychotic_assassin"], 0: ["monarchist_assassin"]},
                    exposed={0: ["monarchists"]})  # fmt: skip
    sends(play, 2, "psychotic_assassin", 0)
    sends(play, 0, "monarchist_assassin", 1)


@pytest.mark.parametrize("victim", [1, 5, -1])
def test_AS_2_nobody_names_himself_or_a_stranger(victim: int) -> None:
    play = plotting().when(1, attempt(POLICE, victim))
    play.refused(NoSuchVictim, f"victim: {victim} is not one of: 0, 2, 3, 4", rule="AS-2")


def test_AS_2_nobody_names_the_dead() -> None:
    play = plotting(hands={2: ["psychotic_assassin"]}).has(killed(3))
    turn_of(play, 2).when(2, attempt("psychotic_assassin", 3)).refused(NoSuchVictim, "3")


def test_AS_2_a_killer_is_sent_to_one_of_the_five_locations() -> None:
    play = plotting(hands={1: ["psychotic_assassin"]})
    for place in LOCATIONS:
        assert play.offers(1)["announce_attempt"]["location"].contains(place)
    play.when(1, attempt("psychotic_assassin", 2, "palace")).refused(NoSuchLocation, rule="AS-2")
    play.when(1, attempt("psychotic_assassin", 2, None)).refused(NoSuchLocation)


@pytest.mark.parametrize("means", ["burglars", "indiscretion"])
def test_AS_2_burglars_and_indiscretion_name_no_location(means: str) -> None:
    play = plotting(hands={1: [means]})
    order = attempt("psychotic_assassin", 2)
    named = type(order)(means=means, victim=2, location="bank", powers=cards_of(), bills=NO_BILLS)
    play.when(1, named).refused(NoSuchLocation, rule="AS-2")
    play.when(1, attempt(means, 2)).then(announced(1, means, 2, None))


# --- AS-3: the cards ---

PRICES = {
    "professional_assassin": 2,
    "foreign_assassin": 1,
    "amateur_assassin": 1,
    "psychotic_assassin": 0,
    "monarchist_assassin": 0,
    "burglars": 0,
    "indiscretion": 0,
}


@pytest.mark.parametrize("card", PRICES)
def test_AS_3_each_card_has_its_price(card: str) -> None:
    price, goods = PRICES[card], {"hands": {3: [card]}, "exposed": {3: ["monarchists"]}}
    bills = Bills(price, 0, 0)
    place = "bank" if card in KILLERS else None
    play = turn_of(plotting(cash={3: Bills(4, 0, 0)}, **goods), 3)
    if price:
        play.when(3, attempt(card, 2, "bank")).refused(BillsNotHeld, f"{price} MP to pay")
    paid = [PricePaid(seat=3, bills=bills, powers=cards_of())] if price else []
    play.when(3, attempt(card, 2, "bank", bills)).then(*paid, announced(3, card, 2, place))
    assert play.family(3).cash == Bills(4 - price, 0, 0)
    assert (play.family(3).hand, play.family(3).hand_size) == (cards_of(), 0)
    assert play.state.deck.discards == cards_of(card)
    assert play.state.treasury.sink == bills


@pytest.mark.parametrize("card", [card for card, price in PRICES.items() if price])
def test_AS_3_who_cannot_pay_cannot_send_him(card: str) -> None:
    play = turn_of(plotting(hands={3: [card]}, cash={3: Bills(PRICES[card] - 1, 0, 0)}), 3)
    assert "announce_attempt" not in play.offers(3)
    words = f"{card} costs {PRICES[card]} MP; you can pay {PRICES[card] - 1} MP"
    play.when(3, attempt(card, 2)).refused(CardNotInHand, words, rule="AS-6")


def test_AS_3_a_card_must_be_held() -> None:
    play = plotting(hands={1: ["burglars"]})
    play.when(1, attempt("psychotic_assassin", 2)).refused(CardNotInHand, "psychotic_assassin")


def test_AS_3_a_card_serves_once() -> None:
    play = sends(plotting(hands={1: ["psychotic_assassin"]}), 1, "psychotic_assassin", 2)
    play.when(1, attempt("psychotic_assassin", 3)).refused(CardNotInHand)


def test_AS_3_the_monarchist_needs_the_monarchists_exposed() -> None:
    play = turn_of(plotting(hands={2: ["monarchist_assassin", "monarchists"]}), 2)
    assert "announce_attempt" not in play.offers(2)
    play.when(2, attempt("monarchist_assassin", 1))
    play.refused(CardNotInHand, "needs Monarchists exposed before you", rule="CD-8")
    play.when(2, PlayCard(card="monarchists")).when(2, attempt("monarchist_assassin", 1))
    play.then(announced(2, "monarchist_assassin", 1))


@pytest.mark.parametrize(("seat", "may"), [(0, False), (1, False), (2, True), (3, True)])
def test_AS_3_neither_president_nor_minister_sends_the_foreigner(seat: int, may: bool) -> None:
    play = plotting(hands={seat: ["foreign_assassin"]}, cash={seat: Bills(1, 0, 0)})
    turn_of(play, seat).when(seat, attempt("foreign_assassin", 4, bills=Bills(1, 0, 0)))
    if may:
        assert play.refusal is None
    else:
        play.refused(CardNotInHand, "neither for the President nor for the Minister", rule="AS-3")


def test_AS_3_other_cards_are_no_assassins() -> None:
    play = plotting(hands={1: ["church", "bribed_assassin"]}, cash={1: Bills(9, 0, 0)})
    for card in ("church", "bribed_assassin"):
        words = f"{card} is no attempt that you can announce; you may play: secret_police"
        play.when(1, attempt(card, 2)).refused(CardNotInHand, words, rule="AS-3")


# --- AS-4: the secret police ---


def test_AS_4_the_minister_sends_the_police_without_card_or_price_once_a_turn() -> None:
    play = plotting().when(1, attempt(POLICE, 2)).then(announced(1, POLICE, 2))
    assert "announce_attempt" not in play.offers(1)
    play.when(1, attempt(POLICE, 3)).refused(CardNotInHand, "have been sent", rule="AS-4")


@pytest.mark.parametrize("seat", [0, 2, 3, 4])
def test_AS_4_nobody_else_sends_the_police(seat: int) -> None:
    play = turn_of(plotting(hands={seat: ["burglars"]}), seat)
    play.when(seat, attempt(POLICE, 1))
    play.refused(CardNotInHand, "obey the Minister of the Interior", rule="AS-4")


def at_next_announcements(play: Play, minister: int = 1) -> Play:
    """A turn later, with this Minister."""
    play.expires(until="cabinet").has(
        CabinetFormed(president=0, posts=cabinet(minister, 1, 2, 3, 4, 2))  # type: ignore[arg-type]
    )
    return play.expires(until="announcements").waits("announcements", minister)


@pytest.mark.parametrize("minister", [1, 3])
def test_AS_4_not_at_the_bank_two_turns_running_whoever_is_minister(minister: int) -> None:
    play = plotting(places={2: "residence"}).when(1, attempt(POLICE, 2, "bank"))
    play.then(announced(1, POLICE, 2, "bank", bank_watched=True))
    at_next_announcements(play, minister).when(minister, attempt(POLICE, 2, "bank"))
    play.refused(NoSuchLocation, "'bank' is not one of: headquarters, residence", rule="AS-4")
    play.when(minister, attempt(POLICE, 2, "residence")).then(
        announced(minister, POLICE, 2, "residence")
    )
    at_next_announcements(play).when(1, attempt(POLICE, 2, "bank"))
    play.then(announced(1, POLICE, 2, "bank", bank_watched=True))


def test_AS_4_other_places_two_turns_running_are_allowed() -> None:
    play = plotting(places={2: "residence"}).when(1, attempt(POLICE, 2, "girlfriend"))
    at_next_announcements(play).when(1, attempt(POLICE, 2, "girlfriend"))
    play.then(announced(1, POLICE, 2, "girlfriend"))


def test_AS_4_other_killers_may_always_look_at_the_bank() -> None:
    play = plotting(hands={1: ["psychotic_assassin"]}, places={2: "residence"})
    play.when(1, attempt(POLICE, 2, "bank"))
    at_next_announcements(play).when(1, attempt("psychotic_assassin", 2, "bank"))
    play.then(announced(1, "psychotic_assassin", 2, "bank"))


# --- AS-5, AS-6: card and price ---


def test_AS_5_card_and_price_are_gone_though_the_guess_was_wrong() -> None:
    play = plotting(hands={2: ["professional_assassin"]}, cash={2: Bills(0, 2, 0)})
    sends(play, 2, "professional_assassin", 3, "bank", bills=Bills(0, 1, 0))
    revealed(play).waits("bank", 4)
    assert facts(play) == [failed(0, "wrong_place")]
    assert (play.family(2).cash, play.state.treasury.sink) == (Bills(0, 1, 0), Bills(0, 1, 0))
    assert play.state.deck.discards == cards_of("professional_assassin")


@pytest.mark.parametrize(
    ("bills", "fits"),
    [
        (Bills(2, 0, 0), True),
        (Bills(0, 1, 0), True),
        (Bills(0, 0, 1), True),
        (Bills(1, 0, 0), False),
        (Bills(1, 1, 0), False),
        (Bills(3, 0, 0), False),
        (Bills(1, 0, 1), False),
        (Bills(0, 2, 0), False),
        (Bills(-1, 0, 1), False),
        (Bills(4, 0, 0), False),
        (NO_BILLS, False),
    ],
)
def test_AS_6_the_price_is_paid_in_bills_none_of_them_needless(bills: Bills, fits: bool) -> None:
    play = turn_of(plotting(hands={2: ["professional_assassin"]}, cash={2: Bills(3, 2, 1)}), 2)
    play.when(2, attempt("professional_assassin", 3, bills=bills))
    if not fits:
        play.refused(BillsNotHeld, "2 MP to pay, no bill needlessly", rule="AS-6")
        return
    play.then(
        PricePaid(seat=2, bills=bills, powers=cards_of()), announced(2, "professional_assassin", 3)
    )


def test_AS_6_what_is_overpaid_is_lost() -> None:
    play = plotting(hands={2: ["amateur_assassin"]}, cash={2: Bills(0, 0, 1)})
    sends(play, 2, "amateur_assassin", 3, bills=Bills(0, 0, 1))
    assert (play.family(2).cash, play.state.treasury.sink) == (NO_BILLS, Bills(0, 0, 1))


@pytest.mark.parametrize("power", ["bankers", "monarchists"])
def test_AS_6_bankers_and_monarchists_pay_one_mp_each_a_turn(power: str) -> None:
    cards = ["amateur_assassin", "foreign_assassin"]
    play = plotting(hands={2: cards}, exposed={2: [power]}, cash={2: Bills(2, 0, 0)})
    sends(play, 2, "amateur_assassin", 3, powers=(power,))
    play.then(
        PricePaid(seat=2, bills=NO_BILLS, powers=cards_of(power)),
        announced(2, "amateur_assassin", 3),
    )
    assert play.family(2).exposed == cards_of(power)
    play.when(2, attempt("foreign_assassin", 3, powers=(power,))).refused(OutOfChoice, "powers")
    play.when(2, attempt("foreign_assassin", 3, bills=Bills(1, 0, 0)))
    assert play.refusal is None


def test_AS_6_both_together_pay_two_mp_and_one_of_them_the_half() -> None:
    both = ("bankers", "monarchists")
    goods = {"hands": {2: ["professional_assassin"]}, "exposed": {2: both}}
    play = sends(plotting(**goods), 2, "professional_assassin", 3, powers=both)
    assert play.last[0] == PricePaid(seat=2, bills=NO_BILLS, powers=cards_of(*both))
    play = turn_of(plotting(cash={2: Bills(1, 1, 0)}, **goods), 2)
    play.when(2, attempt("professional_assassin", 3, bills=Bills(0, 1, 0), powers=("bankers",)))
    assert play.last[0] == PricePaid(seat=2, bills=Bills(0, 1, 0), powers=cards_of("bankers"))
    play = turn_of(plotting(cash={2: Bills(1, 1, 0)}, **goods), 2)
    play.when(2, attempt("professional_assassin", 3, bills=Bills(1, 0, 0), powers=both))
    play.refused(BillsNotHeld, "0 MP to pay")


def test_AS_6_powers_serve_again_in_the_next_turn() -> None:
    cards = ["amateur_assassin", "foreign_assassin"]
    play = plotting(hands={2: cards}, exposed={2: ["bankers"]}, places={3: "bank"})
    sends(play, 2, "amateur_assassin", 3, powers=("bankers",))
    at_next_announcements(play)
    sends(play, 2, "foreign_assassin", 3, powers=("bankers",))


def test_AS_6_only_what_lies_exposed_pays() -> None:
    play = plotting(hands={2: ["amateur_assassin", "bankers"]}, cash={2: Bills(1, 0, 0)})
    turn_of(play, 2).when(2, attempt("amateur_assassin", 3, powers=("bankers",)))
    assert play.refusal is not None


# --- AS-7: who is named ---

HELD = {3: ["church", "secret_donation_1", "burglars", "psychotic_assassin"]}


@pytest.mark.parametrize("means", [POLICE, "burglars", "indiscretion"])
def test_AS_7_who_is_named_gives_nothing_and_plays_nothing(means: str) -> None:
    hands = {3: HELD[3][:2], 1: [] if means == POLICE else [means]}
    play = plotting(hands=hands, cash={3: Bills(2, 0, 0)}).when(1, attempt(means, 3))
    play.when(3, GiveMoney(to=2, bills=Bills(1, 0, 0))).refused(NotNow)  # type: ignore[arg-type]
    gift = GiveCards(to=2, cards=cards_of("church"), bills=NO_BILLS)  # type: ignore[arg-type]
    play.when(3, gift).refused(NotNow)
    for card in HELD[3][:2]:
        play.when(3, PlayCard(card=card))  # type: ignore[arg-type]
        play.refused(CardNotInHand, "named in an attempt", rule="AS-7")
    assert play.offers(3).keys() == {"say", "answer_beforehand"}


def test_AS_7_he_announces_his_own_attempts_all_the_same() -> None:
    play = sends(plotting(hands=HELD), 1, POLICE, 3)
    sends(play, 3, "burglars", 1).when(3, attempt("psychotic_assassin", 1))
    play.then(announced(3, "psychotic_assassin", 1))


def test_AS_7_he_may_receive() -> None:
    play = plotting(cash={2: Bills(1, 0, 0)}, hands={2: ["church"]}).when(1, attempt(POLICE, 3))
    play.when(2, GiveMoney(to=3, bills=Bills(1, 0, 0))).then(  # type: ignore[arg-type]
        MoneyGiven(parties=(2, 3), giver=2, receiver=3, bills=Bills(1, 0, 0))  # type: ignore
    )
    play.when(2, GiveCards(to=3, cards=cards_of("church"), bills=NO_BILLS))  # type: ignore
    assert play.family(3).hand == cards_of("church")


def test_AS_7_until_every_attempt_on_him_has_been_resolved() -> None:
    hands = {1: ["psychotic_assassin"], 2: ["indiscretion"], 3: ["church"], 0: ["radicals"]}
    play = plotting(hands=hands, places={0: "girlfriend"}, cash={3: Bills(1, 0, 0)})
    play.when(1, attempt(POLICE, 3, "bank")).when(1, attempt("psychotic_assassin", 3))
    revealed(sends(play, 2, "indiscretion", 0)).waits("attempt")
    assert play.offers(3).keys() == {"say", "answer_beforehand"}
    play.rolls(5).waits("indiscretion", 2)
    play.when(3, GiveMoney(to=2, bills=Bills(1, 0, 0)))  # type: ignore[arg-type]
    assert play.refusal is None
    play.when(0, PlayCard(card="radicals")).refused(CardNotInHand, rule="AS-7")
    play.expires().waits("bank", 4).when(0, PlayCard(card="radicals"))
    assert play.refusal is None


def test_AS_7_others_are_free() -> None:
    play = plotting(hands={2: ["church"]}).when(1, attempt(POLICE, 3))
    play.when(2, PlayCard(card="church"))
    assert play.refusal is None


# --- AS-8, AS-9 ---


def test_AS_8_silence_announces_nothing_more() -> None:
    play = plotting(hands={1: ["burglars"]}).when(1, attempt("burglars", 2)).expires()
    play.then(AnnouncementsEnded(seat=1)).waits("announcements", 2)
    assert len(play.state.plot.attempts) == 1


def test_AS_9_all_show_where_they_are_though_nobody_announced() -> None:
    play = turn_of(plotting(places={2: "girlfriend"}), 0).when(0, EndAnnouncements())
    places: Any = {0: "nightclub", 1: "nightclub", 2: "girlfriend", 3: "nightclub", 4: "bank"}
    play.then(AnnouncementsEnded(seat=0), LocationsRevealed(locations=places)).waits("bank", 4)


def test_AS_9_then_nothing_more_is_announced() -> None:
    play = sends(plotting(hands={2: ["burglars"]}), 1, POLICE, 2)
    before = play.state.course.stage.number
    revealed(play).waits("protection", 2)
    play.when(2, attempt("burglars", 1)).refused(NotNow)
    play.when(2, attempt("burglars", 1), stage=before).refused(StageMoved)
    play.when(2, FaceDeath())
    assert facts(play)[:3] == [faced(2), taken(2, 1, NO_BILLS), killed(2, ("burglars",))]


def test_AS_9_in_the_next_turn_there_are_new_announcements() -> None:
    play = revealed(sends(plotting(), 1, POLICE, 2))
    assert facts(play) == [threat(0, 2, 1)]
    dies(play).expires(until="confidence")
    assert TurnEnded(turn=1) in play.events
    assert play.state.plot is None
    play.expires(until="announcements")
    assert play.state.plot.attempts == ()


def test_AS_1_without_a_cabinet_seat_0_would_begin() -> None:
    given(at="announcements", president=3).waits("announcements", 0)
