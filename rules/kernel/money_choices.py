"""Choices of money: some of the bills held, for one receiver or for several.

The bills are named one by one, so that nobody ever needs change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any, Literal

from rules.kernel.bills import DENOMINATIONS, Bills
from rules.kernel.choices import Below, Split
from rules.kernel.rejections import OutOfChoice, Rejection
from rules.kernel.wording import row


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """At least some of the bills held, named one by one, so that no change is ever needed."""

    held: Bills
    at_least: Literal[0, 1] = 0
    refusal: type[Rejection] = OutOfChoice

    def count(self) -> int:
        return (self.held[0] + 1) * (self.held[1] + 1) * (self.held[2] + 1) - self.at_least

    def contains(self, value: Any) -> bool:
        return bool(value.within(self.held)) and value.number >= self.at_least

    def objection(self, value: Any) -> str:
        return f"{spelt(value)} named, {spelt(self.held)} held"

    def each(self) -> Iterator[Any]:
        ways = (Bills(*some) for some in product(*(range(n + 1) for n in self.held)))
        return (bills for bills in ways if bills.number >= self.at_least)

    def sample(self, below: Below) -> Any:
        bills = Bills(*(below(n + 1) for n in self.held))
        return bills if bills.number >= self.at_least else self.held

    def schema(self) -> dict[str, Any]:
        return bills_schema(self.held)


@dataclass(frozen=True, slots=True, kw_only=True)
class Portions:
    """Bills for several receivers, all of them together among the bills held."""

    held: Bills
    among: tuple[Any, ...]
    refusal: type[Rejection] = OutOfChoice

    def count(self) -> int:
        kinds = len(self.among)
        ways = 1
        for number in self.held:
            ways *= comb(number + kinds, kinds)
        return ways

    def contains(self, value: Any) -> bool:
        total = Bills()
        for key, bills in value.items():
            if key not in self.among or min(bills) < 0:
                return False
            total = total + bills
        return total.within(self.held)

    def objection(self, value: Any) -> str:
        strangers = [str(key) for key in value if key not in self.among]
        if strangers:
            return f"{row(strangers)}: not among {row(self.among)}"
        total = Bills()
        for bills in value.values():
            total = total + bills
        return f"{spelt(total)} named, {spelt(self.held)} held"

    def each(self) -> Iterator[Any]:
        kinds = [Split(among=self.among, total=number) for number in self.held]
        for ones, twos, threes in product(*(list(kind.each()) for kind in kinds)):
            split = {
                key: Bills(ones.get(key, 0), twos.get(key, 0), threes.get(key, 0))
                for key in self.among
            }
            yield {key: bills for key, bills in split.items() if bills.number}

    def sample(self, below: Below) -> Any:
        shares: dict[Any, list[int]] = {key: [0, 0, 0] for key in self.among}
        kept = below(2) * below(4)
        for kind, number in enumerate(self.held):
            for _ in range(number):
                if self.among and below(4) >= kept:
                    shares[self.among[below(len(self.among))]][kind] += 1
        return {key: Bills(*some) for key, some in shares.items() if any(some)}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {str(key): bills_schema(self.held) for key in self.among},
            "additionalProperties": False,
            "description": f"all shares together at most {spelt(self.held)}",
        }


def bills_schema(held: Bills) -> dict[str, Any]:
    """The JSON Schema of some of the bills held."""
    return {
        "type": "object",
        "properties": {
            str(value): {"type": "integer", "minimum": 0, "maximum": number}
            for value, number in zip(DENOMINATIONS, held, strict=True)
        },
        "additionalProperties": False,
    }


def spelt(bills: Bills) -> str:
    """Bills in words: `2×1 1×3 MP`."""
    parts = [f"{n}×{value}" for value, n in zip(DENOMINATIONS, bills, strict=True) if n]
    return " ".join(parts) + " MP" if parts else "no bills"
