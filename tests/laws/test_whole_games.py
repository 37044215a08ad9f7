"""Two hundred whole random games of Junta, and forty of the toy; what is checked of each?

At some moments of each game of Junta a lawyer tries what is offered and what is not (`lawyer.py`).
Of every game, at every event: the invariants, that the state is the fold of its events, and that
the course (what is over, who is waited for, how long a stage lasts, which stage opens next) is the
same on the public view as on the full state.

Of the first four games of Junta, one of each size, and all of the toy: the views of all seats at
every event, that gate and options agree for each, and at some moments every offer tried, and what
is not offered. Of every later game: the view of one seat, another one each time, whose course and
options are compared at every fourth event. At every eighth event (of the
later games: fortieth) a view is compared with the truth part by part, and its table written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from events.envelope import check_chain, check_commitments
from events.reading import Reading
from rules.junta.plots import MEANS
from rules.junta.stages.announcements import AttemptAnnounced
from rules.kernel.attendance import NoteReturn, TakeOverSeat
from rules.kernel.bills import NO_BILLS
from rules.kernel.course import StageOpened
from rules.kernel.decider import Moment
from rules.kernel.game import Game
from rules.kernel.messages import Command
from rules.kernel.rulings import ExtendStage, PauseGame, ReplaceSeat, ResumeGame, VoidGame
from rules.registry import GAMES
from tests.architecture.sources import ROOT
from tests.laws.driver import Habits, Step, played
from tests.laws.laws import Probe, Watch, checked_game
from tests.laws.lawyer import Count, asks, check_enough, tried
from tests.laws.worlds import recorded
from tests.toy.game import TOY

JUNTA = GAMES["junta/1"]
PER_GAME = {"junta/1": 200, "toy/1": 40}
CLOSELY = {"junta/1": 4, "toy/1": 40}
"""How many of the games are watched closely: every viewer at every event."""

SIZES = {"junta/1": (4, 5, 6, 7, 4, 4, 5, 4, 5, 6), "toy/1": (2, 3, 4, 5, 6, 7)}
"""How many sit at the tables, in turn; the first ones, one of each size, are watched closely."""

PEACEABLE = Habits(reluctant=(("coup_start", 0.9),))
"""Some one or two coups a game are enough: there are two hundred games."""

MOST_TURNS = {"junta/1": 13}
"""Each turn takes eight bills of the 96 from the pile, so there is no thirteenth aid."""

TOO_RARE: Mapping[str, tuple[str, str]] = {
    "game_abandoned": ("tests/rules/kernel/test_decider.py", "GameAbandoned"),
    "card_lost": ("tests/rules/junta/test_thieves.py", "CardLost"),
    "protection_failed": ("tests/rules/junta/test_protections.py", "ProtectionFailed"),
    **{
        kind: ("tests/laws/test_sandboxes.py", kind)
        for kind in (
            *("position_given", "scripts_laid", "position_set_up", "family_set_up"),
            *("piles_set_up", "election_set_up", "budget_set_up", "coup_set_up"),
        )
    },
    **{
        kind: ("tests/rules/junta/test_absence.py", name)
        for kind, name in {
            "seat_returned": "SeatReturned",
            "seat_opened": "SeatOpened",
            "seat_given_to_bot": "SeatGivenToBot",
            "seat_taken_over": "SeatTakenOver",
            "ruling_supported": "RulingSupported",
            "ruling_made": "RulingMade",
            "game_paused": "GamePaused",
            "stage_extended": "StageExtended",
            "game_voided": "GameVoided",
        }.items()
    },
    "game_resumed": ("tests/rules/kernel/test_rulings.py", "GameResumed"),
    "coalition_spared": ("tests/rules/junta/test_card_coalition.py", "CoalitionSpared"),
    "everybody_died": ("tests/rules/junta/test_attempts.py", "EverybodyDied"),
}
"""Events that random games need not bring, and the test that does: a lobby that nobody starts is
no whole game, none of these is a sandbox, and nobody rules on them; seldom does a bribe fail, do
all die, or a dead man's indiscretion work."""

OF_THE_HOST = (NoteReturn, TakeOverSeat, PauseGame, ExtendStage, ReplaceSeat, VoidGame)
RULINGS: Mapping[type[Command], str] = {
    **dict.fromkeys(OF_THE_HOST, "tests/rules/junta/test_absence.py"),
    ResumeGame: "tests/events/test_rulings_written.py",
}
"""Commands that no seat gives, and the tests that give them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What occurred in one whole game, and how many offers were tried."""

    watch: Watch
    probe: Probe
    names: frozenset[str]
    count: Count


