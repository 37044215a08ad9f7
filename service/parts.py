"""The parts of a process, made: on Redis for the service, in memory for tests and tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from redis import Redis, ResponseError

from events.commit import Commits, nobody
from events.log import Head, Unavailable
from events.memory_log import MemoryIndex, MemoryLog
from events.reading import Reading
from events.redis_client import answered, connect
from events.redis_index_behind import RedisIndexBehind
from events.refusals import MemoryRefusals
from events.vault import MemoryVault
from projections.lobby import Lobby
from projections.table import Tables
from service.limits import Counts, Guesses, MemoryCounts, Speech
from service.notices import Notices
from service.redis_counts import RedisCounts
from service.redis_tokens import RedisTokens
from service.settings import Settings
from service.tokens import MemoryTokens, Tokens
from service.wiring import Wiring
from workers.queue import Enqueue
from workers.wiring import is_alive, wire

MOST_CONNECTIONS = 128
MOST_PROBES = 4
PROBE_S = 1.0
"""How long readiness waits for a store that is there but does not answer."""
CONFIGURED = ("appendonly", "appendfsync")


def on_redis(settings: Settings) -> Wiring:
    """The parts on the Redis of the settings; nothing is asked of it yet."""
    if settings.redis_url is None:
        raise LookupError("JUNTA_REDIS_URL names no Redis; `junta serve` starts a private one")
    redis = connect(settings.redis_url, connections=MOST_CONNECTIONS)
    probe = connect(settings.redis_url, connections=MOST_PROBES, answer_s=PROBE_S, retries=0)
    follow = Enqueue(settings.queue_url or settings.redis_url)
    commits = wire(redis, follow)
    commits.index = RedisIndexBehind(redis)
    return _wired(
        commits,
        RedisTokens(redis),
        RedisCounts(redis),
        lambda: readiness(probe),
        open_creation=settings.open_creation,
    )


def in_memory(
    follow: Callable[[str, Head], None] = nobody, *, open_creation: bool = True
) -> Wiring:
    """The parts without a Redis; all is gone with the process."""
    log = MemoryLog()
    commits = Commits(
        log=log,
        index=MemoryIndex(),
        vault=MemoryVault(),
        refusals=MemoryRefusals(),
        reading=Reading(log=log),
        follow=follow,
    )
    ready = {"redis": True, "worker": True, "durability": {}}
    parts = MemoryTokens(), MemoryCounts()
    return _wired(commits, *parts, lambda: ready, open_creation=open_creation)


def _wired(
    commits: Commits,
    tokens: Tokens,
    counts: Counts,
    ready: Callable[[], dict[str, Any]],
    *,
    open_creation: bool,
) -> Wiring:
    return Wiring(
        commits=commits,
        tokens=tokens,
        tables=Tables(commits.reading),
        lobby=Lobby(commits.index, commits.log),
        notices=Notices(commits.reading),
        readiness=ready,
        speech=Speech(counts=counts),
        guesses=Guesses(counts=counts),
        open_creation=open_creation,
    )


def readiness(redis: Redis) -> dict[str, Any]:
    """{"redis", "worker", "durability"}: whether each answers, and how safely writes are kept."""
    try:
        with answered():
            redis.ping()
            return {"redis": True, "worker": is_alive(redis), "durability": _durability(redis)}
    except Unavailable:
        return {"redis": False, "worker": False, "durability": {}}


def _durability(redis: Redis) -> dict[str, str]:
    """What Redis says of its own settings; some services do not let it be asked."""
    try:
        told = cast(dict[str, str], redis.config_get(*CONFIGURED))
    except ResponseError:
        return {}
    return {str(name): str(setting) for name, setting in told.items()}
