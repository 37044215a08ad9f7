"""The five cards that buy units of others. UB-1 to UB-4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rules.junta.cards import BY_ID, Card, CardId
from rules.junta.coups import Mover, in_coup, marked_under, number_of, running, with_units
from rules.junta.forces import OFF_MAP, Bribe, UnitId, ZoneId
from rules.junta.prices import payment, ways_to_pay
from rules.junta.rejections import CardNotInHand, NoSuchZone, NotYourUnits
from rules.junta.state import State, with_family
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, Choice, OneOf, Subset
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_dice
from rules.kernel.visibility import PUBLIC

DICE = "bribe_units"
COMES_OVER = (3, 4, 5, 6)

UNIT_BRIBES: tuple[Card, ...] = tuple(c for c in BY_ID.values() if c.effect == "bribe_units")


@command("bribe_units")
class BribeUnits(Command):
    """Pay for units in one zone; a die for each says whether it comes over."""

    card: CardId
    zone: ZoneId
    units: frozenset[UnitId]
    powers: frozenset[CardId]
    bills: Bills


@event("bribe_laid")
class BribeLaid(Event):
    """The card is discarded and the units are named; their dice come in this order."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[tuple[UnitId, ...], PUBLIC]


@event("units_bribed")
class UnitsBribed(Event):
    """These came over, the others refused; `marked`: under a control marker from now on."""

    seat: Annotated[Seat, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    marked: Annotated[frozenset[UnitId], PUBLIC]


def accepts(state: State, mover: Mover) -> Iterator[Accept]:
    """UB-1: the unit bribes of the hand, at one's own place; UB-3: as many as one can pay."""
    if mover.seat != mover.place:
        return
    hand = state.families[mover.seat].hand
    for card in UNIT_BRIBES:
        if card.id not in hand:
            continue
        for zone, units in _for_sale(state, mover.seat, card).items():
            for number in range(1, len(units) + 1):
                yield from _ways(state, mover.seat, card, zone, units, number)


def _for_sale(state: State, seat: Seat, card: Card) -> dict[ZoneId, tuple[UnitId, ...]]:
    """UB-2: units of the kind on the map, of any other player, unless nobody may use them."""
    found: dict[ZoneId, tuple[UnitId, ...]] = {}
    for i, unit in running(state).units.items():
        bought = unit.type in card.parameters["units"] and unit.controller != seat
        if bought and not unit.blocked and unit.zone not in OFF_MAP:
            found[unit.zone] = (*found.get(unit.zone, ()), i)
    return dict(sorted(found.items()))


def _ways(
    state: State, seat: Seat, card: Card, zone: ZoneId, units: tuple[UnitId, ...], number: int
) -> Iterator[Accept]:
    """UB-3: a price for each unit, and all of it is paid before a die is rolled."""
    chosen = Subset(values=units, at_least=number, at_most=number, refusal=NotYourUnits)
    for paid in ways_to_pay(state, seat, number * card.price):
        choices: dict[str, Choice] = {
            "card": OneOf(values=(card.id,), refusal=CardNotInHand),
            "zone": OneOf(values=(zone,), refusal=NoSuchZone),
            "units": chosen,
            **paid,
        }
        yield Accept(command=BribeUnits, choices=choices, rule="UB-2")


def decide(state: State, mover: Mover, order: BribeUnits) -> Events:
    """UB-3: the price is paid and the card gone, whatever the dice say."""
    paid = payment(mover.seat, order.bills, order.powers)
    units = tuple(sorted(order.units, key=lambda i: (i.rpartition("-")[0], number_of(i))))
    laid = BribeLaid(seat=mover.seat, card=order.card, zone=order.zone, units=units)
    return (*paid, laid, ask_dice(DICE, len(units), mover.seat))


def rolling(state: State) -> bool:
    """UB-3: while the dice of a bribe roll nothing else is ordered."""
    return any(request.purpose == DICE for request in state.course.requests)


def rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """UB-4: each comes over on 3 to 6; it keeps its entry, and that it has moved."""
    bribe = running(state).bribe
    assert bribe is not None
    won = frozenset(u for u, f in zip(bribe.units, faces, strict=True) if f in COMES_OVER)
    marked = marked_under(state, bribe.seat, won)
    return (UnitsBribed(seat=bribe.seat, units=won, marked=marked),)


def bribe_laid(state: State, event: BribeLaid) -> State:
    family = state.families[event.seat]
    deck = but(state.deck, discards=state.deck.discards | {event.card})
    hand, size = family.hand - {event.card}, family.hand_size - 1
    state = with_family(but(state, deck=deck), event.seat, hand=hand, hand_size=size)
    return in_coup(state, bribe=Bribe(event.seat, event.zone, event.units))


def units_bribed(state: State, event: UnitsBribed) -> State:
    """The new commander has them at his own place."""
    state = with_units(state, event.units, controller=event.seat, place=event.seat, marked=False)
    state = with_units(state, event.marked, marked=True)
    return in_coup(state, bribe=None)
