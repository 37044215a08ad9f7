"""What an order lacks that its mover may not give in his own turn to move. Pure functions.

Each check is asked only where the order is not offered at all, and answers from public facts and
from the mover's own hand and purse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta.cards import BY_ID, Card
from rules.junta.city import city
from rules.junta.coups import (
    ADMIRAL,
    AIR_COMMANDER,
    RED,
    WEAPON_OF,
    Mover,
    commanded,
    movable,
    posts_at,
    running,
)
from rules.junta.forces import OFF_MAP, Unit, UnitType
from rules.junta.landings import AnnounceBombardment, LandMarines, LandParatroops
from rules.junta.moments import lacking
from rules.junta.moves import FlyOn, MoveUnits
from rules.junta.police import SendPolice
from rules.junta.prices import unaffordable
from rules.junta.ruleset import MINISTER, POST_NAMES, PostId
from rules.junta.stages.movement import GoIntoExile
from rules.junta.state import State
from rules.junta.unit_bribes import UNIT_BRIBES, BribeUnits
from rules.junta.unit_cards import MOST_RED, UNIT_CARDS, PlayUnitCard
from rules.kernel.messages import Command
from rules.kernel.wording import clipped, row

Reason = tuple[str, str]
"""The id of a rule, and the sentence."""

Check = Callable[[State, Mover, Any], Reason | None]


def lack(state: State, mover: Mover, order: Command) -> Reason | None:
    """The first need of the order that is not met, and the rule that asks for it."""
    found = (check(state, mover, order) for check in NEEDS.get(type(order), ()))
    return next((reason for reason in found if reason is not None), None)


# --- cards ---


def _cards_barred(state: State, mover: Mover, order: Command) -> Reason | None:
    """CO-9: the President plays no card at the place of the brother-in-law's post."""
    if mover.seat == mover.place:
        return None
    return "CO-9", "no card is played at the place of the post that the brother-in-law runs"


def _not_held(rule: str, cards: tuple[Card, ...], words: str) -> Check:
    """UC-2, UB-1: a card of the hand, and one that does this."""
    kind = {card.id for card in cards}

    def check(state: State, mover: Mover, order: Any) -> Reason | None:
        if order.card not in state.families[mover.seat].hand:
            return rule, f"{clipped(order.card)} is not in your hand"
        return None if order.card in kind else (rule, f"{order.card} {words}")

    return check


def _influence_hidden(state: State, mover: Mover, order: PlayUnitCard) -> Reason | None:
    """UC-1: the influence that it needs. UC-5: the Air Force Commander's helicopter needs none."""
    card = BY_ID[order.card]
    exempt = card.parameters.get("needless_for")
    if exempt is not None and state.government.posts.get(exempt) == mover.seat:
        return None
    bar = lacking(state, mover.seat, card)
    return None if bar is None else ("UC-1" if exempt is None else "UC-5", bar.sentence)


def _map_full(state: State, mover: Mover, order: PlayUnitCard) -> Reason | None:
    """UC-4: at most ten red units of one type."""
    kind: UnitType = BY_ID[order.card].parameters["unit"]
    there = sum(unit.type == kind for unit in running(state).units.values())
    if kind not in RED or there < MOST_RED:
        return None
    return "UC-4", f"{there} units of the type {kind} are on the map, and no more come in"


def _nobody_to_buy(state: State, mover: Mover, order: BribeUnits) -> Reason | None:
    """UB-2: units of the kind on the map, of others, and not blocked."""
    kinds = BY_ID[order.card].parameters["units"]
    others = (u for u in running(state).units.values() if u.controller != mover.seat)
    if any(u.type in kinds and not u.blocked and u.zone not in OFF_MAP for u in others):
        return None
    return "UB-2", f"nobody else commands units on the map that {order.card} buys: {row(kinds)}"


def _bribe_unpaid(state: State, mover: Mover, order: BribeUnits) -> Reason | None:
    """UB-3: 1 MP for each unit, before any die is rolled."""
    price = BY_ID[order.card].price
    bar = unaffordable(state, mover.seat, order.card, price)
    return None if bar is None else ("UB-3", f"{bar.sentence}, and each unit has its price")


# --- units on the map ---


def _moved_already(state: State, mover: Mover, order: Command) -> Reason | None:
    """MV-1: once in a phase."""
    moved = mover.place in running(state).moved
    return ("MV-1", "you have made your one move of this phase") if moved else None


def _no_stack(state: State, mover: Mover, order: MoveUnits) -> Reason | None:
    """MV-1: units of one's own on the map. MV-2: that have not moved in this phase."""
    coup = running(state)
    if movable(coup, mover):
        return None
    if any(_on_map(unit) for unit in commanded(coup, mover).values()):
        return "MV-2", "all your units on the map have moved in this phase"
    return "MV-1", "you command no unit on the map"


def _on_map(unit: Unit) -> bool:
    return unit.zone not in OFF_MAP


