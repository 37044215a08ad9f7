"""Law 3, and all of secrecy: whoever may not know a secret cannot tell which of two it is.

`secrets.py` says what is secret; `two_worlds.py` says how it is swapped and compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from events import commit
from events.codec import canonical
from projections.table import Tables
from rules.junta.cards import BY_ID, CardId
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.stages import ballot, nomination
from rules.junta.stages.ballot_cards import LetCount
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.kernel.bills import Bills
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event
from rules.kernel.visibility import PUBLIC
from rules.registry import GAMES
from service.replies import etag
from tests.laws.driver import Habits
from tests.laws.secrets import DISCLOSURES, EXISTENCE, MARKS
from tests.laws.swaps import Swap, swaps
from tests.laws.two_worlds import SILENCE, Leak, Verdict, Views, compare
from tests.laws.worlds import LAZY, directed, recorded
from tests.toy.game import TOY

OF_A_KIND = 8
ALWAYS_THE_SAME = {"piles_prepared.cards", "piles_prepared.bills", "purse_opened.bills"}
"""Secrets that there is no other of: all cards, all bills, an empty purse."""

OF_SANDBOXES = {
    f"{kind}.{name}"
    for kind in ("position_given", "scripts_laid", "family_set_up", "piles_set_up", "budget_set_up")
    for name in MARKS[kind]
}
"""Secrets of games that begin from a given position: `test_sandboxes.py` compares them."""

BY_HAND = {"budget_replaced.bills"}
"""What hardly any random game brings; below it is brought about."""

REFUSED = {"cards_exchanged.number", "cards_exchanged.want_cards"}
"""Whoever accepts names the number, and holds what is asked: with others he would be refused."""

JUNTA = GAMES["junta/1"]
GAMES_PLAYED = (*GAMES.values(), TOY)


@cache
def compared(
    ruleset: str,
    seed: int,
    seats: int,
    kinds: frozenset[str] | None = None,
    before: str | None = None,
    habits: Habits = LAZY,
    position: str | None = None,
) -> list[tuple[Swap, Verdict]]:
    """Some swaps of one recorded game, each compared until the secret comes out."""
    game = next(game for game in GAMES_PLAYED if game.id == ruleset)
    begun = None if position is None else POSITIONS[position]
    recording = recorded(game, seed, seats, habits, begun)
    views = Views(recording)
    found = swaps(recording, Random(seed), OF_A_KIND, kinds, before)
    return [(swap, compare(recording, views, swap)) for swap in found]


PURSE = {"1": 4, "2": 1, "3": 1}
PURSES = {str(seat): PURSE for seat in range(4)}
HANDS = {
    "0": ["students", "unions"],
    "2": ["radicals", "peasants"],
    "3": ["bankers", "socialists"],
}
POSITIONS: Mapping[str, Mapping[str, Any]] = {
    "spy": {
        "president": 0,
        "stage": "bank",
        "bank": "open",
        "locations": dict.fromkeys(PURSES, "bank"),
        "cash": {key: {"1": 4, "2": 2, "3": 1} for key in PURSES},
        "swiss": {key: {"1": 1, "2": 1, "3": 1} for key in PURSES},
        "exposed": {"3": ["academics"]},
        "hands": {"0": [], "1": [], "2": [], "3": ["spy_in_switzerland"]},
    },
    "rich": {"president": 0, "stage": "draw", "cash": PURSES, "hands": {"0": ["student_petition"]}},
    "alternative": {
        "president": 0,
        "stage": "draw",
        "cash": PURSES,
        "hands": {"1": ["alternative_budget"]},
    },
    "robbed": {
        "president": 0,
        "stage": "announcements",
        "locations": dict.fromkeys(PURSES, "nightclub"),
        "cash": {seat: {"1": 1, "3": 2} for seat in PURSES},
        "hands": {"0": [], "1": ["burglars"], "2": [], "3": []},
    },
    "searched": {
        "president": 0,
        "stage": "announcements",
        "locations": dict.fromkeys(PURSES, "girlfriend"),
        "hands": {**HANDS, "1": ["indiscretion", "church"]},
    },
    "trading": {
        "president": 0,
        "stage": "cabinet",
        "cash": {seat: {"1": 3, "2": 2, "3": 1} for seat in PURSES},
        "hands": {**HANDS, "1": ["professional_assassin", "church"]},
    },
    "replaced": {
        "president": 0,
        "stage": "budget",
        "cash": {"0": {"2": 1}},
        "aid": [1] * 8,
        "exposed": {"2": ["church"]},
        "hands": {"1": ["alternative_budget"]},
    },
    "risen": {
        "president": 0,
        "stage": "movement",
        "coup": {
            "first_insurgent": 1,
            "insurgents": [1, 2, 3],
            "phase": 6,
            "units": [
                {"type": "army_1", "zone": "central_bank", "controller": 1, "count": 3},
                {"type": "army_2", "zone": "radio_station", "controller": 2, "count": 3},
                {"type": "army_3", "zone": "railway_station", "controller": 3, "count": 3},
            ],
        },
    },
}
"""Where games begin in which something rare is near."""

CASES = [(game.id, seed, game.least_seats + seed % 4) for game in GAMES_PLAYED for seed in range(6)]


def test_the_marks_are_those_that_are_pinned() -> None:
    events = {kind: cls for game in GAMES_PLAYED for kind, cls in game.events.items()}
    for kind, pinned in (*MARKS.items(), *((kind, {}) for kind in DISCLOSURES)):
        declared = {field.name: field.mark for field in events[kind].FIELDS}
        assert {name: declared[name] for name in pinned} == pinned
        assert all(declared[name] == PUBLIC for name in DISCLOSURES.get(kind, ()))
    assert {t: e.SEEN_BY for t, e in events.items() if e.SEEN_BY != PUBLIC} == EXISTENCE


def test_no_hidden_field_is_unpinned() -> None:
    """A new secret must be written down here, too."""
    events = {kind: cls for game in GAMES_PLAYED for kind, cls in game.events.items()}
    hidden = {(t, f.name) for t, e in events.items() for f in e.FIELDS if f.mark.kind != "public"}
    assert hidden == {(kind, name) for kind, pinned in MARKS.items() for name in pinned}


USE_BANK = frozenset({"use_bank"})
DEALT = frozenset({"make_offer", "accept_offer"})

HANDED = frozenset({"draw:aid", "propose_budget", "keep_bill"})
GIVEN = frozenset({"draw:aid", "give_money", "give_cards"})
GIFTS = frozenset({"give_money", "draw:donation"})
CHOSEN = frozenset({"vote_in_junta"})

KEEN = Habits(silent=0.05, interrupts=0.6, wrong=0.0)
BUSY = Habits(silent=0.02, interrupts=0.3, wrong=0.0)
FIERCE = Habits(silent=0.05, interrupts=0.05, wrong=0.0, reluctant=())

RARE = [
    ("junta/1", 13, 4, USE_BANK, "account_spied", KEEN, "spy"),
    *(("junta/1", seed, 4, GIVEN, "purse_inherited", KEEN, "rich") for seed in (0, 1)),
    ("junta/1", 13, 4, HANDED, "aid_handed_over", BUSY, "alternative"),
    ("junta/1", 17, 4, CHOSEN, None, FIERCE, "risen"),
    ("junta/1", 6, 4, GIFTS, "purse_robbed", KEEN, "robbed"),
    ("junta/1", 1, 4, frozenset({"give_cards", "draw:draw"}), "hand_searched", KEEN, "searched"),
    *(("junta/1", seed, 4, DEALT, "cards_exchanged", KEEN, "trading") for seed in (2, 3)),
]
"""What seldom happens in random games gets some games of its own in which it does, and soon."""


@pytest.mark.parametrize(("ruleset", "seed", "seats"), CASES)
def test_nobody_can_tell_two_secrets_apart(ruleset: str, seed: int, seats: int) -> None:
    assert compared(ruleset, seed, seats)


@pytest.mark.parametrize("case", RARE)
def test_nor_two_rare_ones(case: tuple[Any, ...]) -> None:
    compared(*case)


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda game: game.id)
def test_every_secret_was_swapped_and_compared(game: Game[Any]) -> None:
    """What never differed was never checked."""
    results = [one for case in (*CASES, *RARE) if case[0] == game.id for one in compared(*case)]
    differed = {field for _, verdict in results for field in verdict.differed}
    pinned = {f"{kind}.{name}" for kind in MARKS for name in MARKS[kind] if kind in game.events}
    if game is not TOY:  # there a nod is all that there is to be kept secret, and always the same
        pinned |= {kind for kind in EXISTENCE if kind in game.events}
    assert pinned - ALWAYS_THE_SAME - OF_SANDBOXES - BY_HAND - REFUSED <= differed
    assert sum(verdict.late for _, verdict in results) > 0 or game is TOY


def test_what_a_proposer_takes_back_is_swapped_and_compared() -> None:
    """He promised what the aid did not give, or what it did; the budget fell and was replaced."""
    said: list[tuple[int, Command]] = [(0, ProposeBudget(shares={Seat(3): Bills(0, 1, 0)}))]
    said += [
        (seat, VoteOnBudget(votes={"against": 1} if seat == 2 and turn else {}))
        for turn in range(2)
        for seat in range(4)
    ]
    said += [(seat, LetCount()) for seat in range(4)]
    said.append((1, PlayCard(card=CardId("alternative_budget"))))
    recording = directed(JUNTA, 4, POSITIONS["replaced"], said)
    other = ProposeBudget(shares={Seat(3): Bills(2, 0, 0)})
    swap = Swap(step=0, kind="propose_budget", command=other)
    assert compare(recording, Views(recording), swap).differed >= BY_HAND


def test_a_standing_answer_counts_at_once() -> None:
    """That alone may end a stage in one world and not in the other; and it was seen to."""
    results = [one for case in CASES for one in compared(*case)]
    assert any(verdict.disclosed == SILENCE for _, verdict in results)


def test_some_hundred_swaps_are_compared() -> None:
    results = [one for case in CASES for one in compared(*case)]
    assert len(results) >= 300
    assert sum(verdict.compared for _, verdict in results) >= 5000


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda game: game.id)
def test_the_views_compared_are_the_tables_that_are_served(game: Game[Any]) -> None:
    recording = recorded(game, 3, game.least_seats)
    views, tables = Views(recording), Tables(recording.world.commits.reading)
    random = Random(3)
    for viewer in views.viewers:
        for at in random.sample(range(1, len(views.envelopes) + 1), 20):
            served = tables.table(views.game_id, viewer, at)
            tag = etag(viewer, served.pop("hash"), past=True)
            assert tag == etag(viewer, views.envelopes[at - 1].hash, past=True)
            assert canonical(served) == views.table(viewer, at)


# --- faults that the comparison must find


def first_leak(
    game: Game[Any], kinds: frozenset[str], habits: Habits = LAZY, seeds: range = range(6)
) -> str | None:
    """What the comparison says of a game with a fault; None where it finds nothing."""
    for seed in seeds:
        recording = recorded(game, seed, game.least_seats + 1, habits)
        views = Views(recording)
        for swap in swaps(recording, Random(seed), 30, kinds):
            try:
                compare(recording, views, swap)
            except Leak as leak:
                return str(leak)
    return None


def opened(monkeypatch: pytest.MonkeyPatch, cls: type[Event], name: str) -> None:
    """Mark one field of the event PUBLIC, by mistake."""
    fields = tuple(replace(f, mark=PUBLIC) if f.name == name else f for f in cls.FIELDS)
    monkeypatch.setattr(cls, "FIELDS", fields)
    monkeypatch.setattr(cls, "OPEN", all(f.mark.kind == "public" for f in fields))


@pytest.mark.parametrize(
    ("kind", "event", "name"),
    [
        ("choose_location", "location_chosen", "location"),
        ("draw:draw", "cards_drawn", "cards"),
        ("draw:aid", "aid_drawn", "bills"),
        ("draw:donation", "donation_received", "bills"),
        ("propose_budget", "budget_proposed", "shares"),
        ("propose_budget", "share_paid", "bills"),
        ("use_bank", "bank_used", "deposit"),
    ],
)
def test_a_field_marked_public_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: str, event: str, name: str
) -> None:
    opened(monkeypatch, JUNTA.events[event], name)
    leak = first_leak(JUNTA, frozenset({kind}))
    assert leak is not None
    assert event in leak


@pytest.mark.parametrize("room", [nomination, ballot], ids=["nomination", "ballot"])
def test_a_seat_skipped_for_want_of_a_vote_card_is_found(
    monkeypatch: pytest.MonkeyPatch, room: Any
) -> None:
    unasked = room._unasked

    def with_votes(state: Any) -> tuple[Seat, ...]:
        return tuple(s for s in unasked(state) if _votes_in_hand(state, s))

    monkeypatch.setattr(room, "_unasked", with_votes)
    leak = first_leak(JUNTA, frozenset({"draw:deal"}), seeds=range(20))
    assert leak is not None


def _votes_in_hand(state: Any, seat: Seat) -> bool:
    hand = state.families[seat].hand
    return any(BY_ID[card].category == "vote" for card in hand) or len(hand) < 2


def test_a_deadline_that_turns_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage that lasts longer for a hand with many influence cards."""
    monkeypatch.setattr(
        nomination.Nomination,
        "duration",
        lambda self, state: 60 + sum(BY_ID[c].votes for c in state.families[0].hand),
    )
    leak = first_leak(JUNTA, frozenset({"draw:deal"}))
    assert leak is not None
    assert "lasts_s" in leak


