"""`/v1/games/{id}/declarations`: a seat declares."""

from __future__ import annotations

from hashlib import sha256

from flask import Blueprint, Response, request

from events import log
from events.codec import canonical
from projections import feed
from rules.kernel import gate, rejections
from service import errors
from service.answers import CommittedSchema
from service.auth import acting, seat_of, tenure_of
from service.bodies import body, if_match, key
from service.contract import JSON, STORE, Call, call
from service.replies import committed, reply, status_of
from service.schemas import declaration_schema, load
from service.wiring import wiring

declarations = Blueprint("declarations", __name__)


@declarations.post("/v1/games/<game_id>/declarations")
@call(
    Call(
        summary="Declare something; answered with what followed, as the seat may see it",
        body="Declaration",
        answers={201: {JSON: CommittedSchema}, 200: {JSON: CommittedSchema}},
        problems=(
            errors.InvalidBody,
            errors.BadPrecondition,
            errors.TooManyRequests,
            log.OtherBody,
            log.PositionMoved,
            rejections.NotRunning,
            rejections.GamePausedNow,
            rejections.StageMoved,
            rejections.NotYourTurn,
            rejections.NotNow,
            rejections.OutOfChoice,
            gate.StageNotNamed,
            *STORE,
        ),
        token="required",
        keyed=True,
        headers=("If-Match",),
    )
)
def declare(game_id: str) -> Response:
    parts = wiring()
    asking = acting(parts, request, game_id, "seat")
    seat, limits = seat_of(asking), parts.window.count(asking.mark or "")
    wanted_key, expected = key(request), if_match(request)
    written = body(request)
    game = parts.reading.ruleset(parts.created(game_id).ruleset)
    command, stage = load(declaration_schema(game, written), written)
    limits |= parts.speech.count(game_id, seat, command.TYPE)
    with parts.judging(game_id):
        made = parts.commits.declare(
            game_id,
            seat,
            command,
            key=wanted_key,
            digest=sha256(canonical(written)).hexdigest(),
            stage=stage,
            if_match=expected,
            tenure=tenure_of(asking),
        )
    return reply(committed(made, feed.entries(made.envelopes, seat)), *status_of(made, limits))
