"""Drawing and the hand limit: DR-1 to DR-3, HL-1 to HL-4."""

from __future__ import annotations

import pytest

from rules.junta.cards import CARDS
from rules.junta.drawing import CardsDrawn, DiscardsShuffled
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.rejections import CardNotInHand
from rules.junta.stages.acceptance import AcceptOffice
from rules.junta.stages.hand_limit import CardsDiscarded, DiscardCards
from rules.kernel.chance import Drawn
from rules.kernel.rejections import NotYourTurn, StageMoved
from rules.kernel.stages import UNNUMBERED, ask_draw
from tests.given import CABINETS, Play, cards_of, drew, given

EVENTS = sorted(card.id for card in CARDS if card.category == "event")
REST = sorted(card.id for card in CARDS if card.category not in ("event", "influence"))
DRAWN = Drawn(request=UNNUMBERED)


def draws(play: Play) -> list[tuple[int, int]]:
    return [(e.seat, e.number) for e in play.last if isinstance(e, CardsDrawn)]


def test_DR_1_each_draws_two_the_president_first() -> None:
    play = given(at="draw", president=3, pile=EVENTS).chance()
    assert draws(play) == [(3, 2), (4, 2), (0, 2), (1, 2), (2, 2)]
    assert [f.hand_size for f in play.state.families] == [2] * 5


def test_DR_2_an_empty_pile_is_made_of_the_discards_in_the_middle_of_a_draw() -> None:
    play = given(at="draw", seats=4, president=2, pile=["burglars"]).chance()
    assert draws(play) == [(2, 1), (2, 1), (3, 2), (0, 2), (1, 2)]
    assert play.last[1:3] == (drew(2, "burglars"), DiscardsShuffled(number=63))
    assert (play.state.deck.pile_size, play.state.deck.discards) == (56, cards_of())


def test_DR_2_the_discards_of_an_exactly_used_up_pile_wait_for_the_next_draw() -> None:
    play = given(at="draw", seats=4, president=0, pile=EVENTS[:8]).chance()
    assert draws(play) == [(0, 2), (1, 2), (2, 2), (3, 2)]
    assert (play.state.deck.pile_size, len(play.state.deck.discards)) == (0, 56)


def test_DR_3_when_both_are_empty_no_card_is_drawn() -> None:
    held = {0: EVENTS[3:], 1: REST, 2: [c.id for c in CARDS if c.category == "influence"]}
    play = given(at="draw", seats=4, president=3, hands=held, pile=EVENTS[:1]).chance()
    assert draws(play) == [(3, 1), (3, 1), (0, 1)]
    assert DiscardsShuffled(number=2) in play.last
    assert (play.state.deck.pile, play.state.deck.discards) == (cards_of(), cards_of())
    play.waits("hand_limit", 0, 1, 2)


def test_HL_1_six_cards_are_allowed() -> None:
    play = given(at="draw", president=0, hands={1: EVENTS[:4]}).chance()
    play.passes().waits("cabinet", 0)
    assert play.family(1).cards_held == 6


def test_HL_1_exposed_influence_counts() -> None:
    play = given(at="draw", president=0, hands={1: EVENTS[:4]}, exposed={1: ["church"]}).chance()
    play.waits("hand_limit", 1)


def test_HL_1_the_limit_is_an_option() -> None:
    play = given(at="draw", president=0, hands={1: EVENTS[:4]}, hand_limit=5).chance()
    play.waits("hand_limit", 1)
    play = given(at="draw", president=0, hands={1: EVENTS[:5]}, hand_limit=7).chance()
    play.passes().waits("cabinet", 0)


def test_HL_2_exactly_the_excess_goes_from_hand_or_exposed_influence() -> None:
    goods = {"hands": {1: EVENTS[:6]}, "exposed": {1: ["church", "unions"]}}
    play = given(at="hand_limit", president=0, **goods)
    one, three = cards_of(EVENTS[0]), cards_of(*EVENTS[:3])
    play.when(1, DiscardCards(cards=one)).refused(CardNotInHand, "1 chosen, 2 needed")
    play.when(1, DiscardCards(cards=three)).refused(CardNotInHand, "3 chosen, 2 needed")
    play.when(1, DiscardCards(cards=one | {"bankers"})).refused(CardNotInHand, "bankers")
    play.when(1, DiscardCards(cards=cards_of(EVENTS[0], "church"))).then(
        CardsDiscarded(seat=1, from_hand=cards_of(EVENTS[0]), from_exposed=cards_of("church"))
    )
    assert play.family(1).exposed == cards_of("unions")
    assert play.state.deck.discards == cards_of(EVENTS[0], "church")
    play.passes().waits("cabinet", 0)


