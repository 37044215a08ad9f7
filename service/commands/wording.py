"""Values of messages in words, by their types: seats by name, bills by value, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, UnionType
from typing import Any, Union, get_args, get_origin

from rules.kernel.bills import Bills
from rules.kernel.document import Document
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Message

Names = Mapping[int, str]

UNKNOWN = "hidden"
EMPTY = ("", "none", "(none)", "no bills")
NOTHING: Mapping[str, str] = MappingProxyType({})
MOST_NAMED = 10


def fields(
    kind: type[Message], values: Mapping[str, Any], names: Names, said: Mapping[str, str] = NOTHING
) -> str:
    """`seat Ana, in_favour 3`: every field in order, but what is none, empty or `said` already."""
    return ", ".join(
        f"{name} {words}"
        for name, words in in_words(kind, values, names).items()
        if said.get(name) != words
    )


def in_words(kind: type[Message], values: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Each field that says something, in order."""
    found = {
        field.name: worded(field.type, values[field.name], names)
        for field in kind.FIELDS
        if field.name in values
    }
    return {name: words for name, words in found.items() if words not in EMPTY}


def worded(kind: Any, value: Any, names: Names) -> str:
    """One value in words; `kind` is its type, which tells seats from other numbers."""
    if is_hidden(value) or value == {"hidden": True}:
        return UNKNOWN
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_seat(kind):
        return names.get(int(value), f"seat {value}")
    if isinstance(value, Document):
        return value.text
    if isinstance(value, Bills):
        return bills_worded(value.to_json())
    if isinstance(value, Mapping):
        return bills_worded(value) if kind is Bills else _mapping(kind, value, names)
    if isinstance(value, tuple | list | frozenset):
        return _several(kind, value, names)
    return str(value)


def _is_seat(kind: Any) -> bool:
    return kind is Seat or (get_origin(kind) in (Union, UnionType) and Seat in get_args(kind))


def bills_worded(counts: Mapping[str, Any]) -> str:
    """`51×1 + 30×2 MP`: how many of each value."""
    there = [f"{number}×{value}" for value, number in counts.items() if number]
    return f"{' + '.join(there)} MP" if there else "no bills"


def _mapping(kind: Any, value: Mapping[Any, Any], names: Names) -> str:
    keys, items = (*get_args(kind), Any, Any)[:2]
    listed = list(value.items())[:MOST_NAMED]
    said = [f"{worded(keys, k, names)} {worded(items, v, names)}" for k, v in listed]
    if len(value) > MOST_NAMED:
        said.append(f"… {len(value)} in all")
    return f"({', '.join(said)})" if said else "(none)"


def _several(kind: Any, value: Any, names: Names) -> str:
    each = sorted(value) if isinstance(value, frozenset) else value
    kinds = _kinds(kind, len(each))
    said = [worded(of, one, names) for of, one in zip(kinds, each[:MOST_NAMED], strict=False)]
    if len(each) > MOST_NAMED:
        said.append(f"… {len(each)} in all")
    return f"({', '.join(said)})" if said else "(none)"


def _kinds(kind: Any, number: int) -> tuple[Any, ...]:
    """The type of each value: all the same, but for a tuple that says it place by place."""
    inner = get_args(kind)
    if get_origin(kind) is tuple and Ellipsis not in inner and len(inner) == number:
        return inner
    return ((*inner, Any)[0],) * number
