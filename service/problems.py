"""The only place where an exception becomes an answer: RFC 9457 problems, from one table.

The same table serves a page for each problem type. Nothing here tells a caller more than the
exception's own sentence, and what is no refusal keeps its sentence to itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from flask import Flask, Response
from werkzeug import exceptions as web

from events import log
from events.refusals import LONGEST_SENTENCE
from projections import lobby, source, viewer
from rules.kernel import gate, rejections
from rules.kernel.game import Game
from rules.kernel.rejections import Rejection
from rules.kernel.wording import clipped
from rules.registry import UnknownRuleset
from service import errors

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_S = "1"

logger = logging.getLogger(__name__)


class Kind(NamedTuple):
    """One type of problem. `speaks`: whether the exception's own sentence is for the caller."""

    status: int
    slug: str
    title: str
    meaning: str
    speaks: bool = True


OUR_FAULT = "Nothing was wrong with the request; the fault is kept for those who run the service."

TABLE: dict[type[Exception], Kind] = {
    # what is wrong with the request
    errors.InvalidBody: Kind(
        422, "invalid-body", "The body does not fit",
        "Fields are missing, unknown or of a wrong kind; `errors` names every one of them."),
    errors.InvalidQuery: Kind(
        422, "invalid-query", "The query does not fit",
        "Parameters are unknown, given more than once or of a wrong kind; `errors` names every one "
        "of them."),
    viewer.NoSuchViewer: Kind(
        422, "invalid-query", "The query does not fit",
        "A viewer is public, auditor, archive, or a seat such as seat:0."),
    lobby.BadCursor: Kind(
        422, "invalid-cursor", "The cursor is not one of this list",
        "Cursors are opaque: send them back as they were given, or none."),
    errors.UnknownRulesetAsked: Kind(
        422, "unknown-ruleset", "There is no such ruleset",
        "GET /v1/rulesets lists those that there are."),
    errors.FileUnfit: Kind(
        422, "file-unfit", "The game file cannot be taken in",
        "It must be the whole file of an auditor or of the archive, as it was exported."),
    errors.NotJson: Kind(
        400, "not-json", "The body is not JSON",
        "The body must be one JSON document in UTF-8 (RFC 8259), with no key twice in an object."),
    errors.NestedTooDeeply: Kind(
        400, "nested-too-deeply", "The body is nested too deeply",
        "No call needs a body of more than a few levels."),
    errors.WrongMediaType: Kind(
        415, "wrong-media-type", "The body is announced as something else",
        "Send Content-Type: application/json; a game file is application/x-ndjson."),
    errors.NotAcceptable: Kind(
        406, "not-acceptable", "None of the accepted media types is offered",
        "The Accept header asks for something that this call does not offer."),
    errors.KeyMissing: Kind(
        400, "idempotency-key-missing", "The Idempotency-Key is missing",
        "Every call that changes a game needs one, so that it can be repeated safely."),
    errors.KeyUnfit: Kind(
        400, "idempotency-key-unfit", "The Idempotency-Key is unfit",
        "A key is 1 to 255 printable ASCII characters; 32 random ones are best."),
    errors.BadPrecondition: Kind(
        400, "bad-precondition", "If-Match is not a position",
        "If-Match takes the position at which the declaration is still wanted."),
    log.OtherBody: Kind(
        422, "other-body", "The key was used for something else",
        "An Idempotency-Key stands for one body for ever; something else needs a new key.", False),
    errors.OtherCreation: Kind(
        422, "other-body", "The key was used for something else",
        "An Idempotency-Key stands for one body for ever; something else needs a new key."),
    errors.AlreadyMade: Kind(
        409, "already-made", "This was made before",
        "A repeat is given its token again only if its Idempotency-Key has 32 characters or more."),
    log.ReadOnly: Kind(
        409, "read-only", "The game can only be read",
        "Imported games are read-only: they are kept as their file has them."),
    log.GameExists: Kind(
        409, "game-exists", "There is another game with this id",
        "A game file is taken in under the id that its chain was made for."),
    log.PositionMoved: Kind(
        412, "position-moved", "The game has moved on",
        "The game is no longer at the position in If-Match; nothing was declared."),
    # who asks
    errors.TokenMissing: Kind(
        401, "token-missing", "A token is needed",
        "Send Authorization: Bearer followed by the token that you were given."),
    errors.TokenUnknown: Kind(
        401, "token-unknown", "The token opens nothing here",
        "The token is not one of this game, or not one of this service."),
    log.SeatPassed: Kind(
        401, "token-unknown", "The token opens nothing here",
        "The seat was handed over by a ruling; its old token is dead."),
    errors.WrongRole: Kind(
        403, "wrong-role", "Your token is not for this",
        "Seats declare, the host starts the game, the auditor sees everything."),
    errors.SpectatorsClosed: Kind(
        403, "spectators-closed", "The game has no spectators",
        "Without a token of the game it can be seen only once it is over."),
    errors.WrongJoinCode: Kind(
        403, "wrong-join-code", "The join code is wrong",
        "The host gave this game a join code: ask him for it."),
    errors.WrongClaim: Kind(
        403, "wrong-claim", "The claim is not one of this seat",
        "A claim opens the seat that it was given out for, once; a later ruling makes it void."),
    errors.TooManyRequests: Kind(
        429, "too-many-requests", "Too many requests",
        "Retry-After says in how many seconds there is room again."),
    # what is not there
    log.UnknownGame: Kind(
        404, "unknown-game", "There is no such game", "No game has this id.", False),
    UnknownRuleset: Kind(
        404, "no-such-ruleset", "There is no such ruleset",
        "GET /v1/rulesets lists those that there are."),
    errors.NoSuchPosition: Kind(
        404, "no-such-position", "The game has no such position",
        "Positions run from 1 to that of the last event."),
    errors.NoMap: Kind(
        404, "no-map", "The game has no map",
        "The game is played without a board, so there is nothing to draw."),
    source.NoSuchPosition: Kind(
        404, "no-such-position", "The game has no such position",
        "Positions run from 1 to that of the last event."),
    web.NotFound: Kind(
        404, "not-found", "There is nothing here",
        "GET /docs lists what there is.", False),
    web.MethodNotAllowed: Kind(
        405, "method-not-allowed", "The method is not allowed here",
        "Allow says which methods are.", False),
    web.RequestEntityTooLarge: Kind(
        413, "body-too-large", "The body is too large",
        "A body has at most 64 KiB, a game file 16 MiB.", False),
    web.BadRequest: Kind(
        400, "bad-request", "The request cannot be read",
        "The request is not proper HTTP.", False),
    # a lawful no to a player: what is refused as such is a 409, what was chosen badly a 422
    rejections.StageMoved: Kind(
        409, "stage-moved", rejections.StageMoved.title,
        "The declaration was meant for a stage that is not open; look again and decide anew."),
    rejections.NotYourTurn: Kind(
        409, "not-your-turn", rejections.NotYourTurn.title,
        "The open stage takes such a declaration, but not from you now."),
    rejections.NotNow: Kind(
        409, "not-now", rejections.NotNow.title,
        "`accepts` lists what you may declare now."),
    rejections.NotRunning: Kind(
        409, "game-not-running", rejections.NotRunning.title,
        "Declarations are taken from the start of the game to its end; a game that nobody started "
        "in time is abandoned, and nobody sits down at it any more."),
    rejections.GamePausedNow: Kind(
        409, "game-paused", rejections.GamePausedNow.title,
        "A ruling stopped the clock. Nothing but speech is taken until another lets it go on."),
    rejections.RulingNotYours: Kind(
        403, "ruling-not-yours", rejections.RulingNotYours.title,
        "The host stops, extends and replaces who is absent; the auditor may order everything, and "
        "so may the seats where all that are present say so."),
    rejections.SeatNotOpen: Kind(
        409, "seat-not-open", rejections.SeatNotOpen.title,
        "A seat is open from the ruling that opened it until somebody has claimed it."),
    rejections.GameFull: Kind(
        409, "game-full", rejections.GameFull.title, "Look for another game in the lobby."),
    rejections.GameStartedAlready: Kind(
        409, "game-started", rejections.GameStartedAlready.title,
        "Players sit down, and games are started, before the game begins."),
    rejections.NameTaken: Kind(
        409, "name-taken", rejections.NameTaken.title, "Choose another name."),
    rejections.TooFewPlayers: Kind(
        409, "too-few-players", rejections.TooFewPlayers.title,
        "The ruleset says how many players a game needs."),
    rejections.RequestAnswered: Kind(
        409, "request-answered", rejections.RequestAnswered.title,
        "Chance is supplied once."),
    gate.StageNotNamed: Kind(
        422, "stage-not-named", gate.StageNotNamed.title,
        "`stage` is the number of the stage that the declaration is meant for."),
    Rejection: Kind(
        422, "refused", Rejection.title, "A rule of the game does not allow it."),
    # what is wrong with the service
    log.Halted: Kind(
        503, "game-halted", "The game is halted",
        "A fault was found in this game; it takes nothing until it has been looked into.", False),
    errors.LookNotNoted: Kind(
        503, "look-not-noted", "The look cannot be noted now",
        "Players are told of an auditor's first look in each stage; until they can be, there is "
        "none. Ask again once the next stage is open."),
    log.Busy: Kind(
        503, "busy", "Others were faster, many times in a row",
        "Nothing was declared: repeat it with the same key.", False),
    log.Unavailable: Kind(
        503, "unavailable", "The store of the games gives no answer",
        "Repeat the call with the same key: if it was heard, it is answered as it was.", False),
    log.InvariantBroken: Kind(
        500, "internal", "The service is at fault",
        OUR_FAULT, False),
    web.HTTPException: Kind(
        500, "http-error", "The request cannot be served",
        "The status says why, as HTTP defines it.", False),
    Exception: Kind(
        500, "internal", "The service is at fault",
        OUR_FAULT, False),
}  # fmt: skip
"""Which exception is which problem; the nearest class in the order of inheritance decides."""


