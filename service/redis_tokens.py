"""Hashes of tokens, join codes, creation keys and service keys, in Redis."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import orjson
from redis import Redis

from events.redis_client import answered
from service.tokens import Creation, Grant

JOIN_CODE = "join_code"
SERVICE_KEYS = "service:keys"
MOST_KNOWN = 20_000


def _key(game_id: str) -> str:
    return f"game:{{{game_id}}}:tokens"


@dataclass(frozen=True, slots=True)
class RedisTokens:
    """Grants in a hash per game (token hash -> role); creation and service keys beside them.

    A grant never changes, so a process asks for it once and remembers it.
    """

    redis: Redis
    _known: dict[tuple[str, str], Grant] = field(default_factory=dict)

    def grant(self, game_id: str, mark: str, grant: Grant) -> bool:
        with answered():
            return bool(self.redis.hsetnx(_key(game_id), mark, orjson.dumps(grant.written())))

    def granted(self, game_id: str, mark: str) -> Grant | None:
        known = self._known.get((game_id, mark))
        if known is not None:
            return known
        with answered():
            kept: Any = self.redis.hget(_key(game_id), mark)
        return None if kept is None else self._remembered(game_id, mark, kept)

    def _remembered(self, game_id: str, mark: str, kept: bytes) -> Grant:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        grant = self._known[game_id, mark] = Grant.read(orjson.loads(kept))
        return grant

    def put_join_code(self, game_id: str, mark: str) -> None:
        with answered():
            self.redis.hset(_key(game_id), JOIN_CODE, mark)

    def join_code(self, game_id: str) -> str | None:
        with answered():
            return _text(self.redis.hget(_key(game_id), JOIN_CODE))

    def claim(self, mark: str, creation: Creation) -> Creation:
        with answered():
            kept: Any = self.redis.set(
                f"creation:{mark}", orjson.dumps(creation._asdict()), nx=True, get=True
            )
        return creation if kept is None else Creation(**orjson.loads(kept))

    def put_service_key(self, name: str, mark: str) -> None:
        self.remove_service_key(name)
        with answered():
            self.redis.hset(SERVICE_KEYS, mark, name)

    def remove_service_key(self, name: str) -> bool:
        with answered():
            marks = [mark for mark, kept in self._keys().items() if kept == name]
            return bool(marks and self.redis.hdel(SERVICE_KEYS, *marks))

    def service_keys(self) -> list[str]:
        with answered():
            return sorted(self._keys().values())

    def service_key(self, mark: str) -> str | None:
        with answered():
            return _text(self.redis.hget(SERVICE_KEYS, mark))

    def _keys(self) -> dict[str, str]:
        kept: Any = self.redis.hgetall(SERVICE_KEYS)
        return {_text(mark) or "": _text(name) or "" for mark, name in kept.items()}


def _text(kept: Any) -> str | None:
    return kept.decode() if isinstance(kept, bytes) else kept
