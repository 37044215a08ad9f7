"""A choice of exactly so many units, by type and count, out of those that can be lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.junta.rejections import NotYourUnits
from rules.junta.unit_choices import spelt
from rules.kernel.choices import Below
from rules.kernel.rejections import Rejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Exactly:
    """`total` units of the `held` ones; each type named with at least one."""

    held: Mapping[str, int]
    total: int
    refusal: type[Rejection] = NotYourUnits

    def count(self) -> int:
        ways = [1] + [0] * self.total
        for number in self.held.values():
            ways = [sum(ways[max(0, n - number) : n + 1]) for n in range(self.total + 1)]
        return ways[self.total]

    def contains(self, value: Any) -> bool:
        return sum(value.values()) == self.total and all(
            1 <= number <= self.held.get(kind, 0) for kind, number in value.items()
        )

    def objection(self, value: Any) -> str:
        return f"{spelt(value)} named; {self.total} in all needed, of {spelt(self.held)}"

    def each(self) -> Iterator[Any]:
        return _ways(tuple(self.held.items()), self.total)

    def sample(self, below: Below) -> Any:
        pool = [kind for kind, number in self.held.items() for _ in range(number)]
        drawn = [pool.pop(below(len(pool))) for _ in range(self.total)]
        return {kind: drawn.count(kind) for kind in self.held if kind in drawn}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                kind: {"type": "integer", "minimum": 1, "maximum": number}
                for kind, number in self.held.items()
            },
            "additionalProperties": False,
            "description": f"exactly {self.total} in all",
        }


def _ways(held: tuple[tuple[str, int], ...], total: int) -> Iterator[dict[str, int]]:
    """Every way to take `total`, fewer of the first type first."""
    if not held:
        if not total:
            yield {}
        return
    (kind, number), others = held[0], held[1:]
    for taken in range(min(number, total) + 1):
        for rest in _ways(others, total - taken):
            yield ({kind: taken} if taken else {}) | rest
