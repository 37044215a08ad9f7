"""One listener per process wakes the streams and long polls of the games that somebody watches.

A notice may be lost, so the heads of watched games are looked at every two seconds as well.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from events.log import EventLog, LogError

LOOK_S = 2.0
AGAIN_S = 0.5

logger = logging.getLogger(__name__)


class Notices:
    """Who waits for which game. Threads start with the first who waits, so never before a fork."""

    def __init__(self, log: EventLog, look_s: float = LOOK_S) -> None:
        self._log = log
        self._look_s = look_s
        self._lock = threading.Lock()
        self._waiting: dict[str, set[threading.Event]] = {}
        self._seen: dict[str, int] = {}
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

    def watched(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(len(waiting) for waiting in self._waiting.values())

    def _leave(self, game_id: str, woken: threading.Event) -> None:
        left = self._waiting[game_id]
        left.discard(woken)
        if not left:
            del self._waiting[game_id]
            self._seen.pop(game_id, None)

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        for work in (self._listen, self._look):
            threading.Thread(target=work, name=f"notices{work.__name__}", daemon=True).start()

    def _wake(self, game_id: str) -> None:
        with self._lock:
            waiting = list(self._waiting.get(game_id, ()))
        for woken in waiting:
            woken.set()

    def _listen(self) -> None:
        while True:
            try:
                for notice in self._log.listen():
                    if notice is not None:
                        self._wake(notice.game)
            except LogError as error:
                logger.warning("no notices: %s", error)
            time.sleep(AGAIN_S)

    def _look(self) -> None:
        while True:
            time.sleep(self._look_s)
            with self._lock:
                games = list(self._waiting)
            try:
                heads = self._log.heads(games) if games else []
            except LogError as error:
                logger.warning("no heads: %s", error)
                continue
            for game_id, head in zip(games, heads, strict=True):
                if head is not None and self._moved(game_id, head.position):
                    self._wake(game_id)

    def _moved(self, game_id: str, position: int) -> bool:
        with self._lock:
            if game_id not in self._waiting or self._seen.get(game_id) == position:
                return False
            self._seen[game_id] = position
            return True
