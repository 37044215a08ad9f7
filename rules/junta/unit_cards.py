"""The nine cards that bring units into the city; what they bring, the deck says. UC-1 to UC-6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rules.junta.cards import BY_ID, Card, CardId
from rules.junta.city import city
from rules.junta.coups import RED, Mover, in_coup, number_of, running, type_of, with_made
from rules.junta.forces import Unit, UnitId, UnitType, ZoneId, in_zone
from rules.junta.rejections import CardNotInHand, NoSuchZone
from rules.junta.state import State, with_family
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC

MOST_RED = 10
"""UC-4: red units of one type on the map at a time."""

UNIT_CARDS: tuple[Card, ...] = tuple(card for card in BY_ID.values() if card.effect == "units")


@command("play_unit_card")
class PlayUnitCard(Command):
    """Bring the units of this card into a zone."""

    card: CardId
    zone: ZoneId


@event("unit_card_played")
class UnitCardPlayed(Event):
    """The card is discarded; its units stand in the zone under their player's marker.

    `excuse`: the card is an excuse for a coup; `reaction`: the police may answer these units.
    """

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]
    units: Annotated[frozenset[UnitId], PUBLIC]
    entered: Annotated[int, PUBLIC]
    excuse: Annotated[bool, PUBLIC]
    reaction: Annotated[bool, PUBLIC]


def accepts(state: State, mover: Mover, own_excuse_only: bool = False) -> Iterator[Accept]:
    """UC-2: the unit cards of the hand whose need lies exposed. UC-6: only at one's own place."""
    if mover.seat != mover.place:
        return
    hand = state.families[mover.seat].hand
    for card in UNIT_CARDS:
        if card.id not in hand or not _needed(state, mover.seat, card) or not _room(state, card):
            continue
        if own_excuse_only and not card.excuse:
            continue
        zones = OneOf(values=_zones(state, mover.seat, card), refusal=NoSuchZone, rule="UC-1")
        named = OneOf(values=(card.id,), refusal=CardNotInHand, rule="UC-2")
        yield Accept(command=PlayUnitCard, choices={"card": named, "zone": zones}, rule="UC-2")


def _needed(state: State, seat: Seat, card: Card) -> bool:
    """UC-1, UC-5: one of the needed cards lies exposed; the Air Force Commander needs none."""
    exempt = card.parameters.get("needless_for")
    if exempt is not None and state.government.posts.get(exempt) == seat:
        return True
    return not card.needs or any(need in state.families[seat].exposed for need in card.needs)


def _zones(state: State, seat: Seat, card: Card) -> tuple[ZoneId, ...]:
    """UC-1; UC-5: the helicopter wherever no others stand, but in no embassy."""
    named: tuple[ZoneId, ...] = card.parameters["zones"]
    if named:
        return named
    streets, coup = city(state), running(state)
    return tuple(
        zone
        for zone in streets.zones
        if zone not in streets.embassies and _his_or_empty(in_zone(coup, zone), seat)
    )


def _his_or_empty(there: dict[UnitId, Unit], seat: Seat) -> bool:
    return not there or any(unit.controller == seat for unit in there.values())


def _room(state: State, card: Card) -> int:
    """UC-4: how many units of the card may come in."""
    kind: UnitType = card.parameters["unit"]
    number: int = card.parameters["number"]
    if kind not in RED:
        return number
    there = sum(unit.type == kind for unit in running(state).units.values())
    return min(number, MOST_RED - there)


def decide(state: State, mover: Mover, order: PlayUnitCard) -> Events:
    """UC-2, UC-3: the units come in last; red ones are an excuse, and may call the police."""
    card, coup = BY_ID[order.card], running(state)
    kind = card.parameters["unit"]
    first = coup.made.get(kind, 0) + 1
    numbers = range(first, first + _room(state, card))
    return (
        UnitCardPlayed(
            seat=mover.seat,
            card=order.card,
            zone=order.zone,
            units=frozenset(UnitId(f"{kind}-{number}") for number in numbers),
            entered=coup.last_entry + 1,
            excuse=card.excuse,
            reaction=kind in RED and coup.phase == 0,
        ),
    )


def unit_card_played(state: State, event: UnitCardPlayed) -> State:
    state = _discarded(state, event.seat, event.card)
    coup = running(state)
    where, seat, when = event.zone, event.seat, event.entered
    units = {
        i: Unit(type_of(i), where, seat, seat, when, marked=True)
        for i in sorted(event.units, key=number_of)
    }
    state = in_coup(
        state,
        units={**coup.units, **units},
        made=with_made(coup.made, units),
        last_entry=event.entered,
        agitators=coup.agitators | event.units if event.reaction else coup.agitators,
    )
    return but(state, turn=but(state.turn, excuse=state.turn.excuse or event.excuse))


def _discarded(state: State, seat: Seat, card: CardId) -> State:
    family = state.families[seat]
    deck = but(state.deck, discards=state.deck.discards | {card})
    hand, size = family.hand - {card}, family.hand_size - 1
    return with_family(but(state, deck=deck), seat, hand=hand, hand_size=size)
