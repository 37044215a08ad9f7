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
from workers.outage import Outage
from workers.queue import no_answer, queue_on

WRONG_USE = 2
AGAIN_S = 1.0
NO_QUEUE = "Worker %s: could not connect"
RQ = "rq.worker"
"""As RQ says it, and where."""
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


class QueueTold:
    """A filter that tells of a queue that is away, in place of RQ, which says so at every try."""

    def __init__(self, outage: Outage) -> None:
        self._outage = outage

    def filter(self, record: logging.LogRecord) -> bool:
        """Let through what is not about a missing answer."""
        if not str(record.msg).startswith(NO_QUEUE):
            return True
        self._outage.goes_on(record.args[1] if isinstance(record.args, tuple) else "")
        return False


class LookWorker(SimpleWorker):
    """RQ's worker without fork, and without the channel for remote commands."""

    max_connection_wait_time = 5.0
    stopping: Stopping
    outage: Outage
    at_work = False

    def subscribe(self) -> None:
        """No remote commands: one connection and one thread less to end."""

    def work(self, *arguments: Any, **named: Any) -> bool:
        """Take jobs until told to stop, or until the queue gives no answer."""
        self.at_work = True
        try:
            return super().work(*arguments, **named)
        finally:
            self.at_work = False

    def request_stop(self, signum: int, frame: FrameType | None) -> Any:
        """The signal ends this worker after its job, and the loop around it.

        RQ leaves its handler behind, and an exception for its own loop would end the process where
        none is running: then the flag is enough.
        """
        self.stopping.raise_it()
        if self.at_work:
            return super().request_stop(signum, frame)  # type: ignore[no-untyped-call]
        return None

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """A signal that came before this worker listened, or that a job swallowed, counts too."""
        if self.stopping.raised:
            raise StopRequested
        return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)

    def heartbeat(self, *arguments: Any, **named: Any) -> None:
        """Said before every look at the queue: where it is heard, the queue is there."""
        super().heartbeat(*arguments, **named)
        self.outage.is_over()


def main() -> int:
    """Work until told to stop; status 2 where the Redis is not there to begin with."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    settle()
    stopping, ended = Stopping(), Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopping.raise_it)
    if (said := _not_there(stopping)) is not None:
        print(said, file=sys.stderr, flush=True)
        return WRONG_USE
    sweeping = Thread(
        target=sweep.run,
        args=(wiring.commits(), wiring.heartbeat(wiring.redis()), ended),
        name="sweep",
        daemon=True,
    )
    sweeping.start()
    outage = Outage(what="the queue", logger=logger)
    logging.getLogger(RQ).addFilter(QueueTold(outage))
    while not stopping.raised:
        _rest(stopping, _work(stopping, outage))
    ended.set()
    sweeping.join(LAST_SWEEP_S)
    return 0


def _not_there(stopping: Stopping) -> str | None:
    """Why one of the two can't be had, in a sentence; None too once a signal came."""
    urls = dict.fromkeys(wiring.urls())
    found = (no_answer(url, given_up=lambda: stopping.raised) for url in urls)
    missed = next((said for said in found if said is not None), None)
    return None if stopping.raised else missed


def _rest(stopping: Stopping, seconds: float) -> None:
    """A moment before the queue is tried again."""
    until = monotonic() + seconds
    while not stopping.raised and monotonic() < until:
        sleep(GLANCE_S)


def _work(stopping: Stopping, outage: Outage) -> float:
    """Take jobs until told to stop, or until the queue gives no answer; how long to rest then."""
    redis = Redis.from_url(wiring.urls()[1])
    try:
        worker = LookWorker(
            [queue_on(redis)],
            connection=redis,
            serializer=JSONSerializer,
            log_job_description=False,
        )
        worker.stopping, worker.outage = stopping, outage
        worker.work(logging_level="WARNING")
    except StopRequested:
        pass  # the signal came before the worker had begun to listen for it
    except RedisError as error:
        return outage.goes_on(error)
    finally:
        redis.close()
    return AGAIN_S


if __name__ == "__main__":
    sys.exit(main())
