"""Step 6: burglars (AS-15), indiscretion (AS-16), and what they do to offers (DE-8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.deal import MakeOffer
from rules.junta.rejections import CardNotInHand
from rules.junta.stages.attempt import (
    CardLost,
    HandSearched,
    PurseRobbed,
    RobberySettled,
    loot,
)
from rules.junta.stages.indiscretion import CardTaken, TakeCard
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Drawn
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotYourTurn
from rules.kernel.stages import UNNUMBERED, ask_draw
from tests.given import Play, cards_of
from tests.rules.junta.plotting import (
    POLICE,
    dies,
    faced,
    facts,
    failed,
    killed,
    lapsed,
    lapses,
    lost,
    plotting,
    revealed,
    sends,
    taken,
)


def robbed(bills: Bills, change: Bills = NO_BILLS, victim: int = 3, thief: int = 2) -> PurseRobbed:
    parties: Any = (victim, thief)
    return PurseRobbed(
        parties=parties, victim=parties[0], thief=parties[1], bills=bills, change=change
    )


def burgled(place: str = "nightclub", **goods: Any) -> Play:
    play = plotting(places={3: place}, **({"hands": {2: ["burglars"]}} | goods))
    return revealed(sends(play, 2, "burglars", 3))


def offering(play: Play, cards: tuple[str, ...] = (), bills: Bills = NO_BILLS) -> Play:
    offer = MakeOffer(to=0, bills=bills, cards=cards_of(*cards), want_mp=9, want_cards=cards_of())  # type: ignore
    play.when(3, offer)
    assert play.refusal is None
    return play




# --- burglars ---


@pytest.mark.parametrize("place", ["bank", "headquarters", "girlfriend", "nightclub"])
def test_AS_15_burglars_take_2_mp_anywhere_but_at_the_residence(place: str) -> None:
    play = burgled(place, cash={3: Bills(1, 2, 1)})
    assert facts(play) == [robbed(Bills(0, 1, 0))]
    assert (play.family(2).cash, play.family(3).cash) == (Bills(0, 1, 0), Bills(1, 1, 1))
    assert not play.state.turn.excuse


def test_AS_15_not_at_the_residence() -> None:
    play = burgled("residence", cash={3: Bills(1, 2, 1)}).waits("bank", 4)
    assert facts(play) == [failed(0, "at_residence")]
    assert play.family(3).cash == Bills(1, 2, 1)


@pytest.mark.parametrize(
    ("cash", "bills"),
    [
        (NO_BILLS, NO_BILLS),
        (Bills(1, 0, 0), Bills(1, 0, 0)),
        (Bills(2, 0, 0), Bills(2, 0, 0)),
        (Bills(9, 3, 3), Bills(0, 1, 0)),
        (Bills(9, 0, 3), Bills(2, 0, 0)),
        (Bills(1, 0, 3), Bills(0, 0, 1)),
        (Bills(0, 0, 2), Bills(0, 0, 1)),
    ],
)
def test_AS_15_the_least_sum_that_his_bills_make_up(cash: Bills, bills: Bills) -> None:
    assert loot(cash) == bills
    assert facts(burgled(cash={3: cash})) == [robbed(bills)]


def test_AS_15_the_sender_gives_change_if_he_has_it() -> None:
    play = burgled(cash={3: Bills(0, 0, 2), 2: Bills(1, 0, 0)})
    assert facts(play) == [robbed(Bills(0, 0, 1), Bills(1, 0, 0))]
    assert (play.family(2).cash, play.family(3).cash) == (Bills(0, 0, 1), Bills(1, 0, 1))
    play = burgled(cash={3: Bills(0, 0, 2), 2: Bills(0, 1, 0)})
    assert facts(play) == [robbed(Bills(0, 0, 1))]


def test_AS_15_only_the_two_know_the_bills() -> None:
    play = burgled(cash={3: Bills(1, 2, 1)})
    for viewer in (0, 1, 4, ANYBODY):
        assert is_hidden(play.view(viewer).families[2].cash)
        assert is_hidden(play.view(viewer).families[3].cash)
    assert play.view(3).families[3].cash == Bills(1, 1, 1)


def test_AS_15_burglars_of_the_dead_lay_the_bills_under_the_pile() -> None:
    play = plotting(hands={2: ["burglars"]}, cash={2: Bills(1, 0, 0), 3: Bills(0, 0, 2)})
    dies(revealed(sends(sends(play, 1, POLICE, 2), 2, "burglars", 3)))
    assert facts(play) == [
        faced(2),
        taken(2, 1, Bills(1, 0, 0)),
        killed(2),
        lost(3, Bills(0, 0, 1)),
        RobberySettled(attempt=1),
    ]
    assert (play.state.treasury.sink, play.family(3).cash) == (Bills(0, 0, 1), Bills(0, 0, 1))
    assert play.family(3).alive


def test_DE_8_burglars_take_what_was_offered_as_well() -> None:
    play = offering(plotting(hands={2: ["burglars"]}, cash={3: Bills(0, 2, 0)}), (), Bills(0, 2, 0))
    revealed(sends(play, 2, "burglars", 3)).waits("bank", 4)
    assert (lapses(play), facts(play)) == ([lapsed(3)], [robbed(Bills(0, 1, 0))])
    assert (play.family(3).cash, play.state.offers) == (Bills(0, 1, 0), ())


def test_DE_8_at_the_residence_his_offers_stay_open() -> None:
    goods: dict[str, Any] = {"hands": {2: ["burglars"]}, "cash": {3: Bills(0, 2, 0)}}
    play = offering(plotting(places={3: "residence"}, **goods), (), Bills(0, 1, 0))
    revealed(sends(play, 2, "burglars", 3))
    assert len(play.state.offers) == 1


# --- indiscretion ---

HAND = ("church", "radicals")


def searched(place: str = "girlfriend", hand: tuple[str, ...] = HAND, **goods: Any) -> Play:
    play = plotting(places={3: place}, hands={2: ["indiscretion"], 3: hand}, **goods)
    return revealed(sends(play, 2, "indiscretion", 3))


def looked(hand: tuple[str, ...]) -> HandSearched:
    parties: Any = (3, 2)
    return HandSearched(parties=parties, victim=parties[0], thief=parties[1], cards=cards_of(*hand))


def stolen(*cards: str) -> CardTaken:
    parties: Any = (3, 2)
    return CardTaken(parties=parties, victim=parties[0], thief=parties[1], number=len(cards),
                     cards=cards_of(*cards))  # fmt: skip


def test_AS_16_at_the_girlfriends_the_sender_looks_and_takes_one_card() -> None:
    play = searched(exposed={3: ["unions"]}).waits("indiscretion", 2)
    assert facts(play) == [looked(HAND)]
    play.when(2, TakeCard(card="unions")).refused(CardNotInHand, "church, radicals", rule="AS-16")
    play.when(3, TakeCard(card="church")).refused(NotYourTurn)
    play.when(2, TakeCard(card="church")).then(stolen("church")).waits("bank", 4)
    assert (play.family(2).hand, play.family(3).hand) == (cards_of("church"), cards_of("radicals"))
    assert [play.family(seat).hand_size for seat in (2, 3)] == [1, 1]
    assert not play.state.turn.excuse


@pytest.mark.parametrize("place", ["bank", "headquarters", "residence", "nightclub"])
def test_AS_16_nowhere_else(place: str) -> None:
    play = searched(place)
    assert (play.at, facts(play)) == ("bank", [failed(0, "wrong_place")])


def test_AS_16_in_an_empty_hand_there_is_nothing() -> None:
    play = searched(hand=(), exposed={3: ["unions"]}).waits("bank", 4)
    assert facts(play) == [failed(0, "nothing_found")]


def test_AS_16_silence_takes_nothing() -> None:
    play = searched().expires().then(stolen()).waits("bank", 4)
    assert play.family(3).hand == cards_of(*HAND)


def test_AS_16_only_the_two_know_the_cards() -> None:
    play = searched()
    assert play.view(2).plot.search.cards == cards_of(*HAND)
    for viewer in (0, 1, 4, ANYBODY):
        assert is_hidden(play.view(viewer).plot.search.cards)
    play.when(2, TakeCard(card="church"))
    for viewer in (0, 1, 4, ANYBODY):
        assert is_hidden(play.view(viewer).families[2].hand)
        assert play.view(viewer).families[2].hand_size == 1


def test_AS_16_the_indiscretion_of_the_dead_costs_a_card_picked_by_chance() -> None:
    play = plotting(places={3: "girlfriend"}, hands={2: ["indiscretion"], 3: HAND})
    dies(revealed(sends(sends(play, 1, POLICE, 2), 2, "indiscretion", 3))).waits("attempt")
    assert facts(play)[-1] == ask_draw("indiscretion", 3)
    play.chance()
    (gone,) = (e for e in play.last if isinstance(e, CardLost))
    play.then(Drawn(request=UNNUMBERED), gone)
    assert (gone.victim, len(gone.cards), gone.cards <= cards_of(*HAND)) == (3, 1, True)
    assert play.family(3).hand == cards_of(*HAND) - gone.cards
    assert gone.cards <= play.state.deck.discards


def test_DE_8_indiscretion_finds_what_was_offered_as_well() -> None:
    play = plotting(places={3: "girlfriend"}, hands={2: ["indiscretion"], 3: HAND})
    revealed(sends(offering(play, HAND), 2, "indiscretion", 3)).waits("indiscretion", 2)
    assert (lapses(play), facts(play)) == ([lapsed(3)], [looked(HAND)])
    play.when(2, TakeCard(card="radicals")).then(stolen("radicals"))


def test_DE_8_the_indiscretion_of_the_dead_finds_it_too() -> None:
    play = plotting(places={3: "girlfriend"}, hands={2: ["indiscretion"], 3: HAND})
    sends(sends(offering(play, HAND), 1, POLICE, 2), 2, "indiscretion", 3)
    dies(revealed(play)).chance()
    assert len(play.family(3).hand) == play.family(3).hand_size == 1
