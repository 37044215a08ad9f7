"""What a seat could know that not everybody does, and which event told it."""

from __future__ import annotations

from typing import Any

from events.envelope import Envelope
from projections.source import NoSuchPosition, Source
from rules.kernel.identifiers import Seat
from rules.kernel.visibility import Stub, admits

Known = dict[str, Any]


def knowledge(source: Source, game_id: str, seat: Seat, at: int | None = None) -> dict[str, Any]:
    """{"seat", "position", "known": [{"position", "recorded_at", "type", "field", "value"}, …]}.

    Every field that was shown to the seat and not to all, up to position `at` or the head, in the
    order in which it was told; of an event that not all know of, every field. Raises `UnknownGame`
    and `NoSuchPosition`.
    """
    standing = source.now(game_id)
    head = standing.head.position
    position = head if at is None else at
    if not 1 <= position <= head:
        raise NoSuchPosition(position, head)
    envelopes = source.of(game_id, standing, 0, position)
    known = [one for envelope in envelopes for one in _told(envelope, seat)]
    return {"seat": seat, "position": position, "known": known}


def _told(envelope: Envelope, seat: Seat) -> list[Known]:
    """The fields, in today's shape where it was stored in an older one by the same name."""
    event = envelope.event
    if isinstance(event, Stub) or not admits(event.SEEN_BY, event, seat):
        return []
    secret = event.SEEN_BY.kind != "public"
    return [
        {
            "position": envelope.position,
            "recorded_at": envelope.recorded_at,
            "type": envelope.type,
            "field": field.name,
            "value": envelope.data[field.name],
        }
        for field in event.FIELDS
        if field.name in envelope.data
        and (secret or field.mark.kind != "public")
        and admits(field.mark, event, seat)
    ]
