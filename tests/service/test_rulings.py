"""Rulings over HTTP: rights, second clicks, hand-overs, pauses; and nothing secret is shown."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from rules.kernel.identifiers import Seat
from service.parts import on_redis
from service.settings import Settings
from service.tokens import bot_token
from tests.service.driving import HIDDEN, Service, Table, refused

NAMES = ("Ada", "Bo", "Cy")
SHORT = "short"
FAR = timedelta(seconds=70)
"""Longer than any stage of the toy lasts."""


class Ruled(Table):
    """A toy game of three, on whose table rulings are made."""

    def __init__(self, service: Service, **wanted: Any) -> None:
        super().__init__(service, seats=3, options={"turns": 50, "absent_after": 1}, **wanted)
        self.fill(NAMES)

    def rule(self, who: Any, kind: str, key: str | None = None, **more: Any) -> TestResponse:
        """`who`: a seat, or a token."""
        token = self.tokens[who] if isinstance(who, int) else who
        body = {"type": kind, "reason": "it must be", **more}
        return self.service.post(f"{self.path}/rulings", body, token, key=key)

    def vanish(self, seat: int) -> None:
        """The open stage expires on this seat, as `absent_after` demands."""
        for other in {0, 1, 2} - {seat}:
            self.pick(other)
        commits = self.service.parts.commits
        commits.clock = lambda now=commits.clock: now() + FAR  # type: ignore[misc]
        self.service.look(self.id)
        assert self.player(seat)["absent"]

    def table(self, token: str | None = None) -> Any:
        return self.service.get(f"{self.path}/table", token).json

    def player(self, seat: int) -> Any:
        return self.table()["players"][seat]

    def rulings(self) -> Any:
        return self.service.get(f"{self.path}/rulings").json

    def claim(self, seat: int, code: str, name: str = "Eva", **more: Any) -> TestResponse:
        return self.sit(name, seat=seat, claim=code, **more)


@pytest.fixture(params=["memory", "redis"])
def ruled(request: pytest.FixtureRequest) -> Ruled:
    if request.param == "memory":
        return Ruled(Service())
    request.getfixturevalue("redis")
    url = request.getfixturevalue("redis_url")
    return Ruled(Service(on_redis(Settings(redis_url=url))))


def other_process(ruled: Ruled) -> Service:
    """The same game in another process, where there can be one."""
    redis: Redis | None = getattr(ruled.service.parts.tokens, "redis", None)
    if redis is None:
        return ruled.service
    path = redis.connection_pool.connection_kwargs["path"]
    return Service(on_redis(Settings(redis_url=f"unix://{path}")))


def types(answer: TestResponse) -> list[str]:
    assert answer.status_code in (200, 201), answer.text
    assert answer.json is not None
    return [event.get("type", "") for event in answer.json["events"]]


# --- who may ---


@pytest.mark.parametrize("who", ["host", "auditor"])
def test_the_host_and_the_auditor_stop_the_clock(ruled: Ruled, who: str) -> None:
    token = getattr(ruled, who)
    assert types(ruled.rule(token, "pause")) == ["ruling_made", "game_paused"]
    assert types(ruled.rule(token, "extend", seconds=30)) == ["ruling_made", "stage_extended"]
    assert types(ruled.rule(token, "resume")) == ["ruling_made", "game_resumed"]


def test_what_the_host_may_not(ruled: Ruled) -> None:
    before = ruled.head()
    refused(ruled.rule(ruled.host, "void"), 403, "ruling-not-yours")
    refused(ruled.rule(ruled.host, "replace", seat=0, by="player"), 403, "ruling-not-yours")
    refused(ruled.rule(ruled.host, "replace", seat=0, by="bot"), 403, "ruling-not-yours")
    assert ruled.head() == before


def test_what_a_seat_may_not(ruled: Ruled) -> None:
    for kind, more in (("pause", {}), ("extend", {"seconds": 5})):
        refused(ruled.rule(0, kind, **more), 403, "ruling-not-yours")
    refused(ruled.rule(0, "replace", seat=0, by="player"), 403, "ruling-not-yours")


def test_without_a_token_nobody_rules(ruled: Ruled) -> None:
    refused(ruled.rule("", "pause"), 401, "token-unknown")
    body = {"type": "pause", "reason": "x"}
    refused(ruled.service.post(f"{ruled.path}/rulings", body), 401, "token-missing")


def test_seats_replace_one_of_them_together(ruled: Ruled) -> None:
    assert types(ruled.rule(0, "replace", seat=2, by="player")) == ["ruling_supported"]
    wanted = {"type": "replace", "seat": 2, "by": "player", "bot": None}
    assert ruled.table()["proposals"] == [{**wanted, "supporters": [0], "missing": [1]}]
    made = ruled.rule(1, "replace", seat=2, by="player")
    assert types(made) == ["ruling_supported", "ruling_made", "seat_opened"]
    assert made.json is not None and made.json["claim"]
    assert ruled.table()["proposals"] == []


def test_seats_void_together(ruled: Ruled) -> None:
    for seat in (0, 1):
        ruled.rule(seat, "void")
    assert types(ruled.rule(2, "void"))[-1] == "game_voided"


# --- bodies ---


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"type": "pause"}, {"#/reason"}),
        ({"type": "roll_back", "reason": "x"}, {"#/type"}),
        ({"type": "extend", "reason": "x"}, {"#/seconds"}),
        ({"type": "extend", "reason": "x", "seconds": 0}, {"#/seconds"}),
        ({"type": "pause", "reason": "x", "seconds": 5, "seat": 0}, {"#/seconds", "#/seat"}),
        ({"type": "replace", "reason": "x"}, {"#/seat", "#/by"}),
        ({"type": "replace", "reason": "x", "seat": 0, "by": "player", "bot": "sly"}, {"#/bot"}),
        ({"type": "replace", "reason": "x", "seat": 0, "by": "bot", "bot": "hal"}, {"#/bot"}),
        ({"type": "void", "reason": "x" * 501}, {"#/reason"}),
        ({"type": "void", "reason": ""}, {"#/reason"}),
        ({"type": "void", "reason": 7, "more": 1}, {"#/reason", "#/more"}),
    ],
)
def test_every_fault_of_a_body_is_named(service: Service, body: Any, pointers: set[str]) -> None:
    table = Ruled(service)
    answer = service.post(f"{table.path}/rulings", body, table.auditor)
    problem = refused(answer, 422, "invalid-body")
    assert {fault["pointer"] for fault in problem["errors"]} == pointers


def test_what_only_the_game_can_say_is_refused_with_its_place(service: Service) -> None:
    table = Ruled(service)
    problem = refused(table.rule(table.auditor, "replace", seat=9, by="player"), 422, "not-allowed")
    assert problem["errors"][0]["pointer"] == "#/seat"
    refused(table.rule(table.auditor, "resume"), 409, "not-now")


# --- second clicks ---


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("pause", {}),
        ("extend", {"seconds": 9}),
        ("replace", {"seat": 1, "by": "player"}),
        ("replace", {"seat": 1, "by": "bot"}),
        ("void", {}),
    ],
)
def test_a_second_click_is_answered_as_the_first(ruled: Ruled, kind: str, more: Any) -> None:
    key = ruled.service.key()
    first = ruled.rule(ruled.auditor, kind, key=key, **more)
    head = ruled.head()
    service = other_process(ruled)
    body = {"type": kind, "reason": "it must be", **more}
    again = service.post(f"{ruled.path}/rulings", body, ruled.auditor, key=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    assert again.headers["Idempotent-Replay"] == "true"
    assert ruled.head() == head
    body["reason"] = "another"
    other = service.post(f"{ruled.path}/rulings", body, ruled.auditor, key=key)
    refused(other, 422, "other-body")


def test_a_short_key_is_given_its_claim_once(ruled: Ruled) -> None:
    first = ruled.rule(ruled.auditor, "replace", key=SHORT, seat=1, by="player")
    assert first.json is not None and first.json["claim"]
    again = ruled.rule(ruled.auditor, "replace", key=SHORT, seat=1, by="player")
    refused(again, 409, "already-made")


# --- a pause ---


def test_a_paused_game_takes_nothing_but_speech(ruled: Ruled) -> None:
    ruled.rule(ruled.host, "pause")
    problem = refused(ruled.pick(0), 409, "game-paused")
    assert problem["stage"] == ruled.stage()
    assert ruled.declare(0, {"type": "shout", "words": "why?"}).status_code == 201
    options = ruled.service.get(f"{ruled.path}/options", ruled.tokens[0]).json
    assert options is not None
    assert [option["type"] for option in options["options"]] == ["shout"]
    stage = ruled.table()["stage"]
    assert (stage["deadline"], 55 <= stage["left_s"] <= 60) == (None, True)
    assert ruled.table()["paused"]
    ruled.rule(ruled.host, "resume")
    stage = ruled.table()["stage"]
    assert (stage["deadline"] is not None, stage["left_s"]) == (True, None)
    assert ruled.pick(0).status_code == 201


# --- a replacement ---


def test_a_vanished_player_is_replaced_by_whoever_has_the_claim(ruled: Ruled) -> None:
    ruled.vanish(1)
    code = ruled.rule(ruled.host, "replace", seat=1, by="player").json["claim"]  # type: ignore[index]
    old = ruled.tokens[1]
    there = ruled.player(1)
    assert (there["absent"], there["vacant"], there["name"]) == (True, True, "Bo")
    for service in (ruled.service, other_process(ruled)):
        for call in ("table", "options", "events", "refusals", "export", "rulings"):
            refused(service.get(f"{ruled.path}/{call}", old), 401, "token-unknown")
        body = {"type": "shout", "words": "still me"}
        answer = service.post(f"{ruled.path}/declarations", body, old)
        assert refused(answer, 401, "token-unknown")
        assert "invalid_token" in answer.headers["WWW-Authenticate"]
        body = {"type": "void", "reason": "revenge"}
        refused(service.post(f"{ruled.path}/rulings", body, old), 401, "token-unknown")
    taken = ruled.claim(1, code)
    assert taken.status_code == 201
    assert taken.json is not None
    assert (taken.json["seat"], taken.json["name"]) == (1, "Eva")
    there = ruled.player(1)
    assert (there["absent"], there["vacant"], there["name"]) == (False, False, "Eva")
    ruled.tokens[1] = taken.json["token"]
    assert ruled.pick(1).status_code == 201
    refused(other_process(ruled).get(f"{ruled.path}/options", old), 401, "token-unknown")


def test_a_claim_is_good_once_and_for_its_seat(ruled: Ruled) -> None:
    code = ruled.rule(ruled.auditor, "replace", seat=1, by="player").json["claim"]  # type: ignore[index]
    refused(ruled.claim(1, "guess"), 403, "wrong-claim")
    refused(ruled.claim(0, code), 403, "wrong-claim")
    refused(ruled.claim(9, code), 403, "wrong-claim")
    refused(ruled.claim(1, code, "Ada"), 409, "name-taken")
    key = ruled.service.key()
    first = ruled.claim(1, code, key=key)
    again = ruled.claim(1, code, key=key)
    assert (again.status_code, again.json) == (200, first.json)
    refused(ruled.claim(1, code, "Fay"), 409, "seat-not-open")
    ruled.rule(ruled.auditor, "replace", seat=1, by="player")
    refused(ruled.claim(1, code, "Fay"), 403, "wrong-claim")


def test_a_claim_needs_no_join_code(service: Service) -> None:
    table = Table(service, seats=2, join_code="x")
    for name in ("Ada", "Bo"):
        table.sit(name, join_code="x")
    body = {"type": "replace", "reason": "x", "seat": 1, "by": "player"}
    made = service.post(f"{table.path}/rulings", body, table.auditor).json
    assert made is not None
    assert table.sit("Eva", seat=1, claim=made["claim"]).status_code == 201


def test_a_bot_is_told_to_all_and_its_token_to_nobody(ruled: Ruled) -> None:
    ruled.vanish(1)
    made = ruled.rule(ruled.host, "replace", seat=1, by="bot")
    assert types(made) == ["ruling_made", "seat_given_to_bot"]
    assert ruled.player(1)["bot"] == "sly"
    secret = ruled.service.parts.commits.secrets(ruled.id).token_secret
    token = bot_token(secret, ruled.id, Seat(1), 1)
    assert token not in made.text
    refused(ruled.service.get(f"{ruled.path}/options", ruled.tokens[1]), 401, "token-unknown")
    ruled.tokens[1] = token
    assert ruled.pick(1).status_code == 201
    refused(ruled.rule(ruled.host, "replace", seat=1, by="player"), 403, "ruling-not-yours")
    made = ruled.rule(ruled.auditor, "replace", seat=1, by="player")
    code = made.json["claim"]  # type: ignore[index]
    refused(ruled.service.get(f"{ruled.path}/options", token), 401, "token-unknown")
    assert ruled.claim(1, code).status_code == 201


def test_no_ruling_shows_its_author_a_secret(ruled: Ruled) -> None:
    """The numbers that seats picked stay theirs, whoever rules and whatever is ruled."""
    ruled.pick(0, 5)
    ruled.vanish(1)
    ruled.pick(0, 6)
    for kind, more in (("pause", {}), ("resume", {}), ("extend", {"seconds": 1})):
        ruled.rule(ruled.host, kind, **more)
    made = ruled.rule(ruled.host, "replace", seat=1, by="player")
    events = ruled.service.get(f"{ruled.path}/events", ruled.host).json
    assert events is not None
    picked = [e["data"]["number"] for e in events["events"] if e.get("type") == "picked"]
    assert picked and all(number == HIDDEN for number in picked)
    assert ruled.table(ruled.host)["picks"] == {"0": HIDDEN}
    assert set(made.json or ()) == {"position", "hash", "events", "now", "claim"}


# --- a void ---


def test_a_voided_game_says_so_everywhere(ruled: Ruled) -> None:
    ruled.rule(ruled.auditor, "void")
    ruled.service.look(ruled.id)
    assert ruled.table()["status"] == "voided"
    lobby = ruled.service.get("/v1/games?status=voided").json
    assert lobby is not None
    assert [row["id"] for row in lobby["games"]] == [ruled.id]
    refused(ruled.service.post(f"{ruled.path}/start", {}, ruled.host), 409, "game-not-running")
    refused(ruled.rule(ruled.auditor, "pause"), 409, "game-not-running")
    refused(ruled.declare(0, {"type": "shout", "words": "!"}), 409, "game-not-running")
    events = ruled.service.get(f"{ruled.path}/events").json
    assert events is not None
    assert events["events"][-1]["type"] == "secrets_revealed"
    assert ruled.service.get(f"{ruled.path}/table?as=seat:1").status_code == 200


# --- the list ---


def test_everybody_reads_who_ruled_what_and_why(ruled: Ruled) -> None:
    ruled.rule(ruled.host, "extend", seconds=30)
    ruled.rule(0, "void")
    told = ruled.rulings()
    first, second = told["rulings"]
    assert (first["author"], first["made"], first["type"]) == ("host", True, "extend")
    assert (first["seconds"], first["reason"]) == (30, "it must be")
    assert (second["author"], second["made"], second["type"]) == (0, False, "void")
    assert told["proposals"][0]["missing"] == [1, 2]
    assert told["position"] == ruled.head()[0]


def test_a_closed_game_shows_its_rulings_to_its_own(service: Service) -> None:
    table = Ruled(service, spectators="closed")
    refused(service.get(f"{table.path}/rulings"), 403, "spectators-closed")
    assert service.get(f"{table.path}/rulings", table.tokens[0]).status_code == 200


def test_a_lobby_takes_no_rulings(service: Service) -> None:
    table = Table(service)
    body = {"type": "pause", "reason": "x"}
    refused(service.post(f"{table.path}/rulings", body, table.host), 409, "game-not-running")
