"""Pages of a feed."""

from __future__ import annotations

import pytest

from events.log import UnknownGame
from projections.feed import entries, page
from projections.source import MemorySource
from tests.played import play
from tests.toy.game import TOY

PLAYED = play(seats=3, seed=9, turns=3)
LAST = PLAYED.envelopes[-1]
SOURCE = MemorySource(lambda _: TOY)
SOURCE.add(PLAYED.envelopes)


@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
def test_pages_put_together_are_the_whole_feed(limit: int) -> None:
    found, after = [], 0
    while after < LAST.position:
        part = page(SOURCE, "g9", 1, after, limit)
        assert len(part["events"]) <= limit
        assert part["commit_end"] >= part["events"][-1]["position"]
        assert (part["position"], part["hash"]) == (LAST.position, LAST.hash)
        found += part["events"]
        after = found[-1]["position"]
    assert found == entries(PLAYED.envelopes, 1)


def test_the_end_of_the_last_commit_is_named() -> None:
    opening = next(e for e in PLAYED.envelopes if e.commit_end > e.position)
    part = page(SOURCE, "g9", "public", opening.position - 1, 1)
    assert part["commit_end"] == opening.commit_end > opening.position


def test_nothing_new_is_an_empty_page() -> None:
    for after in (LAST.position, LAST.position + 5):
        part = page(SOURCE, "g9", "public", after)
        assert part["events"] == []
        assert part["commit_end"] == LAST.position


def test_an_unknown_game_raises() -> None:
    with pytest.raises(UnknownGame):
        page(SOURCE, "nothing", "public")


def test_what_a_seat_did_secretly_only_it_sees() -> None:
    picks = [e for e in PLAYED.envelopes if e.type == "picked"]
    assert picks
    for pick in picks:
        (own,) = entries([pick], pick.data["seat"])
        (other,) = entries([pick], (pick.data["seat"] + 1) % 3)
        assert own["data"] == pick.data
        assert other["data"]["number"] == {"hidden": True}
        assert own["leaves"] == other["leaves"] == pick.leaves
        assert own["command"] == pick.command_leaf
