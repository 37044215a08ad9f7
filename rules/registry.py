"""Which games there are. The only file that names them."""

from __future__ import annotations

from typing import Any

from rules.junta import GAME as JUNTA
from rules.kernel.game import Game
from rules.kernel.wording import clipped

GAMES: dict[str, Game[Any]] = {JUNTA.id: JUNTA}


class UnknownRuleset(LookupError):
    """No game is registered under this id."""


def game(ruleset: str) -> Game[Any]:
    """The game with this id; `UnknownRuleset` with the ids there are otherwise."""
    try:
        return GAMES[ruleset]
    except KeyError:
        offered = ", ".join(sorted(GAMES))
        asked = clipped(ruleset)
        raise UnknownRuleset(f"there is no ruleset {asked}; there are {offered}") from None
