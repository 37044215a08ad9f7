"""What a process is put together from. Nothing else in this room makes these parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import current_app

from events.clock import written
from events.commit import Commits
from events.log import EventLog, Head, Index
from events.reading import Reading
from events.refusals import Refusals
from projections.lobby import Lobby
from projections.table import Tables
from rules.kernel.course import GameCreated
from rules.kernel.rejections import Rejection
from service.limits import MOST_APPENDS, Guesses, MemoryCounts, Speech, Window
from service.notices import Notices
from service.streams import Messages
from service.tokens import Tokens

EXTENSION = "junta"
MOST_CREATED = 20_000


@dataclass(kw_only=True)
class Wiring:
    """The parts that answer requests. `readiness` says how the store is: see `resources.health`."""

    commits: Commits
    tokens: Tokens
    tables: Tables
    lobby: Lobby
    notices: Notices
    readiness: Callable[[], dict[str, Any]]
    open_creation: bool = True
    window: Window = field(default_factory=lambda: Window(most=MOST_APPENDS))
    guesses: Guesses = field(default_factory=lambda: Guesses(counts=MemoryCounts()))
    speech: Speech = field(default_factory=lambda: Speech(counts=MemoryCounts()))
    messages: Messages = field(default_factory=Messages)
    _created: dict[str, GameCreated] = field(default_factory=dict)

    @property
    def log(self) -> EventLog:
        return self.commits.log

    @property
    def reading(self) -> Reading:
        return self.commits.reading

    @property
    def index(self) -> Index:
        return self.commits.index

    @property
    def refusals(self) -> Refusals:
        return self.commits.refusals

    def head(self, game_id: str) -> Head:
        """The game's head, just confirmed; raises UnknownGame."""
        return self.commits.now(game_id).head

    def created(self, game_id: str) -> GameCreated:
        """How the game was made; raises UnknownGame."""
        known = self._created.get(game_id)
        if known is None:
            if len(self._created) >= MOST_CREATED:
                self._created.clear()
            first = self.reading.envelopes(game_id, 0, 1)[0].event
            assert isinstance(first, GameCreated)
            known = self._created[game_id] = first
        return known

    @contextmanager
    def judging(self, game_id: str) -> Iterator[None]:
        """A refusal from inside says at which position, and with which stage open, it was made."""
        try:
            yield
        except Rejection as refusal:
            standing = self.reading.recent.standing(game_id)
            if standing is not None:
                refusal.facts.setdefault("position", standing.head.position)
                if standing.head.stage is not None:
                    refusal.facts.setdefault("stage", standing.head.stage)
            raise

    def now(self) -> str:
        """The present instant, as the API writes it."""
        return written(self.commits.clock())


def wiring() -> Wiring:
    """The wiring of the application that answers the present request."""
    found: Wiring = current_app.extensions[EXTENSION]
    return found
