"""Games from files: verified, kept as they are, read by everybody, changed by nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.codec import canonical
from events.envelope import hash_of
from rules import registry
from service.bodies import LARGEST_FILE
from service.parts import on_redis
from service.settings import Settings
from tests.service.driving import Service, Table, refused
from tests.toy.whispering import WHISPERING
from workers import sweep
from workers.look import look

LINES = "application/x-ndjson"
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def offered() -> Iterator[None]:
    registry.GAMES[WHISPERING.id] = WHISPERING
    yield
    del registry.GAMES[WHISPERING.id]


def a_game(turns: int = 3, **wanted: Any) -> Table:
    """A game on a service of its own, with a whisper in it."""
    table = Table(Service(), ruleset=WHISPERING.id, **wanted).fill()
    table.declare(0, {"type": "whisper", "to": [1], "words": "psst"})
    table.play(turns)
    return table


def file_of(table: Table, token: str | None) -> bytes:
    return table.service.get(f"{table.path}/export", token).data


def post(service: Service, raw: bytes, key: str | None = None, media: str = LINES) -> TestResponse:
    headers = {"Idempotency-Key": key or service.key(), "Content-Type": media}
    return service.call("POST", "/v1/games/import", headers=headers, data=raw)


def test_a_whole_file_is_taken_in(service: Service) -> None:
    table = a_game()
    answer = post(service, file_of(table, table.auditor))
    assert (answer.status_code, answer.headers["Location"]) == (201, f"{table.path}/table")
    told: Any = answer.json
    position, hash_ = table.head()
    assert (told["id"], told["position"], told["hash"]) == (table.id, position, hash_)
    assert (told["viewer"], told["status"], told["imported"]) == ("auditor", "finished", True)


def test_everybody_reads_it_as_anybody(service: Service) -> None:
    table = a_game(spectators="closed")
    told: Any = post(service, file_of(table, table.auditor)).json
    assert told["proved"] is True and "auditor_token" not in told
    for query in ("as=public", "as=seat:1", "as=auditor", "as=seat:0&at=9", "as=auditor&at=5"):
        was: Any = table.service.get(f"{table.path}/table?{query}", table.auditor).json
        now: Any = service.get(f"{table.path}/table?{query}").json
        assert now.pop("imported") is True and was.pop("imported") is False
        was.pop("now", None), now.pop("now", None)
        assert now == was
        query = query.partition("&")[0]
        feeds = [
            one.get(f"{table.path}/events?{query}", token).json["events"]  # type: ignore[index]
            for one, token in ((table.service, table.auditor), (service, None))
        ]
        assert feeds[0] == feeds[1]
    assert service.get(f"{table.path}/export").data == file_of(table, table.auditor)


def test_what_is_not_over_is_seen_by_its_importer_alone(service: Service) -> None:
    """Its players may look here too, and must not find what they do not know."""
    table = a_game(1)
    raw = file_of(table, table.auditor)
    told: Any = post(service, raw, KEY).json
    token = told["auditor_token"]
    assert (told["status"], told["proved"]) == ("running", False)
    for viewer in ("auditor", "seat:1", "seat:0&at=9", "auditor&at=5"):
        query = f"{table.path}/table?as={viewer}"
        refused(service.get(query), 403, "wrong-role")
        was: Any = table.service.get(query, table.auditor).json
        now: Any = service.get(query, token).json
        was.pop("now", None), now.pop("now", None)
        assert now == {**was, "imported": True}
    for place in ("table", "events", "export"):
        unseen = service.get(f"{table.path}/{place}").text
        assert "psst" not in unseen
        assert "psst" in service.get(f"{table.path}/events", token).text
    assert service.get(f"{table.path}/export", token).data == raw
    refused(service.get(f"{table.path}/table", table.auditor), 401, "token-unknown")


def test_its_token_is_given_again_to_a_secret_key_only(service: Service) -> None:
    raw = file_of(table := a_game(1), table.auditor)
    first, again = (post(service, raw, KEY).json for _ in range(2))
    assert first is not None and again is not None
    assert first["auditor_token"] == again["auditor_token"]
    other: Any = post(service, raw, "short").json
    assert other["auditor_token"] != first["auditor_token"]
    refused(post(service, raw, "short"), 409, "already-made")


def test_closed_to_spectators_it_stays_closed(service: Service) -> None:
    table = a_game(1, spectators="closed")
    told: Any = post(service, file_of(table, table.auditor)).json
    refused(service.get(f"{table.path}/table"), 403, "spectators-closed")
    assert service.get(f"{table.path}/table?as=public", told["auditor_token"]).status_code == 200


def test_an_archive_is_taken_in_with_its_stubs(service: Service) -> None:
    table = a_game()
    raw = file_of(table, None)
    told: Any = post(service, raw).json
    assert told["viewer"] == "archive"
    shown: Any = service.get(f"{table.path}/table?as=auditor").json
    assert (shown["viewer"], shown["imported"]) == ("archive", True)
    assert service.get(f"{table.path}/export").data == raw
    assert "psst" not in service.get(f"{table.path}/events?as=seat:1").text


def test_a_repeat_and_another_game_of_this_id(service: Service) -> None:
    early = a_game(1)
    raw = file_of(early, early.auditor)
    assert post(service, raw, KEY).status_code == 201
    for key in (KEY, None):
        again = post(service, raw, key)
        assert (again.status_code, again.headers["Idempotent-Replay"]) == (200, "true")
    early.play(1)
    refused(post(service, file_of(early, early.auditor)), 409, "game-exists")
    refused(post(service, file_of(early, early.auditor), KEY), 422, "other-body")


def test_where_the_game_itself_is_played(service: Service) -> None:
    table = Table(service).fill()
    answer = post(service, file_of(table, table.auditor))
    told: Any = answer.json
    assert (answer.status_code, told["imported"], told["proved"]) == (200, False, True)
    assert "auditor_token" not in told
    assert table.pick(0).status_code == 201


def test_a_changed_file_of_a_game_that_is_played_here_is_refused(service: Service) -> None:
    """Its secrets are not revealed: the log alone can tell."""
    table = Table(service).fill()
    table.pick(0)
    rows = [json.loads(row) for row in file_of(table, table.auditor).splitlines()]
    at = next(n for n, row in enumerate(rows) if row.get("type") == "picked")
    rows[at]["data"]["number"] += 1
    problem = refused(post(service, b"\n".join(map(canonical, rows))), 422, "file-unfit")
    assert problem["detail"] == f"line {at + 1}: position {at} is not as it was recorded here"
    assert table.pick(1).status_code == 201


def test_nobody_changes_it(service: Service) -> None:
    table = a_game(1)
    told: Any = post(service, file_of(table, table.auditor)).json
    body = {"type": "pick", "stage": table.stage(), "number": 1}
    ruling = {"type": "pause", "reason": "a dispute"}
    for place, sent in (
        ("declarations", body),
        ("seats", {"name": "Eve"}),
        ("start", {}),
        ("rulings", ruling),
    ):
        for token in (None, table.tokens[0], table.host, told["auditor_token"]):
            problem = refused(service.post(f"{table.path}/{place}", sent, token), 409, "read-only")
            assert problem["detail"] == "imported games are read-only"
    refused(service.get(f"{table.path}/options"), 401, "token-missing")
    refused(service.get(f"{table.path}/table", table.host), 401, "token-unknown")


def test_nothing_happens_by_itself(service: Service) -> None:
    table = Table(Service(), ruleset="toy/1", durations={"picking": 1}).fill()
    post(service, file_of(table, table.auditor))
    commits = service.parts.commits
    commits.index.set_due(table.id, 0.0)
    assert look(commits, table.id) == 0
    assert commits.index.all_due() == {}
    assert sweep.repair(commits) == 0
    head = commits.log.head(table.id)
    assert head is not None and (head.position, head.hash) == table.head()
    assert head.imported == "auditor"


def test_a_stream_of_it_ends(service: Service) -> None:
    table = a_game(1)
    post(service, file_of(table, table.auditor))
    answer = service.get(f"{table.path}/events", Accept="text/event-stream")
    assert answer.text.count("\nid: ") + answer.text.startswith("id: ") == table.head()[0]


def test_the_lobby_says_so(service: Service) -> None:
    table = a_game()
    post(service, file_of(table, table.auditor))
    Table(service)
    listed: Any = service.get("/v1/games").json
    assert {row["id"]: row["imported"] for row in listed["games"]}[table.id] is True
    assert [row["imported"] for row in listed["games"]].count(False) == 1


def test_what_is_not_whole_is_refused(service: Service) -> None:
    table = a_game(1)
    for token, viewer in ((None, "public"), (table.tokens[1], "seat:1")):
        problem = refused(post(service, file_of(table, token)), 422, "file-unfit")
        assert viewer in problem["detail"]
    refused(service.get(f"{table.path}/table"), 404, "unknown-game")


def changed(raw: bytes, line: int, **fields: Any) -> bytes:
    rows = [json.loads(row) for row in raw.splitlines()]
    rows[line - 1] |= fields
    return b"\n".join(map(canonical, rows))


def test_a_broken_file_names_its_line(service: Service) -> None:
    table = a_game()
    raw = file_of(table, table.auditor)
    last = table.head()[0] + 1
    faults = {
        b"": 1,
        b"\xff": 1,
        b"{}": 1,
        raw[:-9]: last,
        changed(raw, 1, events=3): 1,
        changed(raw, 1, ruleset="toy/9"): None,
        changed(raw, 1, game="g1"): 2,
        changed(raw, 7, body="0" * 64): 7,
        changed(raw, 7, recorded_at="yesterday"): 7,
        changed(raw, 7, actor="queen"): 7,
        changed(raw, 5, declared={"type": "pick"}): 5,
    }
    for bad, line in faults.items():
        problem = refused(post(service, bad), 422, "file-unfit")
        assert line is None or problem["detail"].startswith(f"line {line}: "), problem
    assert service.get("/v1/games").json["games"] == []  # type: ignore[index]


@pytest.mark.parametrize("at", ["9999-12-31T00:00:00.000Z", "0001-01-01T00:00:00+14:00"])
def test_a_time_that_cannot_be_is_refused(service: Service, at: str) -> None:
    """Here the chain fits, so that it is the time alone that is refused."""
    table = a_game()
    rows = [json.loads(row) for row in file_of(table, table.auditor).splitlines()]
    last = rows[-1]
    last["recorded_at"] = at
    last["hash"] = hash_of(table.id, last["position"], at, rows[-2]["hash"], last["body"])
    rows[0]["hash"] = last["hash"]
    problem = refused(post(service, b"\n".join(map(canonical, rows))), 422, "file-unfit")
    assert problem["detail"].startswith(f"line {len(rows)}: "), problem
    assert problem["errors"][0]["pointer"] == f"#/{len(rows)}"
    assert service.get("/v1/games").json["games"] == []  # type: ignore[index]


def test_the_body_is_lines_and_not_too_large(service: Service) -> None:
    refused(post(service, b"{}", media="application/json"), 415, "wrong-media-type")
    refused(post(service, b" " * (LARGEST_FILE + 1)), 413, "body-too-large")
    refused(service.call("POST", "/v1/games/import", data=b""), 400, "idempotency-key-missing")


def test_where_not_everybody_makes_games() -> None:
    refused(post(Service(open_creation=False), b"{}"), 401, "token-missing")


def test_on_redis_in_every_process(redis_url: str) -> None:
    one, two = (Service(on_redis(Settings(redis_url=redis_url))) for _ in range(2))
    table = a_game()
    raw = file_of(table, None)
    assert [post(service, raw).status_code for service in (one, two)] == [201, 200]
    for service in (one, two):
        assert service.get(f"{table.path}/export").data == raw
        refused(service.post(f"{table.path}/start", {}, table.host), 409, "read-only")
