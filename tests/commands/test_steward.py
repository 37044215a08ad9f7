"""The steward: it plays the seats of bots over HTTP, finds them again, and leaves them in time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.client import Client, connection
from service.commands import steward as stewarding
from service.commands.private_server import private_server
from service.commands.steward import Steward
from service.contract import LINES
from service.parts import on_redis
from service.settings import Settings
from tests.service.driving import Service, Table
from workers.sweep import repair

HOME = Path(__file__).parents[2]


@pytest.fixture(params=["memory", "redis"])
def service(request: pytest.FixtureRequest) -> Service:
    if request.param == "memory":
        return Service()
    request.getfixturevalue("redis")
    return Service(on_redis(Settings(redis_url=request.getfixturevalue("redis_url"))))


def steward_of(service: Service) -> Steward:
    """A steward that has just been started."""
    transport = httpx.WSGITransport(app=service.app)
    http = connection("http://steward", transport=transport)
    return Steward(commits=service.parts.commits, tokens=service.parts.tokens, http=http)


def begun(service: Service, **wanted: Any) -> Table:
    return Table(service, seats=3, **{"options": {"turns": 4}, **wanted}).fill(("Ada", "Bo", "Cy"))


def rule(table: Table, kind: str, token: str | None = None, **more: Any) -> Any:
    body = {"type": kind, "reason": "gone", **more}
    answer = table.service.post(f"{table.path}/rulings", body, token or table.auditor)
    assert answer.status_code == 201, answer.text
    return answer.json


def waiting(table: Table) -> list[int]:
    shown = table.service.get(f"{table.path}/table", table.host).json
    assert shown is not None
    found: list[int] = shown["stage"]["waiting_for"]
    return found


def test_it_answers_for_the_seats_of_bots_alone(service: Service) -> None:
    table, steward = begun(service), steward_of(service)
    assert steward.round() == 0
    rule(table, "replace", seat=0, by="bot", bot="random")
    assert steward.round() == 1
    assert waiting(table) == [1, 2]
    position = table.head()[0]
    steward.round()
    assert table.head()[0] == position


def test_it_plays_to_the_end_and_drops_the_game(service: Service) -> None:
    table, steward = begun(service), steward_of(service)
    for seat in range(3):
        rule(table, "replace", seat=seat, by="bot", bot="random")
    while service.parts.head(table.id).status == "running":
        steward.round()
        service.look(table.id)
    assert steward.round() == 1
    assert steward.round() == 0
    assert service.parts.index.played() == []


def test_one_that_was_restarted_goes_on(service: Service) -> None:
    table = begun(service)
    rule(table, "replace", seat=0, by="bot", bot="random")
    for _ in range(3):
        steward_of(service).round()
        for seat in (1, 2):
            assert table.pick(seat).status_code == 201
        service.look(table.id)
    assert service.get(f"{table.path}/table").json["turn"] == 3  # type: ignore[index]


def test_a_game_that_the_index_lost_is_found_by_the_sweep(service: Service) -> None:
    table, steward = begun(service), steward_of(service)
    rule(table, "replace", seat=0, by="bot", bot="random")
    service.parts.index.set_played(table.id, played=False)
    assert steward.round() == 0
    repair(service.parts.commits)
    steward.round()
    assert waiting(table) == [1, 2]


def test_the_bots_token_need_not_have_been_kept(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made the ruling may have died between the log and the tokens."""
    table, steward = begun(service), steward_of(service)
    tokens = type(service.parts.tokens)
    with monkeypatch.context() as patched:
        patched.setattr(tokens, "grant", lambda *_: True)
        rule(table, "replace", seat=0, by="bot", bot="random")
    steward.round()
    assert waiting(table) == [1, 2]


def test_a_player_who_replaces_the_bot_is_not_played(service: Service) -> None:
    table, steward = begun(service), steward_of(service)
    rule(table, "replace", seat=0, by="bot", bot="random")
    rule(table, "replace", seat=0, by="player")
    steward.round()
    assert waiting(table) == [0, 1, 2]
    assert service.parts.index.played() == []


def test_a_paused_game_waits(service: Service) -> None:
    table, steward = begun(service), steward_of(service)
    rule(table, "replace", seat=0, by="bot", bot="random")
    rule(table, "pause")
    steward.round()
    rule(table, "resume")
    assert waiting(table) == [0, 1, 2]
    steward.round()
    assert waiting(table) == [1, 2]


