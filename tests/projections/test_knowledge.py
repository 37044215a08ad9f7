"""What a seat could know, and whence."""

from __future__ import annotations

import pytest

from projections.knowledge import knowledge
from projections.source import MemorySource, NoSuchPosition
from rules.kernel.identifiers import Seat
from tests.played import seated
from tests.toy.game import TOY, Nod, Pick, Shout


def test_own_secrets_and_shared_ones_with_the_event_that_told() -> None:
    played = seated(seats=3, seed=4)
    stage = played.moment.state.course.stage.number  # type: ignore[union-attr]
    played.give(0, Shout(words="hello"))
    played.give(0, Pick(number=5), stage)
    played.give(1, Pick(number=2), stage)
    played.give(1, Nod(to=Seat(0)))
    source = MemorySource(lambda _: TOY)
    source.add(played.envelopes)
    pick, _, nod = played.envelopes[-3:]
    own = {
        "position": pick.position,
        "recorded_at": pick.recorded_at,
        "type": "picked",
        "field": "number",
        "value": 5,
    }
    shared = {
        "position": nod.position,
        "recorded_at": nod.recorded_at,
        "type": "nodded",
        "field": "parties",
        "value": [1, 0],
    }
    whole = knowledge(source, "g4", Seat(0))
    assert whole == {"seat": 0, "position": nod.position, "known": [own, shared]}
    assert knowledge(source, "g4", Seat(0), pick.position)["known"] == [own]
    assert knowledge(source, "g4", Seat(2))["known"] == []
    with pytest.raises(NoSuchPosition):
        knowledge(source, "g4", Seat(0), nod.position + 1)
