"""The laws hold in sandboxes too: random whole games from given positions, watched closely."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from projections.shown import shown
from rules.junta.cards import DECK
from rules.junta.city import CAPITAL
from rules.junta.ruleset import LOCATIONS, POSTS
from rules.junta.sandbox.beginnings import BEGINNINGS
from rules.junta.sandbox.position import UNIT_TYPES
from rules.kernel.course import GameStarted
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.identifiers import ANYBODY, Seat
from rules.kernel.visibility import redact
from rules.registry import GAMES
from tests.laws.driver import Habits, played
from tests.laws.laws import Probe, Watch
from tests.sandboxes import faults, sandbox

JUNTA: Game[Any] = GAMES["junta/1"]
STEPS = 150
"""How far each game is watched; what follows is a game as any other."""

HABITS = Habits(silent=0.1, interrupts=0.2)
RICH: dict[str, Any] = {
    "hands": {"0": ["church", "burglars"], "2": ["amateur_assassin", "secret_donation_1"]},
    "exposed": {"1": ["monarchists", "bankers"], "3": ["unions"]},
    "cash": {"0": {"1": 4, "2": 2}, "2": {"1": 3}},
    "swiss": {"1": {"3": 2}},
    "draws": ["professional_assassin", "peasants", "recount"],
    "aid": [3, 2, 1, 1],
    "dice": [6, 6, 1, 4],
}
STAGES: dict[str, dict[str, Any]] = {
    "hand_limit": {"exposed": {"1": ["monarchists", "bankers"]}, "hands": {}},
    "brother_in_law": {"dead": [1], "exposed": {"3": ["unions"]}},
    "return_from_exile": {"exiles": {"1": "embassy_north"}},
}
CASES = [
    *({**RICH, "stage": stage, **STAGES.get(stage, {})} for stage in BEGINNINGS),
    {},
    {**RICH, "president": 3},
    {"stage": "announcements", "exiles": {"1": "embassy_north"}, "dead": [3]},
    {"coup": {"first_insurgent": 2, "phase": 3}, "dice": [6] * 20},
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_every_law_holds_in_a_sandbox(case: int) -> None:
    """Each view is the same fold, no question tells, gate and options agree."""
    position, seats = CASES[case], 5 + case % 3
    watch, random = Watch(JUNTA), Random(case)
    probe = Probe(JUNTA, random)
    for number, step in enumerate(played(JUNTA, case, seats, HABITS, position=position)):
        watch.follow(step)
        if random.random() < 0.02:
            probe.at(watch, step.after.position)
        if number == STEPS:
            break
    assert watch.state.course.sandbox


SET_UP = {
    *("position_given", "scripts_laid", "position_set_up", "family_set_up", "piles_set_up"),
    *("election_set_up", "budget_set_up", "coup_set_up"),
}


def test_every_event_that_sets_one_up_was_there() -> None:
    positions: tuple[dict[str, Any], ...] = (
        {"stage": "ballot"},
        {"stage": "budget"},
        {"stage": "movement"},
    )
    seen = {event.TYPE for position in positions for event in events_of(position)}
    assert seen >= SET_UP


@pytest.mark.parametrize("seed", range(3))
def test_a_sandbox_comes_to_its_end(seed: int) -> None:
    quiet = Habits(silent=0.5, interrupts=0.02, wrong=0.0)
    steps = list(played(JUNTA, seed, 4, quiet, position={**RICH, "stage": "budget"}))
    state: Any = steps[-1].after.state
    assert state.course.status == "finished"


SECRETS: dict[str, tuple[dict[str, Any], dict[str, Any], int | None]] = {
    "hand": ({"hands": {"1": ["church"]}}, {"hands": {"1": ["unions"]}}, 1),
    "cash": ({"cash": {"1": {"1": 2}}}, {"cash": {"1": {"2": 1, "3": 1}}}, 1),
    "swiss": ({"swiss": {"1": {"1": 2}}}, {"swiss": {"1": {"2": 2}}}, 1),
    "location": (
        {"stage": "announcements", "locations": {"1": "bank"}},
        {"stage": "announcements", "locations": {"1": "residence"}},
        1,
    ),
    "draws": ({"draws": ["church"]}, {"draws": ["unions", "peasants"]}, None),
    "aid": ({"aid": [1]}, {}, None),
    "dice": ({"dice": [1, 2, 3]}, {"dice": [6]}, None),
}


@pytest.mark.parametrize("what", SECRETS)
def test_nobody_else_can_tell_two_positions_apart(what: str) -> None:
    """Up to the set-up, both worlds look the same to all but the secret's owner."""
    one, two, owner = SECRETS[what]
    opposites = {"hands": {"0": [], "2": [], "3": [], "1": []}}
    worlds = [{**({} if "hands" in p else opposites), **p} for p in (one, two)]
    if what == "hand":
        worlds = [
            {**p, "hands": {**opposites["hands"], **p["hands"]}} for p in (one, two)
        ]
    seen = [events_of(world) for world in worlds]
    assert len(seen[0]) == len(seen[1])
    for viewer in (ANYBODY, *(Seat(s) for s in range(4) if s != owner)):
        first, second = ([redact(event, viewer) for event in events] for events in seen)
        assert list(map(repr, first)) == list(map(repr, second))
    if owner is not None:
        first, second = ([redact(event, Seat(owner)) for event in events] for events in seen)
        assert list(map(repr, first)) != list(map(repr, second))


