"""`junta replay` tells a coup, and each of its battles as a table of salvos."""

from __future__ import annotations

from pathlib import Path

import pytest

from projections.export import export
from projections.source import MemorySource
from rules.junta import GAME
from rules.junta.fire import VolleyFired
from rules.kernel.identifiers import AUDITOR
from service.cli import main
from service.commands.wording import fields
from tests.played import Played, play

SEEDS = range(5, 15)


def with_battle() -> Played:
    """The first of some games in which somebody fights."""
    for seed in SEEDS:
        played = play(GAME, seats=5, seed=seed)
        if any(envelope.type == "fight_ended" for envelope in played.envelopes):
            return played
    raise AssertionError("nobody fights in any of these games")


def test_a_battle_is_told_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = with_battle()
    source = MemorySource()
    source.add(played.envelopes)
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(export(source, played.game_id, AUDITOR)))
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(path), "--as", "public"])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("coup_started: first_insurgent " in line for line in lines)
    battles = sum(envelope.type == "fight_ended" for envelope in played.envelopes)
    assert sum(line.strip().startswith("Battle: ") for line in lines) == battles
    heads = [line.split() for line in lines if line.strip().startswith("salvo ")]
    assert heads[0] == ["salvo", "fires", "at", "dice", "sixes", "loses"]
    numbered = [line for line in lines if line[:8].strip().isdigit()]
    assert len(numbered) == len(played.envelopes)


def test_shots_are_worded_with_the_names_of_both() -> None:
    values = {"shots": ((1, 0, (6, 2)),), "losses": {0: 1}}
    assert fields(VolleyFired, values, {0: "Ana", 1: "Bo"}) == (
        "shots ((Bo, Ana, (6, 2))), losses (Ana 1)"
    )
