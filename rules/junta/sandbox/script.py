"""What was written down for chance to bring: a slice of the state, known to nobody. SB-5."""

from __future__ import annotations

from typing import NamedTuple

from rules.junta.cards import CardId


class Script(NamedTuple):
    """The next cards of the pile, and the values of its next bills, in order."""

    draws: tuple[CardId, ...] = ()
    aid: tuple[int, ...] = ()
