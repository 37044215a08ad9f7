"""A whole coup put together, from its start to its aftermath, for the game's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta import battle, campaign, ending
from rules.junta.state import State
from rules.junta.undecided import Undecided
from rules.kernel.course import Request
from rules.kernel.messages import Event
from rules.kernel.stages import Events, Stage

_FOUGHT: tuple[Stage[State], ...] = (*campaign.STAGES, *battle.STAGES)

STAGES: tuple[Stage[State], ...] = (*(Undecided(stage) for stage in _FOUGHT), *ending.STAGES)

INTERRUPTS = (*campaign.INTERRUPTS, *ending.INTERRUPTS)

EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    **campaign.EVOLVERS,
    **battle.EVOLVERS,
    **ending.EVOLVERS,
}

CHANCE: Mapping[str, Callable[[State, Request, Any], Events]] = {
    **campaign.CHANCE,
    **battle.CHANCE,
}
