"""A feed as it grows: server-sent events, long polls, and lines for bulk.

Every generator here holds no lock and no connection while it waits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import orjson

from events.envelope import Envelope
from events.log import ENDED, Head, LogError
from events.standing import Standing
from projections.feed import entry
from rules.kernel.identifiers import Viewer
from service.notices import LOOK_S
from service.wiring import Wiring

HEARTBEAT_S = 15.0
CHUNK = 500
RECONNECT_MS = 2000


def server_sent(wiring: Wiring, game_id: str, viewer: Viewer, after: int) -> Iterator[bytes]:
    """Each event as one message, until the game is over and its secrets lie open.

    What is lost on the way is fetched by reconnecting with `Last-Event-ID`; so a log that gives no
    answer ends the stream.
    """
    yield f"retry: {RECONNECT_MS}\n\n".encode()
    with wiring.notices.watching(game_id) as woken:
        spoke = time.monotonic()
        try:
            while True:
                woken.clear()
                standing = wiring.commits.now(game_id)
                for envelope in _chunks(wiring, game_id, standing, after, standing.head.position):
                    yield _message(envelope, viewer)
                    after, spoke = envelope.position, time.monotonic()
                if is_complete(standing.head, after):
                    return
                woken.wait(_rest(spoke))
                if time.monotonic() - spoke >= HEARTBEAT_S:
                    yield b": still here\n\n"
                    spoke = time.monotonic()
        except LogError:
            return


def _rest(spoke: float) -> float:
    """How long to wait: to the next heartbeat, as the listener looks after lost notices."""
    return max(spoke + HEARTBEAT_S - time.monotonic(), 0.01)


def _message(envelope: Envelope, viewer: Viewer) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (envelope.position, orjson.dumps(entry(envelope, viewer)))


def is_complete(head: Head, after: int) -> bool:
    """Whether nothing can follow: the game is over, its secrets are open, and all was read."""
    return head.status in ENDED and head.revealed and after >= head.position


def lines(
    wiring: Wiring, game_id: str, standing: Standing, viewer: Viewer, after: int, upto: int
) -> Iterator[bytes]:
    """One event per line."""
    for envelope in _chunks(wiring, game_id, standing, after, upto):
        yield orjson.dumps(entry(envelope, viewer), option=orjson.OPT_APPEND_NEWLINE)


def _chunks(
    wiring: Wiring, game_id: str, standing: Standing, after: int, upto: int
) -> Iterator[Envelope]:
    while after < upto:
        yield from wiring.reading.of(game_id, standing, after, min(after + CHUNK, upto))
        after += CHUNK


def wait(wiring: Wiring, game_id: str, after: int, seconds: float) -> Head:
    """The head once it is past `after`, or when the time is up, or when nothing can follow."""
    until = time.monotonic() + seconds
    with wiring.notices.watching(game_id) as woken:
        while True:
            woken.clear()
            head = wiring.head(game_id)
            left_s = until - time.monotonic()
            if head.position > after or left_s <= 0 or is_complete(head, after):
                return head
            woken.wait(min(left_s, LOOK_S * 2))
