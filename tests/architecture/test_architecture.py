"""Which room may know which, where libraries stand, what rules may do, how things are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.architecture import checks
from tests.architecture.sources import ROOMS, ROOT, Source, product_texts, sources

PRODUCT = sources(*ROOMS)
RULES = [source for source in PRODUCT if source.room == "rules"]
SHELL = [source for source in PRODUCT if source.room in ("events", "projections", "workers")]
SHELL += [source for source in PRODUCT if source.room == "service"]
GAMES = tuple(
    path.name
    for path in sorted((ROOT / "rules").iterdir())
    if (path / "game.py").is_file() and path.name != "kernel"
)

Check = Callable[[Source], Iterator[str]]

DEMANDS: list[tuple[Check, list[Source]]] = [
    (checks.wrong_arrows, PRODUCT),
    (checks.wrong_arrows_within_rules, RULES),
    (checks.rooms_that_meet, RULES),
    (checks.libraries_out_of_place, PRODUCT),
    (checks.impurities, RULES),
    (checks.clock_readings, SHELL),
    (checks.names_of_nothing, PRODUCT),
    (checks.too_long, RULES),
    (checks.without_docstring, PRODUCT),
]


@pytest.mark.parametrize(("check", "files"), DEMANDS, ids=lambda it: getattr(it, "__name__", ""))
def test_every_file_does_as_the_architecture_demands(check: Check, files: list[Source]) -> None:
    assert files
    assert [fault for source in files for fault in check(source)] == []


def test_only_the_registry_names_the_games() -> None:
    assert GAMES == ("junta",)
    assert [f for source in PRODUCT for f in checks.names_a_game(source, GAMES)] == []


def test_no_file_names_a_place_of_one_machine() -> None:
    assert [fault for source in product_texts() for fault in checks.places_named(source)] == []


def test_every_file_was_found() -> None:
    rooms = {source.room for source in PRODUCT}
    assert {"rules", "events", "projections", "workers", "service"} <= rooms
    assert any(source.path == "rules/kernel/decider.py" for source in RULES)


# --- each check, seen to fail


def made_up(path: str, text: str) -> Source:
    return Source(path=path, text=f'"""A file."""\n{text}')


FAULTS: list[tuple[Check, str, str]] = [
    (checks.wrong_arrows, "rules/junta/stages/x.py", "from events.codec import encode"),
    (checks.wrong_arrows, "events/x.py", "import projections.table"),
    (checks.wrong_arrows, "events/x.py", "def f():\n    from workers import look"),
    (checks.wrong_arrows, "projections/x.py", "from workers.look import look"),
    (checks.wrong_arrows, "workers/x.py", "from service.wiring import wiring"),
    (checks.wrong_arrows, "bots/x.py", "from rules.registry import game"),
    (checks.wrong_arrows, "service/x.py", "from bots.player import Player"),
    (checks.wrong_arrows, "service/x.py", "from tests.toy.game import TOY"),
    (checks.wrong_arrows_within_rules, "rules/kernel/x.py", "from rules.junta.state import State"),
    (checks.wrong_arrows_within_rules, "rules/kernel/x.py", "from rules import registry"),
    (checks.wrong_arrows_within_rules, "rules/junta/x.py", "from rules.registry import game"),
    (checks.wrong_arrows_within_rules, "rules/other/x.py", "from rules.junta import state"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from rules.junta.stages import ballot"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from rules.junta.stages.bank import Bank"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from . import ballot"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from .ballot import Ballot"),
    (checks.rooms_that_meet, "rules/junta/interrupts/x.py", "import rules.junta.stages.ballot"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from rules.junta.interrupts import deal"),
    (checks.libraries_out_of_place, "projections/x.py", "import redis"),
    (checks.libraries_out_of_place, "events/commit.py", "from redis.exceptions import RedisError"),
    (checks.libraries_out_of_place, "events/x.py", "from rq import Queue"),
    (checks.libraries_out_of_place, "workers/x.py", "from flask import Flask"),
    (checks.libraries_out_of_place, "rules/x.py", "import marshmallow"),
    *(
        (checks.impurities, "rules/junta/stages/x.py", f"import {banned}")
        for banned in ("random", "secrets", "time", "datetime", "os", "uuid", "logging")
    ),
    (checks.impurities, "rules/junta/x.py", "def f():\n    from random import choice"),
    (checks.impurities, "rules/junta/x.py", "import os.path as somewhere"),
    (checks.impurities, "rules/junta/x.py", "import orjson"),
    (checks.impurities, "rules/junta/x.py", "def f():\n    return open('x')"),
    (checks.clock_readings, "events/x.py", "from datetime import datetime\ndatetime.now()"),
    (checks.clock_readings, "service/x.py", "import datetime\ndatetime.datetime.utcnow()"),
    (checks.clock_readings, "workers/x.py", "import time\ntime.time()"),
    (checks.clock_readings, "workers/x.py", "from time import time"),
    (checks.names_of_nothing, "events/utils.py", ""),
    (checks.names_of_nothing, "events/redis_helper.py", ""),
    (checks.names_of_nothing, "events/x.py", "class GameManager: ..."),
    (checks.names_of_nothing, "events/x.py", "def process_events(): ..."),
    (checks.too_long, "rules/x.py", "\n" * 300),
    (checks.places_named, "docs/x.md", "see ../shared" + "/design.md"),
    (checks.places_named, "service/x.py", "PATH = '/home" + "/somebody/x'"),
]


@pytest.mark.parametrize(("check", "path", "text"), FAULTS)
def test_the_fault_is_found(check: Check, path: str, text: str) -> None:
    assert list(check(made_up(path, text)))


def test_a_missing_docstring_is_found() -> None:
    assert list(checks.without_docstring(Source(path="events/x.py", text="x = 1")))


def test_a_game_named_outside_is_found() -> None:
    source = made_up("projections/x.py", "from rules.junta.state import State")
    assert list(checks.names_a_game(source, GAMES))


ALLOWED: list[tuple[Check, str, str]] = [
    (checks.wrong_arrows, "service/x.py", "from rules.kernel.game import Game"),
    (checks.wrong_arrows, "service/commands/demo.py", "from bots.client import Client"),
    (checks.wrong_arrows_within_rules, "rules/registry.py", "from rules.junta import GAME"),
    (checks.rooms_that_meet, "rules/junta/game.py", "from rules.junta.stages import ballot"),
    (checks.rooms_that_meet, "rules/junta/stages/x.py", "from rules.junta.state import State"),
    (checks.clock_readings, "workers/x.py", "import time\ntime.monotonic()"),
    (checks.clock_readings, "events/clock.py", "from datetime import datetime\ndatetime.now()"),
    (checks.names_of_nothing, "events/x.py", "class Database: ...\ndef informed(): ..."),
    (checks.places_named, "service/x.py", "ROUTE = '/v1/games/<id>/table'"),
]


@pytest.mark.parametrize(("check", "path", "text"), ALLOWED)
def test_what_is_allowed_is_not_found(check: Check, path: str, text: str) -> None:
    assert list(check(made_up(path, text))) == []
