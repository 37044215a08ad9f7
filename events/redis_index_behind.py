"""The due index, told a moment later and many games at once: for processes that answer people.

What waits here when the process dies is found by the sweep; a late entry makes nobody late, for an
overdue stage is expired before anything else is judged.
"""

from __future__ import annotations

import atexit
import logging
from contextlib import suppress
from threading import Event, Lock, Thread
from time import sleep

from redis import Redis

from events.log import Unavailable
from events.redis_index import RedisIndex

GATHER_S = 0.01
AGAIN_S = 0.5

logger = logging.getLogger(__name__)


class RedisIndexBehind(RedisIndex):
    """A `RedisIndex` whose `set_due` costs its caller no round trip."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._waiting: dict[str, float | None] = {}
        self._wanted, self._lock = Event(), Lock()
        self._thread: Thread | None = None

    def set_due(self, game_id: str, at: float | None) -> None:
        self._waiting[game_id] = at
        if self._thread is None:
            self._begin()
        self._wanted.set()

    def flush(self) -> None:
        """Tell what waits, all of it in one round trip; what could not be told goes on waiting."""
        with self._lock:
            told, self._waiting = self._waiting, {}
            try:
                self._tell(told)
            except Unavailable as error:
                logger.warning("the due index was not told of %d games: %s", len(told), error)
                self._waiting = told | self._waiting
                raise

    def _tell(self, told: dict[str, float | None]) -> None:
        due = {game: at for game, at in told.items() if at is not None}
        done = [game for game, at in told.items() if at is None]
        self.set_all_due(due, done)

    def _begin(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="due-index", daemon=True)
                self._thread.start()
                atexit.register(self._last)

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            sleep(GATHER_S)
            try:
                self.flush()
            except Unavailable:
                sleep(AGAIN_S)
                self._wanted.set()

    def _last(self) -> None:
        with suppress(Unavailable):  # the sweep finds what is lost
            self.flush()
