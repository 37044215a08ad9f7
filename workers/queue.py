"""The queue of jobs. A job hints that a game wants to be looked at; losing it costs a second."""

from __future__ import annotations

import logging

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.serializers import JSONSerializer

from events.log import ENDED, Head

NAME = "look"
JOB = "workers.jobs.look"
JOB_TIMEOUT_S = 60
WAITS_S = 60
FAILURE_KEPT_S = 3600
ENQUEUE_ANSWER_S = 1.0

logger = logging.getLogger(__name__)


def queue_on(redis: Redis) -> Queue:
    """The queue that both sides use."""
    return Queue(NAME, connection=redis, serializer=JSONSerializer)


class Enqueue:
    """The `follow` of the write path: a job where chance is asked for or a game has ended.

    A deadline needs no job: it stands in the index, and the sweep is there within a second. A queue
    that gives no answer is told to the journal and to nobody else.
    """

    def __init__(self, url: str) -> None:
        redis = Redis.from_url(
            url, socket_timeout=ENQUEUE_ANSWER_S, retry=Retry(NoBackoff(), 1), max_connections=16
        )
        self._queue = queue_on(redis)

    def __call__(self, game_id: str, head: Head) -> None:
        if head.request is None and head.status not in ENDED:
            return
        try:
            self._enqueue(game_id, head.position)
        except RedisError as error:
            logger.warning("game %s: no job, the sweep will look: %s", game_id, error)

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
