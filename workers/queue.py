"""The queue of jobs. A job hints that a game wants to be looked at; losing it costs a second."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic, sleep
from urllib.parse import urlsplit

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, BusyLoadingError, RedisError, ResponseError
from redis.retry import Retry
from rq import Queue
from rq.serializers import JSONSerializer

from events.log import ENDED, Head
from workers.outage import Outage

NAME = "look"
JOB = "workers.jobs.look"
JOB_TIMEOUT_S = 60
WAITS_S = 60
FAILURE_KEPT_S = 3600
ENQUEUE_ANSWER_S = 1.0

FIRST_ANSWER_S = 5.0
FIRST_TRIES_EVERY_S = 0.25
PING_S = 2.0

logger = logging.getLogger(__name__)


def no_answer(
    url: str, wait_s: float = FIRST_ANSWER_S, given_up: Callable[[], bool] = lambda: False
) -> str | None:
    """Why the Redis at this address can't be used, in a sentence, after some tries, or None.

    One that is still loading its data is there.
    """
    until = monotonic() + wait_s
    while (said := _refusal(url)) is not None:
        if monotonic() > until or given_up():
            return said
        sleep(FIRST_TRIES_EVERY_S)
    return None


def _refusal(url: str) -> str | None:
    place = bare(url)
    try:
        with Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=PING_S) as redis:
            redis.ping()
    except BusyLoadingError:
        return None
    except (AuthenticationError, ResponseError):
        return f"The Redis at {place} does not let us in: name its user and password in the URL."
    except (RedisError, OSError):
        return f"No Redis answers at {place}: start it, or name another."
    except ValueError:
        return f"{place} is no address of a Redis."
    return None


def bare(url: str) -> str:
    """The address without user and password, which nobody's screen should show."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def queue_on(redis: Redis) -> Queue:
    """The queue that both sides use."""
    return Queue(NAME, connection=redis, serializer=JSONSerializer)


class Enqueue:
    """The `follow` of the write path: a job where chance is asked for or a game has ended.

    A deadline needs no job: it stands in the index, and the sweep is there within a second. A queue
    that gives no answer is told to the journal, now and then, and to nobody else.
    """

    def __init__(self, url: str) -> None:
        redis = Redis.from_url(
            url, socket_timeout=ENQUEUE_ANSWER_S, retry=Retry(NoBackoff(), 1), max_connections=16
        )
        self._queue = queue_on(redis)
        self._outage = Outage(what="the queue", logger=logger)

    def __call__(self, game_id: str, head: Head) -> None:
        if head.request is None and head.status not in ENDED:
            return
        try:
            self._enqueue(game_id, head.position)
        except RedisError as error:
            self._outage.goes_on(f"{error}; no jobs, the sweep will look")
        else:
            self._outage.is_over()

    def _enqueue(self, game_id: str, position: int) -> None:
        self._queue.enqueue_call(
            JOB,
            args=(game_id,),
            job_id=f"look-{game_id}-{position}",
            timeout=JOB_TIMEOUT_S,
            ttl=WAITS_S,
            result_ttl=0,
            failure_ttl=FAILURE_KEPT_S,
        )
