"""How often one caller may append."""

from __future__ import annotations

import pytest

from service.errors import TooManyRequests
from service.limits import WINDOW_S, Window
from tests.service.driving import Table, refused


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
