"""Sandbox games: they begin from a position that was given, with chance that was written down.

The position is kept in the log, sealed, from the creation to the start. The scripts are sealed for
good; the faces of dice that came from one carry no link, for no link is behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.kernel.document import Document
from rules.kernel.messages import Event, event
from rules.kernel.options import Fault, OptionValue
from rules.kernel.visibility import SEALED


@event("position_given")
class PositionGiven(Event):
    """The position from which a sandbox game is to begin, as it was written."""

    position: Annotated[Document, SEALED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sandbox:
    """How a game takes a position to begin from.

    faults: (what was written, seats, options) -> everything that is wrong with it.
    schema: its JSON Schema.
    """

    faults: Callable[[Any, int, Mapping[str, OptionValue]], Iterable[Fault]]
    schema: Callable[[], dict[str, Any]]
