"""`/v1/games/{id}/rulings`: what is ordered about the course of a game; appended, never erased."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request

from events import log
from events.codec import canonical
from events.order import Committed
from projections import feed
from projections.rulings import proposals, rulings
from rules.kernel import rejections
from rules.kernel.attendance import SeatGivenToBot, SeatOpened
from rules.kernel.identifiers import ANYBODY, Viewer
from rules.kernel.messages import Command
from service import errors
from service.answers import RulingMadeSchema, RulingsSchema
from service.auth import Caller, acting, caller, seat_of, tenure_of, viewer_for
from service.bodies import body, is_secret, key
from service.contract import JSON, STORE, Call, call
from service.replies import caching, committed, reply, status_of
from service.schemas import NewRuling, load
from service.tokens import Grant, bot_token, claim_code, marked
from service.wiring import Wiring, wiring

ruling = Blueprint("rulings", __name__)


@ruling.post("/v1/games/<game_id>/rulings")
@call(
    Call(
        summary="Pause, resume, extend, replace or void: as host, auditor, or one of all seats",
        body=NewRuling,
        answers={201: {JSON: RulingMadeSchema}, 200: {JSON: RulingMadeSchema}},
        problems=(
            errors.InvalidBody,
            errors.AlreadyMade,
            errors.TooManyRequests,
            log.OtherBody,
            rejections.NotRunning,
            rejections.NotNow,
            rejections.OutOfChoice,
            rejections.RulingNotYours,
            *STORE,
        ),
        token="required",
        keyed=True,
    )
)
def make_ruling(game_id: str) -> Response:
    parts = wiring()
    asking = acting(parts, request, game_id, "host", "auditor", "seat")
    limits = parts.window.count(asking.mark or "")
    wanted_key = key(request)
    command = load(NewRuling(), written := body(request))
    digest = sha256(canonical(written)).hexdigest()
    with parts.judging(game_id):
        made = _made(parts, game_id, asking, command, wanted_key, digest)
    viewer: Viewer = seat_of(asking) if asking.role == "seat" else ANYBODY
    told: dict[str, Any] = committed(made, feed.entries(made.envelopes, viewer))
    told |= _handed_over(parts, game_id, made, wanted_key)
    return reply(told, *status_of(made, limits))


def _made(
    parts: Wiring, game_id: str, asking: Caller, command: Command, wanted_key: str, digest: str
) -> Committed:
    if asking.role != "seat":
        return parts.commits.administer(
            game_id, asking.role, command, key=wanted_key, digest=digest
        )
    return parts.commits.declare(
        game_id,
        seat_of(asking),
        command,
        key=wanted_key,
        digest=digest,
        stage=None,
        tenure=tenure_of(asking),
    )


def _handed_over(parts: Wiring, game_id: str, made: Committed, wanted_key: str) -> dict[str, str]:
    """The claim to a seat that was opened; a bot's seat gets its token, which nobody is told."""
    secret = parts.commits.secrets(game_id).token_secret
    for event in (envelope.event for envelope in made.envelopes):
        if isinstance(event, SeatGivenToBot):
            token = bot_token(secret, game_id, event.seat, event.tenure)
            grant = Grant(role="seat", seat=event.seat, tenure=event.tenure)
            parts.tokens.grant(game_id, marked(token), grant)
        if isinstance(event, SeatOpened):
            _check_first(made, wanted_key)
            return {"claim": claim_code(secret, game_id, event.seat, event.tenure)}
    return {}


def _check_first(made: Committed, wanted_key: str) -> None:
    if made.replay and not is_secret(wanted_key):
        raise errors.AlreadyMade(
            "the seat was opened with this key and this body before, and the key is too short to "
            "be given its claim again: open it again with a new key"
        )


@ruling.get("/v1/games/<game_id>/rulings")
@call(
    Call(
        summary="Every ruling on the game, with its author and reason, and those not yet decided",
        answers={200: {JSON: RulingsSchema}},
        problems=(
            errors.SpectatorsClosed,
            errors.TokenUnknown,
            log.UnknownGame,
            log.Unavailable,
        ),
        token="optional",
    )
)
def list_rulings(game_id: str) -> Response:
    parts = wiring()
    asking = caller(parts, request, game_id)
    standing = parts.commits.now(game_id)
    viewer_for(parts.created(game_id), standing, asking, None)
    envelopes = parts.reading.of(game_id, standing, 0, standing.head.position)
    course = standing.state.course
    told = {
        "rulings": rulings(envelopes),
        "proposals": proposals(course),
        "paused": course.rulings.paused,
        "position": standing.head.position,
        "now": parts.now(),
    }
    headers = caching(ANYBODY, private=asking.grant is not None, past=False)
    return reply(told, headers=headers)
