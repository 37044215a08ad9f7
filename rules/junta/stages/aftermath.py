"""Step 9 begins: what needs no answer happens at once. CE-9, CE-11."""

from __future__ import annotations

from rules.junta.coups import running
from rules.junta.power import candidates, dismissed, last_one
from rules.junta.state import State
from rules.kernel.stages import AsksNobody, Events


def begun(state: State) -> Events:
    """CE-9: a junta of one does not vote. CE-11: without an insurgent nobody can be shot."""
    if running(state).winner == "junta":
        return last_one(state, candidates(state))
    return dismissed(state)


AFTERMATH = AsksNobody("aftermath", opens=begun)
