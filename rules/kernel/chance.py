"""Chance: the rules ask, a worker supplies 32 bytes, the rules turn them into an outcome.

The bytes become a stream of 32-bit big-endian words: block i is SHA-256(bytes ‖ i as 4 bytes),
eight words each. A number below n is the next word under the largest multiple of n that fits,
modulo n. So anyone who has the bytes can work out the same outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal, TypeVar

from rules.kernel.identifiers import RequestNumber, Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import PUBLIC

T = TypeVar("T")

CHANCE_BYTES = 32


@command("supply_chance")
class SupplyChance(Command):
    """The service answers a request with 32 bytes (hex); `link` proves whence dice come."""

    request: RequestNumber
    seed: str
    link: str | None


@event("dice_requested")
class DiceRequested(Event):
    """The rules ask for dice. `purpose` names what follows from them."""

    request: Annotated[RequestNumber, PUBLIC]
    purpose: Annotated[str, PUBLIC]
    seat: Annotated[Seat | None, PUBLIC]
    dice: Annotated[int, PUBLIC]


@event("dice_rolled")
class DiceRolled(Event):
    """The dice lie on the table."""

    request: Annotated[RequestNumber, PUBLIC]
    faces: Annotated[tuple[int, ...], PUBLIC]
    link: Annotated[str | None, PUBLIC]


@event("draw_requested")
class DrawRequested(Event):
    """The rules ask for a draw. `purpose` names what follows from it."""

    request: Annotated[RequestNumber, PUBLIC]
    purpose: Annotated[str, PUBLIC]
    seat: Annotated[Seat | None, PUBLIC]


@event("drawn")
class Drawn(Event):
    """The draw was made; what came up follows in events of the game, each as secret as it is."""

    request: Annotated[RequestNumber, PUBLIC]


RequestKind = Literal["dice", "draw"]


class Source:
    """A supply of 32 bytes, read as numbers in order."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._seed + self._block.to_bytes(4, "big")).digest()
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -4, -4)]
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        limit = (1 << 32) // n * n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def faces(self, dice: int) -> tuple[int, ...]:
        """That many six-sided dice."""
        return tuple(self.below(6) + 1 for _ in range(dice))

    def picks(self, items: Sequence[T], number: int) -> tuple[T, ...]:
        """That many of the items, drawn one after another without putting back."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(number))
