"""The log as one viewer may see it, event by event, with all that he needs to check the chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.envelope import Envelope
from projections.source import Source
from rules.kernel.identifiers import Viewer
from rules.kernel.messages import Event
from rules.kernel.visibility import Stub, admits

Entry = dict[str, Any]

MOST_ENTRIES = 1000


def entry(envelope: Envelope, viewer: Viewer) -> Entry:
    """The event as the viewer gets it, as it was stored; a stub where he may not know of it.

    {"position", "recorded_at", "body", "hash", "type", "version", "actor", "salt", "command",
    "data", "leaves"}: `command` and `leaves` are commitments (hex); a field that the viewer may not
    see is {"hidden": true}. A stub has the first four only.
    """
    shown: Entry = {
        "position": envelope.position,
        "recorded_at": envelope.recorded_at,
        "body": envelope.body,
        "hash": envelope.hash,
    }
    event = envelope.event
    if isinstance(event, Stub) or not admits(event.SEEN_BY, event, viewer):
        return shown
    return shown | {
        "type": envelope.type,
        "version": envelope.version,
        "actor": envelope.actor,
        "salt": envelope.salt,
        "command": envelope.command_leaf,
        "data": _fields(envelope, event, viewer),
        "leaves": envelope.leaves,
    }


def _fields(envelope: Envelope, event: Event, viewer: Viewer) -> Entry:
    """The stored fields, each shown only where it is committed to nowhere or admitted by its mark.

    A committed field that today's event does not have any more is for auditors alone.
    """
    if viewer == "auditor":
        return envelope.data
    admitted = {field.name for field in event.FIELDS if admits(field.mark, event, viewer)}
    return {
        name: value if name in admitted or name not in envelope.leaves else {"hidden": True}
        for name, value in envelope.data.items()
    }


def entries(envelopes: Sequence[Envelope], viewer: Viewer) -> list[Entry]:
    """Each envelope as the viewer gets it."""
    return [entry(envelope, viewer) for envelope in envelopes]


def page(
    source: Source, game_id: str, viewer: Viewer, after: int = 0, limit: int = MOST_ENTRIES
) -> dict[str, Any]:
    """The feed after a position, at most `limit` entries.

    {"events": […], "commit_end": last position of the commit that the last event belongs to (of
    `after` where there is none), "position": the head, "hash": the head's}. A reader who has all up
    to `commit_end` has whole commits only.
    """
    standing = source.now(game_id)
    head = standing.head.position
    found = source.of(game_id, standing, after, min(head, after + limit)) if after < head else ()
    return {
        "events": entries(found, viewer),
        "commit_end": found[-1].commit_end if found else min(after, head),
        "position": head,
        "hash": standing.head.hash,
    }
