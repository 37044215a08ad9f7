"""Marshmallow schemas of what callers send: made from the command dataclasses, or written here.

A schema turns a parsed body into the command (or into plain fields) and names every fault at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, is_dataclass
from dataclasses import fields as fields_of
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints
from urllib.parse import quote

from marshmallow import Schema, ValidationError, fields, post_load, validates_schema

from rules.kernel.attendance import BotKind
from rules.kernel.authority import LONGEST_S, NAMES, REASON
from rules.kernel.bills import DENOMINATIONS, Bills
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat
from rules.kernel.lobby import NAME_LENGTH
from rules.kernel.messages import Command
from rules.kernel.rulings import ReplaceSeat
from service.errors import Fault, InvalidBody
from service.fields import (
    NO_OBJECT,
    NO_WHOLE_NUMBER,
    AnyObject,
    Embedded,
    Exact,
    Members,
    Pair,
    Plain,
    Row,
    Scalar,
    Shares,
    Spoken,
    Truth,
    Whole,
    Word,
    Words,
)

STAGE = "the number of the stage that the declaration is meant for"


def load(schema: Schema, written: Any) -> Any:
    """What the schema makes of the body; raises InvalidBody with every fault."""
    try:
        return schema.load(written)
    except ValidationError as error:
        raise InvalidBody(faults(error.messages)) from None


def load_in_part(schema: Schema, written: Any) -> tuple[dict[str, Any], list[Fault]]:
    """What the schema makes of the body, without the fields that do not fit; and their faults."""
    try:
        return schema.load(written), []
    except ValidationError as error:
        valid = error.valid_data
        return valid if isinstance(valid, dict) else {}, faults(error.messages)


def faults(messages: Any, path: str = "#") -> list[Fault]:
    """Marshmallow's nested messages as a flat list, each with a pointer to its place."""
    if isinstance(messages, str):
        return [Fault(path, messages)]
    if isinstance(messages, list):
        return [fault for message in messages for fault in faults(message, path)]
    return [fault for key, below in messages.items() for fault in faults(below, _step(path, key))]


def pointer(*keys: str) -> str:
    """The place named by the keys, from the top of the body."""
    path = "#"
    for key in keys:
        path = _step(path, key)
    return path


def _step(path: str, key: Any) -> str:
    if key == "_schema":
        return path
    return f"{path}/{quote(str(key).replace('~', '~0').replace('/', '~1'))}"


# -- from command dataclasses -------------------------------------------------------------------


class BillsSchema(Exact.from_dict({str(mp): Whole(least=0) for mp in DENOMINATIONS})):  # type: ignore[misc]
    """Bills by value in millions of pesos; a value left out is none of it."""

    @post_load
    def bundle(self, counts: dict[str, int], **_: Any) -> Bills:
        return Bills.from_json(counts)


class DeclarationSchema(Exact):
    """What every declaration has besides the fields of its type."""

    @post_load
    def command(self, values: dict[str, Any], **_: Any) -> tuple[Command, int | None]:
        """The command, and the stage that it is meant for."""
        del values["type"]
        stage = values.pop("stage", None)
        return self.command_class(**values), stage

    command_class: type[Any] = Command


def declaration_schema(game: Game[Any], written: Any) -> Schema:
    """The schema for a body by its `type`; raises InvalidBody when there is no such type."""
    commands = game.declarations
    if type(written) is not dict:
        raise InvalidBody([Fault("#", NO_OBJECT)])
    kind = written.get("type")
    if type(kind) is not str or kind not in commands:
        offered = ", ".join(sorted(commands))
        raise InvalidBody([Fault("#/type", f"One of these is needed: {offered}.")])
    command = commands[kind]
    return _reader(_declaration_schema(game.id, cast(Any, command), command in game.interrupting))


def declaration_schemas(game: Game[Any]) -> dict[str, type[Schema]]:
    """The schema of each declaration of the game, by its type."""
    return {
        kind: _declaration_schema(game.id, cast(Any, command), command in game.interrupting)
        for kind, command in game.declarations.items()
    }


