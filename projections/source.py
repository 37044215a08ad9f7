"""Where projections read: games whose head was just confirmed, and their envelopes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from events.envelope import Envelope
from events.log import UnknownGame
from events.standing import Standing, advanced
from rules import registry
from rules.kernel.course import GameCreated
from rules.kernel.decider import fold
from rules.kernel.game import Game


class NoSuchPosition(LookupError):
    """The game has no event at this position, or not yet."""

    def __init__(self, position: int, last: int) -> None:
        super().__init__(f"there is no position {position}; the game has 1 to {last}")
        self.position, self.last = position, last


class Source(Protocol):
    """The confirmed part of every game's log; `events.reading.Reading` is one."""

    def now(self, game_id: str) -> Standing:
        """Where the game stands, its head just confirmed; raises `UnknownGame`."""

    def of(self, game_id: str, standing: Standing, after: int, last: int) -> Sequence[Envelope]:
        """The envelopes at after + 1 … last, of a standing that was confirmed before."""


class MemorySource:
    """Games held in memory: those read back from files, and those of tests."""

    def __init__(self, ruleset: Callable[[str], Game[Any]] = registry.game) -> None:
        self._ruleset = ruleset
        self._logs: dict[str, list[Envelope]] = {}
        self._standings: dict[str, Standing] = {}

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """Append envelopes of one game, which go on from those it has."""
        game_id = envelopes[0].game
        before = self._standings.get(game_id)
        game = before.game if before else self._rules(envelopes[0])
        moment = fold(game, (e.event for e in envelopes), before.moment if before else None)
        self._logs.setdefault(game_id, []).extend(envelopes)
        self._standings[game_id] = advanced(game, before, moment, envelopes)

    def now(self, game_id: str) -> Standing:
        try:
            return self._standings[game_id]
        except KeyError:
            raise UnknownGame(game_id) from None

    def of(self, game_id: str, standing: Standing, after: int, last: int) -> Sequence[Envelope]:
        return self._logs[game_id][after:last]

    def _rules(self, first: Envelope) -> Game[Any]:
        assert isinstance(first.event, GameCreated)
        return self._ruleset(first.event.ruleset)
