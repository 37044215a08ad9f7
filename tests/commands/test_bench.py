"""The parts of `junta bench`; its figures themselves belong to no test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.cli import main
from service.commands import bench
from service.commands.benchmark import posting
from service.commands.benchmark.measure import Figure, Pairs, alternated, in_turns


def figure(ratio: float, sense: str = "at most") -> Figure:
    return Figure(name="one", ratio=ratio, bound=1.1, sense=sense, said="…")  # type: ignore


def test_a_figure_knows_its_bound() -> None:
    assert figure(1.1).holds and not figure(1.2).holds
    assert figure(1.1, "at least").holds and not figure(1.0, "at least").holds


def test_the_sides_take_turns_in_coming_first() -> None:
    calls: list[str] = []
    for turn in range(4):
        in_turns(lambda: calls.append("a"), lambda: calls.append("b"), turn)
    assert "".join(calls) == "abbaabba"


def test_both_sides_are_warmed_up_and_measured_as_often() -> None:
    calls: list[str] = []
    alternated(lambda: calls.append("a"), lambda: calls.append("b"), 3)
    assert calls.count("a") == calls.count("b") == 4


def test_a_machine_that_slows_down_between_pairs_changes_no_ratio() -> None:
    pairs = Pairs([(1.0, 3.0), (2.0, 6.0), (2.0, 6.0), (1.0, 3.0), (1.0, 9.0)])
    assert (pairs.ratio, pairs.one, pairs.other) == (3.0, 1.0, 6.0)


@pytest.mark.parametrize(("ratio", "status"), [(1.0, 0), (2.0, 1)])
def test_a_missed_bound_is_a_finding(
    ratio: float,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bench, "FIGURES", {"linear": lambda folder, quick: figure(ratio)})
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--json", "--quick"])
    assert ended.value.code == status
    told = json.loads(capsys.readouterr().out)["figures"]
    assert [line["holds"] for line in told] == [status == 0]


def test_the_load_is_answered_by_both_sides(tmp_path: Path) -> None:
    """The private server, the loader, and both applications on it."""
    measured = posting.declarations(tmp_path, quick=True)
    assert measured.ratio > 0
    assert "a second" in measured.said
