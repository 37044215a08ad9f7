"""Who may do and see what: no token, a seat, the host, the auditor; running and over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.tokens import marked
from tests.service.driving import HIDDEN, Service, Table, refused


def _viewer(table: Table, token: str | None, query: str = "") -> Any:
    answer = table.service.get(f"{table.path}/table{query}", token)
    assert answer.json is not None
    return answer.json.get("viewer") or (answer.status_code, answer.json["type"])


def test_everybody_looks_as_himself(table: Table) -> None:
    assert _viewer(table, None) == "public"
    assert _viewer(table, table.host) == "public"
    assert _viewer(table, table.tokens[1]) == "seat:1"
    assert _viewer(table, table.auditor) == "auditor"


def test_a_pick_is_seen_by_its_seat_and_the_auditor(table: Table) -> None:
    table.pick(0, 5)
    told = {
        name: table.service.get(f"{table.path}/table", token).json
        for name, token in {
            "public": None,
            "host": table.host,
            "0": table.tokens[0],
            "1": table.tokens[1],
            "auditor": table.auditor,
        }.items()
    }
    picks = {name: shown["picks"]["0"] for name, shown in told.items() if shown}
    assert picks == {"public": HIDDEN, "host": HIDDEN, "0": 5, "1": HIDDEN, "auditor": 5}


FORBIDDEN = (403, "/problems/wrong-role")


def test_looking_as_somebody_else_needs_the_auditor_while_the_game_runs(table: Table) -> None:
    for token in (None, table.host, table.tokens[0]):
        assert _viewer(table, token, "?as=auditor") == FORBIDDEN
        assert _viewer(table, token, "?as=seat:1") == FORBIDDEN
        assert _viewer(table, token, "?as=public") == "public"
    assert _viewer(table, table.tokens[0], "?as=seat:0") == "seat:0"
    assert _viewer(table, table.auditor, "?as=seat:1") == "seat:1"


def test_once_it_is_over_everything_is_everyones(table: Table) -> None:
    table.play()
    for token in (None, table.host, table.tokens[0]):
        assert _viewer(table, token, "?as=auditor") == "archive"
        assert _viewer(table, token, "?as=archive") == "archive"
        assert _viewer(table, token, "?as=seat:1") == "seat:1"
    assert _viewer(table, table.auditor, "?as=auditor") == "auditor"
    assert _viewer(table, table.auditor, "?as=archive") == "archive"


def test_whose_file_one_gets(table: Table) -> None:
    def viewer(token: str | None, query: str = "") -> str:
        first = table.service.get(f"{table.path}/export{query}", token).text.splitlines()[0]
        return str(json.loads(first)["viewer"])

    tokens = (None, table.host, table.tokens[1], table.auditor)
    assert [viewer(token) for token in tokens] == ["public", "public", "seat:1", "auditor"]
    refused(table.service.get(f"{table.path}/export?as=auditor", table.host), 403, "wrong-role")
    table.play()
    assert [viewer(token) for token in tokens] == ["archive"] * 3 + ["auditor"]
    assert viewer(table.tokens[1], "?as=seat:1") == "seat:1"
    assert viewer(None, "?as=auditor") == "archive"
    assert viewer(table.auditor, "?as=archive") == "archive"


def test_there_is_no_archive_before_the_end(table: Table) -> None:
    for token in (None, table.host, table.tokens[0], table.auditor):
        refused(table.service.get(f"{table.path}/table?as=archive", token), 403, "wrong-role")


def test_an_auditor_is_there_only_if_asked_for_and_all_are_told(service: Service) -> None:
    without, audited = Table(service, auditor=False), Table(service)
    assert without.auditor is None
    shown = [service.get(f"{table.path}/table").json for table in (without, audited)]
    assert [one["auditor"] for one in shown if one] == [False, True]


def test_a_closed_game_is_for_those_with_a_token(service: Service) -> None:
    table = Table(service, spectators="closed").fill()
    for place in ("table", "events", "export"):
        refused(service.get(f"{table.path}/{place}"), 403, "spectators-closed")
        for token in (table.host, table.tokens[0], table.auditor):
            assert service.get(f"{table.path}/{place}", token).status_code == 200
    table.play()
    assert service.get(f"{table.path}/table").status_code == 200


def test_a_wrong_token_opens_nothing(table: Table) -> None:
    other = Table(table.service)
    for token in ("wrong", other.host, table.tokens[0][:-1], marked(table.tokens[0])):
        for place in ("table", "events", "options", "refusals", "export"):
            answer = table.service.get(f"{table.path}/{place}", token)
            refused(answer, 401, "token-unknown")
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("given", ["Basic abc", "Bearer", "Bearer a b", "x" * 5000, "Bearer é"])
def test_a_header_that_is_no_token(table: Table, given: str) -> None:
    answer = table.service.get(f"{table.path}/table", Authorization=given)
    refused(answer, 401, "token-unknown")


def test_who_may_do_what(table: Table) -> None:
    seat, host, auditor = table.tokens[0], table.host, table.auditor
    body = {"type": "pick", "stage": table.stage(), "number": 1}
    calls: list[tuple[str, str, Any, dict[str | None, int]]] = [
        ("GET", "options", None, {seat: 200, host: 403, auditor: 403, None: 401}),
        ("GET", "refusals", None, {seat: 200, host: 403, auditor: 200, None: 401}),
        ("POST", "start", {}, {seat: 403, auditor: 403, None: 401}),
        ("POST", "declarations", body, {host: 403, auditor: 403, None: 401, seat: 201}),
    ]
    for method, place, sent, statuses in calls:
        for token, status in statuses.items():
            path = f"{table.path}/{place}"
            if method == "GET":
                answer = table.service.get(path, token)
            else:
                answer = table.service.post(path, sent, token)
            assert answer.status_code == status, (place, token, answer.text)
            if status == 401:
                refused(answer, 401, "token-missing")
                assert answer.headers["WWW-Authenticate"] == "Bearer"
            if status == 403:
                refused(answer, 403, "wrong-role")


def test_tokens_are_kept_as_hashes_only(table: Table) -> None:
    kept = repr(table.service.parts.tokens)
    for token in (table.host, table.auditor, *table.tokens):
        assert token is not None
        assert token not in kept
        assert marked(token) in kept


def test_join_codes(service: Service) -> None:
    table = Table(service, join_code="süßes Geheimnis")
    assert table.made["join_code"] == "süßes Geheimnis"
    before = table.head()
    refused(table.sit("Ada"), 403, "wrong-join-code")
    refused(table.sit("Ada", join_code=""), 403, "wrong-join-code")
    refused(table.sit("Ada", join_code="süßes geheimnis"), 403, "wrong-join-code")
    assert table.head() == before
    assert table.sit("Ada", join_code="süßes Geheimnis").status_code == 201
    assert "Geheimnis" not in repr(service.parts.tokens)
    for place in ("table", "events", "export"):
        assert "Geheimnis" not in service.get(f"{table.path}/{place}", table.auditor).text
    assert "Geheimnis" not in service.get("/v1/games").text


def test_a_code_where_none_is_asked_for_does_no_harm(service: Service) -> None:
    assert Table(service).sit("Ada", join_code="whatever").status_code == 201


def test_games_may_be_for_holders_of_a_service_key_only() -> None:
    service = Service(open_creation=False)
    body = {"ruleset": "toy/1", "seats": 2}
    refused(service.post("/v1/games", body), 401, "token-missing")
    refused(service.post("/v1/games", body, "nope"), 401, "token-unknown")
    service.parts.tokens.put_service_key("club", marked("key of the club"))
    service.parts.tokens.put_service_key("other", marked("key"))
    refused(service.post("/v1/games", body, "key of the club"), 401, "token-unknown")
    service.parts.tokens.put_service_key("club", marked("keyoftheclub"))
    first = service.post("/v1/games", body, "keyoftheclub", key="k")
    second = service.post("/v1/games", body, "key", key="k")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json is not None
    assert second.json is not None
    assert first.json["id"] != second.json["id"]
    assert service.parts.tokens.remove_service_key("club")
    refused(service.post("/v1/games", body, "keyoftheclub"), 401, "token-unknown")
