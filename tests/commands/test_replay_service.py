"""`junta replay GAME`: a game that a running service holds, told over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread

import pytest
from werkzeug.serving import make_server

from bots.client import Client, connection
from bots.random_bot import RandomBot
from bots.table import Bot, Table, seated
from service.app import create_app
from service.cli import main
from service.parts import in_memory
from workers.look import look

NAMES = ("Ana", "Bruno", "Çelik", "Dilek")


class Enough(Exception):
    """The game has gone far enough."""


@dataclass(frozen=True)
class Running:
    """A game in the middle, and who may look at it."""

    url: str
    game: str
    seat: Client
    auditor: Client
    position: int


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    parts = in_memory()
    server = make_server("127.0.0.1", 0, create_app(parts), threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    url = f"http://127.0.0.1:{server.server_port}"
    with connection(url) as http:
        public = Client(http=http)
        made = public.make_game(ruleset="junta/1", seats=4, auditor=True, spectators="closed")
        bots: dict[str, Bot] = {name: RandomBot(name) for name in NAMES}
        chairs = seated(public, made["id"], bots)
        auditor = public.holding(made["auditor_token"])

        def rest(position: int) -> None:
            if position > 120:
                raise Enough
            look(parts.commits, made["id"])

        with pytest.raises(Enough):
            Table(game=made["id"], public=auditor, chairs=chairs, rest=rest).play()
        position = auditor.table(made["id"])["position"]
        yield Running(url, made["id"], chairs[1].client, auditor, position)
    server.shutdown()
    serving.join()


def status(running: Running, token: str | None, *arguments: str) -> int:
    words = ["replay", running.game, "--url", running.url, *arguments]
    with pytest.raises(SystemExit) as ended:
        main(words if token is None else [*words, "--token", token])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_the_course_as_the_token_sees_it(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(running, running.seat.token) == 0
    told = capsys.readouterr().out
    assert "as seat:1 saw it" in told.splitlines()[0]
    drawn = [line for line in told.splitlines() if "cards_drawn" in line]
    assert all(("cards hidden" in line) != ("seat Bruno" in line) for line in drawn)


def test_the_course_as_json_is_the_feed(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(running, running.auditor.token, "--json", "--as", "public") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["viewer"] == "public"
    assert told["events"] == list(running.auditor.feed(running.game, "public"))
    assert len(told["events"]) == running.position


def test_the_table_at_a_position(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(running, running.auditor.token, "--at", "60", "--as", "seat:2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == running.auditor.table(running.game, 60, "seat:2")
    assert status(running, running.seat.token, "--at", "60") == 0
    assert "at position 60" in capsys.readouterr().out


def test_its_heads_say_what_came_of_a_declaration(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    """A feed does not tell what was declared."""
    assert status(running, running.auditor.token) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if re.match(r" {4}\d\d:\d\d:\d\d  ", line)]
    assert heads and all(": " in head[14:] for head in heads)
    for said in ("the host: game created", "a newcomer: seat taken", "the service: drawn"):
        assert any(head.endswith(said) for head in heads)
    assert any(head.endswith("Ana: nominated") for head in heads)


@pytest.mark.parametrize(
    ("owner", "wrong"),
    [
        ("seat", ["--as", "auditor"]),
        ("seat", ["--at", "99999"]),
        ("seat", ["--as", "somebody"]),
        ("nobody", []),
        ("stranger", []),
    ],
)
def test_what_may_not_be_seen_is_wrong_use(
    running: Running, owner: str, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    token = {"seat": running.seat.token, "nobody": None, "stranger": "x" * 43}[owner]
    assert status(running, token, *wrong) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1


def test_a_game_that_is_not_there_is_wrong_use(running: Running) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "gaaaaaaaaaa", "--url", running.url])
    assert ended.value.code == 2
