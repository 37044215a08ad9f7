"""What `junta serve` does: a private Redis, the API, a worker and a steward, until Ctrl-C.

It starts and stops processes and says what it does; it answers no request and reads no game.
The listening socket is opened here and inherited by the API, so that a busy port is known at
once and callers wait, instead of being refused, while the API is restarted.
"""

from __future__ import annotations

import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import TypeAlias

from service.first_game import CALLS, beginning
from service.private_redis import (
    RedisBroken,
    RedisUnavailable,
    start_child,
    start_private_redis,
    stop_child,
)
from service.settings import Settings, why
from workers.queue import FIRST_ANSWER_S, no_answer

FINE, A_FINDING, WRONG_USE = 0, 1, 2
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
BACKLOG = 1024
WORKER = "service.gunicorn_worker.ProblemWorker"
MOST_OPEN = 10_000
"""Connections of one process: 5,000 open streams were held by one, at 25 kB each."""
EVERY_INTERFACE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}

Child: TypeAlias = "subprocess.Popen[bytes]"


class StartFailed(RuntimeError):
    """The service can't go on; the message is one sentence for the person who started it."""


class NoRedis(RuntimeError):
    """A Redis that the settings name is not there; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What to run. The API inherits the listening socket as the file descriptor it is told.

    steward: what plays the seats that rulings gave to bots; empty where nothing does.
    """

    api: Sequence[str]
    worker: Sequence[str]
    steward: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long to wait for what, in seconds."""

    watch_s: float = 0.1
    ready_s: float = 60.0
    quick_s: float = 10.0
    backoff_s: float = 0.5
    stop_s: float = 10.0
    quick_deaths: int = 3
    redis_s: float = FIRST_ANSWER_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One watched process: how to start it, and how often in a row it died quickly."""

    name: str
    start: Callable[[], Child]
    child: Child
    started: float = field(default_factory=time.monotonic)
    deaths: int = 0
    due: float | None = None  # when it is to be started again; None while it runs


