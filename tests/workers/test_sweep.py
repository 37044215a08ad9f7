"""The sweep makes good whatever got lost: jobs, index entries, workers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from freezegun import freeze_time

from events.commit import Commits
from events.log import Unavailable
from events.memory_log import MemoryIndex, MemoryLog
from tests.toy.game import TOY
from tests.toy.playing import another_process, closes_at, commits_in_memory, create, start
from workers import sweep


@pytest.fixture
def commits() -> Commits:
    return commits_in_memory()


def test_only_what_is_due_is_looked_at(commits: Commits) -> None:
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        for number in range(3):
            start(commits, f"g{number}")
            clock.tick(10)
        assert sweep.sweep(commits) == 0
        clock.move_to(closes_at(commits, "g1"))
        assert sweep.sweep(commits) == 2
        assert sweep.sweep(commits) == 0
        assert [commits.now(f"g{n}").head.position > 7 for n in range(3)] == [True, True, False]


def test_a_game_plays_itself_to_its_end_on_silence_alone(commits: Commits) -> None:
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        start(commits, turns=3)
        for _ in range(3):
            clock.tick(60)
            sweep.sweep(commits)
    assert commits.now("toy-1").head.status == "finished"
    assert commits.now("toy-1").head.revealed
    assert commits.index.all_due() == {}


def test_lost_indexes_are_made_anew_from_the_heads(commits: Commits) -> None:
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        for game in ("a", "b", "c"):
            start(commits, game)
            clock.tick(1)
    due, games = commits.index.all_due(), commits.index.newest(0, 9)
    lost = replace_index(commits, MemoryIndex())
    assert sweep.repair(lost) == 6
    assert lost.index.all_due() == due
    assert lost.index.newest(0, 9) == games == ["c", "b", "a"]
    assert sweep.repair(lost) == 0


def test_wrong_entries_are_put_right(commits: Commits) -> None:
    start(commits, "a")
    right = commits.index.all_due()
    commits.index.set_due("a", 9e12)
    assert sweep.repair(commits) == 1
    assert commits.index.all_due() == right


def test_an_entry_for_a_game_that_is_gone_goes_too(commits: Commits) -> None:
    commits.index.set_due("none", 0)
    sweep.sweep(commits)
    assert commits.index.all_due() == {}


def test_a_game_that_cannot_be_looked_at_keeps_no_other_from_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    commits = commits_in_memory()
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        start(commits, "bad")
        start(commits, "good")
        assert isinstance(commits.log, MemoryLog)
        del commits.log._streams["bad"].records[4]
        clock.tick(60)
        after = another_process(commits)
        assert sweep.sweep(after) == 2
        assert after.now("good").head.position > 7
        assert "game bad can't be looked at" in caplog.text
        assert sweep.sweep(after) == 0
        clock.tick(sweep.PUT_OFF_S)
        assert sweep.sweep(after) == 1


def test_a_game_with_a_fault_is_halted_and_then_left_alone() -> None:
    def law(state: Any) -> str | None:
        return "a turn was played" if state.course.requests else None

    game = replace(TOY, invariants={"idle": law})
    commits = commits_in_memory(ruleset=lambda ruleset: game)
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        start(commits)
        clock.tick(60)
        for _ in range(3):
            sweep.sweep(commits)
            clock.tick(sweep.PUT_OFF_S)
        assert commits.now("toy-1").head.halted is not None
        sweep.sweep(commits)
    assert commits.index.all_due() == {}


def test_it_goes_on_when_the_log_gives_no_answer_for_a_while(
    commits: Commits, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweep, "EVERY_S", 0)
    create(commits)
    stop, said = threading.Event(), iter([True, False, True])

    def alive() -> None:
        fine = next(said, None)
        if fine is None:
            stop.set()
        elif not fine:
            raise Unavailable("down")

    sweep.run(commits, alive, stop)
    assert [said.split(", after")[0] for said in caplog.messages] == [
        "the store of the games gives no answer: down",
        "the store of the games answers again",
    ]


def replace_index(commits: Commits, index: MemoryIndex) -> Commits:
    other: Callable[[Commits], Commits] = another_process
    made = other(commits)
    made.index = index
    return made
