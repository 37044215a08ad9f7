"""An aggregate of the library `eventsourcing`, rebuilt from its in-memory recorder as JSON."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Bids(Aggregate):
    """About what a small event of ours changes: a number, a table by seat, a list."""

    def __init__(self) -> None:
        self.made = 0
        self.bids: dict[str, int] = {}

    @event("Made")
    def make(self, seat: int, amount: int, kept: bool) -> None:
        """One bid."""
        self.made += 1
        self.bids = {**self.bids, str(seat): amount}


def rebuilding(events: int) -> Callable[[], object]:
    """A function that rebuilds an aggregate of so many events from what was stored."""
    application: Application[UUID] = Application()
    bids = Bids()
    for number in range(events - 1):
        bids.make(number % 5, number % 100, number % 2 == 0)
    application.save(bids)
    return lambda: application.repository.get(bids.id)
