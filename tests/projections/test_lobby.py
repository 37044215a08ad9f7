"""The lobby: rows, filters, cursors that nothing moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from events.envelope import written
from events.log import Head
from projections.lobby import BadCursor, Lobby
from tests.played import Played, play, seated
from tests.toy.game import TOY


class Shelf:
    """An index and a log of played games, counting what is read."""

    def __init__(self) -> None:
        self.games: dict[str, tuple[Played, int]] = {}
        self.reads = 0

    def add(self, game_id: str, played: Played, upto: int | None = None) -> None:
        self.games[game_id] = (played, upto or len(played.envelopes))

    def newest(self, offset: int, limit: int) -> list[str]:
        return list(reversed(self.games))[offset : offset + limit]

    def count(self) -> int:
        return len(self.games)

    def heads(self, game_ids: Sequence[str]) -> list[Head | None]:
        return [self._head(*self.games[game_id]) for game_id in game_ids]

    def _head(self, played: Played, upto: int) -> Head:
        kinds = {e.type for e in played.envelopes[:upto]}
        status = "running" if "game_started" in kinds else "lobby"
        status = "finished" if "game_finished" in kinds else status
        last = played.envelopes[upto - 1]
        return Head(last.position, last.hash, None, None, None, status)

    def read(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        self.reads += 1
        played, last = self.games[game_id]
        return [written(e) for e in played.envelopes[after : min(last, upto or last)]]


def lobby_of(shelf: Shelf) -> Lobby:
    return Lobby(shelf, shelf, lambda _: TOY)


@pytest.fixture
def shelf() -> Shelf:
    found = Shelf()
    finished, running = play(seats=2, seed=1, turns=1), seated(seats=3, seed=2)
    for n in range(10):
        found.add(f"old{n}", finished)
    found.add("waiting", running, 3)
    found.add("new", running)
    return found


def test_a_row(shelf: Shelf) -> None:
    first, second = lobby_of(shelf).games(limit=2)["games"]
    assert second == {
        "id": "waiting",
        "ruleset": "toy/1",
        "title": "Toy",
        "status": "open",
        "seats": 3,
        "taken": 1,
        "names": ["Ana"],
        "spectators": "open",
        "listed": True,
        "sandbox": False,
        "imported": False,
        "created_at": "2026-11-29T20:00:00.000Z",
    }
    assert (first["id"], first["status"], first["taken"]) == ("new", "running", 3)


def walk(lobby: Lobby, **asked: Any) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        part = lobby.games(cursor=cursor, **asked)
        found += [row["id"] for row in part["games"]]
        cursor = part["cursor"]
        if cursor is None:
            return found


@pytest.mark.parametrize("limit", [1, 3, 12, 50])
def test_pages_put_together_are_all_games_youngest_first(shelf: Shelf, limit: int) -> None:
    everyone = ["new", "waiting", *(f"old{n}" for n in reversed(range(10)))]
    assert walk(lobby_of(shelf), limit=limit) == everyone
    assert walk(lobby_of(shelf), limit=limit, status="finished") == everyone[2:]
    assert walk(lobby_of(shelf), limit=limit, status="open") == ["waiting"]


def test_games_made_meanwhile_move_nothing(shelf: Shelf) -> None:
    lobby = lobby_of(shelf)
    part = lobby.games(limit=4)
    shelf.add("newest", seated(seats=2, seed=5))
    again = lobby.games(limit=4, cursor=part["cursor"])
    assert [row["id"] for row in again["games"]] == ["old7", "old6", "old5", "old4"]


def test_a_game_that_has_begun_is_read_once(shelf: Shelf) -> None:
    lobby = lobby_of(shelf)
    lobby.games()
    reads = shelf.reads
    lobby.games()
    assert shelf.reads == reads + 2  # the one that is still open


@pytest.mark.parametrize("cursor", ["x", "", "Zy01", "ZzE=", "é", "Z" * 500])
def test_other_cursors_are_refused(shelf: Shelf, cursor: str) -> None:
    with pytest.raises(BadCursor):
        lobby_of(shelf).games(cursor=cursor)


def test_unlisted_games_are_not_listed(shelf: Shelf) -> None:
    lobby = lobby_of(shelf)
    row = lobby.row("new", shelf.heads(["new"])[0])  # type: ignore[arg-type]
    lobby._begun["new"] = row | {"listed": False}
    assert "new" not in walk(lobby)


def test_no_games_no_cursor() -> None:
    assert lobby_of(Shelf()).games() == {"games": [], "cursor": None}
