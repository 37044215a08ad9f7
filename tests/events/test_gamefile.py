"""Game files: there and back for every viewer; a broken file names its line."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from events.envelope import check_commitments
from events.gamefile import GameFile, GameFileBroken, read
from projections.export import export
from projections.source import MemorySource
from rules.kernel.decider import fold, view
from rules.kernel.identifiers import Viewer
from rules.registry import UnknownRuleset
from tests import verifier
from tests.played import Played, play
from tests.toy.game import TOY

VIEWERS: tuple[Any, ...] = (0, 1, "public", "auditor", "archive")


@pytest.fixture(scope="module")
def played() -> Played:
    return play(seats=3, seed=7, turns=4)


def lines(played: Played, viewer: Viewer) -> list[bytes]:
    source = MemorySource(lambda _: TOY)
    source.add(played.envelopes)
    return list(export(source, played.game_id, viewer))


def loaded(raw: list[bytes]) -> GameFile:
    return read(raw, lambda _: TOY)


def test_the_first_line_is_the_header(played: Played) -> None:
    assert json.loads(lines(played, 1)[0]) == {
        "format": "junta-game/1",
        "game": "g7",
        "ruleset": "toy/1",
        "viewer": "seat:1",
        "events": len(played.envelopes),
        "hash": played.envelopes[-1].hash,
    }
    assert all(line.endswith(b"}\n") and line.count(b"\n") == 1 for line in lines(played, 1))


def test_a_whole_file_is_enough_for_the_log_and_the_game(played: Played) -> None:
    found = loaded(lines(played, "auditor"))
    assert found.is_whole
    assert found.envelopes() == played.envelopes
    assert fold(TOY, found.events) == played.moment
    check_commitments(found.envelopes(), played.secrets.salt_secret)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_file_folds_to_what_its_viewer_knew(played: Played, viewer: Viewer) -> None:
    found = loaded(lines(played, viewer))
    known = view(TOY, (e.event for e in played.envelopes), viewer)
    assert repr(fold(TOY, found.events)) == repr(known)


def test_a_seats_file_is_its_feed_and_verifies(played: Played) -> None:
    _, *rows = map(json.loads, lines(played, 1))
    assert [row.pop("commit_end") for row in rows] == [e.commit_end for e in played.envelopes]
    assert verifier.check_feed("g7", rows) == played.envelopes[-1].hash
    with pytest.raises(GameFileBroken, match="only what seat:1 saw"):
        loaded(lines(played, 1)).envelopes()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_changed_byte_is_found_and_its_line_named(played: Played, viewer: Viewer) -> None:
    """But for values that only their commitments cover: those need the revealed secrets."""
    whole = lines(played, viewer)
    random, named = Random(f"{viewer}"), 0
    for _ in range(400):
        n = random.randrange(len(whole))
        place = random.randrange(len(whole[n]) - 1)
        changed = bytes([whole[n][place] ^ (1 << random.randrange(7))])
        broken = [*whole]
        broken[n] = whole[n][:place] + changed + whole[n][place + 1 :]
        try:
            found = loaded(broken)
        except GameFileBroken as fault:
            named += fault.line == n + 1
        except UnknownRuleset:
            assert n == 0
        else:
            assert only_committed_values_changed(found, loaded(whole))
    assert named > 300


def only_committed_values_changed(found: GameFile, whole: GameFile) -> bool:
    if found.game_id != whole.game_id or found.viewer[:5] != whole.viewer[:5]:
        return False

    def covered(entry: dict[str, Any]) -> dict[str, Any]:
        data = {k: v for k, v in entry.get("data", {}).items() if k not in entry["leaves"]}
        return entry | {"data": data, "declared": None, "commit_end": None}

    return list(map(covered, found.entries)) == list(map(covered, whole.entries))


def test_left_out_lines_are_found(played: Played) -> None:
    whole = lines(played, "public")
    for broken, line in (
        (whole[:-1], 1),
        (whole[:5] + whole[6:], 6),
        (whole[:5] + whole[4:], 6),
        (whole[:1], 1),
        ([], 1),
        (whole[1:], 1),
    ):
        with pytest.raises(GameFileBroken) as fault:
            loaded(broken)
        assert fault.value.line == line


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"type": "drowned"}, "content is not"),
        ({"version": True}, "version has the wrong type"),
        ({"data": []}, "data has the wrong type"),
        ({"leaves": {"x": "y"}}, "field that is not there"),
        ({"extra": 1}, "unknown: extra"),
        ({"recorded_at": "2020-01-01T00:00:00.000Z"}, "time is before"),
        ({"position": 9}, "position 4 should"),
        ({"commit_end": 999}, "commit ends elsewhere"),
        ({"declared": None}, "command stands on the first event of each commit"),
    ],
)
def test_each_fault_says_what_it_is(played: Played, change: dict[str, Any], why: str) -> None:
    whole = lines(played, "auditor")
    whole[4] = json.dumps(json.loads(whole[4]) | change).encode()
    with pytest.raises(GameFileBroken, match=f"line 5: .*{why}"):
        loaded(whole)


@pytest.mark.parametrize("line", [0, 3])
def test_a_key_that_stands_twice_is_found(played: Played, line: int) -> None:
    """Other readers may keep the first value, and so read another game."""
    whole = lines(played, "public")
    assert whole[line].startswith(b'{"')
    whole[line] = b'{"hash":"0",' + whole[line][1:]
    with pytest.raises(GameFileBroken, match=f"line {line + 1}: the key 'hash' stands in it twice"):
        loaded(whole)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "junta-game/9"}, "not a junta-game/1 file"),
        ({"ruleset": "toy/2"}, "was played by toy/1"),
        ({"events": 3}, "the header says 3 events"),
        ({"viewer": 3}, "viewer has the wrong type"),
    ],
)
def test_a_wrong_header_is_found(played: Played, change: dict[str, Any], why: str) -> None:
    whole = lines(played, "public")
    whole[0] = json.dumps(json.loads(whole[0]) | change).encode()
    with pytest.raises(GameFileBroken, match=f"line 1: .*{why}"):
        loaded(whole)


def test_no_file_of_ours(played: Played) -> None:
    for raw in ([b"PK\x03\x04"], [b"[]\n"], [b"{}"], [b"\xff\xfe"]):
        with pytest.raises(GameFileBroken, match="line 1"):
            loaded(raw)
    with pytest.raises(UnknownRuleset):
        read(lines(played, "public"))
