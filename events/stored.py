"""Events straight from the bytes that are stored, for whoever folds whole games.

Each class gets one reader, written out field by field, whose plain fields are checked as they are
parsed. What does not fit is not judged here: `codec` reads it again, and says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

import msgspec

from events.codec import CodecError, decode, loads
from events.parts import part_of, slots_of
from events.scalars import GREATEST, hides
from rules.kernel.hidden import HIDDEN
from rules.kernel.messages import Event, Field

UNFIT = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What parsing raises on bytes that do not fit."""

_TUPLE: Any = tuple
_ANY_OF: Any = Union

Reader = Callable[[bytes | msgspec.Raw], Event]

_PLAIN: dict[Any, Any] = {
    int: Annotated[int, msgspec.Meta(ge=-GREATEST, le=GREATEST)],
    str: str,
    bool: bool,
    type(None): type(None),
}


_READERS: dict[type, Reader] = {}


def reader_of(cls: type[Event]) -> Reader:
    """From the stored bytes of an event's fields to the event: `decode` of the JSON in them."""
    return _READERS.get(cls) or _compiled(cls)


def _compiled(cls: type[Event]) -> Reader:
    puts = {name: put for name, _, put in slots_of(cls)}
    scope: dict[str, Any] = {
        "cls": cls,
        "blank": object.__new__,
        "HIDDEN": HIDDEN,
        "hides": hides,
        "UNFIT": (*UNFIT, CodecError),
        "once": _once,
        "odd": re.compile(rb'"-0"|\\').search,
        "slowly": lambda stored: decode(cls, loads(bytes(stored))),
    }
    shape, lines = [], []
    for field in sorted(cls.FIELDS, key=lambda field: field.name):
        parsed, value, before = _parsed(field)
        shape.append((field.name, parsed))
        scope |= {
            f"put_{field.name}": puts[field.name],
            f"read_{field.name}": part_of(field.type).read,
        }
        lines += [*before, f"  put_{field.name}(new, {value})"]
    shaped = msgspec.defstruct(cls.__name__, shape, forbid_unknown_fields=True)
    scope["parse"] = msgspec.json.Decoder(shaped).decode
    if any(_has_numbers_as_keys(field.type) for field in cls.FIELDS):
        lines.insert(0, "  if odd(bytes(stored)): return slowly(stored)")
    begin = ["def read_one(stored):", " new = blank(cls)", " try:", "  found = parse(stored)"]
    end = [" except UNFIT:", "  return slowly(stored)", " return new"]
    exec("\n".join([*begin, *lines, *end]), scope)
    reader: Reader = scope["read_one"]
    _READERS[cls] = reader
    return reader


def _parsed(field: Field) -> tuple[Any, str, list[str]]:
    """The type that a field is parsed as, its value made of that, and what goes before."""
    found = f"found.{field.name}"
    plain = plain_type(field.type)
    if plain is not None:
        return plain, found, []
    if get_origin(field.type) is frozenset:
        items = plain_type(get_args(field.type)[0])
        if items is not None:
            return _TUPLE[items, ...], f"once({found})", []
    value = f"HIDDEN if type(v) is dict and hides(v) else read_{field.name}(v)"
    return Any, value, [f"  v = {found}"]


def _once(items: tuple[Any, ...]) -> frozenset[Any]:
    found = frozenset(items)
    if len(found) != len(items):
        raise CodecError("something is there twice")
    return found


def _has_numbers_as_keys(annotation: Any) -> bool:
    """Parsing takes "-0", escaped too, for a number, which is no plain spelling of one."""
    if isinstance(annotation, NewType):
        return _has_numbers_as_keys(annotation.__supertype__)
    inner = get_args(annotation)
    if get_origin(annotation) is Mapping and plain_type(inner[0]) == _PLAIN[int]:
        return True
    return any(map(_has_numbers_as_keys, inner))


def plain_type(annotation: Any) -> Any:
    """The type that parses exactly what `codec` reads for this one; None where there is none."""
    if isinstance(annotation, NewType):
        return plain_type(annotation.__supertype__)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return annotation if all(type(value) is str for value in inner) else None
    if origin is tuple:
        return _row(inner)
    if origin is Mapping:
        key, value = map(plain_type, inner)
        return None if key is None or value is None else dict[key, value]  # type: ignore[valid-type]
    return _union(inner) if origin in (Union, UnionType) else None


def _row(inner: tuple[Any, ...]) -> Any:
    open_ended = len(inner) == 2 and inner[1] is Ellipsis
    items = [plain_type(item) for item in (inner[:1] if open_ended else inner)]
    if None in items:
        return None
    return _TUPLE[items[0], ...] if open_ended else _TUPLE[tuple(items)]


def _union(inner: tuple[Any, ...]) -> Any:
    options = [plain_type(option) for option in inner]
    if None in options:
        return None
    union = _ANY_OF[tuple(options)]
    try:
        msgspec.json.Decoder(union)
    except TypeError:
        return None
    return union
