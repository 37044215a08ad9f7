"""The connection to Redis, and its failures in the log's own words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)
from redis.retry import Retry

from events.log import Unavailable

MOST_CONNECTIONS = 64
CONNECT_S = 2.0
ANSWER_S = 5.0
RETRIES = 2

NO_ANSWER = (
    ConnectionError,
    TimeoutError,
    BusyLoadingError,
    ReadOnlyError,
    OutOfMemoryError,
    MasterDownError,
    ClusterDownError,
    TryAgainError,
)
SCRIPT_WORDS = ("OOM", "READONLY", "MISCONF", "BUSY", "LOADING", "MASTERDOWN", "NOREPLICAS")
"""How an answer begins when it is the server that can't now, not the script that is wrong."""


def connect(
    url: str,
    *,
    connections: int = MOST_CONNECTIONS,
    answer_s: float = ANSWER_S,
    retries: int = RETRIES,
) -> Redis:
    """A client for threads and greenlets; they wait for a free connection when all are in use.

    A command is sent again after a lost connection, so whatever is sent must bear being done twice.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=answer_s,
        socket_timeout=answer_s,
        retry=Retry(ExponentialBackoff(cap=0.1, base=0.01), retries),
        health_check_interval=0,
        **({} if url.startswith("unix:") else {"socket_connect_timeout": min(CONNECT_S, answer_s)}),
    )
    return Redis(connection_pool=pool)


@contextmanager
def answered() -> Iterator[None]:
    """Turn a missing answer into `Unavailable`; any other error of Redis is a fault, and stays."""
    try:
        yield
    except NO_ANSWER as error:
        raise Unavailable(f"the log gives no answer ({type(error).__name__})") from error
    except ResponseError as error:
        if str(error).startswith(SCRIPT_WORDS):
            raise Unavailable(f"the log takes nothing now ({str(error).split()[0]})") from error
        raise
