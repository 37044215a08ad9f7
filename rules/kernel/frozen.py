"""Changing fields of a frozen, slotted dataclass: the whole of how state moves.

A fold makes several copies per event, so each class gets a copier written out for its fields, as
`dataclasses` writes its `__init__`: four times faster than `dataclasses.replace`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def _setters(cls: Any) -> dict[str, Callable[[Any, Any], None]]:
    """Each field's slot setter by name; slots reach past the frozen `__setattr__`."""
    return {
        field.name: next(vars(c)[field.name] for c in cls.__mro__ if field.name in vars(c)).__set__
        for field in fields(cls)
    }


@cache
def _copier(cls: Any) -> Callable[[Any], Any]:
    """A function that copies one instance of the class, field by field."""
    names = list(_setters(cls))
    lines = ["def copied(old):", " new = blank(cls)"]
    lines += [f" set_{name}(new, old.{name})" for name in names]
    copier: Callable[[Any], Any] = _compiled(cls, "copied", [*lines, " return new"])
    return copier


@cache
def _maker(cls: Any) -> Callable[[tuple[Any, ...]], Any]:
    """A function that makes an instance of the class from all its fields in order."""
    names = list(_setters(cls))
    lines = ["def made(values):", " new = blank(cls)"]
    if names:
        lines.append(f" {', '.join(names)}, = values")
    lines += [f" set_{name}(new, {name})" for name in names]
    maker: Callable[[tuple[Any, ...]], Any] = _compiled(cls, "made", [*lines, " return new"])
    return maker


def _compiled(cls: Any, name: str, lines: list[str]) -> Any:
    scope: dict[str, Any] = {f"set_{n}": setter for n, setter in _setters(cls).items()}
    scope |= {"blank": object.__new__, "cls": cls}
    exec("\n".join(lines), scope)
    return scope[name]


def but(old: T, **changes: Any) -> T:
    """A copy of `old` but for the named fields; a name it does not have raises TypeError."""
    cls: Any = type(old)
    new: T = _copier(cls)(old)
    setters = _setters(cls)
    try:
        for name, value in changes.items():
            setters[name](new, value)
    except KeyError as unknown:
        raise TypeError(f"{cls.__name__} has no field {unknown}") from None
    return new


def make(cls: Any, values: tuple[Any, ...]) -> Any:
    """A frozen value from all its fields in order, without the cost of a keyword constructor."""
    return _maker(cls)(values)
