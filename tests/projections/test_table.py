"""Tables: the same bytes live and later, and nothing in them that the viewer may not know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from events.codec import canonical
from events.log import UnknownGame
from projections.checkpoints import STRIDE
from projections.source import MemorySource, NoSuchPosition
from projections.table import Tables
from rules.kernel.identifiers import Seat
from tests.played import Played, play, seated
from tests.toy.game import TOY, Pick

VIEWERS: tuple[Any, ...] = (0, 1, 2, "public", "auditor")

THERE = {"absent": False, "missed": 0, "vacant": False, "bot": None}
"""What the table says of a seat at which somebody sits."""


def source_of(played: Played, upto: int | None = None) -> MemorySource:
    source = MemorySource(lambda _: TOY)
    source.add(played.envelopes[:upto])
    return source


@pytest.fixture(scope="module")
def long() -> Played:
    found = play(seats=3, seed=11, turns=90)
    assert len(found.envelopes) > 3 * STRIDE
    return found


def test_the_whole_table_of_a_running_game() -> None:
    played = seated(seats=2, seed=3, turns=2)
    played.give(0, Pick(number=4), stage=7)
    tables = Tables(source_of(played))
    shared = {
        "game": "g3",
        "position": 8,
        "hash": played.envelopes[-1].hash,
        "settled": True,
        "ruleset": "toy/1",
        "status": "running",
        "auditor": False,
        "seats": 2,
        "imported": False,
        "sandbox": False,
        "players": [
            {"seat": 0, "name": "Ana", **THERE},
            {"seat": 1, "name": "Bruno", **THERE},
        ],
        "paused": False,
        "proposals": [],
        "stage": {
            "number": 7,
            "name": "picking",
            "opened_at": "2026-11-29T20:00:02.000Z",
            "lasts_s": 60,
            "extended_s": 0,
            "deadline": "2026-11-29T20:01:02.000Z",
            "left_s": None,
            "waiting_for": [1],
        },
        "requests": [],
        "options": {"turns": 2, "absent_after": 3, "absent_s": 60},
        "durations": {"lobby": 3600, "picking": 60},
        "turn": 0,
        "scores": [0, 0],
    }
    seen = shared | {"viewer": "seat:0", "picks": {"0": 4}}
    unseen = shared | {"viewer": "public", "picks": {"0": {"hidden": True}}}
    assert tables.table("g3", Seat(0)) == seen
    assert tables.table("g3", "public") == unseen


def test_a_free_seat_has_no_name_and_a_lobby_waits_for_nobody() -> None:
    played = seated(seats=2, seed=3)
    table = Tables(source_of(played)).table("g3", "public", 3)
    assert table["players"] == [
        {"seat": 0, "name": "Ana", **THERE},
        {"seat": 1, "name": None, **THERE},
    ]
    assert table["status"] == "lobby"
    assert table["stage"]["waiting_for"] == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_any_past_position_has_the_bytes_that_were_shown_live(long: Played, viewer: Any) -> None:
    live_source = MemorySource(lambda _: TOY)
    live = Tables(live_source)
    shown = {}
    commit: list[Any] = []
    for envelope in long.envelopes:
        commit.append(envelope)
        if envelope.position == envelope.commit_end:
            live_source.add(commit)
            commit = []
            shown[envelope.position] = canonical(live.table("g11", viewer))
    later = Tables(source_of(long))
    for position in sorted(shown, reverse=True)[::17]:
        assert canonical(later.table("g11", viewer, position)) == shown[position]
    for position in (1, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE):
        fresh = Tables(source_of(long)).table("g11", viewer, position)
        assert later.table("g11", viewer, position) == fresh


def test_a_position_inside_a_commit_is_not_settled(long: Played) -> None:
    tables = Tables(source_of(long))
    for envelope in long.envelopes[:80]:
        table = tables.table("g11", "public", envelope.position)
        assert table["settled"] == (envelope.position == envelope.commit_end)
        assert table["hash"] == envelope.hash


def test_every_table_is_json_and_hides_by_saying_so(long: Played) -> None:
    tables = Tables(source_of(long))
    hidden = 0
    for position in range(1, 120):
        picks = tables.table("g11", "public", position).get("picks", {})
        hidden += sum(value == {"hidden": True} for value in picks.values())
        assert None not in picks.values()
        canonical(tables.table("g11", "auditor", position))
    assert hidden


def test_positions_that_are_not_there(long: Played) -> None:
    tables = Tables(source_of(long, 9))
    for position in (0, -1, 10):
        with pytest.raises(NoSuchPosition, match=f"no position {position}"):
            tables.table("g11", "public", position)
    with pytest.raises(UnknownGame):
        tables.table("nothing", "public")


def test_views_are_let_go_and_made_again(long: Played) -> None:
    few = Tables(source_of(long), most_tracks=2)
    many = Tables(source_of(long))
    for position in (450, 30, 449):
        for viewer in VIEWERS:
            there = few.table("g11", viewer, position)
            assert there == many.table("g11", viewer, position)
    assert len(few.checkpoints._tracks) == 2


def test_a_log_that_lost_its_tail_leaves_no_trace(long: Played) -> None:
    """What was folded from a log counts only while the log still has it."""
    source = source_of(long)
    tables = Tables(source)
    tables.table("g11", "public")
    other = play(seats=3, seed=12, turns=60)
    moved = [replace(e, game="g11") for e in other.envelopes]
    replaced = MemorySource(lambda _: TOY)
    replaced.add(moved)
    source._logs, source._standings = replaced._logs, replaced._standings
    head = moved[-1].position
    for at in (None, 5, STRIDE + 3, head):
        assert tables.table("g11", "public", at) == Tables(replaced).table("g11", "public", at)
