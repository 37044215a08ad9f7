"""The due index, told behind: the same in the end, in one round trip, and nothing is lost."""

from __future__ import annotations

from time import monotonic, sleep

import pytest
from redis import Redis

from events.log import Unavailable
from events.redis_index import RedisIndex
from events.redis_index_behind import RedisIndexBehind


def test_what_is_said_is_there_a_moment_later(redis: Redis) -> None:
    behind, index = RedisIndexBehind(redis), RedisIndex(redis)
    index.set_due("gone", 5.0)
    behind.set_due("a", 7.0)
    behind.set_due("b", 8.0)
    behind.set_due("a", 9.0)
    behind.set_due("gone", None)
    until = monotonic() + 5
    while index.all_due() != {"a": 9.0, "b": 8.0} and monotonic() < until:
        sleep(0.01)
    assert index.all_due() == {"a": 9.0, "b": 8.0}


def test_what_could_not_be_told_waits(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    behind = RedisIndexBehind(redis)
    monkeypatch.setattr(behind, "_begin", lambda: None)

    def away(*_: object) -> None:
        raise Unavailable("away")

    behind.set_due("a", 7.0)
    with monkeypatch.context() as broken:
        broken.setattr(behind, "set_all_due", away)
        with pytest.raises(Unavailable):
            behind.flush()
    behind.set_due("b", 8.0)
    behind.flush()
    assert RedisIndex(redis).all_due() == {"a": 7.0, "b": 8.0}
