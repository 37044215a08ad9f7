"""How an answer is written: JSON bytes, and what caches may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Request, Response
from werkzeug.http import parse_etags

from events.order import Committed
from projections.viewer import spell
from rules.kernel.identifiers import AUDITOR, Viewer

AGES = "max-age=31536000, immutable"


def reply(
    body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer; without further word no cache keeps it."""
    made = Response(orjson.dumps(body), status, mimetype="application/json")
    made.headers["Cache-Control"] = "no-store"
    made.headers.update(headers or {})
    return made


def caching(viewer: Viewer, *, private: bool, past: bool, audited: bool = False) -> dict[str, str]:
    """What caches may do: nothing with what an auditor sees, and the past never changes.

    audited: an auditor looks, as whomever; his look is told to the players, a cache's is not.
    """
    if viewer == AUDITOR or audited:
        rule = "no-store"
    else:
        rule = f"{'private' if private else 'public'}, {AGES if past else 'no-cache'}"
    return {"Cache-Control": rule, "Vary": "Authorization"}


def etag(viewer: Viewer, head_hash: str, *, past: bool) -> str:
    """The tag of a table. Weak: `now` moves while the table stands still."""
    return f'W/"{spell(viewer)}.{"past" if past else "live"}.{head_hash}"'


def unchanged(request: Request, tag: str) -> bool:
    """Whether the caller has the answer with this tag already."""
    given = request.headers.get("If-None-Match")
    return given is not None and parse_etags(given).contains_weak(tag.removeprefix("W/").strip('"'))


def not_modified(tag: str, headers: Mapping[str, str]) -> Response:
    """304, with the headers that the full answer would have had."""
    return Response(status=304, headers={**headers, "ETag": tag})


def following(request: Request, **moved: str | int) -> str:
    """The `Link` to the next page of this list: the same query but for where it goes on."""
    query = {**request.args.to_dict(), **moved}
    return f'<{request.path}?{urlencode(query)}>; rel="next"'


def committed(made: Committed, events: list[dict[str, Any]]) -> dict[str, Any]:
    """What an appending call answers: the same, word for word, when it is repeated."""
    last = made.envelopes[-1]
    return {
        "position": last.position,
        "hash": last.hash,
        "events": events,
        "now": last.recorded_at,
    }


def status_of(made: Committed, headers: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """201 for what is new, 200 and `Idempotent-Replay` for a repeat."""
    if made.replay:
        return 200, {**headers, "Idempotent-Replay": "true"}
    return 201, dict(headers)