def test_a_closed_game_is_played_too(service: Service) -> None:
    table, steward = begun(service, spectators="closed"), steward_of(service)
    rule(table, "replace", seat=0, by="bot", bot="random")
    steward.round()
    assert waiting(table) == [1, 2]


def test_an_imported_game_is_read_and_not_played(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    """Its bots sit where it is played; here nobody has their tokens, nor the game its secrets."""
    table, elsewhere = begun(service), Service()
    rule(table, "replace", seat=0, by="bot", bot="random")
    file = service.get(f"{table.path}/export", table.auditor).data
    headers = {"Idempotency-Key": "k" * 32, "Content-Type": LINES}
    taken = elsewhere.call("POST", "/v1/games/import", headers=headers, data=file)
    assert taken.status_code == 201, taken.text
    repair(elsewhere.parts.commits)
    elsewhere.parts.index.set_played(table.id, played=True)
    steward_of(elsewhere).round()
    assert elsewhere.parts.index.played() == []
    assert "came to grief" not in caplog.text


def test_where_a_bot_comes_to_grief_a_plain_one_plays_on(service: Service) -> None:
    """The sly one knows Junta alone; here it looks for things that are not there."""
    table, steward = begun(service), steward_of(service)
    rule(table, "replace", seat=0, by="bot", bot="sly")
    steward.round()
    assert waiting(table) == [0, 1, 2]
    steward.round()
    assert waiting(table) == [1, 2]


def test_one_game_in_trouble_keeps_no_other_waiting(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, steward = [begun(service), begun(service)], steward_of(service)
    for table in tables:
        rule(table, "replace", seat=0, by="bot", bot="random")
    seated = Steward._seated

    def troubled(self: Steward, game_id: str, held: Any, plain: bool) -> Any:
        if game_id == tables[0].id:
            raise stewarding.NoAnswer("nobody is there")
        return seated(self, game_id, held, plain)

    monkeypatch.setattr(Steward, "_seated", troubled)
    steward.round()
    assert waiting(tables[1]) == [1, 2]
    monkeypatch.setattr(Steward, "_seated", seated)
    monkeypatch.setattr(stewarding, "PUT_OFF_S", 0.0)
    steward._games[tables[0].id].not_before = 0.0
    steward.round()
    assert waiting(tables[0]) == [1, 2]


def test_a_whole_game_of_junta_without_a_single_player(service: Service) -> None:
    body = {"ruleset": "junta/1", "seats": 4, "auditor": True, "durations": "bots"}
    made = service.post("/v1/games", body).json
    assert made is not None
    path = f"/v1/games/{made['id']}"
    for name in ("Ada", "Bo", "Cy", "Di"):
        service.post(f"{path}/seats", {"name": name})
    for seat, bot in enumerate(("sly", "random", "sly", "random")):
        body = {"type": "replace", "reason": "gone", "seat": seat, "by": "bot", "bot": bot}
        assert service.post(f"{path}/rulings", body, made["auditor_token"]).status_code == 201
    steward = steward_of(service)
    for _ in range(60):
        service.look(made["id"])
        steward.round()
    shown = service.get(f"{path}/table").json
    assert shown is not None
    assert shown["turn"]["number"] > 1
    assert not any(player["absent"] for player in shown["players"])


def test_as_a_process_it_plays_over_http_and_ends_when_told_to(tmp_path: Path) -> None:
    with private_server(tmp_path) as server, connection(server.url) as http:
        env = {**os.environ, "JUNTA_REDIS_URL": server.redis_url, "JUNTA_URL": server.url}
        command = [sys.executable, "-m", "service.cli", "steward"]
        process = subprocess.Popen(command, env=env, cwd=HOME)
        try:
            assert _plays(Client(http=http))
        finally:
            process.send_signal(signal.SIGTERM)
            status = process.wait(20)
    assert status == 0


def _plays(public: Client) -> bool:
    """Whether the bot on seat 0 declares something in a game of its own."""
    made = public.make_game(ruleset="junta/1", seats=4, auditor=True)
    for name in ("Ada", "Bo", "Cy", "Di"):
        public.take_seat(made["id"], name)
    body = {"type": "replace", "reason": "gone", "seat": 0, "by": "bot"}
    public.holding(made["auditor_token"]).rule(made["id"], body)
    after = 0
    while page := public.events(made["id"], after, wait=25)["events"]:
        if any(entry.get("actor") == 0 for entry in page):
            return True
        after = page[-1]["position"]
    return False
