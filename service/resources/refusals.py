"""`/v1/games/{id}/refusals`: what was declared and refused, for disputes."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, request

from events import log
from events.refusals import Refusal
from projections.lobby import BadCursor
from projections.refusals import page
from service import errors, looks
from service.answers import RefusalsSchema
from service.auth import required
from service.contract import JSON, Call, call
from service.queries import RefusalsQuery, load_query
from service.replies import caching, following, reply
from service.wiring import wiring

refusals = Blueprint("refusals", __name__)


@refusals.get("/v1/games/<game_id>/refusals")
@call(
    Call(
        summary="Declarations that were refused: a seat its own, the auditor all",
        query=RefusalsQuery,
        goes_on=True,
        answers={200: {JSON: RefusalsSchema}},
        problems=(
            errors.InvalidQuery,
            BadCursor,
            log.UnknownGame,
            log.Unavailable,
            *looks.PROBLEMS,
        ),
        token="required",
    )
)
def list_refusals(game_id: str) -> Response:
    parts = wiring()
    asking = required(parts, request, game_id, "seat", "auditor")
    asked = load_query(RefusalsQuery, request.args)
    seats = parts.created(game_id).seats
    own = asking.grant.seat if asking.grant is not None else None
    whose = range(seats) if own is None else (own,)

    def read() -> tuple[list[Refusal], str | None]:
        return page(parts.refusals, game_id, whose, asked.get("cursor"), asked["limit"])

    found, cursor = looks.shown(parts, game_id, asking, asking.viewer, read)
    headers = caching(asking.viewer, private=True, past=False)
    if cursor is not None:
        headers["Link"] = following(request, cursor=cursor)
    told = {"refusals": [asdict(one) for one in found], "cursor": cursor, "now": parts.now()}
    return reply(told, headers=headers)
