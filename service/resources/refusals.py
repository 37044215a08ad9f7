"""`/v1/games/{id}/refusals`: what was declared and refused, for disputes."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, request

from events import log
from service.answers import RefusalsSchema
from service.auth import required
from service.contract import JSON, Call, call
from service.replies import reply
from service.wiring import wiring

refusals = Blueprint("refusals", __name__)

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


@refusals.get("/v1/games/<game_id>/refusals")
@call(
    Call(
        summary="Declarations that were refused: a seat its own, the auditor all",
        answers={200: {JSON: RefusalsSchema}},
        problems=(log.UnknownGame, log.Unavailable),
        token="required",
    )
)
def list_refusals(game_id: str) -> Response:
    parts = wiring()
    asking = required(parts, request, game_id, "seat", "auditor")
    seats = parts.created(game_id).seats
    own = asking.grant.seat if asking.grant is not None else None
    whose = range(seats) if own is None else (own,)
    found = [refusal for seat in whose for refusal in parts.refusals.of(game_id, seat)]
    found.sort(key=lambda refusal: refusal.at)
    headers = {"Cache-Control": "no-store"} if own is None else PRIVATE
    told = [asdict(refusal) for refusal in found]
    return reply({"refusals": told, "now": parts.now()}, headers=headers)
