"""How the write path is put together on Redis; the API's processes and the workers do it alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

from redis import Redis

from events.commit import Commits, nobody
from events.log import Head
from events.reading import Reading
from events.redis_client import answered, connect
from events.redis_index import RedisIndex
from events.redis_log import RedisLog
from events.redis_refusals import RedisRefusals
from events.redis_vault import RedisVault

ALIVE = "worker:alive"
ALIVE_S = 5


def wire(redis: Redis, follow: Callable[[str, Head], None] = nobody) -> Commits:
    """The write path on this Redis; an API process gives `follow=Enqueue(queue_url)`."""
    log = RedisLog(redis)
    return Commits(
        log=log,
        index=RedisIndex(redis),
        vault=RedisVault(redis),
        refusals=RedisRefusals(redis),
        reading=Reading(log=log),
        follow=follow,
    )


def urls() -> tuple[str, str]:
    """Where the logs are and where the queue is, as the environment says."""
    log_url = os.environ["JUNTA_REDIS_URL"]
    return log_url, os.environ.get("JUNTA_QUEUE_URL") or log_url


@cache
def redis() -> Redis:
    """This process's connections to the logs."""
    return connect(urls()[0])


@cache
def commits() -> Commits:
    """This worker's write path; jobs, which get strings only, find it here.

    It enqueues nothing: whoever looks goes on looking until nothing is due.
    """
    return wire(redis())


def heartbeat(redis: Redis) -> Callable[[], None]:
    """What the sweep calls to say that a worker is there."""

    def alive() -> None:
        with answered():
            redis.set(ALIVE, "1", ex=ALIVE_S)

    return alive


def is_alive(redis: Redis) -> bool:
    """Whether a worker said so within the last seconds."""
    with answered():
        return bool(redis.exists(ALIVE))
