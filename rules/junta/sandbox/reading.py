"""Reading JSON that somebody wrote: what is well formed is kept, what is not is said, all of it.

Whatever does not fit is left out of what is read, or stands there as None where its place matters;
so that what is left can be looked at further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from rules.kernel.bills import DENOMINATIONS, Bills
from rules.kernel.identifiers import Seat
from rules.kernel.options import Fault
from rules.kernel.wording import clipped, row

T = TypeVar("T")
Path = tuple[str | int, ...]
Read = Callable[[Any, Path], T | None]

GREATEST = 1_000_000
"""No number of a position is greater; it is only to keep sums small."""


class Reading:
    """One reading: the faults found so far, and how each kind of value is read."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.found: list[Fault] = []

    def say(self, at: Path, words: str) -> None:
        self.found.append((at, words))

    def whole(self, least: int, most: int) -> Read[int]:
        """A whole number within bounds."""

        def read(value: Any, at: Path) -> int | None:
            if type(value) is int and least <= value <= most:
                return value
            bounds = f"from {least} to {most}" if most < GREATEST else f"of at least {least}"
            self.say(at, f"a whole number {bounds} is needed, not {clipped(repr(value))}")
            return None

        return read

    def truth(self, value: Any, at: Path) -> bool | None:
        if type(value) is bool:
            return value
        self.say(at, f"true or false is needed, not {clipped(repr(value))}")
        return None

    def word(self, known: Collection[Any], kind: str) -> Read[Any]:
        """One of some words."""

        def read(value: Any, at: Path) -> Any:
            if type(value) is str and value in known:
                return value
            offered = f"; there are {row(known)}" if len(known) < 40 else ""
            self.say(at, f"there is no {kind} {clipped(repr(value))}{offered}")
            return None

        return read

    def seat(self, value: Any, at: Path) -> Seat | None:
        if type(value) is int and 0 <= value < self.seats:
            return Seat(value)
        self.say(at, f"there is no seat {clipped(repr(value))}; seats are 0 to {self.seats - 1}")
        return None

    def list_of(self, read: Read[T]) -> Read[tuple[T | None, ...]]:
        """An array; what does not fit is None, so that places stay."""

        def read_all(value: Any, at: Path) -> tuple[T | None, ...]:
            if type(value) is not list:
                self.say(at, f"an array is needed, not {clipped(repr(value))}")
                return ()
            return tuple(read(item, (*at, place)) for place, item in enumerate(value))

        return read_all

    def by_seat(self, read: Read[T]) -> Read[dict[Seat, T]]:
        """An object whose keys are seats; what does not fit is left out."""

        def read_all(value: Any, at: Path) -> dict[Seat, T]:
            keys = {str(seat): Seat(seat) for seat in range(self.seats)}
            return self._object(value, at, keys, read, f"seats are 0 to {self.seats - 1}")

        return read_all

    def by_word(self, known: Collection[Any], kind: str, read: Read[T]) -> Read[dict[Any, T]]:
        """An object whose keys are among some words."""

        def read_all(value: Any, at: Path) -> dict[Any, T]:
            keys = {str(word): word for word in known}
            return self._object(value, at, keys, read, f"{kind} are {row(known)}")

        return read_all

    def _object(
        self, value: Any, at: Path, keys: dict[str, Any], read: Read[T], offered: str
    ) -> dict[Any, T]:
        if type(value) is not dict:
            self.say(at, f"an object is needed, not {clipped(repr(value))}")
            return {}
        found = {}
        for key, item in value.items():
            if key not in keys:
                self.say((*at, key), f"there is no {clipped(repr(key))}; {offered}")
            elif (one := read(item, (*at, key))) is not None:
                found[keys[key]] = one
        return found

    def bills(self, value: Any, at: Path) -> Bills:
        """Bills by value; a value left out is none of it."""
        counts = self.by_word(DENOMINATIONS, "values", self.whole(0, GREATEST))(value, at) or {}
        return Bills(*(counts.get(mp, 0) for mp in DENOMINATIONS))
