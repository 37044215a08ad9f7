"""A game without end and without chance, to measure the ways that every game takes.

Each seat bids in secret; when as many bids were made as there are seats, the round is counted and
the next one opens. It is registered where it is measured, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from projections.shown import shown
from rules.kernel.choices import Accept, OneOf
from rules.kernel.course import Course, GameStarted
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import PUBLIC, only_to

SEATS = 4
AMOUNTS = OneOf(values=tuple(range(1, 101)))


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    course: Course
    round: int = 0
    made: int = 0
    bids: Mapping[Seat, int]
    counts: tuple[int, ...] = ()


@command("bid")
class Bid(Command):
    """An amount that nobody else sees."""

    amount: int


@event("bid_made")
class BidMade(Event):
    """A seat has bid."""

    seat: Annotated[Seat, PUBLIC]
    amount: Annotated[int, only_to("seat")]


@event("round_counted")
class RoundCounted(Event):
    """How often each seat has bid by now."""

    round: Annotated[int, PUBLIC]
    counts: Annotated[tuple[int, ...], PUBLIC]


class Round:
    """As many bids as there are seats, whoever makes them."""

    NAME = "round"
    COMMANDS: tuple[type[Command], ...] = ()

    def duration(self, state: State) -> int:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return state.course.clockwise_from(0)

    def open(self, state: State) -> tuple[Event, ...]:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        return ()

    def decide(self, state: State, seat: Seat, command: Any) -> tuple[Event, ...]:
        raise AssertionError("the round itself takes nothing")

    def is_over(self, state: State) -> bool:
        return state.made >= state.course.seats

    def close(self, state: State) -> tuple[Event, ...]:
        counts = tuple(n + (Seat(i) in state.bids) for i, n in enumerate(state.counts))
        return (RoundCounted(round=state.round, counts=counts),)

    def expire(self, state: State) -> tuple[Event, ...]:
        return ()


class Bidding:
    """At any time, so that a declaration needs no look at the table before."""

    COMMANDS: tuple[type[Command], ...] = (Bid,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        return (Accept(command=Bid, choices={"amount": AMOUNTS}),)

    def decide(self, state: State, seat: Seat, command: Bid) -> tuple[Event, ...]:
        return (BidMade(seat=seat, amount=command.amount),)


def bid_made(state: State, event: BidMade) -> State:
    return but(state, made=state.made + 1, bids={**state.bids, event.seat: event.amount})


def round_counted(state: State, event: RoundCounted) -> State:
    return but(state, round=event.round + 1, made=0, bids={}, counts=event.counts)


BENCH = Game[State](
    id="bench/1",
    title="Bench",
    draft=True,
    least_seats=2,
    most_seats=SEATS,
    begin=lambda course, created: State(course=course, bids={}),
    stages=(Round(),),
    interrupts=(Bidding(),),
    follow=lambda state: "round",
    finish=lambda state: (),
    evolvers={
        GameStarted: lambda state, event: but(state, counts=(0,) * event.seats),
        BidMade: bid_made,
        RoundCounted: round_counted,
    },
    chance={},
    table=lambda s: shown({"round": s.round, "bids": s.bids, "counts": s.counts}),
    invariants={"bids": lambda s: None if s.made <= s.course.seats else "too many bids"},
    options=(),
    durations={"live": {"lobby": 3600, "round": 3600}},
    about=lambda: {},
)
