"""Old shapes of events to today's. What is unknown or comes from the future stops, never skips."""

from __future__ import annotations

from typing import Any

from events.codec import CodecError, decoder_of
from rules.kernel.game import KERNEL_UPCASTERS, Game
from rules.kernel.messages import Event


class UnknownEvent(CodecError):
    """A stored event that this version of the game does not know how to read."""


def event_of(game: Game[Any], kind: str, version: int, stored: dict[str, Any]) -> Event:
    """The stored event in today's shape."""
    cls = game.events.get(kind)
    if cls is None:
        raise UnknownEvent(f"{game.id} knows no event of type {kind!r}")
    if version != cls.VERSION:
        stored = upcast(game, cls, version, stored)
    return decoder_of(cls)(stored)


def upcast(
    game: Game[Any], cls: type[Event], version: int, stored: dict[str, Any]
) -> dict[str, Any]:
    """The stored fields, one version newer at a time; the stored ones are left as they are."""
    if version > cls.VERSION:
        raise UnknownEvent(
            f"{cls.TYPE} has version {version}; {game.id} reads up to {cls.VERSION} here"
        )
    fields = dict(stored)
    for old in range(version, cls.VERSION):
        step = game.upcasters.get((cls.TYPE, old)) or KERNEL_UPCASTERS.get((cls.TYPE, old))
        if step is None:
            raise UnknownEvent(f"{game.id} has no upcaster for {cls.TYPE} version {old}")
        fields = step(dict(fields))
    return fields
