"""The shape of a stage and of an interrupt. What a game's rooms must offer, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.kernel.chance import DiceRequested, DrawRequested
from rules.kernel.choices import Accept
from rules.kernel.course import Course
from rules.kernel.identifiers import RequestNumber, Seat
from rules.kernel.messages import Command, Event

S_contra = TypeVar("S_contra", contravariant=True)

Events = Sequence[Event]


class Stage(Protocol[S_contra]):
    """A part of the game that waits for some seats, or for chance, and then closes.

    `active` and `is_over` and `duration` read public facts only; `accepts` reads only what the
    asked seat knows.
    """

    @property
    def NAME(self) -> str: ...
    @property
    def COMMANDS(self) -> tuple[type[Command], ...]: ...
    def duration(self, state: S_contra) -> int | None:
        """Seconds it may last; None where it waits for chance alone."""

    def active(self, state: S_contra) -> tuple[Seat, ...]:
        """The seats it waits for; asked before it opens, those that it would open for."""

    def open(self, state: S_contra) -> Events:
        """What happens as it begins."""

    def accepts(self, state: S_contra, seat: Seat) -> tuple[Accept, ...]:
        """The commands this seat may give now, with their choices."""

    def decide(self, state: S_contra, seat: Seat, command: Any) -> Events:
        """What follows from an accepted command."""

    def is_over(self, state: S_contra) -> bool:
        """Whether it waits for nobody any more."""

    def close(self, state: S_contra) -> Events:
        """What follows as it ends."""

    def expire(self, state: S_contra) -> Events:
        """What silence meant."""


@dataclass(frozen=True, slots=True)
class AsksNobody:
    """A stage that asks nobody: `opens` says what happens, and then it waits for chance at most."""

    NAME: str
    opens: Callable[[Any], Events]
    COMMANDS: tuple[type[Command], ...] = ()

    def duration(self, state: Any) -> int | None:
        return None

    def active(self, state: Any) -> tuple[Seat, ...]:
        return ()

    def open(self, state: Any) -> Events:
        return self.opens(state)

    def accepts(self, state: Any, seat: Seat) -> tuple[Accept, ...]:
        return ()

    def decide(self, state: Any, seat: Seat, command: Any) -> Events:
        raise AssertionError(f"{self.NAME} asks nobody")

    def is_over(self, state: Any) -> bool:
        return True

    def close(self, state: Any) -> Events:
        return ()

    def expire(self, state: Any) -> Events:
        return ()


class Interrupt(Protocol[S_contra]):
    """Something that may be declared while any stage is open, and that never blocks one."""

    @property
    def COMMANDS(self) -> tuple[type[Command], ...]: ...
    def accepts(self, state: S_contra, seat: Seat) -> tuple[Accept, ...]:
        """The commands this seat may give now, with their choices."""

    def decide(self, state: S_contra, seat: Seat, command: Any) -> Events:
        """What follows from an accepted command."""


def in_turn(course: Course, name: str, waiting: Sequence[Seat]) -> tuple[Seat, ...]:
    """For a stage that asks one seat: the one it opened for while that waits, else the next."""
    opened = course.stage
    if opened is not None and opened.name == name:
        return tuple(seat for seat in opened.seats if seat in waiting)
    return tuple(waiting[:1])


UNNUMBERED = RequestNumber(0)
"""What a stage writes for the number of a request; it is numbered when it is written down."""


def ask_dice(purpose: str, dice: int, seat: Seat | None = None) -> DiceRequested:
    """A request for dice; what follows stands in the game's chance table under `purpose`."""
    return DiceRequested(request=UNNUMBERED, purpose=purpose, seat=seat, dice=dice)


def ask_draw(purpose: str, seat: Seat | None = None) -> DrawRequested:
    """A request for a draw; what follows stands in the game's chance table under `purpose`."""
    return DrawRequested(request=UNNUMBERED, purpose=purpose, seat=seat)
