"""How a sentence names what a player sent: never more of it than one can read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

MOST_CHARACTERS = 100
MOST_NAMED = 20


def clipped(value: Any, most: int = MOST_CHARACTERS) -> str:
    """The value in at most so many characters."""
    words = str(value)
    return words if len(words) <= most else f"{words[: most - 1]}…"


def row(values: Collection[Any]) -> str:
    """The values one after another, the first twenty of them."""
    named = ", ".join(clipped(value) for value in list(values)[:MOST_NAMED])
    left = len(values) - MOST_NAMED
    return f"{named} and {left} more" if left > 0 else named
