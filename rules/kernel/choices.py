"""What may be chosen: one value that checks, lists, samples and describes the same set.

The gate asks `contains`; clients get `listed` (up to a limit) or else `schema` and samples. All of
a choice is built from what the asked seat knows. `count` is how many values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, product
from math import comb
from typing import Any, Protocol, runtime_checkable

from rules.kernel.bills import Bills
from rules.kernel.rejections import OutOfChoice, Rejection
from rules.kernel.wording import clipped, row

Below = Callable[[int], int]
"""Where samples come from: `below(n)` gives a whole number from 0 to n - 1."""


class Choice(Protocol):
    """One set of allowed values."""

    @property
    def refusal(self) -> type[Rejection]:
        """The kind of refusal that a value outside the set meets."""

    def count(self) -> int: ...
    def contains(self, value: Any) -> bool: ...
    def objection(self, value: Any) -> str: ...
    def each(self) -> Iterator[Any]: ...
    def sample(self, below: Below) -> Any: ...
    def schema(self) -> dict[str, Any]: ...


@runtime_checkable
class KnowsItsRule(Protocol):
    """A choice that says which rule a value outside it breaks; None: that of the command."""

    def rule_of(self, value: Any) -> str | None: ...


def listed(choice: Choice, limit: int) -> list[Any] | None:
    """Every value of the choice, or None where there are more than `limit`."""
    return list(choice.each()) if choice.count() <= limit else None


_PLAIN = frozenset({str, int, bool, type(None)})


def plain_json(value: Any) -> Any:
    """A choice's value as JSON data: bills, sets and per-seat tables in their documented shapes."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Bills:
        return value.to_json()
    if kind is frozenset:
        return sorted([one if type(one) in _PLAIN else plain_json(one) for one in value])
    return _plain_json(value)


