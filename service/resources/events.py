"""`/v1/games/{id}/events`: the caller's feed as pages, as a stream, or as lines."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, request

from events import log
from events.standing import Standing
from projections import feed as feeds
from rules.kernel.identifiers import Viewer
from service import errors, looks, streams
from service.answers import PageSchema
from service.auth import Caller, caller, check_tenure, viewer_for
from service.contract import JSON, LINES, STREAM, Call, call
from service.queries import MOST_EVENTS, EventsQuery, last_event_id, load_query
from service.replies import caching, following, reply
from service.wiring import Wiring, wiring

feed = Blueprint("feed", __name__)

OFFERED = (JSON, STREAM, LINES)


@feed.get("/v1/games/<game_id>/events")
@call(
    Call(
        summary="The caller's feed: a page (waiting for news if asked to), a stream, or lines; "
        "each message and line has its `commit_end`",
        query=EventsQuery,
        goes_on=True,
        answers={200: {JSON: PageSchema, STREAM: None, LINES: None}, 204: {}},
        problems=(
            errors.InvalidQuery,
            errors.NoSuchPosition,
            errors.WrongRole,
            errors.SpectatorsClosed,
            errors.TokenUnknown,
            errors.NotAcceptable,
            log.UnknownGame,
            log.Unavailable,
            *looks.PROBLEMS,
        ),
        token="optional",
        headers=("Last-Event-ID",),
    )
)
def show_events(game_id: str) -> Response:
    parts = wiring()
    asking = caller(parts, request, game_id, tenure_later=True)
    asked = load_query(EventsQuery, request.args)
    standing = parts.commits.now(game_id)
    check_tenure(standing, asking)
    viewer = viewer_for(parts.created(game_id), standing, asking, asked.get("as_"))
    after = _after(asked, standing.head.position)
    audited, private = looks.discloses(asking, viewer), asking.grant is not None
    headers = _varying(caching(viewer, private=private, past=False, audited=audited))
    media = JSON if not request.accept_mimetypes else request.accept_mimetypes.best_match(OFFERED)
    if media is None:
        raise errors.NotAcceptable(f"events come as {JSON}, {STREAM} or {LINES}")
    standing = looks.before(parts, game_id, standing, asking, viewer)
    if media == STREAM:
        return _stream(parts, game_id, standing, asking, viewer, after)
    if media == LINES:
        upto = min(standing.head.position, after + asked.get("limit", standing.head.position))
        found = streams.lines(parts, game_id, standing, viewer, after, upto)
        headers |= _going_on(upto, standing.head.position)
        return _streamed(found, LINES, headers)
    if asked["wait"]:
        streams.wait(parts, game_id, after, asked["wait"])
        check_tenure(parts.commits.now(game_id), asking)
    limit = asked.get("limit", MOST_EVENTS)

    def read() -> dict[str, Any]:
        return feeds.page(parts.reading, game_id, viewer, after, limit)

    page = looks.shown(parts, game_id, asking, viewer, read)
    last = page["events"][-1]["position"] if page["events"] else page["position"]
    headers |= _going_on(last, page["position"])
    return reply({**page, "now": parts.now()}, headers=headers)


def _going_on(last: int, position: int) -> dict[str, str]:
    """The `Link` to what follows the last event given, while there is more."""
    return {"Link": following(request, after=last)} if last < position else {}


def _varying(headers: dict[str, str]) -> dict[str, str]:
    """One address gives pages, streams and lines, as Accept says."""
    return {**headers, "Vary": "Authorization, Accept"}


def _after(asked: dict[str, Any], position: int) -> int:
    """Where to go on: after what the stream was told last, or as the query says.

    Whatever is further: a query that follows a `Link` is ahead of the header it is sent with.
    """
    after = asked.get("after")
    last_seen = request.headers.get("Last-Event-ID")
    if last_seen:
        after = max(after or 0, last_event_id(last_seen))
    if after is None:
        return 0
    if after > position:
        raise errors.NoSuchPosition(f"the game is at position {position}, before {after}")
    return int(after)


def _stream(
    parts: Wiring, game_id: str, standing: Standing, asking: Caller, viewer: Viewer, after: int
) -> Response:
    """The stream; 204 tells a client that came back after its end to stop asking."""
    if streams.is_complete(standing.head, after):
        return Response(status=204, headers=_varying({"Cache-Control": "no-store"}))
    headers = _varying({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    def before(standing: Standing) -> Standing | None:
        check_tenure(standing, asking)
        with suppress(errors.LookNotNoted):
            return looks.before(parts, game_id, standing, asking, viewer)
        return None

    messages = streams.server_sent(parts, game_id, viewer, after, before)
    return _streamed(messages, STREAM, headers)


def _streamed(chunks: Iterable[bytes], media: str, headers: dict[str, str]) -> Response:
    return Response(chunks, mimetype=media, headers=headers, direct_passthrough=True)