def _not_in_flight(state: State, mover: Mover, order: FlyOn) -> Reason:
    """MV-4: the second zone of the move that the helicopter has begun."""
    if mover.place not in running(state).moved:
        return "MV-4", "the helicopter flies on in the move that it has begun: move it first"
    return "MV-4", "no helicopter of yours has a zone left in the move of this phase"


# --- from off the map ---


def _not_waiting(rule: str, kind: UnitType) -> Check:
    """MV-5, MV-6: once in a coup."""

    def check(state: State, mover: Mover, order: Command) -> Reason | None:
        units = running(state).units.values()
        if any(unit.type == kind and not _on_map(unit) for unit in units):
            return None
        return rule, f"no {kind} wait off the map: they land once in a coup"

    return check


def _not_commanded(rule: str, what: str, post: PostId) -> Check:
    """MV-5 to MV-8: by whoever acts for the post at this place."""

    def check(state: State, mover: Mover, order: Command) -> Reason | None:
        if post in posts_at(state, mover):
            return None
        return rule, f"{what} the {POST_NAMES[post]}, for whom you do not act here"

    return check


def _weapon_of_another(state: State, mover: Mover, order: AnnounceBombardment) -> Reason | None:
    """MV-7: the gunboat is the Admiral's, the aircraft are the Air Force Commander's."""
    owner = next((post for post, weapon in WEAPON_OF.items() if weapon == order.weapon), None)
    if owner is None:
        return "MV-7", f"{clipped(order.weapon)} is no weapon"
    return _not_commanded("MV-7", f"the {order.weapon} obeys", owner)(state, mover, order)


def _announced(state: State, mover: Mover, order: AnnounceBombardment) -> Reason | None:
    """MV-7: once in each phase."""
    if all(made.weapon != order.weapon for made in running(state).bombardments):
        return None
    return "MV-7", f"the {order.weapon} fires once in a phase, and has been announced"


def _strikes_flown(state: State, mover: Mover, order: AnnounceBombardment) -> Reason | None:
    """MV-7: three air strikes in a coup."""
    if order.weapon != "air_force" or running(state).strikes_left:
        return None
    return "MV-7", "the three air strikes of this coup are flown"


# --- the police ---


def _too_late_for_police(state: State, mover: Mover, order: SendPolice) -> Reason | None:
    """MV-8: once, in phase 1, and before the move."""
    coup = running(state)
    if coup.phase != 1:
        return "MV-8", f"the police answer in phase 1; this is phase {coup.phase}"
    if coup.police_reacted:
        return "MV-8", "the police have answered, and do so once"
    moved = mover.place in coup.moved
    return ("MV-8", "the police answer before your move, and you have moved") if moved else None


def _nothing_for_police(state: State, mover: Mover, order: SendPolice) -> Reason:
    """MV-8: into a zone where red units of the insurrection stand; with police of elsewhere."""
    coup = running(state)
    if not any(i in coup.units for i in coup.agitators):
        return "MV-8", "no red units that came in during the insurrection are on the map"
    return "MV-8", "you have no police elsewhere that could be sent"


# --- ways out ---


def _may_not_leave(state: State, mover: Mover, order: GoIntoExile) -> Reason | None:
    """CO-12: in one's own turn, and never the President."""
    if mover.seat == state.government.president:
        return "CO-12", "the President does not go into exile"
    return None


def _in_no_embassy(state: State, mover: Mover, order: GoIntoExile) -> Reason | None:
    """CO-12: with a unit in an embassy."""
    units = commanded(running(state), mover).values()
    if any(unit.zone in city(state).embassies for unit in units):
        return None
    return "CO-12", "no unit of yours is in an embassy"


NEEDS: Mapping[type[Command], tuple[Check, ...]] = {
    PlayUnitCard: (
        _cards_barred,
        _not_held("UC-2", UNIT_CARDS, "brings no units"),
        _influence_hidden,
        _map_full,
    ),
    BribeUnits: (
        _cards_barred,
        _not_held("UB-1", UNIT_BRIBES, "buys no units"),
        _nobody_to_buy,
        _bribe_unpaid,
    ),
    MoveUnits: (_moved_already, _no_stack),
    FlyOn: (_not_in_flight,),
    LandParatroops: (
        _not_waiting("MV-5", "paratroops"),
        _not_commanded("MV-5", "the paratroops obey", AIR_COMMANDER),
    ),
    LandMarines: (
        _not_waiting("MV-6", "marines"),
        _not_commanded("MV-6", "the marines obey", ADMIRAL),
    ),
    AnnounceBombardment: (_weapon_of_another, _announced, _strikes_flown),
    SendPolice: (
        _not_commanded("MV-8", "the police obey", MINISTER),
        _too_late_for_police,
        _nothing_for_police,
    ),
    GoIntoExile: (_may_not_leave, _in_no_embassy),
}
"""Each order, and what it needs, in the order in which it is said."""
