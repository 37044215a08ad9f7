"""`junta demo` as somebody runs it: a process of its own, a whole game, a file that can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.gamefile import read

PATIENCE_S = 240


def junta(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_whole_game_is_played_told_and_kept(tmp_path: Path) -> None:
    done = junta(tmp_path, "demo", "--seats", "4", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    turns = [line for line in done.stderr.splitlines() if line.startswith("Turn ")]
    assert len(turns) == len(told["turns"]) >= 5
    assert [turn["turn"] for turn in told["turns"]] == list(range(1, len(turns) + 1))
    assert sorted(line["seat"] for line in told["ranking"]) == [0, 1, 2, 3]
    assert sum(told["cards"].values()) >= len(told["cards"]) > 0
    fought = [turn["coup"] for turn in told["turns"] if turn["coup"] is not None]
    assert told["coups"] == fought
    check_file(tmp_path, told)


def check_file(folder: Path, told: dict[str, object]) -> None:
    path = folder / str(told["file"])
    with path.open("rb") as lines:
        game = read(lines)
    assert game.is_whole and game.game_id == told["game"]
    assert len(game.entries) == told["events"]
    assert [entry.name for entry in (folder / "var").iterdir()] == [path.name]
    replayed = junta(folder, "replay", str(path), "--at", "100", "--as", "seat:3", "--json")
    assert replayed.returncode == 0
    table = json.loads(replayed.stdout)
    assert (table["position"], table["viewer"]) == (100, "seat:3")


@pytest.mark.parametrize(
    "wrong", [["--seats", "3"], ["--seats", "8"], ["--bots", "clever"], ["--seed", "x"], ["more"]]
)
def test_wrong_use_is_one_sentence(tmp_path: Path, wrong: list[str]) -> None:
    done = junta(tmp_path, "demo", *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
