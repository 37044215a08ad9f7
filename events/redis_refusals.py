"""Refusals on Redis: a list per game and seat, trimmed as it grows."""

from __future__ import annotations

from typing import cast

from redis import Redis

from events.redis_client import answered
from events.redis_log import key
from events.refusals import MOST_REFUSALS, Refusal, read, written


class RedisRefusals:
    """`Refusals` on Redis; processes share it."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game_id: str, refusal: Refusal) -> None:
        name = key(game_id, f"refusals:{refusal.seat}")
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.rpush(name, written(refusal))
        pipeline.ltrim(name, -MOST_REFUSALS, -1)
        with answered():
            pipeline.execute()

    def of(self, game_id: str, seat: int) -> list[Refusal]:
        with answered():
            kept = self._redis.lrange(key(game_id, f"refusals:{seat}"), 0, -1)
        return [read(one) for one in cast(list[bytes], kept)]
