"""Two sides measured in turns, and the figure that comes of it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any, Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One ratio and its bound. `said` names both sides with their medians."""

    name: str
    ratio: float
    bound: float
    sense: Literal["at most", "at least"]
    said: str

    @property
    def holds(self) -> bool:
        """Whether the bound is kept."""
        if self.sense == "at most":
            return self.ratio <= self.bound
        return self.ratio >= self.bound

    def written(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "name": self.name,
            "ratio": round(self.ratio, 3),
            "bound": self.bound,
            "sense": self.sense,
            "holds": self.holds,
            "measured": self.said,
        }

    def line(self) -> str:
        """As one line."""
        verdict = "ok" if self.holds else "MISSED"
        return (
            f"{self.name}: {self.ratio:.2f} ({self.sense} {self.bound:g}): {verdict}; {self.said}"
        )


def seconds(work: Callable[[], object]) -> float:
    """How long it took."""
    began = perf_counter()
    work()
    return perf_counter() - began


@dataclass(frozen=True, slots=True)
class Pairs:
    """What two sides measured, each pair right after one another."""

    pairs: Sequence[tuple[float, float]]

    @property
    def one(self) -> float:
        """The median of the first side."""
        return median(one for one, _ in self.pairs)

    @property
    def other(self) -> float:
        """The median of the second side."""
        return median(other for _, other in self.pairs)

    @property
    def ratio(self) -> float:
        """The second side by the first: the median of what each pair says for itself.

        A machine that others use too changes its pace between the pairs more than within one.
        """
        return median(other / one for one, other in self.pairs)


def alternated(one: Callable[[], object], other: Callable[[], object], rounds: int) -> Pairs:
    """The seconds of each side, measured in turns after a warm-up of both."""
    one(), other()
    with quiet():
        return Pairs(
            [in_turns(lambda: seconds(one), lambda: seconds(other), n) for n in range(rounds)]
        )


def in_turns(one: Callable[[], T], other: Callable[[], T], turn: int) -> tuple[T, T]:
    """What both give; who comes first changes from turn to turn."""
    if turn % 2:
        second = other()
        return one(), second
    return one(), other()


@contextmanager
def quiet() -> Iterator[None]:
    """Without the collector, whose pauses fall on whoever is measured just then."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
