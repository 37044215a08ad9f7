"""`junta replay`, on files of a game that was played, and with what can be wrong about them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from events.codec import Json, canonical
from events.envelope import GENESIS, body_of, hash_of
from projections.export import export
from projections.source import MemorySource
from projections.table import Tables
from projections.viewer import parse
from rules.junta import GAME
from rules.kernel.identifiers import AUDITOR, Seat, Viewer
from service.cli import main
from service.commands import table_text
from service.commands.recorded import Recorded, from_file
from service.commands.telling import by_event
from tests.played import Played, play


@pytest.fixture(scope="module")
def played() -> Played:
    return play(GAME, seats=4, seed=3)


@pytest.fixture(scope="module")
def source(played: Played) -> MemorySource:
    source = MemorySource()
    source.add(played.envelopes)
    return source


@pytest.fixture(scope="module")
def exported(played: Played, source: MemorySource) -> Callable[[Viewer], bytes]:
    return cache(lambda viewer: b"".join(export(source, played.game_id, viewer)))


@pytest.fixture
def file(exported: Callable[[Viewer], bytes], tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(exported(AUDITOR))
    return path


@pytest.fixture
def seat_file(exported: Callable[[Viewer], bytes], tmp_path: Path) -> Path:
    path = tmp_path / "seat.jsonl"
    path.write_bytes(exported(Seat(1)))
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
    assert any(line.endswith("Ana: vote_on_budget") for line in lines)
    assert any("Stage budget_vote for " in line for line in lines)


def told_lines(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[str]:
    assert status(*arguments) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("viewer", ["auditor", "public", "seat:1"])
def test_what_is_none_or_empty_is_left_out(
    file: Path, viewer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file, "--as", viewer)
    assert not [
        line for line in lines if re.search(r"(\w+ (none|\(none\))|bills no bills)\b", line)
    ]
    assert not [line for line in lines if re.search(r": $|:$|seat (\w+), name \1\b", line)]


def test_an_event_does_not_say_again_what_its_head_says(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file)
    at = next(
        n for n, line in enumerate(lines) if line.endswith("Ana: cast_votes: votes (Dilek 1)")
    )
    assert lines[at + 1].endswith("  votes_cast")
    at = next(n for n, line in enumerate(lines) if line.endswith("a newcomer: take_seat"))
    assert lines[at + 1].endswith("  seat_taken: seat 0, name Ana")


def test_where_it_is_not_known_what_was_declared_a_head_says_what_came_of_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file, "--as", "public")
    at = next(n for n, line in enumerate(lines) if line.endswith("  Ana: votes cast"))
    assert lines[at + 1].endswith("  votes_cast: votes (Dilek 1)")
    assert any(line.endswith("a newcomer: seat taken") for line in lines)
    assert not [line for line in lines if re.fullmatch(r" {4}[\d:]{8}  [^:]*", line)]


def test_the_first_turn_begins_after_the_lobby(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file)
    begun = next(n for n, line in enumerate(lines) if "game_started" in line)
    lobby = next(n for n, line in enumerate(lines) if "Stage lobby" in line)
    assert lobby < begun < lines.index("Turn 1") < lines.index("Turn 2")


def test_times_have_a_zone_and_the_date_where_it_changes(
    file: Path, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file)
    assert lines[0].endswith("; all times are UTC")
    days = dict.fromkeys(envelope.recorded_at[:10] for envelope in played.envelopes)
    assert [line for line in lines if re.fullmatch(r"\d{4}-\d\d-\d\d", line)] == [*days]
    assert lines[1] == next(iter(days))


def test_a_new_day_is_told(tmp_path: Path, played: Played) -> None:
    events = [envelope.event for envelope in played.envelopes[:3]]
    entries = [
        {"position": n, "recorded_at": f"2026-11-{29 + n // 3}T23:59:59.000Z", "actor": None}
        for n in (1, 2, 3)
    ]
    recorded = Recorded(
        game_id="g",
        game=GAME,
        viewer=AUDITOR,
        entries=entries,
        events=events,
        declared={},
        ends=frozenset((3,)),
    )
    dates = [[line.text for line in told if line.kind == "date"] for told in by_event(recorded)]
    assert dates == [["2026-11-29"], [], ["2026-11-30"]]


def test_a_table_is_told_in_plain_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = "\n".join(told_lines(capsys, file, "--at", "300"))
    purse = r"bills in hand +no bills +no bills +no bills +4×1 \+ 3×2 MP\n"
    assert re.search(purse, out)
    assert "purse: 1×2 + 1×3 MP" in out
    assert re.search(r"Running: stage nomination, .* UTC until .* UTC, waiting for Ana\.\n", out)
    assert "  nominations: Çelik (Bruno 13)" in out and "  order: Çelik, Ana, Bruno" in out
    assert "  minister_interior: Ana" in out
    for raw in ("1 0, 2 0", "left_s", "swiss_bills", "(-)", ": -", "None", "hidden True", "_s "):
        assert raw not in out, raw


@pytest.mark.parametrize("viewer", ["auditor", "public", "seat:2"])
def test_every_table_can_be_told_in_words(
    played: Played, source: MemorySource, viewer: str
) -> None:
    tables = Tables(source)
    for at in (*range(1, len(played.envelopes), 211), len(played.envelopes)):
        out = "\n".join(table_text.lines(tables.table(played.game_id, parse(viewer), at)))
        assert "(-)" not in out and "None" not in out and "{" not in out
        assert not re.search(r"\b1 \d+, 2 \d+, 3 \d+", out), out


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
    tables, recorded = Tables(source), from_file(seat_file, None)
    for at in range(1, len(played.envelopes), 97):
        table = json.loads(canonical(recorded.table(at)))
        assert table == tables.table(played.game_id, Seat(1), at)
        if at % 7 == 1:
            assert status(seat_file, "--at", str(at), "--json") == 0
            assert json.loads(capsys.readouterr().out) == table


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


def forged(lines: list[bytes]) -> list[bytes]:
    """A dealt card is swapped for another; the chain, which holds commitments, holds on."""
    for number, line in enumerate(lines):
        entry = json.loads(line)
        cards = entry.get("data", {}).get("cards")
        if entry.get("type") == "cards_drawn" and isinstance(cards, list):
            cards[0] = "academics"
            return [*lines[:number], canonical(entry) + b"\n", *lines[number + 1 :]]
    raise AssertionError("no card is dealt")


@pytest.mark.parametrize("whose", ["auditor", "seat"])
def test_what_is_not_what_was_committed_to_is_refused(
    file: Path, seat_file: Path, whose: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = {"auditor": file, "seat": seat_file}[whose]
    path.write_bytes(b"".join(forged(path.read_bytes().splitlines(keepends=True))))
    for more in ([], ["--json"], ["--at", "300"]):
        assert status(path, *more) == 1
        told = capsys.readouterr()
        assert told.out == "" and told.err.count("\n") == 1
        assert told.err.startswith(f"{path}: ")
        assert ": cards is not what was committed to." in told.err


def rechained(lines: list[bytes], changed: Callable[[Json], bool]) -> list[bytes]:
    """The file with an entry changed, and all hashes from there on made to fit."""
    header, *entries = map(json.loads, lines)
    prev = GENESIS
    for entry in entries:
        changed(entry)
        if "type" in entry:
            e = entry
            entry["body"] = body_of(
                *(e["salt"], e["type"], e["version"], e["actor"]),
                *(e["command"], e["data"], e["leaves"]),
            )
        place = header["game"], entry["position"], entry["recorded_at"], prev, entry["body"]
        prev = entry["hash"] = hash_of(*place)
    header["hash"] = prev
    return [canonical(one) + b"\n" for one in (header, *entries)]


def other_draws(entry: Json) -> bool:
    if fits := entry.get("type") == "secrets_revealed":
        entry["data"]["draw_secret"] = "00" * 32
    return fits


def other_faces(entry: Json) -> bool:
    if fits := entry.get("type") == "dice_rolled":
        entry["data"]["faces"] = [face % 6 + 1 for face in entry["data"]["faces"]]
    return fits


@pytest.mark.parametrize("whose", ["auditor", "seat"])
@pytest.mark.parametrize(
    ("forgery", "said"),
    [
        (other_draws, "the draws were bound to another secret"),
        (other_faces, "its faces do not come from its link"),
    ],
)
def test_draws_and_dice_are_checked_in_every_file(
    file: Path,
    seat_file: Path,
    whose: str,
    forgery: Callable[[Json], bool],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = {"auditor": file, "seat": seat_file}[whose]
    lines = path.read_bytes().splitlines(keepends=True)
    assert any(forgery(json.loads(line)) for line in lines[1:])
    path.write_bytes(b"".join(rechained(lines, forgery)))
    assert status(path) == 1
    assert said in capsys.readouterr().err


def cut(path: Path) -> None:
    """The game as it was before its last commit, in which the secrets are revealed."""
    lines = path.read_bytes().splitlines(keepends=True)
    header, last = json.loads(lines[0]), json.loads(lines[-2])
    header |= {"events": last["position"], "hash": last["hash"]}
    path.write_bytes(b"".join([canonical(header) + b"\n", *lines[1:-1]]))


def test_what_cannot_be_proved_yet_is_said_once(
    file: Path, seat_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Its secrets are not revealed yet, so they cannot be proved.\n"
    for path in (file, seat_file):
        assert status(path, "--json") == 0
        told = capsys.readouterr()
        assert (json.loads(told.out)["proved"], told.err) == (True, "")
        cut(path)
        assert status(path, "--json") == 0
        told = capsys.readouterr()
        assert (json.loads(told.out)["proved"], told.err) == (False, said)
        for more in ([], ["--at", "40"]):
            assert status(path, *more) == 0
            assert capsys.readouterr().err == said


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_file_comes_from_standard_input_too(file: Path, name: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "service.cli", "replay", name, "--at", "40"]
    ran = subprocess.run(
        words, input=file.read_bytes(), capture_output=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"at position 40" in ran.stdout
    ran = subprocess.run(words, input=b"x\n", capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b": line 1: " in ran.stderr and ran.stderr.count(b"\n") == 1


def test_a_folder_and_a_name_that_no_file_can_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(tmp_path) == 2
    assert "is a folder" in capsys.readouterr().err
    assert status("x" * 300) == 2
    assert "neither a file nor the id of a game" in capsys.readouterr().err


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


def test_a_service_that_is_not_there_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.client.FIRST_PAUSE_S", 0.0)
    assert status("gaaaaaaaaaa", "--url", "http://127.0.0.1:1") == 2
    assert "Nobody answers" in capsys.readouterr().err


def test_the_last_table_names_the_winners(
    file: Path, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told_lines(capsys, file, "--at", str(len(played.envelopes)))
    assert lines[1] == "Finished."
    assert "  winners: Bruno" in lines
    assert any(line.startswith("    seat Bruno, rank 1, MP in Switzerland ") for line in lines)
