"""Set-up and sequence: SU, SQ, MO-1."""

from __future__ import annotations

import pytest

from rules.junta import GAME
from rules.junta.cards import CARDS, DECK
from rules.junta.drawing import CardsDrawn
from rules.junta.ruleset import BILLS
from rules.junta.stages.deal import PilesPrepared, PurseOpened
from rules.junta.stages.locations import ChooseLocation
from rules.kernel.bills import NO_BILLS
from rules.kernel.course import GameStarted, StageOpened
from rules.kernel.decider import decide
from rules.kernel.lobby import StartGame
from rules.kernel.rejections import TooFewPlayers
from tests.given import CABINETS, Play, created, given, table

PREPARED = PilesPrepared(cards=DECK, card_count=64, bills=BILLS, bill_count=96)


def test_MO_1_there_are_96_bills_worth_156_mp() -> None:
    assert (BILLS.ones, BILLS.twos, BILLS.threes, BILLS.mp) == (51, 30, 15, 156)


def test_SU_1_the_deck_has_64_cards_in_six_kinds() -> None:
    kinds = [card.category for card in CARDS]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert len(DECK) == len(CARDS) == 64
    assert counts == {
        "event": 25, "vote": 9, "influence": 12, "assassin": 7, "bribe": 7, "donation": 4,
    }  # fmt: skip


def test_SU_1_all_bills_and_cards_form_the_piles() -> None:
    play = table().opens("deal")
    purses = [PurseOpened(seat=seat, bills=NO_BILLS) for seat in range(5)]
    assert play.events[-7:-1] == [PREPARED, *purses]
    assert play.state.course.requests[0].purpose == "deal"
    assert (play.state.treasury.pile, play.state.deck.pile) == (BILLS, DECK)


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_SU_2_each_family_is_dealt_five_cards(seats: int) -> None:
    play = table(seats=seats).opens("deal").chance()
    dealt = [e for e in play.last if isinstance(e, CardsDrawn)]
    assert [(e.seat, e.number, len(e.cards)) for e in dealt] == [(s, 5, 5) for s in range(seats)]
    assert len(frozenset().union(*(e.cards for e in dealt))) == 5 * seats
    for family in play.state.families:
        assert (family.hand_size, family.cash, family.swiss) == (5, NO_BILLS, NO_BILLS)
    assert play.state.government.posts == {}


def test_SU_3_four_families_are_needed() -> None:
    assert (GAME.least_seats, GAME.most_seats) == (4, 7)
    play = Play(GAME)
    _, moment = decide(GAME, play.moment, "host", created(GAME, 7))
    with pytest.raises(TooFewPlayers, match="4 are needed"):
        decide(GAME, moment, "host", StartGame())


def test_SU_3_a_game_starts_with_the_families_that_are_there() -> None:
    play = table(seats=4)
    assert isinstance(play.events[-1], GameStarted)
    assert len(play.state.families) == 4


def test_SQ_3_the_deal_comes_first_and_then_the_first_election() -> None:
    assert table().opens("deal").chance().waits("nomination", 0).state.turn.number == 1


def test_SQ_3_the_first_turn_begins_with_drawing_two_more_cards() -> None:
    play = table().opens("deal").chance().expires(until="draw").expires(until="cabinet")
    drawn = [e.number for e in play.events if isinstance(e, CardsDrawn)]
    assert (drawn, play.state.turn.number) == ([5] * 5 + [2] * 5, 1)


def opened(play: Play) -> list[str]:
    """The names of the stages that opened, a stage that opens again for the next one only once."""
    names = [e.name for e in play.events if isinstance(e, StageOpened)]
    return [name for name, before in zip(names, ["", *names], strict=False) if name != before]


def test_SQ_1_a_turn_has_its_steps_in_this_order() -> None:
    play = given(at="draw", seats=7, president=0).expires(until="budget")
    play.expires(until="locations")
    for seat in range(7):
        play.when(seat, ChooseLocation(location="bank"))
    play.expires(until="cabinet")
    assert opened(play)[2:] == [
        "draw", "confidence", "cabinet", "aid", "budget", "budget_vote", "ballot_cards",
        "budget_tie", "locations", "announcements", "bank", "coup_start", "clean_up", "draw",
        "confidence", "cabinet",
    ]  # fmt: skip


def test_SQ_2_an_election_comes_before_the_next_step() -> None:
    play = given(at="nomination", exposed={0: ["church"]}).expires(until="acceptance").expires()
    assert play.at == "draw"


def test_SQ_1_step_6_takes_place_though_nobody_can_attempt_anything() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5]).expires()
    for seat in (1, 2, 3, 4, 0):
        play.waits("announcements", seat).expires()
    play.expires(until="draw")
    assert play.state.turn.number == 2


def test_SQ_2_the_hand_limit_comes_before_the_cabinet() -> None:
    hand = sorted(card.id for card in CARDS if card.category == "event")[:5]
    play = given(at="draw", hands={2: hand}, president=0).chance()
    play.waits("hand_limit", 2).expires().chance().passes().waits("cabinet", 0)


def test_SQ_2_the_vote_on_a_budget_comes_before_the_locations() -> None:
    play = given(at="budget", president=0, aid=NO_BILLS)
    assert play.expires().at == "budget_vote"
    assert play.expires(until="budget_tie").expires().at == "locations"
