"""What one political card is: its moment, its player, its price, its need and its effect.

Nothing here decides; `cards.py` holds the whole deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NewType

CardId = NewType("CardId", str)

Category = Literal["event", "vote", "influence", "assassin", "bribe", "donation"]

Timing = Literal[
    "any_time",
    "ballot",
    "cabinet",
    "after_rejection",
    "announce",
    "minister_announce",
    "react",
    "before_coup",
    "coup_start",
    "coup_move",
    "after_coup",
]
"""When a card may be played. `announce`: in one's turn of step 6; `react`: when about to die."""

Who = Literal[
    "any",
    "not_president",
    "neither_president_nor_minister",
    "minister",
    "threatened",
    "not_president_in_insurrection",
    "taking_part",
]
"""Who of the present families may play a card. `taking_part`: in this phase of the coup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card. `votes` is printed; `paired_votes` counts while its partner lies exposed.

    `price` in MP. `needs`: one of these must lie exposed before the player; empty: nothing is
    needed. `effect` names what it does, `text` says it. `parameters`: of the effect: `excuse`
    (it is an excuse for a coup); `unit`, `number`, `zones` (none named: any but an embassy) and
    `armed` of units that come in; `units`: the types that a bribe can buy; `needless_for`
    (who holds this post needs nothing), `also_at` (a second moment).
    """

    id: CardId
    name: str
    category: Category
    effect: str
    text: str
    timing: Timing = "any_time"
    who: Who = "any"
    price: int = 0
    needs: tuple[CardId, ...] = ()
    votes: int = 0
    partner: CardId | None = None
    paired_votes: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def excuse(self) -> bool:
        """Whether it is an excuse for a coup by being played."""
        return bool(self.parameters.get("excuse"))


def ids(*names: str) -> tuple[CardId, ...]:
    """Names of cards as ids."""
    return tuple(map(CardId, names))
