"""Something that gives no answer for a while, told in as few lines as say it all."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 15.0
SAID_EVERY_S = 60.0


@dataclass(kw_only=True)
class Outage:
    """What gives no answer for a while: told at once, then once a minute, and when it is back.

    what: how a sentence names it. clock: seconds that only grow.
    """

    what: str
    logger: logging.Logger
    clock: Callable[[], float] = monotonic
    _began: float | None = field(default=None, init=False)
    _said: float = field(default=0.0, init=False)
    _pause_s: float = field(default=0.0, init=False)

    def goes_on(self, error: object) -> float:
        """No answer, again; how many seconds to wait before the next try."""
        now = self.clock()
        if self._began is None:
            self._began, self._said, self._pause_s = now, now, FIRST_PAUSE_S
            self.logger.warning("%s gives no answer: %s", self.what, error)
        elif now - self._said >= SAID_EVERY_S:
            self._said = now
            for_s = round(now - self._began)
            self.logger.warning("%s has given no answer for %d s: %s", self.what, for_s, error)
        pause_s, self._pause_s = self._pause_s, min(2 * self._pause_s, LONGEST_PAUSE_S)
        return pause_s

    def is_over(self) -> None:
        """It has answered."""
        if self._began is not None:
            for_s = round(self.clock() - self._began)
            self._began = None
            self.logger.warning("%s answers again, after %d s", self.what, for_s)
