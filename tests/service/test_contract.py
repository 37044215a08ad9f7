"""openapi.yaml, the routes, the schemas and the pages are one thing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from events import log
from rules import registry
from service import openapi, pages, problems
from service.app import create_app
from service.cli import junta
from service.errors import LookNotNoted
from service.parts import in_memory
from service.schemas import declaration_schemas
from tests.json_schema import JsonSchema
from tests.service.driving import PROBLEM, Service, Table, check_headers
from tests.toy.game import TOY

CHECKED_IN = Path(__file__).parents[2] / "openapi.yaml"


@pytest.fixture
def only_released() -> None:
    """The rulesets as they are outside of tests."""
    registry.GAMES.pop(TOY.id, None)


@pytest.mark.usefixtures("only_released")
def test_the_file_is_what_the_code_says() -> None:
    written = openapi.written(create_app(in_memory()))
    assert CHECKED_IN.read_text() == written, "run: junta openapi > openapi.yaml"


@pytest.mark.usefixtures("only_released")
def test_the_command_and_the_service_give_the_file() -> None:
    printed = CliRunner().invoke(junta, ["openapi"])
    assert printed.exit_code == 0
    assert printed.output == CHECKED_IN.read_text()
    answer = create_app(in_memory()).test_client().get("/openapi.yaml")
    assert answer.text == CHECKED_IN.read_text()


def test_every_route_is_in_it_and_every_path_is_routed(service: Service) -> None:
    document = openapi.document(service.app)
    described = {(p, m) for p, methods in document["paths"].items() for m in methods}
    routed = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in service.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == routed


def test_it_is_a_proper_document(service: Service) -> None:
    document = yaml.safe_load(service.get("/openapi.yaml").text)
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        JsonSchema({**schema, "components": document["components"]})
    for reference in re.findall(r"#/components/schemas/([\w.]+)", str(document)):
        assert reference in document["components"]["schemas"]
    identifiers = [
        operation["operationId"]
        for operations in document["paths"].values()
        for operation in operations.values()
    ]
    assert len(identifiers) == len(set(identifiers))


def _responses(document: Any, path: str, method: str = "get") -> Any:
    return document["paths"][path][method]["responses"]


GAME = "/v1/games/{game_id}"
REPLAYED = {"Cache-Control", "Idempotent-Replay", "RateLimit", "RateLimit-Policy"}
CARRIED: list[tuple[str, str, str, set[str]]] = [
    (f"{GAME}/table", "get", "200", {"Cache-Control", "ETag", "Vary"}),
    (f"{GAME}/table", "get", "304", {"Cache-Control", "ETag", "Vary"}),
    (f"{GAME}/map.svg", "get", "304", {"Cache-Control", "ETag", "Vary"}),
    (f"{GAME}/table", "get", "401", {"Cache-Control", "WWW-Authenticate"}),
    (f"{GAME}/table", "get", "503", {"Cache-Control", "Retry-After"}),
    (f"{GAME}/table", "get", "default", {"Allow", "Cache-Control", "Retry-After"}),
    (f"{GAME}/events", "get", "200", {"Cache-Control", "Link", "Vary"}),
    (f"{GAME}/events", "get", "204", {"Cache-Control", "Vary"}),
    (f"{GAME}/refusals", "get", "200", {"Cache-Control", "Link", "Vary"}),
    ("/v1/games", "get", "200", {"Cache-Control", "Link"}),
    ("/v1/games", "post", "201", REPLAYED - {"Idempotent-Replay"} | {"Location"}),
    ("/v1/games", "post", "200", REPLAYED | {"Location"}),
    ("/v1/games/import", "post", "201", REPLAYED - {"Idempotent-Replay"} | {"Location"}),
    (f"{GAME}/declarations", "post", "200", REPLAYED),
    (f"{GAME}/declarations", "post", "429",
     {"Cache-Control", "RateLimit", "RateLimit-Policy", "Retry-After"}),
    ("/healthz", "get", "200", {"Cache-Control"}),
    ("/readyz", "get", "503", {"Cache-Control", "Retry-After"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "method", "status", "names"), CARRIED)
def test_the_headers_of_answers_are_in_it(
    service: Service, path: str, method: str, status: str, names: set[str]
) -> None:
    found = _responses(openapi.document(service.app), path, method)[status]["headers"]
    assert found.keys() == names


def test_the_check_of_answers_finds_headers_that_are_untold_or_missing(service: Service) -> None:
    answer = service.get("/healthz")
    always = {"Cache-Control": {"$ref": "#/components/headers/Cache-Control"}}
    check_headers(answer, always)
    with pytest.raises(AssertionError, match="Cache-Control"):
        check_headers(answer, {})
    with pytest.raises(AssertionError, match="ETag"):
        check_headers(answer, {**always, "ETag": {"required": True}})
    check_headers(answer, {**always, "ETag": {"schema": {}}})


def test_a_head_is_answered_with_the_headers_of_the_get(table: Table) -> None:
    place = f"{table.path}/table"
    shown, head = (
        table.service.call(method, place, token=table.tokens[0]) for method in ("GET", "HEAD")
    )
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == shown.headers["ETag"]
    document = openapi.document(table.service.app)
    for path, methods in document["paths"].items():
        assert "get" not in methods or "HEAD" in methods["get"]["description"], path


def test_it_has_every_problem_that_a_declaration_can_meet(service: Service) -> None:
    found = _responses(openapi.document(service.app), f"{GAME}/declarations", "post")
    told = {slug for one in found.values() for slug in one["description"].split(", ")}
    for slug in ("not-allowed", "card-not-playable", "bills-not-held", "cabinet-not-allowed",
                 "cannot-fire", "invalid-body", "invalid-query", "stage-not-named"):  # fmt: skip
        assert slug in found["422"]["description"].split(", ")
    own = {one.slug for one in problems.refusals() if one.__module__.startswith("rules.junta")}
    assert own
    assert own <= told
    elsewhere = _responses(openapi.document(service.app), f"{GAME}/rulings", "post")["422"]
    assert not own & set(elsewhere["description"].split(", "))


def test_what_is_known_of_values_is_in_it(service: Service) -> None:
    document = openapi.document(service.app)
    shapes = document["components"]["schemas"]
    assert shapes["NewGame"]["properties"]["seats"]["minimum"] == 1
    assert shapes["toy.1.nod"]["properties"]["to"]["minimum"] == 0
    assert shapes["junta.1.say"]["properties"]["to"]["items"]["minimum"] == 0
    assert shapes["LobbyRow"]["properties"]["names"]["items"]["type"] == ["string", "object"]
    start = document["paths"][f"{GAME}/start"]["post"]["requestBody"]
    assert start["required"] is False
    assert document["paths"][f"{GAME}/seats"]["post"]["requestBody"]["required"] is True


def test_nothing_in_the_file_is_an_anchor() -> None:
    tokens = yaml.scan(CHECKED_IN.read_text())
    assert not [t for t in tokens if isinstance(t, yaml.AnchorToken | yaml.AliasToken)]


def test_the_page_writes_values_as_json_does(service: Service) -> None:
    page = service.get("/docs").text
    assert "<code>null</code>" in page
    for word in ("None", "True", "False"):
        assert f"<code>{word}</code>" not in page
    assert pages.contract(
        {
            "info": {"description": ""},
            "paths": {},
            "components": {"schemas": {"A": {"oneOf": [{"enum": [True, None, 3, "None"]}]}}},
        }
    ).count("<code>true</code> | <code>null</code> | <code>3</code> | <code>None</code>")


def test_every_declaration_is_in_it(service: Service) -> None:
    document = openapi.document(service.app)
    schemas = document["components"]["schemas"]
    one_of = {one["$ref"].rsplit("/", 1)[-1] for one in schemas["Declaration"]["oneOf"]}
    for game in registry.GAMES.values():
        for kind, schema in declaration_schemas(game).items():
            assert schema.__name__ in one_of
            written = schemas[schema.__name__]
            assert written["properties"]["type"] == {"enum": [kind]}
            assert written["additionalProperties"] is False
            if game is not TOY:
                assert written["description"], f"{kind} says nothing about itself"


def test_bodies_that_are_accepted_fit_it(table: Table) -> None:
    document = openapi.document(table.service.app)
    components = {"components": document["components"]}
    described = JsonSchema({"$ref": "#/components/schemas/Declaration", **components})
    shown = table.service.get(f"{table.path}/options", table.tokens[0]).json
    assert shown is not None
    for option in shown["options"]:
        for body in (*option.get("choices", ()), *option.get("examples", ())):
            assert described.fits(body), body
            assert JsonSchema(option["schema"]).fits(body)
    assert not described.fits({"type": "pick", "stage": 3, "number": "1"})
    assert not described.fits({"type": "pick", "stage": 3, "number": 1, "x": 1})
    assert not described.fits({"type": "pick", "number": 1})


def test_every_problem_has_a_page(service: Service) -> None:
    for slug, kind in problems.kinds().items():
        answer = service.get(f"/problems/{slug}")
        assert answer.status_code == 200
        assert kind.title in answer.text.replace("&#x27;", "'")
        assert str(kind.status) in answer.text
        assert f"/problems/{slug}" in service.get("/problems").text


def test_whoever_is_to_come_back_is_told_when() -> None:
    for fault in (log.Busy("x"), log.Unavailable("x"), log.Halted("x"), LookNotNoted("x")):
        answer = problems.answer(fault)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_each_problem_has_one_status() -> None:
    statuses: dict[str, set[int]] = {}
    for kind in problems.TABLE.values():
        statuses.setdefault(kind.slug, set()).add(kind.status)
    assert all(len(found) == 1 for found in statuses.values())


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.found += [value or "" for name, value in attrs if name in ("href", "src")]


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/docs/proof", "/problems", "/problems/stage-moved"]
)
def test_pages_need_nothing_from_elsewhere(service: Service, path: str) -> None:
    answer = service.get(path)
    links = _Links()
    links.feed(answer.text)
    assert not links.tags & {"script", "img", "link", "iframe", "form"}
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for link in links.found:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in answer.text
        else:
            assert service.get(link).status_code == 200


OF_BOARDS = "/v1/games/{game_id}/map.svg"
"""The toy is played without a board."""


def test_a_real_answer_of_every_call(table: Table) -> None:
    """The client of these tests checks each answer; here each call answers at least once."""
    service = table.service
    table.play()
    paths: dict[str, Any] = openapi.document(service.app)["paths"]
    values = {"game_id": table.id, "ruleset": "toy/1", "slug": "internal"}
    for path, methods in paths.items():
        place = path.format(**values)
        if "get" in methods:
            found = 404 if path == OF_BOARDS else 200
            assert service.get(place, table.tokens[0]).status_code == found, place
        if "post" in methods:
            answer = service.post(place, {}, table.tokens[0])
            assert answer.mimetype == PROBLEM


def test_any_page_may_call(service: Service) -> None:
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    answer = service.call("OPTIONS", "/v1/games", headers=asked)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    for name in ("Authorization", "Idempotency-Key", "Content-Type", "Last-Event-ID"):
        assert name in answer.headers["Access-Control-Allow-Headers"]
    answer = service.get("/v1/games/gaaaaaaaaaa/table")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Set-Cookie" not in answer.headers
