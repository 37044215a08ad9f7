"""`junta export` and `junta import`: a game from one service to another, as one file."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.client import Client
from events.gamefile import read
from events.importing import take_in, verified
from projections.export import export
from projections.source import MemorySource
from rules.junta import GAME
from rules.kernel.identifiers import AUDITOR, Seat
from tests.commands.live import Live, junta, live
from tests.played import play

ID = "gabcdefghij"


@pytest.fixture(scope="module")
def raw() -> dict[str, bytes]:
    """A whole game and a seat's, as files."""
    played = play(GAME, seats=4, seed=5, game_id=ID)
    source = MemorySource()
    source.add(played.envelopes)
    viewers: tuple[Any, ...] = (AUDITOR, "archive", Seat(1))
    return {str(viewer): b"".join(export(source, ID, viewer)) for viewer in viewers}


@pytest.fixture
def one() -> Iterator[Live]:
    with live() as found:
        yield found


def test_from_one_service_to_another(
    one: Live, raw: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_bytes(raw["archive"])
    assert junta("import", tmp_path / "a", "--url", one.url) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{ID} (junta/1, finished, ") and "read-only" in told
    assert junta("export", ID, "--url", one.url, "-o", tmp_path / "b") == 0
    assert "as archive sees it" in capsys.readouterr().out
    assert (tmp_path / "b").read_bytes() == raw["archive"]
    assert junta("import", tmp_path / "b", "--url", one.url) == 0
    assert junta("export", ID, "--url", one.url, "--as", "seat:1", "-o", tmp_path / "c") == 0
    assert read((tmp_path / "c").read_bytes().splitlines()).viewer == "seat:1"
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a", "b", "c"]


def test_a_file_is_named_after_the_game(
    one: Live, raw: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    take_in(one.parts.commits, verified(raw[AUDITOR].splitlines()), key="k", digest="d")
    assert junta("export", ID, "--url", one.url) == 0
    assert (tmp_path / f"{ID}.jsonl").read_bytes() == raw[AUDITOR]


def test_to_the_screen(
    one: Live, raw: dict[str, bytes], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    take_in(one.parts.commits, verified(raw[AUDITOR].splitlines()), key="k", digest="d")
    assert junta("export", ID, "--url", one.url, "-o", "-", "--as", "archive") == 0
    assert capfdbinary.readouterr().out == raw["archive"]


def test_what_cannot_be_taken_in_is_a_finding(
    one: Live, raw: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content, said in ((raw["1"], "Line 1: "), (raw[AUDITOR][:-50], "Line ")):
        (tmp_path / "x").write_bytes(content)
        assert junta("import", tmp_path / "x", "--url", one.url) == 1
        told = capsys.readouterr()
        assert told.out == "" and told.err.startswith(said) and told.err.count("\n") == 1


def test_wrong_use_is_one_sentence(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = one.public.make_game(ruleset="junta/1", seats=4)["id"]
    for words in (
        ("import", tmp_path / "none", "--url", one.url),
        ("import",),
        ("export", ID, "--url", one.url),
        ("export", running, "--url", one.url, "--as", "auditor"),
        ("export", running, "--url", one.url, "--token", "x" * 40),
        ("export", running, "--url", one.url, "-o", tmp_path / "no" / "folder"),
    ):
        assert junta(*words) == 2, words
        told = capsys.readouterr()
        assert told.out == "" and told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def asked_for_nothing(one: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("the file was asked for")

    monkeypatch.setattr(Client, "export", asked)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "is a folder"),
        ("/proc/x.jsonl", "there is no such place"),
        ("/dev/null", "is no file"),
        ("no/x.jsonl", "There is no folder"),
        ("file/x.jsonl", "There is no folder"),
        ("x" * 300, "the name is too long"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_told_before_anything_is_asked_for(
    one: Live,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    said: str,
) -> None:
    asked_for_nothing(one, monkeypatch)
    (tmp_path / "file").write_text("")
    assert junta("export", ID, "--url", one.url, "-o", tmp_path / place) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and said in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert not Path("/dev/null").is_file()


def test_a_disk_that_gets_full_is_a_sentence(
    one: Live,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Client, "export", full)
    for place in (tmp_path / "x", "-"):
        assert junta("export", ID, "--url", one.url, "-o", place) == 2
        assert capsys.readouterr().err.endswith("can't be written: the disk is full.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_taken_in_from_standard_input(one: Live, raw: dict[str, bytes]) -> None:
    words = [sys.executable, "-m", "service.cli", "import", "-", "--url", one.url]
    ran = subprocess.run(words, input=raw[AUDITOR], capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(f"{ID} (junta/1, finished, ".encode())


def test_a_service_that_is_not_there_is_wrong_use(
    raw: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("bots.client.FIRST_PAUSE_S", 0.0)
    (tmp_path / "x").write_bytes(raw[AUDITOR])
    nowhere = ("--url", "http://127.0.0.1:1")
    assert junta("import", tmp_path / "x", *nowhere) == 2
    assert junta("export", ID, *nowhere, "-o", tmp_path / "y") == 2
    assert capsys.readouterr().err.count("Nobody answers") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
