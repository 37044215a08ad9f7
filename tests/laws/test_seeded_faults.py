"""Each law of design §2, broken on purpose: the check that guards it must turn red.

A guard that nobody has seen fail guards nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any

import pytest

from events import commit
from events.clock import instant
from rules.junta import elections, handing
from rules.junta.interrupts import deal as dealing
from rules.junta.stages import budget as announcement
from rules.junta.stages.ballot import Ballot
from rules.junta.stages.protection import Protection
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.rejections import NotNow
from rules.kernel.visibility import PUBLIC, only_to
from rules.registry import GAMES
from tests.laws.driver import Habits, played
from tests.laws.laws import LawBroken, checked_game
from tests.laws.worlds import Act, recorded
from tests.toy.game import TOY, Pick, Picked, Picking, State, picked, written

JUNTA = GAMES["junta/1"]
SEEDS = range(6)


def complaint(game: Game[Any], seats: int = 4) -> str | None:
    """What the checks say of some whole games; None where they find nothing."""
    for seed in SEEDS:
        try:
            checked_game(game, seed, seats, probes=0.2)
        except LawBroken as broken:
            return str(broken)
    return None


def with_stage(**members: Callable[..., Any]) -> Game[Any]:
    """The toy game, its one stage changed in some members."""
    stage = type("Faulty", (Picking,), members)()
    return replace(TOY, stages=(stage,))


def test_without_a_fault_there_is_no_complaint() -> None:
    assert complaint(TOY) is None


# --- law 1: nothing but facts in evolve


def test_chance_in_evolve_is_found() -> None:
    """The state is no longer the fold of its events."""
    faces = iter(range(10_000))

    def luckily(state: State, event: Picked) -> State:
        return but(state, words=(*state.words, str(next(faces))), picks=picked(state, event).picks)

    said = complaint(replace(TOY, evolvers={**TOY.evolvers, Picked: luckily}))
    assert said is not None
    assert "fold of its events" in said or "false" in said


# --- law 2: a view is the game as far as you know it


def test_an_unmarked_field_stops_the_import() -> None:
    with pytest.raises(TypeError, match="does not say who may see it"):

        @event("leaky")
        class Leaky(Event):
            seat: Annotated[Seat, PUBLIC]
            number: int


def test_a_mark_that_hangs_on_a_hidden_field_stops_the_import() -> None:
    with pytest.raises(TypeError, match="no public field"):

        @event("leaky")
        class Leaky(Event):
            seat: Annotated[Seat, only_to("seat")]


def test_a_rule_in_evolve_that_reads_a_secret_is_found() -> None:
    def judged(state: State, event: Picked) -> State:
        return state if event.number > 3 else picked(state, event)

    said = complaint(replace(TOY, evolvers={**TOY.evolvers, Picked: judged}))
    assert said is not None
    assert "hidden value" in said


def test_a_view_that_says_what_is_not_so_is_found() -> None:
    """A fold that takes a guess where it does not know."""

    def guessed(state: State, event: Picked) -> State:
        number = 1 if is_hidden(event.number) else event.number
        return but(state, picks={**state.picks, event.seat: number})

    said = complaint(replace(TOY, evolvers={**TOY.evolvers, Picked: guessed}))
    assert said is not None
    assert "is false" in said


def test_a_table_that_asks_a_secret_is_found() -> None:
    def boasting(state: State) -> dict[str, Any]:
        return {**written(state), "high": [s for s, n in state.picks.items() if n > 3]}

    assert complaint(replace(TOY, table=boasting)) is not None


# --- law 3: a question must not tell


def high(state: State) -> bool:
    return any(not is_hidden(n) and n > 3 for n in state.picks.values())


def boldly_high(state: State) -> bool:
    return any(n > 3 for n in state.picks.values())


@pytest.mark.parametrize("reads", [high, boldly_high], ids=["quietly", "boldly"])
@pytest.mark.parametrize(
    ("member", "faulty"),
    [
        ("active", lambda reads: lambda self, s: Picking.active(self, s)[: 1 if reads(s) else 9]),
        ("is_over", lambda reads: lambda self, s: reads(s) or not Picking.active(self, s)),
        ("duration", lambda reads: lambda self, s: 30 if reads(s) else 60),
    ],
    ids=["active", "is_over", "duration"],
)
def test_a_stage_that_asks_a_secret_is_found(
    member: str, faulty: Callable[..., Any], reads: Callable[[State], bool]
) -> None:
    """Whether it dodges HIDDEN or runs into it."""
    assert complaint(with_stage(**{member: faulty(reads)})) is not None


def test_a_ballot_that_passes_over_an_empty_hand_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    active = Ballot.active
    monkeypatch.setattr(
        Ballot,
        "active",
        lambda self, state: tuple(s for s in active(self, state) if state.families[s].hand),
    )
    assert complaint(JUNTA) is not None


def test_a_sequence_that_passes_over_the_poor_is_found() -> None:
    """Nobody is asked at the bank where nobody there holds a bill."""

    def follow(state: Any) -> str | None:
        name = JUNTA.follow(state)
        there = state.whereabouts.places
        poor = not any(there.get(s) == "bank" and f.cash.mp for s, f in enumerate(state.families))
        return "clean_up" if name in ("bank", "late_bank") and poor else name

    said = complaint(replace(JUNTA, follow=follow))
    assert said is not None
    assert "stage_opened" in said or "StageOpened" in said


def test_a_count_that_turns_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards in a candidate's hand count as votes."""
    tally = elections.tally
    monkeypatch.setattr(
        elections,
        "tally",
        lambda state: {s: n + len(state.families[s].hand) for s, n in tally(state).items()},
    )
    said = complaint(JUNTA)
    assert said is not None
    assert "close of" in said


