"""Two hundred whole games of bots that declare whatever is offered: nothing stays unplayed."""

from __future__ import annotations

import pytest

from rules.junta.cards import DECK
from tests.bots.whole_games import OF_A_LAWYER, check_ended, counted
from tests.laws.lawyer import check_enough

SEEDS = range(200)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_comes_to_its_end_without_a_refusal(seed: int) -> None:
    check_ended("random", seed)


def test_every_card_is_drawn_and_played() -> None:
    games, deck = counted("random", SEEDS), {str(card) for card in DECK}
    assert games.games == len(SEEDS)
    assert deck - set(games.drawn) == set()
    assert deck - set(games.played) == set()


def test_what_is_offered_is_accepted_and_nothing_else() -> None:
    """Law 4, at some moments of the first hundred games."""
    check_enough(counted("random", range(OF_A_LAWYER)).tried, OF_A_LAWYER)


def test_there_are_coups_and_peace() -> None:
    games = counted("random", SEEDS)
    assert 0 < games.with_coup < games.games
    assert games.won("president")
