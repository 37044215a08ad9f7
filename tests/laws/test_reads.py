"""Each law of each game reads only the parts of a state that it says it reads.

A law whose parts have not changed is not asked again; one that read something else in secret could
be broken unseen. So at moments of whole games every law is given nothing but its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.kernel.game import Game
from rules.kernel.laws import parts_of, reads
from rules.registry import GAMES
from tests.laws.driver import played

ALL = [pytest.param(game, id=game.id) for game in GAMES.values()]
STRIDE = 7


class Undeclared(AssertionError):
    """A law reads what it does not say."""


class Parts:
    """A state of which these parts alone can be read."""

    def __init__(self, state: Any, parts: frozenset[str]) -> None:
        self._state = state
        self._parts = parts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._state, name)
        if name in self._parts or found is None:
            return found
        within = frozenset(p.partition(".")[2] for p in self._parts if p.startswith(f"{name}."))
        if not within:
            raise Undeclared(name)
        return Parts(found, within)


def states(game: Game[Any]) -> Iterator[Any]:
    for seats in range(game.least_seats, min(game.most_seats, 7) + 1):
        for number, step in enumerate(played(game, 3 * seats, seats)):
            if number % STRIDE == 0:
                yield step.after.state


@pytest.mark.parametrize("game", ALL)
def test_a_law_reads_what_it_says(game: Game[Any]) -> None:
    seen = coups = 0
    for state in states(game):
        seen += 1
        coups += getattr(state, "coup", None) is not None
        for name, law in game.invariants.items():
            parts = parts_of(law)
            if parts is not None:
                assert law(Parts(state, parts)) is None, name
    assert seen > 100
    assert coups > 20


def test_every_law_of_junta_says_what_it_reads() -> None:
    assert all(parts_of(law) for law in GAMES["junta/1"].invariants.values())


def test_a_law_that_reads_more_is_found() -> None:
    @reads("turn.number")
    def secretive(state: Any) -> str | None:
        return None if state.turn.number and state.turn.step else "no"

    parts, state = parts_of(secretive), next(states(GAMES["junta/1"]))
    assert parts is not None
    with pytest.raises(Undeclared, match="step"):
        secretive(Parts(state, parts))
