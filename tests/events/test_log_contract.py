"""What every log must do: one abstract suite, run in memory and on a real Redis."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from events.log import (
    Answer,
    Appended,
    BrokenLog,
    Conflict,
    Duplicate,
    EventLog,
    Head,
    Index,
    Notice,
    Unavailable,
    due_at,
)
from events.memory_log import MemoryIndex, MemoryLog
from events.redis_client import Lines, connect
from events.redis_index import RedisIndex
from events.redis_log import RedisLog
from tests.redis_server import RedisServer


def head_at(position: int, mark: str = "h", **parts: object) -> Head:
    plain = Head(position, f"{mark}{position}", None, None, None, "running")
    return plain._replace(**parts)  # type: ignore[arg-type]


def add(
    log: EventLog,
    expected: Head | None,
    *records: bytes,
    game: str = "g",
    command: str | None = None,
    mark: str = "h",
) -> Appended | Duplicate | Conflict:
    position = (expected.position if expected else 0) + len(records)
    return log.append(
        game,
        command_id=command or f"{game}-{mark}-{position}",
        digest="d",
        expected=expected,
        records=records,
        head=head_at(position, mark),
    )


class LogContract:
    """The suite. A subclass gives the log."""

    @pytest.fixture
    def log(self) -> EventLog:
        raise NotImplementedError

    def test_a_game_that_nobody_began_has_no_head_and_no_records(self, log: EventLog) -> None:
        assert log.head("g") is None
        assert log.read("g") == []
        assert log.look_up("g", "c") == (None, None)
        assert list(log.games()) == []

    def test_records_stand_in_order_at_positions_from_1(self, log: EventLog) -> None:
        assert add(log, None, b"a", b"b") == Appended()
        assert add(log, head_at(2), b"c") == Appended()
        assert log.read("g") == [b"a", b"b", b"c"]
        assert log.read("g", after=1) == [b"b", b"c"]
        assert log.read("g", after=1, upto=2) == [b"b"]
        assert log.read("g", after=3) == []
        assert list(log.games()) == ["g"]

    def test_bytes_come_back_as_they_were(self, log: EventLog) -> None:
        odd = bytes(range(256))
        add(log, None, odd)
        assert log.read("g") == [odd]

    def test_the_head_comes_back_as_it_was(self, log: EventLog) -> None:
        head = Head(1, "x", 205, "2026-11-29T20:00:00.123Z", 7, "finished", None, True, bots=True)
        log.append("g", command_id="c", digest="", expected=None, records=[b"a"], head=head)
        assert log.head("g") == head
        assert log.heads(["none", "g"]) == [None, head]

    def test_a_known_command_gets_its_first_answer_whatever_the_head(self, log: EventLog) -> None:
        add(log, None, b"a", b"b", command="0:k")
        add(log, head_at(2), b"c")
        answer = Answer(1, 2, "d")
        assert log.look_up("g", "0:k") == (head_at(3), answer)
        for expected in (None, head_at(2), head_at(3), head_at(9)):
            assert add(log, expected, b"z", command="0:k") == Duplicate(answer)
        assert log.read("g") == [b"a", b"b", b"c"]

    def test_command_ids_belong_to_one_game(self, log: EventLog) -> None:
        add(log, None, b"a", command="0:k", game="g")
        assert add(log, None, b"a", command="0:k", game="h") == Appended()

    def test_another_position_is_a_conflict_with_the_tail(self, log: EventLog) -> None:
        add(log, None, b"a", b"b", b"c")
        assert add(log, head_at(1), b"z", mark="i") == Conflict(head_at(3), (b"b", b"c"))
        assert add(log, head_at(8), b"z", mark="i") == Conflict(head_at(3))

    def test_the_same_position_with_another_hash_is_a_conflict(self, log: EventLog) -> None:
        add(log, None, b"a")
        assert add(log, head_at(1, "other"), b"z", mark="i") == Conflict(head_at(1))
        assert log.read("g") == [b"a"]

    def test_position_0_means_that_the_game_must_not_exist(self, log: EventLog) -> None:
        add(log, None, b"a")
        assert add(log, None, b"b", command="other") == Conflict(head_at(1), (b"a",))
        assert add(log, head_at(3), b"b", game="none") == Conflict(None)
        assert log.head("none") is None

    def test_a_refused_command_is_not_remembered(self, log: EventLog) -> None:
        add(log, None, b"a")
        add(log, head_at(7), b"z", command="0:k")
        assert log.look_up("g", "0:k")[1] is None

    def test_a_halted_game_takes_nothing_and_says_why(self, log: EventLog) -> None:
        add(log, None, b"a")
        log.halt("g", "three faults")
        halted = head_at(1, halted="three faults")
        assert log.head("g") == halted
        assert add(log, head_at(1), b"b") == Conflict(halted)
        log.halt("g", None)
        assert add(log, head_at(1), b"b") == Appended()

    def test_faults_in_a_row_are_counted_and_a_success_forgets_them(self, log: EventLog) -> None:
        add(log, None, b"a")
        assert [log.broke("g", b"x"), log.broke("g", b"y")] == [1, 2]
        add(log, head_at(1), b"b")
        assert log.broke("g", b"z") == 1
        assert log.kept("g") == [b"x", b"y", b"z"]
        assert log.head("g") == head_at(2)

    def test_only_the_last_faults_are_kept(self, log: EventLog) -> None:
        add(log, None, b"a")
        for number in range(105):
            log.broke("g", str(number).encode())
        assert log.kept("g") == [str(number).encode() for number in range(5, 105)]

    def test_of_many_who_expect_the_same_head_one_gets_in(self, log: EventLog) -> None:
        add(log, None, b"a")

        def race(number: int) -> object:
            return add(log, head_at(1), f"{number}".encode(), b"2", command=f"{number}:k")

        with ThreadPoolExecutor(16) as pool:
            said = list(pool.map(race, range(16)))
        assert said.count(Appended()) == 1
        assert sum(isinstance(one, Conflict) for one in said) == 15
        assert len(log.read("g")) == 3

    def test_a_commit_of_many_records_goes_in_whole(self, log: EventLog) -> None:
        many = [b"%d" % number for number in range(3000)]
        add(log, None, *many)
        assert log.read("g") == many
        add(log, head_at(3000), b"last")
        conflict = add(log, head_at(1), b"z", mark="i")
        assert isinstance(conflict, Conflict)
        assert conflict.tail[0] == b"1"

    def test_notices_tell_of_every_append_after_the_first_item(self, log: EventLog) -> None:
        heard = log.listen(quiet_s=5)
        assert next(heard) is None
        add(log, None, b"a", b"b")
        add(log, None, b"a", game="h")
        assert next(heard) == Notice("g", 2)
        assert next(heard) == Notice("h", 1)
        add(log, head_at(8), b"z", command="refused")
        add(log, head_at(2), b"c")
        assert next(heard) == Notice("g", 3)

    def test_a_quiet_time_is_told_too(self, log: EventLog) -> None:
        heard = log.listen(quiet_s=0.01)
        assert [next(heard), next(heard)] == [None, None]


class TestMemoryLog(LogContract):
    @pytest.fixture
    def log(self) -> EventLog:
        return MemoryLog()


class TestRedisLog(LogContract):
    @pytest.fixture
    def log(self, redis: Redis) -> EventLog:
        return RedisLog(redis)

    def test_ids_are_positions_and_keys_share_the_games_tag(
        self, log: EventLog, redis: Redis
    ) -> None:
        add(log, None, b"a", b"b")
        entries = redis.xrange("game:{g}:events")
        assert entries == [(b"1-0", {b"e": b"a"}), (b"2-0", {b"e": b"b"})]
        assert {str(key, "ascii") for key in redis.scan_iter()} == {
            "game:{g}:events",
            "game:{g}:head",
            "game:{g}:commands",
        }

    def test_the_script_is_sent_again_to_a_server_that_forgot_it(
        self, log: EventLog, redis: Redis
    ) -> None:
        add(log, None, b"a")
        redis.script_flush()
        assert add(log, head_at(1), b"b") == Appended()

    def test_a_stream_that_its_head_does_not_bear_out_takes_nothing(
        self, log: EventLog, redis: Redis
    ) -> None:
        add(log, None, b"a", b"b")
        redis.xdel("game:{g}:events", "2-0")
        with pytest.raises(BrokenLog, match="does not end where its head says"):
            add(log, head_at(2), b"c")

    def test_a_full_redis_is_unavailable_and_takes_nothing(
        self, log: EventLog, redis: Redis
    ) -> None:
        add(log, None, b"a")
        redis.config_set("maxmemory", 1)
        try:
            with pytest.raises(Unavailable):
                add(log, head_at(1), b"b")
        finally:
            redis.config_set("maxmemory", 0)
        assert log.read("g") == [b"a"]
        assert log.head("g") == head_at(1)

    def test_a_redis_that_only_reads_is_unavailable(
        self, log: EventLog, own_server: RedisServer
    ) -> None:
        with connect(own_server.url) as redis:
            log = RedisLog(redis)
            add(log, None, b"a")
            redis.replicaof("127.0.0.1", "1")
            with pytest.raises(Unavailable):
                add(log, head_at(1), b"b")

    def test_a_redis_that_is_gone_is_unavailable(self, own_server: RedisServer) -> None:
        with connect(own_server.url) as redis:
            log = RedisLog(redis)
            add(log, None, b"a")
            own_server.stop()
            for call in (log.head, log.read, log.kept):
                with pytest.raises(Unavailable):
                    call("g")
            with pytest.raises(Unavailable):
                add(log, head_at(1), b"b")
            with pytest.raises(Unavailable):
                log.look_up("g", "c")

    def test_a_listener_whose_connection_was_lost_is_told(
        self, log: EventLog, redis: Redis
    ) -> None:
        heard = log.listen(quiet_s=0.2)
        assert next(heard) is None
        redis.client_kill_filter(_type="pubsub")
        with pytest.raises(Unavailable):
            for _ in range(5):
                next(heard)

    def test_a_client_is_shared_by_more_threads_than_it_has_connections(
        self, log: EventLog, redis_url: str
    ) -> None:
        with connect(redis_url, connections=2) as redis:
            shared, gate = RedisLog(redis), threading.Barrier(12)

            def ask(_: int) -> Head | None:
                gate.wait()
                return shared.head("g")

            with ThreadPoolExecutor(12) as pool:
                assert list(pool.map(ask, range(12))) == [None] * 12


class IndexContract:
    """The suite for what spans games."""

    @pytest.fixture
    def index(self) -> Index:
        raise NotImplementedError

    def test_games_are_listed_youngest_first(self, index: Index) -> None:
        for day in (2, 1, 3):
            index.enter(f"g{day}", f"2026-11-0{day}T00:00:00.000Z")
        index.enter("g3", "2026-01-01T00:00:00.000Z")
        assert index.newest(0, 10) == ["g3", "g2", "g1"]
        assert index.newest(1, 1) == ["g2"]
        assert index.count() == 3
        assert index.unlisted(["g1", "g4"]) == ["g4"]
        assert index.unlisted([]) == []

    def test_what_is_due_comes_most_urgent_first(self, index: Index) -> None:
        for game, at in (("a", 30.5), ("b", 0.0), ("c", 20.0), ("d", 99.0), ("e", 1.0)):
            index.set_due(game, at)
        index.set_due("e", None)
        assert index.due_by(50, 10) == ["b", "c", "a"]
        assert index.due_by(50, 2) == ["b", "c"]
        assert index.all_due() == {"a": 30.5, "b": 0.0, "c": 20.0, "d": 99.0}

    def test_games_with_seats_to_play_are_listed_until_they_have_none(self, index: Index) -> None:
        for game in ("a", "b", "a"):
            index.set_played(game, played=True)
        assert sorted(index.played()) == ["a", "b"]
        for game in ("a", "c"):
            index.set_played(game, played=False)
        assert index.played() == ["b"]


class TestMemoryIndex(IndexContract):
    @pytest.fixture
    def index(self) -> Index:
        return MemoryIndex()


class TestRedisIndex(IndexContract):
    @pytest.fixture
    def index(self, redis: Redis) -> Index:
        return RedisIndex(redis)


def test_when_a_head_wants_to_be_looked_at() -> None:
    assert due_at(head_at(1)) is None
    assert due_at(head_at(1, request=7)) == 0
    assert due_at(head_at(1, deadline="1970-01-01T00:01:00.500Z")) == 60.5
    assert due_at(head_at(1, status="finished")) == 0
    assert due_at(head_at(1, status="abandoned", revealed=True)) is None
    assert due_at(head_at(1, request=7, halted="why")) is None


class TestLines:
    """The connections that append, and those that read heads."""

    def test_a_lost_connection_is_found_out_by_using_it(self, redis: Redis) -> None:
        lines = Lines(redis)
        assert lines.run("ECHO", "one") == b"one"
        redis.client_kill_filter(skipme=True, _type="normal")
        assert lines.run("ECHO", "two") == b"two"

    def test_a_refused_command_keeps_its_connection(self, redis: Redis) -> None:
        lines = Lines(redis)
        number = lines.run("CLIENT", "ID")
        with pytest.raises(ResponseError):
            lines.run("EVALSHA", "0" * 40, 0)
        assert lines.run("CLIENT", "ID") == number

    def test_no_more_of_them_than_the_client_may_have(self, redis_url: str) -> None:
        lines = Lines(connect(redis_url, connections=2))
        with ThreadPoolExecutor(8) as pool:
            numbers = set(pool.map(lambda _: lines.run("CLIENT", "ID"), range(64)))
        assert len(numbers) <= 2

    @pytest.mark.parametrize("protocol", [2, 3])
    def test_a_head_reads_the_same_in_both_protocols(
        self, redis: Redis, redis_url: str, protocol: int
    ) -> None:
        head = head_at(1, stage=4, deadline="1970-01-01T00:01:00.000Z")
        log = RedisLog(connect(f"{redis_url}{'&' if '?' in redis_url else '?'}protocol={protocol}"))
        assert log.head("g") is None
        for expected, made in ((None, Appended), (head, Duplicate)):
            said = log.append(
                "g", command_id="c", digest="d", expected=expected, records=[b"{}"], head=head
            )
            assert isinstance(said, made)
        assert log.head("g") == head
        late = log.append(
            "g", command_id="e", digest="d", expected=None, records=[b"{}"], head=head
        )
        assert isinstance(late, Conflict) and late.head == head
        redis.client_kill_filter(skipme=True, _type="normal")
        assert log.head("g") == head

    def test_a_server_that_is_not_there_is_unavailable(self) -> None:
        with pytest.raises(Unavailable):
            RedisLog(connect("redis://127.0.0.1:1/0", retries=0)).head("g")
        with pytest.raises(Unavailable):
            RedisLog(connect("redis://127.0.0.1:1/0", retries=0)).append(
                "g",
                command_id="c",
                digest="d",
                expected=None,
                records=[b"{}"],
                head=head_at(1),
            )
