"""The real server as `junta serve` starts it: what it answers to what is hardly HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from gunicorn.http import errors

from service import gunicorn_worker
from service.settings import Settings
from service.supervisor import listen, product_commands

pytestmark = pytest.mark.waits

ROOT = Path(__file__).parents[2]

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server whose store is not there: nothing here gets that far."""
    with listen("127.0.0.1", 0) as listener:
        settings = Settings(redis_url="unix:///nowhere/redis.sock", workers=1)
        process = subprocess.Popen(
            product_commands(settings, listener.fileno()).api,
            env={**os.environ, "JUNTA_REDIS_URL": str(settings.redis_url), "PYTHONPATH": str(ROOT)},
            pass_fds=(listener.fileno(),),
        )
        number: int = listener.getsockname()[1]
        end = time.monotonic() + 30
        while not _is_up(number):
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
        yield number
        process.terminate()
        process.wait(20)


def _is_up(port: int) -> bool:
    try:
        asked = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        return _ask(port, asked)[0] == 200
    except OSError:
        return False


def _ask(port: int, sent: bytes) -> Answer:
    """Send the bytes; the one answer, after which the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(sent)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert len(body) == int(headers["Content-Length"]), "more than one answer"
    return int(first.split()[1]), headers, body


BAD: list[tuple[bytes, int]] = [
    (b"nonsense\r\n\r\n", 400),
    (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400),
    (b"G\x01T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA\x01b: 1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA: 1\x01\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA : 1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417),
    (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 9000 + b"\r\n\r\n", 431),
    (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: 1\r\n" * 120 + b"\r\n", 431),
]


@pytest.mark.parametrize(("sent", "status"), BAD, ids=lambda value: str(value)[:40])
def test_what_is_no_proper_http_is_a_problem(port: int, sent: bytes, status: int) -> None:
    _is_problem(_ask(port, sent), status)


def _is_problem(answer: Answer, status: int) -> None:
    found, headers, body = answer
    assert found == status, body
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Connection"] == "close"
    problem = orjson.loads(body)
    assert problem["status"] == status
    assert problem.keys() == {"type", "title", "status", "detail"}


@pytest.mark.parametrize(
    "chunk", [b"zz\r\nabc\r\n", b"-1\r\n", b"3\r\nabcd\r\n", b"3;\x01\r\nabc\r\n"]
)
@pytest.mark.parametrize("connection", [b"close", b"keep-alive"])
def test_bad_chunks_are_a_problem(port: int, chunk: bytes, connection: bytes) -> None:
    sent = (
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Idempotency-Key: k\r\nTransfer-Encoding: chunked\r\nConnection: " + connection
    )
    status, headers, body = _ask(port, sent + b"\r\n\r\n" + chunk + b"0\r\n\r\n")
    assert status == 400, body
    assert headers["Content-Type"] == "application/problem+json"
    assert orjson.loads(body)["type"] == "/problems/bad-request"


@pytest.mark.parametrize("header", [b"SCRIPT_NAME: /x", b"PATH_INFO: /nothing", b"Script-Name: /x"])
def test_no_header_moves_the_application(port: int, header: bytes) -> None:
    sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + b"\r\n\r\n"
    status, headers, body = _ask(port, sent)
    assert (status, headers["Content-Type"]) == (200, "application/json"), body


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (errors.InvalidHeader("x"), 400),
        (errors.ForbiddenProxyRequest("192.0.2.1"), 403),
        (errors.InvalidResponseHeader("x"), 500),
        (errors.ConfigurationProblem("x"), 500),
        (KeyError("the hand of seat 1"), 500),
    ],
)
def test_every_fault_of_the_server_is_a_problem(fault: Any, status: int) -> None:
    written = gunicorn_worker.answer(gunicorn_worker.status_of(fault))
    head, _, body = written.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert orjson.loads(body)["status"] == status
    assert b"hand" not in body
