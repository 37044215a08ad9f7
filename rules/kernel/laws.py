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
        named = sorted(frozenset[str]().union(*(parts_of(law) or () for _, law in self._laws)))
        wholes = dict.fromkeys(part.partition(".")[0] for part in named)
        self._wholes = tuple(
            _Whole(name, tuple(part for part in named if part.partition(".")[0] == name))
            for name in wholes
        )
        self._doubtful: dict[tuple[Any, ...], tuple[tuple[str, Law[S]], ...]] = {}

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
        changed = tuple([whole.changed(before, state) for whole in self._wholes])
        found = self._doubtful.get(changed)
        if found is None:
            parts = frozenset[str]().union(*changed)
            asked = ((name, law, parts_of(law)) for name, law in self._laws)
            found = tuple((n, law) for n, law, read in asked if read is None or read & parts)
            self._doubtful[changed] = found
        return found


class _Whole:
    """One slice of a state, and what laws read of it: all of it, or parts of it."""

    def __init__(self, name: str, parts: tuple[str, ...]) -> None:
        self._of = attrgetter(name)
        self._all = parts
        self._inner = [(p, attrgetter(p.partition(".")[2])) for p in parts if p != name]
        self._whole = (name,) if name in parts else ()

    def changed(self, before: Any, state: Any) -> tuple[str, ...]:
        """The parts that are not the same objects; what lies within None is None."""
        one, two = self._of(before), self._of(state)
        if one is two:
            return ()
        if one is None or two is None:
            return self._all
        inner = [part for part, get in self._inner if get(one) is not get(two)]
        return (*self._whole, *inner)
