"""The laws of a game: what holds after every event; and which of them an event can have broken.

A law says which parts of the state it reads. A part is frozen: it is replaced and never changed. So
where every part that a law reads is the same object as before, the law holds as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S")
Law = Callable[[S], str | None]
"""Of the full state: a sentence when the law is broken, None when it holds."""

_PARTS: dict[Any, frozenset[str]] = {}


class Broken(NamedTuple):
    """A law that does not hold, and the sentence that says why."""

    name: str
    sentence: str


def reads(*parts: str) -> Callable[[Law[S]], Law[S]]:
    """Names all that the law reads of a state: `deck`, or `coup.units` where `coup` may be None."""

    def mark(law: Law[S]) -> Law[S]:
        _PARTS[law] = frozenset(parts)
        return law

    return mark


def parts_of(law: Law[Any]) -> frozenset[str] | None:
    """The parts of a state that the law reads; None where it does not say."""
    return _PARTS.get(law)


class Laws(Generic[S]):
    """All laws of one game."""

    def __init__(self, invariants: Mapping[str, Law[S]]) -> None:
        self._laws = tuple(invariants.items())
        named = (parts_of(law) or () for law in invariants.values())
        self._parts = tuple(sorted(frozenset[str]().union(*named)))
        self._getters = tuple(map(_getter, self._parts))
        self._doubtful: dict[tuple[bool, ...], tuple[tuple[str, Law[S]], ...]] = {}

    def broken(self, state: S, before: S | None = None) -> Iterator[Broken]:
        """Every law that does not hold on the full state.

        `before`: an earlier state of the same game in which all of them held; what has not changed
        since then is not read again.
        """
        for name, law in self._laws if before is None else self._since(before, state):
            sentence = law(state)
            if sentence is not None:
                yield Broken(name, sentence)

    def _since(self, before: S, state: S) -> tuple[tuple[str, Law[S]], ...]:
        """The laws that what has changed since then can have broken."""
        same = tuple([get(before) is get(state) for get in self._getters])
        found = self._doubtful.get(same)
        if found is None:
            kept = {part for part, is_same in zip(self._parts, same, strict=True) if is_same}
            asked = ((name, law, parts_of(law)) for name, law in self._laws)
            found = tuple((n, law) for n, law, parts in asked if parts is None or not parts <= kept)
            self._doubtful[same] = found
        return found


def _getter(part: str) -> Callable[[Any], Any]:
    """Reads a part; what lies within a part that is None is None."""
    whole, _, within = part.partition(".")
    if not within:
        return attrgetter(part)
    outer, inner = attrgetter(whole), attrgetter(within)

    def get(state: Any) -> Any:
        found = outer(state)
        return None if found is None else inner(found)

    return get
