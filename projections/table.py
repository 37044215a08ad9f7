"""The table as one viewer may see it, now or at any past position.

The same bytes come out whenever they are asked for: a table is made of nothing but the log up to
its position, the viewer, and the rules' own `table`.
"""

from __future__ import annotations

from typing import Any

from events.standing import Standing
from projections.checkpoints import MOST_TRACKS, Checkpoints, View
from projections.options import options
from projections.rulings import proposals
from projections.shown import shown
from projections.source import Source
from projections.viewer import spell
from rules.kernel.attendance import Attendance
from rules.kernel.course import Course, OpenStage
from rules.kernel.decider import waiting_for
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat, Viewer

Table = dict[str, Any]


class Tables:
    """The tables of every game of one source."""

    def __init__(self, source: Source, most_tracks: int = MOST_TRACKS) -> None:
        self._source = source
        self.checkpoints = Checkpoints(source, most_tracks)

    def table(self, game_id: str, viewer: Viewer, at: int | None = None) -> Table:
        """The table right after position `at`, or at the head just confirmed.

        Raises `UnknownGame` and `NoSuchPosition`.
        """
        return self.of(game_id, self._source.now(game_id), viewer, at)

    def of(self, game_id: str, standing: Standing, viewer: Viewer, at: int | None = None) -> Table:
        """The same, of a standing that was confirmed before."""
        view = self.checkpoints.seen(game_id, viewer, standing, at)
        imported = standing.head.imported is not None
        return written(game_id, standing.game, viewer, view, imported=imported)

    def options(self, game_id: str, standing: Standing, seat: Seat) -> Table:
        """What the seat may declare at a standing that was just confirmed.

        {"position", "hash", "seat", "stage", "options"}.
        """
        game, view = standing.game, self.checkpoints.seen(game_id, seat, standing)
        return {
            "position": view.position,
            "hash": view.hash,
            "seat": seat,
            "stage": _stage(game, view),
            "options": options(game, view.moment, seat),
        }


def written(
    game_id: str, game: Game[Any], viewer: Viewer, view: View, *, imported: bool = False
) -> Table:
    """The documented table of a view; what the viewer does not know is {"hidden": true}."""
    course: Course = view.state.course
    own = game.table(view.state)
    created = view.created
    return {
        "game": game_id,
        "position": view.position,
        "hash": view.hash,
        "settled": view.settled,
        "ruleset": course.ruleset,
        "status": course.status,
        "viewer": spell(viewer),
        "auditor": created is not None and created.auditor,
        "imported": imported,
        "sandbox": course.sandbox,
        "seats": course.seats,
        "stage": _stage(game, view),
        "paused": course.rulings.paused,
        "proposals": proposals(course),
        "requests": [_request(request) for request in course.requests],
        "options": shown(course.options),
        "durations": shown(course.durations),
        **own,
        "players": _players(course, own.get("players", ())),
    }


def _stage(game: Game[Any], view: View) -> Table | None:
    opened: OpenStage | None = view.state.course.stage
    if opened is None:
        return None
    left = view.timing.left
    return {
        "number": opened.number,
        "name": opened.name,
        "opened_at": view.timing.opened_at,
        "lasts_s": opened.lasts_s,
        "extended_s": opened.extended_s,
        "deadline": view.timing.deadline,
        "left_s": None if left is None else int(left.total_seconds()),
        "waiting_for": list(waiting_for(game, view.state)),
    }


def _attendance(there: Attendance, seat: Seat) -> Table:
    return {
        "absent": seat in there.away,
        "missed": there.missed.get(seat, 0),
        "vacant": seat in there.vacant,
        "bot": there.bots.get(seat),
    }


def _request(request: Any) -> Table:
    return {
        "number": request.number,
        "kind": request.kind,
        "purpose": request.purpose,
        "seat": request.seat,
        "dice": request.dice,
    }


def _players(course: Course, own: Any) -> list[Table]:
    """Every seat with its name, whether somebody is there, and what the game has to say of it."""
    players: list[Table] = [
        {"seat": seat, "name": shown(name), **_attendance(course.attendance, Seat(seat))}
        for seat, name in enumerate(course.names)
    ]
    for index, more in enumerate(own):
        players[more.get("seat", index)].update(more)
    return players
