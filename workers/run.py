"""The worker: one process that takes jobs as they come, with the sweep in a thread beside it.

Started with `python -m workers.run`, with JUNTA_REDIS_URL and JUNTA_QUEUE_URL in the environment.
It ends by itself, cleanly, at SIGTERM or SIGINT.
"""

from __future__ import annotations

import logging
import signal
import sys
from dataclasses import dataclass
from threading import Event, Thread
from time import monotonic, sleep
from types import FrameType
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from workers import sweep, wiring
from workers.garbage import settle
from workers.queue import queue_on

AGAIN_S = 1.0
GLANCE_S = 0.05
LAST_SWEEP_S = 2.0

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Stopping:
    """Whether a signal came. A plain flag: a handler must take no lock, not even an event's."""

    raised: bool = False

    def raise_it(self, *_: object) -> None:
        """What the signals call."""
        self.raised = True


class LookWorker(SimpleWorker):
    """RQ's worker without fork, and without the channel for remote commands."""

    max_connection_wait_time = 5.0
    stopping: Stopping

    def subscribe(self) -> None:
        """No remote commands: one connection and one thread less to end."""

    def request_stop(self, signum: int, frame: FrameType | None) -> Any:
        """The signal ends this worker after its job, and the loop around it."""
        self.stopping.raise_it()
        return super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """A signal that came before this worker listened, or that a job swallowed, counts too."""
        if self.stopping.raised:
            raise StopRequested
        return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)


def main() -> int:
    """Work until told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    settle()
    stopping, ended = Stopping(), Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopping.raise_it)
    sweeping = Thread(
        target=sweep.run,
        args=(wiring.commits(), wiring.heartbeat(wiring.redis()), ended),
        name="sweep",
        daemon=True,
    )
    sweeping.start()
    while not stopping.raised:
        _work(stopping)
        _rest(stopping)
    ended.set()
    sweeping.join(LAST_SWEEP_S)
    return 0


def _rest(stopping: Stopping) -> None:
    """A moment before the queue is tried again."""
    until = monotonic() + AGAIN_S
    while not stopping.raised and monotonic() < until:
        sleep(GLANCE_S)


def _work(stopping: Stopping) -> None:
    """Take jobs until told to stop, or until the queue gives no answer."""
    redis = Redis.from_url(wiring.urls()[1])
    try:
        worker = LookWorker(
            [queue_on(redis)],
            connection=redis,
            serializer=JSONSerializer,
            log_job_description=False,
        )
        worker.stopping = stopping
        worker.work(logging_level="WARNING")
    except StopRequested:
        return  # the signal came before the worker had begun to listen for it
    except RedisError as error:
        logger.warning("the queue gives no answer: %s", error)
    finally:
        redis.close()


if __name__ == "__main__":
    sys.exit(main())
