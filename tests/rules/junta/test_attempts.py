"""Step 6, the attempts: AS-10 to AS-13, AS-20, AS-21, and the election after them (EL-1, EL-17)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.elections import voters
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.rejections import CardNotInHand, NotEnoughVotes
from rules.junta.scoring import EverybodyDied
from rules.junta.stages.acceptance import PresidentElected
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.bank import UseBank
from rules.junta.stages.brother_in_law import PostTaken
from rules.junta.stages.clean_up import FamiliesReturned
from rules.junta.stages.nomination import ElectionCalled, Nominate
from rules.junta.state import votes_of
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import GameFinished
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotYourTurn
from rules.kernel.stages import ask_dice
from tests.given import Play, cards_of
from tests.rules.junta.plotting import (
    POLICE,
    X,
    Y,
    Z,
    attempt,
    dies,
    faced,
    facts,
    failed,
    killed,
    lapsed,
    lost,
    opened,
    plotting,
    revealed,
    rolled,
    sends,
    taken,
    threat,
)

PSYCHO, PRO = "psychotic_assassin", "professional_assassin"
ROYAL = "monarchist_assassin"


def cash(play: Play, *seats: int) -> list[Bills]:
    return [play.family(seat).cash for seat in seats]


# --- AS-10: the order ---


def test_AS_10_attempts_are_resolved_one_by_one_in_the_order_announced() -> None:
    hands = {1: ["burglars"], 2: ["amateur_assassin"], 0: ["indiscretion"]}
    play = plotting(hands=hands, places={3: "residence"}, cash={2: Bills(1, 0, 0)})
    play = sends(play, 1, "burglars", 3).when(1, attempt(POLICE, 2, "bank"))
    sends(play, 2, "amateur_assassin", 4, "bank", bills=Bills(1, 0, 0))
    revealed(sends(play, 0, "indiscretion", 1)).waits("attempt")
    assert facts(play) == [
        failed(0, "at_residence"),
        failed(1, "wrong_place"),
        ask_dice("assassin", 1, 2),
    ]
    play.rolls(1).then(rolled(1), failed(2, "missed"), failed(3, "wrong_place"))
    play.waits("bank", 4)
    assert not play.state.turn.excuse


def test_AS_10_a_victim_already_dead_is_not_killed_twice_and_no_die_is_rolled_for_him() -> None:
    play = plotting(hands={2: ["amateur_assassin"]}, cash={1: X, 2: Bills(1, 0, 0), 3: Y})
    sends(play, 1, POLICE, 3)
    sends(play, 2, "amateur_assassin", 3, bills=Bills(1, 0, 0))
    dies(revealed(play))
    assert facts(play) == [
        faced(3),
        taken(3, 1, Y),
        killed(3),
        failed(1, "victim_dead"),
        PostTaken(president=0, post="general_3"),  # type: ignore[arg-type]
    ]
    assert cash(play, 1, 2, 3) == [X + Y, NO_BILLS, NO_BILLS]


@pytest.mark.parametrize("means", ["burglars", "indiscretion"])
def test_AS_10_a_dead_victim_is_neither_robbed_nor_searched(means: str) -> None:
    play = plotting(places={3: "girlfriend"}, hands={2: [means], 3: ["church"]}, cash={3: Y})
    sends(sends(play, 1, POLICE, 3, "girlfriend"), 2, means, 3)
    dies(revealed(play))
    assert facts(play)[1:4] == [taken(3, 1, Y), killed(3, ("church",)), failed(1, "victim_dead")]


# --- AS-11: place and die ---


def test_AS_11_who_is_found_is_threatened_and_who_is_not_is_safe() -> None:
    play = plotting(places={3: "residence"})
    revealed(sends(play, 1, POLICE, 3, "headquarters"))
    assert facts(play) == [failed(0, "wrong_place")]
    play = plotting(places={3: "residence"})
    revealed(sends(play, 1, POLICE, 3, "residence")).waits("protection", 3)
    assert facts(play) == [threat(0, 3, 1)]


@pytest.mark.parametrize("card", ["amateur_assassin", "foreign_assassin"])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_AS_11_amateur_and_foreigner_kill_on_4_to_6(card: str, face: int) -> None:
    play = plotting(hands={2: [card]}, cash={2: Bills(1, 0, 0)})
    revealed(sends(play, 2, card, 3, bills=Bills(1, 0, 0))).waits("attempt")
    assert facts(play) == [ask_dice("assassin", 1, 2)]
    play.rolls(face)
    play.then(rolled(face), threat(0, 3, 2) if face > 3 else failed(0, "missed"))


@pytest.mark.parametrize("card", ["amateur_assassin", "foreign_assassin"])
def test_AS_11_no_die_is_rolled_at_the_wrong_place(card: str) -> None:
    play = plotting(hands={2: [card]}, cash={2: Bills(1, 0, 0)})
    revealed(sends(play, 2, card, 3, "bank", bills=Bills(1, 0, 0))).waits("bank", 4)
    assert facts(play) == [failed(0, "wrong_place")]


@pytest.mark.parametrize("card", ["amateur_assassin", "foreign_assassin"])
def test_AS_11_by_option_they_need_no_die(card: str) -> None:
    play = plotting(hands={2: [card]}, cash={2: Bills(1, 0, 0)}, **{f"{card}_roll": False})
    revealed(sends(play, 2, card, 3, bills=Bills(1, 0, 0))).waits("protection", 3)
    assert facts(play) == [threat(0, 3, 2)]


@pytest.mark.parametrize("card", [PRO, ROYAL])
def test_AS_11_the_others_need_none(card: str) -> None:
    bills = Bills(0, 1, 0) if card == PRO else NO_BILLS
    play = plotting(hands={2: [card]}, cash={2: Bills(0, 1, 0)}, exposed={2: ["monarchists"]})
    revealed(sends(play, 2, card, 3, bills=bills)).waits("protection", 3)
    assert facts(play) == [threat(0, 3, 2)]


# --- AS-12, AS-13: death ---


def test_AS_12_the_dead_lose_all_cards_and_keep_the_account() -> None:
    goods: dict[str, Any] = {"hands": {3: ["church", "burglars"]}, "exposed": {3: ["unions"]}}
    play = plotting(cash={3: Y}, swiss={3: X}, **goods)
    dies(revealed(sends(play, 1, POLICE, 3)))
    assert facts(play) == [
        faced(3),
        taken(3, 1, Y),
        killed(3, ("church", "burglars"), ("unions",)),
        PostTaken(president=0, post="general_3"),  # type: ignore[arg-type]
    ]
    family = play.family(3)
    assert (family.alive, family.hand_size, family.exposed, family.cash) == (
        False, 0, cards_of(), NO_BILLS,
    )  # fmt: skip
    assert (family.swiss, family.swiss_bills) == (X, X.number)
    assert play.state.deck.discards == cards_of("church", "burglars", "unions")
    assert play.view(ANYBODY).deck.discards == play.state.deck.discards


def test_AS_12_a_killing_is_an_excuse() -> None:
    play = revealed(sends(plotting(), 1, POLICE, 3))
    assert not play.state.turn.excuse
    assert dies(play).state.turn.excuse


def test_AS_12_the_dead_neither_bank_nor_deal_nor_play_in_this_turn() -> None:
    play = plotting(swiss={4: X}, places={2: "bank"})
    dies(revealed(sends(play, 1, POLICE, 4, "bank"))).waits("bank", 2)
    assert play.offers(4).keys() == {"say", "answer_beforehand"}
    assert not play.offers(2)["make_offer"]["to"].contains(4)
    play.when(4, UseBank(deposit=NO_BILLS, withdraw=X)).refused(NotYourTurn)
    play.when(2, UseBank(deposit=NO_BILLS, withdraw=NO_BILLS))
    assert "late_bank" not in opened(play)


def test_AS_13_the_purse_goes_to_who_sent_the_killer() -> None:
    play = plotting(cash={1: X, 3: Y})
    dies(revealed(sends(play, 1, POLICE, 3)))
    assert cash(play, 1, 3) == [X + Y, NO_BILLS]
    assert play.view(1).families[1].cash == X + Y


def test_AS_13_example_1_the_first_to_announce_takes_all() -> None:
    """A=1 and C=3 name B=2: B dies, A has x+y, C keeps z."""
    play = plotting(cash={1: X, 2: Y, 3: Z}, hands={3: [PSYCHO], 2: ["church"]})
    sends(sends(play, 1, POLICE, 2), 3, PSYCHO, 2)
    dies(revealed(play))
    assert facts(play) == [faced(2), taken(2, 1, Y), killed(2, ("church",)),
                           ask_dice("psychotic", 1, 3)]  # fmt: skip
    play.rolls(2)
    assert facts(play) == [rolled(2), failed(1, "victim_dead")]
    assert cash(play, 1, 2, 3) == [X + Y, NO_BILLS, Z]
    assert play.state.treasury.sink == NO_BILLS


def test_AS_13_example_2_who_kill_each_other_gain_nothing() -> None:
    """A=1 and B=2 name each other: both die, x and y lie face up under the pile."""
    play = plotting(cash={1: X, 2: Y}, hands={1: ["church"], 2: [ROYAL, "bankers"]},
                    exposed={2: ["monarchists"]})  # fmt: skip
    sends(sends(play, 1, POLICE, 2), 2, ROYAL, 1)
    dies(revealed(play))
    assert facts(play) == [
        faced(2),
        taken(2, 1, Y),
        killed(2, ("bankers",), ("monarchists",)),
        threat(1, 1, 2),
    ]
    dies(play)
    assert facts(play) == [faced(1), lost(1, X + Y), killed(1, ("church",))]
    assert cash(play, 1, 2) == [NO_BILLS, NO_BILLS]
    assert play.state.treasury.sink == X + Y
    assert play.state.deck.discards == cards_of("church", "bankers", "monarchists", ROYAL)
    play.waits("brother_in_law", 0)


def test_AS_13_example_3_the_purse_of_who_is_killed_by_the_dead_goes_under_the_pile() -> None:
    """A=1 names B=2, B names C=3: both die, A has x+y, z lies face up under the pile."""
    play = plotting(cash={1: X, 2: Y, 3: Z}, hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    sends(sends(play, 1, POLICE, 2), 2, ROYAL, 3)
    dies(revealed(play))
    assert facts(play) == [faced(2), taken(2, 1, Y), killed(2, (), ("monarchists",)),
                           threat(1, 3, 2)]  # fmt: skip
    dies(play)
    assert facts(play) == [faced(3), lost(3, Z), killed(3)]
    assert cash(play, 1, 2, 3) == [X + Y, NO_BILLS, NO_BILLS]
    assert play.state.treasury.sink == Z


def test_AS_13_example_4_what_a_victim_has_just_taken_is_taken_with_the_rest() -> None:
    """B=1 names C=3, then A=2 names B: both die, A has x+y+z."""
    play = plotting(cash={2: X, 1: Y, 3: Z}, hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    sends(sends(play, 1, POLICE, 3), 2, ROYAL, 1)
    dies(revealed(play))
    assert facts(play) == [faced(3), taken(3, 1, Z), killed(3), threat(1, 1, 2)]
    dies(play)
    assert facts(play) == [faced(1), taken(1, 2, Y + Z), killed(1)]
    assert cash(play, 1, 2, 3) == [NO_BILLS, X + Y + Z, NO_BILLS]
    assert play.state.treasury.sink == NO_BILLS


# --- a President dies ---


def president_killed(**goods: Any) -> Play:
    """The Minister's police find the President; 2 has named 3 in vain after that."""
    given: dict[str, Any] = {"hands": {2: [PSYCHO]}, "cash": {0: X}} | goods
    play = sends(sends(plotting(**given), 1, POLICE, 0), 2, PSYCHO, 3, "bank")
    return dies(revealed(play))


