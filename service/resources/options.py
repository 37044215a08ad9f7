"""`/v1/games/{id}/options`: what the caller's seat may declare now."""

from __future__ import annotations

from flask import Blueprint, Response, request

from events import log
from service.answers import OptionsSchema
from service.auth import check_tenure, required, seat_of
from service.contract import JSON, Call, call
from service.replies import caching, reply
from service.wiring import wiring

options = Blueprint("options", __name__)


@options.get("/v1/games/<game_id>/options")
@call(
    Call(
        summary="What the seat may declare now, with every choice or with examples",
        answers={200: {JSON: OptionsSchema}},
        problems=(log.UnknownGame, log.Unavailable),
        token="required",
    )
)
def show_options(game_id: str) -> Response:
    parts = wiring()
    asking = required(parts, request, game_id, "seat", tenure_later=True)
    standing = parts.commits.now(game_id)
    check_tenure(standing, asking)
    seat = seat_of(asking)
    found = parts.tables.options(game_id, standing, seat)
    headers = caching(seat, private=True, past=False)
    return reply({**found, "now": parts.now()}, headers=headers)
