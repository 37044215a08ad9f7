"""Values of messages in words, by their types: seats by name, bills by value, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from rules.kernel.bills import Bills
from rules.kernel.document import Document
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Message

Names = Mapping[int, str]

UNKNOWN = "hidden"
MOST_NAMED = 10


def fields(kind: type[Message], values: Mapping[str, Any], names: Names) -> str:
    """`seat Ana, in_favour 3`: every field in order."""
    return ", ".join(
        f"{field.name} {worded(field.type, values[field.name], names)}"
        for field in kind.FIELDS
        if field.name in values
    )


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
        return _bills(value.to_json())
    if isinstance(value, Mapping):
        return _bills(value) if kind is Bills else _mapping(kind, value, names)
    if isinstance(value, tuple | list | frozenset):
        return _several(kind, value, names)
    return str(value)


def _is_seat(kind: Any) -> bool:
    return kind is Seat or (get_origin(kind) in (Union, UnionType) and Seat in get_args(kind))


def _bills(counts: Mapping[str, Any]) -> str:
    there = [f"{number}×{value}" for value, number in counts.items() if number]
    return f"{' + '.join(there)} MP" if there else "no bills"


def _mapping(kind: Any, value: Mapping[Any, Any], names: Names) -> str:
    keys, items = (*get_args(kind), Any, Any)[:2]
    each = (f"{worded(keys, k, names)} {worded(items, v, names)}" for k, v in value.items())
    return f"({', '.join(each)})" if value else "(none)"


def _several(kind: Any, value: Any, names: Names) -> str:
    item = (*get_args(kind), Any)[0]
    each = sorted(value) if isinstance(value, frozenset) else value
    said = [worded(item, one, names) for one in each[:MOST_NAMED]]
    if len(each) > MOST_NAMED:
        said.append(f"… {len(each)} in all")
    return f"({', '.join(said)})" if said else "(none)"
