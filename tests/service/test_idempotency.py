"""The same key and body is answered as it was first; a token only to a key that is a secret."""

from __future__ import annotations

from typing import Any

import pytest

from events.log import Unavailable
from service.parts import in_memory
from tests.service.driving import Service, Table, refused

LONG = "0123456789abcdef0123456789abcdef"
GAME = {"ruleset": "toy/1", "seats": 2}


def _replayed(first: Any, again: Any) -> None:
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    assert again.headers["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first.headers


def test_a_game(service: Service) -> None:
    first = service.post("/v1/games", {**GAME, "auditor": True, "join_code": "x"}, key=LONG)
    again = service.post("/v1/games", {**GAME, "auditor": True, "join_code": "x"}, key=LONG)
    _replayed(first, again)
    assert service.parts.index.count() == 1


def test_a_game_with_a_short_key(service: Service) -> None:
    first = service.post("/v1/games", GAME, key="k" * 31)
    problem = refused(service.post("/v1/games", GAME, key="k" * 31), 409, "already-made")
    assert first.json is not None
    assert first.json["id"] not in str(problem)
    assert service.parts.index.count() == 1


def test_another_game_under_the_same_key(service: Service) -> None:
    service.post("/v1/games", GAME, key=LONG)
    refused(service.post("/v1/games", {**GAME, "seats": 3}, key=LONG), 422, "other-body")
    assert service.parts.index.count() == 1


def test_the_order_of_fields_makes_no_other_body(service: Service) -> None:
    first = service.post("/v1/games", GAME, key=LONG)
    again = service.post("/v1/games", dict(reversed(GAME.items())), key=LONG)
    _replayed(first, again)


def test_a_seat(service: Service) -> None:
    table = Table(service, seats=3)
    first = table.sit("Ada", key=LONG)
    table.sit("Bo")
    _replayed(first, table.sit("Ada", key=LONG))
    refused(table.sit("Ann", key=LONG), 422, "other-body")
    table.sit("Cy", key="short")
    refused(table.sit("Cy", key="short"), 409, "already-made")
    assert service.get(f"{table.path}/options", first.json["token"]).status_code == 200  # type: ignore[index]


def test_a_start(service: Service) -> None:
    table = Table(service, seats=3).fill()
    _replayed(table.start(key="s"), table.start(key="s"))


def test_a_declaration_long_after(table: Table) -> None:
    body = {"type": "pick", "stage": table.stage(), "number": 2}
    first = table.declare(0, body, key="k")
    table.pick(1)
    table.service.look(table.id)
    table.play(2)
    _replayed(first, table.declare(0, body, key="k"))
    refused(table.declare(0, {**body, "number": 3}, key="k"), 422, "other-body")


def test_keys_of_two_seats_do_not_meet(table: Table) -> None:
    assert table.pick(0, 1, key="k").status_code == 201
    assert table.pick(1, 6, key="k").status_code == 201


def test_a_refusal_is_not_remembered(table: Table) -> None:
    body = {"type": "pick", "stage": table.stage() + 99, "number": 2}
    refused(table.declare(0, body, key="k"), 409, "stage-moved")
    assert table.pick(0, key="k").status_code == 201


def test_if_match(table: Table) -> None:
    position, _ = table.head()
    problem = refused(table.pick(0, **{"If-Match": str(position - 1)}), 412, "position-moved")
    assert problem["position"] == position
    assert table.pick(0, **{"If-Match": f'"{position}"'}).status_code == 201
    assert table.pick(1, **{"If-Match": "*"}).status_code == 201


class _Dies:
    """Stands before a part and dies at one of its calls, as a process does that is killed."""

    def __init__(self, part: Any, method: str, *, after: bool = False) -> None:
        self._part, self._method, self._after = part, method, after
        self.dead = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        if name != self._method or self.dead:
            return found

        def dying(*given: Any, **named: Any) -> Any:
            self.dead = True
            if self._after:
                found(*given, **named)
            raise Unavailable("killed")

        return dying


@pytest.mark.parametrize("key", [LONG, "short"])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("method", ["claim", "put_join_code"])
def test_a_game_whose_making_was_broken_off(key: str, method: str, after: bool) -> None:
    parts = in_memory()
    parts.tokens = _Dies(parts.tokens, method, after=after)  # type: ignore[assignment]
    service = Service(parts)
    body = {**GAME, "join_code": "x"}
    refused(service.post("/v1/games", body, key=key), 503, "unavailable")
    made = service.post("/v1/games", body, key=key)
    assert made.status_code == 201
    assert made.json is not None
    sat = service.post(f"/v1/games/{made.json['id']}/seats", {"name": "Ada", "join_code": "x"})
    assert sat.status_code == 201
    assert service.parts.index.count() == 1


@pytest.mark.parametrize("key", [LONG, "short"])
def test_tokens_that_were_not_handed_out_yet(key: str) -> None:
    parts = in_memory()
    service = Service(parts)
    parts.tokens = _Dies(parts.tokens, "grant")  # type: ignore[assignment]
    refused(service.post("/v1/games", GAME, key=key), 503, "unavailable")
    made = service.post("/v1/games", GAME, key=key)
    assert made.status_code == 200
    assert made.json is not None
    path = f"/v1/games/{made.json['id']}"
    parts.tokens = _Dies(parts.tokens, "grant")  # type: ignore[assignment]
    refused(service.post(f"{path}/seats", {"name": "Ada"}, key=key), 503, "unavailable")
    sat = service.post(f"{path}/seats", {"name": "Ada"}, key=key)
    assert sat.json is not None
    assert sat.json["seat"] == 0
    assert service.get(f"{path}/options", sat.json["token"]).status_code == 200


def test_a_declaration_whose_answer_was_lost(table: Table) -> None:
    log = table.service.parts.commits.log
    table.service.parts.commits.log = _Dies(log, "append", after=True)  # type: ignore[assignment]
    body = {"type": "pick", "stage": table.stage(), "number": 2}
    answer = table.declare(0, body, key="k")
    refused(answer, 503, "unavailable")
    assert answer.headers["Retry-After"]
    again = table.declare(0, body, key="k")
    assert again.status_code == 200
    assert again.json is not None
    assert [event["type"] for event in again.json["events"]] == ["picked"]
