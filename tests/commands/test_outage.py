"""A Redis that is not there: a sentence at the start, later a line a minute."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis

from service.cli import main
from tests.redis_server import RedisServer
from workers.queue import bare, no_answer
from workers.run import NO_QUEUE

pytestmark = pytest.mark.waits

HOME = Path(__file__).parents[2]
NOWHERE = "redis://:hush@127.0.0.1:1/0"


def test_the_words_of_the_queue_that_are_filtered_are_those_that_are_said() -> None:
    import rq.worker

    said = "".join(file.read_text() for file in Path(rq.worker.__file__).parent.glob("*.py"))
    assert NO_QUEUE in said


def test_what_is_wrong_with_a_redis_is_a_sentence_without_its_password(
    own_server: RedisServer,
) -> None:
    assert no_answer(own_server.url) is None
    began = time.monotonic()
    assert no_answer(NOWHERE, 0.3) == (
        "No Redis answers at redis://127.0.0.1:1/0: start it, or name another."
    )
    assert 0.3 < time.monotonic() - began < 2
    assert no_answer("redis://127.0.0.1:1/?db=x", 0) == (
        "redis://127.0.0.1:1/ is no address of a Redis."
    )
    assert bare("rediss://me:hush@h:1/2?password=hush") == "rediss://h:1/2"


def test_one_that_wants_a_password_is_told_apart(own_server: RedisServer) -> None:
    with Redis.from_url(own_server.url) as redis:
        redis.config_set("requirepass", "hush")
        said = no_answer(own_server.url, 0)
        assert said is not None and "does not let us in" in said
        redis.config_set("requirepass", "")


def test_a_wait_can_be_given_up() -> None:
    began = time.monotonic()
    assert no_answer(NOWHERE, 60, lambda: True) is not None
    assert time.monotonic() - began < 2


def test_at_the_start_it_is_one_sentence_and_wrong_use() -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "service.cli", name],
            env={**os.environ, "JUNTA_REDIS_URL": NOWHERE, "JUNTA_QUEUE_URL": ""},
            cwd=HOME,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("worker", "steward")
    ]
    said = "No Redis answers at redis://127.0.0.1:1/0: start it, or name another.\n"
    for child in started:
        assert child.communicate(timeout=30) == ("", said)
        assert child.returncode == 2


def test_keys_without_a_redis_are_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JUNTA_REDIS_URL", NOWHERE)
    for words in (["list"], ["add", "x"], ["remove", "x"]):
        with pytest.raises(SystemExit) as ended:
            main(["keys", *words])
        assert ended.value.code == 2
        assert capsys.readouterr() == ("", "The Redis that holds the keys gives no answer.\n")


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def test_a_worker_whose_redis_goes_away_says_so_once_and_when_it_is_back(
    own_server: RedisServer, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with log.open("wb") as said:
        child = subprocess.Popen(
            [sys.executable, "-m", "workers.run"],
            env={**os.environ, "JUNTA_REDIS_URL": own_server.url, "JUNTA_QUEUE_URL": ""},
            cwd=HOME,
            stderr=said,
        )
    try:
        with Redis.from_url(own_server.url) as redis:
            until(lambda: redis.exists("worker:alive") and redis.scard("rq:workers"))
        own_server.stop()
        time.sleep(5)
        own_server.start()
        until(lambda: log.read_text().count("answers again") == 2)
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 0
    finally:
        child.kill()
        child.wait()
    lines = [re.sub(r"^[-\d]+ [:,\d]+ \S+ ", "", line) for line in log.read_text().splitlines()]
    told = [line for line in lines if "answer" in line]
    for what in ("the queue", "the store of the games"):
        mine = [line for line in told if line.startswith(what)]
        assert len(mine) == 2, lines
        assert mine[0].startswith(f"{what} gives no answer: ")
        assert mine[1].startswith(f"{what} answers again, after ")
    assert len(told) == 4
    assert sum("onnect" in line for line in lines) <= 2, lines
