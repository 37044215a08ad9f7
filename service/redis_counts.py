"""Counts in Redis: how often something was done in one window, in all processes together."""

from __future__ import annotations

from typing import cast

from redis import Redis

from events.redis_client import answered
from events.redis_log import key
from service.limits import WINDOW_S


class RedisCounts:
    """Counts in Redis, beside the game's log, each gone soon after its window."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game_id: str, what: str, window: int) -> int:
        name = key(game_id, f"counts:{what}:{window}")
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.incr(name)
        pipeline.expire(name, 2 * WINDOW_S)
        with answered():
            return cast(int, pipeline.execute()[0])

    def so_far(self, game_id: str, what: str, window: int) -> int:
        with answered():
            kept = cast(bytes | None, self._redis.get(key(game_id, f"counts:{what}:{window}")))
        return int(kept or 0)
