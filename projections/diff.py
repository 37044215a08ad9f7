"""The difference of two tables as a JSON Patch (RFC 6902): only `add`, `remove` and `replace`."""

from __future__ import annotations

from typing import Any

Patch = list[dict[str, Any]]


def diff(before: Any, after: Any, at: str = "") -> Patch:
    """The operations that make `after` of `before`, to be applied in order. `at` is a pointer."""
    if type(before) is type(after) is dict:
        return _objects(before, after, at)
    if type(before) is type(after) is list:
        return _lists(before, after, at)
    if type(before) is type(after) and before == after:
        return []
    return [{"op": "replace", "path": at, "value": after}]


def _objects(before: dict[str, Any], after: dict[str, Any], at: str) -> Patch:
    patch: Patch = []
    for key in sorted(before.keys() | after.keys()):
        path = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            patch.append({"op": "remove", "path": path})
        elif key not in before:
            patch.append({"op": "add", "path": path, "value": after[key]})
        else:
            patch += diff(before[key], after[key], path)
    return patch


def _lists(before: list[Any], after: list[Any], at: str) -> Patch:
    """Lists of one length item by item; else what differs between their equal ends."""
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [step for i, (old, new) in pairs for step in diff(old, new, f"{at}/{i}")]
    start = _equal(before, after)
    end = min(_equal(before[::-1], after[::-1]), len(before) - start, len(after) - start)
    gone, come = before[start : len(before) - end], after[start : len(after) - end]
    removed: Patch = [{"op": "remove", "path": f"{at}/{start}"} for _ in gone]
    return removed + [
        {"op": "add", "path": f"{at}/{start + i}", "value": item} for i, item in enumerate(come)
    ]


def _equal(one: list[Any], other: list[Any]) -> int:
    """How many items are the same from the beginning on."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if diff(a, b):
            return n
    return min(len(one), len(other))
