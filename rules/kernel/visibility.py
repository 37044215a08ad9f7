"""Who may see what. Redaction starts from nothing and adds what is admitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules.kernel.frozen import make
from rules.kernel.hidden import HIDDEN
from rules.kernel.identifiers import ARCHIVE, AUDITOR, ArchivedSeat, Viewer

if TYPE_CHECKING:
    from rules.kernel.messages import Event


@dataclass(frozen=True, slots=True)
class Mark:
    """The visibility of one field, or of an event's existence.

    `free_text` marks words that people wrote: seen as the mark says, but entering the proof only as
    a commitment, so that they can be erased and the chain still holds. `until` names a yes-or-no
    field of what stays private even after the game, unless that field says yes.
    """

    kind: Literal["public", "only_to", "among", "sealed"]
    field: str | None = None
    free_text: bool = False
    until: str | None = None


PUBLIC = Mark("public")
SEALED = Mark("sealed")
PUBLIC_TEXT = Mark("public", free_text=True)


def only_to(field: str) -> Mark:
    """Seen by the seat that the event's `field` names."""
    return Mark("only_to", field)


def among(field: str) -> Mark:
    """Seen by the seats that the event's `field` lists."""
    return Mark("among", field)


@dataclass(frozen=True, slots=True)
class Stub:
    """An event whose existence this viewer may not know: a position, and nothing else."""


STUB = Stub()


def private_among(field: str, until: str) -> Mark:
    """Seen by the seats that `field` lists, and after the game by all only if `until` says so."""
    return Mark("among", field, until=until)


def admits(mark: Mark, event: Event, viewer: Viewer) -> bool:
    """Whether the mark, on this event, admits the viewer."""
    if mark.kind == "public" or viewer == AUDITOR:
        return True
    if viewer == ARCHIVE:
        return mark.until is None or bool(getattr(event, mark.until))
    if isinstance(viewer, ArchivedSeat):
        return admits(mark, event, ARCHIVE) and admits(mark, event, viewer.seat)
    if mark.kind == "sealed" or mark.field is None or not isinstance(viewer, int):
        return False
    named = getattr(event, mark.field)
    return bool(viewer == named) if mark.kind == "only_to" else viewer in named


def redact(event: Event | Stub, viewer: Viewer) -> Event | Stub:
    """The event as this viewer may see it: unknown fields HIDDEN, unknown events a stub."""
    if isinstance(event, Stub) or event.OPEN or viewer == AUDITOR:
        return event
    if not admits(event.SEEN_BY, event, viewer):
        return STUB
    redacted: Event = make(
        type(event),
        tuple(
            getattr(event, field.name) if admits(field.mark, event, viewer) else HIDDEN
            for field in event.FIELDS
        ),
    )
    return redacted
