"""Positions that cannot be: each fault is said, with its place, and all at once. SB-6."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.junta.cards import DECK
from rules.junta.sandbox.position import KEYS
from tests.sandboxes import faults, rules_of, sandbox

CASES: list[tuple[dict[str, Any], str, str]] = [
    # what is ill formed
    ({"hand": {}}, "hand", "there is no 'hand'"),
    ({"hands": []}, "hands", "an object is needed"),
    ({"hands": {"5": []}}, "hands/5", "seats are 0 to 4"),
    ({"hands": {"00": []}}, "hands/00", "seats are 0 to 4"),
    ({"hands": {"0": "church"}}, "hands/0", "an array is needed"),
    ({"hands": {"0": ["chruch"]}}, "hands/0/0", "there is no card 'chruch'"),
    ({"hands": {"0": [7]}}, "hands/0/0", "there is no card 7"),
    ({"cash": {"0": 3}}, "cash/0", "an object is needed"),
    ({"cash": {"0": {"5": 1}}}, "cash/0/5", "values are 1, 2, 3"),
    ({"cash": {"0": {"1": -1}}}, "cash/0/1", "of at least 0"),
    ({"swiss": {"0": {"1": True}}}, "swiss/0/1", "not True"),
    ({"swiss": {"0": {"1": 1.0}}}, "swiss/0/1", "not 1.0"),
    ({"president": 5}, "president", "there is no seat 5"),
    ({"president": "0"}, "president", "there is no seat '0'"),
    ({"posts": {"minister": 1}}, "posts/minister", "there is no 'minister'"),
    ({"posts": {"admiral": -1}}, "posts/admiral", "there is no seat -1"),
    ({"turn": 0}, "turn", "from 1 to 99"),
    ({"turn": 10**30}, "turn", "from 1 to 99"),
    ({"stage": "attempt"}, "stage", "it can with nomination, ballot"),
    ({"stage": ["budget"]}, "stage", "cannot begin with"),
    ({"locations": {"0": "home"}, "stage": "bank"}, "locations/0", "there are bank, headq"),
    ({"exiles": {"1": "docks"}}, "exiles/1", "there is no embassy 'docks'"),
    ({"dead": {"1": True}}, "dead", "an array is needed"),
    ({"dead": [9]}, "dead/0", "there is no seat 9"),
    ({"bank": "shut"}, "bank", "there are open, lunch, closed"),
    ({"excuse": 1}, "excuse", "true or false"),
    ({"last_police_bank_turn": None}, "last_police_bank_turn", "not None"),
    ({"draws": ["church", "x"]}, "draws/1", "there is no card 'x'"),
    ({"aid": [4]}, "aid/0", "from 1 to 3"),
    ({"dice": [1, 7]}, "dice/1", "from 1 to 6"),
    # what contradicts the rules, or itself
    ({"hands": {"0": ["church", "church"]}}, "hands/0/1", "named twice"),
    ({"hands": {"0": ["church"], "1": ["church"]}}, "hands/1/0", "named twice"),
    ({"hands": {"0": ["church"]}, "exposed": {"1": ["church"]}}, "exposed/1/0", "named twice"),
    ({"exposed": {"1": ["burglars"]}}, "exposed/1/0", "burglars is no influence"),
    ({"cash": {"0": {"1": 51, "2": 30, "3": 16}}}, "cash", "97 bills are given out; there are 96"),
    ({"swiss": {"0": {"3": 16}}}, "swiss", "16 bills of 3 MP are given out; there are 15"),
    ({"president": 1, "posts": {"admiral": 1}}, "posts/admiral", "CA-1"),
    ({"posts": {"general_1": 2, "general_3": 2}}, "posts", "two Generals; seat 2"),
    (
        {"posts": {"general_1": 2, "admiral": 2, "air_commander": 2}},
        "posts",
        "more than two posts; seat 2 has 3",
    ),
    (
        {
            "president": 0,
            "posts": {
                "minister_interior": 1,
                "general_1": 1,
                "general_2": 2,
                "general_3": 3,
                "admiral": 2,
                "air_commander": 3,
            },
        },
        "posts",
        "seat 4 has none (CA-2)",
    ),
    ({"president": 1, "dead": [1]}, "president", "seat 1 is dead"),
    ({"dead": [1, 1]}, "dead/1", "named twice"),
    ({"dead": [1], "hands": {"1": ["church"]}}, "hands/1", "is dead and has no cards"),
    ({"dead": [1], "exposed": {"1": ["church"]}}, "exposed/1", "is dead and has no cards"),
    ({"dead": [1], "cash": {"1": {"1": 1}}}, "cash/1", "is dead and has no cash"),
    ({"dead": [0, 1, 2, 3], "exiles": {"4": "embassy_north"}}, "dead", "at least one family"),
    ({"dead": [1], "exiles": {"1": "embassy_north"}}, "exiles/1", "is dead, and not in exile"),
    ({"president": 1, "exiles": {"1": "embassy_north"}}, "exiles/1", "is President"),
    ({"dead": [1], "locations": {"1": "bank"}, "stage": "bank"}, "locations/1", "nowhere"),
    (
        {"exiles": {"1": "embassy_north"}, "locations": {"1": "bank"}, "stage": "bank"},
        "locations/1",
        "chooses no location",
    ),
    ({"locations": {"1": "bank"}}, "locations", "yet when nomination begins"),
    ({"president": 1, "stage": "ballot"}, "president", "at the beginning of ballot"),
    ({"stage": "bank", "bank": "lunch"}, "bank", "the bank is open, not lunch"),
    (
        {"stage": "bank", "locations": {str(seat): "nightclub" for seat in range(5)}},
        "locations",
        "nobody is",
    ),
    ({"stage": "hand_limit"}, "stage", "nobody holds more than 6 cards"),
    ({"stage": "brother_in_law"}, "stage", "dead or in exile"),
    ({"stage": "return_from_exile"}, "stage", "nobody is in exile"),
    (
        {"stage": "budget_vote", "cash": {"0": {"1": 51, "2": 30, "3": 8}}},
        "stage",
        "7 bills are left",
    ),
    ({"turn": 3, "last_police_bank_turn": 4}, "last_police_bank_turn", "yet to come"),
    ({"draws": ["church", "church"]}, "draws/1", "named twice"),
    ({"hands": {"0": ["church"]}, "draws": ["church"]}, "draws/0", "is not in the pile"),
    ({"draws": sorted(DECK)[:40]}, "draws", "25 cards are to be dealt"),
    ({"aid": [3] * 16}, "aid", "16 bills of 3 MP are named; the pile has 15"),
    ({"cash": {"0": {"3": 15}}, "aid": [3]}, "aid", "the pile has 0"),
]


def said(position: Any, seats: int = 5) -> dict[str, str]:
    """Every fault by its place."""
    found: dict[str, str] = {}
    for at, words in faults(position, seats):
        place = "/".join(map(str, at))
        found[place] = f"{found[place]}; {words}" if place in found else words
    return found


@pytest.mark.parametrize(("position", "at", "words"), CASES)
def test_SB_6_what_cannot_be_is_said_with_its_place(
    position: dict[str, Any], at: str, words: str
) -> None:
    found = said(position)
    assert words in found.get(at, ""), found


def test_SB_6_no_object_is_no_position() -> None:
    for written in (None, [], "x", 3, True):
        assert said(written) == {"": "an object is needed"}


def test_SB_6_every_fault_is_said_at_once() -> None:
    found = said(
        {
            "hands": {"0": ["church", "nobody"], "1": ["church"], "9": []},
            "cash": {"2": {"1": 60}},
            "posts": {"admiral": 4},
            "president": 4,
            "dead": [2],
            "dice": [0, 6, 7],
            "colour": "red",
        }
    )
    assert set(found) == {
        *("hands/0/1", "hands/9", "hands/1/0", "cash", "cash/2", "posts/admiral"),
        *("dice/0", "dice/2", "colour"),
    }


def test_SB_6_as_many_families_as_sit_at_the_table() -> None:
    assert said({"president": 5}, 6) == {}
    assert "president" in said({"president": 5}, 5)


VALUES: list[Any] = [
    *(None, True, 0, 1, 4, -3, 2**60, 1.5, "", "church", "bank", "open", [], {}, [1], [[]]),
    *({"0": 1}, {"0": ["church"]}, {"1": "bank"}, {"0": {"1": 4}}, {"2": None}, ["church"]),
    *({"minister_interior": 1}, {"admiral": 2, "general_1": 2}, {"1": "embassy_north"}, [2, 3]),
    *("budget", "bank", "locations", "announcements", "late_bank", "aid", "draw"),
]


@pytest.mark.parametrize("seed", range(300))
def test_SB_6_whatever_is_written_is_refused_or_set_up(seed: int) -> None:
    """Never a fault of ours, never half a game."""
    random = Random(seed)
    keys = random.sample([*KEYS, "stranger"], random.randint(1, 5))
    position = {key: random.choice(VALUES) for key in keys}
    if seed % 3 == 0 and not faults(position):
        position["stage"] = random.choice(VALUES[-7:])
    if not faults(position):
        play = sandbox(position, seed=seed)
        assert play.at is not None or play.state.course.requests


def test_SB_1_its_schema_names_every_key() -> None:
    assert set(rules_of().schema()["properties"]) == set(KEYS)
