"""Which stage follows which: the order of a turn, and what may come in between."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta import phases, power
from rules.junta.budgets import alternative_possible
from rules.junta.exile import next_home, offer_due
from rules.junta.intrigue import Plot
from rules.junta.stages.bank import queue
from rules.junta.stages.coup_start import unasked
from rules.junta.stages.safe_conduct import unasked as to_grant
from rules.junta.state import State, living, over_the_limit, takeover_due
from rules.junta.succession import resignation_due
from rules.junta.verdict import over

NEXT_STEP: Mapping[str, str] = {
    "set_up": "deal",
    "deal": "draw",
    "draw": "cabinet",
    "cabinet": "aid",
    "aid": "budget",
    "budget": "locations",
    "locations": "announcements",
    "announcements": "bank",
    "bank": "coup",
    "coup": "aftermath",
    "aftermath": "late_bank",
    "late_bank": "clean_up",
    "clean_up": "draw",
}
"""SQ-1: the steps of a turn in order; everything else comes in between."""

OF_ELECTION: Mapping[str, str] = {
    "nomination": "nomination",
    "ballot": "ballot",
    "counting": "ballot_cards",
    "withdrawal": "withdrawal",
    "acceptance": "acceptance",
}
OF_MOTION: Mapping[str, str] = {"voting": "motion_vote", "counting": "ballot_cards"}
OF_BUDGET: Mapping[str, str] = {
    "voting": "budget_vote",
    "counting": "ballot_cards",
    "tied": "budget_tie",
    "handing_over": "hand_over",
    "rejected": "budget_force",
}
BEGINS_STEP: Mapping[str, str] = {"confidence": "cabinet", "coup_start": "coup"}
"""The stages that begin a step which has another name."""

BANK_STEPS: Mapping[str, str] = {"bank": "open", "late_bank": "lunch"}
ASK_IN_TURN: Mapping[str, str] = {
    "bank": "bank",
    "coup": "coup_start",
    "late_bank": "late_bank",
}
"""Steps that ask one seat after another, and the stage that does."""


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
    if next_home(state) is not None:
        return "safe_conduct" if to_grant(state) else "border"
    if state.plot is not None and not state.plot.resolved and not _office_first(state):
        return _in_plot(state.plot)
    if (fought := _in_coup(state)) is not None:
        return fought
    if state.prepared and not living(state):
        return None
    if state.election is not None:
        return OF_ELECTION[state.election.phase]
    if state.motion is not None:
        return OF_MOTION[state.motion.phase]
    if state.turn.step == "set_up":
        return "deal"
    if resignation_due(state):
        return "resignation"
    if state.government.president is None:
        return "return_from_exile" if offer_due(state, None) else "nomination"
    if (asked := _of_budget(state)) is not None:
        return asked
    if takeover_due(state):
        return "brother_in_law"
    if over_the_limit(state):
        return "hand_limit"
    step = _next_step(state)
    asks = BEGINS_STEP.get(step, step) != state.turn.step and state.turn.step != "late_bank"
    return "return_from_exile" if asks and offer_due(state, state.turn.step) else step


def _office_first(state: State) -> bool:
    """RS-2: whoever resigns in step 6 is succeeded before the next one announces, or dies."""
    if state.plot is not None and state.plot.search is not None:
        return False
    left = state.government.left_by is not None
    return state.election is not None or left or resignation_due(state)


def _of_budget(state: State) -> str | None:
    """AL-1: nobody forces a rejected budget before others could offer an alternative.

    RS-6, AL-4: in step 4 a budget is announced by the next President, or by who offers another.
    """
    if state.budget is None:
        return None
    if alternative_possible(state):
        return "alternative"
    if state.budget.phase == "proposing" and state.turn.step == "budget":
        return "budget"
    return OF_BUDGET.get(state.budget.phase)


def _in_plot(plot: Plot) -> str:
    """AS-10: announcements, then every attempt in order, with what each asks."""
    if not plot.revealed:
        return "announcements"
    return "attempt" if plot.search is None else "indiscretion"


def _in_coup(state: State) -> str | None:
    """CO-10, CO-12: a post left vacant in a coup is offered before the coup goes on.

    CE-1: after the last phase all declare. CE-5: once it is decided, step 9 begins.
    """
    if state.coup is None or state.coup.settled:
        return None
    if over(state):
        return power.next_stage(state) if state.turn.step == "aftermath" else "aftermath"
    if takeover_due(state):
        return "brother_in_law"
    return phases.next_stage(state) or "last_declarations"


def _next_step(state: State) -> str:
    """BA-1: a bank that is not open, or where nobody stands, is passed by.

    NC-2: step 2 begins with the question of confidence; EL-17: it ends with a cabinet.
    """
    if state.turn.step == "cabinet" and state.turn.cabinet_by is None:
        return "cabinet"
    if NEXT_STEP[state.turn.step] == "cabinet":
        return "confidence"
    if state.turn.step in ASK_IN_TURN and _takes_place(state, state.turn.step):
        return ASK_IN_TURN[state.turn.step]
    step = NEXT_STEP[state.turn.step]
    while not _takes_place(state, step):
        step = NEXT_STEP[step]
    return ASK_IN_TURN.get(step, step)


def _takes_place(state: State, step: str) -> bool:
    """BA-1, CO-1: a bank that serves somebody, a coup that somebody may start, its aftermath."""
    if step in BANK_STEPS:
        return state.turn.bank == BANK_STEPS[step] and bool(queue(state))
    if step == "coup":
        return bool(unasked(state))
    return step != "aftermath" or over(state)
