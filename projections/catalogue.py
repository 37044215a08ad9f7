"""Which events a game has, and who sees which field: what a client needs beside the feed itself.

A body covers an event's type and version, not the names of its fields: they are bound to the two by
this list, and a careful checker compares.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.game import Game
from rules.kernel.messages import Event
from rules.kernel.visibility import Mark

Described = dict[str, Any]


def events(game: Game[Any]) -> list[Described]:
    """[{"type", "version", "seen_by", "fields": [{"name", "seen_by", "committed"}, …]}, …].

    `seen_by` is "public", "sealed" (auditors only), or {"only_to": field} or {"among": field}: the
    seat, or the seats, that the event's field names. `committed`: whether the field enters the body
    as a commitment.
    """
    return [_event(game.events[name]) for name in sorted(game.events)]


def _event(cls: type[Event]) -> Described:
    return {
        "type": cls.TYPE,
        "version": cls.VERSION,
        "seen_by": _spelt(cls.SEEN_BY),
        "fields": [
            {
                "name": field.name,
                "seen_by": _spelt(field.mark),
                "committed": field.mark.kind != "public" or field.mark.free_text,
            }
            for field in cls.FIELDS
        ],
    }


def _spelt(mark: Mark) -> str | dict[str, str]:
    return mark.kind if mark.field is None else {mark.kind: mark.field}