def kind_of(fault: type[Exception]) -> Kind:
    """The row of the table for this class; other refusals bring their own slug and title."""
    kind = next(TABLE[cls] for cls in fault.__mro__ if cls in TABLE)
    if issubclass(fault, Rejection) and kind is TABLE[Rejection]:
        return kind._replace(slug=fault.slug, title=fault.title)
    return kind


def kinds() -> dict[str, Kind]:
    """Every type of problem by its slug, the refusals of every game among them."""
    found: dict[str, Kind] = {}
    for kind in TABLE.values():
        found.setdefault(kind.slug, kind)
    for refusal in refusals():
        found.setdefault(refusal.slug, kind_of(refusal))
    return dict(sorted(found.items()))


def refusals(cls: type[Rejection] = Rejection) -> Iterator[type[Rejection]]:
    """Every refusal of every game that was ever made known, those of the kernel among them."""
    for below in cls.__subclasses__():
        yield below
        yield from refusals(below)


def refusals_of(game: Game[Any]) -> list[type[Rejection]]:
    """The refusals that the game brings: those that are written in the room of its stages."""
    rooms = {_room(kind) for kind in (*game.declarations.values(), *map(type, game.stages))}
    return [one for one in refusals() if _room(one) in rooms - {_room(Rejection)}]


