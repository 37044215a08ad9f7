"""What the tests of refusals share: who is refused hears why, and only what he knows."""

from __future__ import annotations

import pytest

from rules.kernel.decider import decide
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.rejections import NotNow
from tests.given import Play


def hears(play: Play, seat: int, order: Command, rule: str, *words: str) -> Play:
    """The order is not taken now, by this rule; on the seat's own view in the very same words."""
    number = play.state.course.stage.number
    with pytest.raises(NotNow) as own:
        decide(play.game, play.views[Seat(seat)], Seat(seat), order, number)
    refusal = play.when(seat, order).refusal
    assert refusal is not None
    play.refused(NotNow, *words, rule=rule)
    assert (own.value.sentence, own.value.rule) == (refusal.sentence, refusal.rule)
    assert own.value.facts == refusal.facts
    return play