@cache
def _reader(schema: type[Schema]) -> Schema:
    return schema()


@cache
def _declaration_schema(ruleset: str, command: type[Command], interrupt: bool) -> type[Schema]:
    """An interrupt may leave out the stage: it is meant for whatever is open."""
    own = {
        "type": Word((command.TYPE,), required=True),
        "stage": Whole(least=1, required=not interrupt, metadata={"description": STAGE}),
    }
    name = f"{ruleset}/{command.TYPE}".replace("/", ".")
    made = DeclarationSchema.from_dict({**own, **message_fields(command)}, name=name)
    made.__doc__ = command.__doc__
    made.command_class = command  # type: ignore[attr-defined]
    return made


def message_fields(cls: type[Any]) -> dict[str, Any]:
    """A marshmallow field for each field of the dataclass."""
    kinds = get_type_hints(cls)
    members = fields_of(cls)
    return {member.name: field_for(kinds[member.name], **_presence(member)) for member in members}


def _presence(field: Field[Any]) -> dict[str, Any]:
    if field.default is not MISSING:
        return {"load_default": field.default}
    return {"required": True}


def field_for(kind: Any, **more: Any) -> fields.Field[Any]:
    """The field that takes exactly this type.

    Raises TypeError for a type that no command may have.
    """
    if kind is Seat:
        return Whole(least=0, **more)
    kind = _bare(kind)
    if isinstance(kind, type) and kind in SIMPLE:
        return cast("fields.Field[Any]", SIMPLE[kind](**more))
    if is_dataclass(kind):
        return Embedded(_nested_schema(cast(Any, kind)), **more)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return Word(inner, **more)
    if origin in (Union, UnionType):
        return _field_for_union(inner, **more)
    if origin is frozenset:
        return Members(field_for(inner[0]), **more)
    if origin is tuple:
        return _field_for_tuple(inner, **more)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        numbers = _bare(inner[0]) is int
        return Shares(number_keys=numbers, values=field_for(inner[1]), **more)
    raise TypeError(f"no field takes {kind}")


SIMPLE: dict[type, Any] = {
    int: Whole,
    bool: Truth,
    str: partial(Words, lines=True),
    Bills: lambda **more: Embedded(BillsSchema, **more),
}


def _bare(kind: Any) -> Any:
    """The type below a NewType."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return kind


def _field_for_union(kinds: tuple[Any, ...], **more: Any) -> fields.Field[Any]:
    left = [kind for kind in kinds if kind is not NoneType]
    if len(left) < len(kinds):
        more["allow_none"] = True
    if len(left) == 1:
        return field_for(left[0], **more)
    if {_bare(kind) for kind in left} <= {int, bool, str}:
        return Scalar(metadata={"type": ["integer", "boolean", "string"]}, **more)
    raise TypeError(f"no field takes one of {kinds}")


def _field_for_tuple(kinds: tuple[Any, ...], **more: Any) -> fields.Field[Any]:
    if kinds[-1] is Ellipsis:
        return Row(field_for(kinds[0]), **more)
    return Pair([field_for(kind) for kind in kinds], **more)


@cache
def _nested_schema(cls: type[Any]) -> type[Schema]:
    def build(self: Schema, values: dict[str, Any], **_: Any) -> Any:
        return cls(**values)

    members = {**message_fields(cls), "build": post_load(build)}
    return type(cls.__name__, (Exact,), members)


# -- bodies of the service's own calls ----------------------------------------------------------

JOIN_CODE_LENGTH = 100
CLAIM_LENGTH = 100
RULING_COMMANDS: Mapping[str, type[Any]] = {name: kind for kind, name in NAMES.items()}


class Durations(Spoken, fields.Raw):
    """The name of a preset, or seconds by stage; the game says which of them there are."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        if type(value) is str:
            return value
        if type(value) is not dict:
            raise ValidationError("The name of a preset is needed, or seconds per stage.")
        fit = {stage: seconds for stage, seconds in value.items() if type(seconds) is int}
        unfit = {stage: [NO_WHOLE_NUMBER] for stage in value if stage not in fit}
        if unfit:
            raise ValidationError(unfit, valid_data=fit)
        return value


