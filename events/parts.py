"""How each type of field is written and read: one `Part` per type, compiled once.

Supported: int, str, bool, None, Literal, NewType, unions whose JSON kinds differ, tuples,
frozensets, mappings with int or str keys, Bills, Documents, and frozen dataclasses of these.
Anything else is a TypeError when the class is first used.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import orjson

from events.scalars import PLAIN, CodecError, Part, literal, wrong


def slots_of(cls: type) -> list[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]]:
    """(name, getter, setter) of each field of a slotted dataclass."""
    found = []
    for field in fields(cls):
        slot = next(vars(c)[field.name] for c in cls.__mro__ if field.name in vars(c))
        found.append((field.name, slot.__get__, slot.__set__))
    return found


@cache
def part_of(annotation: Any) -> Part:
    """The part for this type."""
    if isinstance(annotation, NewType):
        return part_of(annotation.__supertype__)
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in _BUILDERS:
        return _BUILDERS[origin](*inner)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return compile_dataclass(annotation)
    raise TypeError(f"no way to write {annotation!r} is known")


def _union(*options: Any) -> Part:
    parts = [part_of(option) for option in options]
    kinds = [kind for part in parts for kind in part.kinds]
    if len(set(kinds)) != len(kinds):
        raise TypeError(f"{options!r} cannot be told apart in JSON")
    readers = {kind: part.read for part in parts for kind in part.kinds}
    deep = [part.write for part in parts if part.kinds & {list, dict}]
    writers = {kind: part.write for part in parts for kind in part.kinds - {list, dict}}
    needed = " or ".join(getattr(option, "__name__", str(option)) for option in options)

    def read(value: Any) -> Any:
        reader = readers.get(type(value))
        if reader is None:
            raise wrong(value, needed)
        return reader(value)

    def write(value: Any) -> Any:
        writer = writers.get(type(value))
        return _first(deep, value, needed) if writer is None else writer(value)

    return Part(kinds=frozenset(kinds), write=write, read=read)


def _first(writers: list[Callable[[Any], Any]], value: Any, needed: str) -> Any:
    """What the first writer that takes the value makes of it."""
    fault = wrong(value, needed)
    for write in writers:
        try:
            return write(value)
        except CodecError as refused:
            fault = refused if len(writers) == 1 else fault
    raise fault


def _each(items: Any, do: Callable[[Any], Any]) -> list[Any]:
    try:
        return [do(item) for item in items]
    except CodecError:
        pass
    for index, item in enumerate(items):
        try:
            do(item)
        except CodecError as fault:
            raise fault.inside(f"[{index}]") from None
    raise AssertionError("a part that refuses once refuses again")


def _tuple(*inner: Any) -> Part:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return _row(part_of(inner[0]))
    return _fixed([part_of(item) for item in inner])


def _row(item: Part) -> Part:
    def write(value: Any) -> list[Any]:
        if type(value) is not tuple:
            raise wrong(value, "a tuple")
        return _each(value, item.write)

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong(value, "a list")
        return tuple(_each(value, item.read))

    return Part(kinds=frozenset({list}), write=write, read=read)


def _fixed(items: list[Part]) -> Part:
    def go(value: Any, kind: Any, doing: list[Callable[[Any], Any]]) -> list[Any]:
        if type(value) is not kind or len(value) != len(doing):
            raise wrong(value, f"a {kind.__name__} of {len(doing)}")
        return [do(one) for do, one in zip(doing, value, strict=True)]

    writers, readers = [i.write for i in items], [i.read for i in items]
    return Part(
        kinds=frozenset({list}),
        write=lambda value: go(value, tuple, writers),
        read=lambda value: tuple(go(value, list, readers)),
    )


def _frozenset(inner: Any) -> Part:
    item = part_of(inner)
    plain = item.kinds in (frozenset({int}), frozenset({str}))

    def write(value: Any) -> list[Any]:
        if type(value) is not frozenset:
            raise wrong(value, "a frozenset")
        return sorted(map(item.write, value), key=None if plain else _as_bytes)

    def read(value: Any) -> frozenset[Any]:
        if type(value) is not list:
            raise wrong(value, "a list")
        found = frozenset(_each(value, item.read))
        if len(found) != len(value):
            raise wrong(value, "a list with nothing twice")
        return found

    return Part(kinds=frozenset({list}), write=write, read=read)


def _as_bytes(written: Any) -> bytes:
    return orjson.dumps(written, option=orjson.OPT_SORT_KEYS)


def _int_key(key: str) -> int:
    """The number that the key spells; only its plain spelling is one."""
    number = int(key) if key.lstrip("-").isdecimal() and len(key) < 20 else None
    if number is None or str(number) != key:
        raise wrong(key, "a key that is a whole number")
    return number


def _mapping(key: Any, inner: Any) -> Part:
    key_part, item = part_of(key), part_of(inner)
    if key_part.kinds not in (frozenset({int}), frozenset({str})):
        raise TypeError(f"{key!r} cannot be the key of an object")
    spelt = key_part.kinds == frozenset({int})

    def read_key(written: str) -> Any:
        return key_part.read(_int_key(written) if spelt else written)

    def write(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong(value, "a mapping")
        written = {str(key_part.write(k)): _at(k, item.write, v) for k, v in value.items()}
        return dict(sorted(written.items()))

    def read(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise wrong(value, "an object")
        return {read_key(k): _at(k, item.read, v) for k, v in value.items()}

    return Part(kinds=frozenset({dict}), write=write, read=read)


def _at(key: Any, do: Callable[[Any], Any], value: Any) -> Any:
    try:
        return do(value)
    except CodecError as fault:
        raise fault.inside(f"[{key}]") from None


_BUILDERS: dict[Any, Callable[..., Part]] = {
    Literal: literal,
    Union: _union,
    types.UnionType: _union,
    Annotated: lambda inner, *_: part_of(inner),
    tuple: _tuple,
    frozenset: _frozenset,
    Mapping: _mapping,
}


def compile_dataclass(cls: type) -> Part:
    """A frozen dataclass, written as an object with exactly its fields."""
    kinds = get_type_hints(cls)
    parts = [(*slot, part_of(kinds[slot[0]])) for slot in slots_of(cls)]
    names = frozenset(name for name, _, _, _ in parts)

    def write(value: Any) -> dict[str, Any]:
        if type(value) is not cls:
            raise wrong(value, f"a {cls.__name__}")
        return {name: _at_field(name, part.write, get(value)) for name, get, _, part in parts}

    def read(value: Any) -> Any:
        if type(value) is not dict or value.keys() != names:
            raise wrong(value, f"an object with {', '.join(sorted(names))}")
        made: Any = object.__new__(cls)
        for name, _, put, part in parts:
            put(made, _at_field(name, part.read, value[name]))
        return made

    return Part(kinds=frozenset({dict}), write=write, read=read)


def _at_field(name: str, do: Callable[[Any], Any], value: Any) -> Any:
    try:
        return do(value)
    except CodecError as fault:
        raise fault.inside(name) from None