def holds_protection(state: Any, seat: Seat) -> bool:
    """Whether a hand, where it is known, has what may save its owner."""
    hand = state.families[seat].hand
    return is_hidden(hand) or bool(hand & {"monarchist_assassin", "bribed_assassin"})


def boldly_holds_protection(state: Any, seat: Seat) -> bool:
    return bool(state.families[seat].hand & {"monarchist_assassin", "bribed_assassin"})


@pytest.mark.parametrize(
    "holds", [holds_protection, boldly_holds_protection], ids=["quietly", "boldly"]
)
def test_a_protection_asked_of_those_alone_who_hold_one_is_found(
    monkeypatch: pytest.MonkeyPatch, holds: Callable[[Any, Seat], bool]
) -> None:
    active = Protection.active
    monkeypatch.setattr(
        Protection,
        "active",
        lambda self, state: tuple(s for s in active(self, state) if holds(state, s)),
    )
    said = complaint(JUNTA)
    assert said is not None
    assert "protection" in said or "life_threatened" in said


@pytest.mark.parametrize("holds", [holds_protection, boldly_holds_protection])
def test_a_sequence_that_passes_over_the_unprotected_is_found(
    monkeypatch: pytest.MonkeyPatch, holds: Callable[[Any, Seat], bool]
) -> None:
    """A protection that lasts a second where there is nothing to be asked."""
    lasts = Protection.duration

    def duration(self: Protection, state: Any) -> int | None:
        threat = state.threat
        return lasts(self, state) if not threat or holds(state, threat.victim) else 1

    monkeypatch.setattr(Protection, "duration", duration)
    said = complaint(JUNTA)
    assert said is not None
    assert "protection" in said or "life_threatened" in said


# --- law 4: one door


