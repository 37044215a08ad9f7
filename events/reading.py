"""Reading games: from a head that was just confirmed to the state that belongs to it.

What this process remembers counts only while its hash is the stored one. On another head the tail
is read and must go on from what is remembered; where it does not, acknowledged events were lost:
that is counted and told, and the game is folded again from what is left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from events.codec import loads
from events.envelope import Envelope, read
from events.log import EventLog, Head, LostTail, UnknownGame
from events.recent import Recent
from events.standing import Standing, caught_up, check_links, founded
from events.turns import Turns
from rules import registry
from rules.kernel.game import Game

STRIPES = 1021

logger = logging.getLogger(__name__)


@dataclass(kw_only=True)
class Reading:
    """The games of one log, as one process reads them; threads and greenlets may share it."""

    log: EventLog
    ruleset: Callable[[str], Game[Any]] = registry.game
    recent: Recent = field(default_factory=Recent)
    lost_tails: int = 0
    _locks: dict[int, Turns] = field(init=False, default_factory=dict)

    def lock(self, game_id: str) -> Turns:
        """The game's turn in this process; games may share one, and nobody holds two."""
        stripe = hash(game_id) % STRIPES
        return self._locks.get(stripe) or self._locks.setdefault(stripe, Turns())

    def now(self, game_id: str) -> Standing:
        """Where the game stands, its head confirmed by one round trip; raises `UnknownGame`."""
        known, head = self.recent.standing(game_id), self.log.head(game_id)
        if known is not None and known.head == head:
            return known
        with self.lock(game_id):
            return self.at(game_id, self.log.head(game_id))

    def game(self, game_id: str) -> Game[Any]:
        """The rules of the game, which never change: no round trip where the game is known."""
        known = self.recent.standing(game_id)
        return self.now(game_id).game if known is None else known.game

    def envelopes(self, game_id: str, after: int = 0, upto: int | None = None) -> list[Envelope]:
        """The envelopes at positions after + 1 … upto, up to a head that was just confirmed."""
        standing = self.now(game_id)
        last = standing.head.position if upto is None else min(upto, standing.head.position)
        return self.of(game_id, standing, after, last)

    def of(self, game_id: str, standing: Standing, after: int, last: int) -> list[Envelope]:
        """The same, up to a standing that was confirmed before."""
        run = self.recent.run(game_id)
        if run is None or not _ends_in(run, standing.head):
            records = self.log.read(game_id, 0, standing.head.position)
            run = [read(game_id, record, standing.game) for record in records]
            check_links(None, run, standing.head)
            self.recent.put_run(game_id, run)
        return run[after:last]

    def at(self, game_id: str, head: Head | None, tail: Sequence[bytes] = ()) -> Standing:
        """The standing at a head that was just read; to be asked only in the game's turn."""
        known = self.recent.standing(game_id)
        if head is None:
            self._forget(game_id, known, "the whole game is gone")
            raise UnknownGame(game_id)
        if known is None:
            return self._caught_up(game_id, None, head, ())
        if known.head.hash == head.hash:
            return self._same(game_id, known, head)
        try:
            return self._caught_up(game_id, known, head, tail)
        except LostTail as lost:
            self._forget(game_id, known, str(lost))
            return self._caught_up(game_id, None, head, ())

    def _same(self, game_id: str, known: Standing, head: Head) -> Standing:
        if known.head != head:
            known = replace(known, head=head)
            self.recent.put(game_id, known)
        return known

    def _caught_up(
        self, game_id: str, known: Standing | None, head: Head, tail: Sequence[bytes]
    ) -> Standing:
        after = 0 if known is None else known.head.position
        if known is not None and head.position <= after:
            raise LostTail(f"position {after} was confirmed, and the log ends at {head.position}")
        if len(tail) != head.position - after:
            tail = self.log.read(game_id, after, head.position)
        if known is None:
            standing = founded(self._game(tail[0]), tail, head)
            self.recent.put(game_id, standing)
            return standing
        added = [read(game_id, record, known.game) for record in tail]
        standing = caught_up(known.game, known, added, head)
        self.recent.put(game_id, standing, added)
        return standing

    def _game(self, first: bytes) -> Game[Any]:
        return self.ruleset(loads(first)["data"]["ruleset"])

    def _forget(self, game_id: str, known: Standing | None, reason: str) -> None:
        if known is not None:
            self.lost_tails += 1
            self.recent.drop(game_id)
            logger.error(
                "game %s lost acknowledged events: %s; going on from what is left", game_id, reason
            )


def _ends_in(run: Sequence[Envelope], head: Head) -> bool:
    """Whether the run holds the chain of this head, whatever it holds after it."""
    return len(run) >= head.position and run[head.position - 1].hash == head.hash