def events_of(position: dict[str, Any]) -> list[Any]:
    """Every event until the game has begun and somebody is asked, dealt the same."""
    found: list[Any] = []
    for step in played(JUNTA, 1, 4, Habits(interrupts=0.0), vary=False, position=position):
        found += step.events
        state: Any = step.after.state
        if state.prepared and state.course.stage is not None:
            return found
    raise AssertionError("it was never set up")


def test_the_whole_position_can_be_written_out_for_auditors() -> None:
    given = next(e for e in events_of(RICH) if e.TYPE == "position_given")
    assert given.position == Document.of(RICH)
    assert shown(given.position) == RICH
    assert not any(isinstance(e, GameStarted) and e.seats != 4 for e in events_of(RICH))


def some_position(random: Random, seats: int) -> dict[str, Any]:
    """Parts that may fit together, or not."""
    cards = sorted(DECK)
    random.shuffle(cards)

    def somebody(number: int = 1) -> list[int]:
        return random.sample(range(seats), number)

    parts: dict[str, Any] = {
        "hands": {str(seat): [cards.pop(), cards.pop()] for seat in somebody(3)},
        "cash": {str(seat): {"1": 3, "2": 1} for seat in somebody(2)},
        "president": somebody()[0],
        "posts": {random.choice(POSTS): somebody()[0]},
        "stage": random.choice(list(BEGINNINGS)),
        "locations": {str(seat): random.choice(LOCATIONS) for seat in somebody(2)},
        "exiles": {str(somebody()[0]): random.choice(CAPITAL.embassies)},
        "dead": somebody(),
        "bank": random.choice(("open", "lunch", "closed")),
        "draws": [cards.pop(), cards.pop()],
        "dice": [random.randint(1, 6) for _ in range(8)],
        "coup": {
            "first_insurgent": somebody()[0],
            "phase": random.randint(0, 6),
            "units": [
                {
                    "type": random.choice(UNIT_TYPES),
                    "zone": random.choice(list(CAPITAL.zones)),
                    "controller": somebody()[0],
                    "count": random.randint(1, 2),
                }
                for _ in range(random.randint(0, 4))
            ],
            "moved": somebody(random.randint(0, seats)),
        },
    }
    return {key: parts[key] for key in random.sample(list(parts), random.randint(1, 6))}


@pytest.mark.parametrize("seed", range(60))
def test_a_position_of_chance_is_refused_or_played(seed: int) -> None:
    """Never half a game: whatever is not refused goes on by silence alone, under all laws."""
    random = Random(seed)
    position = some_position(random, 5)
    while faults(position):
        position = some_position(random, 5)
    play = sandbox(position, seed=seed)
    for _ in range(20):
        if play.state.course.status == "running":
            play = play.chance() if play.state.course.requests else play.expires()
            assert play.refusal is None
