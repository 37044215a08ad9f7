"""The choice of a card to play: which cards may be played, and why each other one waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.junta.cards import CardId
from rules.junta.effect import Bar
from rules.junta.rejections import CardNotInHand
from rules.kernel.choices import Below
from rules.kernel.rejections import Rejection
from rules.kernel.wording import clipped, row


@dataclass(frozen=True, slots=True, kw_only=True)
class Playable:
    """One of the `values`; `free`: every card that its holder may play; `bars`: of the others.

    `absent`: what is said of a card that is none of these.

    Made of what the holder knows: his hand, and what everybody sees.
    """

    values: tuple[CardId, ...]
    free: tuple[CardId, ...]
    bars: Mapping[CardId, Bar]
    absent: str = "is not in your hand"
    absent_rule: str = "CD-1"
    refusal: type[Rejection] = CardNotInHand

    def count(self) -> int:
        return len(self.values)

    def contains(self, value: Any) -> bool:
        return value in self.values

    def objection(self, value: Any) -> str:
        if value in self.bars:
            return self.bars[value].sentence
        return f"{clipped(value)} {self.absent}; you may play: {row(self.free) or 'nothing'}"

    def rule_of(self, value: Any) -> str | None:
        return self.bars[value].rule if value in self.bars else self.absent_rule

    def each(self) -> Iterator[Any]:
        return iter(self.values)

    def sample(self, below: Below) -> Any:
        return self.values[below(len(self.values))]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}
