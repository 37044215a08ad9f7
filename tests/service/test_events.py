"""The feed over HTTP: pages, long polls, streams, lines."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from events.log import Unavailable
from service import streams
from tests.service.driving import HIDDEN, Service, Table

STREAM = {"Accept": "text/event-stream"}
STUB = {"position", "recorded_at", "body", "hash"}


def _messages(body: bytes) -> list[tuple[int, dict[str, Any]]]:
    found = []
    for block in body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in fields:
            found.append((int(fields["id"]), orjson.loads(fields["data"])))
    return found


def test_pages(table: Table) -> None:
    table.play(1)
    head, _ = table.head()
    found, after = [], 0
    while after < head:
        page = table.service.get(f"{table.path}/events?after={after}&limit=3").json
        assert page is not None
        assert page["position"] == head
        assert page["commit_end"] >= page["events"][-1]["position"]
        found += page["events"]
        after = found[-1]["position"]
    assert [event["position"] for event in found] == list(range(1, head + 1))
    last = table.service.get(f"{table.path}/events?after={head}").json
    assert last is not None
    assert (last["events"], last["commit_end"]) == ([], head)


def test_each_viewer_gets_his_own_feed(table: Table) -> None:
    table.pick(0, 5)
    table.declare(0, {"type": "nod", "to": 1})
    after = table.head()[0] - 2

    def seen(token: str | None, query: str = "") -> list[Any]:
        page = table.service.get(f"{table.path}/events?after={after}{query}", token).json
        assert page is not None
        return list(page["events"])

    for token in (None, table.host):
        picked, nodded = seen(token)
        assert picked["data"] == {"seat": 0, "number": HIDDEN}
        assert nodded.keys() == STUB
    assert seen(table.tokens[0])[0]["data"]["number"] == 5
    assert seen(table.tokens[1])[0]["data"]["number"] == HIDDEN
    assert seen(table.tokens[1])[1]["data"] == {"parties": [0, 1]}
    assert seen(table.auditor)[0]["data"]["number"] == 5
    assert seen(table.auditor, "&as=public") == seen(None)


def test_lines(table: Table) -> None:
    table.play(1)
    answer = table.service.get(
        f"{table.path}/events?after=2", table.tokens[0], Accept="application/x-ndjson"
    )
    assert answer.mimetype == "application/x-ndjson"
    page = table.service.get(f"{table.path}/events?after=2", table.tokens[0]).json
    assert page is not None
    assert [orjson.loads(line) for line in answer.data.splitlines()] == page["events"]
    few = table.service.get(f"{table.path}/events?limit=2", Accept="application/x-ndjson")
    assert len(few.data.splitlines()) == 2


def test_a_long_poll_answers_at_once_when_there_is_news(table: Table) -> None:
    began = time.monotonic()
    page = table.service.get(f"{table.path}/events?after=1&wait=25").json
    assert page is not None
    assert page["events"]
    assert time.monotonic() - began < 2


def test_a_long_poll_ends_empty(table: Table) -> None:
    began = time.monotonic()
    page = table.service.get(f"{table.path}/events?after={table.head()[0]}&wait=1").json
    assert page is not None
    assert page["events"] == []
    assert 0.9 < time.monotonic() - began < 5
    assert table.service.parts.notices.watched() == 0


def test_a_long_poll_is_woken(table: Table) -> None:
    after = table.head()[0]
    timer = threading.Timer(0.3, lambda: table.pick(0, 4))
    timer.start()
    began = time.monotonic()
    page = table.service.get(f"{table.path}/events?after={after}&wait=25", table.tokens[0]).json
    timer.join()
    assert page is not None
    assert [event["data"]["number"] for event in page["events"]] == [4]
    assert time.monotonic() - began < 2


def test_a_long_poll_does_not_wait_for_what_cannot_come(table: Table) -> None:
    table.play()
    began = time.monotonic()
    table.service.get(f"{table.path}/events?after={table.head()[0]}&wait=25")
    assert time.monotonic() - began < 2


def test_a_stream_of_a_game_that_is_over_ends(table: Table) -> None:
    table.play()
    answer = table.service.get(f"{table.path}/events", table.tokens[0], **STREAM)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    page = table.service.get(f"{table.path}/events", table.tokens[0]).json
    assert page is not None
    messages = _messages(answer.data)
    assert [event for _, event in messages] == page["events"]
    assert [number for number, _ in messages] == [e["position"] for e in page["events"]]
    assert page["events"][-1]["type"] == "secrets_revealed"


def test_a_stream_resumes(table: Table) -> None:
    table.play()
    head = table.head()[0]
    path = f"{table.path}/events"
    answer = table.service.get(path, **STREAM, **{"Last-Event-ID": str(head - 2)})
    assert [number for number, _ in _messages(answer.data)] == [head - 1, head]
    both = table.service.get(f"{path}?after=3", **STREAM, **{"Last-Event-ID": str(head - 1)})
    assert [number for number, _ in _messages(both.data)] == [head]
    assert table.service.get(path, **STREAM, **{"Last-Event-ID": str(head)}).status_code == 204


class Following(threading.Thread):
    """Reads a stream as a browser does, until it ends."""

    def __init__(self, table: Table, token: str | None) -> None:
        super().__init__(daemon=True)
        self._body = table.service.app.test_client().get(
            f"{table.path}/events",
            headers={**STREAM, **({"Authorization": f"Bearer {token}"} if token else {})},
        )
        self.chunks: list[bytes] = []
        self.start()

    def run(self) -> None:
        chunks: Iterator[bytes] = self._body.iter_encoded()
        for chunk in chunks:
            self.chunks.append(chunk)

    def positions(self) -> list[int]:
        return [number for number, _ in _messages(b"".join(self.chunks))]


def test_a_stream_follows_the_game_to_its_end(table: Table) -> None:
    following = [Following(table, token) for token in (None, *table.tokens, table.auditor)]
    table.play()
    for one in following:
        one.join(10)
        assert not one.is_alive()
        assert one.positions() == list(range(1, table.head()[0] + 1))
    assert table.service.parts.notices.watched() == 0


def test_a_lost_notice_is_made_good(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    notices = service.parts.notices
    monkeypatch.setattr(notices, "_listen", lambda: None)
    monkeypatch.setattr(notices, "_look_s", 0.1)
    table = Table(service).fill()
    following = Following(table, None)
    table.play()
    following.join(10)
    assert not following.is_alive()


def test_silence_is_filled(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.1)
    following = Following(table, None)
    time.sleep(0.6)
    table.play()
    following.join(10)
    assert 2 <= sum(chunk.startswith(b":") for chunk in following.chunks) <= 12


def test_a_store_without_an_answer_ends_the_stream(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = table.service.app.test_client().get(f"{table.path}/events", headers=STREAM)

    def silent(_: str) -> None:
        raise Unavailable("gone")

    monkeypatch.setattr(table.service.parts.notices, "standing", silent)
    assert _messages(b"".join(answer.iter_encoded())) == []
