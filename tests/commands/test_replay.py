"""`junta replay`, on files of a game that was played, and with what can be wrong about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.export import export
from projections.source import MemorySource
from projections.table import Tables
from projections.viewer import parse
from rules.junta import GAME
from rules.kernel.identifiers import AUDITOR, Seat
from service.cli import main
from tests.played import Played, play


@pytest.fixture(scope="module")
def played() -> Played:
    return play(GAME, seats=4, seed=3)


@pytest.fixture(scope="module")
def source(played: Played) -> MemorySource:
    source = MemorySource()
    source.add(played.envelopes)
    return source


@pytest.fixture
def file(played: Played, source: MemorySource, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(export(source, played.game_id, AUDITOR)))
    return path


@pytest.fixture
def seat_file(played: Played, source: MemorySource, tmp_path: Path) -> Path:
    path = tmp_path / "seat.jsonl"
    path.write_bytes(b"".join(export(source, played.game_id, Seat(1))))
    return path


def status(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in ("replay", *arguments)])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_the_course_names_every_position_once_and_in_order(
    file: Path, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(file) == 0
    lines = capsys.readouterr().out.splitlines()
    events = [line for line in lines if line[:8].strip().isdigit()]
    assert [int(line[:8]) for line in events] == list(range(1, len(played.envelopes) + 1))
    assert "Turn 1" in lines and "Turn 2" in lines
    assert any(line.endswith("Ana: vote_on_budget: votes (none)") for line in lines)
    assert any("Stage budget_vote for " in line for line in lines)


def test_a_seat_is_told_nothing_that_others_hold(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(file, "--as", "seat:2") == 0
    drawn = [line for line in capsys.readouterr().out.splitlines() if "cards_drawn" in line]
    assert all(("cards hidden" in line) != ("seat Çelik" in line) for line in drawn)


def test_a_seats_own_file_tells_the_same_as_the_whole_one(
    file: Path, seat_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(file, "--as", "seat:1") == 0
    whole = capsys.readouterr().out
    assert status(seat_file) == 0
    assert capsys.readouterr().out == whole


@pytest.mark.parametrize("viewer", ["public", "seat:0", "seat:1", "auditor"])
@pytest.mark.parametrize("at", [1, 2, 57, 300])
def test_the_table_at_a_position_is_the_one_that_the_service_answers(
    file: Path,
    played: Played,
    source: MemorySource,
    viewer: str,
    at: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert status(file, "--at", str(at), "--as", viewer, "--json") == 0
    assert json.loads(capsys.readouterr().out) == Tables(source).table(
        played.game_id, parse(viewer), at
    )


def test_a_seats_file_has_every_table_of_that_seat(
    seat_file: Path, played: Played, source: MemorySource, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Tables(source)
    for at in range(1, len(played.envelopes), 97):
        assert status(seat_file, "--at", str(at), "--json") == 0
        table = json.loads(capsys.readouterr().out)
        assert table == tables.table(played.game_id, Seat(1), at)


def test_the_table_in_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(file, "--at", "40", "--as", "public") == 0
    told = capsys.readouterr().out
    assert "at position 40" in told and "Çelik" in told and "hidden" in told


def test_the_course_as_json(file: Path, played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(file, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["viewer"]) == (played.game_id, "auditor")
    assert [entry["position"] for entry in told["events"]] == [
        envelope.position for envelope in played.envelopes
    ]
    assert told["events"][0]["declared"]["type"] == "create_game"


def test_a_broken_file_is_told_with_its_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[7] = lines[7].replace(b'"recorded_at":"2026', b'"recorded_at":"2027')
    file.write_bytes(b"".join(lines))
    assert status(file) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{file}: line 8: ") and said.count("\n") == 1


def broken_files(file: Path) -> Iterator[Path]:
    whole = file.read_bytes()
    for name, content in {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "other": b'{"format":"chess"}\n',
        "binary": b"\xff\xfe\x00",
    }.items():
        path = file.with_name(name)
        path.write_bytes(content)
        yield path


def test_what_is_no_game_file_is_a_finding(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in broken_files(file):
        assert status(path) == 1
        assert f"{path}: line " in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--at", "99999"],
        ["--at", "0"],
        ["--at", "x"],
        ["--as", "seat:4"],
        ["--as", "somebody"],
        ["--nonsense"],
    ],
)
def test_wrong_use_is_one_sentence(
    file: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(file, *wrong) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1


def test_what_is_neither_a_file_nor_a_game_is_wrong_use() -> None:
    assert status("no-such-thing") == 2


def test_a_seats_file_shows_nobody_else(seat_file: Path) -> None:
    assert status(seat_file, "--as", "auditor") == 2


def test_a_service_that_is_not_there_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.client.FIRST_PAUSE_S", 0.0)
    assert status("gaaaaaaaaaa", "--url", "http://127.0.0.1:1") == 1
    assert "Nobody answers" in capsys.readouterr().err
