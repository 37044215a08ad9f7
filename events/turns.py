"""Turns: a lock that goes to whoever has waited longest, so that nobody waits for ever."""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType


class Turns:
    """A lock for a `with`; who lets go hands it to the first who waits.

    A plain lock is free for a moment when it is released, and whoever comes by just then has it:
    of the many who declare in one game at once some waited for half a second.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        try:
            mine.acquire()
        except BaseException:
            self._leave(mine)
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _leave(self, mine: threading.Lock) -> None:
        """Who waits no more leaves the queue; if it was his turn already, the next one's comes."""
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return
        self._pass_on()
