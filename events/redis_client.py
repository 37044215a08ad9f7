"""The connection to Redis, and its failures in the log's own words."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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


class Lines:
    """Connections for one kind of command that is sent very often, the last one used first.

    The client's pool asks each connection that it hands out whether it is still there, which costs
    more than the command; here a lost one is found out by using it, and the command is sent again
    on a new one. So, as everywhere here, what is sent must bear being done twice.
    """

    def __init__(self, redis: Redis) -> None:
        self._pool = redis.connection_pool
        self._turns = threading.BoundedSemaphore(self._pool.max_connections)
        self._idle: list[Any] = []
        self._process = os.getpid()

    def run(self, *words: Any) -> Any:
        """The server's answer to one command; raises what the client raises."""
        if not self._turns.acquire(timeout=ANSWER_S):
            raise ConnectionError("all connections are in use")
        try:
            return self._run(words)
        finally:
            self._turns.release()

    def _run(self, words: tuple[Any, ...]) -> Any:
        line = self._spare()
        if line is not None:
            try:
                return self._said(line, words)
            except BusyLoadingError:
                raise
            except (ConnectionError, TimeoutError):
                self._idle.clear()
        return self._said(self._pool.connection_class(**self._pool.connection_kwargs), words)

    def _spare(self) -> Any:
        """A connection that this process has open and nobody uses, or None."""
        if self._process != os.getpid():
            self._idle, self._process = [], os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _said(self, line: Any, words: tuple[Any, ...]) -> Any:
        """One command on one connection, which is kept only if its answer came in whole."""
        try:
            line.send_command(*words)
            said = line.read_response()
        except ResponseError:
            self._idle.append(line)
            raise
        except BaseException:
            line.disconnect()
            raise
        self._idle.append(line)
        return said
