"""`/v1/games/{id}/table`: the table as the caller may see it, now or at any position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response

from events.standing import Standing
from rules.kernel.identifiers import Viewer
from service import past
from service.answers import TableSchema
from service.contract import JSON, Call, call
from service.queries import TableQuery
from service.replies import reply
from service.wiring import wiring

table = Blueprint("table", __name__)


@table.get("/v1/games/<game_id>/table")
@call(
    Call(
        summary="The table as the caller may see it",
        query=TableQuery,
        answers={200: {JSON: TableSchema}, 304: {}},
        problems=past.PROBLEMS,
        token="optional",
        headers=("If-None-Match",),
    )
)
def show_table(game_id: str) -> Response:
    parts = wiring()

    def read(standing: Standing, viewer: Viewer, at: int | None) -> dict[str, Any]:
        return parts.tables.of(game_id, standing, viewer, at)

    def write(shown: dict[str, Any], old: bool, headers: Mapping[str, str]) -> Response:
        return reply(shown if old else {**shown, "now": parts.now()}, headers=headers)

    return past.answered(game_id, read, lambda shown: str(shown["hash"]), write)
