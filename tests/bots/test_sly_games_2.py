"""Fifty of two hundred whole games of bots that play with sense; see `sly_games`."""

from __future__ import annotations

import pytest

from tests.bots.sly_games import check_coups
from tests.bots.whole_games import check_ended

SEEDS = range(50, 100)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_comes_to_its_end_without_a_refusal(seed: int) -> None:
    check_ended("sly", seed)


def test_there_are_coups_and_both_sides_win_some() -> None:
    check_coups(SEEDS)
