"""What may be given away or offered, and to whom: the choices of deals. DE-1 to DE-4."""

from __future__ import annotations

from rules.junta.cards import DECK, CardId
from rules.junta.rejections import BillsNotHeld, CardNotInHand, NoSuchPartner
from rules.junta.ruleset import BILLS
from rules.kernel.bills import Bills
from rules.kernel.choices import Choice, OneOf, Subset, Whole
from rules.kernel.identifiers import Seat
from rules.kernel.money_choices import Portion

Choices = dict[str, Choice]
Cards = frozenset[CardId]

_WANTED: Choices = {
    "want_mp": Whole(least=0, most=BILLS.mp),
    "want_cards": Subset(values=tuple(sorted(DECK)), at_most=6),
}


def money(others: tuple[Seat, ...], cash: Bills) -> Choices:
    """DE-2: at least one bill of the purse, to any of the others."""
    some = Portion(held=cash, at_least=1, refusal=BillsNotHeld)
    return {"to": _to(others), "bills": some}


def cards(others: tuple[Seat, ...], cash: Bills, hand: Cards) -> Choices:
    """DE-3: at least one card of the hand, and bills with it if one likes."""
    return {"to": _to(others), "cards": _of(hand, at_least=1), "bills": _bills(cash)}


def offer(others: tuple[Seat, ...], cash: Bills, hand: Cards) -> Choices:
    """DE-4: bills and cards, for a sum and for cards by name."""
    return {"to": _to(others), "bills": _bills(cash), "cards": _of(hand), **_WANTED}


def _to(others: tuple[Seat, ...]) -> Choice:
    return OneOf(values=others, refusal=NoSuchPartner, rule="DE-1")


def _bills(cash: Bills) -> Choice:
    return Portion(held=cash, refusal=BillsNotHeld)


def _of(hand: Cards, at_least: int = 0) -> Choice:
    values = tuple(sorted(hand))
    return Subset(values=values, at_least=at_least, at_most=len(hand), refusal=CardNotInHand)
