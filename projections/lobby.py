"""The lobby: one row per listed game, from its head and the few events before it began.

A row of a game that has begun never changes but for its status, so it is made once per process.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Protocol

from events.codec import loads
from events.envelope import Envelope, read
from events.log import Head
from projections.shown import shown
from rules import registry
from rules.kernel.course import GameCreated, GameStarted, SeatTaken
from rules.kernel.game import Game

Row = dict[str, Any]

STATUSES = ("open", "running", "finished", "abandoned", "voided")
MOST_ROWS = 20_000
MOST_SCANNED = 1_000
SCAN = 100


class BadCursor(ValueError):
    """The cursor is not one that the lobby gave out."""


class Index(Protocol):
    """Which games there are; `events.log.Index` is one."""

    def newest(self, offset: int, limit: int) -> list[str]: ...
    def count(self) -> int: ...


class Log(Protocol):
    """Heads and records; `events.log.EventLog` is one."""

    def heads(self, game_ids: Sequence[str]) -> list[Head | None]: ...
    def read(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]: ...


def row(
    opening: Sequence[Envelope], game: Game[Any], status: str, *, imported: bool = False
) -> Row:
    """The row of a game from its first envelopes; those after `GameStarted` say nothing more.

    status: as in the game's course; a game in its lobby is `open` here.
    """
    created = opening[0].event
    assert isinstance(created, GameCreated)
    taken = [e.event for e in opening if isinstance(e.event, SeatTaken)]
    started = [e.event for e in opening if isinstance(e.event, GameStarted)]
    return {
        "id": opening[0].game,
        "ruleset": created.ruleset,
        "title": game.title,
        "status": "open" if status == "lobby" else status,
        "seats": started[0].seats if started else created.seats,
        "taken": len(taken),
        "names": [shown(event.name) for event in taken],
        "spectators": created.spectators,
        "listed": created.listed,
        "sandbox": created.sandbox,
        "imported": imported,
        "created_at": opening[0].recorded_at,
    }


class Lobby:
    """The listed games, youngest first. Threads may share it."""

    def __init__(
        self, index: Index, log: Log, ruleset: Callable[[str], Game[Any]] = registry.game
    ) -> None:
        self._index, self._log, self._ruleset = index, log, ruleset
        self._begun: OrderedDict[str, Row] = OrderedDict()
        self._turn = Lock()

    def games(
        self, status: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> dict[str, Any]:
        """{"games": rows, "cursor": where to go on, or null}; raises `BadCursor`.

        A page may be short, or empty, and still have a cursor: so many games were looked through.
        """
        left = _older(cursor, self._index.count())
        lowest = max(0, left - MOST_SCANNED)
        rows: list[Row] = []
        while left > lowest and len(rows) < limit:
            for game_id, head in self._older_than(left, min(SCAN, left - lowest)):
                left -= 1
                found = None if head is None else self.row(game_id, head)
                if found and found["listed"] and status in (None, found["status"]):
                    rows.append(found)
                    if len(rows) == limit:
                        break
        return {"games": rows, "cursor": _spell(left) if left else None}

    def _older_than(self, left: int, limit: int) -> list[tuple[str, Head | None]]:
        """The next games after those that are younger than the `left` oldest, with their heads."""
        ids = self._index.newest(max(0, self._index.count() - left), limit)
        padded = [*ids, *[""] * (limit - len(ids))]
        heads = dict(zip(ids, self._log.heads(ids) if ids else [], strict=True))
        return [(game_id, heads.get(game_id)) for game_id in padded]

    def row(self, game_id: str, head: Head) -> Row:
        """The row of one game, listed or not."""
        with self._turn:
            known = self._begun.get(game_id)
        if known is not None:
            return known | {"status": head.status}
        made = self._made(game_id, head)
        if head.status != "lobby":
            with self._turn:
                self._begun[game_id] = made
                while len(self._begun) > MOST_ROWS:
                    self._begun.popitem(last=False)
        return made

    def _made(self, game_id: str, head: Head) -> Row:
        """From the records up to the game's start: two, one per seat, and the start itself."""
        (first,) = self._log.read(game_id, 0, 1)
        created = loads(first)["data"]
        game = self._ruleset(created["ruleset"])
        usual = min(head.position, created["seats"] + 4)
        records = [first, *self._log.read(game_id, 1, usual)]
        opening = [read(game_id, record, game) for record in records]
        if usual < head.position and not any(isinstance(e.event, GameStarted) for e in opening):
            more = self._log.read(game_id, usual, head.position)
            opening += [read(game_id, record, game) for record in more]
        return row(opening, game, head.status, imported=head.imported is not None)


def _spell(left: int) -> str:
    return urlsafe_b64encode(f"g{left}".encode()).decode().rstrip("=")


def _older(cursor: str | None, count: int) -> int:
    """How many games are still to be shown: all, or those older than what was shown before.

    Counted from the oldest, so that games made meanwhile move nothing.
    """
    if cursor is None:
        return count
    try:
        words = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        left = int(words.removeprefix("g"))
    except ValueError:
        raise BadCursor(f"{cursor!r:.80} is not a cursor of this list") from None
    if _spell(left) != cursor or left < 0:
        raise BadCursor(f"{cursor!r:.80} is not a cursor of this list")
    return min(left, count)