def size(ruleset: str, seed: int) -> int:
    """How many sit at the table of this game."""
    return SIZES[ruleset][seed % len(SIZES[ruleset])]


@cache
def seen(ruleset: str, seed: int) -> Seen:
    """One whole game: the first ones closely, of each later one one seat, in turn."""
    game = next(game for game in (*GAMES.values(), TOY) if game.id == ruleset)
    seats, names, moments = size(ruleset, seed), set[str](), list[Moment[Any]]()
    before = sum(size(ruleset, other) == seats for other in range(seed))
    closely = None if seed < CLOSELY[ruleset] else {before % seats}

    def note(step: Step) -> None:
        names.update(named(step))
        if step.refusal is None and asks(step.after):
            moments.append(step.after)

    watch, probe = checked_game(
        game, seed, seats, probes=0.1, closely=closely, note=note, habits=PEACEABLE
    )
    count = tried(seed, moments) if game is JUNTA else Count()
    return Seen(watch=watch, probe=probe, names=frozenset(names), count=count)


def named(step: Step) -> Iterator[str]:
    """The command, the events, the stages opened and the means of attempts of a step."""
    if step.refusal is not None:
        return
    yield f"command {step.command.TYPE}"
    for event in step.events:
        yield f"event {event.TYPE}"
        if isinstance(event, StageOpened):
            yield f"stage {event.name}"
        if isinstance(event, AttemptAnnounced):
            yield f"means {event.means}"


CASES = [
    pytest.param(game, seed, id=f"{game.id}-{seed}")
    for game in (*GAMES.values(), TOY)
    for seed in range(PER_GAME[game.id])
]


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_every_law_holds(game: Game[Any], seed: int) -> None:
    watch = seen(game.id, seed).watch
    assert watch.state.course.status == "finished"
    assert watch.position > 12
    if game.id in MOST_TURNS:
        assert watch.state.turn.number <= MOST_TURNS[game.id]


def test_every_seat_of_every_table_was_watched() -> None:
    """Across the games; so whatever a place at the table may bring was checked."""
    watched = {
        (seen("junta/1", seed).watch.state.course.seats, seat)
        for seed in range(CLOSELY["junta/1"], PER_GAME["junta/1"])
        for seat in seen("junta/1", seed).watch.closely or ()
    }
    assert watched == {(seats, seat) for seats in SIZES[JUNTA.id] for seat in range(seats)}


def test_everything_that_there_is_was_played() -> None:
    """What is never played is never checked: every stage, event, command, and attempt."""
    names = frozenset[str]().union(
        *(seen("junta/1", seed).names for seed in range(PER_GAME["junta/1"]))
    )
    assert {f"stage {name}" for name in JUNTA.stage_named} <= names
    given = JUNTA.commands.keys() - {kind.TYPE for kind in RULINGS}
    assert {f"command {name}" for name in given} <= names
    assert {f"means {name}" for name in MEANS} <= names
    assert {name for name in JUNTA.events if f"event {name}" not in names} <= set(TOO_RARE)


def test_what_is_too_rare_has_a_rule_test() -> None:
    ruled = ((path, kind.__name__) for kind, path in RULINGS.items())
    for path, name in (*TOO_RARE.values(), *ruled):
        assert name in (ROOT / path).read_text("utf-8")


def test_what_is_offered_is_accepted_and_nothing_else() -> None:
    """Law 4, at some moments of every game."""
    count = Count()
    for seed in range(PER_GAME["junta/1"]):
        count.add(seen("junta/1", seed).count)
    check_enough(count, PER_GAME["junta/1"])


def test_offers_are_accepted_and_the_rest_refused() -> None:
    """Law 4, closely: many a moment of some games of each size."""
    tried = [seen("junta/1", seed).probe for seed in range(CLOSELY["junta/1"])]
    assert sum(probe.accepted for probe in tried) > 1000
    assert sum(probe.refused for probe in tried) > 5000


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.id)
def test_silence_alone_brings_every_game_to_its_end(game: Game[Any]) -> None:
    """Law 8: nothing waits for ever."""
    mute = Habits(silent=1.0, interrupts=0.0, wrong=0.0, reluctant=())
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