class NewGame(Exact):
    """What the host wants. Options and durations left out are the game's own."""

    ruleset = Plain(required=True, metadata={"examples": ["junta/1"]})
    seats = Whole(required=True, metadata={"minimum": 1, "description": "places at the table"})
    options = AnyObject(
        load_default=dict,
        metadata={"description": "see `GET /v1/rulesets/{id}`", "additionalProperties": True},
    )
    durations = Durations(
        load_default="live",
        metadata={
            "description": "a preset, or seconds per stage over the preset `live`",
            "oneOf": [
                {"type": "string"},
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            ],
        },
    )
    spectators = Word(("open", "closed"), load_default="open")
    listed = Truth(load_default=True)
    auditor = Truth(
        load_default=False,
        metadata={"description": "whether a token that sees everything is made; all are told"},
    )
    join_code = Words(least=1, most=JOIN_CODE_LENGTH)
    sandbox = AnyObject(
        metadata={
            "description": "the position to begin from, as far as it is given; it is secret until "
            "the game starts, and everybody is told that the game is a sandbox. "
            "See `GET /v1/rulesets/{id}`",
            "additionalProperties": True,
        },
    )


class NewPlayer(Exact):
    """Who sits down."""

    name = Words(
        required=True,
        least=1,
        most=NAME_LENGTH,
        metadata={
            "description": "something that can be seen, in letters of one script, and at a glance "
            "unlike any other name at this table"
        },
    )
    join_code = Words(most=JOIN_CODE_LENGTH)
    seat = Whole(least=0, metadata={"description": "an open seat of a running game"})
    claim = Words(most=CLAIM_LENGTH, metadata={"description": "what opens it, from a ruling"})

    @validates_schema(skip_on_field_errors=True)
    def both(self, values: dict[str, Any], **_: Any) -> None:
        """A seat is claimed with its claim, and a claim is one to a seat."""
        for name, other in (("seat", "claim"), ("claim", "seat")):
            if name in values and other not in values:
                raise ValidationError({other: [f"Needed where {name} is given."]})


RULING_FIELDS: Mapping[str, tuple[str, ...]] = {
    "pause": (),
    "resume": (),
    "extend": ("seconds",),
    "replace": ("seat", "by"),
    "void": (),
}
"""What each type of ruling needs besides its reason."""


class NewRuling(Exact):
    """A ruling: `extend` needs `seconds`, `replace` needs `seat` and `by`; nothing else is taken.

    `bot` goes with `by: bot` and is `sly` where it is left out.
    """

    type = Word(tuple(RULING_FIELDS), required=True)
    reason = Words(required=True, least=1, most=REASON.at_most, lines=True)
    seconds = Whole(least=1, most=LONGEST_S)
    seat = Whole(least=0)
    by = Word(("player", "bot"))
    bot = Word(get_args(BotKind))

    @validates_schema(skip_on_field_errors=True)
    def fitting(self, values: dict[str, Any], **_: Any) -> None:
        """Each type has its own fields."""
        needed = {"type", "reason", *RULING_FIELDS[values["type"]]}
        taken = needed | ({"bot"} if values.get("by") == "bot" else set())
        faults = {name: ["Needed."] for name in needed - values.keys()}
        faults |= {name: ["Not taken here."] for name in values.keys() - taken}
        if faults:
            raise ValidationError(faults)

    @post_load
    def command(self, values: dict[str, Any], **_: Any) -> Command:
        """The kernel's command."""
        kind = RULING_COMMANDS[values.pop("type")]
        if kind is ReplaceSeat and values["by"] == "bot":
            values.setdefault("bot", "sly")
        elif kind is ReplaceSeat:
            values["bot"] = None
        made: Command = kind(**values)
        return made


class Nothing(Exact):
    """An empty object."""
