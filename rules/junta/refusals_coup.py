"""Why an order of a coup is not taken: it is not its time, or something for it is lacking."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.coups import Mover, acting
from rules.junta.forces import Coup
from rules.junta.interrupts.agree_end import AgreeEnd
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.landings import AnnounceBombardment, LandMarines, LandParatroops
from rules.junta.moves import FlyOn, MoveUnits
from rules.junta.orders import MEANS
from rules.junta.police import SendPolice
from rules.junta.refusals_orders import Reason, lack
from rules.junta.stages.coup_start import CoupStart, coup_started, excused, started
from rules.junta.stages.movement import EndMovement, GoIntoExile, Movement
from rules.junta.state import State, present
from rules.junta.unit_bribes import BribeUnits, rolling
from rules.junta.unit_cards import PlayUnitCard
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command

ANY_MEANS = "a card with units, a move of your units, or fire at the Palace from ships or aircraft"

MARCHING: Mapping[type[Command], str] = {
    MoveUnits: "MV-1",
    EndMovement: "MV-1",
    FlyOn: "MV-4",
    LandParatroops: "MV-5",
    LandMarines: "MV-6",
    AnnounceBombardment: "MV-7",
    SendPolice: "MV-8",
    PlayUnitCard: "UC-2",
    BribeUnits: "UB-1",
    GoIntoExile: "CO-12",
}
"""What is ordered in one's own turn to move, and the rule that says so."""


def not_marching(state: State, seat: Seat, order: Command) -> Reason | None:
    """CO-2 to CO-4, CO-7, CO-10: whoever moves does so in his turn, and as an insurgent first."""
    if _asked_to_rise(state, seat):
        return _not_rising(state, seat, order)
    if (late := _untimely(state, MARCHING[type(order)])) is not None:
        return late
    mover, opened = acting(state), state.course.stage
    if opened is None or opened.name != Movement.NAME or mover is None or mover.seat != seat:
        before = "" if opened is None else f"; {opened.name} comes first"
        return MARCHING[type(order)], f"it is not your turn to move{before}"
    return _not_moving(state, mover, order)


def _not_moving(state: State, mover: Mover, order: Command) -> Reason | None:
    """UB-3: nothing while dice roll. CO-4: before he has joined, a loyalist has his means alone."""
    coup = state.coup
    if rolling(state):
        return "UB-3", "the dice of a bribe roll, and meanwhile nothing is ordered"
    loyal = coup is not None and coup.phase == 0 and mover.seat not in coup.insurgents
    if loyal and not isinstance(order, (*MEANS, GoIntoExile)):
        return "CO-4", f"join the insurgents first, by {ANY_MEANS}"
    return lack(state, mover, order)


def _asked_to_rise(state: State, seat: Seat) -> bool:
    """CO-1: whose turn it is in step 8, until somebody has started a coup."""
    opened = state.course.stage
    if opened is None or state.coup is not None:
        return False
    return opened.name == CoupStart.NAME and seat in opened.seats


def _not_rising(state: State, seat: Seat, order: Command) -> Reason | None:
    """CO-2 to CO-4: a coup needs an excuse and a means."""
    if not isinstance(order, MEANS):
        return "CO-4", f"that starts no coup; what does is {ANY_MEANS}"
    lacked = lack(coup_started(state, started(state, seat)), Mover(seat, seat), order)
    if lacked is not None and isinstance(order, PlayUnitCard):
        return lacked
    if not excused(state, seat):
        return "CO-2", "there is no excuse for a coup this turn, and you are not at headquarters"
    what = "" if lacked is None else f": {lacked[1]}"
    return "CO-3", f"you have nothing with which to do that{what}"


def _untimely(state: State, rule: str) -> Reason | None:
    """CO-10: in a coup that is not decided, and in the movement segment of a phase."""
    coup = state.coup
    if coup is None:
        return rule, "no coup is being fought"
    if coup.winner is not None:
        return rule, "the coup is over"
    if coup.declared:
        return "CE-1", "the last phase is over: it is now said who stands on which side"
    if coup.segment != "movement":
        return "CO-10", "all have moved in this phase: its fights come now, and this before them"
    return None


# --- giving units ---


def not_handing(state: State, seat: Seat, order: GiveUnits) -> Reason | None:
    """MV-9: in a movement segment, any present player, units on the map that may be given."""
    if _asked_to_rise(state, seat):
        return _not_rising(state, seat, order)
    if (late := _untimely(state, "MV-9")) is not None:
        return late
    if rolling(state):
        return "UB-3", "the dice of a bribe roll, and meanwhile nothing is given"
    if not state.families[seat].present:
        return "MV-9", "who is dead or in exile gives no units"
    if present(state) == (seat,):
        return "MV-9", "nobody else is there to command them"
    return None if state.coup is None else _nothing_to_hand(state.coup, seat)


def _nothing_to_hand(coup: Coup, seat: Seat) -> Reason:
    """MV-9: neither palace guards, nor blocked units, nor units off the map."""
    if any(unit.controller == seat and not unit.blocked for unit in coup.units.values()):
        return "MV-9", "palace guards, and units that are not on the map, cannot be given"
    return "MV-9", "you command no units"


# --- agreeing that it is over ---


def not_agreeing(state: State, seat: Seat, order: AgreeEnd) -> Reason | None:
    """CE-5: in a coup, before the last declarations, while no dice roll, by whoever is present."""
    coup = state.coup
    if coup is None:
        return "CE-5", "no coup is being fought"
    if coup.winner is not None:
        return "CE-5", "the coup is over"
    if coup.declared:
        return "CE-5", "the last declarations have begun"
    if state.course.requests:
        return "CE-5", "the game waits for chance: say it when that has fallen"
    if not state.families[seat].present:
        return "CE-5", "who is dead or in exile has no say in it"
    return "CE-5", "you have said so, and no insurgent is there for whom it could be otherwise"
