"""What every part of a message is, and those without parts of their own: scalars and bills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.kernel.bills import Bills
from rules.kernel.document import Document

GREATEST = 2**53 - 1
"""Whole numbers beyond this are not the same in every client's JSON."""


class CodecError(ValueError):
    """A value that does not fit its field: where, and why."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.where = where

    def inside(self, outer: str) -> CodecError:
        """The same fault, seen from one level further out."""
        inner = self.where
        dot = "" if not inner or inner.startswith("[") else "."
        return CodecError(self.reason, f"{outer}{dot}{inner}")


HIDDEN_JSON = {"hidden": True}


def hides(written: Any) -> bool:
    """Whether this is how HIDDEN is written; `1` is not `true`."""
    return type(written) is dict and len(written) == 1 and written.get("hidden") is True


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One type: the JSON types it is written as, how it is written, and how it is read."""

    kinds: frozenset[type]
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def wrong(value: Any, needed: str) -> CodecError:
    """The fault of a value that is not what is needed."""
    return CodecError(f"{needed} is needed, not {value!r:.80}")


def whole(value: Any) -> int:
    """The value, if it is a whole number."""
    if type(value) is not int or not -GREATEST <= value <= GREATEST:
        raise wrong(value, "a whole number up to 2^53")
    return value


def _words(value: Any) -> str:
    if type(value) is not str:
        raise wrong(value, "a text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise wrong(value, "a text of whole characters") from None
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise wrong(value, "true or false")
    return value


def _nothing(value: Any) -> None:
    if value is not None:
        raise wrong(value, "null")


def _write_bills(value: Any) -> dict[str, int]:
    if type(value) is not Bills:
        raise wrong(value, "bills")
    return {"1": whole(value[0]), "2": whole(value[1]), "3": whole(value[2])}


def _read_bills(value: Any) -> Bills:
    if type(value) is not dict or len(value) != 3:
        raise wrong(value, 'bills {"1": n, "2": n, "3": n}')
    try:
        return Bills(whole(value["1"]), whole(value["2"]), whole(value["3"]))
    except KeyError:
        raise wrong(value, 'bills {"1": n, "2": n, "3": n}') from None


def _write_document(value: Any) -> Any:
    if type(value) is not Document:
        raise wrong(value, "a document")
    return value.value


def _read_document(value: Any) -> Document:
    if type(value) is not dict:
        raise wrong(value, "an object")
    try:
        return Document.of(value)
    except RecursionError:
        raise CodecError("nested too deeply") from None


def _same(kind: type, check: Callable[[Any], Any]) -> Part:
    return Part(kinds=frozenset({kind}), write=check, read=check)


PLAIN: dict[Any, Part] = {
    int: _same(int, whole),
    str: _same(str, _words),
    bool: _same(bool, _truth),
    None: _same(type(None), _nothing),
    type(None): _same(type(None), _nothing),
    Bills: Part(kinds=frozenset({dict}), write=_write_bills, read=_read_bills),
    Document: Part(kinds=frozenset({dict}), write=_write_document, read=_read_document),
}


def literal(*values: Any) -> Part:
    """One of these values, type included."""
    allowed = {(type(value), value) for value in values}
    needed = "one of " + ", ".join(map(repr, values))

    def check(value: Any) -> Any:
        kind = type(value)
        if kind not in (int, str, bool, type(None)) or (kind, value) not in allowed:
            raise wrong(value, needed)
        return value

    return Part(kinds=frozenset(type(v) for v in values), write=check, read=check)
