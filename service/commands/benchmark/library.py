"""An aggregate of the library `eventsourcing`, rebuilt from its in-memory recorder as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Table(Aggregate):
    """Keeps what happened last, by its kind: less than any game does."""

    def __init__(self) -> None:
        self.count = 0
        self.last: dict[str, Any] = {}

    @event("Happened")
    def happen(self, kind: str, fields: dict[str, Any]) -> None:
        """One event, with the fields that it has in our log."""
        self.count += 1
        self.last = {**self.last, kind: fields}


def rebuilding(events: Sequence[tuple[str, dict[str, Any]]]) -> Callable[[], object]:
    """A function that rebuilds an aggregate of these events (kind, fields) from what was stored."""
    application: Application[UUID] = Application()
    table = Table()
    for kind, fields in events:
        table.happen(kind, fields)
    application.save(table)
    return lambda: application.repository.get(table.id)
