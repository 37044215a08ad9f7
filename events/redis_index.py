"""What spans games: which there are, which are due when, of which the service plays seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from redis import Redis

from events.clock import epoch
from events.redis_client import answered

GAMES = "index:games"
DUE = "index:due"
PLAYED = "index:played"


class RedisIndex:
    """An `Index` on Redis; processes share it."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def enter(self, game_id: str, created_at: str) -> None:
        with answered():
            self._redis.zadd(GAMES, {game_id: epoch(created_at)}, nx=True)

    def unlisted(self, game_ids: Sequence[str]) -> list[str]:
        if not game_ids:
            return []
        with answered():
            scores = self._redis.zmscore(GAMES, list(game_ids))
        return [game for game, score in zip(game_ids, scores, strict=True) if score is None]

    def newest(self, offset: int, limit: int) -> list[str]:
        with answered():
            found = self._redis.zrevrange(GAMES, offset, offset + limit - 1)
        return [game.decode() for game in cast(list[bytes], found)]

    def count(self) -> int:
        with answered():
            return self._redis.zcard(GAMES)

    def set_due(self, game_id: str, at: float | None) -> None:
        with answered():
            if at is None:
                self._redis.zrem(DUE, game_id)
            else:
                self._redis.zadd(DUE, {game_id: at})

    def set_all_due(self, due: Mapping[str, float], done: Sequence[str]) -> None:
        """Many games at once: when they are due, and which no longer are."""
        pipeline = self._redis.pipeline(transaction=False)
        if due:
            pipeline.zadd(DUE, dict(due))
        if done:
            pipeline.zrem(DUE, *done)
        with answered():
            pipeline.execute()

    def due_by(self, at: float, limit: int) -> list[str]:
        with answered():
            found = self._redis.zrangebyscore(DUE, "-inf", at, start=0, num=limit)
        return [game.decode() for game in cast(list[bytes], found)]

    def all_due(self) -> dict[str, float]:
        with answered():
            found = self._redis.zrange(DUE, 0, -1, withscores=True)
        return {game.decode(): at for game, at in cast(list[tuple[bytes, float]], found)}

    def set_played(self, game_id: str, played: bool) -> None:
        with answered():
            if played:
                self._redis.sadd(PLAYED, game_id)
            else:
                self._redis.srem(PLAYED, game_id)

    def played(self) -> list[str]:
        with answered():
            found = self._redis.smembers(PLAYED)
        return [game.decode() for game in cast(set[bytes], found)]
