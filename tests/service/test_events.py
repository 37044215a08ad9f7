"""The feed over HTTP: pages, long polls, streams, lines."""

from __future__ import annotations

import copy
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest
from werkzeug.test import TestResponse

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


def _commit_ends(table: Table) -> list[int]:
    """The end of the commit of every event, as the log has them."""
    reading = table.service.parts.commits.reading
    standing = reading.now(table.id)
    return [one.commit_end for one in reading.of(table.id, standing, 0, standing.head.position)]


def _next(answer: TestResponse) -> str | None:
    """Where the Link to the next page leads."""
    if "Link" not in answer.headers:
        return None
    found = re.fullmatch(r'<([^>]+)>; rel="next"', answer.headers["Link"])
    assert found is not None
    return found[1]


def test_a_page_links_to_the_next_one_while_there_is_more(table: Table) -> None:
    table.play(1)
    head, _ = table.head()
    path: str | None = f"{table.path}/events?as=public&limit=3&wait=0"
    found: list[int] = []
    while path is not None:
        answer = table.service.get(path, table.tokens[0])
        assert answer.json is not None
        found += [event["position"] for event in answer.json["events"]]
        path = _next(answer)
        assert path in (None, f"{table.path}/events?as=public&limit=3&wait=0&after={found[-1]}")
    assert found == list(range(1, head + 1))


@pytest.mark.parametrize("query", ["", "?limit=1000", "?after=HEAD", "?after=HEAD&limit=1"])
def test_the_last_page_links_to_nothing(table: Table, query: str) -> None:
    query = query.replace("HEAD", str(table.head()[0]))
    assert _next(table.service.get(f"{table.path}/events{query}")) is None


def test_a_page_that_begins_after_the_last_event_id_links_on_from_there(table: Table) -> None:
    seen = {"Last-Event-ID": "2"}
    first = table.service.get(f"{table.path}/events?limit=1", **seen)
    assert _next(first) == f"{table.path}/events?limit=1&after=3"
    second: Any = table.service.get(f"{table.path}/events?limit=1&after=3", **seen).json
    assert [event["position"] for event in second["events"]] == [4]


def test_a_part_of_the_lines_links_to_the_rest(table: Table) -> None:
    few = table.service.get(f"{table.path}/events?limit=2", Accept="application/x-ndjson")
    assert _next(few) == f"{table.path}/events?limit=2&after=2"
    rest = table.service.get(f"{table.path}/events?after=2", Accept="application/x-ndjson")
    assert _next(rest) is None


def test_every_message_of_a_stream_says_where_its_commit_ends(table: Table) -> None:
    table.play()
    for token in (None, table.tokens[0], table.auditor):
        found = _messages(table.service.get(f"{table.path}/events", token, **STREAM).data)
        page: Any = table.service.get(f"{table.path}/events", token).json
        assert [entry.pop("commit_end") for _, entry in found] == _commit_ends(table)
        assert [entry for _, entry in found] == page["events"]
    assert any(end > at for at, end in enumerate(_commit_ends(table), 1))


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
    lines = [orjson.loads(line) for line in answer.data.splitlines()]
    assert [line.pop("commit_end") for line in lines] == _commit_ends(table)[2:]
    assert lines == page["events"]
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


@pytest.mark.parametrize("more", [0, 2])
def test_a_stream_ends_where_the_log_lost_what_it_sent(service: Service, more: int) -> None:
    """A client that reconnects is told, or begins anew; one that is told on would miss events."""
    service.parts.notices._look_s = 0.05
    table = Table(service).fill()
    kept = copy.deepcopy(service.parts.log._streams[table.id])  # type: ignore[attr-defined]
    following = Following(table, None)
    assert table.pick(0).status_code == 201
    until(lambda: following.positions()[-1:] == [table.head()[0]])
    sent = following.positions()
    service.parts.log._streams[table.id] = kept  # type: ignore[attr-defined]
    for seat in range(more):
        assert table.pick(seat, number=6).status_code == 201
    following.join(10)
    assert not following.is_alive()
    assert following.positions() == sent


def until(holds: Callable[[], bool]) -> None:
    for _ in range(200):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never came")


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