def test_HL_2_all_who_are_over_discard_in_any_order() -> None:
    play = given(at="hand_limit", president=0, hands={1: EVENTS[:7], 3: EVENTS[7:15]})
    play.waits("hand_limit", 1, 3).when(2, DiscardCards(cards=cards_of())).refused(NotYourTurn)
    play.when(3, DiscardCards(cards=cards_of(*EVENTS[7:9]))).waits("hand_limit", 1)
    play.when(3, DiscardCards(cards=cards_of(EVENTS[9]))).refused(NotYourTurn)
    play.when(1, DiscardCards(cards=cards_of(EVENTS[0]))).passes().waits("cabinet", 0)


def test_HL_2_playing_a_card_lowers_the_excess_too_and_exposing_influence_does_not() -> None:
    hands = {1: [*EVENTS[:6], "secret_donation_1", "unions"]}
    play = given(at="hand_limit", president=0, hands=hands).when(1, PlayCard(card="unions"))
    play.when(1, PlayCard(card="secret_donation_1")).chance().waits("hand_limit", 1)
    play.when(1, DiscardCards(cards=cards_of(EVENTS[0]))).passes().waits("cabinet", 0)


def test_HL_3_for_the_silent_chance_picks_from_all_that_they_hold() -> None:
    hands = {1: EVENTS[:8], 3: EVENTS[8:15]}
    play = given(at="hand_limit", president=0, hands=hands, exposed={3: ["church"]}).expires()
    play.then(ask_draw("hand_limit", 1), ask_draw("hand_limit", 3)).waits("hand_limit").chance()
    (thrown,) = (e for e in play.last if isinstance(e, CardsDiscarded))
    play.then(DRAWN, thrown).chance()
    assert (thrown.seat, len(thrown.from_hand)) == (1, 2)
    play.passes().waits("cabinet", 0)
    assert [play.family(seat).cards_held for seat in (1, 3)] == [6, 6]


def test_HL_3_exposed_influence_may_be_picked_as_well() -> None:
    def thrown(seed: int) -> CardsDiscarded:
        play = given(at="hand_limit", president=0, hands={3: EVENTS[:3]}, exposed={
            3: ["church", "unions", "bankers", "peasants"]
        }).expires().chance(seed)  # fmt: skip
        return next(e for e in play.last if isinstance(e, CardsDiscarded))

    assert {bool(thrown(seed).from_exposed) for seed in range(8)} == {True, False}


def test_HL_3_who_plays_a_card_after_his_time_is_up_loses_one_less() -> None:
    hands = {1: [*EVENTS[:6], "secret_donation_1"]}
    play = given(at="hand_limit", president=0, hands=hands).expires()
    play.when(1, DiscardCards(cards=cards_of(EVENTS[0]))).refused(StageMoved, "hand_limit is up")
    play.when(1, PlayCard(card="secret_donation_1")).chance().then(DRAWN).chance()
    play.passes().waits("cabinet", 0)


@pytest.mark.parametrize(
    ("step", "following"), [("cabinet", "aid"), ("locations", "announcements")]
)
def test_HL_4_the_limit_is_looked_at_before_every_later_step(step: str, following: str) -> None:
    play = given(at=step, president=0, posts=None)
    play.has(drew(2, *EVENTS[:7])).expires().waits("hand_limit", 2).expires().chance()
    assert following in [getattr(e, "name", None) for e in play.last]


def test_HL_4_after_the_attempts_too() -> None:
    play = given(at="announcements", president=0, posts=CABINETS[5]).has(drew(2, *EVENTS[:7]))
    for _ in range(5):
        play.expires()
    play.waits("hand_limit", 2).expires().chance()
    assert play.at == "coup_start"


def test_HL_4_not_during_an_election() -> None:
    play = given(at="nomination", hands={2: EVENTS[:7]}).expires(until="acceptance")
    play.when(0, AcceptOffice(accept=True)).waits("hand_limit", 2)
