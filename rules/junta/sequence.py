"""Which stage follows which: the order of a turn, and what may come in between."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta import fights
from rules.junta.coups import running
from rules.junta.intrigue import Plot
from rules.junta.stages.bank import queue
from rules.junta.state import State, living, over_the_limit, posts_of_the_dead

NEXT_STEP: Mapping[str, str] = {
    "set_up": "deal",
    "deal": "draw",
    "draw": "cabinet",
    "cabinet": "aid",
    "aid": "budget",
    "budget": "locations",
    "locations": "announcements",
    "announcements": "bank",
    "bank": "late_bank",
    "late_bank": "clean_up",
    "clean_up": "draw",
}
"""SQ-1: the steps of a turn in order; everything else comes in between."""

OF_ELECTION: Mapping[str, str] = {
    "nomination": "nomination",
    "ballot": "ballot",
    "withdrawal": "withdrawal",
    "acceptance": "acceptance",
}
OF_BUDGET: Mapping[str, str] = {
    "voting": "budget_vote",
    "tied": "budget_tie",
    "rejected": "budget_force",
}
BANK_STEPS: Mapping[str, str] = {"bank": "open", "late_bank": "lunch"}


def follow(state: State) -> str | None:
    """SQ-2: an election, a budget's vote and the hand limit come before the next step.

    AS-20: when all are dead the game is over.
    SQ-3: the deal and the first election come before turn 1. EN-1: nothing follows when the aid
    has run out. HL-4: the limit is looked at before every step, but for elections.
    """
    if state.aid_ran_out:
        return None
    if state.coalition is not None:
        return "coalition"
    if state.threat is not None:
        return "protection"
    if state.plot is not None and not state.plot.resolved:
        return _in_plot(state.plot)
    if state.coup is not None and not state.coup.settled:
        return _in_coup(state)
    if state.prepared and not living(state):
        return None
    if state.election is not None:
        return OF_ELECTION[state.election.phase]
    if state.turn.step == "set_up":
        return "deal"
    if state.government.president is None:
        return "nomination"
    if state.budget is not None and state.budget.phase in OF_BUDGET:
        return OF_BUDGET[state.budget.phase]
    if posts_of_the_dead(state) and state.government.brother_in_law is None:
        return "brother_in_law"
    if over_the_limit(state):
        return "hand_limit"
    return _next_step(state)


def _in_plot(plot: Plot) -> str:
    """AS-10: announcements, then every attempt in order, with what each asks."""
    if not plot.revealed:
        return "announcements"
    return "attempt" if plot.search is None else "indiscretion"


def _in_coup(state: State) -> str:
    """CO-10: in each phase all move, then the fights."""
    if running(state).segment == "movement":
        return "movement"
    return fights.next_stage(state) or "next_phase"


def _next_step(state: State) -> str:
    """BA-1: a bank that is not open, or where nobody stands, is passed by."""
    if state.turn.step in BANK_STEPS and _served(state, state.turn.step):
        return state.turn.step
    step = NEXT_STEP[state.turn.step]
    while step in BANK_STEPS and not _served(state, step):
        step = NEXT_STEP[step]
    return step


def _served(state: State, step: str) -> bool:
    return state.turn.bank == BANK_STEPS[step] and bool(queue(state))