def test_AS_12_a_dead_presidents_office_is_vacant_and_the_election_waits_for_all_attempts() -> None:
    play = president_killed()
    assert facts(play) == [faced(0), taken(0, 1, X), killed(0, vacant=True),
                           ask_dice("psychotic", 1, 2)]  # fmt: skip
    assert play.state.government.president is None
    play.waits("attempt").rolls(1)
    assert facts(play) == [rolled(1), failed(1, "wrong_place"), ElectionCalled(order=(1, 2, 3, 4))]
    play.waits("nomination", 1)


def test_EL_1_later_elections_begin_with_the_last_president_or_the_next_living() -> None:
    play = plotting(president=2, hands={0: [ROYAL]}, exposed={0: ["monarchists"]}, posts={
        "minister_interior": 3, "general_1": 3, "general_2": 4, "general_3": 0,
        "admiral": 1, "air_commander": 4,
    })  # fmt: skip
    play = sends(sends(play, 3, POLICE, 2), 0, ROYAL, 3)
    dies(dies(revealed(play)))
    assert ElectionCalled(order=(4, 0, 1)) in play.last  # type: ignore[arg-type]


def test_EL_1_a_living_last_president_begins() -> None:
    play = plotting(president=3, posts={
        "minister_interior": 0, "general_1": 1, "general_2": 2, "general_3": 4,
        "admiral": 1, "air_commander": 2,
    })  # fmt: skip
    play.has(killed(3, vacant=True))
    assert voters(play.state) == (4, 0, 1, 2)
    play.has(FamiliesReturned(seats=(3,)))  # type: ignore[arg-type]
    assert voters(play.state) == (3, 4, 0, 1, 2)


