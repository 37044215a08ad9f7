"""The vault in Redis: one key per game, written once."""

from __future__ import annotations

from typing import cast

from redis import Redis

from events.codec import canonical, loads
from events.redis_client import answered
from events.vault import Secrets, SecretsKept, UnknownSecrets


def vault_key(game_id: str) -> str:
    """Where a game's secrets lie, beside its log."""
    return f"game:{{{game_id}}}:vault"


class RedisVault:
    """Secrets as JSON of hex strings; a missing answer is the log's `Unavailable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def put(self, game_id: str, secrets: Secrets) -> None:
        with answered():
            kept = self._redis.set(
                vault_key(game_id), canonical(secrets.written()), nx=True, get=True
            )
        if kept is not None and loads(cast(bytes, kept)) != secrets.written():
            raise SecretsKept(f"game {game_id} has other secrets")

    def get(self, game_id: str) -> Secrets:
        with answered():
            kept = self._redis.get(vault_key(game_id))
        if kept is None:
            raise UnknownSecrets(f"no secrets are kept for game {game_id}")
        return Secrets.read(loads(cast(bytes, kept)))
