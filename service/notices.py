"""One listener per process wakes the streams and long polls of the games that somebody watches.

A notice may be lost, so the heads of watched games are looked at every two seconds as well. The
game is read once for all who wait for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from events.log import LogError, UnknownGame
from events.reading import Reading
from events.standing import Standing

LOOK_S = 2.0
AGAIN_S = 0.5

logger = logging.getLogger(__name__)


class Notices:
    """Who waits for which game. Threads start with the first who waits, so never before a fork."""

    def __init__(self, reading: Reading, look_s: float = LOOK_S) -> None:
        self._reading = reading
        self._look_s = look_s
        self._lock = threading.Lock()
        self._waiting: dict[str, set[threading.Event]] = {}
        self._standings: dict[str, Standing] = {}
        self._started = False

    @contextmanager
    def watching(self, game_id: str) -> Iterator[threading.Event]:
        """An event that is set whenever the game may have moved; clear it before looking."""
        woken = threading.Event()
        with self._lock:
            self._waiting.setdefault(game_id, set()).add(woken)
            self._start()
        try:
            yield woken
        finally:
            with self._lock:
                self._leave(game_id, woken)

    def standing(self, game_id: str) -> Standing:
        """Where a watched game stands, as it was read last; raises `LogError`."""
        known = self._standings.get(game_id)
        return self._reading.now(game_id) if known is None else known

    def watched(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(len(waiting) for waiting in self._waiting.values())

    def _leave(self, game_id: str, woken: threading.Event) -> None:
        left = self._waiting[game_id]
        left.discard(woken)
        if not left:
            del self._waiting[game_id]
            self._standings.pop(game_id, None)

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        for work in (self._listen, self._look):
            threading.Thread(target=work, name=f"notices{work.__name__}", daemon=True).start()

    def _moved(self, game_id: str, position: int) -> None:
        """Read the game and wake who waits for it, unless they know this position."""
        with self._lock:
            known = self._standings.get(game_id)
            if game_id not in self._waiting or (known and known.head.position == position):
                return
        try:
            standing = self._reading.now(game_id)
        except UnknownGame:
            return
        with self._lock:
            waiting = list(self._waiting.get(game_id, ()))
            if waiting:
                self._standings[game_id] = standing
        for woken in waiting:
            woken.set()

    def _listen(self) -> None:
        while True:
            try:
                for notice in self._reading.log.listen():
                    if notice is not None:
                        self._moved(notice.game, notice.position)
            except LogError as error:
                logger.warning("no notices: %s", error)
            time.sleep(AGAIN_S)

    def _look(self) -> None:
        while True:
            time.sleep(self._look_s)
            with self._lock:
                games = list(self._waiting)
            try:
                heads = self._reading.log.heads(games) if games else []
                for game_id, head in zip(games, heads, strict=True):
                    if head is not None:
                        self._moved(game_id, head.position)
            except LogError as error:
                logger.warning("no heads: %s", error)
