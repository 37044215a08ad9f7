"""What a game sums up while it is told again: a small table after some of its events."""

from __future__ import annotations

from typing import Any, Protocol

from rules.kernel.messages import Event

Rows = list[tuple[str, ...]]
"""Cells of text; a row of one cell is a sentence of its own."""


class Report(Protocol):
    """Hears the events of one game in order, as one viewer saw them."""

    def hear(self, state: Any, event: Event) -> Rows:
        """What is to be told now; `state` is what the viewer knew after the event."""
