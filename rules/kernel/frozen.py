"""Changing fields of a frozen value: the whole of how state moves, and how events are made.

State is made of named tuples, because a fold copies several slices per event, and a tuple is copied
at the speed of C. Messages are frozen, slotted dataclasses; each class gets a maker written out for
its fields, as `dataclasses` writes its `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

_blank = object.__new__
_tuple = tuple.__new__


@cache
def _setters(cls: Any) -> dict[str, Callable[[Any, Any], None]]:
    """Each field's slot setter by name; slots reach past the frozen `__setattr__`."""
    return {
        field.name: next(vars(c)[field.name] for c in cls.__mro__ if field.name in vars(c)).__set__
        for field in fields(cls)
    }


_PLACES: dict[type, dict[str, int] | None] = {}


def _places(cls: Any) -> dict[str, int] | None:
    """At which place of a named tuple each field stands; None for what is no tuple."""
    places = None
    if issubclass(cls, tuple):
        places = {name: place for place, name in enumerate(cls._fields)}
    _PLACES[cls] = places
    return places


@cache
def _maker(cls: Any) -> Callable[[tuple[Any, ...]], Any]:
    """A function that makes an instance of the class from all its fields in order."""
    names = list(_setters(cls))
    lines = ["def made(values):", " new = blank(cls)"]
    if names:
        lines.append(f" {', '.join(names)}, = values")
    lines += [f" set_{name}(new, {name})" for name in names]
    scope: dict[str, Any] = {f"set_{n}": setter for n, setter in _setters(cls).items()}
    scope |= {"blank": _blank, "cls": cls}
    exec("\n".join([*lines, " return new"]), scope)
    maker: Callable[[tuple[Any, ...]], Any] = scope["made"]
    return maker


def initialiser(cls: Any) -> Callable[..., None]:
    """An `__init__` that takes every field by name; those with a default may be left out."""
    setters, defaults = _setters(cls), {f.name: f.default for f in fields(cls)}
    scope: dict[str, Any] = {f"set_{name}": setter for name, setter in setters.items()}
    asked = []
    for name in setters:
        unsaid = defaults[name]
        asked.append(name if unsaid is MISSING else f"{name}=unsaid_{name}")
        scope[f"unsaid_{name}"] = unsaid
    taken = ", ".join(["self", "*", *asked] if asked else ["self"])
    lines = [f"def __init__({taken}):", *(f" set_{n}(self, {n})" for n in setters), " return None"]
    exec("\n".join(lines), scope)
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


@cache
def _values_getter(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    names = list(_setters(cls))
    if len(names) > 1:
        return attrgetter(*names)
    return lambda message: tuple(getattr(message, name) for name in names)


def values_of(message: Any) -> tuple[Any, ...]:
    """All fields of a message in order: what `make` makes it from."""
    cls: Any = type(message)
    return _values_getter(cls)(message)


def but(old: T, **changes: Any) -> T:
    """A copy of `old` but for the named fields; a name it does not have raises TypeError."""
    cls: Any = type(old)
    try:
        places = _PLACES[cls]
    except KeyError:
        places = _places(cls)
    if places is None:
        return _message_but(old, changes)
    values: list[Any] = [*old]  # type: ignore[misc]
    try:
        for name, value in changes.items():
            values[places[name]] = value
    except KeyError as unknown:
        raise TypeError(f"{cls.__name__} has no field {unknown}") from None
    copy: T = _tuple(cls, values)
    return copy


def putter(name: str) -> Callable[[T, Any], T]:
    """`but` for one field and nothing else, where nearly every event changes it."""
    places: dict[type, int | None] = {}

    def put(old: T, value: Any) -> T:
        cls: Any = type(old)
        if cls not in places:
            known = _places(cls)
            places[cls] = None if known is None else known[name]
        place = places[cls]
        if place is None:
            return _message_but(old, {name: value})
        values: list[Any] = [*old]  # type: ignore[misc]
        values[place] = value
        copy: T = _tuple(cls, values)
        return copy

    return put


def row(cls: type[T], *values: Any) -> T:
    """A named tuple from all its fields in order, defaults too; for what is made very often."""
    made: T = _tuple(cls, values)  # type: ignore[type-var]
    return made


def _message_but(old: T, changes: dict[str, Any]) -> T:
    cls: Any = type(old)
    setters = _setters(cls)
    for name in changes:
        if name not in setters:
            raise TypeError(f"{cls.__name__} has no field {name!r}")
    new: T = _blank(cls)
    for name, put in setters.items():
        put(new, changes[name] if name in changes else getattr(old, name))
    return new


def make(cls: Any, values: tuple[Any, ...]) -> Any:
    """A frozen value from all its fields in order, without the cost of a keyword constructor."""
    return _maker(cls)(values)
