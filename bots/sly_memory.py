"""What `sly` remembers: a fold of the events of its own feed, nothing else.

Read again from the start, the feed gives the same memory: a bot that was restarted knows no less.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bots.sly_cards import Json, mp

AID_MP = 13
BILL_MP = 1.6
"""What eight bills, and one, are worth on average."""


@dataclass(slots=True)
class Memory:
    """Guesses by seat: `cash` in MP; `places` where it was, places_struck where
    attempts were made; `voted` how it answered budgets. `purse`: left for the next President.

    voted: for and against, counted in votes, where the seat was paid. paid: what it got from each
    President. gifts: what was given this turn, by giver and receiver, as far as this seat knows.
    """

    heard: int = 0
    turn: int = 1
    cash: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    places: dict[int, Counter[str]] = field(default_factory=dict)
    sums: dict[int, int] = field(default_factory=dict)
    voted: dict[int, tuple[int, int]] = field(default_factory=dict)
    paid: Counter[tuple[int, int]] = field(default_factory=Counter)
    gifts: Counter[tuple[int, int]] = field(default_factory=Counter)
    grudges: Counter[tuple[int, int]] = field(default_factory=Counter)
    places_struck: Counter[str] = field(default_factory=Counter)
    president: int | None = None
    bank_watched: int = -1
    proposer: int | None = None
    purse: float = 0.0
    _aid: float = 0.0
    _accounts: Counter[int] = field(default_factory=Counter)

    def hear(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """More of the feed, in order; what was heard before is passed over."""
        for entry in entries:
            if entry["position"] <= self.heard:
                continue
            self.heard = entry["position"]
            told = TOLD.get(entry.get("type", ""))
            if told is not None:
                told(self, entry["data"])

    def loyalty(self, seat: int) -> float:
        """From -1 to 1: how far the seat votes for a budget that pays it; 0.7 of a stranger."""
        yes, no = self.voted.get(seat, (0, 0))
        return (yes - no + 3.5) / (yes + no + 5)

    def moved(self, giver: int, receiver: int, amount: float) -> None:
        """Money went from purse to purse."""
        self.cash[giver] = max(0, self.cash[giver] - amount)
        self.cash[receiver] += amount


def _turn_ended(memory: Memory, told: Json) -> None:
    memory.turn = told["turn"] + 1
    memory.gifts.clear()
    memory.sums = {}


def _aid_drawn(memory: Memory, told: Json) -> None:
    memory._aid, memory.president, memory.proposer = AID_MP, told["seat"], told["seat"]


def _proposed(memory: Memory, told: Json) -> None:
    memory.sums = {int(seat): amount for seat, amount in told["sums"].items()}


def _voted(memory: Memory, told: Json) -> None:
    seat = told["seat"]
    if memory.sums.get(seat, 0) < 1 or seat == memory.proposer:
        return
    yes, no = memory.voted.get(seat, (0, 0))
    memory.voted[seat] = (yes + told["in_favour"], no + told["against"])


def _share_paid(memory: Memory, told: Json) -> None:
    memory.cash[told["receiver"]] += told["mp"]
    memory._aid -= told["mp"]
    if memory.proposer is not None:
        memory.paid[memory.proposer, told["receiver"]] += told["mp"]


def _aid_kept(memory: Memory, told: Json) -> None:
    kept = memory.cash[told["seat"]] + memory._aid
    memory.cash[told["seat"]] = max(0, kept)
    memory._aid = 0


def _bank_used(memory: Memory, told: Json) -> None:
    seat = told["seat"]
    change = told["account_bills"] - memory._accounts[seat]
    memory._accounts[seat] = told["account_bills"]
    left = memory.cash[seat] - BILL_MP * change
    memory.cash[seat] = max(0, left)


def _purse_taken(memory: Memory, told: Json) -> None:
    memory.moved(told["victim"], told["taker"], memory.cash[told["victim"]])


def _purse_lost(memory: Memory, told: Json) -> None:
    left = memory.cash[told["victim"]] - mp(told["bills"])
    memory.cash[told["victim"]] = max(0, left)


def _killed(memory: Memory, told: Json) -> None:
    memory.cash[told["seat"]] = 0
    if told["office_vacant"]:
        memory.president = None


def _robbed(memory: Memory, told: Json) -> None:
    memory.moved(told["victim"], told["thief"], min(2, memory.cash[told["victim"]]))


def _donated(memory: Memory, told: Json) -> None:
    memory.cash[told["seat"]] += told["number"] * BILL_MP


def _price_paid(memory: Memory, told: Json) -> None:
    left = memory.cash[told["seat"]] - mp(told["bills"])
    memory.cash[told["seat"]] = max(0, left)


def _given(memory: Memory, told: Json) -> None:
    amount = mp(told["bills"])
    memory.moved(told["giver"], told["receiver"], amount)
    memory.gifts[told["giver"], told["receiver"]] += amount
    memory.paid[told["giver"], told["receiver"]] += amount


def _revealed(memory: Memory, told: Json) -> None:
    for seat, place in told["locations"].items():
        memory.places.setdefault(int(seat), Counter())[place] += 1


def _announced(memory: Memory, told: Json) -> None:
    memory.grudges[told["seat"], told["victim"]] += 1
    if told["location"] is not None:
        memory.places_struck[told["location"]] += 1
    if told["bank_watched"]:
        memory.bank_watched = memory.turn


def _replaced(memory: Memory, told: Json) -> None:
    """The aid goes to another, but for a bill; what is kept of it shows when it is kept."""
    memory.cash[told["former"]] += BILL_MP
    memory._aid = max(0.0, memory._aid - BILL_MP)
    memory.proposer = told["seat"]


def _risen(memory: Memory, told: Json) -> None:
    if memory.president is not None:
        memory.grudges[told["first_insurgent"], memory.president] += 1


def _squad(memory: Memory, told: Json) -> None:
    if told["victim"] is not None:
        memory.grudges[told["seat"], told["victim"]] += 2


def _office_left(memory: Memory, told: Json) -> None:
    memory.purse, memory.cash[told["seat"]] = memory.cash[told["seat"]], 0
    memory.president = None


def _inherited(memory: Memory, told: Json) -> None:
    memory.cash[told["seat"]] += memory.purse
    memory.purse = 0


def _elected(memory: Memory, told: Json) -> None:
    memory.president = told["seat"]


TOLD: Mapping[str, Callable[[Memory, Json], None]] = {
    "turn_ended": _turn_ended,
    "president_elected": _elected,
    "aid_drawn": _aid_drawn,
    "budget_proposed": _proposed,
    "budget_voted": _voted,
    "share_paid": _share_paid,
    "aid_kept": _aid_kept,
    "bank_used": _bank_used,
    "purse_taken": _purse_taken,
    "purse_lost": _purse_lost,
    "family_killed": _killed,
    "purse_robbed": _robbed,
    "donation_received": _donated,
    "price_paid": _price_paid,
    "money_given": _given,
    "locations_revealed": _revealed,
    "attempt_announced": _announced,
    "coup_started": _risen,
    "squad_ordered": _squad,
    "power_taken": _elected,
    "office_left": _office_left,
    "purse_inherited": _inherited,
    "budget_replaced": _replaced,
}
"""What each event tells."""
