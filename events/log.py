"""The log of a game: what every store of events offers, and everything that can be wrong with it.

One stream of records per game, at positions 1, 2, 3 … without gaps, and its head. A record is
bytes here; what it says is `envelope.py`. No rule, no clock and no redis lives in this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from events.clock import epoch

ENDED = ("finished", "abandoned", "voided")


class Head(NamedTuple):
    """Where a stream ends, and what its game waits for.

    `deadline` is written as RFC 3339; `halted` is why the game takes nothing any more; `revealed`
    says that the secrets of an ended game lie open; `imported` whose file the game was read from,
    "auditor" or "archive": such a game can only be read; `bots` that the service plays a seat.
    """

    position: int
    hash: str
    stage: int | None
    deadline: str | None
    request: int | None
    status: str
    halted: str | None = None
    revealed: bool = False
    imported: str | None = None
    bots: bool = False


class Answer(NamedTuple):
    """What a command id led to (first and last position) and the digest of what it said."""

    first: int
    last: int
    digest: str


class Appended(NamedTuple):
    """The records are in the log, all of them."""


class Duplicate(NamedTuple):
    """The command id was known; nothing was appended."""

    answer: Answer


class Conflict(NamedTuple):
    """The head was another one, or halted; nothing was appended.

    `tail` begins with the record after the expected position, where there is one; it may be cut.
    """

    head: Head | None
    tail: tuple[bytes, ...] = ()


class Notice(NamedTuple):
    """Somebody appended to a game, up to this position."""

    game: str
    position: int


class EventLog(Protocol):
    """Where the records are. Every method may raise `Unavailable`."""

    def head(self, game_id: str) -> Head | None:
        """The head of the stream; None where there is no such game."""

    def heads(self, game_ids: Sequence[str]) -> list[Head | None]:
        """Many heads in one round trip."""

    def look_up(self, game_id: str, command_id: str) -> tuple[Head | None, Answer | None]:
        """The head, and what this command id led to, in one round trip."""

    def read(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The records at positions after + 1 … upto, in order."""

    def append(
        self,
        game_id: str,
        *,
        command_id: str,
        digest: str,
        expected: Head | None,
        records: Sequence[bytes],
        head: Head,
    ) -> Appended | Duplicate | Conflict:
        """All of the records after the expected head, or nothing at all.

        A known command id is a `Duplicate` whatever the head; any other head is a `Conflict`.
        `expected` None means that the game must not exist yet. Raises `BrokenLog`.
        """

    def halt(self, game_id: str, reason: str | None) -> None:
        """Let nothing in any more, and say why; None lifts it."""

    def broke(self, game_id: str, kept: bytes) -> int:
        """Keep a command that broke a law; how many in a row since the last append."""

    def kept(self, game_id: str) -> list[bytes]:
        """The last commands that broke a law, oldest first."""

    def games(self) -> Iterator[str]:
        """The id of every game there is, in no order; slow, for repairs."""

    def listen(self, quiet_s: float = 1.0) -> Iterator[Notice | None]:
        """Notices as they come, without end.

        The first item is None: nothing appended after it is missed. None comes again whenever
        nothing came for `quiet_s`. After `Unavailable`, notices may have been missed.
        """


class Index(Protocol):
    """What spans games: never the truth, always to be repaired from the heads."""

    def enter(self, game_id: str, created_at: str) -> None:
        """List the game; a game that is listed stays as it is."""

    def unlisted(self, game_ids: Sequence[str]) -> list[str]:
        """Those of the games that are not listed."""

    def newest(self, offset: int, limit: int) -> list[str]:
        """Listed games, youngest first."""

    def count(self) -> int:
        """How many games are listed."""

    def set_due(self, game_id: str, at: float | None) -> None:
        """When to look at the game next (seconds since 1970); None: not at all."""

    def due_by(self, at: float, limit: int) -> list[str]:
        """The games to look at by then, most urgent first."""

    def all_due(self) -> dict[str, float]:
        """Every game to be looked at, and when."""

    def set_played(self, game_id: str, played: bool) -> None:
        """Whether the service plays seats of the game."""

    def played(self) -> list[str]:
        """The games of which the service plays seats, in no order."""


def due_at(head: Head) -> float | None:
    """When the game wants to be looked at: at once (0), at its deadline, or never."""
    if head.halted is not None or head.imported is not None:
        return None
    if head.request is not None or (head.status in ENDED and not head.revealed):
        return 0.0
    return None if head.deadline is None else epoch(head.deadline)


class LogError(Exception):
    """Something is wrong with the log, not with the declaration."""


class UnknownGame(LogError):
    """There is no game with this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class GameExists(LogError):
    """A game with this id is there already, made with another key."""


class Unavailable(LogError):
    """The store gives no answer now: down, too slow, loading, read-only or full."""


class Busy(Unavailable):
    """Others were faster too many times in a row; nothing was appended."""


class BrokenLog(LogError):
    """The stored records contradict each other; nothing is built on them."""


class LostTail(BrokenLog):
    """A record that this process confirmed is gone, or another stands in its place."""


class OtherBody(LogError):
    """The key was used before, for something else."""


class PositionMoved(LogError):
    """The game is not at the position that the declaration was bound to."""

    def __init__(self, meant: int, position: int) -> None:
        super().__init__(f"the game is at position {position}, not at {meant}")
        self.meant, self.position = meant, position


class ReadOnly(LogError):
    """The game was imported: it is read, and never goes on."""

    def __init__(self) -> None:
        super().__init__("imported games are read-only")


class SeatPassed(LogError):
    """The seat has been handed over since this token was made."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} has passed to somebody else: this token opens it no more")


class Halted(LogError):
    """The game was stopped after repeated faults of the service; `reason` is for auditors."""

    def __init__(self, reason: str) -> None:
        super().__init__("the game is halted until its organiser has looked into a fault")
        self.reason = reason


class InvariantBroken(LogError):
    """Our fault: a law of the game would not hold after this command. Nothing was appended."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name, self.sentence = name, sentence
