"""How often one caller may append: a fixed window per token, in the memory of this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from service.errors import TooManyRequests

WINDOW_S = 60
MOST_APPENDS = 12_000
MOST_GUESSES = 60
MOST_CALLERS = 50_000


@dataclass(slots=True)
class Window:
    """Calls counted by caller in the present window; a new window forgets them all."""

    most: int
    name: str = "appends"
    clock: Callable[[], float] = time.monotonic
    _number: int = 0
    _counts: dict[str, int] = field(default_factory=dict)

    def count(self, caller: str) -> dict[str, str]:
        """Count one call; the headers that say what is left. Raises TooManyRequests."""
        now = self.clock()
        number, left_s = int(now // WINDOW_S), WINDOW_S - int(now % WINDOW_S)
        if number != self._number or len(self._counts) > MOST_CALLERS:
            self._number, self._counts = number, {}
        used = self._counts[caller] = self._counts.get(caller, 0) + 1
        headers = {
            "RateLimit-Policy": f'"{self.name}";q={self.most};w={WINDOW_S}',
            "RateLimit": f'"{self.name}";r={max(self.most - used, 0)};t={left_s}',
        }
        if used > self.most:
            raise TooManyRequests(
                f"{self.most} calls in {WINDOW_S} s are allowed; wait {left_s} s",
                headers={**headers, "Retry-After": str(left_s)},
            )
        return headers
