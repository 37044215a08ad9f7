"""What was seen live is what is answered for that position ever after, byte by byte.

Bots play whole games against the real application on a real Redis. Every viewer looks after every
commit; when the game is over, each of these tables is asked for again with `at`, of another
process's application. Between two commit ends nobody could look, and `settled` says so. While a
game waits for chance between two stages no look of an auditor is granted: he looks right after it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from werkzeug.wsgi import ClosingIterator

from bots.client import Client, connection
from bots.roster import BOTS
from bots.table import Table, seated, viewers_of
from events.commit import Commits
from events.redis_client import connect
from service import looks
from service.app import create_app
from service.parts import on_redis
from service.settings import Settings
from workers.look import due
from workers.wiring import wire

NOW = re.compile(rb',"now":"[^"]*"(?=}$)')
NAMES = ("Ana", "Bruno", "Çelik", "Dilek")
OF_SLY = 4
"""The game that bots play with sense, which so meet the service itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application said."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass(frozen=True, slots=True)
class Caller:
    """Calls the application itself: there are ten thousand calls to make in each game."""

    app: Callable[..., Iterable[bytes]]

    def __call__(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        path, _, query = target.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(path),
            "QUERY_STRING": query,
            "SERVER_NAME": "junta.test",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": headers.get("content-type", ""),
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
            **{f"HTTP_{n.upper().replace('-', '_')}": said for n, said in headers.items()},
        }
        begun: list[Any] = []
        chunks = self.app(environ, lambda *said: begun.append(said))
        found = b"".join(chunks)
        if isinstance(chunks, ClosingIterator):
            chunks.close()
        status, given = begun[0]
        return Answer(int(status[:3]), given, found)


class InProcess(httpx.BaseTransport):
    """Answers from the application itself, without a socket."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        target = request.url.raw_path.decode()
        answer = self._caller(request.method, target, request.headers, request.read())
        return httpx.Response(answer.status, headers=answer.headers, content=answer.body)


@dataclass(frozen=True)
class Looker:
    """Looks at tables without the ways around of a client: there are many to look at."""

    caller: Caller
    token: str | None = None

    def table_bytes(self, game: str, at: int | None = None, as_whom: str | None = None) -> bytes:
        answer = self.asked(game, "" if at is None else f"?at={at}&as={as_whom}")
        assert answer.status == 200
        return answer.body

    def asked(self, game: str, query: str = "") -> Answer:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return self.caller("GET", f"/v1/games/{game}/table{query}", headers)


@dataclass(frozen=True, kw_only=True)
class Auditor(Looker):
    """Looks as soon as he may; `passed`: the positions at which he was not let."""

    worked: Callable[[], None]
    passed: list[int]

    def table_bytes(self, game: str, at: int | None = None, as_whom: str | None = None) -> bytes:
        while (answer := self.asked(game)).status == 503:
            public = json.loads(Looker(self.caller).table_bytes(game))
            assert public["stage"] is None and public["requests"]
            self.passed.append(public["position"])
            self.worked()
        assert answer.status == 200
        return answer.body


@dataclass(frozen=True, kw_only=True)
class House:
    """The application, another one that has seen nothing live, and a worker, on one Redis."""

    caller: Caller
    stranger: Caller
    worker: Commits


@pytest.fixture
def house(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> House:
    """Nothing goes on while somebody waits here: a look that is not granted is refused at once."""
    monkeypatch.setattr(looks, "PAUSE_S", 0.0)
    settings = Settings(redis_url=redis_url)
    return House(
        caller=Caller(create_app(on_redis(settings))),
        stranger=Caller(create_app(on_redis(settings))),
        worker=wire(connect(redis_url)),
    )


def client_of(caller: Caller) -> Client:
    return Client(http=connection("http://junta.test", InProcess(caller)))


@dataclass
class Recorded:
    """One game, and every table that anybody saw of it, by viewer and position."""

    game: str
    seen: dict[tuple[str, int], bytes]
    passed: list[int] = field(default_factory=list)

    def saw(self, viewer: str, position: int, table: bytes) -> None:
        before = self.seen.setdefault((viewer, position), NOW.sub(b"", table))
        assert before == NOW.sub(b"", table), "the same position, another table"


def played(house: House, seed: int) -> Recorded:
    public = client_of(house.caller)
    made = public.make_game(ruleset="junta/1", seats=len(NAMES), durations="live", auditor=True)
    recorded = Recorded(made["id"], {})
    kind = "sly" if seed == OF_SLY else "random"
    bots = {name: BOTS[kind](f"{seed}:{name}") for name in NAMES}
    chairs = seated(public, recorded.game, bots)
    auditor = public.holding(made["auditor_token"])
    table = Table(
        game=recorded.game,
        public=public,
        chairs=chairs,
        rest=lambda _: _worked(house, recorded.game),
        on_seen=recorded.saw,
        viewers={
            "auditor": Auditor(
                caller=house.caller,
                token=auditor.token,
                worked=lambda: _worked(house, recorded.game),
                passed=recorded.passed,
            ),
            **{
                viewer: Looker(house.caller, client.token)
                for viewer, client in viewers_of(public, chairs, None).items()
            },
        },
    )
    table.play()
    _worked(house, recorded.game)
    table.show()
    return recorded


def _worked(house: House, game: str) -> None:
    """One command of the worker, so that everybody can look after each."""
    command = due(house.worker, game)
    assert command is not None
    house.worker.system(game, command)


@pytest.mark.parametrize("seed", range(5))
def test_what_was_seen_live_is_answered_for_the_past(house: House, seed: int) -> None:
    recorded = played(house, seed)
    viewers = {viewer for viewer, _ in recorded.seen}
    commit_ends = sorted({position for _, position in recorded.seen})
    assert viewers == {"public", "auditor", *(f"seat:{seat}" for seat in range(len(NAMES)))}
    assert len(recorded.seen) == len(viewers) * len(commit_ends)
    assert commit_ends[-1] > 300
    stranger = Looker(house.stranger)
    there_and_back = [*commit_ends, *Random(seed).sample(commit_ends, 30)]
    for position in there_and_back:
        for viewer in viewers:
            past = stranger.table_bytes(recorded.game, position, viewer)
            assert b'"settled":true' in past
            seen = recorded.seen[viewer, position]
            assert past == seen.replace(b'"viewer":"auditor"', b'"viewer":"archive"')
    feed = client_of(house.stranger).feed(recorded.game)
    before_looks = {e["position"] - 1 for e in feed if e.get("type") == "auditor_looked"}
    unseen = set(range(commit_ends[0], commit_ends[-1])) - set(commit_ends)
    unseen -= set(recorded.passed)
    inside = sorted(unseen - before_looks)
    for position in Random(seed).sample(inside, 60):
        table = json.loads(stranger.table_bytes(recorded.game, position, "public"))
        assert (table["position"], table["settled"]) == (position, False)
