"""Rulings on a game: those that were made or asked for, and those that seats still have to decide.

All of it is public; a reason that was erased is {"hidden": true}.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.envelope import Envelope
from projections.shown import shown
from rules.kernel.authority import present_for
from rules.kernel.course import Course
from rules.kernel.rulings import RulingMade, RulingSupported

Row = dict[str, Any]


def rulings(envelopes: Iterable[Envelope]) -> list[Row]:
    """Every ruling, and every seat's word for one, in order.

    Each is {"position", "at", "made": whether it took effect, "author": host, auditor, seats, or
    the number of the seat that gave its word, "supporters", "type", "seat", "by", "bot", "seconds",
    "reason"}.
    """
    return [
        _row(envelope, envelope.event)
        for envelope in envelopes
        if isinstance(envelope.event, RulingMade | RulingSupported)
    ]


def _row(envelope: Envelope, event: RulingMade | RulingSupported) -> Row:
    return {
        "position": envelope.position,
        "at": envelope.recorded_at,
        "made": isinstance(event, RulingMade),
        "author": event.author if isinstance(event, RulingMade) else event.supporter,
        "supporters": list(event.supporters) if isinstance(event, RulingMade) else [],
        "type": event.type,
        "seat": event.seat,
        "by": event.by,
        "bot": event.bot,
        "seconds": event.seconds if isinstance(event, RulingMade) else None,
        "reason": shown(event.reason),
    }


def proposals(course: Course) -> list[Row]:
    """The rulings that some seats want: who does, and who is still asked."""
    return [
        {
            **proposal._asdict(),
            "supporters": sorted(seats),
            "missing": [s for s in present_for(course, proposal) if s not in seats],
        }
        for proposal, seats in sorted(
            course.rulings.supports.items(), key=lambda item: tuple(map(str, item[0]))
        )
    ]
