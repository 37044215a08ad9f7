"""Refused declarations: what is kept of them, and how many."""

from __future__ import annotations

import pytest
from freezegun import freeze_time
from redis import Redis

from events.memory_log import MemoryLog
from events.redis_refusals import RedisRefusals
from events.refusals import MOST_REFUSALS, MemoryRefusals, Refusal, Refusals
from rules.kernel.lobby import TakeSeat
from rules.kernel.rejections import NotYourTurn, OutOfChoice, Rejection, StageMoved
from tests.toy.game import Pick
from tests.toy.playing import GAME, commits_in_memory, declare, start


def refusal(number: int, seat: int = 0) -> Refusal:
    return Refusal(
        seat=seat,
        position=number,
        at="2026-11-29T12:00:00.000Z",
        reason="not-your-turn",
        rule="EL-3",
        sentence=f"no, for the {number}th time",
        type="pick",
        stage=7,
        body={"number": number},
    )


class RefusalsContract:
    """The suite. A subclass gives the store."""

    @pytest.fixture
    def refusals(self) -> Refusals:
        raise NotImplementedError

    def test_they_come_back_oldest_first_by_seat_and_game(self, refusals: Refusals) -> None:
        for number in range(3):
            refusals.add("g", refusal(number))
        refusals.add("g", refusal(9, seat=1))
        assert refusals.of("g", 0) == [refusal(0), refusal(1), refusal(2)]
        assert refusals.of("g", 1) == [refusal(9, seat=1)]
        assert refusals.of("h", 0) == []

    def test_a_thousand_are_kept_of_each_seat(self, refusals: Refusals) -> None:
        refusals.add("g", refusal(1, seat=1))
        for number in range(MOST_REFUSALS + 5):
            refusals.add("g", refusal(number))
        kept = refusals.of("g", 0)
        assert len(kept) == MOST_REFUSALS == 1000
        assert [kept[0].position, kept[-1].position] == [5, 1004]
        assert len(refusals.of("g", 1)) == 1


class TestMemoryRefusals(RefusalsContract):
    @pytest.fixture
    def refusals(self) -> Refusals:
        return MemoryRefusals()


class TestRedisRefusals(RefusalsContract):
    @pytest.fixture
    def refusals(self, redis: Redis) -> Refusals:
        return RedisRefusals(redis)

    def test_the_key_shares_the_games_tag(self, refusals: Refusals, redis: Redis) -> None:
        refusals.add("g", refusal(1, seat=3))
        assert redis.keys() == [b"game:{g}:refusals:3"]


@freeze_time("2026-11-29T12:00:00Z")
def test_a_refused_declaration_is_kept_with_all_that_a_dispute_needs() -> None:
    commits = commits_in_memory()
    stage = start(commits).head.stage
    with pytest.raises(OutOfChoice):
        declare(commits, 1, Pick(number=7), "k", stage=stage)
    assert commits.refusals.of(GAME, 1) == [
        Refusal(
            seat=1,
            position=7,
            at="2026-11-29T12:00:00.000Z",
            reason="not-allowed",
            rule=None,
            sentence="number: 7 is not one of: 1, 2, 3, 4, 5, 6",
            type="pick",
            stage=7,
            body={"number": 7},
        )
    ]
    assert commits.refusals.of(GAME, 0) == []


def test_a_refusal_is_not_remembered_under_its_key() -> None:
    commits = commits_in_memory()
    start(commits)
    with pytest.raises(OutOfChoice):
        declare(commits, 0, Pick(number=7), "k")
    made = declare(commits, 0, Pick(number=6), "k")
    assert not made.replay


def test_only_seats_leave_refusals() -> None:
    commits = commits_in_memory()
    start(commits)
    with pytest.raises(Rejection):
        commits.administer(GAME, "joiner", TakeSeat(name="Late"), key="late", digest="l")
    assert all(commits.refusals.of(GAME, seat) == [] for seat in (0, 1))


def test_a_late_declaration_is_kept_with_the_instant_at_which_it_came() -> None:
    commits = commits_in_memory()
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        stage = start(commits).head.stage
        clock.move_to("2026-11-29T12:01:00.001Z")
        with pytest.raises(Rejection) as late:
            declare(commits, 0, Pick(number=2), "k", stage=stage)
    [kept] = commits.refusals.of(GAME, 0)
    assert kept.at == "2026-11-29T12:01:00.001Z"
    assert kept.position == commits.now(GAME).head.position
    assert kept.reason in (StageMoved.slug, NotYourTurn.slug, late.value.slug)


def test_a_refusal_is_judged_on_a_head_that_was_just_confirmed() -> None:
    """Another process has taken the pick: this one, with its older memory, must say so."""
    log = MemoryLog()
    first = commits_in_memory(log=log)
    start(first)
    second = commits_in_memory(
        log=log, vault=first.vault, refusals=first.refusals, index=first.index
    )
    second.now(GAME)
    declare(first, 0, Pick(number=1), "a")
    with pytest.raises(NotYourTurn):
        declare(second, 0, Pick(number=2), "b")
    assert first.refusals.of(GAME, 0)[0].position == 8
