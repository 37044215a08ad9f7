"""Load from a process of its own: many connections, each with one request at a time.

Started as `python -m service.commands.benchmark.load`, with a plan as JSON on its standard input:
{"host", "port", "seconds", "rounds", "sides": [[{"head", "body"} per connection] per side]}, where
`{key}` in a head becomes a new key. It loads the sides in turns and prints
{"counts": [[answers per round] per side], "refused": [how many were not 2xx, per side],
"latencies_ms": [[median, 99th percentile] per side]}.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from uuid import uuid4

LARGEST = 1 << 16
ANSWER_S = 10.0


@dataclass(slots=True)
class Line:
    """One connection, kept open."""

    head: bytes
    body: bytes
    socket: socket.socket
    number: int = 0
    sent_at: float = 0.0
    received: bytes = b""
    mark: bytes = field(default_factory=lambda: uuid4().hex.encode())

    def send(self) -> None:
        """The next request, with a key that was never used."""
        self.number += 1
        key = b"%s-%d" % (self.mark, self.number)
        self.sent_at = perf_counter()
        self.socket.sendall(self.head.replace(b"{key}", key) + self.body)

    def receive(self) -> int | None:
        """The status of the answer once it is here in whole."""
        part = self.socket.recv(LARGEST)
        if not part:
            raise ConnectionError("the server closed a connection")
        self.received += part
        head, found, rest = self.received.partition(b"\r\n\r\n")
        if not found or len(rest) < _length(head):
            return None
        self.received = b""
        return int(head[9:12])


def _length(head: bytes) -> int:
    lower = head.lower()
    start = lower.index(b"content-length:") + len(b"content-length:")
    return int(lower[start:].split(b"\r\n", 1)[0])


@dataclass(slots=True)
class Side:
    """The connections of one side, and what came of them."""

    lines: list[Line]
    counts: list[int] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    refused: int = 0

    def load(self, seconds: float) -> None:
        """All connections at once for so long; then wait for what is still on its way."""
        with selectors.DefaultSelector() as selector:
            for line in self.lines:
                selector.register(line.socket, selectors.EVENT_READ, line)
                line.send()
            self._loop(selector, perf_counter() + seconds)

    def _loop(self, selector: selectors.BaseSelector, end: float) -> None:
        count, waiting = 0, len(self.lines)
        while waiting:
            ready = selector.select(ANSWER_S)
            if not ready:
                raise TimeoutError("the server gave no answer")
            for found, _ in ready:
                if not self._answered(found.data):
                    continue
                count += 1
                if perf_counter() < end:
                    found.data.send()
                else:
                    waiting -= 1
        self.counts.append(count)

    def _answered(self, line: Line) -> bool:
        status = line.receive()
        if status is None:
            return False
        self.latencies.append(perf_counter() - line.sent_at)
        self.refused += not 200 <= status < 300
        return True

    def percentile_ms(self, part: float) -> float:
        """So many of the answers came within this time."""
        ordered = sorted(self.latencies)
        return round(ordered[int(part * (len(ordered) - 1))] * 1000, 1)


def _connected(plan: dict[str, Any], request: dict[str, str]) -> Line:
    address = (plan["host"], plan["port"])
    connected = socket.create_connection(address, timeout=ANSWER_S)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Line(request["head"].encode(), request["body"].encode(), connected)


def main() -> None:
    """Warm both sides up, load them in turns, print what came of it."""
    plan = json.load(sys.stdin)
    sides = [Side([_connected(plan, request) for request in side]) for side in plan["sides"]]
    for turn in range(-1, plan["rounds"]):
        for side in sides if turn % 2 else reversed(sides):
            side.load(plan["seconds"])
    for side in sides:
        side.counts.pop(0)
    told = {
        "counts": [side.counts for side in sides],
        "refused": [side.refused for side in sides],
        "latencies_ms": [[side.percentile_ms(0.5), side.percentile_ms(0.99)] for side in sides],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
