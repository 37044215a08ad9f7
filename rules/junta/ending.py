"""The end of a coup put together: its stages and folds, for the game's tables. CE-1 to CE-13."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta import power, verdict
from rules.junta.interrupts import agree_end
from rules.junta.stages import (
    aftermath,
    firing_squad,
    junta_acceptance,
    junta_tie,
    junta_vote,
    last_declarations,
)
from rules.junta.state import State
from rules.kernel.messages import Event

STAGES = (
    last_declarations.LastDeclarations(),
    aftermath.AFTERMATH,
    junta_vote.JuntaVote(),
    junta_tie.JuntaTie(),
    junta_acceptance.JuntaAcceptance(),
    firing_squad.FiringSquad(),
)

INTERRUPTS = (agree_end.EarlyEnd(),)

EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    agree_end.EndAgreed: agree_end.end_agreed,
    last_declarations.SideDeclared: last_declarations.side_declared,
    verdict.CoupDecided: verdict.coup_decided,
    junta_vote.JuntaVoteCast: junta_vote.junta_vote_cast,
    junta_vote.JuntaVotesShown: junta_vote.junta_votes_shown,
    junta_tie.JuntaTieBroken: junta_tie.junta_tie_broken,
    junta_acceptance.PowerDeclined: junta_acceptance.power_declined,
    power.PowerTaken: power.power_taken,
    power.SquadOrdered: power.squad_ordered,
}
