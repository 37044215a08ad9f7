"""An auditor's first look in each stage is told to the players before anything is shown to him."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import orjson
import pytest

from events.log import Unavailable
from rules.kernel.course import NoteLook
from service import looks
from service.parts import on_redis
from service.settings import Settings
from tests.redis_server import RedisServer
from tests.service.driving import Service, Table, refused
from tests.service.test_events import Following

LINES = {"Accept": "application/x-ndjson"}
STREAM = {"Accept": "text/event-stream"}


def _looks(table: Table, token: str | None = None) -> list[int]:
    """The stages in which the players were told of a look."""
    page: Any = table.service.get(f"{table.path}/events", token).json
    return [e["data"]["stage"] for e in page["events"] if e.get("type") == "auditor_looked"]


WAYS: list[tuple[str, dict[str, str]]] = [
    ("table", {}),
    ("table?as=auditor", {}),
    ("table?as=seat:1", {}),
    ("table?at=3", {}),
    ("table?at=3&as=seat:0", {}),
    ("events", {}),
    ("events?as=seat:0", {}),
    ("events?wait=1", {}),
    ("events", LINES),
    ("export", {}),
    ("export?as=seat:0", {}),
    ("refusals", {}),
]


@pytest.mark.parametrize(("place", "headers"), WAYS)
def test_each_way_to_look_is_told_once_a_stage(
    table: Table, place: str, headers: dict[str, str]
) -> None:
    first, service = table.stage(), table.service
    for _ in range(3):
        answer = service.get(f"{table.path}/{place}", table.auditor, **headers)
        assert answer.status_code == 200
        assert answer.data
    assert _looks(table) == _looks(table, table.tokens[0]) == [first]
    table.play(1)
    assert _looks(table) == [first]
    service.get(f"{table.path}/{place}", table.auditor, **headers)
    assert _looks(table) == [first, table.stage()]


@pytest.mark.parametrize(("place", "headers"), WAYS)
def test_a_look_is_in_the_answer(table: Table, place: str, headers: dict[str, str]) -> None:
    answer = table.service.get(f"{table.path}/{place}", table.auditor, **headers)
    if place.startswith(("events", "export")):
        assert "auditor_looked" in answer.text
    elif place.startswith("table") and "at=" not in place:
        assert answer.json is not None
        assert (answer.json["position"], answer.json["hash"]) == table.head()


@pytest.mark.parametrize("place", ["table?as=public", "events?as=public", "export?as=public"])
def test_who_looks_as_anybody_tells_nothing(table: Table, place: str) -> None:
    before = table.head()
    assert table.service.get(f"{table.path}/{place}", table.auditor).status_code == 200
    assert table.head() == before


def test_nobody_elses_reading_is_told(table: Table) -> None:
    before = table.head()
    for token in (None, table.host, *table.tokens):
        for place in ("table", "events", "export", "table?at=3"):
            assert table.service.get(f"{table.path}/{place}", token).status_code == 200
    refused(table.service.get(f"{table.path}/table?as=seat:1", table.host), 403, "wrong-role")
    assert table.head() == before


def test_before_the_start_and_after_the_end_there_is_nothing_to_tell(service: Service) -> None:
    table = Table(service)
    before = table.head()
    service.get(f"{table.path}/table", table.auditor)
    assert table.head() == before
    table.fill().play()
    before = table.head()
    service.get(f"{table.path}/table", table.auditor)
    assert table.head() == before
    assert _looks(table) == []


def test_a_stream_tells_of_each_stage_that_it_shows(table: Table) -> None:
    stages = [table.stage()]
    following = Following(table, table.auditor)
    for _ in range(2):
        _wait_until(table, following, stages)
        table.play(1)
        stages.append(table.stage())
    _wait_until(table, following, stages)
    table.play(1)
    following.join(10)
    assert not following.is_alive()
    assert _looks(table) == stages
    assert following.positions() == list(range(1, table.head()[0] + 1))


def _wait_until(table: Table, following: Following, stages: list[int]) -> None:
    """Until the stream has shown all there is, every stage noted."""
    end = time.monotonic() + 10
    while _looks(table) != stages or following.positions()[-1:] != [table.head()[0]]:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_between_two_stages_nothing_is_shown(table: Table, monkeypatch: Any) -> None:
    monkeypatch.setattr(looks, "PAUSE_S", 0.001)
    for seat in range(2):
        table.pick(seat)
    assert table.service.parts.head(table.id).stage is None
    answer = table.service.get(f"{table.path}/table", table.auditor)
    refused(answer, 503, "look-not-noted")
    assert answer.headers["Retry-After"] == "1"
    assert table.service.get(f"{table.path}/table?as=public", table.auditor).status_code == 200
    table.service.look(table.id)
    assert table.service.get(f"{table.path}/table", table.auditor).status_code == 200


def test_what_cannot_be_noted_is_not_shown(table: Table) -> None:
    commits = table.service.parts.commits
    system = commits.system

    def broken(game_id: str, command: Any) -> Any:
        if isinstance(command, NoteLook):
            raise Unavailable("no answer")
        return system(game_id, command)

    commits.system = broken  # type: ignore[method-assign]
    for place, headers in WAYS:
        answer = table.service.get(f"{table.path}/{place}", table.auditor, **headers)
        refused(answer, 503, "unavailable")
    refused(table.service.get(f"{table.path}/events", table.auditor, **STREAM), 503, "unavailable")


def test_a_halted_game_is_not_looked_into(table: Table) -> None:
    table.service.parts.log.halt(table.id, "a fault")
    refused(table.service.get(f"{table.path}/table", table.auditor), 503, "game-halted")


def test_a_table_tells_of_nothing_after_the_look(table: Table) -> None:
    tables = table.service.parts.tables
    read, first = tables.of, table.stage()

    def slowly(*given: Any) -> Any:
        tables.of = read  # type: ignore[method-assign]
        table.play(1)
        return read(*given)

    tables.of = slowly  # type: ignore[method-assign]
    shown: Any = table.service.get(f"{table.path}/table", table.auditor).json
    assert _looks(table) == [first] != [table.stage()]
    assert shown["stage"]["number"] == first
    assert shown["position"] < table.head()[0]


def test_a_stage_that_passes_meanwhile_is_told_of_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of refusals, which are no part of the log, everything up to now is shown."""
    refusals = import_module("service.resources.refusals")
    read, first = refusals.page, table.stage()

    def slowly(*given: Any) -> Any:
        monkeypatch.setattr(refusals, "page", read)
        table.play(1)
        return read(*given)

    monkeypatch.setattr(refusals, "page", slowly)
    assert table.service.get(f"{table.path}/refusals", table.auditor).status_code == 200
    assert _looks(table) == [first, table.stage()]


def test_two_processes_tell_of_one_look(redis_url: str) -> None:
    services = [Service(on_redis(Settings(redis_url=redis_url))) for _ in range(2)]
    table = Table(services[0]).fill()
    for service in services:
        lines = service.get(f"{table.path}/events", table.auditor, **LINES).data.splitlines()
        assert [orjson.loads(line)["type"] for line in lines].count("auditor_looked") == 1
    assert _looks(table) == [table.stage()]


def test_a_store_that_is_gone_shows_nothing(own_server: RedisServer) -> None:
    service = Service(on_redis(Settings(redis_url=own_server.url)))
    table = Table(service).fill()
    own_server.stop()
    refused(service.get(f"{table.path}/table", table.auditor), 503, "unavailable")
