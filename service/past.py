"""Answers that show a game at one position to one viewer: who may look, what caches may keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from flask import Response, request

from events import log
from events.standing import Standing
from rules.kernel.identifiers import Viewer
from service import errors, looks
from service.auth import caller, check_tenure, viewer_for
from service.queries import TableQuery, load_query
from service.replies import caching, etag, not_modified, unchanged
from service.wiring import wiring

T = TypeVar("T")

PROBLEMS = (
    errors.InvalidQuery,
    errors.NoSuchPosition,
    errors.WrongRole,
    errors.SpectatorsClosed,
    errors.TokenUnknown,
    log.UnknownGame,
    log.Unavailable,
    *looks.PROBLEMS,
)
"""What such a call may meet."""


def answered(
    game_id: str,
    read: Callable[[Standing, Viewer, int | None], T],
    hash_of: Callable[[T], str],
    write: Callable[[T, bool, Mapping[str, str]], Response],
) -> Response:
    """What `read` finds for the viewer at the position of the query, or 304.

    `read` tells of nothing after the standing that it is given, in whose stage the look is noted.
    `write` makes the answer: of what was found, whether it is of the past, with these headers.
    """
    parts = wiring()
    asking = caller(parts, request, game_id, tenure_later=True)
    asked = load_query(TableQuery, request.args)
    standing, at = parts.commits.now(game_id), asked.get("at")
    check_tenure(standing, asking)
    viewer = viewer_for(parts.created(game_id), standing, asking, asked.get("as_"))
    if at is not None and at > standing.head.position:
        raise errors.NoSuchPosition(
            f"the game is at position {standing.head.position}, before {at}"
        )
    standing = looks.before(parts, game_id, standing, asking, viewer)
    past = at is not None
    audited = looks.discloses(asking, viewer)
    headers = caching(viewer, private=asking.grant is not None, past=past, audited=audited)
    if not past and unchanged(request, tag := etag(viewer, standing.head.hash, past=False)):
        return not_modified(tag, headers)
    found = read(standing, viewer, at)
    tag = etag(viewer, hash_of(found), past=past)
    if past and unchanged(request, tag):
        return not_modified(tag, headers)
    return write(found, past, {**headers, "ETag": tag})
