"""Replays from files: the same tables as from the log."""

from __future__ import annotations

from typing import Any

import pytest

from events.gamefile import read
from projections.export import export
from projections.replay import NotInFile, Replay
from projections.source import MemorySource, NoSuchPosition
from projections.table import Tables
from tests.played import play
from tests.toy.game import TOY

PLAYED = play(seats=3, seed=10, turns=4)
SOURCE = MemorySource(lambda _: TOY)
SOURCE.add(PLAYED.envelopes)
LAST = len(PLAYED.envelopes)


def replay(viewer: Any) -> Replay:
    return Replay(read(list(export(SOURCE, "g10", viewer)), lambda _: TOY))


@pytest.mark.parametrize("viewer", [0, 2, "public"])
def test_a_viewers_own_file(viewer: Any) -> None:
    found, tables = replay(viewer), Tables(SOURCE)
    for at in (LAST, *range(1, LAST, 3)):
        assert found.table(at) == tables.table("g10", viewer, at)
    assert found.table() == found.table(found.last)
    with pytest.raises(NotInFile):
        found.table(3, "auditor")
    for at in (0, LAST + 1):
        with pytest.raises(NoSuchPosition):
            found.table(at)


def test_a_whole_file_shows_what_anybody_saw() -> None:
    found, tables = replay("auditor"), Tables(SOURCE)
    for viewer in (0, "public", "auditor"):
        for at in (1, 20, LAST):
            assert found.table(at, viewer) == tables.table("g10", viewer, at)
    assert found.table() == tables.table("g10", "auditor")
