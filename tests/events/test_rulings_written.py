"""Absence and rulings on the write path: what goes first, when stages close, whose a seat is.

Over both stores, under a clock that stands still; what two processes do, they do on one store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from freezegun import freeze_time

from events.clock import instant
from events.commit import Commits
from events.deadlines import START, followed
from events.envelope import check_chain
from events.log import PositionMoved, SeatPassed, due_at
from events.vault import new_secrets
from rules.kernel.attendance import TakeOverSeat
from rules.kernel.course import ExpireStage
from rules.kernel.identifiers import Seat
from rules.kernel.lobby import TakeSeat
from rules.kernel.rejections import GamePausedNow, NotNow, SeatNotOpen, StageMoved
from rules.kernel.rulings import ExtendStage, PauseGame, ReplaceSeat, ResumeGame, VoidGame
from tests.toy.game import Pick, Shout
from tests.toy.playing import (
    GAME,
    another_process,
    closes_at,
    commits_in_memory,
    commits_on,
    declare,
    order_of,
    types,
)
from tests.toy.seated import GAME as GRACIOUS
from workers.look import look
from workers.sweep import repair, sweep

NOON = "2026-11-29T12:00:00Z"
LASTS_S = 600


@pytest.fixture(params=["memory", "redis"])
def commits(request: pytest.FixtureRequest) -> Commits:
    if request.param == "memory":
        return commits_in_memory()
    return commits_on(request.getfixturevalue("redis"))


@pytest.fixture
def clock() -> Iterator[Any]:
    with freeze_time(NOON) as frozen:
        yield frozen


def begin(commits: Commits, seats: int = 3, **options: int) -> None:
    """A toy game of ten minutes a stage, a single expiry marking a seat."""
    secrets = new_secrets()
    wanted = {"turns": 90, "absent_after": 1, "absent_s": 60} | options
    order = replace(order_of(secrets, seats, picking=LASTS_S), options=wanted)
    commits.create(GAME, order, secrets, key="create", digest="c")
    for seat in range(seats):
        command = TakeSeat(name=f"Player {seat}")
        commits.administer(GAME, "joiner", command, key=f"join-{seat}", digest="j")


def order(commits: Commits, command: Any, actor: str = "host", key: str = "") -> Any:
    return commits.administer(GAME, actor, command, key=key or repr(command), digest="d")


def vanish(commits: Commits, clock: Any, seat: int = 0) -> None:
    """The open stage expires on this seat alone; the next one opens at the same instant."""
    for other in range(commits.now(GAME).state.course.seats):
        if other != seat:
            declare(commits, other, Pick(number=3), f"{other}-{commits.now(GAME).head.position}")
    clock.move_to(closes_at(commits))
    look(commits, GAME)
    assert commits.now(GAME).state.course.attendance.absent == {seat}


def left_s(commits: Commits) -> float:
    now: datetime = commits.clock()
    return float((closes_at(commits) - now).total_seconds())


def whole(commits: Commits) -> None:
    """The chain holds, and every store and every fold tells the same of the deadline."""
    envelopes = another_process(commits).reading.envelopes(GAME)
    check_chain(envelopes)
    standing = commits.now(GAME)
    assert standing.head == commits.log.head(GAME)
    assert followed(START, envelopes) == standing.timing
    assert standing.closes_at == standing.head.deadline == standing.timing.closes_at
    assert another_process(commits).now(GAME) == standing
    due = due_at(standing.head)
    assert commits.index.all_due() == ({} if due is None else {GAME: due})


PAUSE, RESUME = PauseGame(reason="lunch"), ResumeGame(reason="back")


class TestTime:
    def test_a_pause_keeps_what_is_left(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        clock.tick(100)
        order(commits, PAUSE)
        assert commits.now(GAME).closes_at is None
        whole(commits)
        clock.tick(10_000)
        order(commits, RESUME)
        assert left_s(commits) == LASTS_S - 100
        whole(commits)

    def test_nothing_expires_in_a_pause(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        order(commits, PAUSE)
        clock.tick(10 * LASTS_S)
        assert (sweep(commits), repair(commits), look(commits, GAME)) == (0, 0, 0)
        number = commits.now(GAME).head.stage
        assert number is not None
        with pytest.raises(GamePausedNow):
            commits.system(GAME, ExpireStage(stage=number))
        with pytest.raises(GamePausedNow):
            declare(commits, 0, Pick(number=3), "k")
        assert not declare(commits, 0, Shout(words="still here"), "s").replay
        assert "stage_expired" not in types(commits)

    def test_several_pauses_add_up(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        for number in range(3):
            clock.tick(10)
            order(commits, PAUSE, key=f"p{number}")
            clock.tick(777)
            order(commits, RESUME, key=f"r{number}")
        assert left_s(commits) == LASTS_S - 30
        clock.move_to(closes_at(commits))
        look(commits, GAME)
        assert "stage_expired" in types(commits)
        assert left_s(commits) == 60
        whole(commits)

    def test_what_comes_at_the_deadline_is_late_for_a_pause(
        self, commits: Commits, clock: Any
    ) -> None:
        begin(commits)
        clock.tick(LASTS_S)
        order(commits, PAUSE)
        assert "stage_expired" in types(commits)
        look(commits, GAME)
        assert commits.now(GAME).closes_at is None
        clock.tick(5000)
        order(commits, RESUME)
        assert left_s(commits) == 60
        whole(commits)

    def test_an_extension_is_added_in_and_out_of_a_pause(
        self, commits: Commits, clock: Any
    ) -> None:
        begin(commits)
        order(commits, ExtendStage(seconds=30, reason="storm"))
        assert left_s(commits) == LASTS_S + 30
        order(commits, PAUSE)
        clock.tick(99)
        order(commits, ExtendStage(seconds=7, reason="storm"))
        order(commits, RESUME)
        assert left_s(commits) == LASTS_S + 37
        whole(commits)

    def test_a_grace_is_paused_and_extended_likewise(self, clock: Any) -> None:
        commits = commits_in_memory(ruleset=lambda _: GRACIOUS)
        begin(commits, grace_s=20)
        order(commits, ExtendStage(seconds=500, reason="before"))
        for seat in range(3):
            declare(commits, seat, Pick(number=3), f"k{seat}")
        assert left_s(commits) == 20
        clock.tick(5)
        order(commits, PAUSE)
        clock.tick(100)
        order(commits, RESUME)
        order(commits, ExtendStage(seconds=3, reason="storm"))
        assert left_s(commits) == 18
        whole(commits)


class TestPace:
    def test_a_stage_is_cut_to_its_opening_and_absent_s(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        clock.tick(20)
        declare(commits, 1, Pick(number=3), "a")
        assert left_s(commits) == LASTS_S - 20
        declare(commits, 2, Pick(number=3), "b")
        assert left_s(commits) == 40
        whole(commits)

    def test_it_is_due_at_once_where_that_is_past(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        clock.tick(100)
        declare(commits, 1, Pick(number=3), "a")
        declare(commits, 2, Pick(number=3), "b")
        assert left_s(commits) == -40
        assert sweep(commits) == 1
        assert types(commits).count("stage_expired") == 2
        whole(commits)

    def test_who_returns_has_the_full_time(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        declare(commits, 1, Pick(number=3), "a")
        declare(commits, 2, Pick(number=3), "b")
        clock.tick(59)
        declare(commits, 0, Shout(words="here"), "c")
        assert left_s(commits) == LASTS_S - 59
        assert types(commits)[-3:] == ["seat_returned", "stage_paced", "shouted"]
        whole(commits)

    def test_who_comes_a_moment_late_is_late(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        declare(commits, 1, Pick(number=3), "a")
        declare(commits, 2, Pick(number=3), "b")
        stage = commits.now(GAME).head.stage
        clock.tick(60)
        with pytest.raises(StageMoved):
            declare(commits, 0, Pick(number=3), "c", stage=stage)
        assert [t for t in types(commits) if t in ("stage_expired", "seat_returned")] == [
            "stage_expired",
            "stage_expired",
            "seat_returned",
        ]


class TestReturn:
    def test_it_is_a_commit_of_its_own_by_the_service(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        made = declare(commits, 0, Pick(number=3), "k")
        assert [e.type for e in made.envelopes] == ["picked"]
        returned = commits.reading.envelopes(GAME, made.first - 2, made.first - 1)[0]
        assert (returned.type, returned.actor, returned.commit_end) == (
            "seat_returned",
            "system",
            returned.position,
        )
        whole(commits)

    def test_a_refused_declaration_is_one_too(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        with pytest.raises(StageMoved):
            declare(commits, 0, Pick(number=3), "k", stage=7)
        assert types(commits)[-1] == "seat_returned"

    def test_a_repeat_of_what_was_said_before_is_none(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        stage = commits.now(GAME).head.stage
        declare(commits, 0, Shout(words="once"), "k", stage=stage)
        vanish(commits, clock)
        assert declare(commits, 0, Shout(words="once"), "k", stage=stage).replay
        assert "seat_returned" not in types(commits)

    def test_it_does_not_unbind_a_declaration_from_its_position(
        self, commits: Commits, clock: Any
    ) -> None:
        begin(commits)
        vanish(commits, clock)
        position = commits.now(GAME).head.position
        declare(commits, 0, Pick(number=3), "k", if_match=position)
        with pytest.raises(PositionMoved):
            declare(commits, 0, Shout(words="x"), "l", if_match=position)

    def test_wanting_a_ruling_is_a_sign_of_life(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        commits.declare(GAME, 0, VoidGame(reason="no"), key="v", digest="v", stage=None)
        assert types(commits)[-2:] == ["seat_returned", "ruling_supported"]

    def test_two_processes_note_it_once(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        vanish(commits, clock)
        other = another_process(commits)
        other.now(GAME)
        declare(commits, 0, Shout(words="a"), "a")
        declare(other, 0, Shout(words="b"), "b")
        assert types(commits).count("seat_returned") == 1
        whole(commits)


class TestRulings:
    def test_a_second_click_is_answered_as_the_first(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        first = order(commits, PAUSE, key="k")
        again = order(another_process(commits), PAUSE, key="k")
        assert (again.replay, again.envelopes) == (True, first.envelopes)
        assert types(commits).count("game_paused") == 1

    def test_two_processes_pause_once(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        other = another_process(commits)
        other.now(GAME)
        order(commits, PAUSE, key="a")
        with pytest.raises(NotNow):
            order(other, PAUSE, "auditor", key="b")

    def test_authors_stand_on_their_rulings(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        made = order(commits, PAUSE, "auditor")
        assert [e.actor for e in made.envelopes] == ["auditor", None]

    def test_a_voided_game_is_revealed_and_over(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        order(commits, VoidGame(reason="x"), "auditor")
        head = commits.now(GAME).head
        assert (head.status, head.stage, head.deadline, due_at(head)) == ("voided", None, None, 0)
        assert sweep(commits) == 1
        assert types(commits)[-1] == "secrets_revealed"
        assert commits.index.all_due() == {}

    def test_a_game_with_a_bot_is_found_again(self, commits: Commits, clock: Any) -> None:
        begin(commits)
        bot = ReplaceSeat(seat=Seat(0), by="bot", bot="sly", reason="x")
        order(commits, bot, "auditor")
        assert commits.now(GAME).head.bots
        assert commits.index.played() == [GAME]
        commits.index.set_played(GAME, played=False)
        assert repair(commits) == 1
        assert commits.index.played() == [GAME]
        order(commits, VoidGame(reason="x"), "auditor")
        assert not commits.now(GAME).head.bots


class TestHandingOver:
    def opened(self, commits: Commits) -> None:
        begin(commits)
        order(commits, ReplaceSeat(seat=Seat(0), by="player", bot=None, reason="x"), "auditor")

    def test_the_old_token_is_dead_at_once_in_every_process(
        self, commits: Commits, clock: Any
    ) -> None:
        begin(commits)
        other = another_process(commits)
        declare(other, 0, Shout(words="before"), "a", tenure=0)
        order(commits, ReplaceSeat(seat=Seat(0), by="player", bot=None, reason="x"), "auditor")
        with pytest.raises(SeatPassed):
            declare(other, 0, Pick(number=3), "b", tenure=0)
        with pytest.raises(SeatPassed):
            declare(other, 0, Shout(words="before"), "a", tenure=0)

    def test_a_dead_token_brings_nobody_back(self, commits: Commits, clock: Any) -> None:
        self.opened(commits)
        order(commits, TakeOverSeat(seat=Seat(0), name="Eva", tenure=1), "joiner")
        vanish(commits, clock)
        with pytest.raises(SeatPassed):
            declare(commits, 0, Pick(number=3), "k", tenure=0)
        assert "seat_returned" not in types(commits)
        declare(commits, 0, Pick(number=3), "k", tenure=1)
        assert types(commits)[-2] == "seat_returned"

    def test_two_who_bring_one_claim_do_not_both_sit_down(
        self, commits: Commits, clock: Any
    ) -> None:
        self.opened(commits)
        other = another_process(commits)
        other.now(GAME)
        order(commits, TakeOverSeat(seat=Seat(0), name="Eva", tenure=1), "joiner")
        with pytest.raises(SeatNotOpen):
            order(other, TakeOverSeat(seat=Seat(0), name="Fay", tenure=1), "joiner")

    def test_an_open_seat_is_waited_for_as_the_absent_are(
        self, commits: Commits, clock: Any
    ) -> None:
        self.opened(commits)
        declare(commits, 1, Pick(number=3), "a")
        declare(commits, 2, Pick(number=3), "b")
        assert left_s(commits) == 60
        order(commits, TakeOverSeat(seat=Seat(0), name="Eva", tenure=1), "joiner")
        assert left_s(commits) == LASTS_S
        assert instant(commits.now(GAME).recorded_at) == commits.clock()
        whole(commits)
