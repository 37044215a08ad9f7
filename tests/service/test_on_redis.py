"""The service on a real Redis: two processes' worth of it, and one real server that is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from service.parts import on_redis, readiness
from service.settings import Settings
from tests.redis_server import RedisServer
from tests.service.driving import Service, Table, refused
from tests.service.test_events import Following
from workers.wiring import heartbeat

pytestmark = pytest.mark.waits

ROOT = Path(__file__).parents[2]
KEY = "0123456789abcdef0123456789abcdef"


def _service(url: str, **wanted: Any) -> Service:
    return Service(on_redis(Settings(redis_url=url, **wanted)))


def test_a_game_is_the_same_in_every_process(redis_url: str) -> None:
    one, two = _service(redis_url), _service(redis_url)
    table = Table(one, join_code="x")
    for name in ("Ada", "Bo"):
        answer = two.post(f"{table.path}/seats", {"name": name, "join_code": "x"})
        assert answer.json is not None
        table.tokens.append(answer.json["token"])
    following = Following(table, table.tokens[0])
    table.service = two
    table.play()
    following.join(10)
    assert not following.is_alive()
    assert following.positions() == list(range(1, table.head()[0] + 1))
    for token in (None, *table.tokens, table.auditor):
        shown = [service.get(f"{table.path}/events", token).json for service in (one, two)]
        assert shown[0]["events"] == shown[1]["events"]  # type: ignore[index]


def test_a_long_poll_is_woken_from_elsewhere(redis_url: str) -> None:
    one, two = _service(redis_url), _service(redis_url)
    table = Table(one).fill()
    after = table.head()[0]
    table.service = two
    timer = threading.Timer(0.3, lambda: table.pick(0))
    timer.start()
    began = time.monotonic()
    page = one.get(f"{table.path}/events?after={after}&wait=20").json
    timer.join()
    assert page is not None
    assert [event["type"] for event in page["events"]] == ["picked"]
    assert time.monotonic() - began < 5


def test_repeats_are_known_in_every_process(redis_url: str) -> None:
    one, two = _service(redis_url), _service(redis_url)
    body = {"ruleset": "toy/1", "seats": 2}
    first, again = one.post("/v1/games", body, key=KEY), two.post("/v1/games", body, key=KEY)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    path = f"/v1/games/{first.json['id']}/seats"  # type: ignore[index]
    seats = [service.post(path, {"name": "Ada"}, key=KEY) for service in (one, two)]
    assert [answer.status_code for answer in seats] == [201, 200]
    assert seats[0].json == seats[1].json


def test_two_of_the_same_at_once_make_one(redis_url: str) -> None:
    services = [_service(redis_url) for _ in range(4)]
    body = {"ruleset": "toy/1", "seats": 2}
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda s=s: answers.append(s.post("/v1/games", body, key=KEY)))
        for s in services
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert len({answer.data for answer in answers}) == 1
    assert services[0].parts.index.count() == 1


def test_nothing_secret_is_stored(redis_url: str, redis: Redis) -> None:
    service = _service(redis_url)
    table = Table(service, join_code="mellon")
    seat = table.sit("Ada", key=KEY, join_code="mellon").json
    assert seat is not None
    tokens = [table.host, table.auditor, seat["token"], "mellon", KEY]
    for name in redis.keys("*"):  # type: ignore[union-attr]
        stored = redis.dump(name)
        assert isinstance(stored, bytes)
        for secret in tokens:
            assert secret is not None
            assert secret.encode() not in stored, name
            assert secret.encode() not in name


def test_readiness(redis_url: str, redis: Redis) -> None:
    service = _service(redis_url)
    answer = service.get("/readyz")
    assert answer.status_code == 503
    assert answer.json is not None
    assert (answer.json["redis"], answer.json["worker"]) == (True, False)
    heartbeat(redis)()
    answer = service.get("/readyz")
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["durability"] == {"appendonly": "yes", "appendfsync": "everysec"}


def test_a_redis_that_is_gone(own_server: RedisServer) -> None:
    service = _service(own_server.url)
    table = Table(service).fill()
    own_server.stop()
    assert service.get("/healthz").status_code == 200
    answer = service.get("/readyz")
    assert answer.status_code == 503
    for place in ("table", "events", "options"):
        answer = service.get(f"{table.path}/{place}", table.tokens[0])
        refused(answer, 503, "unavailable")
        assert answer.headers["Retry-After"]
    refused(service.post("/v1/games", {"ruleset": "toy/1", "seats": 2}), 503, "unavailable")
    own_server.start()
    assert table.pick(0).status_code == 201
    assert readiness(service.parts.commits.log._redis)["redis"]  # type: ignore[attr-defined]


def test_a_redis_that_hangs_is_found_out_soon(own_server: RedisServer) -> None:
    service = _service(own_server.url)
    service.get("/readyz")
    assert own_server._process is not None
    own_server._process.send_signal(signal.SIGSTOP)
    try:
        for _ in range(2):
            began = time.monotonic()
            answer = service.get("/readyz")
            assert time.monotonic() - began < 2
            assert answer.status_code == 503
            assert answer.json is not None
            assert answer.json["redis"] is False
    finally:
        own_server._process.send_signal(signal.SIGCONT)


class Server:
    """gunicorn as `junta serve` starts it, on a port of its own."""

    def __init__(self, redis_url: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._env = {**os.environ, "JUNTA_REDIS_URL": redis_url, "PYTHONPATH": str(ROOT)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = (
            *(sys.executable, "-m", "gunicorn", "service.wsgi:app", "--workers", "1"),
            *("--worker-class", "gevent", "--bind", f"127.0.0.1:{self.port}"),
            *("--log-level", "error", "--no-control-socket"),
        )
        self._process = subprocess.Popen(words, env=self._env, start_new_session=True)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture
def server(redis_url: str) -> Iterator[Server]:
    """A running server."""
    made = Server(redis_url)
    made.start()
    yield made
    made.kill()


def test_a_server_that_is_killed(server: Server) -> None:
    body = {"ruleset": "junta/1", "seats": 5}
    with httpx.Client(base_url=server.url, timeout=20) as client:
        game = client.post("/v1/games", json=body, headers={"Idempotency-Key": KEY}).json()
        path = f"/v1/games/{game['id']}"
        with client.stream(
            "GET", f"{path}/events", headers={"Accept": "text/event-stream"}
        ) as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("id: ")) == "id: 1"
            sat = httpx.post(
                f"{server.url}{path}/seats",
                json={"name": "Ada"},
                headers={"Idempotency-Key": KEY},
            )
            assert sat.status_code == 201
            assert next(line for line in lines if line == "id: 3")
            server.kill()
    server.start()
    with httpx.Client(base_url=server.url, timeout=20) as client:
        again = client.post("/v1/games", json=body, headers={"Idempotency-Key": KEY})
        assert (again.status_code, again.json()) == (200, game)
        seat = client.post(
            f"{path}/seats", json={"name": "Ada"}, headers={"Idempotency-Key": KEY}
        )
        assert (seat.status_code, seat.json()) == (200, sat.json())
        resumed = client.get(f"{path}/events", params={"after": 2}).json()
        assert [event["position"] for event in resumed["events"]] == [3]


def test_a_real_server_measures_chunked_bodies(server: Server) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    answer = httpx.post(
        f"{server.url}/v1/games",
        content=body(),
        headers={"Idempotency-Key": KEY, "Content-Type": "application/json"},
    )
    assert answer.status_code == 413
    assert answer.json()["type"] == "/problems/body-too-large"
