"""Junta for 4 to 7 families: the political game. `GAME` is all that the other rooms know of it."""

from __future__ import annotations

from rules.junta.game import GAME

__all__ = ["GAME"]
