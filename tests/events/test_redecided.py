"""A recorded game, decided again: each recorded command gives the events that it once gave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from events.codec import decode
from events.envelope import Envelope
from rules.kernel.decider import Moment, decide
from rules.kernel.game import Game
from rules.registry import game as ruleset
from service.commands.benchmark.folding import in_memory
from service.commands.benchmark.games import played


def commits_of(envelopes: list[Envelope]) -> Iterator[list[Envelope]]:
    for _, commit in groupby(envelopes, key=lambda it: it.commit_end):
        yield list(commit)


def again(game: Game[Any], before: Moment[Any], commit: list[Envelope]) -> Moment[Any]:
    """Judge the commit's command on the moment before it; the events must be the recorded ones."""
    first = commit[0]
    assert first.command is not None
    command = decode(game.commands[first.command["type"]], first.command["fields"])
    events, after = decide(game, before, first.actor, command, first.command["stage"])
    assert list(events) == [it.event for it in commit], first.position
    return after


@pytest.mark.parametrize("seed", range(3))
def test_every_command_decides_as_it_did(seed: int) -> None:
    game = ruleset("junta/1")
    commits = in_memory(game)
    played(commits, game, "recorded", 4 + seed, seed=seed)
    moment: Moment[Any] = Moment(0, None)
    for commit in commits_of(commits.reading.envelopes("recorded")):
        moment = again(game, moment, commit)
    assert moment.state.course.status == "finished"
    assert moment.state == commits.now("recorded").state
