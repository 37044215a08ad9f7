"""The side stream of refused declarations: no facts of the game, but what disputes are about."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Protocol

import orjson

from events.codec import CodecError, canonical, encode
from rules.kernel.messages import Command

MOST_REFUSALS = 1000
"""How many are kept of each seat; the oldest go first."""
LONGEST_SENTENCE = 500
LARGEST_BODY = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One declaration that was refused.

    position: the last event on which it was judged. at: the instant, RFC 3339. type and body: what
    was declared, for the seat itself and the auditor alone; see `body_kept`.
    """

    seat: int
    position: int
    at: str
    reason: str
    rule: str | None
    sentence: str
    type: str
    stage: int | None
    body: dict[str, Any]


class Refusals(Protocol):
    """Where refusals are kept."""

    def add(self, game_id: str, refusal: Refusal) -> None:
        """Keep it, and let the oldest go where there are too many."""

    def of(self, game_id: str, seat: int) -> list[Refusal]:
        """The seat's refusals, oldest first."""


class MemoryRefusals:
    """Refusals for one process and its tests."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], list[Refusal]] = {}

    def add(self, game_id: str, refusal: Refusal) -> None:
        kept = self._kept.get((game_id, refusal.seat), [])
        self._kept[game_id, refusal.seat] = [*kept, refusal][-MOST_REFUSALS:]

    def of(self, game_id: str, seat: int) -> list[Refusal]:
        return list(self._kept.get((game_id, seat), []))


def body_kept(command: Command) -> dict[str, Any]:
    """The fields of the command; of more than 2 KiB {"sha256", "size"} of their canonical JSON.

    What cannot be written as JSON at all is {"unwritable": why}: a refusal is told all the same.
    """
    try:
        body = encode(command)
        size = len(raw := canonical(body))
    except CodecError as fault:
        return {"unwritable": str(fault)[:LONGEST_SENTENCE]}
    return body if size <= LARGEST_BODY else {"sha256": sha256(raw).hexdigest(), "size": size}


def written(refusal: Refusal) -> bytes:
    """The refusal as it is stored."""
    return orjson.dumps(asdict(refusal))


def read(stored: bytes) -> Refusal:
    """The inverse of `written`."""
    return Refusal(**orjson.loads(stored))