def test_judging_before_expiring_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 7: without it, what a late declaration leads to turns on what the seat holds."""
    monkeypatch.setattr(commit, "expiry", lambda standing, at: None)
    habits = Habits(silent=0.02, interrupts=0.05, late=0.6, wrong=0.0)
    kinds = frozenset({"draw:aid", "draw:draw"})
    leak = first_leak(JUNTA, kinds, habits)
    assert leak is not None
    assert "outcome" in leak or "events in one world" in leak


@pytest.mark.parametrize("event", sorted(EXISTENCE.keys() - {"nodded"}))
def test_an_event_that_all_know_of_is_found(monkeypatch: pytest.MonkeyPatch, event: str) -> None:
    """One mark on the event's existence opened by mistake."""
    cls = JUNTA.events[event]
    monkeypatch.setattr(cls, "SEEN_BY", PUBLIC)
    try:
        leak = first_leak(JUNTA, frozenset(SECRETLY[event]), seeds=range(12))
    except AssertionError:
        return  # the fold itself cannot follow what its viewer may not know of
    assert leak is not None
    assert event in leak


SECRETLY = {
    "money_given": ["give_money"],
    "offer_made": ["make_offer"],
    "offer_ended": ["decline_offer", "withdraw_offer"],
    "money_exchanged": ["accept_offer"],
    "whispered": ["say"],
    "answered_beforehand": ["answer_beforehand"],
}
