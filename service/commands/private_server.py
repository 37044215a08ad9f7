"""A whole service for one command alone: private Redis, API and worker in a folder of its own.

Used by `demo` and `bench`. What the processes say goes to a file in the folder.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from subprocess import Popen

from service.commands.calling import Finding, WrongUse, without_redis
from service.commands.serve import settings
from service.private_redis import (
    RedisUnavailable,
    start_child,
    start_private_redis,
    stop_child,
    unwritable,
)
from service.settings import Settings
from service.supervisor import address_of, listen, product_commands

READY_S = 30.0
STOP_S = 5.0
POLL_S = 0.03
LAST_WORDS = 2000
SPEAKING = 'log=$1; shift; exec "$@" >>"$log" 2>&1'
"""`sh -c` runs a command with all it says in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateServer:
    """Where it is reached: the API over HTTP, and the Redis that holds its games."""

    url: str
    redis_url: str


@contextmanager
def private_folder(kind: str) -> Iterator[Path]:
    """A new folder under `./var`, gone afterwards."""
    var = settings().var.absolute()
    try:
        var.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=var))
    except OSError as error:
        raise WrongUse(unwritable(var, error)) from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def private_server(
    folder: Path, *, app: str = "service.wsgi:app", workers: int = 1
) -> Iterator[PrivateServer]:
    """The service, ready, until the block ends. `app` is what gunicorn serves."""
    with ExitStack() as stack:
        try:
            redis = stack.enter_context(start_private_redis(folder, "everysec"))
        except RedisUnavailable as unavailable:
            raise without_redis(unavailable) from None
        listener = stack.enter_context(listen("127.0.0.1", 0))
        env = _environment(folder, redis.url, listener.getsockname()[1])
        commands = product_commands(Settings(workers=workers), listener.fileno())
        api = [app if word == "service.wsgi:app" else word for word in commands.api]
        log, heard = folder / "server.log", (listener.fileno(),)
        children = [
            _started(stack, commands.worker, log, env),
            _started(stack, api, log, env, heard),
        ]
        _wait_until_ready(listener.getsockname()[:2], children, log)
        yield PrivateServer(url=address_of(listener), redis_url=redis.url)


def _environment(folder: Path, redis_url: str, port: int) -> dict[str, str]:
    return {
        **os.environ,
        "JUNTA_REDIS_URL": redis_url,
        "JUNTA_QUEUE_URL": redis_url,
        "JUNTA_HOST": "127.0.0.1",
        "JUNTA_PORT": str(port),
        "JUNTA_OPEN_CREATION": "true",
        "JUNTA_VAR": str(folder),
    }


def _started(
    stack: ExitStack,
    command: Sequence[str],
    log: Path,
    env: dict[str, str],
    heard: tuple[int, ...] = (),
) -> Popen[bytes]:
    words = ("/bin/sh", "-c", SPEAKING, "sh", str(log), *command)
    child = start_child(words, env=env, pass_fds=heard)
    stack.callback(stop_child, child, STOP_S)
    return child


def _wait_until_ready(
    address: tuple[str, int], children: Sequence[Popen[bytes]], log: Path
) -> None:
    until = time.monotonic() + READY_S
    while not _is_ready(address):
        if time.monotonic() > until or any(child.poll() is not None for child in children):
            said = log.read_text(errors="replace")[-LAST_WORDS:]
            raise Finding(f"The private server did not start. It said:\n{said}")
        time.sleep(POLL_S)


def _is_ready(address: tuple[str, int]) -> bool:
    connection = HTTPConnection(*address, timeout=2.0)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
