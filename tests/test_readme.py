"""Every example of the README runs as printed; its tables name what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands.private_server import private_server
from service.settings import SETTINGS_HELP

HOME = Path(__file__).parent.parent
README = (HOME / "README.md").read_text()
RULEBOOK = (HOME / "rules/junta/RULEBOOK.md").read_text()
SIGNS = (
    '{"hidden":true}',
    '"type":"nominated"',
    '"viewer":"seat:2"',
    "id: 12",
    "Turn 1:",
    '"name":"Elena"',
    '"type":"seat_given_to_bot"',
    "Stage announcements, waiting for Bruno",
    "seat:0 sees in the purse of seat 0: {'1': 0,",
    "seat:1 sees in the purse of seat 0: {'hidden': True}",
)
"""What the examples must have shown, each once at least."""

ADDRESS = "A=http://127.0.0.1:8000"


def blocks() -> list[str]:
    """The shell blocks in order, out of their lists."""
    found = re.findall(r"^( *)```sh\n(.*?)^ *```", README, re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", block, flags=re.MULTILINE) for indent, block in found]


def test_the_two_commands_come_first_and_are_targets() -> None:
    first = blocks()[0]
    targets = set(re.findall(r"^(\w+):", (HOME / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"^make (\w+)", first, re.MULTILINE)
    assert named == ["run", "test"]
    assert set(named) <= targets


def test_every_example_runs_as_printed(tmp_path: Path) -> None:
    """In one shell, in order, on a service of its own; any failing call fails the test."""
    (tmp_path / ".venv").symlink_to(Path(sys.prefix))
    examples = blocks()[1:]
    assert examples[0].startswith(ADDRESS)
    with private_server(tmp_path) as server:
        table = f"curl -sf {server.url}/v1/games/$GAME/table"
        settled = f"until {table} | grep -q nomination; do sleep 0.1; done"
        script = ["set -euo pipefail", *examples]
        script[1] = script[1].replace(ADDRESS, f"A={server.url}")
        script.insert(4, settled)
        ran = subprocess.run(
            ["bash"],
            input="\n".join(script),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env={**os.environ, "JUNTA_VAR": str(tmp_path / "var")},
        )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert [sign for sign in SIGNS if sign not in ran.stdout] == []


def test_the_table_of_settings_is_the_one_that_holds() -> None:
    rows = re.findall(r"^\| `(JUNTA_\w+)` \| (.*?) \| (.*?) \|$", README, re.MULTILINE)
    assert [(name, meaning) for name, _, meaning in rows] == [
        (name, meaning) for name, _, meaning in SETTINGS_HELP
    ]
    for (_, told, _), (_, default, _) in zip(rows, SETTINGS_HELP, strict=True):
        assert told.strip("`") == default.strip("()")


def test_every_linked_file_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (HOME / link).exists()] == []


@pytest.mark.parametrize("rule", sorted(set(re.findall(r"\b[A-Z]{2}-\d+\b", README))))
def test_every_rule_named_is_in_the_rulebook(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", RULEBOOK), rule


def test_every_stage_file_has_its_row() -> None:
    rooms = [HOME / "rules/junta/stages", HOME / "rules/junta/interrupts"]
    names = {file.name for room in rooms for file in room.glob("*.py")} - {"__init__.py"}
    assert names <= set(re.findall(r"\[(\w+\.py)\]", README))
