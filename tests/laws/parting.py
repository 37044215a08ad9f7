"""What parts two events that stand at the same place in two worlds, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.codec import canonical
from events.envelope import Envelope
from projections.feed import entry
from rules.kernel.decider import Moment, is_over
from rules.kernel.game import Game
from rules.kernel.gate import open_stage
from rules.kernel.identifiers import Seat, Viewer
from rules.kernel.messages import Event
from rules.kernel.standing import all_silent
from rules.kernel.visibility import admits
from tests.laws.secrets import DISCLOSURES, TELLTALE, marks, seen_by

LEFT_OUT = frozenset({"body", "hash", "prev", "leaves", "command"})


def public_parting(a: Event, b: Event) -> str | None:
    """What anybody who knows of the events could tell them apart by; None where nothing is."""
    if in_secret(a) and in_secret(b):
        return None
    if type(a) is not type(b):
        return f"{a.TYPE} in one world, {b.TYPE} in the other"
    for name, mark in marks(a).items():
        if mark.kind == "public" and getattr(a, name) != getattr(b, name):
            return f"{a.TYPE}.{name}: {getattr(a, name)!r} or {getattr(b, name)!r}"
    return None


def in_secret(event: Event) -> bool:
    return seen_by(event).kind != "public"


def discloses(a: Event, b: Event) -> bool:
    """Whether a rule lays secrets open here, and nothing else parts the events."""
    if type(a) is not type(b) and {a.TYPE, b.TYPE} & TELLTALE:
        return True
    allowed = DISCLOSURES.get(a.TYPE, frozenset())
    if type(a) is not type(b) or not allowed:
        return False
    return all(
        getattr(a, name) == getattr(b, name)
        for name, mark in marks(a).items()
        if mark.kind == "public" and name not in allowed
    )


def initiated(a: Event, b: Event, seats: int) -> set[Viewer]:
    """Who lawfully knows in which of the two worlds he is, from this event on."""
    viewers = [Seat(seat) for seat in range(seats)]
    if in_secret(a) or in_secret(b):
        return {v for v in viewers for e in (a, b) if a != b and admits(seen_by(e), e, v)}
    found: set[Viewer] = set()
    for name, mark in marks(a).items():
        if getattr(a, name) != getattr(b, name):
            found |= {v for v in viewers if admits(mark, a, v)}
    return found


def shown(envelope: Envelope, viewer: Viewer) -> bytes:
    """The event as the viewer gets it, but for hashes, commitments and what he may know."""
    seen = {k: v for k, v in entry(envelope, viewer).items() if k not in LEFT_OUT}
    if "data" in seen:
        own = {
            name
            for name, mark in marks(envelope.event).items()
            if mark.kind != "public" and admits(mark, envelope.event, viewer)
        }
        seen["data"] = {name: value for name, value in seen["data"].items() if name not in own}
    return canonical(seen)


def silences(game: Game[Any], moment: Moment[Any], following: Sequence[Event]) -> bool:
    """Whether standing answers end the open stage now, and nothing else is what follows."""
    course, stage = moment.state.course, open_stage(game, moment.state)
    if stage is None or course.requests or is_over(game, moment.state):
        return False
    if not all_silent(course, stage.active(moment.state), stage.NAME):
        return False
    silence = tuple(stage.expire(moment.state))
    return tuple(following[: len(silence)]) == silence


def alike(first: Sequence[Event], second: Sequence[Event]) -> bool:
    """Whether nobody in public can tell the events apart."""
    if len(first) != len(second):
        return False
    return all(not public_parting(a, b) for a, b in zip(first, second, strict=True))
