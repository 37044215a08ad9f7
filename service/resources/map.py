"""`/v1/games/{id}/map.svg`: the board with its pieces, drawn, now or at any position."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response

from events.standing import Standing
from projections.map_svg import drawn
from rules.kernel.identifiers import Viewer
from rules.kernel.picture import Picture
from service import errors, past
from service.contract import SVG, Call, call
from service.queries import TableQuery
from service.wiring import wiring

board = Blueprint("map", __name__)

STILL = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A drawing that somebody opens by itself runs and loads nothing."""

Found = tuple[str, Picture]


@board.get("/v1/games/<game_id>/map.svg")
@call(
    Call(
        summary="The map with its units, drawn: SVG 1.1, 800 pixels wide",
        query=TableQuery,
        answers={200: {SVG: None}, 304: {}},
        problems=(errors.NoMap, *past.PROBLEMS),
        token="optional",
        headers=("If-None-Match",),
    )
)
def show_map(game_id: str) -> Response:
    parts = wiring()

    def read(standing: Standing, viewer: Viewer, at: int | None) -> Found:
        game = standing.game
        if game.picture is None:
            raise errors.NoMap(f"{game.title} has no map")
        view = parts.tables.checkpoints.seen(game_id, viewer, standing, at)
        return view.hash, game.picture(view.state)

    def write(found: Found, old: bool, headers: Mapping[str, str]) -> Response:
        more = {**headers, "Content-Security-Policy": STILL}
        return Response(drawn(found[1]), mimetype=SVG, headers=more)

    return past.answered(game_id, read, lambda found: found[0], write)
