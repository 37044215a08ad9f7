"""`/v1/games`: making a game, and the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request

from events.codec import canonical
from events.log import Busy, OtherBody, Unavailable
from events.order import Committed
from events.vault import Secrets
from projections.lobby import BadCursor
from rules.kernel.game import Game
from service import errors, making
from service.answers import GameMadeSchema, LobbySchema
from service.auth import ANYONE, maker
from service.bodies import body, is_secret, key, strangers_key
from service.contract import JSON, Call, call
from service.queries import LobbyQuery, load_query
from service.replies import following, reply
from service.schemas import NewGame, load_in_part
from service.tokens import Creation, Grant, Role, derived, marked, marked_code
from service.wiring import Wiring, wiring

games = Blueprint("games", __name__)


@games.post("/v1/games")
@call(
    Call(
        summary="Make a game",
        body=NewGame,
        answers={201: {JSON: GameMadeSchema}, 200: {JSON: GameMadeSchema}},
        problems=(
            errors.InvalidBody,
            errors.UnknownRulesetAsked,
            errors.OtherCreation,
            errors.AlreadyMade,
            errors.TokenMissing,
            errors.TooManyRequests,
            Busy,
            Unavailable,
        ),
        token="optional",
        keyed=True,
    )
)
def make_game() -> Response:
    parts = wiring()
    whose, wanted_key = maker(parts, request), key(request)
    limits = parts.window.count(request.remote_addr or ANYONE)
    asked, unfit = load_in_part(NewGame(), written := body(request))
    game = making.game_asked(asked, unfit)
    making.check(game, asked, unfit)
    digest = sha256(canonical(written)).hexdigest()
    game_id = _claimed(parts, whose, wanted_key, digest)
    kept = making.secrets_of(parts.commits.vault, game_id)
    if "join_code" in asked:
        parts.tokens.put_join_code(game_id, marked_code(kept.token_secret, asked["join_code"]))
    made = _made(parts, game_id, game, asked, kept, wanted_key, digest)
    tokens = _tokens(parts, game_id, asked, kept, wanted_key)
    headers = {**limits, "Location": f"/v1/games/{game_id}/table"}
    if made.replay:
        headers["Idempotent-Replay"] = "true"
    return reply(_told(game_id, asked, made, tokens), 200 if made.replay else 201, headers)


@games.get("/v1/games")
@call(
    Call(
        summary="The lobby: listed games, youngest first",
        query=LobbyQuery,
        goes_on=True,
        answers={200: {JSON: LobbySchema}},
        problems=(errors.InvalidQuery, BadCursor, Unavailable),
    )
)
def list_games() -> Response:
    parts = wiring()
    asked = load_query(LobbyQuery, request.args)
    found = parts.lobby.games(asked.get("status"), asked.get("cursor"), asked["limit"])
    headers = {"Cache-Control": "no-cache"}
    if found["cursor"] is not None:
        headers["Link"] = following(request, cursor=found["cursor"])
    return reply({**found, "now": parts.now()}, headers=headers)


def _claimed(parts: Wiring, whose: str, wanted_key: str, digest: str) -> str:
    """The id of the game that this key stands for, now or since it was used first."""
    if whose == ANYONE:
        wanted_key = strangers_key(wanted_key, digest)
    mark = sha256(canonical([whose, wanted_key])).hexdigest()
    creation = parts.tokens.claim(mark, Creation(making.new_game_id(), digest))
    if creation.digest != digest:
        raise errors.OtherCreation("this Idempotency-Key made a game of another kind before")
    return creation.game_id


def _made(
    parts: Wiring,
    game_id: str,
    game: Game[Any],
    asked: Mapping[str, Any],
    kept: Secrets,
    wanted_key: str,
    digest: str,
) -> Committed:
    command = making.order(game, asked, kept)
    try:
        return parts.commits.create(game_id, command, kept, key=wanted_key, digest=digest)
    except OtherBody:
        raise errors.OtherCreation("this Idempotency-Key made another game before") from None


def _tokens(
    parts: Wiring, game_id: str, asked: Mapping[str, Any], kept: Secrets, wanted_key: str
) -> dict[str, str]:
    """The tokens of the host and of the auditor; handed out once, or to a secret key."""
    roles: tuple[Role, ...] = ("host", "auditor") if asked["auditor"] else ("host",)
    made = {role: derived(kept.token_secret, role, wanted_key) for role in roles}
    new = [
        parts.tokens.grant(game_id, marked(token), Grant(role=role)) for role, token in made.items()
    ]
    if not all(new) and not is_secret(wanted_key):
        raise errors.AlreadyMade(
            "a game was made with this key and this body before, and the key is too short to be "
            "given its token again: send a new key to make another game"
        )
    return {f"{role}_token": token for role, token in made.items()}


def _told(
    game_id: str, asked: Mapping[str, Any], made: Committed, tokens: Mapping[str, str]
) -> dict[str, Any]:
    created = made.envelopes[0].data
    last = made.envelopes[-1]
    code = {"join_code": asked["join_code"]} if "join_code" in asked else {}
    return {
        "id": game_id,
        "ruleset": created["ruleset"],
        "seats": created["seats"],
        **tokens,
        **code,
        "dice_anchor": created["dice_anchor"],
        "draw_commitment": created["draw_commitment"],
        "position": last.position,
        "hash": last.hash,
        "now": last.recorded_at,
    }
