"""A view says nothing that is not so; silence is no lie. Of what it knows in part it knows its own.

Most of a state is known whole or not at all. A few slices are made of entries, each known to some:
of these a viewer knows exactly the entries that concern him, no more and no less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rules.kernel.bills import Bills
from rules.kernel.hidden import HIDDEN, is_hidden
from rules.kernel.identifiers import Viewer

KNOWN = "known"
"""The slice of what a seat once learnt: true at its position, so not compared with the present."""

CONCERNING: Mapping[str, Callable[[Any, Viewer], Any]] = {
    "state.course.standing": lambda said, viewer: {s: n for s, n in said.items() if s == viewer},
    "state.offers": lambda made, viewer: tuple(o for o in made if viewer in (o.giver, o.receiver)),
    "state.offers_made": lambda made, viewer: {two: n for two, n in made.items() if viewer in two},
}
"""Slice -> its entries that concern a viewer: standing answers, and offers with their numbers."""

AT_MOST = "state.spoken"
"""How much each seat has said: its own sum exactly, of others at most what they said."""

PARTLY = frozenset(part.rpartition(".")[0] for part in (*CONCERNING, AT_MOST))
"""Where those slices are."""


def untrue(view: Any, full: Any, viewer: Viewer, at: str = "state") -> str | None:
    """Where a view says something else than the full state; silence is no lie."""
    if (view is full and at not in PARTLY) or is_hidden(view):
        return None
    if type(view) is not type(full):
        return f"{at}: {view!r}, in truth {full!r}"
    named = _named(view, full)
    if named is None:
        return None if view == full else f"{at}: {view!r}, in truth {full!r}"
    partly = at in PARTLY
    for name, mine, true in named:
        if partly or (mine is not true and mine is not HIDDEN):
            where = _untrue_part(mine, true, viewer, f"{at}.{name}")
            if where is not None:
                return where
    return None


def _untrue_part(view: Any, full: Any, viewer: Viewer, at: str) -> str | None:
    if at in CONCERNING:
        own = CONCERNING[at](full, viewer)
        return None if view == own else f"{at}: {view!r}, in truth {own!r} concern {viewer}"
    if at == AT_MOST:
        own_sum = view.get(viewer) == full.get(viewer)
        within = all(n <= full.get(seat, 0) for seat, n in view.items())
        return None if own_sum and within else f"{at}: {view!r}, in truth {full!r}"
    return untrue(view, full, viewer, at)


def _named(view: Any, full: Any) -> Iterator[tuple[str, Any, Any]] | None:
    """The parts of both by name, or None where they are compared as a whole."""
    if is_dataclass(view):
        names = [f.name for f in fields(view)]
    elif isinstance(view, tuple) and not isinstance(view, Bills) and hasattr(view, "_fields"):
        pairs = zip(view._fields, view, full, strict=True)
        return (pair for pair in pairs if pair[0] != KNOWN)
    elif isinstance(view, Mapping) and view.keys() == full.keys():
        return ((str(key), view[key], full[key]) for key in view)
    elif isinstance(view, tuple) and not isinstance(view, Bills) and len(view) == len(full):
        return ((str(i), *pair) for i, pair in enumerate(zip(view, full, strict=True)))
    else:
        return None
    return ((n, getattr(view, n), getattr(full, n)) for n in names if n != KNOWN)
