"""Whatever is wrong with a request: one problem, a sentence, nothing changed, never a 500."""

from __future__ import annotations

import unicodedata
from typing import Any

import orjson
import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.service.driving import Service, Table, refused

GAME = {"ruleset": "toy/1", "seats": 2}

BAD_GAMES: list[tuple[Any, str, list[str]]] = [
    ({**GAME, "ruleset": "toy/2"}, "unknown-ruleset", ["#/ruleset"]),
    ({**GAME, "seats": 1}, "invalid-body", ["#/seats"]),
    ({**GAME, "seats": 41}, "invalid-body", ["#/seats"]),
    ({**GAME, "seats": "2"}, "invalid-body", ["#/seats"]),
    ({**GAME, "seats": 2.0}, "invalid-body", ["#/seats"]),
    ({**GAME, "seats": True}, "invalid-body", ["#/seats"]),
    ({**GAME, "seats": None}, "invalid-body", ["#/seats"]),
    ({"ruleset": "toy/1"}, "invalid-body", ["#/seats"]),
    ({"seats": 2}, "invalid-body", ["#/ruleset"]),
    ({**GAME, "ruleset": ["toy/1"]}, "invalid-body", ["#/ruleset"]),
    ({**GAME, "options": {"turn": 3}}, "invalid-body", ["#/options/turn"]),
    ({**GAME, "options": {"turns": 0}}, "invalid-body", ["#/options/turns"]),
    ({**GAME, "options": {"turns": 1001}}, "invalid-body", ["#/options/turns"]),
    ({**GAME, "options": {"turns": "3"}}, "invalid-body", ["#/options/turns"]),
    ({**GAME, "options": {"turns": 10**30}}, "invalid-body", ["#/options/turns"]),
    ({**GAME, "options": {"turns": [[3]]}}, "invalid-body", ["#/options/turns"]),
    ({**GAME, "options": [3]}, "invalid-body", ["#/options"]),
    ({**GAME, "durations": "slow"}, "invalid-body", ["#/durations"]),
    ({**GAME, "durations": 60}, "invalid-body", ["#/durations"]),
    ({**GAME, "durations": {"naps": 60}}, "invalid-body", ["#/durations/naps"]),
    ({**GAME, "durations": {"picking": 0}}, "invalid-body", ["#/durations/picking"]),
    ({**GAME, "durations": {"picking": 2_592_001}}, "invalid-body", ["#/durations/picking"]),
    ({**GAME, "durations": {"picking": 1.5}}, "invalid-body", ["#/durations/picking"]),
    ({**GAME, "spectators": "some"}, "invalid-body", ["#/spectators"]),
    ({**GAME, "listed": 1}, "invalid-body", ["#/listed"]),
    ({**GAME, "auditor": "yes"}, "invalid-body", ["#/auditor"]),
    ({**GAME, "join_code": ""}, "invalid-body", ["#/join_code"]),
    ({**GAME, "join_code": 7}, "invalid-body", ["#/join_code"]),
    ({**GAME, "cheat": True}, "invalid-body", ["#/cheat"]),
    ({**GAME, "a/b~c d": True}, "invalid-body", ["#/a~1b~0c%20d"]),
    (
        {**GAME, "seats": 99, "options": {"x": 1, "turns": 0}, "durations": {"y": 1}},
        "invalid-body",
        ["#/seats", "#/options/x", "#/options/turns", "#/durations/y"],
    ),
    ({"seats": "2", "listed": 0, "more": 1}, "invalid-body",
     ["#/ruleset", "#/seats", "#/listed", "#/more"]),
    ({**GAME, "seats": 99, "options": {"x": 1}, "durations": {"y": 1}, "listed": 0, "more": 1},
     "invalid-body", ["#/seats", "#/options/x", "#/durations/y", "#/listed", "#/more"]),
    ({**GAME, "seats": "2", "options": [3], "durations": "slow"}, "invalid-body",
     ["#/seats", "#/options", "#/durations"]),
    ({**GAME, "ruleset": "toy/2", "listed": 0}, "unknown-ruleset", ["#/ruleset", "#/listed"]),
    ({"seats": "four", "sandbox": 3, "durations": 5, "options": []}, "invalid-body",
     ["#/ruleset", "#/seats", "#/sandbox", "#/durations", "#/options"]),
    ({"seats": 2, "durations": {"picking": "x", "b": None}}, "invalid-body",
     ["#/ruleset", "#/durations/picking", "#/durations/b"]),
    ({**GAME, "durations": {"picking": "x", "naps": 3}}, "invalid-body",
     ["#/durations/picking", "#/durations/naps"]),
    ({**GAME, "sandbox": None, "durations": None}, "invalid-body", ["#/sandbox", "#/durations"]),
    ({**GAME, "sandbox": [], "durations": True}, "invalid-body", ["#/sandbox", "#/durations"]),
    ([GAME], "invalid-body", ["#"]),
    ("toy/1", "invalid-body", ["#"]),
    (None, "invalid-body", ["#"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "slug", "pointers"), BAD_GAMES)
def test_a_game_that_cannot_be_made(
    service: Service, body: Any, slug: str, pointers: list[str]
) -> None:
    answer = _send(service, body)
    problem = refused(answer, 422, slug)
    assert sorted(fault["pointer"] for fault in problem["errors"]) == sorted(pointers)
    assert all(fault["detail"] for fault in problem["errors"])
    assert service.parts.index.count() == 0


def _send(service: Service, body: Any) -> Any:
    sent = orjson.dumps(body) if body != BIG_OPTION else BIG_OPTION_TEXT
    return service.call(
        "POST",
        "/v1/games",
        headers={"Idempotency-Key": service.key(), "Content-Type": "application/json"},
        data=sent,
    )


SENTENCES: list[tuple[str, Any, dict[str, str]]] = [
    ("seats", {}, {"#/name": "Needed."}),
    ("seats", {"name": None}, {"#/name": "May not be null."}),
    ("seats", {"name": 5}, {"#/name": "Not a text."}),
    ("seats", {"name": ""}, {"#/name": "1 to 40 characters."}),
    ("seats", {"name": "A", "join_code": "x" * 101}, {"#/join_code": "Up to 100 characters."}),
    ("seats", {"name": "A", "seat": -1, "claim": "x"}, {"#/seat": "From 0 on."}),
    ("seats", {"name": "A", "chair": 1}, {"#/chair": "There is no such field."}),
    ("seats", [], {"#": "Not an object."}),
    ("rulings", {}, {"#/type": "Needed.", "#/reason": "Needed."}),
    ("rulings", {"type": "extend", "reason": "x"}, {"#/seconds": "Needed."}),
    ("rulings", {"type": "extend", "reason": "x", "seconds": 0}, {"#/seconds": "From 1 on."}),
    ("rulings", {"type": "extend", "reason": "x", "seconds": 10**9},
     {"#/seconds": "Up to 2592000."}),
    ("rulings", {"type": "pause", "reason": "x", "seconds": 5}, {"#/seconds": "Not taken here."}),
    ("declarations", {"type": "pick"}, {"#/stage": "Needed.", "#/number": "Needed."}),
    ("declarations", {"type": "pick", "stage": 0, "number": "1"},
     {"#/stage": "From 1 on.", "#/number": "Not a whole number."}),
    ("declarations", {"type": "nod", "to": -1}, {"#/to": "From 0 on."}),
    ("declarations", {"type": "nod", "to": 2**53}, {"#/to": "Up to 9007199254740991."}),
]  # fmt: skip


@pytest.mark.parametrize(("place", "body", "said"), SENTENCES)
def test_what_is_said_of_a_field(table: Table, place: str, body: Any, said: dict[str, str]) -> None:
    token = {"declarations": table.tokens[0], "rulings": table.host}.get(place)
    answer = table.service.post(f"{table.path}/{place}", body, token)
    problem = refused(answer, 422, "invalid-body")
    assert {fault["pointer"]: fault["detail"] for fault in problem["errors"]} == said


def test_what_is_said_of_a_game_without_a_ruleset(service: Service) -> None:
    body = {"seats": "four", "sandbox": 3, "durations": 5, "options": []}
    problem = refused(_send(service, body), 422, "invalid-body")
    assert {fault["pointer"]: fault["detail"] for fault in problem["errors"]} == {
        "#/ruleset": "Needed.",
        "#/seats": "Not a whole number.",
        "#/sandbox": "Not an object.",
        "#/durations": "The name of a preset is needed, or seconds per stage.",
        "#/options": "Not an object.",
    }


BIG_OPTION = {**GAME, "options": {"turns": 10**30}}
BIG_OPTION_TEXT = b'{"ruleset":"toy/1","seats":2,"options":{"turns":1%s}}' % (b"0" * 30)

BAD_NAMES: list[tuple[Any, str]] = [
    ({}, "#/name"),
    ({"name": ""}, "#/name"),
    ({"name": "x" * 41}, "#/name"),
    ({"name": "a\nb"}, "#/name"),
    ({"name": "a\u0000b"}, "#/name"),
    ({"name": "a\u0085b"}, "#/name"),
    ({"name": 5}, "#/name"),
    ({"name": None}, "#/name"),
    ({"name": ["Ada"]}, "#/name"),
    ({"name": "Ada", "chair": 0}, "#/chair"),
    ({"name": "Ada", "seat": 0}, "#/claim"),
    ({"name": "Ada", "claim": "x"}, "#/seat"),
]


@pytest.mark.parametrize(("body", "pointer"), BAD_NAMES)
def test_a_name_that_will_not_do(service: Service, body: Any, pointer: str) -> None:
    table = Table(service)
    before = table.head()
    problem = refused(service.post(f"{table.path}/seats", body), 422, "invalid-body")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert table.head() == before


def test_blank_names_are_refused_by_the_rules(service: Service) -> None:
    table = Table(service)
    problem = refused(table.sit("   "), 422, "not-allowed")
    assert problem["errors"][0]["pointer"] == "#/name"


@pytest.mark.parametrize("name", ["Ada", "Çağrı", "李", "🂡 ace", "e\u0301", "x" * 40])
def test_any_unicode_is_a_name(service: Service, name: str) -> None:
    answer = Table(service).sit(name)
    assert answer.status_code == 201
    assert answer.json is not None
    assert answer.json["name"] == unicodedata.normalize("NFC", name)


def test_two_spellings_of_one_name_are_one_name(service: Service) -> None:
    table = Table(service)
    table.sit("E\u0301va")
    refused(table.sit("\u00e9VA"), 409, "name-taken")


BAD_DECLARATIONS: list[tuple[Any, int, str, list[str]]] = [
    ({}, 422, "invalid-body", ["#/type"]),
    ({"type": "bribe"}, 422, "invalid-body", ["#/type"]),
    ({"type": ["pick"]}, 422, "invalid-body", ["#/type"]),
    ({"type": None}, 422, "invalid-body", ["#/type"]),
    ({"type": "take_seat", "name": "x"}, 422, "invalid-body", ["#/type"]),
    ({"type": "supply_chance"}, 422, "invalid-body", ["#/type"]),
    ({"type": "pick", "stage": "S"}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "number": 1}, 422, "invalid-body", ["#/stage"]),
    ({"type": "pick", "stage": "7", "number": 1}, 422, "invalid-body", ["#/stage"]),
    ({"type": "pick", "stage": 0, "number": 1}, 422, "invalid-body", ["#/stage"]),
    ({"type": "pick", "stage": "S", "number": "3"}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": True}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": 1.0}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": 1.5}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": 2**53}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": -(2**62)}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": None}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": {"1": 1}}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": [1]}, 422, "invalid-body", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": 1, "x": 2}, 422, "invalid-body", ["#/x"]),
    ({"type": "pick", "stage": "S", "seat": 1, "n": 2}, 422, "invalid-body",
     ["#/number", "#/seat", "#/n"]),
    ({"type": "pick", "stage": "S", "number": 7}, 422, "not-allowed", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": 0}, 422, "not-allowed", ["#/number"]),
    ({"type": "pick", "stage": "S", "number": -1}, 422, "not-allowed", ["#/number"]),
    ({"type": "pick", "stage": 1, "number": 1}, 409, "stage-moved", []),
    ({"type": "pick", "stage": 999, "number": 1}, 409, "stage-moved", []),
    ({"type": "shout", "words": "x" * 51}, 422, "not-allowed", ["#/words"]),
    ({"type": "shout", "words": " "}, 422, "not-allowed", ["#/words"]),
    ({"type": "shout", "words": "\u0007"}, 422, "invalid-body", ["#/words"]),
    ({"type": "shout", "words": 3}, 422, "invalid-body", ["#/words"]),
    ({"type": "shout", "stage": 1, "words": "late"}, 409, "stage-moved", []),
    ({"type": "nod", "to": 0}, 422, "not-allowed", ["#/to"]),
    ({"type": "nod", "to": 9}, 422, "not-allowed", ["#/to"]),
    ([], 422, "invalid-body", ["#"]),
    (5, 422, "invalid-body", ["#"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "slug", "pointers"), BAD_DECLARATIONS)
def test_a_declaration_that_is_refused(
    table: Table, body: Any, status: int, slug: str, pointers: list[str]
) -> None:
    before = table.head()
    if isinstance(body, dict) and body.get("stage") == "S":
        body = {**body, "stage": table.stage()}
    problem = refused(table.declare(0, body), status, slug)
    faults = [fault["pointer"] for fault in problem.get("errors", [])]
    assert sorted(faults) == sorted(pointers)
    assert table.head() == before


def test_what_the_rules_refuse_is_kept_for_disputes(table: Table) -> None:
    table.pick(0, 7)
    table.pick(1)
    table.pick(1)
    refused(table.declare(0, {"type": "pick", "number": "x"}), 422, "invalid-body")
    own = table.service.get(f"{table.path}/refusals", table.tokens[0]).json
    every = table.service.get(f"{table.path}/refusals", table.auditor).json
    assert own is not None
    assert every is not None
    assert [one["reason"] for one in own["refusals"]] == ["not-allowed"]
    assert [one["seat"] for one in every["refusals"]] == [0, 1]


def test_not_your_turn(table: Table) -> None:
    table.pick(0)
    before = table.head()
    problem = refused(table.pick(0), 409, "not-your-turn")
    assert problem["accepts"] == ["shout", "nod"]
    assert (problem["position"], problem["stage"]) == (before[0], table.stage())
    assert table.head() == before


def test_not_running(service: Service) -> None:
    table = Table(service, seats=3).fill(("Ada",))
    body = {"type": "pick", "stage": table.stage(), "number": 1}
    refused(table.declare(0, body), 409, "game-not-running")


def test_over(table: Table) -> None:
    table.play()
    body = {"type": "pick", "stage": 3, "number": 1}
    refused(table.declare(0, body), 409, "game-not-running")
    refused(table.sit("Late"), 409, "game-started")
    refused(table.start(), 409, "game-started")


def test_started_full_and_too_few(service: Service) -> None:
    table = Table(service, seats=3)
    refused(table.start(), 409, "too-few-players")
    table.fill(("Ada", "Bo"))
    refused(table.sit("ada"), 409, "name-taken")
    assert table.start().status_code == 201
    refused(table.sit("Late"), 409, "game-started")
    refused(table.start(), 409, "game-started")


UNREADABLE: list[tuple[bytes, str]] = [
    (b"", "the body is empty"),
    (b" \n", "the body is empty"),
    (b"\xff\xfe", "the body is not UTF-8 at byte 0"),
    (b'{"a":"\xc3\xa9\xff"}', "the body is not UTF-8 at byte 8"),
    (b"{", "the body is not JSON: something else is needed at character 1"),
    ('["éé" x]'.encode(), "the body is not JSON: something else is needed at character 6"),
    (b'{"a":NaN}', "the body is not JSON: something else is needed at character 5"),
    (b'{"a":1e999}', "the body is not JSON: something else is needed at character 5"),
    (b'"\\ud800"', "the body is not JSON: something else is needed at character 1"),
    (b"\xef\xbb\xbf{}", "the body is not JSON: something else is needed at character 0"),
    (b'{"seats":4,"seats":5}', "the key 'seats' comes more than once in one object"),
    (b'{"a":1, "\\u0061" : 1}', "the key 'a' comes more than once in one object"),
    (b'[[{"a:":{"b":":","b":2}}]]', "the key 'b' comes more than once in one object"),
    (b'{"a":{"x":1,"x":2},"b":":"}', "the key 'x' comes more than once in one object"),
    (b'{"%b":1,"%b":1}' % (b"k" * 200, b"k" * 200),
     f"the key '{'k' * 99}…' comes more than once in one object"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "said"), UNREADABLE)
def test_what_is_said_of_a_body_that_is_not_json(service: Service, sent: bytes, said: str) -> None:
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    answer = service.call("POST", "/v1/games", headers=headers, data=sent)
    assert refused(answer, 400, "not-json")["detail"] == said


def test_what_is_said_of_a_line_that_is_not_json(service: Service) -> None:
    headers = {"Idempotency-Key": "k", "Content-Type": "application/x-ndjson"}
    answer = service.call("POST", "/v1/games/import", headers=headers, data=b'{"format": x}\n')
    problem = refused(answer, 422, "file-unfit")
    assert problem["errors"] == [{"pointer": "#/1", "detail": "not JSON at character 11"}]


def test_the_same_key_in_several_objects_and_colons_in_texts_are_fine(table: Table) -> None:
    body = b'{"type":"shout","words":"\\"a\\": 1, \\"a\\": 2"}'
    answer = table.service.call(
        "POST",
        f"{table.path}/declarations",
        token=table.tokens[0],
        headers={"Idempotency-Key": "k", "Content-Type": "application/json"},
        data=body,
    )
    assert answer.status_code == 201
    told: Any = answer.json
    assert told["events"][0]["data"]["words"] == '"a": 1, "a": 2'


def test_a_key_twice_above_a_body_nested_too_deeply(service: Service) -> None:
    sent = b'{"a":1,"a":' + b"[" * 5000 + b"]" * 5000 + b"}"
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    for body in (sent, b'{"a":1,"a":' + b"[" * 32 + b"]" * 32 + b"}"):
        answer = service.call("POST", "/v1/games", headers=headers, data=body)
        refused(answer, 400, "nested-too-deeply")


RAW: list[tuple[bytes, dict[str, str], int, str]] = [
    (b"{", {}, 400, "not-json"),
    (b"", {}, 400, "not-json"),
    (b"nope", {}, 400, "not-json"),
    (b'{"a":NaN}', {}, 400, "not-json"),
    (b"\xff\xfe", {}, 400, "not-json"),
    (b'"\\ud800"', {}, 400, "not-json"),
    (b"[" * 33 + b"]" * 33, {}, 400, "nested-too-deeply"),
    (b"[" * 5000 + b"]" * 5000, {}, 400, "nested-too-deeply"),
    (b'{"a":' * 9000 + b"1" + b"}" * 9000, {}, 400, "nested-too-deeply"),
    (b"{}" + b" " * 65536, {}, 413, "body-too-large"),
    (b"{}", {"Content-Type": "text/plain"}, 415, "wrong-media-type"),
    (b"{}", {"Content-Type": ""}, 415, "wrong-media-type"),
    (b"a=1", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "wrong-media-type"),
    (b"{}", {"Idempotency-Key": ""}, 400, "idempotency-key-unfit"),
    (b"{}", {"Idempotency-Key": "x" * 256}, 400, "idempotency-key-unfit"),
    (b"{}", {"Idempotency-Key": "schlüssel"}, 400, "idempotency-key-unfit"),
]


@pytest.mark.parametrize(("sent", "headers", "status", "slug"), RAW)
@pytest.mark.parametrize("place", ["games", "seats", "start", "declarations"])
def test_a_request_that_cannot_be_read(
    table: Table, place: str, sent: bytes, headers: dict[str, str], status: int, slug: str
) -> None:
    if place == "start" and not sent:
        return
    before = table.head()
    token = {"start": table.host, "declarations": table.tokens[0]}.get(place)
    answer = table.service.call(
        "POST",
        "/v1/games" if place == "games" else f"{table.path}/{place}",
        token=token,
        headers={"Content-Type": "application/json", "Idempotency-Key": "k", **headers},
        data=sent,
    )
    refused(answer, status, slug)
    assert table.head() == before


@pytest.mark.parametrize("place", ["games", "seats", "start", "declarations"])
def test_a_key_is_needed(table: Table, place: str) -> None:
    token = {"start": table.host, "declarations": table.tokens[0]}.get(place)
    path = "/v1/games" if place == "games" else f"{table.path}/{place}"
    answer = table.service.call("POST", path, token=token, json={})
    refused(answer, 400, "idempotency-key-missing")


def test_a_chunked_body_is_not_read_beyond_the_limit(table: Table) -> None:
    builder = EnvironBuilder(
        path=f"{table.path}/seats",
        method="POST",
        headers={"Content-Type": "application/json", "Idempotency-Key": "k"},
    )
    environ = builder.get_environ()
    environ.pop("CONTENT_LENGTH", None)
    environ |= {"wsgi.input": _Endless(), "wsgi.input_terminated": True}
    chunks, status, headers = run_wsgi_app(table.service.app, environ)
    assert status.startswith("413")
    assert headers["Content-Type"] == "application/problem+json"
    assert b"body-too-large" in b"".join(chunks)


class _Endless:
    """A body without an end."""

    def __init__(self) -> None:
        self.read_bytes = 0

    def read(self, size: int = -1) -> bytes:
        self.read_bytes += max(size, 0)
        assert size >= 0 and self.read_bytes < 1_000_000
        return b" " * size


PATHS: list[tuple[str, str, int, str]] = [
    ("GET", "/", 200, ""),
    ("GET", "/nothing", 404, "not-found"),
    ("GET", "/v1/games/", 404, "not-found"),
    ("GET", "/v1/rulesets/toy/9", 404, "no-such-ruleset"),
    ("GET", "/v1/games/gaaaaaaaaaa/table", 404, "unknown-game"),
    ("GET", "/v1/games/g7/table", 404, "unknown-game"),
    ("GET", "/v1/games/g}:x{/table", 404, "unknown-game"),
    ("GET", "/v1/games/%00/events", 404, "unknown-game"),
    ("GET", "/v1/games/gaaaaaaaaaa/export", 404, "unknown-game"),
    ("GET", "/v1/games/gaaaaaaaaaa/options", 404, "unknown-game"),
    ("GET", "/v1/games/gaaaaaaaaaa/refusals", 404, "unknown-game"),
    ("POST", "/v1/games/gaaaaaaaaaa/seats", 404, "unknown-game"),
    ("POST", "/v1/games/gaaaaaaaaaa/start", 404, "unknown-game"),
    ("POST", "/v1/games/gaaaaaaaaaa/declarations", 404, "unknown-game"),
    ("DELETE", "/v1/games", 405, "method-not-allowed"),
    ("PUT", "/v1/games/gaaaaaaaaaa/table", 405, "method-not-allowed"),
    ("POST", "/healthz", 405, "method-not-allowed"),
    ("GET", "/problems/none", 404, "not-found"),
    ("GET", "/v1/games?limit=0", 422, "invalid-query"),
    ("GET", "/v1/games?limit=x", 422, "invalid-query"),
    ("GET", "/v1/games?status=lost", 422, "invalid-query"),
    ("GET", "/v1/games?cursor=x", 422, "invalid-cursor"),
    ("GET", "/v1/games?cursor=%F0%9F%82%A1", 422, "invalid-cursor"),
]


@pytest.mark.parametrize(("method", "path", "status", "slug"), PATHS)
def test_places_that_are_not_there(
    service: Service, method: str, path: str, status: int, slug: str
) -> None:
    answer = service.call(method, path, headers={"Idempotency-Key": "k"})
    assert answer.status_code == status
    if slug:
        refused(answer, status, slug)
    if status == 405:
        assert answer.headers["Allow"]


UNKNOWN, TWICE = "There is no such parameter.", "It comes more than once."
MISTYPED: list[tuple[str, dict[str, str]]] = [
    ("GAME/table?att=5", {"#/att": UNKNOWN}),
    ("GAME/table?at=3&at=4", {"#/at": TWICE}),
    ("GAME/table?at=3&at=3", {"#/at": TWICE}),
    ("GAME/table?at=3&at=x&as=god&seat=1&seat=2", {
        "#/at": TWICE,
        "#/as": "One of public, auditor, archive, seat:0 …",
        "#/seat": UNKNOWN,
    }),
    ("GAME/table?as_=public", {"#/as_": UNKNOWN}),
    ("GAME/table?at=0", {"#/at": "From 1 on."}),
    ("GAME/table?At=3", {"#/At": UNKNOWN}),
    ("GAME/table?=3", {"#/": UNKNOWN}),
    ("GAME/map.svg?zoom=2", {"#/zoom": UNKNOWN}),
    ("GAME/events?last=3", {"#/last": UNKNOWN}),
    ("GAME/events?limit=1001&wait=26", {"#/limit": "Up to 1000.", "#/wait": "Up to 25."}),
    ("GAME/export?at=3", {"#/at": UNKNOWN}),
    ("GAME/refusals?page=2", {"#/page": UNKNOWN}),
    ("GAME/options?stage=3", {"#/stage": UNKNOWN}),
    ("GAME/rulings?a&b", {"#/a": UNKNOWN, "#/b": UNKNOWN}),
    ("/v1/games?status=open&status=running", {"#/status": TWICE}),
    ("/v1/games?page=2", {"#/page": UNKNOWN}),
    ("/v1/rulesets?x=1", {"#/x": UNKNOWN}),
    ("/v1/rulesets/toy/1?x=1", {"#/x": UNKNOWN}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "said"), MISTYPED)
def test_a_query_that_says_more_than_is_asked(
    table: Table, path: str, said: dict[str, str]
) -> None:
    place = path.replace("GAME", table.path)
    problem = refused(table.service.get(place, table.tokens[0]), 422, "invalid-query")
    assert {fault["pointer"]: fault["detail"] for fault in problem["errors"]} == said
    assert table.service.call("HEAD", place, token=table.tokens[0]).status_code == 422
    assert table.service.call("OPTIONS", place).status_code == 200


@pytest.mark.parametrize(
    "page", ["/", "/docs", "/openapi.yaml", "/healthz", "/readyz", "/problems/not-found"]
)
def test_pages_and_probes_do_not_mind(service: Service, page: str) -> None:
    assert service.get(f"{page}?utm_source=x&x=1&x=2").status_code == service.get(page).status_code


@pytest.mark.parametrize("place", ["/v1/games", "GAME/seats", "GAME/start", "GAME/declarations",
                                   "GAME/rulings", "/v1/games/import"])  # fmt: skip
def test_calls_that_change_something_take_no_query(table: Table, place: str) -> None:
    before = table.head()
    path = f"{place.replace('GAME', table.path)}?dry_run=1"
    problem = refused(table.service.post(path, GAME, table.host), 422, "invalid-query")
    assert problem["errors"] == [{"pointer": "#/dry_run", "detail": UNKNOWN}]
    assert (table.head(), table.service.parts.index.count()) == (before, 1)


QUERIES: list[tuple[str, int, str]] = [
    ("table?at=0", 422, "invalid-query"),
    ("table?at=-1", 422, "invalid-query"),
    ("table?at=1.0", 422, "invalid-query"),
    ("table?at=x", 422, "invalid-query"),
    ("table?at=", 422, "invalid-query"),
    ("table?at=%D9%A3", 422, "invalid-query"),
    ("table?at=99999999999999999999", 422, "invalid-query"),
    ("table?at=999", 404, "no-such-position"),
    ("table?as=god", 422, "invalid-query"),
    ("table?as=seat:", 422, "invalid-query"),
    ("table?as=public%0A", 422, "invalid-query"),
    ("table?as=seat:0%0A", 422, "invalid-query"),
    ("table?at=3%0A", 422, "invalid-query"),
    ("table?as=seat:01", 422, "invalid-query"),
    ("table?as=seat:9", 422, "invalid-query"),
    ("events?after=-1", 422, "invalid-query"),
    ("events?after=999", 404, "no-such-position"),
    ("events?limit=0", 422, "invalid-query"),
    ("events?limit=1001", 422, "invalid-query"),
    ("events?wait=26", 422, "invalid-query"),
    ("events?wait=soon", 422, "invalid-query"),
]


@pytest.mark.parametrize(("query", "status", "slug"), QUERIES)
def test_queries_that_make_no_sense(table: Table, query: str, status: int, slug: str) -> None:
    refused(table.service.get(f"{table.path}/{query}"), status, slug)


def test_what_no_call_offers_is_not_acceptable(table: Table) -> None:
    answer = table.service.get(f"{table.path}/events", Accept="image/png")
    refused(answer, 406, "not-acceptable")
    refused(
        table.service.get(f"{table.path}/events", **{"Last-Event-ID": "x"}), 422, "invalid-query"
    )


@pytest.mark.parametrize("given", ["x", "-1", "0", "1.5", '"', "١"])
def test_a_precondition_that_is_none(table: Table, given: str) -> None:
    sent = {"If-Match": given.encode().decode("latin-1")}
    refused(table.pick(0, **sent), 400, "bad-precondition")


def test_a_fault_of_ours_is_a_problem_and_tells_nothing(table: Table) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("the hand of seat 1")

    table.service.parts.tables.of = broken  # type: ignore[method-assign,assignment]
    answer = table.service.client.get(f"{table.path}/table")
    assert answer.status_code == 500
    assert answer.mimetype == "application/problem+json"
    assert answer.json is not None
    assert answer.json["type"] == "/problems/internal"
    assert "hand" not in answer.text
