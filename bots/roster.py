"""The bots there are, by the name under which they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.random_bot import RandomBot
from bots.table import Bot

BOTS: Mapping[str, Callable[[str | None], Bot]] = {
    "random": RandomBot,
}
"""Name -> what makes one from its seed; None leaves it to chance."""


def maker(name: str, seed: int | None) -> Callable[[int], Bot]:
    """What makes a bot for each seat; with a seed every seat has its own luck, always the same."""
    return lambda seat: BOTS[name](None if seed is None else f"{seed}:{seat}")
