"""Where projections read: envelopes that somebody has read and confirmed already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from events.envelope import GENESIS, Envelope
from rules.kernel.course import GameCreated
from rules.kernel.game import Game


class NoSuchGame(LookupError):
    """There is no game with this id."""


class NoSuchPosition(LookupError):
    """The game has no event at this position, or not yet."""


class Source(Protocol):
    """The confirmed part of every game's log."""

    def head(self, game_id: str) -> tuple[int, str]:
        """The last confirmed position and its hash; `LookupError` where there is no such game."""

    def envelopes(
        self, game_id: str, after: int = 0, upto: int | None = None
    ) -> Sequence[Envelope]:
        """The envelopes at after + 1 … upto (or the head), in order."""

    def game(self, game_id: str) -> Game[Any]:
        """The rules that the game is played by."""


class MemorySource:
    """Games held in memory: for files that were read back, and for tests."""

    def __init__(self, rules: Mapping[str, Game[Any]]) -> None:
        self._rules = rules
        self._logs: dict[str, list[Envelope]] = {}

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """Append the envelopes to their games."""
        for envelope in envelopes:
            self._logs.setdefault(envelope.game, []).append(envelope)

    def head(self, game_id: str) -> tuple[int, str]:
        log = self._log(game_id)
        return (log[-1].position, log[-1].hash) if log else (0, GENESIS)

    def envelopes(
        self, game_id: str, after: int = 0, upto: int | None = None
    ) -> Sequence[Envelope]:
        return self._log(game_id)[after:upto]

    def game(self, game_id: str) -> Game[Any]:
        created = self._log(game_id)[0].event
        assert isinstance(created, GameCreated)
        return self._rules[created.ruleset]

    def _log(self, game_id: str) -> list[Envelope]:
        try:
            return self._logs[game_id]
        except KeyError:
            raise NoSuchGame(f"there is no game {game_id}") from None
