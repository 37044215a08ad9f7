"""Money is bills: how many of 1, of 2 and of 3 million pesos (MP). Never a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.kernel.hidden import HIDDEN

DENOMINATIONS = (1, 2, 3)


class Bills(NamedTuple):
    """A bundle of bills; `+` and `-` go bill by bill, and HIDDEN absorbs."""

    ones: int = 0
    twos: int = 0
    threes: int = 0

    def __add__(self, other: Any) -> Any:
        if other is HIDDEN:
            return HIDDEN
        return Bills(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def __sub__(self, other: Any) -> Any:
        if other is HIDDEN:
            return HIDDEN
        return Bills(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    @property
    def mp(self) -> int:
        """The sum in MP."""
        return self[0] + 2 * self[1] + 3 * self[2]

    @property
    def number(self) -> int:
        """How many bills."""
        return self[0] + self[1] + self[2]

    def within(self, held: Bills) -> bool:
        """Whether every bill of this bundle is among `held`."""
        return 0 <= self[0] <= held[0] and 0 <= self[1] <= held[1] and 0 <= self[2] <= held[2]

    def least(self, other: Bills) -> Bills:
        """The bills that both bundles have."""
        return Bills(*(min(a, b) for a, b in zip(self, other, strict=True)))

    def each(self) -> tuple[int, ...]:
        """The value of every single bill, smallest first."""
        return (1,) * self[0] + (2,) * self[1] + (3,) * self[2]

    def to_json(self) -> dict[str, int]:
        """`{"1": n, "2": n, "3": n}`."""
        return {"1": self[0], "2": self[1], "3": self[2]}

    @classmethod
    def of(cls, values: Iterable[int]) -> Bills:
        """The bundle of single bills with these values in MP."""
        listed = tuple(values)
        return cls(*(listed.count(value) for value in DENOMINATIONS))

    @classmethod
    def from_json(cls, written: Mapping[str, int]) -> Bills:
        """From `{"1": n, "2": n, "3": n}`; a missing value is none of it."""
        return cls(*(written.get(str(value), 0) for value in DENOMINATIONS))


NO_BILLS = Bills()
