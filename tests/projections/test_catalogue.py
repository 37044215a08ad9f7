"""The list of events."""

from __future__ import annotations

from projections.catalogue import events
from tests.toy.game import TOY


def test_an_event_and_who_sees_what() -> None:
    listed = {event["type"]: event for event in events(TOY)}
    assert set(listed) == set(TOY.events)
    assert listed["picked"] == {
        "type": "picked",
        "version": 1,
        "seen_by": "public",
        "fields": [
            {"name": "seat", "seen_by": "public", "committed": False},
            {"name": "number", "seen_by": {"only_to": "seat"}, "committed": True},
        ],
    }
    assert listed["nodded"]["seen_by"] == {"among": "parties"}
    assert listed["shouted"]["fields"][1] == {
        "name": "words",
        "seen_by": "public",
        "committed": True,
    }
