"""The combat segment put together: its stages, its folds and its chance, for the game's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta import fire, retreats
from rules.junta.stages import (
    bombard,
    cease_fire,
    losses,
    open_fight,
    passage,
    priority_fire,
    retreat,
    salvo,
)
from rules.junta.state import State
from rules.kernel.course import Request
from rules.kernel.messages import Event
from rules.kernel.stages import Events

STAGES = (
    bombard.Bombard(),
    open_fight.FightOpening(),
    priority_fire.PriorityFire(),
    salvo.Salvo(),
    losses.Losses(),
    cease_fire.CEASE_FIRE,
    retreat.Retreating(),
    passage.Passage(),
)

EVOLVERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    bombard.BombardmentAimed: bombard.bombardment_aimed,
    bombard.BombardmentFell: bombard.bombardment_fell,
    open_fight.FightOpened: open_fight.fight_opened,
    open_fight.FightDeclined: open_fight.fight_declined,
    fire.FireOrdered: fire.fire_ordered,
    fire.FireShown: fire.fire_shown,
    fire.VolleyFired: fire.volley_fired,
    fire.UnitsLost: fire.units_lost,
    cease_fire.FightEnded: cease_fire.fight_ended,
    retreats.StackRetreated: retreats.stack_retreated,
    retreats.StackRemoved: retreats.stack_removed,
    retreats.PassageAsked: retreats.passage_asked,
    passage.PassageAnswered: passage.passage_answered,
    passage.PassageRefused: passage.passage_refused,
}

CHANCE: Mapping[str, Callable[[State, Request, Any], Events]] = {
    "bombardment": bombard.bombardment_rolled,
    "fire": fire.fire_rolled,
}
