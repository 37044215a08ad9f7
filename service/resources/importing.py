"""`/v1/games/import`: a game from a file, to be read."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from flask import Blueprint, Response, request

from events import log
from events.codec import canonical
from events.gamefile import GameFileBroken
from events.importing import TakenIn, Verified, take_in, verified
from rules.kernel.identifiers import AUDITOR
from rules.registry import UnknownRuleset
from service import errors, making
from service.answers import GameImportedSchema
from service.auth import ANYONE, GAME_ID, maker
from service.bodies import is_secret, key, lines, strangers_key
from service.contract import JSON, LINES, Call, call
from service.replies import reply
from service.tokens import Creation, Grant, derived, marked
from service.wiring import Wiring, wiring

importing = Blueprint("importing", __name__)

T = TypeVar("T")


@importing.post("/v1/games/import")
@call(
    Call(
        summary="Take in a game from a file: verified, then kept read-only under its own id",
        takes=LINES,
        answers={201: {JSON: GameImportedSchema}, 200: {JSON: GameImportedSchema}},
        problems=(
            errors.FileUnfit,
            errors.OtherCreation,
            errors.AlreadyMade,
            errors.TokenMissing,
            errors.TooManyRequests,
            log.GameExists,
            log.Unavailable,
        ),
        token="optional",
        keyed=True,
    )
)
def import_game() -> Response:
    parts = wiring()
    whose, wanted_key = maker(parts, request), key(request)
    limits = parts.window.count(request.remote_addr or ANYONE)
    raw = lines(request)
    digest = sha256(raw).hexdigest()
    game = _verified(raw, parts)
    _claim(parts, whose, wanted_key, Creation(game.file.game_id, digest))
    taken = _fit(lambda: take_in(parts.commits, game, key=wanted_key, digest=digest))
    headers = {**limits, "Location": f"/v1/games/{game.file.game_id}/table"}
    if taken.replay:
        headers["Idempotent-Replay"] = "true"
    told = {**_told(parts, game, taken), **_token(parts, taken, game.file.game_id, wanted_key)}
    return reply(told, 200 if taken.replay else 201, headers)


def _verified(raw: bytes, parts: Wiring) -> Verified:
    try:
        game = _fit(lambda: verified(raw.split(b"\n"), now=parts.commits.clock()))
    except UnknownRuleset as unknown:
        raise errors.FileUnfit(str(unknown)) from None
    if not GAME_ID.fullmatch(game.file.game_id):
        raise errors.FileUnfit(f"line 1: {game.file.game_id!r:.40} cannot be the id of a game here")
    return game


def _fit(take: Callable[[], T]) -> T:
    """What is taken of the file; FileUnfit where it breaks."""
    try:
        return take()
    except GameFileBroken as broken:
        detail = [{"pointer": f"#/{broken.line}", "detail": broken.reason}]
        raise errors.FileUnfit(str(broken), errors=detail) from None


def _claim(parts: Wiring, whose: str, wanted_key: str, wanted: Creation) -> None:
    """One key stands for one file."""
    if whose == ANYONE:
        wanted_key = strangers_key(wanted_key, wanted.digest)
    mark = sha256(canonical(["import", whose, wanted_key])).hexdigest()
    if parts.tokens.claim(mark, wanted) != wanted:
        raise errors.OtherCreation("this Idempotency-Key stood for another file before")


def _token(parts: Wiring, taken: TakenIn, game_id: str, wanted_key: str) -> dict[str, str]:
    """Who brings all of a game that is not over may look into it here, and nobody else may."""
    if taken.head.imported != AUDITOR or taken.head.status in log.ENDED:
        return {}
    kept = making.secrets_of(parts.commits.vault, game_id)
    token = derived(kept.token_secret, "auditor", wanted_key)
    new = parts.tokens.grant(game_id, marked(token), Grant(role="auditor"))
    if not new and not is_secret(wanted_key):
        raise errors.AlreadyMade(
            "this file was taken in with this key before, and the key is too short to be given its "
            "token again: send a new key"
        )
    return {"auditor_token": token}


def _told(parts: Wiring, game: Verified, taken: TakenIn) -> dict[str, Any]:
    return {
        "id": game.file.game_id,
        "ruleset": game.file.game.id,
        "status": taken.head.status,
        "viewer": taken.head.imported or game.file.viewer,
        "imported": taken.head.imported is not None,
        "proved": taken.head.revealed or taken.head.imported is None,
        "position": taken.head.position,
        "hash": taken.head.hash,
        "now": parts.now(),
    }
