"""A coup up to its fights put together: stages, interrupts, folds, chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta import coups, landings, moves, phases, police, unit_bribes, unit_cards
from rules.junta.interrupts import hand_units
from rules.junta.stages import chain_of_command, coup_start, movement, safe_conduct
from rules.junta.state import State
from rules.kernel.course import Request
from rules.kernel.messages import Event
from rules.kernel.stages import Events

STAGES = (
    coup_start.CoupStart(),
    movement.Movement(),
    chain_of_command.CHAIN_OF_COMMAND,
    safe_conduct.SafeConduct(),
    phases.NEXT_PHASE,
)

INTERRUPTS = (hand_units.HandUnits(),)

EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    coup_start.CoupDeclined: coup_start.coup_declined,
    coup_start.CoupStarted: coup_start.coup_started,
    coups.InsurgentJoined: coups.insurgent_joined,
    movement.MoverCalled: movement.mover_called,
    movement.MovementEnded: movement.movement_ended,
    moves.UnitsMoved: moves.units_moved,
    landings.UnitsLanded: landings.units_landed,
    landings.BombardmentAnnounced: landings.bombardment_announced,
    unit_cards.UnitCardPlayed: unit_cards.unit_card_played,
    unit_bribes.BribeLaid: unit_bribes.bribe_laid,
    unit_bribes.UnitsBribed: unit_bribes.units_bribed,
    police.PoliceSent: police.police_sent,
    hand_units.UnitsGiven: hand_units.units_given,
    chain_of_command.CommandPassed: chain_of_command.command_passed,
    safe_conduct.ConductAnswered: safe_conduct.conduct_answered,
    phases.PhaseOpened: phases.phase_opened,
    phases.CombatOpened: phases.combat_opened,
}

CHANCE: Mapping[str, Callable[[State, Request, Any], Events]] = {
    unit_bribes.DICE: unit_bribes.rolled,
}
