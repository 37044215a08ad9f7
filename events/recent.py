"""What one process remembers of games it read lately. A cache: bounded, and never the truth."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from events.envelope import Envelope
from events.standing import Standing

MOST_STANDINGS = 2_000
MOST_ENVELOPES = 50_000


class Recent:
    """Standings by game, and whole runs of envelopes from position 1; the least used go first."""

    def __init__(
        self, most_standings: int = MOST_STANDINGS, most_envelopes: int = MOST_ENVELOPES
    ) -> None:
        self._standings: OrderedDict[str, Standing] = OrderedDict()
        self._runs: OrderedDict[str, list[Envelope]] = OrderedDict()
        self._most_standings, self._most_envelopes = most_standings, most_envelopes
        self._envelopes = 0
        self._lock = threading.Lock()

    def standing(self, game_id: str) -> Standing | None:
        """The last standing that was put here."""
        with self._lock:
            if game_id in self._standings:
                self._standings.move_to_end(game_id)
            return self._standings.get(game_id)

    def run(self, game_id: str) -> list[Envelope] | None:
        """The game's envelopes from position 1; it grows, so slice it and never change it."""
        with self._lock:
            if game_id in self._runs:
                self._runs.move_to_end(game_id)
            return self._runs.get(game_id)

    def put(self, game_id: str, standing: Standing, added: Sequence[Envelope] = ()) -> None:
        """Remember a standing, and the envelopes that led to it from the one before."""
        with self._lock:
            self._standings[game_id] = standing
            self._standings.move_to_end(game_id)
            if added:
                self._lengthen(game_id, added)
            self._shrink()

    def put_run(self, game_id: str, run: Sequence[Envelope]) -> None:
        """Remember a whole run of envelopes from position 1, whatever is known of the standing."""
        with self._lock:
            self._lengthen(game_id, run)
            self._shrink()

    def drop(self, game_id: str) -> None:
        """Forget the game."""
        with self._lock:
            self._standings.pop(game_id, None)
            self._envelopes -= len(self._runs.pop(game_id, ()))

    def _lengthen(self, game_id: str, added: Sequence[Envelope]) -> None:
        if added[0].position == 1:
            self._envelopes -= len(self._runs.pop(game_id, ()))
            self._runs[game_id] = []
        run = self._runs.get(game_id)
        if run is not None and len(run) == added[0].position - 1:
            run.extend(added)
            self._envelopes += len(added)

    def _shrink(self) -> None:
        while len(self._standings) > self._most_standings:
            self._standings.popitem(last=False)
        while self._envelopes > self._most_envelopes and len(self._runs) > 1:
            self._envelopes -= len(self._runs.popitem(last=False)[1])
