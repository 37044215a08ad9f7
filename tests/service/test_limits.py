"""How often one caller may append."""

from __future__ import annotations

import pytest

from service.errors import TooManyRequests
from service.limits import WINDOW_S, Window
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
    service.parts.guesses = Window(most=3)
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
