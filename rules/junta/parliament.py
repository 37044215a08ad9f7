"""What a game of Junta is in its Chamber: elections, budgets, motions. Slices, no rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.identifiers import Seat

ElectionPhase = Literal["nomination", "ballot", "counting", "withdrawal", "acceptance"]
BudgetPhase = Literal[
    "proposing", "voting", "counting", "tied", "rejected", "handing_over", "adopted", "fallen"
]
Alternative = Literal["possible", "passed", "played"]
MotionPhase = Literal["voting", "counting"]


class Election(NamedTuple):
    """An election under way. `everyone`: nobody nominated, so all stand and have one vote more.

    `last`: the votes of the round counted last. `cut`: there will be no further round. `answered`:
    who has said that he stays in the race, or that he lets the votes be counted.
    """

    order: tuple[Seat, ...]
    nominations: Mapping[Seat, Mapping[Seat, int]]
    votes: Mapping[Seat, Mapping[Seat, int]]
    phase: ElectionPhase = "nomination"
    declined: frozenset[Seat] = frozenset()
    everyone: bool = False
    candidates: tuple[Seat, ...] = ()
    answered: frozenset[Seat] = frozenset()
    round: int = 0
    last: Mapping[Seat, Mapping[Seat, int]] = {}
    cut: bool = False
    winner: Seat | None = None


class Budget(NamedTuple):
    """The aid of this turn and what becomes of it. `shares` are set aside for their receivers.

    `drawn` remembers which bills came from the pile, until an alternative is proposed. `proposer`:
    nobody until it is announced, for the President. `votes` are those of both rounds, `first` those
    of the first one, once the second is open; `cut`: there will be no further round. `answered`:
    who has let the votes be counted, or has no alternative to offer.
    """

    aid: Bills
    sums: Mapping[Seat, int]
    shares: Mapping[Seat, Bills]
    votes: Mapping[Seat, tuple[int, int]]
    phase: BudgetPhase = "proposing"
    set_aside: Bills = NO_BILLS
    drawn: Bills = NO_BILLS
    proposer: Seat | None = None
    round: int = 1
    voted: frozenset[Seat] = frozenset()
    first: Mapping[Seat, tuple[int, int]] = {}
    cut: bool = False
    answered: frozenset[Seat] = frozenset()
    alternative: Alternative = "possible"


class Motion(NamedTuple):
    """A motion to remove the President, voted on like a budget, with the same words for it."""

    mover: Seat
    votes: Mapping[Seat, tuple[int, int]]
    phase: MotionPhase = "voting"
    round: int = 1
    voted: frozenset[Seat] = frozenset()
    first: Mapping[Seat, tuple[int, int]] = {}
    cut: bool = False
    answered: frozenset[Seat] = frozenset()
