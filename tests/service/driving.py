"""A client of the service in memory that holds every answer against the contract as it comes."""

from __future__ import annotations

import itertools
import json
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from rules import registry
from service import openapi, sent
from service.app import create_app
from service.parts import in_memory
from service.wiring import Wiring
from tests.json_schema import JsonSchema
from tests.toy.game import TOY
from workers.look import look

PROBLEM = "application/problem+json"
HIDDEN = {"hidden": True}


def with_toy() -> None:
    """Offer the toy game beside the real ones."""
    registry.GAMES.setdefault(TOY.id, TOY)


class Service:
    """The application, its parts, and calls on it. Every call's answer fits the contract."""

    def __init__(self, parts: Wiring | None = None, **wanted: Any) -> None:
        with_toy()
        self.parts = parts or in_memory(**wanted)
        self.app = create_app(self.parts)
        self.client: FlaskClient = self.app.test_client()
        self._numbers = itertools.count()

    def key(self) -> str:
        """A new key, long enough to be a secret."""
        return f"{next(self._numbers):040d}"

    def get(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        return self.call("GET", path, token=token, headers=headers)

    def post(
        self,
        path: str,
        body: Any = None,
        token: str | None = None,
        key: str | None = None,
        **headers: str,
    ) -> TestResponse:
        """`body` as JSON, with a new key unless one is given."""
        headers["Idempotency-Key"] = key or self.key()
        return self.call("POST", path, token=token, headers=headers, json=body)

    def call(
        self, method: str, path: str, *, token: str | None = None, headers: Any = None, **more: Any
    ) -> TestResponse:
        sent = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        answer = self.client.open(path, method=method, headers=sent, **more)
        check(self.app, answer)
        return answer

    def look(self, game_id: str) -> None:
        """What a worker does."""
        look(self.parts.commits, game_id)


class Table:
    """One game of the toy with its tokens."""

    def __init__(self, service: Service, seats: int = 2, **wanted: Any) -> None:
        self.service = service
        body = {"ruleset": "toy/1", "seats": seats, "auditor": True, **wanted}
        self.made = self._done(service.post("/v1/games", body))
        self.id: str = self.made["id"]
        self.path = f"/v1/games/{self.id}"
        self.host: str = self.made["host_token"]
        self.auditor: str | None = self.made.get("auditor_token")
        self.tokens: list[str] = []

    def fill(self, names: tuple[str, ...] = ("Ada", "Bo")) -> Table:
        """Everybody sits down."""
        for name in names:
            self.tokens.append(self._done(self.sit(name))["token"])
        return self

    def sit(self, name: str, key: str | None = None, **more: Any) -> TestResponse:
        return self.service.post(f"{self.path}/seats", {"name": name, **more}, key=key)

    def start(self, token: str | None = None, key: str | None = None) -> TestResponse:
        return self.service.post(f"{self.path}/start", {}, token or self.host, key=key)

    def stage(self) -> int:
        """The number of the open stage."""
        head = self.service.parts.head(self.id)
        assert head.stage is not None
        return head.stage

    def pick(self, seat: int, number: Any = 2, **more: Any) -> TestResponse:
        body = {"type": "pick", "stage": self.stage(), "number": number}
        return self.declare(seat, body, **more)

    def declare(self, seat: int, body: Any, **more: Any) -> TestResponse:
        return self.service.post(f"{self.path}/declarations", body, self.tokens[seat], **more)

    def play(self, turns: int = 3) -> None:
        """So many turns; three are a whole game."""
        for _ in range(turns):
            for seat in range(len(self.tokens)):
                assert self.pick(seat).status_code == 201
            self.service.look(self.id)

    def head(self) -> tuple[int, str]:
        head = self.service.parts.head(self.id)
        return head.position, head.hash

    def _done(self, answer: TestResponse) -> Any:
        assert answer.status_code == 201, answer.text
        return answer.json


def refused(answer: TestResponse, status: int, slug: str) -> dict[str, Any]:
    """The problem, if it is the one expected, and says something."""
    assert answer.mimetype == PROBLEM, answer.text
    problem: dict[str, Any] = answer.json  # type: ignore[assignment]
    assert (answer.status_code, problem["type"]) == (status, f"/problems/{slug}"), problem
    assert problem["status"] == status
    assert problem["detail"].strip()
    return problem


def check(app: Any, answer: TestResponse) -> None:
    """Hold one answer against the contract: its status, its media type, its shape."""
    document = contract(frozenset(registry.GAMES))
    rules = app.url_map.bind("")
    responses = document["default"]
    request = answer.request
    if rules.test(request.path, request.method) and request.method != "OPTIONS":
        rule, _ = rules.match(request.path, request.method, return_rule=True)
        responses = document["responses"][rule.endpoint, request.method.replace("HEAD", "GET")]
    assert answer.status_code != 500, answer.text
    described = responses.get(str(answer.status_code), responses["default"])
    if request.method == "OPTIONS":
        return
    check_headers(answer, described["headers"])
    if answer.status_code in (204, 304) or request.method == "HEAD":
        return
    assert answer.mimetype in described["content"], (answer.status_code, answer.mimetype)
    if answer.mimetype in ("application/json", PROBLEM):
        schema = json.dumps(described["content"][answer.mimetype]["schema"])
        assert _shape(frozenset(registry.GAMES), schema).faults(answer.json) == []
    if answer.mimetype == PROBLEM and str(answer.status_code) in responses:
        assert answer.json is not None
        slug = answer.json["type"].removeprefix("/problems/")
        assert slug in described["description"].split(", "), (slug, described["description"])


def check_headers(answer: TestResponse, described: dict[str, Any]) -> None:
    """No header that the contract knows is sent untold, and none that is always sent is missing."""
    carried = {name for name in sent.HEADERS if name in answer.headers}
    always = {
        name for name, told in described.items() if "$ref" in told or told.get("required", False)
    }
    told = answer.request.path, answer.status_code, dict(answer.headers)
    assert carried <= described.keys(), (carried - described.keys(), told)
    assert always <= carried, (always - carried, told)
    assert answer.status_code != 405 or "Allow" in carried, told
    for name in always:
        assert answer.headers[name].strip(), told


@cache
def _shape(rulesets: frozenset[str], schema: str) -> JsonSchema:
    """A schema among all the others, whose names it uses."""
    components = contract(rulesets)["components"]
    return JsonSchema({**json.loads(schema), "components": components})


@cache
def contract(rulesets: frozenset[str]) -> dict[str, Any]:
    """The answers of every route as the contract describes them; made once for these rulesets."""
    app = create_app(in_memory())
    document = openapi.document(app)
    responses = {}
    for rule in app.url_map.iter_rules():
        for path, method, promise in openapi.calls(app):
            if openapi.promise_of(app.view_functions[rule.endpoint]) is promise:
                written = document["paths"][path][method]["responses"]
                responses[rule.endpoint, method.upper()] = written
    default = {"default": document["paths"]["/healthz"]["get"]["responses"]["default"]}
    return {"responses": responses, "components": document["components"], "default": default}