def test_EL_17_the_dead_neither_vote_nor_stand_and_posts_count_in_the_ballot() -> None:
    play = president_killed(exposed={4: ["church"]}).rolls(5)
    assert [votes_of(play.state, seat) for seat in (1, 2, 3, 4)] == [2, 2, 1, 11]
    play.when(1, Nominate(support={1: 2})).refused(NotEnoughVotes, "2 given out, 0 available")
    play.expires().expires().expires()
    play.when(4, Nominate(support={0: 1})).refused(NotEnoughVotes, "0: not among 1, 2, 3, 4")
    play.when(4, Nominate(support={1: 1, 2: 9})).waits("ballot", 1)
    play.when(1, CastVotes(votes={1: 3})).refused(NotEnoughVotes, "3 given out, 2 available")
    play.when(1, CastVotes(votes={1: 2})).waits("ballot", 2)


def test_EL_17_the_winner_keeps_his_posts_and_the_turn_goes_on() -> None:
    play = president_killed().rolls(5).expires(until="ballot")
    for seat in (1, 2, 3, 4):
        play.when(seat, CastVotes(votes={1: 1}))
    play.passes().waits("acceptance", 1).expires()
    assert facts(play) == [PresidentElected(seat=1)]  # type: ignore[arg-type]
    government = play.state.government
    assert (government.president, government.posts["minister_interior"]) == (1, 1)
    play.waits("bank", 4).expires(until="cabinet").waits("cabinet", 1)


