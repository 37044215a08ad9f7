"""The small distinct types of the kernel. No behaviour lives here."""

from __future__ import annotations

from typing import Literal, NamedTuple, NewType

Seat = NewType("Seat", int)
"""A place at the table: 0, 1, 2 … clockwise."""

StageNumber = NewType("StageNumber", int)
"""The position of the `StageOpened` that opened the stage; never used twice."""

RequestNumber = NewType("RequestNumber", int)
"""The count of requests for chance in the game, from 1; no declaration can shift it."""

Actor = Seat | Literal["host", "auditor", "joiner", "system"]
"""Who declares: a seat, the host, the auditor, somebody about to sit down, the service itself."""



class ArchivedSeat(NamedTuple):
    """What a seat saw, as others may have it once the game is over."""

    seat: Seat


Viewer = Seat | ArchivedSeat | Literal["public", "auditor", "archive"]
"""Who looks: a seat, anybody, the auditor, who sees all, or anybody once the game is over."""

ANYBODY: Viewer = "public"
AUDITOR: Viewer = "auditor"
ARCHIVE: Viewer = "archive"
