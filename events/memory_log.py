"""The log and the index in memory: for one process, its tests, and tools that need no Redis."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from events.clock import epoch
from events.log import (
    Answer,
    Appended,
    Conflict,
    Duplicate,
    Head,
    Notice,
)

MOST_KEPT = 100


@dataclass(slots=True)
class _Stream:
    head: Head | None = None
    records: list[bytes] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    kept: list[bytes] = field(default_factory=list)
    broken: int = 0


class MemoryLog:
    """An `EventLog` that is gone with its process."""

    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}
        self._listeners: list[SimpleQueue[Notice]] = []
        self._lock = threading.Lock()

    def head(self, game_id: str) -> Head | None:
        stream = self._streams.get(game_id)
        return None if stream is None else stream.head

    def heads(self, game_ids: Sequence[str]) -> list[Head | None]:
        return [self.head(game_id) for game_id in game_ids]

    def look_up(self, game_id: str, command_id: str) -> tuple[Head | None, Answer | None]:
        with self._lock:
            stream = self._streams.get(game_id, _Stream())
            return stream.head, stream.answers.get(command_id)

    def read(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        stream = self._streams.get(game_id)
        return [] if stream is None else stream.records[after:upto]

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
        with self._lock:
            stream = self._streams.get(game_id, _Stream())
            refused = _refused(stream, command_id, expected)
            if refused is not None:
                return refused
            self._streams[game_id] = stream
            first = len(stream.records) + 1
            stream.records.extend(records)
            stream.answers[command_id] = Answer(first, len(stream.records), digest)
            stream.head, stream.broken = head, 0
        self._tell(Notice(game_id, head.position))
        return Appended()

    def halt(self, game_id: str, reason: str | None) -> None:
        with self._lock:
            stream = self._streams.get(game_id)
            if stream is not None and stream.head is not None:
                stream.head = stream.head._replace(halted=reason)
                stream.broken = 0

    def broke(self, game_id: str, kept: bytes) -> int:
        with self._lock:
            stream = self._streams.setdefault(game_id, _Stream())
            stream.kept = [*stream.kept, kept][-MOST_KEPT:]
            stream.broken += 1
            return stream.broken

    def kept(self, game_id: str) -> list[bytes]:
        stream = self._streams.get(game_id)
        return [] if stream is None else list(stream.kept)

    def games(self) -> Iterator[str]:
        return iter([game for game, stream in self._streams.items() if stream.head is not None])

    def listen(self, quiet_s: float = 1.0) -> Iterator[Notice | None]:
        heard: SimpleQueue[Notice] = SimpleQueue()
        self._listeners.append(heard)
        try:
            yield None
            while True:
                yield _next(heard, quiet_s)
        finally:
            self._listeners.remove(heard)

    def _tell(self, notice: Notice) -> None:
        for listener in tuple(self._listeners):
            listener.put(notice)


def _refused(
    stream: _Stream, command_id: str, expected: Head | None
) -> Duplicate | Conflict | None:
    """The three checks of `append.lua`, in its order."""
    answer = stream.answers.get(command_id)
    if answer is not None:
        return Duplicate(answer)
    position = 0 if expected is None else expected.position
    same = (stream.head and stream.head[:2]) == (expected and expected[:2])
    halted = stream.head is not None and stream.head.halted is not None
    if halted or not same:
        return Conflict(stream.head, tuple(stream.records[position:]))
    return None


def _next(heard: SimpleQueue[Notice], quiet_s: float) -> Notice | None:
    try:
        return heard.get(timeout=quiet_s)
    except Empty:
        return None


class MemoryIndex:
    """An `Index` that is gone with its process."""

    def __init__(self) -> None:
        self._games: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._played: set[str] = set()

    def enter(self, game_id: str, created_at: str) -> None:
        self._games.setdefault(game_id, epoch(created_at))

    def unlisted(self, game_ids: Sequence[str]) -> list[str]:
        return [game for game in game_ids if game not in self._games]

    def newest(self, offset: int, limit: int) -> list[str]:
        newest = sorted(self._games, key=lambda game: (self._games[game], game), reverse=True)
        return newest[offset : offset + limit]

    def count(self) -> int:
        return len(self._games)

    def set_due(self, game_id: str, at: float | None) -> None:
        if at is None:
            self._due.pop(game_id, None)
        else:
            self._due[game_id] = at

    def due_by(self, at: float, limit: int) -> list[str]:
        due = sorted((when, game) for game, when in self._due.items() if when <= at)
        return [game for _, game in due[:limit]]

    def all_due(self) -> dict[str, float]:
        return dict(self._due)

    def set_played(self, game_id: str, played: bool) -> None:
        (self._played.add if played else self._played.discard)(game_id)

    def played(self) -> list[str]:
        return sorted(self._played)
