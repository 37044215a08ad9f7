"""All that a mover may order, and which of it starts a coup or joins one. CO-2 to CO-4."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.junta import landings, moves, police, unit_bribes, unit_cards
from rules.junta.coups import Mover
from rules.junta.state import State
from rules.kernel.choices import Accept
from rules.kernel.messages import Command
from rules.kernel.stages import Events

_OBEYED: Mapping[type[Command], Callable[[State, Mover, Any], Events]] = {
    moves.MoveUnits: moves.decide,
    moves.FlyOn: moves.decide,
    landings.LandParatroops: landings.landed,
    landings.LandMarines: landings.landed,
    landings.AnnounceBombardment: landings.announced,
    unit_cards.PlayUnitCard: unit_cards.decide,
    unit_bribes.BribeUnits: unit_bribes.decide,
    police.SendPolice: police.decide,
}

ORDERS: tuple[type[Command], ...] = tuple(_OBEYED)

MEANS: tuple[type[Command], ...] = (
    unit_cards.PlayUnitCard,
    moves.MoveUnits,
    landings.AnnounceBombardment,
)


def orders(state: State, mover: Mover) -> Iterator[Accept]:
    """Everything that may be ordered in a movement segment by whoever takes part in it."""
    yield from police.accepts(state, mover)
    yield from moves.accepts(state, mover)
    yield from landings.landings(state, mover)
    yield from landings.bombardments(state, mover)
    yield from unit_cards.accepts(state, mover)
    yield from unit_bribes.accepts(state, mover)


def means(state: State, mover: Mover, excused: bool = True) -> Iterator[Accept]:
    """CO-3: a unit card, a move of units on the map, or fire at the Palace from afar.

    CO-2: without an excuse only a card that is one itself. CO-4: nothing else is a means.
    """
    yield from unit_cards.accepts(state, mover, own_excuse_only=not excused)
    if excused:
        yield from moves.accepts(state, mover)
        yield from landings.bombardments(state, mover, palace_only=True)


def obeyed(state: State, mover: Mover, order: Command) -> Events:
    """What follows from an order that was accepted."""
    return _OBEYED[type(order)](state, mover, order)
