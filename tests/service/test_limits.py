"""How often one caller may append."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from service.errors import TooManyRequests
from service.limits import WINDOW_S, Window
from service.parts import on_redis
from service.settings import Settings
from tests.service.driving import Service, Table, refused


def test_a_window() -> None:
    now = [0.0]
    window = Window(most=2, clock=lambda: now[0])
    assert window.count("a")["RateLimit"] == '"appends";r=1;t=60'
    now[0] = 20.5
    assert window.count("a")["RateLimit"] == '"appends";r=0;t=40'
    with pytest.raises(TooManyRequests) as refusal:
        window.count("a")
    assert refusal.value.headers["Retry-After"] == "40"
    assert window.count("b")
    now[0] = WINDOW_S
    assert window.count("a")["RateLimit"] == '"appends";r=1;t=60'


def test_join_codes_cannot_be_guessed_at_leisure() -> None:
    service = Service()
    table = Table(service, join_code="1234")
    service.parts.guesses = replace(service.parts.guesses, most=3)
    for code in ("0001", "0002", "0003"):
        refused(table.sit("Eve", join_code=code), 403, "wrong-join-code")
    refused(table.sit("Eve", join_code="1234"), 429, "too-many-requests")
    assert Table(service, join_code="5678").sit("Ada", join_code="5678").status_code == 201


def test_over_http(table: Table) -> None:
    table.service.parts.window = Window(most=3)
    assert table.pick(0).headers["RateLimit-Policy"] == '"appends";q=3;w=60'
    table.declare(0, {"type": "nod", "to": 1})
    refused(table.declare(0, {"type": "nod", "to": 0}), 422, "not-allowed")
    before = table.head()
    answer = table.declare(0, {"type": "nod", "to": 1})
    refused(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert table.head() == before
    assert table.pick(1).status_code == 201


def say(words: str = "Hello") -> dict[str, Any]:
    return {"type": "say", "to": [], "words": words}


def junta(service: Service) -> Table:
    """A game of Junta that has begun."""
    table = Table(service, 4, ruleset="junta/1").fill(("Ana", "Bruno", "Carla", "Diego"))
    service.look(table.id)
    return table


def limited(services: list[Service], table: Table) -> None:
    """A seat speaks 30 times a minute, however many processes it speaks to; others may still."""
    noon = datetime(2026, 11, 29, 12, 0, 15, tzinfo=UTC)
    for one in services:
        one.parts.speech = replace(one.parts.speech, clock=lambda: noon)
    for n in range(30):
        table.service = services[n % len(services)]
        answer = table.declare(0, say(f"{n}"), key=f"s{n}")
        assert answer.status_code == 201
        assert answer.headers["RateLimit-Policy"] == '"say";q=30;w=60'
        assert answer.headers["RateLimit"] == f'"say";r={29 - n};t=45'
    before = table.head()
    for n, table.service in enumerate(services):
        answer = table.declare(0, say(), key=f"t{n}")
        problem = refused(answer, 429, "too-many-requests")
        assert "30 declarations of type say" in problem["detail"]
        assert (answer.headers["Retry-After"], answer.headers["RateLimit"]) == (
            "45",
            '"say";r=0;t=45',
        )
    assert table.head() == before
    assert table.declare(1, say(), key="u").status_code == 201
    table.service.parts.speech = replace(
        table.service.parts.speech, clock=lambda: noon + timedelta(seconds=45)
    )
    assert table.declare(0, say(), key="v").status_code == 201


def test_speech(service: Service) -> None:
    limited([service], junta(service))


def test_speech_in_all_processes_together(redis_url: str) -> None:
    services = [Service(on_redis(Settings(redis_url=redis_url))) for _ in range(2)]
    limited(services, junta(services[0]))


def test_speech_has_lines_and_tabs(service: Service) -> None:
    table = junta(service)
    words = "First:\n\t1 MP\n\nSecond: nothing"
    told: Any = table.declare(2, say(words)).json
    assert told["events"][0]["data"]["words"] == words
    feed: Any = service.get(f"{table.path}/events").json
    assert feed["events"][-1]["data"]["words"] == words
    for bad in ("a\rb", "a\0b", "a\x1b[31mb", "a\x85b"):
        problem = refused(table.declare(2, say(bad)), 422, "invalid-body")
        assert problem["errors"][0]["pointer"] == "#/words"
    refused(table.declare(2, say("\n\t")), 422, "not-allowed")
