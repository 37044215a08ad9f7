"""`junta play-bots`: the empty seats of a game, filled and played."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from bots.table import Table
from tests.commands.live import Live, junta, live


@pytest.fixture(scope="module")
def one() -> Iterator[Live]:
    with live(working=True) as found:
        yield found


LATE = {"swiss": {"0": {"1": 25, "2": 15}, "2": {"1": 20, "3": 10}}}
"""Where most of the bills are in Switzerland, a game is over after a few turns."""


def game(one: Live, **wanted: object) -> str:
    made = one.public.make_game(ruleset="junta/1", seats=4, durations="bots", **wanted)
    return str(made["id"])


def test_bots_take_what_is_empty_and_play_to_the_end(
    one: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two calls share one table; the second finds the first name taken."""
    made = game(one, join_code="x", spectators="closed", sandbox=LATE)
    words = ("play-bots", one.url, made, "--join-code", "x", "--seed", "3")
    first = Thread(target=junta, args=(*words, "--seats", "1"))
    first.start()
    while one.parts.tables.table(made, "public")["players"][0]["name"] is None:
        first.join(0.02)
    assert junta(*words) == 0
    first.join(60)
    assert not first.is_alive()
    table = one.parts.tables.table(made, "public")
    assert [player["name"] for player in table["players"]] == ["Ana", "Bruno", "Carla", "Diego"]
    assert table["status"] == "finished" and table["turn"]["number"] >= 4
    out = capsys.readouterr().out
    assert "bot on seat 1, bot on seat 2, bot on seat 3;" in out
    last = one.parts.commits.now(made).head
    assert last.revealed
    for end in out.split("Ctrl-C stops the bots\n")[-1:]:
        check_end(end, made, last.position, table)


def check_end(said: str, game: str, last: int, table: dict[str, Any]) -> None:
    """The last position that there will be, the winners, and everybody's place."""
    names = [player["name"] for player in table["players"]]
    ranking = table["result"]["ranking"]
    won = [names[line["seat"]] for line in ranking if line["rank"] == 1]
    lines = said.splitlines()[-len(names) - 2 :]
    assert lines[0] == f"Game {game} is finished, at position {last}."
    assert lines[1] == f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}:"
    assert lines[2:] == [
        f"  {line['rank']}. {names[line['seat']]}: {line['swiss_mp']} MP in Switzerland"
        for line in ranking
    ]


def test_where_no_seat_is_empty(one: Live, capsys: pytest.CaptureFixture[str]) -> None:
    made = game(one)
    for name in "ABCD":
        one.public.take_seat(made, name)
    assert junta("play-bots", one.url, made) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"No seat of game {made} is empty.\n")


def test_what_does_not_let_them_in_is_wrong_use(
    one: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    made = game(one, join_code="x")
    assert junta("play-bots", one.url, made) == 2
    assert junta("play-bots", one.url, made, "--join-code", "y") == 2
    assert junta("play-bots", one.url, "gaaaaaaaaaa") == 2
    assert capsys.readouterr().err.count("\n") == 3


@pytest.mark.parametrize("wrong", [("--bots", "clever"), ("--seats", "0"), ("--seed", "x")])
def test_wrong_use_is_one_sentence(
    one: Live, wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert junta("play-bots", one.url, "gaaaaaaaaaa", *wrong) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_they_stop_when_told_to(
    one: Live, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(table: Table) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "play", interrupted)
    assert junta("play-bots", one.url, game(one), "--seats", "2") == 0
    assert "The bots have stopped" in capsys.readouterr().out
