"""What somebody who means ill may send: nothing breaks, nothing leaks, nothing piles up."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import orjson
import pytest
from gunicorn.http.errors import InvalidChunkSize
from werkzeug.test import EnvironBuilder, run_wsgi_app

from events.redis_refusals import RedisRefusals
from events.refusals import LARGEST_BODY, LONGEST_SENTENCE, body_kept
from rules import registry
from rules.junta.stages.nomination import Nominate
from rules.kernel.identifiers import Seat
from service.parts import on_redis
from service.settings import Settings
from service.tokens import marked
from tests.service.driving import Service, Table, refused
from tests.toy.game import TOY, Shout

GAME = {"ruleset": "toy/1", "seats": 2}
LONG = "0123456789abcdef0123456789abcdef"


def junta(service: Service) -> Table:
    """A game of Junta whose first election is open."""
    table = Table(service, 5, ruleset="junta/1").fill(("Ana", "Bruno", "Carla", "Diego", "Eva"))
    service.look(table.id)
    return table


# --- what is refused, and what is kept and said of it


@pytest.mark.parametrize("key", ["9007199254740992", "9" * 16, "9" * 19, "-1", "1000", "00", ""])
def test_tables_by_seat_have_seats_as_keys(service: Service, key: str) -> None:
    table = junta(service)
    body = {"type": "nominate", "stage": table.stage(), "support": {key: 1}}
    problem = refused(table.declare(0, body), 422, "invalid-body")
    assert [fault["pointer"] for fault in problem["errors"]] == [f"#/support/{key}"]


def test_a_seat_that_is_not_there_is_no_choice(service: Service) -> None:
    table = junta(service)
    body = {"type": "nominate", "stage": table.stage(), "support": {"999": 1}}
    refused(table.declare(0, body), 422, "not-enough-votes")


def test_a_declaration_that_cannot_be_written_is_refused_all_the_same() -> None:
    kept = body_kept(Nominate(support={Seat(2**53): 1}))
    assert kept.keys() == {"unwritable"}
    assert "2^53" in kept["unwritable"]


def test_little_is_kept_of_a_long_refused_declaration(table: Table) -> None:
    words = "x" * 60_000
    refused(table.declare(0, {"type": "shout", "words": words}), 422, "not-allowed")
    shown: Any = table.service.get(f"{table.path}/refusals", table.tokens[0]).json
    kept = shown["refusals"][0]
    assert kept["body"].keys() == {"sha256", "size"}
    assert kept["body"]["size"] > 60_000
    assert len(orjson.dumps(kept)) < 1000
    assert body_kept(Shout(words="x" * LARGEST_BODY)).keys() == {"sha256", "size"}
    assert body_kept(Shout(words="short")) == {"words": "short"}


LONG_BODIES: list[Any] = [
    {f"field {n}": 1 for n in range(3000)},
    {"x" * 60_000: 1},
    {"😀" * 5_000: 1},
    {**GAME, "ruleset": "r" * 60_000},
    {**GAME, "options": {f"o{n}": 1 for n in range(4000)}},
    {**GAME, "options": {"o" * 60_000: 1}},
    {**GAME, "durations": {f"s{n}": 1 for n in range(4000)}},
    {**GAME, "spectators": "s" * 60_000},
    {**GAME, "join_code": "c" * 60_000},
]


@pytest.mark.parametrize("body", LONG_BODIES, ids=range(len(LONG_BODIES)))
def test_a_long_body_gets_a_short_answer(service: Service, body: Any) -> None:
    answer = service.post("/v1/games", body)
    assert answer.status_code == 422
    assert len(answer.data) < 40_000
    assert answer.json is not None
    assert len(answer.json["detail"]) <= LONGEST_SENTENCE + 1
    assert len(answer.json["errors"]) <= 100
    for fault in answer.json["errors"]:
        assert len(fault["pointer"]) <= 200
        assert len(fault["detail"]) <= 300


def test_it_says_how_many_faults_there_are(service: Service) -> None:
    answer = service.post("/v1/games", {**GAME, **{f"f{n}": 1 for n in range(250)}})
    assert answer.json is not None
    assert "249 more; only 100 are listed" in answer.json["detail"]


def test_long_rows_are_cut(service: Service) -> None:
    table = junta(service)
    cards = [f"{'c' * 300}{n}" for n in range(150)]
    body = {"type": "discard_cards", "stage": table.stage(), "cards": cards}
    for kind in registry.GAMES["junta/1"].declarations:
        answer = table.declare(0, {**body, "type": kind})
        assert len(answer.data) < 40_000
    body = {"type": "give_cards", "to": 1, "cards": cards}
    assert len(table.declare(0, body).data) < 5000


@pytest.mark.parametrize("cursor", ["x", "W10", "WyJhIiwwLDBd", "é", "x" * 5000])
def test_a_cursor_of_somewhere_else(table: Table, cursor: str) -> None:
    answer = table.service.get(f"{table.path}/refusals?cursor={cursor}", table.tokens[0])
    refused(answer, 422, "invalid-cursor")


def _pages(table: Table, token: str | None, limit: int) -> list[Any]:
    found: list[Any] = []
    path = f"{table.path}/refusals?limit={limit}"
    while path:
        answer = table.service.get(path, token)
        assert answer.json is not None
        assert len(answer.json["refusals"]) <= limit
        found += answer.json["refusals"]
        link = answer.headers.get("Link")
        assert (link is None) == (answer.json["cursor"] is None)
        path = "" if link is None else link[1 : link.index(">")]
    return found


@pytest.mark.parametrize("stopped", [False, True])
def test_refusals_come_in_pages(table: Table, stopped: bool) -> None:
    now = table.service.parts.commits.clock()
    if stopped:
        table.service.parts.commits.clock = lambda: now
    for number in range(100, 107):
        table.pick(number % 2, number)
    every = _pages(table, table.auditor, 100)
    assert len(every) == 7
    assert _pages(table, table.auditor, 1) == _pages(table, table.auditor, 3) == every
    own = _pages(table, table.tokens[0], 2)
    assert [one["body"]["number"] for one in own] == [100, 102, 104, 106]
    refused(
        table.service.get(f"{table.path}/refusals?limit=101", table.tokens[0]), 422, "invalid-query"
    )


def test_a_hundred_refusals_a_page(table: Table) -> None:
    for number in range(101):
        table.pick(0, 100 + number)
    answer: Any = table.service.get(f"{table.path}/refusals", table.tokens[0]).json
    assert len(answer["refusals"]) == 100
    assert answer["cursor"]


def test_refusals_on_redis_are_short_too(redis_url: str, redis: Any) -> None:
    service = Service(on_redis(Settings(redis_url=redis_url)))
    assert isinstance(service.parts.refusals, RedisRefusals)
    table = Table(service).fill()
    for _ in range(5):
        table.declare(0, {"type": "shout", "words": "x" * 60_000})
    assert redis.memory_usage(f"game:{{{table.id}}}:refusals:0") < 10_000


# --- keys of callers whom nothing tells apart


def test_strangers_with_the_same_short_key_make_their_own_games(service: Service) -> None:
    first = service.post("/v1/games", GAME, key="1").json
    second = service.post("/v1/games", {**GAME, "seats": 3}, key="1")
    assert second.status_code == 201
    assert first is not None
    assert second.json is not None
    assert second.json["id"] != first["id"]
    problem = refused(service.post("/v1/games", GAME, key="1"), 409, "already-made")
    assert first["id"] not in str(problem)


def test_strangers_with_the_same_short_key_sit_down_both(service: Service) -> None:
    table = Table(service, seats=3)
    assert table.sit("Ada", key="1").status_code == 201
    assert table.sit("Bo", key="1").status_code == 201
    refused(table.sit("Ada", key="1"), 409, "already-made")
    assert table.sit("Cy", key=LONG).status_code == 201
    refused(table.sit("Dee", key=LONG), 422, "other-body")


def test_holders_of_service_keys_are_told_apart_by_them(service: Service) -> None:
    service.parts.tokens.put_service_key("club", marked("keyoftheclub"))
    assert service.post("/v1/games", GAME, "keyoftheclub", key="1").status_code == 201
    other = service.post("/v1/games", {**GAME, "seats": 3}, "keyoftheclub", key="1")
    refused(other, 422, "other-body")


def test_a_token_that_is_no_service_key_makes_no_game(service: Service) -> None:
    refused(service.post("/v1/games", GAME, "nope"), 401, "token-unknown")


# --- join codes


def test_wrong_codes_count_right_ones_do_not(service: Service) -> None:
    table = Table(service, seats=5, join_code="1234")
    service.parts.guesses = dataclasses.replace(service.parts.guesses, most=3)
    for name in ("Ada", "Bo", "Cy", "Dee"):
        assert table.sit(name, join_code="1234").status_code == 201
    for code in ("0001", "0002", "0003"):
        refused(table.sit("Eve", join_code=code), 403, "wrong-join-code")
    answer = table.sit("Eve", join_code="1234")
    problem = refused(answer, 429, "too-many-requests")
    assert "3 wrong join codes came from this address" in problem["detail"]
    assert answer.headers["Retry-After"]
    elsewhere = service.call(
        "POST",
        f"{table.path}/seats",
        headers={"Idempotency-Key": "k"},
        json={"name": "Eve", "join_code": "1234"},
        environ_overrides={"REMOTE_ADDR": "192.0.2.7"},
    )
    assert elsewhere.status_code == 201


def test_wrong_codes_are_counted_in_all_processes_together(redis_url: str) -> None:
    services = [Service(on_redis(Settings(redis_url=redis_url))) for _ in range(2)]
    table = Table(services[0], join_code="1234")
    for one in services:
        one.parts.guesses = dataclasses.replace(one.parts.guesses, most=3)
    for n, code in enumerate(("0001", "0002", "0003")):
        table.service = services[n % 2]
        refused(table.sit("Eve", key=f"k{n}", join_code=code), 403, "wrong-join-code")
    for table.service in services:
        refused(table.sit("Eve", key="z", join_code="1234"), 429, "too-many-requests")


# --- addresses and bodies


@pytest.mark.parametrize(
    "path", ["//", "//docs", "/v1//games", "/docs/", "/v1/games/", "///evil.example/", "/healthz/"]
)
def test_nothing_is_ever_redirected(service: Service, path: str) -> None:
    builder = EnvironBuilder(path="/", method="GET", headers={"Host": "evil.example"})
    environ = builder.get_environ() | {"PATH_INFO": path}
    chunks, status, headers = run_wsgi_app(service.app, environ)
    assert "Location" not in headers
    assert b"evil" not in b"".join(chunks)
    if path not in ("//", "//docs"):  # slashes at the very front are the server's to drop
        assert status.startswith("404")
        assert headers["Content-Type"] == "application/problem+json"


class _BadlyChunked:
    def read(self, size: int = -1) -> bytes:
        raise InvalidChunkSize("zz")


@pytest.mark.parametrize("media", ["application/json", "application/x-ndjson"])
def test_a_body_in_bad_chunks(service: Service, media: str) -> None:
    path = "/v1/games" if media == "application/json" else "/v1/games/import"
    headers = {"Content-Type": media, "Idempotency-Key": "k"}
    environ = EnvironBuilder(path=path, method="POST", headers=headers).get_environ()
    environ.pop("CONTENT_LENGTH", None)
    environ |= {"wsgi.input": _BadlyChunked(), "wsgi.input_terminated": True}
    chunks, status, _ = run_wsgi_app(service.app, environ)
    assert status.startswith("400")
    assert b"bad-request" in b"".join(chunks)


@pytest.mark.parametrize("query", ["public%0A", "auditor%0A", "seat:0%0A"])
def test_a_viewer_with_a_line_feed(table: Table, query: str) -> None:
    for place in ("table", "events", "export"):
        answer = table.service.get(f"{table.path}/{place}?as={query}")
        problem = refused(answer, 422, "invalid-query")
        assert problem["errors"][0]["pointer"] == "#/as"


# --- names and texts


@pytest.mark.parametrize(
    "name",
    ["\u200b", "\u00ad", "\u2060x", "\u202eabc", "a\u200db", "\u3164", "\u115f\u1160", "\uffa0",
     "\u2800", "\ufe0f", "\u00a0\u3000", "\ue000", "\u0378", "Аda", "Αda", "раypal"],
)  # fmt: skip
def test_names_that_look_empty_or_deceive(service: Service, name: str) -> None:
    problem = refused(Table(service).sit(name), 422, "not-allowed")
    assert problem["errors"][0]["pointer"] == "#/name"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ADA"), ("Ada", "Ａｄａ"), ("Ada", "𝐀𝐝𝐚"), ("Ada", "Ada\ufe0e"), ("Straße", "STRASSE"),
     ("сор", "cop"), ("Ian", "lan"), ("Bo 1", "bo I"), ("A B", "A\u00a0 B"), ("ﬁn", "fin")],
)  # fmt: skip
def test_names_that_look_alike(service: Service, one: str, other: str) -> None:
    table = Table(service)
    assert table.sit(one).status_code == 201
    refused(table.sit(other), 409, "name-taken")


@pytest.mark.parametrize("name", ["Çağrı", "李", "Ольга", "Ζωή", "🂡 ace", "O'Neill-2", "محمد"])
def test_names_of_people(service: Service, name: str) -> None:
    answer = Table(service).sit(name)
    assert answer.status_code == 201
    assert answer.json is not None
    assert answer.json["name"] == name


@pytest.mark.parametrize("separator", ["\u2028", "\u2029"])
def test_no_text_breaks_a_line_of_an_export(table: Table, separator: str) -> None:
    answer = table.declare(0, {"type": "shout", "words": f"a{separator}b"})
    assert refused(answer, 422, "invalid-body")["errors"][0]["pointer"] == "#/words"
    refused(Table(table.service).sit(f"a{separator}b"), 422, "invalid-body")


# --- things that are over


def test_nobody_sits_down_at_an_abandoned_game(service: Service) -> None:
    table = Table(service, durations={"picking": 5})
    now = service.parts.commits.clock()
    service.parts.commits.clock = lambda: now + timedelta(days=2)
    service.look(table.id)
    problem = refused(table.sit("Late"), 409, "game-not-running")
    assert problem["detail"] == "the game was abandoned"
    refused(table.start(), 409, "game-not-running")


def test_a_stage_whose_time_is_up_waits_for_chance(service: Service) -> None:
    table = Table(service, durations={"picking": 5}).fill()
    stage, now = table.stage(), service.parts.commits.clock()
    service.parts.commits.clock = lambda: now + timedelta(seconds=6)
    body = {"type": "pick", "stage": stage, "number": 1}
    problem = refused(table.declare(0, body), 409, "stage-moved")
    assert "waits for chance" in problem["detail"]


def test_events_differ_by_who_asks_and_what_he_accepts(table: Table) -> None:
    for accept in ("application/json", "application/x-ndjson"):
        answer = table.service.get(f"{table.path}/events", Accept=accept)
        assert answer.headers["Vary"] == "Authorization, Accept"
    assert TOY.id in registry.GAMES