def test_EL_17_a_single_survivor_is_elected() -> None:
    play = plotting(hands={1: [PRO, "foreign_assassin", "amateur_assassin", ROYAL]},
                    exposed={1: ["monarchists"]}, cash={1: Bills(9, 0, 0)},
                    amateur_assassin_roll=False)  # fmt: skip
    play.when(1, attempt(POLICE, 0))
    play.when(1, attempt(PRO, 2, bills=Bills(2, 0, 0)))
    play.when(1, attempt("amateur_assassin", 3, bills=Bills(1, 0, 0)))
    play.when(1, attempt(ROYAL, 4, "bank"))
    revealed(play)
    for _ in range(4):
        dies(play)
    play.waits("nomination", 1).expires().waits("ballot", 1)
    play.when(1, CastVotes(votes={1: 1})).passes().waits("acceptance", 1).expires()
    play.waits("brother_in_law", 1)


# --- AS-20, AS-21 ---


def test_AS_20_when_everybody_is_dead_everybody_has_lost() -> None:
    play = plotting(seats=4, hands={1: [PRO], 2: [ROYAL], 3: ["amateur_assassin"]},
                    cash={1: Bills(0, 1, 0), 3: Bills(1, 0, 0), 0: X}, swiss={2: Y},
                    exposed={2: ["monarchists"]}, amateur_assassin_roll=False)  # fmt: skip
    play.when(1, attempt(POLICE, 2)).when(1, attempt(PRO, 3, bills=Bills(0, 1, 0)))
    sends(play, 2, ROYAL, 1)
    sends(play, 3, "amateur_assassin", 0, bills=Bills(1, 0, 0))
    revealed(play)
    for _ in range(3):
        dies(play)
    died = (faced(0), lapsed(0, to=(0,)), lost(0, X), killed(0, vacant=True))
    dies(play).then(*died, EverybodyDied(), GameFinished())
    result = play.state.result
    assert (result.winners, result.ranks, play.state.course.status) == ((), {}, "finished")
    assert play.family(2).swiss == Y


def test_AS_21_the_dead_return_before_the_cards_are_drawn_with_their_posts() -> None:
    play = dies(revealed(sends(plotting(hands={3: ["church"]}), 1, POLICE, 3)))
    play.waits("bank", 4).expires().peace()
    returned = FamiliesReturned(seats=(3,))  # type: ignore[arg-type]
    assert returned in play.last
    assert play.state.course.requests[0].purpose == "draw"
    assert play.family(3).alive
    assert play.state.government.posts["general_3"] == 3
    assert play.state.government.brother_in_law is None
    play.chance().passes().waits("cabinet", 0)
    assert play.family(3).hand_size == 2


def test_AS_21_where_nobody_died_nobody_returns() -> None:
    play = revealed(plotting()).expires()
    assert not any(isinstance(e, FamiliesReturned) for e in play.events)


def test_AS_12_the_dead_play_nothing() -> None:
    play = dies(revealed(sends(plotting(hands={3: ["church"]}), 1, POLICE, 3)))
    play.when(3, PlayCard(card="church")).refused(CardNotInHand)  # type: ignore[arg-type]
