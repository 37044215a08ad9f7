"""Changing one field of a frozen, slotted dataclass: the whole of how state moves."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def _slots(cls: Any) -> tuple[tuple[str, Any, Any], ...]:
    """(name, getter, setter) of each field; slots reach past the frozen `__setattr__`."""
    found = []
    for field in fields(cls):
        slot = next(vars(c)[field.name] for c in cls.__mro__ if field.name in vars(c))
        found.append((field.name, slot.__get__, slot.__set__))
    return tuple(found)


def but(old: T, **changes: Any) -> T:
    """A copy of `old` but for the named fields; a name it does not have raises TypeError."""
    cls: Any = type(old)
    new: T = object.__new__(cls)
    left = len(changes)
    for name, read, write in _slots(cls):
        if name in changes:
            write(new, changes[name])
            left -= 1
        else:
            write(new, read(old))
    if left:
        unknown = changes.keys() - {name for name, _, _ in _slots(cls)}
        raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}")
    return new


def make(cls: Any, values: tuple[Any, ...]) -> Any:
    """A frozen value from all its fields in order, without the cost of a keyword constructor."""
    new = object.__new__(cls)
    for (_, _, write), value in zip(_slots(cls), values, strict=True):
        write(new, value)
    return new
