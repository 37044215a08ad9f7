"""A game as a file, for one viewer: see `events.gamefile` for what stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from events import gamefile
from events.envelope import Envelope
from projections.feed import Entry, entry
from projections.source import Source
from projections.viewer import spell
from rules.kernel.identifiers import AUDITOR, Viewer


def export(source: Source, game_id: str, viewer: Viewer) -> Iterator[bytes]:
    """The lines of the viewer's file, up to the head just confirmed; an auditor's is whole."""
    standing = source.now(game_id)
    envelopes = source.of(game_id, standing, 0, standing.head.position)
    show = whole if viewer == AUDITOR else lambda envelope: entry(envelope, viewer)
    return gamefile.written(
        game_id=game_id,
        ruleset=standing.game.id,
        viewer=spell(viewer),
        entries=map(show, envelopes),
        events=standing.head.position,
        hash=standing.head.hash,
    )


def whole(envelope: Envelope) -> Entry:
    """The entry of an auditor's file: nothing hidden, with the command and the commit's end."""
    return entry(envelope, AUDITOR) | {
        "declared": envelope.command,
        "commit_end": envelope.commit_end,
    }