def test_an_offer_that_turns_on_the_secret_of_another_is_found() -> None:
    def accepts(self: Picking, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat in state.picks:
            return ()
        taken = {n for n in state.picks.values() if not is_hidden(n)}
        left = tuple(n for n in range(1, 7) if n not in taken) or (1,)
        return (Accept(command=Pick, choices={"number": OneOf(values=left)}),)

    said = complaint(with_stage(accepts=accepts))
    assert said is not None
    assert "gate and options" in said


def test_an_offer_that_is_refused_is_found() -> None:
    """A rule in decide that its offer does not tell."""

    def decide(self: Picking, state: State, seat: Seat, command: Pick) -> tuple[Event, ...]:
        if command.number == 6:
            raise NotNow("six is reserved")
        return (Picked(seat=seat, number=command.number),)

    with pytest.raises((LawBroken, NotNow)):
        for seed in SEEDS:
            checked_game(with_stage(decide=decide), seed, 4, probes=1.0)


# --- law 5: what is promised is set aside


def test_a_promise_that_is_not_set_aside_is_found() -> None:
    def promised(state: Any, event: Any) -> Any:
        """The sums are announced, and the bills stay where they are."""
        running = but(state.budget, phase="voting", sums=event.sums, shares=event.shares)
        return but(state, budget=running)

    evolvers = {**JUNTA.evolvers, announcement.BudgetProposed: promised}
    said = complaint(replace(JUNTA, evolvers=evolvers))
    assert said is not None


def test_an_offer_that_is_not_set_aside_is_found() -> None:
    """The bills offered stay in the purse, and may be given away before the offer is accepted."""

    def made(state: Any, event: Any) -> Any:
        before = state.families
        return but(handing.offer_made(state, event), families=before)

    evolvers = {**JUNTA.evolvers, dealing.OfferMade: made}
    said = complaint(replace(JUNTA, evolvers=evolvers))
    assert said is not None
    assert "conserved" in said


def test_an_offer_refused_for_an_empty_purse_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Acceptance that turns on what the maker of the offer still holds."""
    acceptable = dealing._can_accept

    def covered(state: Any, seat: Seat, made: Any) -> bool:
        cash = state.families[made.giver].cash
        return acceptable(state, seat, made) and (is_hidden(cash) or cash.number > 0)

    monkeypatch.setattr(dealing, "_can_accept", covered)
    said = complaint(JUNTA)
    assert said is not None
    assert "gate and options" in said


# --- law 6: chance is recorded


def test_chance_drawn_in_decide_is_found() -> None:
    """The same seed no longer plays the same game."""
    faces = iter(range(10_000))

    def decide(self: Picking, state: State, seat: Seat, command: Pick) -> tuple[Event, ...]:
        return (Picked(seat=seat, number=next(faces) % 6 + 1),)

    game = with_stage(decide=decide)
    first, second = ([step.events for step in played(game, 1, 4)] for _ in range(2))
    assert first != second


# --- law 7: expire first


def late_and_accepted(game: Game[Any]) -> list[Act]:
    """Answers to overdue stages that were taken all the same, in some recorded games."""
    habits = Habits(silent=0.02, interrupts=0.05, late=0.3, wrong=0.0)
    seeds = range(2) if game is JUNTA else range(10)
    script = [done for seed in seeds for done in recorded(game, seed, 4, habits).script]
    assert sum(done.late for done in script) > 5
    return [done.act for done in script if done.late and done.outcome.refusal is None]


@pytest.mark.parametrize("game", [JUNTA, TOY], ids=lambda game: game.id)
def test_nothing_late_is_accepted(game: Game[Any]) -> None:
    assert late_and_accepted(game) == []


@pytest.mark.parametrize("game", [JUNTA, TOY], ids=lambda game: game.id)
def test_judging_before_expiring_is_found(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "expiry", lambda standing, at: None)
    assert late_and_accepted(game)


def test_no_event_is_recorded_in_a_stage_after_its_deadline() -> None:
    """The log alone says who was in time: answers stand before the deadline of their stage."""
    habits = Habits(silent=0.05, interrupts=0.05, late=0.3, wrong=0.0)
    envelopes = recorded(JUNTA, 5, 5, habits).envelopes
    opened = {e.position: e for e in envelopes if e.type == "stage_opened"}
    answers = [e for e in envelopes if e.command is not None and isinstance(e.actor, int)]
    interrupts = {command.TYPE for command in JUNTA.interrupting}
    answers = [e for e in answers if e.command["type"] not in interrupts]  # type: ignore[index]
    assert len(answers) > 100
    for answer in answers:
        stage = opened[answer.command["stage"]]  # type: ignore[index]
        ends = instant(stage.recorded_at) + timedelta(seconds=stage.data["lasts_s"])
        assert instant(answer.recorded_at) < ends


# --- law 8: silence is an answer


def test_a_stage_that_waits_for_ever_is_found() -> None:
    mute = Habits(silent=1.0, interrupts=0.0, wrong=0.0)
    game = with_stage(expire=lambda self, state: (), close=lambda self, state: ())
    with pytest.raises((AssertionError, RuntimeError)):
        list(played(game, 1, 2, mute))
