"""A real Redis for the tests, on a unix socket in a folder of its own. Without one, tests fail."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from events.redis_client import connect
from service.private_redis import find_server

READY_S = 20.0


class RedisServer:
    """One server that can be stopped, killed and started again on the same files."""

    def __init__(self, fsync: str = "everysec") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="junta-redis-"))
        self.url = f"unix://{self.folder}/redis.sock"
        self._fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return when it answers."""
        options = {
            "port": "0", "unixsocket": f"{self.folder}/redis.sock", "dir": str(self.folder),
            "logfile": f"{self.folder}/redis.log", "appendonly": "yes", "save": "",
            "appendfsync": self._fsync, "maxmemory-policy": "noeviction",
        }  # fmt: skip
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen([find_server(), *words])
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + READY_S
        with Redis.from_url(self.url) as redis:
            while time.monotonic() < end:
                try:
                    redis.ping()
                    return
                except RedisError:
                    time.sleep(0.02)
        raise AssertionError(f"no answer from Redis: see {self.folder}/redis.log")

    def kill(self) -> None:
        """End it as a crash does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        """End it and delete its files."""
        self.kill()
        shutil.rmtree(self.folder)

    def append_only_files(self) -> Path:
        """The folder in which the server writes down every change."""
        return self.folder / "appendonlydir"


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """The server that all tests share."""
    server = RedisServer()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """Where it is; empty at the beginning of each test."""
    with Redis.from_url(redis_server.url) as redis:
        redis.flushall()
    return redis_server.url


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """A client as the service makes it."""
    client = connect(redis_url)
    yield client
    client.close()


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    """A server for one test that will ill-treat it."""
    server = RedisServer()
    server.start()
    yield server
    server.remove()
