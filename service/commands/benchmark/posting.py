"""Declarations over HTTP against the least that a POST can be, on the same server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bots.client import Client, connection
from service.commands.benchmark.game import BENCH, SEATS
from service.commands.benchmark.measure import Figure, Pairs
from service.commands.private_server import private_server
from service.settings import Settings

CONNECTIONS = 32
BOUND = 0.5


def declarations(folder: Path, quick: bool) -> Figure:
    """32 seats of 8 games declare as fast as they are answered; 32 others append to a stream."""
    app = "service.commands.benchmark.server:app"
    with private_server(folder, app=app, workers=Settings().workers) as server:
        told = _loaded(_plan(server.url, quick))
    ours, theirs = told["counts"]
    counted = Pairs(list(zip(theirs, ours, strict=True)))
    seconds = _seconds(quick)
    (own_ms, own_slow), (bare_ms, bare_slow) = told["latencies_ms"]
    refused = f", {told['refused']} refused" if any(told["refused"]) else ""
    return Figure(
        name=f"declarations over HTTP, {CONNECTIONS} connections, against a bare Flask POST",
        ratio=counted.ratio,
        bound=BOUND,
        sense="at least",
        said=(
            f"{counted.other / seconds:,.0f} against {counted.one / seconds:,.0f} a second; "
            f"median and 99th percentile {own_ms} and {own_slow} ms "
            f"against {bare_ms} and {bare_slow} ms{refused}"
        ),
    )


def _seconds(quick: bool) -> float:
    return 0.5 if quick else 1.5


def _plan(url: str, quick: bool) -> dict[str, Any]:
    place = urlsplit(url)
    return {
        "host": place.hostname,
        "port": place.port,
        "seconds": _seconds(quick),
        "rounds": 3 if quick else 9,
        "sides": [_declaring(url), [_request("/bare", None) for _ in range(CONNECTIONS)]],
    }


def _declaring(url: str) -> list[dict[str, str]]:
    """A request of each seat of as many games as are needed."""
    requests: list[dict[str, str]] = []
    with connection(url) as http:
        client = Client(http=http)
        while len(requests) < CONNECTIONS:
            game = client.make_game(ruleset=BENCH.id, seats=SEATS, listed=False)["id"]
            tokens = [client.take_seat(game, f"Seat {n}")["token"] for n in range(SEATS)]
            path = f"/v1/games/{game}/declarations"
            requests += [_request(path, token) for token in tokens]
    return requests


def _request(path: str, token: str | None) -> dict[str, str]:
    body = json.dumps({"type": "bid", "amount": 7})
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: bench",
        "Content-Type: application/json",
        "Idempotency-Key: {key}",
        f"Content-Length: {len(body)}",
        *([] if token is None else [f"Authorization: Bearer {token}"]),
    ]
    return {"head": "\r\n".join(lines) + "\r\n\r\n", "body": body}


def _loaded(plan: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "service.commands.benchmark.load"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told
