"""A game as a file, for one viewer: see `events.gamefile` for what stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from events import gamefile
from events.envelope import Envelope
from projections.feed import Entry, entry
from projections.source import Source
from projections.viewer import spell
from rules.kernel.identifiers import Viewer


def export(source: Source, game_id: str, viewer: Viewer) -> Iterator[bytes]:
    """The lines of the viewer's file, up to the head just confirmed.

    An auditor's is whole, the archive's is whole but for private talk.
    """
    standing = source.now(game_id)
    envelopes = source.of(game_id, standing, 0, standing.head.position)
    return gamefile.written(
        game_id=game_id,
        ruleset=standing.game.id,
        viewer=spell(viewer),
        entries=(line(envelope, viewer) for envelope in envelopes),
        events=standing.head.position,
        hash=standing.head.hash,
    )


def line(envelope: Envelope, viewer: Viewer) -> Entry:
    """One line: the feed's entry, the end of its commit and, in a whole file, the command."""
    shown = entry(envelope, viewer) | {"commit_end": envelope.commit_end}
    if viewer not in gamefile.WHOLE or "type" not in shown:
        return shown
    return shown | {"declared": envelope.command}
