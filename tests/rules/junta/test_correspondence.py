"""A game by correspondence takes no longer than its answers, and deadlines are made of TI-8."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from freezegun import freeze_time

from events.clock import instant
from events.commit import Commits
from events.vault import new_secrets
from rules import registry
from rules.junta import GAME
from rules.junta.ruleset import DURATIONS, MAY_STAY_SILENT
from rules.kernel.course import StageClosed, StageExpired
from rules.kernel.decider import waiting_for
from rules.kernel.gate import accepts
from rules.kernel.lobby import TakeSeat
from rules.kernel.rulings import ExtendStage, PauseGame, ResumeGame
from rules.kernel.standing import AnswerBeforehand
from service.making import order
from tests.toy.playing import commits_in_memory
from workers.look import look

WITHIN = timedelta(minutes=55)
"""After so long everybody answers: within the hour."""
ID = "letters"
SEATS = 4


@pytest.fixture
def clock() -> Iterator[Any]:
    with freeze_time("2026-11-29T12:00:00Z") as frozen:
        yield frozen


class Letters:
    """A game of Junta by correspondence; whoever is asked answers, one after the other."""

    def __init__(self, clock: Any, seed: int) -> None:
        self.clock, self.random, self.answers = clock, Random(seed), 0
        self.commits: Commits = commits_in_memory(ruleset=registry.game)
        asked = {"seats": SEATS, "options": {}, "durations": "correspondence"}
        more = {"spectators": "open", "listed": True, "auditor": False}
        command = order(GAME, asked | more, secrets := new_secrets())
        self.commits.create(ID, command, secrets, key="create", digest="")
        for name in ("Ana", "Bob", "Cem", "Dan"):
            self.commits.administer(ID, "joiner", TakeSeat(name=name), key=name, digest="")
        look(self.commits, ID)

    @property
    def state(self) -> Any:
        return self.commits.now(ID).state

    def give(self, seat: int, command: Any) -> None:
        stage = self.state.course.stage.number
        key = f"k{self.commits.now(ID).head.position}"
        self.commits.declare(ID, seat, command, key=key, digest="", stage=stage)
        look(self.commits, ID)

    def answer(self) -> None:
        """The first who is asked says something that he may, a while later."""
        seat = waiting_for(GAME, self.state)[0]
        self.clock.tick(WITHIN)
        offered = [
            accept
            for accept in accepts(GAME, self.state, seat)
            if accept.command not in GAME.interrupting and accept.count()
        ]
        accept = self.random.choice(offered)
        self.give(seat, accept.command(**accept.sample(self.random.randrange)))
        self.answers += 1

    def turn(self) -> None:
        """Until the next turn begins."""
        now = self.state.turn.number
        while self.state.course.status == "running" and self.state.turn.number == now:
            self.answer()

    def silent(self) -> None:
        """Everybody says beforehand that he stays silent wherever that can be said."""
        for seat in range(SEATS):
            for name in MAY_STAY_SILENT:
                self.give(seat, AnswerBeforehand(stage_name=name, silent=True))


def events(game: Letters, kind: type[Any]) -> list[Any]:
    found = game.commits.reading.envelopes(ID)
    return [envelope for envelope in found if isinstance(envelope.event, kind)]


@pytest.mark.parametrize("seed", range(3))
def test_TI_1_a_turn_by_correspondence_takes_as_long_as_its_answers(
    clock: Any, seed: int
) -> None:
    game = Letters(clock, seed)
    began = game.commits.clock()
    game.turn()
    game.turn()
    assert game.commits.clock() - began == game.answers * WITHIN
    assert events(game, StageExpired) == []
    envelopes = game.commits.reading.envelopes(ID)
    for closed in events(game, StageClosed)[1:]:
        before = envelopes[closed.position - 2]
        assert closed.recorded_at == before.recorded_at


def test_TI_7_silences_chosen_beforehand_leave_only_what_must_be_said(clock: Any) -> None:
    said = []
    for quiet in (False, True):
        game = Letters(clock, 5)
        if quiet:
            game.silent()
        began = game.commits.clock()
        game.turn()
        assert game.commits.clock() - began == game.answers * WITHIN
        assert events(game, StageExpired) == []
        said.append(game.answers)
    assert said[1] < said[0] / 2


def test_TI_8_a_deadline_is_opening_and_duration_and_extensions_and_pauses(clock: Any) -> None:
    game = Letters(clock, 1)
    opened = instant(game.commits.now(ID).recorded_at)
    orders = (
        (3600, PauseGame(reason="holiday")),
        (86400, ResumeGame(reason="back")),
        (60, ExtendStage(seconds=500, reason="storm")),
    )
    for after_s, ruling in orders:
        clock.tick(after_s)
        game.commits.administer(ID, "host", ruling, key=repr(ruling), digest="")
    name = game.state.course.stage.name
    lasts_s = DURATIONS["correspondence"][name] + 86400 + 500
    assert game.commits.now(ID).closes_at is not None
    closes = instant(str(game.commits.now(ID).closes_at))
    assert closes == opened + timedelta(seconds=lasts_s)
    clock.move_to(closes - timedelta(milliseconds=1))
    assert look(game.commits, ID) == 0
    clock.move_to(closes)
    assert look(game.commits, ID) > 0
    assert len(events(game, StageExpired)) == 1


def test_TI_1_by_correspondence_no_stage_is_held_open(clock: Any) -> None:
    assert Letters(clock, 1).state.course.options["grace_s"] == 0
