"""The worker process on a real Redis: jobs, the sweep, its heartbeat and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from events.commit import Commits
from events.log import due_at
from events.redis_client import connect
from tests.redis_server import RedisServer
from tests.toy.game import Pick
from tests.toy.playing import GAME, commits_on, declare, start, types
from workers import wiring
from workers.queue import Enqueue, queue_on
from workers.run import LookWorker, Stopping

pytestmark = pytest.mark.waits

PATIENCE_S = 15.0


@pytest.fixture
def commits(redis: Redis, redis_url: str) -> Commits:
    made = commits_on(redis)
    made.follow = Enqueue(redis_url)
    return made


@contextmanager
def worker(url: str) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.workers.toy_worker"],
        env=os.environ | {"JUNTA_REDIS_URL": url, "JUNTA_QUEUE_URL": url},
        cwd=Path(__file__).parents[2],
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def until(holds: Callable[[], object], patience_s: float = PATIENCE_S) -> float:
    """How long it took."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < patience_s, "it never happened"
        time.sleep(0.002)
    return time.monotonic() - begun


def pick(commits: Commits, mark: str) -> None:
    for seat in (0, 1):
        declare(commits, seat, Pick(number=3), f"{mark}-{seat}")


class TestJobs:
    def test_a_job_says_only_which_game_to_look_at(self, commits: Commits, redis: Redis) -> None:
        start(commits)
        queue = queue_on(redis)
        assert queue.job_ids == []
        pick(commits, "a")
        [job_id] = queue.job_ids
        assert job_id == f"look-{GAME}-11"
        job = Job.fetch(job_id, connection=redis, serializer=queue.serializer)
        assert (job.func_name, job.args, job.kwargs) == ("workers.jobs.look", [GAME], {})
        assert job.result_ttl == 0

    def test_a_plain_declaration_and_a_deadline_ask_for_none(
        self, commits: Commits, redis: Redis
    ) -> None:
        start(commits)
        declare(commits, 0, Pick(number=3), "a")
        assert queue_on(redis).job_ids == []
        assert commits.index.all_due() == {GAME: due_at(commits.now(GAME).head)}

    def test_a_queue_that_is_down_does_not_undo_a_commit(
        self, redis: Redis, caplog: pytest.LogCaptureFixture
    ) -> None:
        commits = commits_on(redis)
        commits.follow = Enqueue("unix:///nowhere/redis.sock")
        start(commits)
        pick(commits, "a")
        assert commits.now(GAME).head.request is not None
        assert commits.index.all_due() == {GAME: 0.0}
        assert "the sweep will look" in caplog.text


class TestSignals:
    """RQ leaves its handler behind when its worker has ended, and another one begins only later."""

    def test_only_a_worker_at_work_is_stopped_by_an_exception(
        self, redis: Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = LookWorker([queue_on(redis)], connection=redis, serializer=JSONSerializer)
        made.stopping = Stopping()
        before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

        def broken_off(worker: LookWorker) -> bool:
            with pytest.raises(StopRequested):
                worker.request_stop(signal.SIGTERM, None)
            raise RedisError

        monkeypatch.setattr(SimpleWorker, "work", broken_off)
        try:
            with pytest.raises(RedisError):
                made.work()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        assert made.stopping.raised
        made.stopping.raised = False
        made.request_stop(signal.SIGTERM, None)
        assert made.stopping.raised


class TestProcess:
    def test_chance_comes_at_once_and_the_game_ends_laid_open(
        self, commits: Commits, redis_url: str, redis: Redis
    ) -> None:
        start(commits, turns=12)
        with worker(redis_url):
            until(lambda: wiring.is_alive(redis))
            time.sleep(1.5)  # past its first sweep: now it is the jobs' turn
            waits = []
            for turn in range(12):
                pick(commits, f"turn-{turn}")
                waits.append(until(lambda: commits.now(GAME).head.request is None))
            until(lambda: commits.now(GAME).head.revealed)
        assert types(commits).count("dice_rolled") == 12
        assert sorted(waits)[6] < 0.25, waits

    def test_a_deadline_is_kept_by_the_sweep(
        self, commits: Commits, redis_url: str, redis: Redis
    ) -> None:
        with worker(redis_url):
            until(lambda: wiring.is_alive(redis))
            start(commits, turns=1, picking=1)
            until(lambda: commits.now(GAME).head.revealed)
        assert types(commits).count("stage_expired") == 1

    def test_without_a_single_job_the_sweep_does_it_all(
        self, redis: Redis, redis_url: str
    ) -> None:
        commits = commits_on(redis)
        start(commits, turns=1)
        redis.delete("index:due", "index:games")
        pick(commits, "a")
        redis.delete("index:due", "index:games")
        with worker(redis_url):
            until(lambda: commits.now(GAME).head.revealed)
        assert commits.index.newest(0, 9) == [GAME]

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_signal_ends_it_within_two_seconds(
        self, redis: Redis, redis_url: str, number: signal.Signals
    ) -> None:
        with worker(redis_url) as child:
            until(lambda: wiring.is_alive(redis))
            until(lambda: redis.scard("rq:workers"))
            child.send_signal(number)
            assert child.wait(timeout=2) == 0
        assert redis.scard("rq:workers") == 0

    def test_it_outlives_a_redis_that_goes_away_and_comes_back(
        self, own_server: RedisServer
    ) -> None:
        redis = connect(own_server.url)
        commits = commits_on(redis)
        start(commits, turns=1)
        with worker(own_server.url) as child:
            until(lambda: wiring.is_alive(redis))
            own_server.stop()
            time.sleep(1.2)
            own_server.start()
            pick(commits, "a")
            until(lambda: commits.now(GAME).head.revealed)
            child.send_signal(signal.SIGTERM)
            assert child.wait(timeout=4) == 0

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_signal_while_its_redis_is_away_ends_it_as_cleanly(
        self, own_server: RedisServer, number: signal.Signals
    ) -> None:
        redis = connect(own_server.url)
        with worker(own_server.url) as child:
            until(lambda: wiring.is_alive(redis))
            until(lambda: redis.scard("rq:workers"))
            own_server.stop()
            time.sleep(1.2)
            child.send_signal(number)
            assert child.wait(timeout=4) == 0

    def test_a_killed_worker_is_missed_within_seconds(
        self, redis: Redis, redis_url: str
    ) -> None:
        with worker(redis_url) as child:
            until(lambda: wiring.is_alive(redis))
            child.kill()
            until(lambda: not wiring.is_alive(redis), wiring.ALIVE_S + 2)
