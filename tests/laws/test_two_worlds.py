"""Law 3, and all of secrecy: whoever may not know a secret cannot tell which of two it is.

`secrets.py` says what is secret; `two_worlds.py` says how it is swapped and compared.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from events import commit
from events.codec import canonical
from projections.table import Tables
from rules.junta.cards import BY_ID
from rules.junta.stages import ballot, nomination
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event
from rules.kernel.visibility import PUBLIC
from rules.registry import GAMES
from service.replies import etag
from tests.laws.driver import Habits
from tests.laws.secrets import DISCLOSURES, MARKS
from tests.laws.swaps import Swap, swaps
from tests.laws.two_worlds import Leak, Verdict, Views, compare
from tests.laws.worlds import LAZY, recorded
from tests.toy.game import TOY

OF_A_KIND = 12
JUNTA = GAMES["junta/1"]
GAMES_PLAYED = (*GAMES.values(), TOY)


@cache
def compared(
    ruleset: str, seed: int, seats: int, kinds: frozenset[str] | None = None
) -> list[tuple[Swap, Verdict]]:
    """Some swaps of one recorded game, each compared until the secret comes out."""
    game = next(game for game in GAMES_PLAYED if game.id == ruleset)
    recording = recorded(game, seed, seats)
    views = Views(recording)
    found = swaps(recording, Random(seed), OF_A_KIND, kinds)
    return [(swap, compare(recording, views, swap)) for swap in found]


CASES = [(game.id, seed, game.least_seats + seed % 4) for game in GAMES_PLAYED for seed in range(6)]


def test_the_marks_are_those_that_are_pinned() -> None:
    events = {kind: cls for game in GAMES_PLAYED for kind, cls in game.events.items()}
    for kind, pinned in (*MARKS.items(), *((kind, {}) for kind in DISCLOSURES)):
        declared = {field.name: field.mark for field in events[kind].FIELDS}
        assert {name: declared[name] for name in pinned} == pinned
        assert all(declared[name] == PUBLIC for name in DISCLOSURES.get(kind, ()))


RARE = [("junta/1", seed, 4, frozenset({"use_bank"})) for seed in range(10, 16)]
"""What seldom happens in random games gets some games of its own."""


@pytest.mark.parametrize(("ruleset", "seed", "seats"), CASES)
def test_nobody_can_tell_two_secrets_apart(ruleset: str, seed: int, seats: int) -> None:
    assert compared(ruleset, seed, seats)


@pytest.mark.parametrize(("ruleset", "seed", "seats", "kinds"), RARE)
def test_nor_two_rare_ones(ruleset: str, seed: int, seats: int, kinds: frozenset[str]) -> None:
    compared(ruleset, seed, seats, kinds)


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda game: game.id)
def test_every_secret_was_swapped_and_compared(game: Game[Any]) -> None:
    """What never differed was never checked."""
    results = [one for case in (*CASES, *RARE) if case[0] == game.id for one in compared(*case)]
    differed = {field for _, verdict in results for field in verdict.differed}
    pinned = {f"{kind}.{name}" for kind in MARKS for name in MARKS[kind] if kind in game.events}
    sealed = {"piles_prepared.cards", "piles_prepared.bills"}
    assert pinned - sealed <= differed
    assert sum(verdict.late for _, verdict in results) > 0 or game is TOY


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
