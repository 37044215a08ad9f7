"""What a seat may declare now, worked out from its own view alone.

Each option is one type of declaration. Its choices and examples are whole bodies, ready to be sent.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from events.codec import encode
from events.scalars import GREATEST
from rules.kernel.chance import Source
from rules.kernel.choices import Accept, Choice
from rules.kernel.decider import Moment
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.messages import NEEDED

MOST_CHOICES = 200
EXAMPLES = 8

Option = dict[str, Any]


def options(game: Game[Any], view: Moment[Any], seat: Seat) -> list[Option]:
    """The seat's options on its own view of the game.

    Each is {"type", "stage", "interrupt", "schema", "count"} and "choices", every body there is up
    to 200, or else "examples". `stage` is the open stage's number; an interrupt's body may name it,
    all others must. `count` is capped at 2^53 - 1.
    """
    state = view.state
    if state is None or state.course.stage is None:
        return []
    source = Source(sha256(f"{view.position}|{seat}".encode()).digest())
    stage = state.course.stage.number
    return [
        _option(accept, stage, accept.command in game.interrupting, source)
        for accept in accepts(game, state, seat)
        if accept.count()
    ]


def _option(accept: Accept, stage: int, interrupt: bool, source: Source) -> Option:
    option: Option = {
        "type": accept.command.TYPE,
        "stage": stage,
        "interrupt": interrupt,
        "schema": schema(accept, stage, interrupt),
        "count": min(accept.count(), GREATEST),
    }
    start = {"type": accept.command.TYPE} | ({} if interrupt else {"stage": stage})
    listed = accept.listed(MOST_CHOICES)
    if listed is not None:
        option["choices"] = [_body(start, accept, fields) for fields in listed]
    else:
        option["examples"] = _examples(start, accept, source)
    return option


def _body(start: dict[str, Any], accept: Accept, fields: dict[str, Any]) -> dict[str, Any]:
    return start | encode(accept.command(**fields))


def _examples(start: dict[str, Any], accept: Accept, source: Source) -> list[dict[str, Any]]:
    """Some allowed bodies, none twice; the same ones for the same seat at the same position."""
    found: list[dict[str, Any]] = []
    for _ in range(2 * EXAMPLES):
        body = _body(start, accept, accept.sample(source.below))
        if body not in found:
            found.append(body)
        if len(found) == EXAMPLES:
            break
    return found


def _may_be_left_out(choice: Choice, unsaid: Any) -> bool:
    """Whether a body without the field means a value that is allowed now."""
    return unsaid is not NEEDED and choice.contains(unsaid)


def schema(accept: Accept, stage: int, interrupt: bool) -> dict[str, Any]:
    """The JSON Schema of the bodies that are accepted now."""
    fields = {name: choice.schema() for name, choice in accept.choices.items()}
    unsaid = {field.name: field.unsaid for field in accept.command.FIELDS}
    asked = [name for name, c in accept.choices.items() if not _may_be_left_out(c, unsaid[name])]
    needed = ["type", *asked] if interrupt else ["type", "stage", *asked]
    return {
        "type": "object",
        "properties": {
            "type": {"const": accept.command.TYPE},
            "stage": {"const": stage},
            **fields,
        },
        "required": needed,
        "additionalProperties": False,
    }
