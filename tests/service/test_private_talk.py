"""Private talk stays with those who heard it, after the end too, unless the game says otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules import registry
from tests import verifier
from tests.service.driving import Service, Table
from tests.toy.whispering import WHISPERING

STUB = {"position", "recorded_at", "body", "hash"}
SECRET = "meet me at the bank"


@pytest.fixture(autouse=True)
def offered() -> Iterator[None]:
    registry.GAMES[WHISPERING.id] = WHISPERING
    yield
    del registry.GAMES[WHISPERING.id]


def whispered(**options: Any) -> tuple[Table, int]:
    """A game of three that is over; seat 0 whispered to seat 1. Where that stands, too."""
    table = Table(Service(), 3, ruleset=WHISPERING.id, options=options).fill(("A", "B", "C"))
    body = {"type": "whisper", "to": [1], "words": SECRET}
    answer = table.declare(0, body)
    assert answer.status_code == 201 and answer.json is not None
    table.play()
    return table, answer.json["position"]


def views(table: Table, token: str | None, query: str) -> dict[str, str]:
    """Everything in which the words could show."""
    get = table.service.get
    lines = {"Accept": "application/x-ndjson"}
    return {
        "table": get(f"{table.path}/table{query}", token).text,
        "feed": get(f"{table.path}/events{query}", token).text,
        "lines": get(f"{table.path}/events{query}", token, **lines).text,
        "export": get(f"{table.path}/export{query}", token).text,
    }


QUERIES = ("", "?as=public", "?as=auditor", "?as=archive", "?as=seat:0", "?as=seat:1", "?as=seat:2")


def test_others_never_read_it() -> None:
    table, position = whispered()
    for token in (None, table.host, table.tokens[2]):
        for query in QUERIES:
            for place, text in views(table, token, query).items():
                assert "hash" in text and SECRET not in text, (query, place)
            feed: Any = table.service.get(f"{table.path}/events{query}", token).json
            assert set(feed["events"][position - 1]) == STUB
            verifier.check_feed(table.id, feed["events"])


def test_who_heard_it_and_the_auditor_do() -> None:
    table, _ = whispered()
    for token in (table.tokens[0], table.tokens[1]):
        seat = table.tokens.index(token)
        own = views(table, token, f"?as=seat:{seat}")
        assert all(SECRET in text for text in own.values())
        other = views(table, token, f"?as=seat:{1 - seat}")
        assert not any(SECRET in text for text in other.values())
    for query in ("?as=auditor", "?as=seat:1", ""):
        assert all(SECRET in text for text in views(table, table.auditor, query).values())


def test_a_stream_does_not_tell_it_either() -> None:
    table, _ = whispered()
    stream = {"Accept": "text/event-stream"}
    for query, known in (("?as=auditor", False), ("?as=seat:1", False), ("", False)):
        text = table.service.get(f"{table.path}/events{query}", None, **stream).text
        assert (SECRET in text) is known
    text = table.service.get(f"{table.path}/events?as=seat:1", table.tokens[1], **stream).text
    assert SECRET in text


def test_a_game_may_reveal_it_at_the_end() -> None:
    table, _ = whispered(revealed=True)
    for query in ("?as=auditor", "?as=archive", "?as=seat:1"):
        assert all(SECRET in text for text in views(table, None, query).values())
    assert SECRET not in views(table, None, "?as=seat:2")["feed"]
    assert SECRET not in views(table, None, "?as=public")["feed"]


def test_an_archive_is_whole_but_for_it() -> None:
    table, position = whispered()
    header, *rows = map(json.loads, views(table, None, "")["table"] and _export(table, None))
    _, *whole = map(json.loads, _export(table, table.auditor))
    assert header["viewer"] == "archive"
    for at, (row, full) in enumerate(zip(rows, whole, strict=True), 1):
        if at == position:
            assert set(row) == STUB | {"commit_end"}
        else:
            assert row == full and "declared" in row


def _export(table: Table, token: str | None) -> list[str]:
    return table.service.get(f"{table.path}/export", token).text.splitlines()
