"""The bots there are, by the name under which they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.random_bot import RandomBot
from bots.sly_bot import SlyBot
from bots.table import Bot

BOTS: Mapping[str, Callable[[str | None], Bot]] = {
    "random": RandomBot,
    "sly": SlyBot,
}
"""Name -> what makes one from its seed; None leaves it to chance."""


def strangers(names: str) -> tuple[str, ...]:
    """The names, divided by commas, under which there is no bot."""
    return tuple(name for name in names.split(",") if name not in BOTS)


def maker(names: str, seed: int | None) -> Callable[[int], Bot]:
    """What makes a bot for each seat; with a seed every seat has its own luck, always the same.

    Of several names, divided by commas, the seats take one after another, and begin again.
    """
    kinds = [BOTS[name] for name in names.split(",")]
    return lambda seat: kinds[seat % len(kinds)](None if seed is None else f"{seed}:{seat}")
