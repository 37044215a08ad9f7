"""Why a declaration is not taken at all, where a rule says so. Read from what the seat knows.

What the siblings `refusals_*.py` say of each kind of command, in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta.interrupts.agree_end import AgreeEnd
from rules.junta.interrupts.hand_units import GiveUnits
from rules.junta.interrupts.resign import Resign, coup_running
from rules.junta.interrupts.speak import MOST_BYTES, Say
from rules.junta.refusals_answers import PERSONS, TIMES, not_answering
from rules.junta.refusals_coup import MARCHING, not_agreeing, not_handing, not_marching
from rules.junta.refusals_deals import DEALING, not_dealing
from rules.junta.refusals_orders import Reason
from rules.junta.state import State
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command


def why_not(state: State, seat: Seat, order: Command) -> Reason | None:
    """The rule that keeps this seat from declaring this now, if it is one of these."""
    found = REASONS.get(type(order))
    return None if found is None else found(state, seat, order)


def _not_resigning(state: State, seat: Seat, order: Resign) -> Reason:
    """RS-1: the President alone, once, and not in a coup."""
    if state.government.president != seat:
        return "RS-1", "you are not the President"
    if coup_running(state):
        return "RS-1", "nobody resigns while a coup is fought"
    return "RS-1", "you have announced that you resign"


def _not_speaking(state: State, seat: Seat, order: Say) -> Reason:
    """SP-3: so much in a game, and no more."""
    return "SP-3", f"you have said all of the {MOST_BYTES:,} bytes that one may say in a game"


REASONS: Mapping[type[Command], Callable[[State, Seat, Any], Reason | None]] = {
    Resign: _not_resigning,
    Say: _not_speaking,
    GiveUnits: not_handing,
    AgreeEnd: not_agreeing,
    **dict.fromkeys(DEALING, not_dealing),
    **dict.fromkeys(MARCHING, not_marching),
    **dict.fromkeys((*PERSONS, *TIMES), not_answering),
}
"""Each command of which something can be said, and what says it."""
