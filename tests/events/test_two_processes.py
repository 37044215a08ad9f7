"""Two processes on one real Redis: nothing is done twice, nothing forks, nothing by half."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from events.commit import Commits
from events.envelope import check_chain
from events.log import Unavailable, UnknownGame
from events.redis_client import connect
from rules.kernel.rejections import NotYourTurn, StageMoved
from tests.events.other_process import other_process
from tests.redis_server import RedisServer
from tests.toy.game import Pick, Shout
from tests.toy.playing import GAME, commits_on, declare, start, types


@pytest.fixture
def commits(redis: Redis) -> Commits:
    return commits_on(redis)


def check_whole(commits: Commits) -> None:
    """The chain holds from its beginning, and every commit is whole."""
    envelopes = commits.reading.envelopes(GAME)
    check_chain(envelopes)
    ends = {envelope.commit_end for envelope in envelopes}
    assert envelopes[-1].position in ends
    assert envelopes[-1].position == len(envelopes)


def test_what_one_confirmed_the_other_sees(commits: Commits, redis_url: str) -> None:
    stage = start(commits).head.stage
    with other_process(redis_url) as other:
        made = other.told("pick", seat=0, number=3, key="k", stage=stage)
        assert made["first"] == 8
        assert commits.now(GAME).head.hash == made["hash"]
        with pytest.raises(NotYourTurn):
            declare(commits, 0, Pick(number=4), "other")


def test_a_repeated_declaration_gets_its_first_answer_from_the_other_process(
    commits: Commits, redis_url: str
) -> None:
    stage = start(commits).head.stage
    assert stage is not None
    first = declare(commits, 0, Pick(number=3), "k", stage=stage)
    declare(commits, 1, Pick(number=3), "k", stage=stage)
    with other_process(redis_url) as other:
        again = other.told("pick", seat=0, number=3, key="k", stage=stage)
        assert again == {"first": 8, "hash": first.envelopes[0].hash, "replay": True}
        refused = other.told("pick", seat=0, number=4, key="k", stage=stage)
        assert refused == {"no": "OtherBody"}
        refused = other.told("pick", seat=0, number=4, key="new", stage=stage)
        assert refused == {"no": StageMoved.__name__}


def test_two_seats_with_one_key_in_two_processes_both_get_in(
    commits: Commits, redis_url: str
) -> None:
    stage = start(commits).head.stage
    with other_process(redis_url) as other:
        other.ask("pick", seat=0, number=3, key="same", stage=stage)
        mine = declare(commits, 1, Pick(number=3), "same", stage=stage)
        theirs = other.answer()
    assert not theirs["replay"]
    assert not mine.replay
    assert types(commits).count("picked") == 2


def test_forty_at_once_in_two_processes_each_get_in_once(
    commits: Commits, redis_url: str
) -> None:
    stage = start(commits, seats=40).head.stage
    with other_process(redis_url) as one, other_process(redis_url) as two:
        one.told("now")
        two.told("now")
        one.ask("rush", seats=list(range(0, 40, 2)), stage=stage)
        two.ask("rush", seats=list(range(1, 40, 2)), stage=stage)
        positions = [*one.answer(), *two.answer()]
    assert sorted(positions) == list(range(46, 86))
    picked = [e for e in commits.reading.envelopes(GAME) if e.type == "picked"]
    assert sorted(e.data["seat"] for e in picked) == list(range(40))
    assert types(commits, after=85) == ["stage_closed", "dice_requested"]
    check_whole(commits)


def test_a_process_that_is_killed_leaves_whole_commits(commits: Commits, redis_url: str) -> None:
    start(commits)
    dice = random.Random(7)
    for _ in range(6):
        with other_process(redis_url) as other:
            other.ask("talk", seat=0)
            confirmed = other.answer()
            end = time.monotonic() + dice.random() * 0.15
            while time.monotonic() < end:
                confirmed = other.answer()
            other.kill()
        assert commits.now(GAME).head.position >= confirmed
        check_whole(commits)
    declare(commits, 1, Pick(number=2), "after")
    check_whole(commits)


def test_greenlets_share_a_process_and_its_few_connections(redis_url: str) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.events.greenlets", redis_url],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        timeout=60,
        check=True,
    )
    got = json.loads(child.stdout)
    assert sorted(got["first"]) == list(range(46, 86))
    assert [n for n in got["heard"] if n] == [*range(46, 85), 87]
    assert got["ticks"] > 20, "somebody blocked the loop"


class TestLostTails:
    """Redis crashes and comes back without what it had confirmed last."""

    def crashed(self, server: RedisServer, saved: Path) -> None:
        """End the server and put back the files as a disk had them that was behind."""
        server.kill()
        shutil.rmtree(server.append_only_files())
        shutil.copytree(saved, server.append_only_files())
        server.start()

    def saved(self, server: RedisServer, redis: Redis, folder: Path) -> Path:
        """What is on the disk, everything up to now included."""
        redis.config_set("appendfsync", "always")
        redis.set("flushed", "yes")
        redis.config_set("appendfsync", "everysec")
        return Path(shutil.copytree(server.append_only_files(), folder / "saved"))

    def test_it_is_noticed_and_never_forked_over(
        self, own_server: RedisServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        redis = connect(own_server.url)
        commits = commits_on(redis)
        stage = start(commits, seats=3).head.stage
        assert stage is not None
        saved = self.saved(own_server, redis, tmp_path)
        lost = declare(commits, 0, Pick(number=3), "a", stage=stage)
        with other_process(own_server.url) as other:
            assert other.told("now")["hash"] == lost.head.hash
            self.crashed(own_server, saved)
            # The process that knows nothing of the crash yet builds on what is left …
            theirs = other.told("pick", seat=1, number=5, key="b", stage=stage)
            assert theirs["first"] == lost.first
            assert theirs["hash"] != lost.envelopes[0].hash
            assert other.told("now")["lost"] == 1
            # … and so does this one, whose own event another has replaced.
            again = declare(commits, 0, Pick(number=3), "a", stage=stage)
        assert not again.replay
        assert again.first == lost.first + 1
        assert commits.reading.lost_tails == 1
        assert "lost acknowledged events" in caplog.text
        check_whole(commits)
        assert types(commits, after=lost.first - 1) == ["picked", "picked"]

    def test_both_declare_after_the_crash_and_one_chain_is_left(
        self, own_server: RedisServer, tmp_path: Path
    ) -> None:
        redis = connect(own_server.url)
        commits = commits_on(redis)
        stage = start(commits, seats=8).head.stage
        assert stage is not None
        saved = self.saved(own_server, redis, tmp_path)
        with other_process(own_server.url) as other:
            for seat in range(4):
                declare(commits, seat, Pick(number=3), "before", stage=stage)
                other.told("pick", seat=seat + 4, number=1, key="before", stage=stage)
                if seat == 2:
                    break
            self.crashed(own_server, saved)
            other.ask("rush", seats=[4, 5, 6, 7], stage=stage)
            for seat in range(4):
                declare(commits, seat, Pick(number=4), "after", stage=stage)
            other.answer()
            assert other.told("now")["hash"] == commits.now(GAME).head.hash
        picks = {
            e.data["seat"]: e.data["number"]
            for e in commits.reading.envelopes(GAME)
            if e.type == "picked"
        }
        assert picks == {0: 4, 1: 4, 2: 4, 3: 4, 4: 1, 5: 1, 6: 1, 7: 1}
        check_whole(commits)

    def test_a_crash_in_the_middle_of_the_last_commit_leaves_the_one_before(
        self, own_server: RedisServer
    ) -> None:
        """The append-only file ends inside a commit of three events: none of them is there."""
        redis = connect(own_server.url)
        commits = commits_on(redis)
        stage = start(commits).head.stage
        declare(commits, 0, Pick(number=3), "a", stage=stage)
        last = declare(commits, 1, Pick(number=3), "b", stage=stage)
        assert last.last - last.first == 2
        own_server.stop()
        [written] = own_server.append_only_files().glob("*.incr.aof")
        whole = written.read_bytes()
        cut = whole.rindex(last.envelopes[1].hash.encode())
        written.write_bytes(whole[:cut])
        own_server.start()
        assert commits.now(GAME).head.position == last.first - 1
        assert commits.reading.lost_tails == 1
        again = declare(commits, 1, Pick(number=3), "b", stage=stage)
        assert (again.first, again.last, again.replay) == (last.first, last.last, False)
        check_whole(commits)

    def test_a_killed_server_that_lost_nothing_goes_on(self, own_server: RedisServer) -> None:
        redis = connect(own_server.url)
        redis.config_set("appendfsync", "always")
        commits = commits_on(redis)
        start(commits)
        first = declare(commits, 0, Shout(words="x"), "k")
        own_server.kill()
        with pytest.raises(Unavailable):
            commits.now(GAME)
        own_server.start()
        again = declare(commits, 0, Shout(words="x"), "k")
        assert again.replay
        assert again.envelopes == first.envelopes
        assert commits.reading.lost_tails == 0

    def test_a_game_that_is_gone_altogether_is_unknown(self, own_server: RedisServer) -> None:
        redis = connect(own_server.url)
        commits = commits_on(redis)
        start(commits)
        redis.flushall()
        with pytest.raises(UnknownGame):
            declare(commits, 0, Pick(number=1), "k", stage=7)
        assert commits.reading.lost_tails == 1


def test_a_plain_declaration_is_one_round_trip(commits: Commits, redis: Redis) -> None:
    start(commits)
    declare(commits, 0, Shout(words="x"), "warm")
    before = calls(redis)
    declare(commits, 1, Pick(number=3), "k", stage=7)
    after = calls(redis)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    asked = {name: n for name, n in grown.items() if n and name not in ("info", "config|get")}
    assert asked.pop("evalsha") == 1
    inside_the_script = {"hget", "hmget", "xlen", "xadd", "hset", "hdel", "publish"}
    assert asked.keys() <= inside_the_script, json.dumps(asked)


def calls(redis: Redis) -> dict[str, int]:
    stats = redis.info("commandstats")
    assert isinstance(stats, dict)
    return {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in stats.items()}
