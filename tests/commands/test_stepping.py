"""`junta replay --step`: commit by commit, as somebody at a terminal is led."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from projections import checkpoints
from projections.checkpoints import Place, View
from projections.export import export
from projections.source import MemorySource
from rules.junta import GAME
from service.commands import stepping
from service.commands.recorded import Recorded, from_file
from service.commands.telling import Line
from tests.commands.live import junta
from tests.played import play

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    played = play(GAME, seats=4, seed=3)
    source = MemorySource()
    source.add(played.envelopes)
    path = tmp_path_factory.mktemp("files") / "game.jsonl"
    path.write_bytes(b"".join(export(source, played.game_id, "archive")))
    return path


@pytest.fixture(scope="module")
def recorded(file: Path) -> Recorded:
    return from_file(file, None)


def shown(recorded: Recorded, words: Iterable[str | None], at: int | None = None) -> list[str]:
    """Each page, when somebody answers with these words; None is the end of his input."""
    answers, pages = iter(words), []

    def ask(question: str, **_: object) -> str:
        word = next(answers)
        if word is None:
            raise click.Abort
        return word

    def tell(lines: Iterable[Line]) -> None:
        pages.append("\n".join(line.text for line in lines))

    stepping.step(recorded, at, ask, tell)
    assert list(answers) == []
    return pages


def test_forth_back_and_away(recorded: Recorded) -> None:
    pages = shown(recorded, ["", "n", "B", "hm", "-1", "b", "b", " q "])
    starts = ["game_created", "name Ana", "name Bruno", "name Ana", "game_created", "game_created"]
    assert len(pages) == len(starts)
    for page, sign in zip(pages, starts, strict=True):
        assert sign in page and "Stage lobby" in page


def test_a_number_jumps_to_the_commit_that_holds_it(recorded: Recorded) -> None:
    ends = sorted(recorded.ends)
    last = ends[-1]
    inside = next(b for a, b in pairwise(ends) if b - a > 2) - 1
    pages = shown(recorded, [str(inside), "0", "99999", None])
    assert f"\n{inside:>8}  " in pages[1] and f"\n{inside + 1:>8}  " in pages[1]
    assert "game_created" in pages[2]
    assert f"\n{last:>8}  " in pages[3] and ": finished" in pages[3]


def test_it_begins_where_it_is_told_and_ends_after_the_last(recorded: Recorded) -> None:
    pages = shown(recorded, ["", ""], at=len(recorded.events) - 1)
    assert len(pages) == 2 and "secrets_revealed" in pages[1]


def test_every_page_can_be_shown(recorded: Recorded) -> None:
    pages = shown(recorded, [""] * len(recorded.ends - {0}))
    told = [line for page in pages for line in page.splitlines() if line[:8].strip().isdigit()]
    assert [int(line[:8]) for line in told] == list(range(1, len(recorded.events) + 1))
    assert all("\nseat  " in page for page in pages)


def test_who_reads_forward_has_each_event_folded_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Back to any place it is folded on from the nearest table that is kept."""
    folded: list[int] = []

    def after(game: Any, before: View, place: Place, event: Any) -> View:
        folded.append(place.position)
        return checkpoints.after(game, before, place, event)

    monkeypatch.setattr("service.commands.recorded.after", after)
    recorded = from_file(file, None)
    for at in range(1, 500):
        recorded.table(at)
    assert folded == list(range(1, 500))
    recorded.table(430)
    assert folded[499:] == list(range(401, 431))


def test_without_a_terminal_it_is_wrong_use(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--json"]):
        assert junta("replay", file, "--step", *more) == 2
        told = capsys.readouterr()
        assert told.out == "" and told.err.count("\n") == 1


def test_on_a_terminal(file: Path) -> None:
    words = [sys.executable, "-m", "service.cli", "replay", str(file), "--step", "--as", "seat:1"]
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execv(sys.executable, words)
    assert "game_created" in _read(terminal, "quit: ")
    os.write(terminal, b"\n")
    assert "name Ana" in _read(terminal, "quit: ")
    os.write(terminal, b"q\n")
    assert os.waitpid(child, 0)[1] == 0
    os.close(terminal)


def _read(terminal: int, until: str) -> str:
    said, end = "", time.monotonic() + 60
    while not said.endswith(until):
        assert time.monotonic() < end, said
        if select.select([terminal], [], [], 0.1)[0]:
            said += os.read(terminal, 65536).decode()
    return said
