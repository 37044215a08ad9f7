"""Prices of cards: who can pay, with what. Pure functions, and the choice that offers it.

A price is paid in named bills, and by the powers of exposed Bankers and Monarchists, each of which
pays one MP a turn without a bill.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Annotated, Any

from rules.junta.cards import CardId
from rules.junta.effect import Bar
from rules.junta.rejections import BillsNotHeld
from rules.junta.state import State, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.choices import Below, Choice, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.money_choices import bills_schema, spelt
from rules.kernel.rejections import Rejection
from rules.kernel.visibility import PUBLIC

POWERS: tuple[CardId, ...] = (CardId("bankers"), CardId("monarchists"))


@event("price_paid")
class PricePaid(Event):
    """A price was paid face up; the bills are out of the game, the powers used for this turn."""

    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, PUBLIC]
    powers: Annotated[frozenset[CardId], PUBLIC]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exactly:
    """Bills of the purse that make up the sum, none of them needless; overpaying is lost."""

    due: int
    held: Bills
    refusal: type[Rejection] = BillsNotHeld
    rule: str = "AS-6"

    def count(self) -> int:
        return sum(1 for _ in self.each())

    def contains(self, value: Any) -> bool:
        return bool(value.within(self.held)) and self._fits(value)

    def _fits(self, bills: Bills) -> bool:
        if bills.mp < self.due:
            return False
        return all(bills.mp - bill < self.due for bill in bills.each())

    def objection(self, value: Any) -> str:
        return f"{self.due} MP to pay, no bill needlessly; {spelt(value)} named"

    def rule_of(self, value: Any) -> str | None:
        return self.rule

    def each(self) -> Iterator[Any]:
        counts = (range(min(n, self.due) + 1) for n in self.held)
        return (bills for bills in (Bills(*some) for some in product(*counts)) if self._fits(bills))

    def sample(self, below: Below) -> Any:
        ways = list(self.each())
        return ways[below(len(ways))]

    def schema(self) -> dict[str, Any]:
        return bills_schema(self.held) | {"description": f"at least {self.due} MP"}


def powers_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """AS-6: Bankers and Monarchists, exposed and not used this turn, pay one MP each."""
    exposed = state.families[seat].exposed
    return tuple(p for p in POWERS if p in exposed and p not in state.turn.powers_used)


def ways_to_pay(state: State, seat: Seat, price: int) -> Iterator[Mapping[str, Choice]]:
    """AS-6: the choices of `powers` and `bills` for each way in which the seat can pay."""
    cash, powers = state.families[seat].cash, powers_of(state, seat)
    sizes = range(min(price, len(powers)) + 1)
    for used in chain.from_iterable(combinations(powers, size) for size in sizes):
        bills = Exactly(due=price - len(used), held=cash)
        if price == len(used) or cash.mp >= bills.due:
            yield {"powers": OneOf(values=(frozenset(used),), rule="AS-6"), "bills": bills}


def unaffordable(state: State, seat: Seat, card: CardId, price: int) -> Bar | None:
    """AS-6: what the seat lacks where it can pay the price in no way."""
    purse = state.families[seat].cash.mp + len(powers_of(state, seat))
    if purse >= price:
        return None
    return Bar(f"{card} costs {price} MP; you can pay {purse} MP", "AS-6")


def payment(seat: Seat, bills: Bills, powers: frozenset[CardId]) -> tuple[PricePaid, ...]:
    """What is put down; nothing where the price is nothing."""
    if bills == NO_BILLS and not powers:
        return ()
    return (PricePaid(seat=seat, bills=bills, powers=powers),)


def price_paid(state: State, event: PricePaid) -> State:
    treasury = but(state.treasury, sink=state.treasury.sink + event.bills)
    turn = but(state.turn, powers_used=state.turn.powers_used | event.powers)
    cash = state.families[event.seat].cash - event.bills
    return with_family(but(state, treasury=treasury, turn=turn), event.seat, cash=cash)
