"""Fifty whole random games, every law of design §2 checked at every event and for every viewer."""

from __future__ import annotations

from typing import Any

import pytest

from events.envelope import check_chain, check_commitments
from events.reading import Reading
from rules.kernel.bills import NO_BILLS
from rules.kernel.game import Game
from rules.registry import GAMES
from tests.laws.driver import Habits, Step, played
from tests.laws.laws import checked_game
from tests.laws.worlds import recorded
from tests.toy.game import TOY

PER_GAME = 50
MOST_TURNS = {"junta/1": 13}
"""Each turn takes eight bills of the 96 from the pile, so there is no thirteenth aid."""


def tables(game: Game[Any]) -> list[tuple[int, int]]:
    """(seed, seats) of the games to be played, spread over all sizes of the table."""
    most = min(game.most_seats, game.least_seats + 5)
    sizes = range(game.least_seats, most + 1)
    return [(seed, sizes[seed % len(sizes)]) for seed in range(PER_GAME)]


CASES = [
    pytest.param(game, seed, seats, id=f"{game.id}-{seats}seats-{seed}")
    for game in (*GAMES.values(), TOY)
    for seed, seats in tables(game)
]


@pytest.mark.parametrize(("game", "seed", "seats"), CASES)
def test_every_law_holds_at_every_event(game: Game[Any], seed: int, seats: int) -> None:
    watch, _ = checked_game(game, seed, seats)
    assert watch.state.course.status == "finished"
    assert watch.state.course.seats == seats
    assert watch.position > 12
    if game.id in MOST_TURNS:
        assert watch.state.turn.number <= MOST_TURNS[game.id]


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.id)
def test_silence_alone_brings_every_game_to_its_end(game: Game[Any]) -> None:
    """Law 8: nothing waits for ever."""
    mute = Habits(silent=1.0, interrupts=0.0, wrong=0.0)
    steps = list(played(game, 1, game.least_seats, mute, vary=False))
    assert _end(steps[-1]) == "finished"
    assert not any(isinstance(step.actor, int) for step in steps)


def _end(step: Step) -> str:
    state: Any = step.after.state
    status: str = state.course.status
    return status


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_game(game: Game[Any]) -> None:
    first, second = ([step.events for step in played(game, 7, game.least_seats)] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("seats", range(4, 8))
def test_a_game_on_the_write_path_is_what_its_log_says(seats: int) -> None:
    """To its end with late, wrong and missing answers; then folded again from its records alone."""
    recording = recorded(GAMES["junta/1"], seats, seats)
    world = recording.world
    standing, envelopes = world.standing, recording.envelopes
    fresh = Reading(log=world.commits.log)
    assert fresh.now(world.game_id) == standing
    assert [e.hash for e in fresh.envelopes(world.game_id)] == [e.hash for e in envelopes]
    check_chain(envelopes)
    check_commitments(envelopes, world.secrets.salt_secret)
    kinds = {done.outcome.refusal and done.outcome.refusal[0] for done in recording.script}
    assert {None, "stage-moved", "not-now"} <= kinds
    assert any(done.late for done in recording.script)


@pytest.mark.parametrize("seats", range(4, 8))
def test_what_is_promised_is_set_aside(seats: int) -> None:
    """Law 5, BU-3: while a budget is voted on, the bills set aside are the bills promised."""
    budgets = 0
    for step in (step for seed in range(3) for step in played(GAMES["junta/1"], seed, seats)):
        state: Any = step.after.state
        if state.budget is not None and state.budget.phase in ("voting", "tied", "rejected"):
            promised = sum(state.budget.shares.values(), NO_BILLS)
            assert state.budget.set_aside == promised
            budgets += promised != NO_BILLS
    assert budgets > 20


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_offers_are_accepted_and_the_rest_refused(game: Game[Any]) -> None:
    """Law 4, closely: every tenth moment of one game per size of the table."""
    tried = [
        checked_game(game, 1000 + seats, seats, probes=0.1)[1]
        for seats in range(game.least_seats, game.most_seats + 1)
    ]
    assert sum(probe.accepted for probe in tried) > 1000
    assert sum(probe.refused for probe in tried) > 5000


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_random_games_visit_every_stage_and_declare_every_command(game: Game[Any]) -> None:
    """What is never played is never checked."""
    steps = [
        step
        for seats in range(game.least_seats, game.most_seats + 1)
        for seed in range(5)
        for step in played(game, seed, seats)
    ]
    opened = {e.name for step in steps for e in step.events if e.TYPE == "stage_opened"}  # type: ignore[attr-defined]
    assert set(game.stage_named) <= opened
    declared = {step.command.TYPE for step in steps if step.events}
    assert set(game.declarations) <= declared
