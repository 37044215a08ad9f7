"""What was seen live is what is answered for that position ever after, byte by byte.

Bots play whole games against the real application on a real Redis. Every viewer looks after every
commit; when the game is over, each of these tables is asked for again with `at`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from werkzeug.test import Client as Caller

from bots.client import Client, connection
from bots.random_bot import RandomBot
from bots.table import Table, seated, viewers_of
from events.commit import Commits
from events.redis_client import connect
from service.app import create_app
from service.parts import on_redis
from service.private_redis import start_private_redis
from service.settings import Settings
from workers.look import look
from workers.wiring import wire

NOW = re.compile(rb',"now":"[^"]*"(?=}$)')
NAMES = ("Ana", "Bruno", "Çelik", "Dilek", "Ömer")


class InProcess(httpx.BaseTransport):
    """Answers from the application itself, without a socket."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._caller.open(
            request.url.raw_path.decode(),
            method=request.method,
            headers=list(request.headers.items()),
            data=request.read(),
        )
        return httpx.Response(answer.status_code, headers=list(answer.headers), content=answer.data)


@dataclass(frozen=True, kw_only=True)
class House:
    """The application, and the write path of a worker on the same Redis."""

    caller: Caller
    worker: Commits


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with (
        TemporaryDirectory() as folder,
        start_private_redis(Path(folder), "everysec") as redis,
    ):
        app = create_app(on_redis(Settings(redis_url=redis.url)))
        yield House(caller=Caller(app), worker=wire(connect(redis.url)))


@dataclass
class Recorded:
    """One game, and every table that anybody saw of it, by viewer and position."""

    game: str
    public: Client
    seen: dict[tuple[str, int], bytes]

    def saw(self, viewer: str, position: int, table: bytes) -> None:
        before = self.seen.setdefault((viewer, position), NOW.sub(b"", table))
        assert before == NOW.sub(b"", table), "the same position, another table"


def played(house: House, seed: int) -> Recorded:
    public = Client(http=connection("http://junta.test", InProcess(house.caller)))
    made = public.make_game(ruleset="junta/1", seats=len(NAMES), durations="live", auditor=True)
    recorded = Recorded(made["id"], public, {})
    bots = {name: RandomBot(f"{seed}:{name}") for name in NAMES}
    chairs = seated(public, recorded.game, bots)
    auditor = public.holding(made["auditor_token"])
    table = Table(
        game=recorded.game,
        public=public,
        chairs=chairs,
        rest=lambda _: _worked(house, recorded.game),
        on_seen=recorded.saw,
        viewers=viewers_of(public, chairs, auditor),
    )
    table.play()
    _worked(house, recorded.game)
    table.show()
    return recorded


def _worked(house: House, game: str) -> None:
    look(house.worker, game)


@pytest.mark.parametrize("seed", range(5))
def test_what_was_seen_live_is_answered_for_the_past(house: House, seed: int) -> None:
    recorded = played(house, seed)
    last = max(position for _, position in recorded.seen)
    commit_ends = {position for _, position in recorded.seen}
    viewers = {viewer for viewer, _ in recorded.seen}
    assert last > 300
    assert viewers == {"public", "auditor", *(f"seat:{seat}" for seat in range(len(NAMES)))}
    # from the end to the beginning, so that what is answered comes from no fold that was going on
    for position in range(last, 0, -1):
        for viewer in viewers:
            past = recorded.public.table_bytes(recorded.game, position, viewer)
            if position in commit_ends:
                assert past == recorded.seen[viewer, position]
            table = json.loads(past)
            assert table["settled"] or position not in commit_ends
            assert (table["position"], table["viewer"]) == (position, viewer)
