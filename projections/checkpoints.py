"""What one viewer knew after any position of a game: folded once, kept every 200 positions.

A fold is over the viewer's redacted events, so a view holds nothing that he may not know. What is
kept is only a cache: each view carries the hash it stands at and counts only while the log has it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol

from events.deadlines import START, Timing, timed
from events.envelope import GENESIS, Envelope
from events.standing import Standing
from projections.source import NoSuchPosition, Source
from rules.kernel.course import GameCreated
from rules.kernel.decider import Moment, evolve
from rules.kernel.game import Game
from rules.kernel.identifiers import Viewer
from rules.kernel.messages import Event
from rules.kernel.visibility import Stub, redact

STRIDE = 200
MOST_TRACKS = 512


class Place(Protocol):
    """Where an event stands, which everybody may know."""

    @property
    def position(self) -> int: ...
    @property
    def hash(self) -> str: ...
    @property
    def recorded_at(self) -> str: ...
    @property
    def commit_end(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one viewer knows it right after a position.

    timing: when the open stage opened, and what its deadline is made of. settled: whether the
    position ends a commit; between, a stage may be over and the next one not open yet.
    """

    position: int
    hash: str
    state: Any
    created: GameCreated | None
    timing: Timing = START
    settled: bool

    @property
    def moment(self) -> Moment[Any]:
        """The view as the kernel's functions take it."""
        return Moment(self.position, self.state)


NOTHING_YET = View(position=0, hash=GENESIS, state=None, created=None, settled=True)


@dataclass(slots=True)
class Track:
    """One viewer's views of one game: every 200th, and the furthest."""

    marks: dict[int, View] = field(default_factory=dict)
    latest: View = NOTHING_YET

    def nearest(self, at: int) -> View:
        """The kept view from which the way to `at` is shortest."""
        if self.latest.position <= at:
            return self.latest
        return self.marks.get(at // STRIDE * STRIDE, NOTHING_YET)

    def keep(self, view: View) -> None:
        if view.position % STRIDE == 0:
            self.marks[view.position] = view
        if view.position > self.latest.position:
            self.latest = view


class Checkpoints:
    """Views of many games and viewers; the least used are let go. Threads may share it."""

    def __init__(self, source: Source, most_tracks: int = MOST_TRACKS) -> None:
        self._source = source
        self._most_tracks = most_tracks
        self._tracks: OrderedDict[tuple[str, Viewer], Track] = OrderedDict()
        self._turn = Lock()

    def seen(self, game_id: str, viewer: Viewer, standing: Standing, at: int | None = None) -> View:
        """The viewer's view at a position, or at the head of a standing that was just confirmed.

        Raises `NoSuchPosition`.
        """
        head = standing.head.position
        position = head if at is None else at
        if not 1 <= position <= head:
            raise NoSuchPosition(position, head)
        track = self._track(game_id, viewer)
        start = track.nearest(position)
        steps = self._source.of(game_id, standing, max(start.position - 1, 0), position)
        if start.position and (not steps or steps[0].hash != start.hash):
            track = self._fresh(game_id, viewer)
            start, steps = NOTHING_YET, self._source.of(game_id, standing, 0, position)
        going_on = steps[1:] if start.position else steps
        return _walked(standing.game, viewer, track, start, going_on)

    def _track(self, game_id: str, viewer: Viewer) -> Track:
        with self._turn:
            track = self._tracks.setdefault((game_id, viewer), Track())
            self._tracks.move_to_end((game_id, viewer))
            while len(self._tracks) > self._most_tracks:
                self._tracks.popitem(last=False)
            return track

    def _fresh(self, game_id: str, viewer: Viewer) -> Track:
        """A new track in the place of one that the log has left."""
        with self._turn:
            track = self._tracks[game_id, viewer] = Track()
            return track


def _walked(
    game: Game[Any], viewer: Viewer, track: Track, start: View, steps: Sequence[Envelope]
) -> View:
    """The view after the steps; those on the way that are worth it are kept."""
    view, folds, state, created, timing = (
        start,
        game.folds,
        start.state,
        start.created,
        start.timing,
    )
    for step in steps:
        seen = redact(step.event, viewer)
        state = folds[type(seen)](state, seen)
        timing = timed(timing, seen, step.recorded_at)
        if isinstance(seen, GameCreated):
            created = seen
        if step.position % STRIDE and step is not steps[-1]:
            continue
        view = View(
            position=step.position,
            hash=step.hash,
            state=state,
            created=created,
            timing=timing,
            settled=step.position == step.commit_end,
        )
        track.keep(view)
    return view


def after(game: Game[Any], before: View, place: Place, seen: Event | Stub) -> View:
    """The view after one more event, as its viewer sees it."""
    return View(
        position=place.position,
        hash=place.hash,
        state=evolve(game, before.state, seen),
        created=seen if isinstance(seen, GameCreated) else before.created,
        timing=timed(before.timing, seen, place.recorded_at),
        settled=place.position == place.commit_end,
    )
