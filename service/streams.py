"""A feed as it grows: server-sent events, long polls, and lines for bulk.

Every generator here holds no lock and no connection while it waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import orjson

from events.envelope import Envelope
from events.log import ENDED, Head, LogError
from events.standing import Standing
from projections.feed import Entry, entry
from rules.kernel.identifiers import Viewer
from service.notices import LOOK_S

if TYPE_CHECKING:
    from service.wiring import Wiring

HEARTBEAT_S = 15.0
CHUNK = 500
RECONNECT_MS = 2000
MOST_MESSAGES = 5000


def server_sent(
    wiring: Wiring,
    game_id: str,
    viewer: Viewer,
    after: int,
    before: Callable[[Standing], Standing | None] = lambda standing: standing,
) -> Iterator[bytes]:
    """Each event as one message, until the game is over and its secrets lie open.

    `before` is asked with news at hand: how far they may be told now, or None for not yet; a
    `LogError` of it ends the stream, as for one whose seat has passed to somebody else. What is
    lost on the way is fetched by reconnecting with `Last-Event-ID`; so a log that gives no
    answer ends the stream, and so does one that has lost what was sent.
    """
    yield f"retry: {RECONNECT_MS}\n\n".encode()
    spoke, sent = time.monotonic(), None
    with wiring.notices.watching(game_id) as woken, suppress(LogError):
        while True:
            woken.clear()
            latest = wiring.notices.standing(game_id)
            if _is_lost(wiring, game_id, latest, after, sent):
                return
            standing = before(latest) if latest.head.position > after else latest
            upto = after if standing is None else standing.head.position
            for envelopes in _chunks(wiring, game_id, standing or latest, after, upto):
                yield b"".join(wiring.messages.of(envelope, viewer) for envelope in envelopes)
                sent, spoke = envelopes[-1], time.monotonic()
                after = sent.position
            if is_complete(latest.head, after):
                return
            woken.wait(max(spoke + HEARTBEAT_S - time.monotonic(), 0.01))
            if time.monotonic() - spoke >= HEARTBEAT_S:
                yield b": still here\n\n"
                spoke = time.monotonic()


def _is_lost(
    wiring: Wiring, game_id: str, latest: Standing, after: int, sent: Envelope | None
) -> bool:
    """Whether the log has not, or no longer, what was sent last: acknowledged events were lost."""
    if latest.head.position < after:  # or it was read before what was sent
        latest = wiring.reading.now(game_id)
    if latest.head.position < after:
        return True
    if sent is None:
        return False
    there = wiring.reading.of(game_id, latest, after - 1, after)
    return there[0].hash != sent.hash


class Messages:
    """Events as messages of a stream, each written once for all streams of the same viewer."""

    def __init__(self, most: int = MOST_MESSAGES) -> None:
        self._most = most
        self._written: dict[tuple[str, Viewer], bytes] = {}

    def of(self, envelope: Envelope, viewer: Viewer) -> bytes:
        """`id` is the position, `data` the entry as this viewer may see it."""
        known = self._written.get((envelope.hash, viewer))
        if known is None:
            if len(self._written) >= self._most:
                self._written.clear()
            shown = orjson.dumps(_streamed(envelope, viewer))
            known = b"id: %d\ndata: %b\n\n" % (envelope.position, shown)
            self._written[envelope.hash, viewer] = known
        return known


def is_complete(head: Head, after: int) -> bool:
    """Whether nothing can follow: the game is over and its secrets are open; and all was read."""
    last = head.imported is not None or (head.status in ENDED and head.revealed)
    return last and after >= head.position


def lines(
    wiring: Wiring, game_id: str, standing: Standing, viewer: Viewer, after: int, upto: int
) -> Iterator[bytes]:
    """One event per line."""
    for envelopes in _chunks(wiring, game_id, standing, after, upto):
        shown = (_streamed(envelope, viewer) for envelope in envelopes)
        yield b"".join(orjson.dumps(one, option=orjson.OPT_APPEND_NEWLINE) for one in shown)


def _streamed(envelope: Envelope, viewer: Viewer) -> Entry:
    """The entry as a page has it and, since a stream has no page, the end of its commit."""
    return entry(envelope, viewer) | {"commit_end": envelope.commit_end}


def _chunks(
    wiring: Wiring, game_id: str, standing: Standing, after: int, upto: int
) -> Iterator[list[Envelope]]:
    """So many events at a time that none takes long, and few sends take all."""
    while after < upto:
        yield wiring.reading.of(game_id, standing, after, min(after + CHUNK, upto))
        after += CHUNK


def wait(wiring: Wiring, game_id: str, after: int, seconds: float) -> Head:
    """The head once it is past `after`, or when the time is up, or when nothing can follow."""
    until = time.monotonic() + seconds
    with wiring.notices.watching(game_id) as woken:
        while True:
            woken.clear()
            head = wiring.notices.standing(game_id).head
            left_s = until - time.monotonic()
            if head.position > after or left_s <= 0 or is_complete(head, after):
                return head
            woken.wait(min(left_s, LOOK_S * 2))
