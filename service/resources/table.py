"""`/v1/games/{id}/table`: the table as the caller may see it, now or at any position."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from events import log
from service import errors, looks
from service.answers import TableSchema
from service.auth import caller, viewer_for
from service.contract import JSON, Call, call
from service.queries import TableQuery, load_query
from service.replies import caching, etag, not_modified, reply, unchanged
from service.wiring import wiring

table = Blueprint("table", __name__)


@table.get("/v1/games/<game_id>/table")
@call(
    Call(
        summary="The table as the caller may see it",
        query=TableQuery,
        answers={200: {JSON: TableSchema}, 304: {}},
        problems=(
            errors.InvalidQuery,
            errors.NoSuchPosition,
            errors.WrongRole,
            errors.SpectatorsClosed,
            errors.TokenUnknown,
            log.UnknownGame,
            log.Unavailable,
            *looks.PROBLEMS,
        ),
        token="optional",
        headers=("If-None-Match",),
    )
)
def show_table(game_id: str) -> Response:
    parts = wiring()
    asking = caller(parts, request, game_id)
    asked = load_query(TableQuery(), request.args)
    standing, at = parts.commits.now(game_id), asked.get("at")
    viewer = viewer_for(parts.created(game_id), standing, asking, asked.get("as_"))
    if at is not None and at > standing.head.position:
        raise errors.NoSuchPosition(
            f"the game is at position {standing.head.position}, before {at}"
        )
    head = looks.before(parts, game_id, standing, asking, viewer).head
    past = at is not None
    private = asking.grant is not None
    headers = caching(viewer, private=private, past=past)
    if not past and unchanged(request, tag := etag(viewer, head.hash, past=False)):
        return not_modified(tag, headers)

    def read() -> dict[str, Any]:
        return parts.tables.table(game_id, viewer, at)

    shown = looks.shown(parts, game_id, asking, viewer, read)
    tag = etag(viewer, shown["hash"], past=past)
    if past and unchanged(request, tag):
        return not_modified(tag, headers)
    if not past:
        shown = {**shown, "now": parts.now()}
    return reply(shown, headers={**headers, "ETag": tag})