def _plain_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain_json(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf:
    """Exactly one of the values, type included: `True` is not 1."""

    values: tuple[Any, ...]
    refusal: type[Rejection] = OutOfChoice
    rule: str | None = None

    def count(self) -> int:
        return len(self.values)

    def contains(self, value: Any) -> bool:
        return any(type(value) is type(one) and value == one for one in self.values)

    def objection(self, value: Any) -> str:
        allowed = row([plain_json(one) for one in self.values])
        return f"{clipped(repr(plain_json(value)))} is not one of: {allowed or 'nothing'}"

    def rule_of(self, value: Any) -> str | None:
        return self.rule

    def each(self) -> Iterator[Any]:
        return iter(self.values)

    def sample(self, below: Below) -> Any:
        return self.values[below(len(self.values))]

    def schema(self) -> dict[str, Any]:
        return {"enum": [plain_json(value) for value in self.values]}


YES_OR_NO = OneOf(values=(True, False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subset:
    """A set of `at_least` to `at_most` of the values, none twice; given as a frozenset."""

    values: tuple[Any, ...]
    at_least: int = 0
    at_most: int
    refusal: type[Rejection] = OutOfChoice

    def _sizes(self) -> range:
        return range(self.at_least, min(self.at_most, len(self.values)) + 1)

    def count(self) -> int:
        return _subsets(len(self.values), self.at_least, self.at_most)

    def contains(self, value: Any) -> bool:
        return value <= frozenset(self.values) and self.at_least <= len(value) <= self.at_most

    def objection(self, value: Any) -> str:
        strangers = sorted(value - frozenset(self.values))
        if strangers:
            return f"{row(strangers)}: not among what you may choose"
        exact = self.at_least == self.at_most
        needed = f"{self.at_least}" if exact else f"{self.at_least} to {self.at_most}"
        return f"{len(value)} chosen, {needed} needed"

    def each(self) -> Iterator[Any]:
        for size in self._sizes():
            yield from map(frozenset, combinations(self.values, size))

    def sample(self, below: Below) -> Any:
        sizes = self._sizes()
        left, chosen = list(self.values), []
        for _ in range(sizes[below(len(sizes))]):
            chosen.append(left.pop(below(len(left))))
        return frozenset(chosen)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"enum": [plain_json(value) for value in self.values]},
            "uniqueItems": True,
            "minItems": self.at_least,
            "maxItems": min(self.at_most, len(self.values)),
        }


@cache
def _subsets(values: int, at_least: int, at_most: int) -> int:
    return sum(comb(values, size) for size in range(at_least, min(at_most, values) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Up to `total` (whole, none negative) divided among the keys; a key left out gets none."""

    among: tuple[Any, ...]
    total: int
    refusal: type[Rejection] = OutOfChoice

    def count(self) -> int:
        return comb(self.total + len(self.among), len(self.among))

    def contains(self, value: Any) -> bool:
        return (
            all(key in self.among and type(n) is int and n >= 0 for key, n in value.items())
            and sum(value.values()) <= self.total
        )

    def objection(self, value: Any) -> str:
        strangers = [str(key) for key in value if key not in self.among]
        if strangers:
            return f"{row(strangers)}: not among {row(self.among)}"
        if any(n < 0 for n in value.values()):
            return "a share is below 0"
        return f"{sum(value.values())} given out, {self.total} available"

    def each(self) -> Iterator[Any]:
        shares = product(range(self.total + 1), repeat=len(self.among))
        for share in shares:
            if sum(share) <= self.total:
                yield {key: n for key, n in zip(self.among, share, strict=True) if n}

    def sample(self, below: Below) -> Any:
        left, share = below(self.total + 1), {}
        if below(3) == 0:
            left = self.total
        keys = list(self.among)
        while keys and left:
            key = keys.pop(below(len(keys)))
            share[key] = left if not keys or below(2) else below(left + 1)
            left -= share[key]
        return {key: n for key, n in share.items() if n}

    def schema(self) -> dict[str, Any]:
        whole = {"type": "integer", "minimum": 0, "maximum": self.total}
        return {
            "type": "object",
            "properties": {str(key): whole for key in self.among},
            "additionalProperties": False,
            "description": f"at most {self.total} in all",
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int
    refusal: type[Rejection] = OutOfChoice

    def count(self) -> int:
        return self.most - self.least + 1

    def contains(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def objection(self, value: Any) -> str:
        return f"{value} is not a whole number from {self.least} to {self.most}"

    def each(self) -> Iterator[Any]:
        return iter(range(self.least, self.most + 1))

    def sample(self, below: Below) -> Any:
        return self.least + below(self.count())

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words of a player: at least one character that is not a blank, at most `at_most`."""

    at_most: int
    refusal: type[Rejection] = OutOfChoice

    def count(self) -> int:
        return 1 << 62

    def contains(self, value: Any) -> bool:
        return bool(value.strip()) and len(value) <= self.at_most

    def objection(self, value: Any) -> str:
        return f"{len(value)} characters, 1 to {self.at_most} needed, not only blanks"

    def each(self) -> Iterator[Any]:
        return iter(())

    def sample(self, below: Below) -> Any:
        return "…" * (1 + below(min(8, self.at_most)))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.at_most}


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """A command that a seat may declare now, and the choice that each of its fields has.

    `rule` is the id that a refusal cites, unless the choice of the field knows a nearer one.
    """

    command: type[Any]
    choices: Mapping[str, Choice]
    rule: str | None = None

    def count(self) -> int:
        """How many different commands there are."""
        ways = 1
        for choice in self.choices.values():
            ways *= choice.count()
        return ways

    def listed(self, limit: int) -> list[dict[str, Any]] | None:
        """Every allowed combination of fields, or None where there are more than `limit`."""
        if self.count() > limit:
            return None
        names = list(self.choices)
        ways = product(*(list(choice.each()) for choice in self.choices.values()))
        return [dict(zip(names, way, strict=True)) for way in islice(ways, limit)]

    def sample(self, below: Below) -> dict[str, Any]:
        """One allowed combination of fields."""
        return {name: choice.sample(below) for name, choice in self.choices.items()}
