"""Looking at a game does what is due, once, whoever looks and however often."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from events.commit import Commits
from events.envelope import check_chain, check_commitments
from events.log import UnknownGame
from rules.kernel.chance import DiceRolled, Source
from tests.toy.game import Pick
from tests.toy.playing import (
    GAME,
    another_process,
    closes_at,
    commits_in_memory,
    create,
    declare,
    start,
    types,
)
from workers.look import look


@pytest.fixture
def commits() -> Commits:
    return commits_in_memory()


@pytest.fixture
def clock() -> Iterator[FrozenDateTimeFactory]:
    with freeze_time("2026-11-29T12:00:00Z") as clock:
        yield clock


def ask_for_dice(commits: Commits) -> None:
    for seat in (0, 1):
        declare(commits, seat, Pick(number=3), f"pick-{commits.now(GAME).head.position}")


def test_nothing_is_done_before_it_is_due(commits: Commits, clock: FrozenDateTimeFactory) -> None:
    start(commits)
    clock.tick(59)
    assert look(commits, GAME) == 0
    assert commits.now(GAME).head.position == 7


def test_a_request_for_dice_is_answered(commits: Commits) -> None:
    start(commits)
    ask_for_dice(commits)
    assert look(commits, GAME) == 1
    assert types(commits, after=11) == ["dice_rolled", "matched", "stage_opened"]


def test_the_dice_follow_from_a_link_that_anybody_checks(commits: Commits) -> None:
    start(commits, turns=2)
    links = []
    for _ in range(2):
        ask_for_dice(commits)
        look(commits, GAME)
    first = commits.reading.envelopes(GAME)[0]
    for envelope in commits.reading.envelopes(GAME):
        if isinstance(envelope.event, DiceRolled) and envelope.command is not None:
            assert envelope.event.link is not None
            links.append(bytes.fromhex(envelope.event.link))
            seed = bytes.fromhex(envelope.command["fields"]["seed"])
            assert Source(seed).faces(1) == envelope.event.faces
    assert sha256(links[0]).hexdigest() == first.data["dice_anchor"]
    assert sha256(links[1]).digest() == links[0]


def test_an_overdue_stage_is_expired_and_what_follows_is_done(
    commits: Commits, clock: FrozenDateTimeFactory
) -> None:
    start(commits)
    clock.move_to(closes_at(commits))
    assert look(commits, GAME) == 2
    assert types(commits, after=7) == [
        "stage_expired",
        "picked",
        "picked",
        "stage_closed",
        "dice_requested",
        "dice_rolled",
        "matched",
        "stage_opened",
    ]
    assert commits.index.all_due() == {GAME: closes_at(commits).timestamp()}


def test_a_game_that_is_over_lays_its_secrets_open(commits: Commits) -> None:
    start(commits, turns=1)
    ask_for_dice(commits)
    assert look(commits, GAME) == 2
    assert types(commits)[-2:] == ["game_finished", "secrets_revealed"]
    head = commits.now(GAME).head
    assert (head.status, head.revealed) == ("finished", True)
    assert commits.index.all_due() == {}
    envelopes = commits.reading.envelopes(GAME)
    check_chain(envelopes)
    check_commitments(envelopes, bytes.fromhex(envelopes[-1].data["salt_secret"]))


def test_a_game_that_nobody_started_is_abandoned_and_laid_open(
    commits: Commits, clock: FrozenDateTimeFactory
) -> None:
    create(commits)
    clock.move_to(closes_at(commits))
    look(commits, GAME)
    assert commits.now(GAME).head.status == "abandoned"
    assert commits.now(GAME).head.revealed


def test_looking_again_finds_nothing_to_do(commits: Commits) -> None:
    start(commits, turns=1)
    ask_for_dice(commits)
    look(commits, GAME)
    position = commits.now(GAME).head.position
    assert [look(commits, GAME), look(another_process(commits), GAME)] == [0, 0]
    assert commits.now(GAME).head.position == position


def test_many_may_look_at_once(commits: Commits, clock: FrozenDateTimeFactory) -> None:
    start(commits, turns=2)
    for _ in range(2):
        clock.tick(60)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(look, [another_process(commits) for _ in range(8)], [GAME] * 8))
    happened = types(commits)
    assert happened.count("stage_expired") == 2
    assert happened.count("dice_rolled") == 2
    assert happened.count("secrets_revealed") == 1
    check_chain(commits.reading.envelopes(GAME))


def test_a_wrong_index_is_corrected(commits: Commits, clock: FrozenDateTimeFactory) -> None:
    start(commits)
    commits.index.set_due(GAME, 0)
    look(commits, GAME)
    assert commits.index.all_due() == {GAME: closes_at(commits).timestamp()}


def test_a_halted_game_is_left_alone(commits: Commits) -> None:
    start(commits)
    ask_for_dice(commits)
    commits.log.halt(GAME, "three faults")
    assert look(commits, GAME) == 0
    assert commits.index.all_due() == {}


def test_a_game_that_is_not_there_is_unknown(commits: Commits) -> None:
    with pytest.raises(UnknownGame):
        look(commits, "none")
