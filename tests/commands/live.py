"""The service in memory behind a real address, and commands that call it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

import pytest
from werkzeug.serving import make_server

from bots.client import Client, connection
from service.app import create_app
from service.cli import main
from service.parts import in_memory
from service.wiring import Wiring
from workers import sweep


@dataclass(frozen=True)
class Live:
    """Where it is, and its parts."""

    url: str
    parts: Wiring
    public: Client


@contextmanager
def live(*, working: bool = False) -> Iterator[Live]:
    """A service; with `working`, what is due happens by itself, fast."""
    parts, done = in_memory(), Event()
    server = make_server("127.0.0.1", 0, create_app(parts), threaded=True)
    threads = [Thread(target=server.serve_forever, daemon=True)]
    if working:
        threads.append(Thread(target=_work, args=(parts, done), daemon=True))
    for thread in threads:
        thread.start()
    url = f"http://127.0.0.1:{server.server_port}"
    with connection(url) as http:
        yield Live(url, parts, Client(http=http))
    done.set()
    server.shutdown()
    for thread in threads:
        thread.join(10)


def _work(parts: Wiring, done: Event) -> None:
    while not done.wait(0.005):
        sweep.sweep(parts.commits)


def junta(*arguments: object) -> int:
    """The command's exit status."""
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in arguments])
    code = ended.value.code
    assert isinstance(code, int)
    return code
