"""The same answers as a service gives, worked out only as far as a bot looks at them.

Hundreds of whole games have to be played: so options are listed, and events written, when they are
read, and what a bot takes from its options as it stands is not read as JSON again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from events.codec import encode
from projections.options import EXAMPLES, MOST_CHOICES, schema
from projections.viewer import spell
from rules.junta import GAME
from rules.junta.table import PARTS
from rules.kernel.choices import Accept
from rules.kernel.decider import waiting_for
from rules.kernel.gate import accepts
from rules.kernel.identifiers import ANYBODY, Viewer
from rules.kernel.messages import Command, Event
from rules.kernel.visibility import Stub, redact

if TYPE_CHECKING:
    from tests.bots.arena import House, Place

Json = dict[str, Any]


class Body(dict[str, Any]):
    """A body as it was offered, and the command that it is."""

    command: Command


class Bodies(Sequence[Body]):
    """The bodies of one option: all of them, or some; each is written when it is taken."""

    def __init__(self, accept: Accept, start: Json, luck: Random | None) -> None:
        self._accept, self._start, self._luck = accept, start, luck
        self._fields = accept.listed(MOST_CHOICES) if luck is None else None

    def __len__(self) -> int:
        return EXAMPLES if self._fields is None else len(self._fields)

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if self._fields is not None:
            return self._written(self._fields[index])
        assert self._luck is not None
        return self._written(self._accept.sample(self._luck.randrange))

    def _written(self, fields: Json) -> Body:
        command = self._accept.command(**fields)
        body = Body(self._start | encode(command))
        body.command = command
        return body


class Offer(Mapping[str, Any]):
    """One option, as `projections.options` writes it."""

    def __init__(self, accept: Accept, number: int, stage: int, luck: Random) -> None:
        self._accept, self._number, self._stage, self._luck = accept, number, stage, luck
        self._interrupt = accept.command in GAME.interrupting
        self._few = number <= MOST_CHOICES

    def __getitem__(self, name: str) -> Any:
        kind = self._accept.command.TYPE
        if name == "type":
            return kind
        if name == "stage":
            return self._stage
        if name == "interrupt":
            return self._interrupt
        if name == "count":
            return self._number
        if name == "schema":
            return schema(self._accept, self._stage, self._interrupt)
        if name == ("choices" if self._few else "examples"):
            start = {"type": kind} | ({} if self._interrupt else {"stage": self._stage})
            return Bodies(self._accept, start, None if self._few else self._luck)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from ("type", "stage", "interrupt", "count", "schema")
        yield "choices" if self._few else "examples"

    def __len__(self) -> int:
        return 6


class Told(Mapping[str, Any]):
    """One event of a feed; what it tells is written when it is read."""

    def __init__(self, position: int, event: Event) -> None:
        self._position, self._event = position, event

    def __getitem__(self, name: str) -> Any:
        if name == "position":
            return self._position
        if name == "type":
            return self._event.TYPE
        if name == "data":
            return encode(self._event)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(("position", "type", "data"))

    def __len__(self) -> int:
        return 3


class Remembering:
    """`accepts`, whose last answer is kept: the gate asks at once what was offered before."""

    def __init__(self) -> None:
        self._asked: tuple[Any, Any] = (None, None)
        self._found: tuple[Accept, ...] = ()

    def __call__(self, game: Any, state: Any, seat: Any) -> tuple[Accept, ...]:
        if self._asked[0] is not state or self._asked[1] != seat:
            self._found = accepts(game, state, seat)
            self._asked = (state, seat)
        return self._found


def offers(house: House, viewer: Viewer) -> list[Offer]:
    """What the seat may declare now: by the laws the same on the full state as on its view."""
    state = house.state
    if state.course.stage is None:
        return []
    found = house.accepts(GAME, state, viewer)
    stage = state.course.stage.number
    return [Offer(one, n, stage, house.luck) for one in found if (n := one.count())]


def entries(house: House, viewer: Viewer, after: int) -> list[Mapping[str, Any]]:
    """The feed since then."""
    return [_entry(event, place, viewer) for event, place in house.events[after:]]


def _entry(event: Event, place: Place, viewer: Viewer) -> Mapping[str, Any]:
    seen = redact(event, viewer)
    if isinstance(seen, Stub):
        return {"position": place.position}
    return Told(place.position, seen)


class Sheet(dict[str, Any]):
    """A table whose parts are written when they are read."""

    def __init__(self, head: Json, state: Any) -> None:
        super().__init__(head)
        self._state = state

    def __missing__(self, name: str) -> Any:
        self[name] = part = PARTS[name](self._state)
        return part


def table(house: House, viewer: Viewer) -> Json:
    """What bots and their table read of the table."""
    state = house.moment.state if viewer == ANYBODY else house.known(viewer)
    assert state is not None
    course, opened = state.course, state.course.stage
    head = {
        "position": house.moment.position,
        "viewer": spell(viewer),
        "status": course.status,
        "ruleset": course.ruleset,
        "options": {"city": course.options["city"]},
        "requests": [{"number": request.number} for request in course.requests],
        "stage": None
        if opened is None
        else {
            "number": opened.number,
            "name": opened.name,
            "waiting_for": list(waiting_for(GAME, state)),
        },
    }
    if viewer == ANYBODY and course.status == "running":
        return head
    return Sheet(head, state)
