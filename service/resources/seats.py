"""`/v1/games/{id}/seats` and `/start`: sitting down, and beginning with those who are there."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request

from events import log
from events.codec import canonical
from events.order import Committed
from projections import feed
from rules.kernel import rejections
from rules.kernel.attendance import SeatTakenOver, TakeOverSeat
from rules.kernel.course import SeatTaken
from rules.kernel.identifiers import ANYBODY, Seat
from rules.kernel.lobby import StartGame, TakeSeat
from rules.kernel.messages import Command
from service import errors
from service.answers import CommittedSchema, SeatMadeSchema
from service.auth import ANYONE, acting, check_game_id
from service.bodies import body, is_secret, key, strangers_key
from service.contract import JSON, STORE, Call, call
from service.replies import committed, reply, status_of
from service.schemas import NewPlayer, Nothing, load
from service.tokens import Grant, claim_code, derived, marked, marked_code
from service.wiring import Wiring, wiring

seats = Blueprint("seats", __name__)


@seats.post("/v1/games/<game_id>/seats")
@call(
    Call(
        summary="Sit down at the next free place, or at an open seat with its claim",
        body=NewPlayer,
        answers={201: {JSON: SeatMadeSchema}, 200: {JSON: SeatMadeSchema}},
        problems=(
            errors.InvalidBody,
            errors.WrongJoinCode,
            errors.WrongClaim,
            errors.AlreadyMade,
            errors.TooManyRequests,
            log.OtherBody,
            rejections.GameFull,
            rejections.NotRunning,
            rejections.GameStartedAlready,
            rejections.NameTaken,
            rejections.SeatNotOpen,
            rejections.OutOfChoice,
            *STORE,
        ),
        keyed=True,
    )
)
def take_seat(game_id: str) -> Response:
    parts = wiring()
    check_game_id(game_id)
    parts.head(game_id)
    limits = parts.window.count(request.remote_addr or ANYONE)
    given = key(request)
    asked = load(NewPlayer(), written := body(request))
    command = _command(parts, game_id, asked)
    digest = sha256(canonical(written)).hexdigest()
    wanted_key = strangers_key(given, digest)
    made = parts.commits.administer(game_id, "joiner", command, key=wanted_key, digest=digest)
    taken = next(e.event for e in made.envelopes if isinstance(e.event, SeatTaken | SeatTakenOver))
    token = _token(parts, game_id, taken, wanted_key, is_secret(given))
    return reply(_told(game_id, taken, made, token), *status_of(made, limits))


def _command(parts: Wiring, game_id: str, asked: Mapping[str, Any]) -> Command:
    """Sit down at the next free place, or, with its claim, at an open seat."""
    if "claim" not in asked:
        _check_join_code(parts, game_id, asked.get("join_code"))
        return TakeSeat(name=asked["name"])
    tenures = parts.commits.now(game_id).state.course.attendance.tenures
    seat = Seat(asked["seat"])
    secret, tenure = parts.commits.secrets(game_id).token_secret, tenures.get(seat, 0)
    wanted = claim_code(secret, game_id, seat, tenure)
    if not hmac.compare_digest(wanted.encode(), asked["claim"].encode()):
        raise errors.WrongClaim(f"this claim does not open seat {seat}, or no longer")
    return TakeOverSeat(seat=seat, name=asked["name"], tenure=tenure)


def _check_join_code(parts: Wiring, game_id: str, given: str | None) -> None:
    wanted = parts.tokens.join_code(game_id)
    if wanted is None:
        return
    if given is None:
        raise errors.WrongJoinCode("this game asks for its join code")
    address = request.remote_addr or ANYONE
    parts.guesses.check(game_id, address)
    secret = parts.commits.secrets(game_id).token_secret
    if not hmac.compare_digest(wanted, marked_code(secret, given)):
        parts.guesses.count(game_id, address)
        raise errors.WrongJoinCode("this is not the join code of this game")


def _token(
    parts: Wiring,
    game_id: str,
    taken: SeatTaken | SeatTakenOver,
    wanted_key: str,
    secret: bool,
) -> str:
    """The seat's token; handed out once, or to a key that is a secret."""
    token = derived(parts.commits.secrets(game_id).token_secret, "seat", wanted_key)
    tenure = taken.tenure if isinstance(taken, SeatTakenOver) else 0
    grant = Grant(role="seat", seat=taken.seat, tenure=tenure)
    new = parts.tokens.grant(game_id, marked(token), grant)
    if not new and not secret:
        raise errors.AlreadyMade(
            f"seat {taken.seat} was taken with this key and this body before, "
            "and the key is too short to be given its token again"
        )
    return token


def _told(
    game_id: str, taken: SeatTaken | SeatTakenOver, made: Committed, token: str
) -> dict[str, Any]:
    last = made.envelopes[-1]
    return {
        "game": game_id,
        "seat": taken.seat,
        "name": taken.name,
        "token": token,
        "position": last.position,
        "hash": last.hash,
        "now": last.recorded_at,
    }


@seats.post("/v1/games/<game_id>/start")
@call(
    Call(
        summary="Begin with those who are there, if they are enough (host)",
        body=Nothing,
        may_lack=True,
        answers={201: {JSON: CommittedSchema}, 200: {JSON: CommittedSchema}},
        problems=(
            errors.InvalidBody,
            errors.TooManyRequests,
            log.OtherBody,
            rejections.GameStartedAlready,
            rejections.NotRunning,
            rejections.TooFewPlayers,
            *STORE,
        ),
        token="required",
        keyed=True,
    )
)
def start_game(game_id: str) -> Response:
    parts = wiring()
    asking = acting(parts, request, game_id, "host")
    limits = parts.window.count(asking.mark or "")
    wanted_key = key(request)
    load(Nothing(), written := body(request, may_lack=True))
    with parts.judging(game_id):
        made = parts.commits.administer(
            game_id,
            "host",
            StartGame(),
            key=wanted_key,
            digest=sha256(canonical(written)).hexdigest(),
        )
    told = committed(made, feed.entries(made.envelopes, ANYBODY))
    return reply(told, *status_of(made, limits))
