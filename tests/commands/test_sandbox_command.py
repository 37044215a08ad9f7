"""`junta sandbox FILE`: a position in a file becomes a game with all its seats taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands.live import Live, junta, live

ASSASSIN = """
seats: 4
names: [Zoe]
stage: announcements
president: 0
posts: {minister_interior: 1}
hands:
  1: [amateur_assassin]
  2: []
cash: {1: {1: 2}}
locations: {2: bank}
dice: [4]
"""


@pytest.fixture(scope="module")
def one() -> Iterator[Live]:
    with live(working=True) as found:
        yield found


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "position.yaml"
    file.write_text(text)
    return file


def made(one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> Any:
    """What `--json` prints."""
    assert junta("sandbox", written(tmp_path, text), "--url", one.url, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_a_file_becomes_a_game(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = made(one, tmp_path, capsys, ASSASSIN)
    assert [seat["name"] for seat in told["seats"]] == ["Zoe", "Ana", "Bruno", "Carla"]
    assert told["table"] == f"{one.url}/v1/games/{told['game']}/table"
    table = one.public.holding(told["seats"][1]["token"]).table(told["game"])
    assert (table["sandbox"], table["stage"]["name"]) == (True, "announcements")
    assert table["players"][1]["hand"] == ["amateur_assassin"]
    seen = one.public.holding(told["auditor_token"]).table(told["game"], as_whom="auditor")
    assert seen["locations"]["places"]["2"] == "bank"


def test_it_says_who_holds_which_token_and_what_is_asked(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert junta("sandbox", written(tmp_path, ASSASSIN), "--url", one.url) == 0
    out = capsys.readouterr().out
    for word in ("seat 0  Zoe", "seat 3  Carla", "host", "auditor", "Stage announcements"):
        assert word in out
    assert "waiting for Ana" in out
    assert "curl -s" in out


def test_the_position_may_stand_under_its_own_key(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = made(one, tmp_path, capsys, "sandbox: {president: 2}\nauditor: false\n")
    assert (len(told["seats"]), told["auditor_token"]) == (5, None)


@pytest.mark.parametrize("text", ["{}", '{"seats": 6}'])
def test_an_empty_position_is_a_game_as_usual(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    told = made(one, tmp_path, capsys, text)
    assert one.public.table(told["game"])["stage"]["name"] == "nomination"


BAD = {
    "no position": ("- a\n- b\n", "holds no position"),
    "nothing": ("", "holds no position"),
    "no YAML": ("a: [1\n", "is not YAML (line "),
    "a date": ("turn: 2026-11-29\n", "holds what JSON cannot"),
    "infinite": ("turn: .inf\n", "holds what JSON cannot"),
    "names": ("seats: 4\nnames: [1]\n", "takes a list of words"),
    "equal names": ("names: [Ana, Zoe, Ana]\n", "Ana cannot be told from Ana"),
    "alike names": ("names: [Ana, АNА]\n", "are not mixed"),
    "alike in writing": ("names: [BILL, bi11]\n", "bi11 cannot be told from BILL"),
    "no name": ("names: ['']\n", "name: "),
    "a stranger": ("sandbox: {}\nturn: 3\n", "keys beside `sandbox`"),
    "no card": ("hands: {0: [chruch]}\n", "there is no card 'chruch'"),
    "several": ("dice: [7]\naid: [0]\n", "#/sandbox/dice/0: "),
    "seats": ("seats: many\n", "#/seats"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_one_sentence_and_wrong_use(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    text, words = BAD[kind]
    assert junta("sandbox", written(tmp_path, text), "--url", one.url) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert words.lower() in told.err.lower()
    if kind == "several":
        assert "#/sandbox/aid/0" in told.err


def test_names_are_read_before_there_is_a_game(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = one.public.http.get("/v1/games").json()["games"]
    for names in ("[Ana, Ana]", "[Ana, AnA]", "['', Bo]", "[Ana, ' ana ']"):
        file = written(tmp_path, f"seats: 4\nnames: {names}\n")
        assert junta("sandbox", file, "--url", one.url) == 2
    assert one.public.http.get("/v1/games").json()["games"] == before


def test_the_usual_names_make_way_for_those_that_look_alike(
    one: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = made(one, tmp_path, capsys, "seats: 4\nnames: [ANA, ' Zoe ']\n")
    assert [seat["name"] for seat in told["seats"]] == ["ANA", "Zoe", "Bruno", "Carla"]


def test_no_file_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert junta("sandbox", tmp_path / "nowhere.yaml") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_nobody_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.client.FIRST_PAUSE_S", 0.0)
    file = written(tmp_path, ASSASSIN)
    assert junta("sandbox", file, "--url", "http://127.0.0.1:9") == 2
    assert "`junta serve`" in capsys.readouterr().err
