"""`/v1/games/{id}/export`: the game as a file, as the caller may have it."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

from events import log
from projections.export import export as exported
from rules.kernel.identifiers import ARCHIVE, AUDITOR
from service import errors, looks
from service.auth import caller, viewer_for
from service.contract import LINES, Call, call
from service.queries import ExportQuery, load_query
from service.replies import caching
from service.wiring import wiring

export = Blueprint("export", __name__)


@export.get("/v1/games/<game_id>/export")
@call(
    Call(
        summary="The game as a file: the caller's own feed; all of it for the auditor; once over, "
        "the archive",
        query=ExportQuery,
        answers={200: {LINES: None}},
        problems=(
            errors.InvalidQuery,
            errors.WrongRole,
            errors.SpectatorsClosed,
            errors.TokenUnknown,
            log.UnknownGame,
            log.Unavailable,
            *looks.PROBLEMS,
        ),
        token="optional",
    )
)
def show_export(game_id: str) -> Response:
    parts = wiring()
    asking = caller(parts, request, game_id)
    standing = parts.commits.now(game_id)
    as_whom = load_query(ExportQuery, request.args).get("as_")
    if as_whom is None and standing.head.status in log.ENDED:
        as_whom = AUDITOR if asking.role == "auditor" else standing.head.imported or ARCHIVE
    viewer = viewer_for(parts.created(game_id), standing, asking, as_whom)
    audited = looks.discloses(asking, viewer)
    headers = caching(viewer, private=asking.grant is not None, past=False, audited=audited)
    headers["Content-Disposition"] = f'attachment; filename="{game_id}.jsonl"'

    def read() -> Iterator[bytes]:
        return exported(parts.reading, game_id, viewer)

    found = looks.shown(parts, game_id, asking, viewer, read)
    return Response(found, mimetype=LINES, headers=headers)
