"""What tests of elections in mid-game share: one in which all agree."""

from __future__ import annotations

from typing import Any

from rules.junta.stages.acceptance import AcceptOffice
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.nomination import Nominate
from tests.given import Play


def elect(play: Play, winner: int) -> Play:
    """Everybody votes for this one, who accepts; nobody has anything to nominate with."""
    while play.state.election is not None or play.at == "nomination":
        (seat, *_) = play.state.course.stage.seats
        orders: dict[str, Any] = {
            "nomination": Nominate(support={}),
            "ballot": CastVotes(votes={winner: 1}),  # type: ignore[dict-item]
            "acceptance": AcceptOffice(accept=True),
        }
        if play.at in orders:
            play.when(seat, orders[play.at])
        else:
            play.expires()
        assert play.refusal is None, (play.at, play.refusal)
    assert play.state.government.president == winner
    return play
