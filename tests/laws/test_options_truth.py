"""What a seat is offered on its own view is what the gate takes: all through one game.

That options tell the whole truth is tried by the lawyer of `lawyer.py`: at two hundred games of
`test_whole_games` and at one hundred of `tests/bots/test_random_games.py`.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.decider import evolve
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.visibility import redact
from tests.laws.driver import Habits, played
from tests.laws.lawyer import JUNTA, asks

TALKATIVE = Habits(wrong=0.0, looks=0.0)


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
