"""A choice of units by type and count, out of those that stand in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from rules.junta.forces import Unit
from rules.junta.rejections import NotYourUnits
from rules.kernel.choices import Below
from rules.kernel.rejections import Rejection
from rules.kernel.wording import row


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """How many units of each type, at least one of each type named; `held` are there."""

    held: Mapping[str, int]
    at_least: Literal[0, 1] = 1
    refusal: type[Rejection] = NotYourUnits

    def count(self) -> int:
        ways = 1
        for number in self.held.values():
            ways *= number + 1
        return ways - self.at_least

    def contains(self, value: Any) -> bool:
        return len(value) >= self.at_least and all(
            type(number) is int and 1 <= number <= self.held.get(kind, 0)
            for kind, number in value.items()
        )

    def objection(self, value: Any) -> str:
        return f"{spelt(value)} named, of {spelt(self.held)}"

    def each(self) -> Iterator[Any]:
        for numbers in product(*(range(n + 1) for n in self.held.values())):
            chosen = {kind: n for kind, n in zip(self.held, numbers, strict=True) if n}
            if len(chosen) >= self.at_least:
                yield chosen

    def sample(self, below: Below) -> Any:
        if self.held and below(2):
            return dict(self.held)
        chosen = {kind: below(n + 1) for kind, n in self.held.items()}
        some = {kind: n for kind, n in chosen.items() if n}
        return some if len(some) >= self.at_least else dict(self.held)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                kind: {"type": "integer", "minimum": 1, "maximum": number}
                for kind, number in self.held.items()
            },
            "additionalProperties": False,
            "minProperties": self.at_least,
        }


def counts(units: Iterable[Unit]) -> dict[str, int]:
    """How many units there are of each type, types in alphabetical order."""
    return dict(sorted(Counter(unit.type for unit in units).items()))


def spelt(units: Mapping[str, int]) -> str:
    """Units in words: `2 police, 1 marines`."""
    return row([f"{n} {kind}" for kind, n in units.items()]) or "no units"