@dataclass(slots=True)
class StopFlag:
    """Raised by a signal. No lock is behind it: a handler that needed one could wait for ever
    for the code that it interrupted, as `threading.Event.set` can."""

    raised: bool = False

    def is_raised(self) -> bool:
        return self.raised

    def is_raised_after(self, seconds: float) -> bool:
        time.sleep(seconds)
        return self.raised


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What every step of one run needs to know."""

    settings: Settings
    commands: Commands
    listener: socket.socket
    pace: Pace
    stop: StopFlag


def product_commands(settings: Settings, listener: int) -> Commands:
    """The API as a gunicorn master with gevent workers, and one worker for the jobs.

    gevent workers report to the master while a stream is open, so `--timeout` ends stuck
    processes and no stream; `--graceful-timeout` is how long open streams may delay a stop. No
    header of a request may set SCRIPT_NAME or PATH_INFO: whoever can connect could send it.
    """
    return Commands(
        api=(
            *(sys.executable, "-m", "gunicorn", "service.wsgi:app"),
            *("--bind", f"fd://{listener}"),
            *("--workers", str(settings.workers)),
            *("--worker-class", WORKER, "--worker-connections", str(MOST_OPEN)),
            *("--forwarder-headers", ""),
            *("--timeout", "60", "--graceful-timeout", "2", "--keep-alive", "5"),
            *("--log-level", "warning", "--no-control-socket"),
        ),
        worker=(sys.executable, "-m", "workers.run"),
        steward=(sys.executable, "-m", "service.cli", "steward"),
    )


def serve(
    settings: Settings,
    *,
    commands: Callable[[Settings, int], Commands] = product_commands,
    pace: Pace | None = None,
) -> int:
    """Run everything until SIGINT, SIGTERM or SIGHUP; the exit status.

    0 after a clean stop, 1 when a part keeps dying, 2 where a setting can't be: a busy port, a
    folder that can't be written to, a Redis that is not there.
    """
    with _stop_signals() as stop:
        try:
            listener = listen(settings.host, settings.port)
        except (OSError, UnicodeError) as error:
            _complain(_why_not(settings, error))
            return WRONG_USE
        with listener:
            site = Site(
                settings=settings,
                commands=commands(settings, listener.fileno()),
                listener=listener,
                pace=pace or Pace(),
                stop=stop,
            )
            return _run(site)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    family, _, _, _, address = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return socket.create_server(address[:2], family=family, backlog=BACKLOG)


def address_of(listener: socket.socket) -> str:
    """The URL at which this machine reaches the API, without a slash at the end."""
    host, port = listener.getsockname()[:2]
    host = EVERY_INTERFACE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# -- one run ------------------------------------------------------------------------------------


def _run(site: Site) -> int:
    parts: list[Part] = []  # in the order of starting; stopped from the end
    try:
        env = _start_redis(site, parts)
        for name, start in _starts(site, env):
            parts.append(Part(name=name, start=start, child=start()))
        ready = _watch_until_ready(site, parts)
        if ready:
            _announce(site)
            _watch(site, parts, until=lambda: False)
    except (NoRedis, RedisUnavailable, StartFailed) as failure:
        if site.stop.raised:
            return FINE
        _complain(str(failure))
        found = isinstance(failure, RedisBroken | StartFailed)
        return A_FINDING if found else WRONG_USE
    finally:
        for part in reversed(parts):
            stop_child(part.child, site.pace.stop_s)
    print("Stopped.", flush=True)
    return FINE


def _start_redis(site: Site, parts: list[Part]) -> dict[str, str]:
    """Start the private Redis, if one is wanted; the environment of the other parts."""
    _check_named(site)
    url = site.settings.redis_url
    if url is None:
        redis = start_private_redis(
            site.settings.var, site.settings.fsync, given_up=site.stop.is_raised
        )
        url = redis.url
        parts.append(Part(name="Redis", start=lambda: _redis_again(site), child=redis.process))
    return _environment(site, url)


def _check_named(site: Site) -> None:
    """Give each Redis that is named a few seconds to answer. Raises `NoRedis`."""
    settings = site.settings
    named = {settings.queue_url: "JUNTA_QUEUE_URL", settings.redis_url: "JUNTA_REDIS_URL"}
    for url, name in named.items():
        said = url and no_answer(url, site.pace.redis_s, site.stop.is_raised)
        if said:
            raise NoRedis(f"{name}: {said[:1].lower()}{said[1:]}")


def _redis_again(site: Site) -> Child:
    settings = site.settings
    return start_private_redis(settings.var, settings.fsync, given_up=site.stop.is_raised).process


def _environment(site: Site, redis_url: str) -> dict[str, str]:
    settings = site.settings
    return {
        **os.environ,
        "JUNTA_REDIS_URL": redis_url,
        "JUNTA_QUEUE_URL": settings.queue_url or redis_url,
        "JUNTA_FSYNC": settings.fsync,
        "JUNTA_HOST": settings.host,
        "JUNTA_PORT": str(site.listener.getsockname()[1]),
        "JUNTA_WORKERS": str(settings.workers),
        "JUNTA_OPEN_CREATION": str(settings.open_creation).lower(),
        "JUNTA_VAR": str(settings.var.absolute()),
        "JUNTA_URL": address_of(site.listener),
    }


def _starts(site: Site, env: Mapping[str, str]) -> tuple[tuple[str, Callable[[], Child]], ...]:
    """The worker comes first, so that the API is stopped before it; the steward calls the API."""
    heard, commands = (site.listener.fileno(),), site.commands
    starts: list[tuple[str, Callable[[], Child]]] = [
        ("worker", lambda: start_child(commands.worker, env=env)),
        ("API", lambda: start_child(commands.api, env=env, pass_fds=heard)),
    ]
    if commands.steward:
        starts.append(("steward", lambda: start_child(commands.steward, env=env)))
    return tuple(starts)


def _announce(site: Site) -> None:
    address = address_of(site.listener)
    calls = [
        line
        for number, call in enumerate(CALLS, 1)
        for line in (f"{number}. {call.what}", *(f"   {line}" for line in call.lines))
    ]
    print(
        f"Junta listens on {address} (contract: {address}/docs). Ctrl-C stops it.",
        "A first game, as in the README; paste the lines that are set in:",
        *(f"   {line}" for line in beginning(address)),
        *calls,
        sep="\n",
        flush=True,
    )


# -- watching -----------------------------------------------------------------------------------


def _watch_until_ready(site: Site, parts: list[Part]) -> bool:
    """Whether `GET /readyz` answered 200; False when asked to stop before that."""
    last_try = time.monotonic() + site.pace.ready_s
    address = site.listener.getsockname()

    def settled() -> bool:
        if _is_ready(address):
            return True
        if time.monotonic() > last_try:
            raise StartFailed(f"The API was not ready within {site.pace.ready_s:.0f} seconds.")
        return False

    return _watch(site, parts, until=settled)


def _watch(site: Site, parts: list[Part], until: Callable[[], bool]) -> bool:
    """Keep all parts alive until a signal (False) or until `until` says so (True)."""
    while not site.stop.is_raised_after(site.pace.watch_s):
        for index, part in enumerate(parts):
            parts[index] = _looked_after(part, site.pace)
        if until():
            return True
    return False


def _looked_after(part: Part, pace: Pace) -> Part:
    now = time.monotonic()
    if part.due is not None:
        if now < part.due:
            return part
        return replace(part, child=part.start(), started=time.monotonic(), due=None)
    if part.child.poll() is None:
        return part
    return _buried(part, pace, now)


def _buried(part: Part, pace: Pace, now: float) -> Part:
    """Say that it died and when it is started again; three quick deaths in a row end the run."""
    stop_child(part.child, 0)  # its own children
    deaths = part.deaths + 1 if now - part.started < pace.quick_s else 1
    how = _manner(part.child.returncode)
    if deaths >= pace.quick_deaths:
        raise StartFailed(f"The {part.name} {how}, {deaths} times in a row: everything stops.")
    wait_s = pace.backoff_s * 2 ** (deaths - 1)
    _complain(f"The {part.name} {how}; it is started again in {wait_s:g} s.")
    return replace(part, deaths=deaths, due=now + wait_s)


def _manner(status: int) -> str:
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended by itself with status {status}"


def _is_ready(address: tuple[str, int]) -> bool:
    host, port = address[:2]
    connection = http.client.HTTPConnection(EVERY_INTERFACE.get(host, host), port, timeout=1.0)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


# -- signals and sentences ----------------------------------------------------------------------


@contextmanager
def _stop_signals() -> Iterator[StopFlag]:
    """A flag that the stop signals raise, instead of what they did before."""
    flag = StopFlag()

    def stop(number: int, frame: FrameType | None) -> None:
        flag.raised = True

    before = {number: signal.signal(number, stop) for number in STOP_SIGNALS}
    try:
        yield flag
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _why_not(settings: Settings, error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"{settings.host!r:.40} is no name of a host: put another in JUNTA_HOST."
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {settings.port} of {settings.host} is taken: stop what listens there, "
            "or name another port in JUNTA_PORT (0 picks a free one)."
        )
    return f"Can't listen on {settings.host}:{settings.port}: {why(error)}."


def _complain(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
