"""A key that stands twice in one object of a JSON text: readers differ in which value they keep.

So two of them could see two things in one signed line, and nothing here takes such a text.
"""

from __future__ import annotations

import json
import re
from typing import Any

SPACED = re.compile(rb'"[ \t\r\n]+:')


class _Repeated(Exception):
    """Found one; `args` holds it."""


def repeated_key(raw: bytes, value: Any) -> str | None:
    """The first key that stands twice in one object of the text that `value` was read from.

    The text is JSON in UTF-8. It is read again only where more ends of keys stand in it than there
    are keys: in some text, or because a key went missing.
    """
    if raw.count(b'":') == _keys(value) and not SPACED.search(raw):
        return None
    try:
        json.loads(raw.decode(), object_pairs_hook=_once, parse_int=str, parse_float=str)
    except _Repeated as found:
        return str(found)
    return None


def _keys(value: Any) -> int:
    """How many keys there are in it, on all its levels; there are few of them (`DEEPEST`)."""
    inside = value.values() if type(value) is dict else value if type(value) is list else ()
    found = len(value) if type(value) is dict else 0
    for below in inside:
        if type(below) is dict or type(below) is list:
            found += _keys(below)
    return found


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise _Repeated(name)
        seen.add(name)
