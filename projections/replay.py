"""A game from a file, position by position: a whole file for any viewer, others for their own."""

from __future__ import annotations

from typing import NamedTuple

from events.gamefile import GameFile
from projections.checkpoints import NOTHING_YET, View, after
from projections.source import MemorySource, NoSuchPosition
from projections.table import Table, Tables, written
from projections.viewer import parse
from rules.kernel.identifiers import AUDITOR, Viewer


class NotInFile(LookupError):
    """The file does not hold what this viewer saw."""


class _Place(NamedTuple):
    position: int
    hash: str
    recorded_at: str
    commit_end: int


class Replay:
    """The tables of a game file; positions may be asked for in any order."""

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._own = parse(file.viewer)
        self._views = [NOTHING_YET]
        self._tables: Tables | None = None
        if file.is_whole:
            source = MemorySource(lambda _: file.game)
            source.add(file.envelopes())
            self._tables = Tables(source)

    @property
    def last(self) -> int:
        """The last position."""
        return len(self._file.entries)

    def table(self, at: int | None = None, viewer: Viewer | None = None) -> Table:
        """The table after a position, as the file's viewer saw it or, in a whole file, anybody.

        Raises `NoSuchPosition` and `NotInFile`.
        """
        position = self.last if at is None else at
        wanted = self._own if viewer is None else viewer
        if self._tables is not None and (wanted != AUDITOR or self._own == AUDITOR):
            return self._tables.table(self._file.game_id, wanted, position)
        if wanted != self._own:
            raise NotInFile(f"the file holds only what {self._file.viewer} saw")
        return written(self._file.game_id, self._file.game, wanted, self._view(position))

    def _view(self, position: int) -> View:
        if not 1 <= position <= self.last:
            raise NoSuchPosition(position, self.last)
        while len(self._views) <= position:
            step = len(self._views) - 1
            entry = self._file.entries[step]
            place = _Place(*(entry[name] for name in _Place._fields))
            seen = self._file.events[step]
            self._views.append(after(self._file.game, self._views[-1], place, seen))
        return self._views[position]
