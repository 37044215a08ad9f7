"""Options tell the whole truth: in one hundred whole random games of Junta, besides the two hundred
of `test_whole_games`, the lawyer of `lawyer.py` tries what is offered and what is not.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.decider import evolve
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.visibility import redact
from tests.laws.driver import Habits, played
from tests.laws.lawyer import JUNTA, Count, asks, check_enough, tried

GAMES_PLAYED = 100
PART = 25
TALKATIVE = Habits(wrong=0.0, looks=0.0)


@pytest.mark.parametrize("part", range(GAMES_PLAYED // PART))
def test_what_is_offered_is_accepted_and_nothing_else(part: int) -> None:
    count = Count()
    for seed in range(part * PART, (part + 1) * PART):
        steps = played(JUNTA, seed + 5000, 4 + seed % 4, TALKATIVE)
        count.add(tried(seed, [s.after for s in steps if s.refusal is None and asks(s.after)]))
    check_enough(count, PART)


def test_a_view_offers_what_the_gate_takes() -> None:
    """The lawyer asks the full state; what a seat is shown is the same, as one game shows."""
    views: dict[int, Any] = dict.fromkeys(range(4))
    compared = 0
    for step in played(JUNTA, 5000, 4, TALKATIVE):
        for seat in views:
            for event in step.events:
                views[seat] = evolve(JUNTA, views[seat], redact(event, Seat(seat)))
            if asks(step.after):
                state: Any = step.after.state
                assert accepts(JUNTA, views[seat], Seat(seat)) == accepts(JUNTA, state, Seat(seat))
                compared += 1
    assert compared > 1000