def _room(cls: type[Any]) -> str:
    """The package that the class is written in, or that package's parent: `rules.kernel`."""
    return ".".join(cls.__module__.split(".")[:2])


def problem(fault: Exception) -> dict[str, Any]:
    """The problem as RFC 9457 writes it."""
    kind = kind_of(type(fault))
    status = kind.status
    if isinstance(fault, web.HTTPException) and kind.slug == "http-error":
        status = fault.code or status
    written = {
        "type": f"/problems/{kind.slug}",
        "title": kind.title,
        "status": status,
        "detail": _sentence(fault, kind),
    }
    return written | _facts(fault)


def unread(status: int) -> bytes:
    """The problem document of a request that could not even be read, or was lost on the way."""
    fault: Exception = Exception()
    if status == web.BadRequest.code:
        fault = web.BadRequest()
    elif status < 500 or status == web.NotImplemented.code:
        fault = web.HTTPException()
        fault.code = status
    return orjson.dumps(problem(fault))


def _sentence(fault: Exception, kind: Kind) -> str:
    if isinstance(fault, log.PositionMoved | log.Halted):
        return clipped(fault, LONGEST_SENTENCE)
    if not kind.speaks:
        return kind.meaning
    return clipped(getattr(fault, "sentence", None) or str(fault), LONGEST_SENTENCE)


def _facts(fault: Exception) -> dict[str, Any]:
    """What a program can use: rule, stage, position, errors, accepts."""
    if isinstance(fault, errors.RequestError):
        return fault.facts
    if isinstance(fault, log.PositionMoved):
        return {"position": fault.position}
    if not isinstance(fault, Rejection):
        return {}
    told = ("stage", "position", "accepts")
    facts = {name: fault.facts[name] for name in told if name in fault.facts}
    if "accepts" in facts:
        facts["accepts"] = list(dict.fromkeys(facts["accepts"]))
    if fault.rule is not None:
        facts["rule"] = fault.rule
    if "field" in fault.facts:
        detail = _sentence(fault, kind_of(type(fault)))
        facts["errors"] = [{"pointer": f"#/{fault.facts['field']}", "detail": detail}]
    return facts


def answer(fault: Exception) -> Response:
    """The problem as an answer, with the headers that belong to it."""
    written = problem(fault)
    made = Response(orjson.dumps(written), written["status"], mimetype=MEDIA_TYPE)
    made.headers["Cache-Control"] = "no-store"
    for name, value in _headers(fault):
        made.headers[name] = value
    return made


def _headers(fault: Exception) -> list[tuple[str, str]]:
    if isinstance(fault, errors.RequestError):
        return list(fault.headers.items())
    if isinstance(fault, log.SeatPassed):
        return [("WWW-Authenticate", errors.DEAD_TOKEN)]
    if isinstance(fault, web.MethodNotAllowed) and fault.valid_methods:
        return [("Allow", ", ".join(sorted(fault.valid_methods)))]
    if kind_of(type(fault)).status == 503:
        return [("Retry-After", RETRY_AFTER_S)]
    return []


def install(app: Flask) -> None:
    """Let every exception of the application end here."""
    app.register_error_handler(Exception, _caught)


def _caught(fault: Exception) -> Response:
    if isinstance(fault, log.Unavailable):
        logger.warning("%s", fault)
    elif kind_of(type(fault)).status >= 500 and not isinstance(fault, web.HTTPException):
        logger.error("%s", fault, exc_info=fault)
    return answer(fault)
