"""How often one caller may append: fixed windows of a minute.

Calls are counted per token in the memory of one process; speech, which others must read, per seat
of a game, and wrong join codes per address and game, in all processes together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from events.clock import utc_now
from rules.kernel.identifiers import Seat
from service.errors import TooManyRequests

WINDOW_S = 60
MOST_APPENDS = 12_000
MOST_GUESSES = 60
MOST_CALLERS = 50_000
MOST_A_MINUTE: Mapping[str, int] = {"say": 30}
"""Types of declarations of which a seat may make only so many a minute."""


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
        number, left_s = window_at(self.clock())
        if number != self._number or len(self._counts) > MOST_CALLERS:
            self._number, self._counts = number, {}
        used = self._counts[caller] = self._counts.get(caller, 0) + 1
        return told(self.name, self.most, used, left_s, "calls")


class Counts(Protocol):
    """How often something was done in a game in one window; all processes count together."""

    def add(self, game_id: str, what: str, window: int) -> int:
        """Count once more; how often it is now."""

    def so_far(self, game_id: str, what: str, window: int) -> int:
        """How often it is, without counting."""


class MemoryCounts:
    """Counts of one process, for its tests; a new window forgets the old one."""

    def __init__(self) -> None:
        self._window, self._counts = 0, dict[tuple[str, str], int]()

    def add(self, game_id: str, what: str, window: int) -> int:
        if window != self._window:
            self._window, self._counts = window, {}
        used = self._counts[game_id, what] = self._counts.get((game_id, what), 0) + 1
        return used

    def so_far(self, game_id: str, what: str, window: int) -> int:
        return self._counts.get((game_id, what), 0) if window == self._window else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesses:
    """Lets one address send only so many wrong join codes to a game. Right ones do not count."""

    counts: Counts
    most: int = MOST_GUESSES
    clock: Callable[[], datetime] = utc_now

    def check(self, game_id: str, address: str) -> None:
        """Raise TooManyRequests where the address has sent too many wrong ones."""
        window, left_s = window_at(self.clock().timestamp())
        if self.counts.so_far(game_id, f"guess:{address}", window) >= self.most:
            raise TooManyRequests(
                f"{self.most} wrong join codes came from this address in {WINDOW_S} s; until that "
                f"time is over it can send none, not even the right one: wait {left_s} s",
                headers={"Retry-After": str(left_s)},
            )

    def count(self, game_id: str, address: str) -> None:
        """Count a wrong one."""
        window, _ = window_at(self.clock().timestamp())
        self.counts.add(game_id, f"guess:{address}", window)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """Lets a seat speak only so often."""

    counts: Counts
    most: Mapping[str, int] = field(default_factory=lambda: MOST_A_MINUTE)
    clock: Callable[[], datetime] = utc_now

    def count(self, game_id: str, seat: Seat, kind: str) -> dict[str, str]:
        """Count a declaration of this type; headers as those of `Window`, none if not limited.

        Raises TooManyRequests.
        """
        most = self.most.get(kind)
        if most is None:
            return {}
        window, left_s = window_at(self.clock().timestamp())
        used = self.counts.add(game_id, f"{kind}:{seat}", window)
        return told(kind, most, used, left_s, f"declarations of type {kind}")


def window_at(instant_s: float) -> tuple[int, int]:
    """The number of the window, and how many seconds it still lasts."""
    return int(instant_s // WINDOW_S), WINDOW_S - int(instant_s % WINDOW_S)


def told(name: str, most: int, used: int, left_s: int, what: str) -> dict[str, str]:
    """The headers that say what is left. Raises TooManyRequests when it was too much."""
    headers = {
        "RateLimit-Policy": f'"{name}";q={most};w={WINDOW_S}',
        "RateLimit": f'"{name}";r={max(most - used, 0)};t={left_s}',
    }
    if used > most:
        raise TooManyRequests(
            f"{most} {what} in {WINDOW_S} s are allowed; wait {left_s} s",
            headers={**headers, "Retry-After": str(left_s)},
        )
    return headers
