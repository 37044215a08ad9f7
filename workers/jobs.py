"""The functions that jobs name by their path. Each takes strings and integers only."""

from __future__ import annotations

from workers import look as looking
from workers import wiring


def look(game_id: str) -> None:
    """Do what is due in one game."""
    looking.look(wiring.commits(), game_id)
