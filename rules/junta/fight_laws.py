"""What holds in every fight after every event: dice, losses, retreats. Read on the full state."""

from __future__ import annotations

from rules.junta.combat import dice, fighters, firing, losable, owned
from rules.junta.fights import all_armed
from rules.junta.state import State
from rules.kernel.laws import reads


@reads("coup", "turn.unarmed_armed")
def nobody_fires_twice(state: State) -> str | None:
    """FI-7: the dice used and ordered in a salvo are no more than the firer's units have."""
    coup = state.coup
    if coup is None or coup.fight is None:
        return None
    units = fighters(coup, coup.fight.zone)
    for seat in {*coup.fight.used, *coup.fight.orders}:
        spent = coup.fight.used.get(seat, 0) + sum(coup.fight.orders.get(seat, {}).values())
        strength = dice(firing(units, seat), all_armed(state))
        if spent > strength:
            return f"seat {seat} fires {spent} dice of {strength}"
    return None


@reads("coup")
def losses_can_be_paid(state: State) -> str | None:
    """FI-8: nobody owes more units than he can lose there, and nobody owes none."""
    coup = state.coup
    for toll in () if coup is None else coup.tolls:
        assert coup is not None
        units = len(losable(coup, toll))
        if not 1 <= toll.hits <= units:
            return f"seat {toll.victim} has to lose {toll.hits} of {units} units"
    return None


@reads("coup")
def who_retreats_is_there(state: State) -> str | None:
    """RE-2: whoever has still to leave a zone has units there that have not retreated."""
    coup = state.coup
    if coup is None or coup.retreat is None:
        return None
    units = fighters(coup, coup.retreat.zone)
    absent = [seat for seat in coup.retreat.leaving if not owned(units, seat)]
    return f"seats {absent} have nothing to retreat with" if absent else None


FIGHT_LAWS = (nobody_fires_twice, losses_can_be_paid, who_retreats_is_there)
