"""What a file must hold to be taken in, beyond a chain that fits."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from events import gamefile, importing
from events.codec import canonical
from events.commit import Commits
from events.envelope import Envelope, seal, written
from events.gamefile import GameFileBroken
from events.importing import Verified, take_in, verified
from events.memory_log import MemoryIndex, MemoryLog
from events.reading import Reading
from events.refusals import MemoryRefusals
from events.vault import MemoryVault
from projections.export import export
from projections.source import MemorySource
from rules.kernel.chance import DiceRolled
from rules.kernel.course import (
    GameCreated,
    GameStarted,
    SeatTaken,
    SecretsRevealed,
    StageCompleted,
    StageOpened,
)
from rules.kernel.hidden import HIDDEN
from rules.kernel.identifiers import StageNumber
from rules.kernel.messages import Event
from tests.played import START, Played, play
from tests.toy.game import TOY


@pytest.fixture(scope="module")
def played() -> Played:
    return play(seats=3, seed=7, turns=4)


def lines(envelopes: list[Envelope]) -> list[bytes]:
    source = MemorySource(lambda _: TOY)
    source._logs[envelopes[0].game] = envelopes
    whole = MemorySource(lambda _: TOY)
    whole.add(envelopes[:1])
    first = whole._standings[envelopes[0].game]
    head = first.head._replace(position=envelopes[-1].position, hash=envelopes[-1].hash)
    source._standings[envelopes[0].game] = replace(first, head=head)
    return list(export(source, envelopes[0].game, "auditor"))


def taken(raw: list[bytes], game: Any = TOY) -> Verified:
    return verified(raw, lambda _: game, datetime(2026, 11, 30, tzinfo=UTC))


def with_last(played: Played, *events: Event) -> list[Envelope]:
    """The game without its last event, and these as its last commit: a chain that fits."""
    kept = played.envelopes[:-1]
    added = seal(
        game_id=played.game_id,
        head=(kept[-1].position, kept[-1].hash),
        events=events,
        actor="system",
        command={"type": "x", "fields": {}, "stage": None, "key": "k"},
        recorded_at=played.envelopes[-1].recorded_at,
        salt_secret=played.secrets.salt_secret,
    )
    return [*kept, *added]


def test_a_game_as_it_was_played_is_verified(played: Played) -> None:
    game = taken(lines(played.envelopes))
    assert game.envelopes == played.envelopes
    assert game.standing.moment == played.moment
    assert game.standing.head.imported == "auditor"


def test_a_secret_that_was_changed_is_found_once_the_salts_lie_open(played: Played) -> None:
    raw = lines(played.envelopes)
    at = next(e.position for e in played.envelopes if e.type == "picked")
    row = json.loads(raw[at])
    row["data"]["number"] = row["data"]["number"] % 6 + 1
    raw[at] = canonical(row)
    with pytest.raises(GameFileBroken, match="number is not what was committed to") as broken:
        taken(raw)
    assert broken.value.line == at + 1


def test_other_secrets_than_those_bound_beforehand_are_found(played: Played) -> None:
    salt = played.secrets.salt_secret.hex()
    for draw in ("00" * 32, "not hex"):
        other = SecretsRevealed(salt_secret=salt, draw_secret=draw)
        with pytest.raises(GameFileBroken, match="another secret|in hex"):
            taken(lines(with_last(played, other)))


@pytest.mark.parametrize("what", ["link", "faces"])
def test_dice_that_do_not_come_from_the_chain_are_found(played: Played, what: str) -> None:
    rolls = [e.event for e in played.envelopes if isinstance(e.event, DiceRolled)]
    wrong = rolls[-1]
    if what == "faces":
        after = [e for e in played.envelopes if e.event is not wrong]
        place = next(e.position for e in played.envelopes if e.event is wrong)
        forged = replace(wrong, faces=(wrong.faces[0] % 6 + 1,))
        events = [forged if e.event is wrong else e.event for e in played.envelopes[place - 1 :]]
        kept = Played(
            game=TOY, game_id=played.game_id, secrets=played.secrets, envelopes=after[:place]
        )
        with pytest.raises(GameFileBroken, match="its faces do not come from its link"):
            taken(lines(with_last(kept, *events)))  # type: ignore[arg-type]
        return
    with pytest.raises(GameFileBroken, match="not the next one of the dice"):
        taken(lines(with_last(played, wrong)))


def test_what_the_rules_cannot_fold_is_found(played: Played) -> None:
    nonsense = StageCompleted(number=StageNumber(1), grace_s=1)
    with pytest.raises(GameFileBroken, match="toy/1 cannot read on here"):
        taken(lines(with_last(played, nonsense)))


def test_a_law_that_does_not_hold_is_found(played: Played) -> None:
    strict = replace(TOY, invariants={"turns": lambda s: "too many" if s.turn > 2 else None})
    with pytest.raises(GameFileBroken, match="a law of the game is broken here: too many"):
        taken(lines(played.envelopes), strict)


def sealed_anew(
    played: Played, events: list[Event], actor: int | str = "host", at: datetime = START
) -> list[Envelope]:
    """The events as one commit: a chain that fits, whatever stands in it."""
    return seal(
        game_id=played.game_id,
        head=(0, ""),
        events=events,
        actor=actor,
        command={"type": "x", "fields": {}, "stage": None, "key": "k"},
        recorded_at=at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        salt_secret=played.secrets.salt_secret,
    )


def events_of(played: Played) -> list[Any]:
    return [it.event for it in played.envelopes]


MONTH = 30 * 24 * 3600
FORGED: list[tuple[type[Event], dict[str, Any], str]] = [
    (GameCreated, {"seats": 1_000_000}, "2 to 40, not 1000000"),
    (GameCreated, {"seats": 1}, "2 to 40, not 1"),
    (GameCreated, {"seats": -1}, "2 to 40, not -1"),
    (GameCreated, {"options": {"turns": 10**15}}, "turns is at most 1000"),
    (GameCreated, {"options": {"turns": True}}, "turns takes a whole number"),
    (GameCreated, {"options": {"turns": 4, "x": 1}}, "there is no option x"),
    (GameCreated, {"options": {}}, "option turns is missing"),
    (GameCreated, {"durations": {"lobby": 60, "picking": 10**15}}, "duration of picking: Whole"),
    (GameCreated, {"durations": {"lobby": 0}}, "duration of lobby: Whole"),
    (GameCreated, {"durations": {"lobby": 60, "tea": 5}}, "duration of tea: There is no such"),
    (GameStarted, {"seats": 10**15}, "cannot begin at a table of 3"),
    (GameStarted, {"seats": -1}, "cannot begin at a table of 3"),
    (SeatTaken, {"name": "x" * 500_000}, "name: 500000 characters"),
    (SeatTaken, {"name": "\u202eAna"}, "name: characters that are not seen"),
    (SeatTaken, {"name": " "}, "name: 1 characters"),
    (SeatTaken, {"seat": -1}, "there is no seat -1"),
    (StageOpened, {"lasts_s": 10**15}, "a stage lasts 1 to 2592000"),
    (StageOpened, {"lasts_s": MONTH + 1}, "a stage lasts 1 to 2592000"),
    (StageOpened, {"lasts_s": -5}, "a stage lasts 1 to 2592000"),
    (StageOpened, {"seats": (77,)}, "a seat that there is not"),
    (StageOpened, {"name": "zzz"}, "there is no stage zzz"),
    (StageOpened, {"name": ""}, "there is no stage"),
]


@pytest.mark.parametrize(("kind", "fields", "said"), FORGED)
def test_what_no_game_can_hold_is_found_before_anything_is_folded(
    played: Played, kind: type[Event], fields: dict[str, Any], said: str
) -> None:
    events = events_of(played)
    at = next(i for i, event in enumerate(events) if type(event) is kind)
    events[at] = replace(events[at], **fields)
    unread = replace(TOY, begin=_nothing_is_folded)
    with pytest.raises(GameFileBroken, match=said) as broken:
        taken(lines_of(sealed_anew(played, events)), unread)
    assert broken.value.line == at + 2


def test_nothing_is_hidden_in_a_whole_game_but_texts(played: Played) -> None:
    """HIDDEN stands for what a viewer does not know; whoever has it all knows it, erased or not."""
    events = events_of(played)
    kinds = {type(event): at for at, event in enumerate(events)}
    tried = 0
    for kind, at in kinds.items():
        for field in kind.FIELDS:
            forged = [*events[:at], replace(events[at], **{field.name: HIDDEN}), *events[at + 1 :]]
            raw = lines_of(sealed_anew(played, forged))
            if field.mark.free_text:
                taken_so_far(raw)
                continue
            with pytest.raises(GameFileBroken, match=f"{field.name} is hidden|was played by") as no:
                taken(raw)
            assert no.value.line in (1, at + 2)
            tried += 1
    assert tried > 15


def test_what_is_open_to_all_is_hidden_in_nobodys_file(played: Played) -> None:
    """Found as the file is read, whoever saw it: `replay` reads files that are not whole."""
    events = events_of(played)
    at = next(i for i, event in enumerate(events) if type(event) is SeatTaken)
    events[at] = replace(events[at], seat=HIDDEN)
    with pytest.raises(GameFileBroken, match="seat is hidden, which is hidden from nobody") as no:
        gamefile.read(lines_of(sealed_anew(played, events)), lambda _: TOY)
    assert no.value.line == at + 2


def taken_so_far(raw: list[bytes]) -> None:
    """Whatever else is wrong with the file, it is not that something is hidden."""
    try:
        taken(raw)
    except GameFileBroken as broken:
        assert "hidden" not in broken.reason


def with_changed(raw: list[bytes], line: int, **fields: Any) -> list[bytes]:
    row = {**json.loads(raw[line - 1]), **fields}
    return [*raw[: line - 1], canonical(row), *raw[line:]]


@pytest.mark.parametrize("leaf", [5, None, [], {}, True])
def test_a_commitment_is_a_text(played: Played, leaf: Any) -> None:
    raw = lines(played.envelopes)
    at = next(e.position for e in played.envelopes if e.leaves) + 1
    leaves = dict.fromkeys(json.loads(raw[at - 1])["leaves"], leaf)
    with pytest.raises(GameFileBroken, match="a commitment is a text") as broken:
        taken(with_changed(raw, at, leaves=leaves))
    assert broken.value.line == at


@pytest.mark.parametrize("levels", [65, 252, 1000, 100_000])
def test_nothing_is_nested_beyond_all_measure(played: Played, levels: int) -> None:
    raw = lines(played.envelopes)
    deep = b'{"declared":' + b"[" * levels + b"]" * levels + b"}"
    with pytest.raises(GameFileBroken, match="nested deeper than 64|not JSON") as broken:
        taken([*raw[:4], deep, *raw[5:]])
    assert broken.value.line == 5


def test_what_makes_no_table_is_no_game(played: Played) -> None:
    def none(state: Any) -> dict[str, Any]:
        raise KeyError("zzz")

    with pytest.raises(GameFileBroken, match=r"toy/1 makes no table of it \(KeyError\)"):
        taken(lines(played.envelopes), replace(TOY, table=none))


def _nothing_is_folded(*_: Any) -> Any:
    raise AssertionError("nothing is folded")


def lines_of(envelopes: list[Envelope]) -> list[bytes]:
    """The file of a chain that the rules may not be able to fold."""
    head = envelopes[-1]
    header = {
        "format": "junta-game/1",
        "game": head.game,
        "ruleset": TOY.id,
        "viewer": "auditor",
        "events": head.position,
        "hash": head.hash,
    }
    return [canonical(header), *(canonical(_entry(it)) for it in envelopes)]


def _entry(it: Envelope) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(written(it))
    del row["prev"]
    row["declared"] = row["command"]
    row["command"] = row.pop("command_leaf")
    return row


@pytest.mark.parametrize("grace_s", [-1, 3601, 10**15])
def test_no_stage_is_held_open_for_longer_than_an_hour(played: Played, grace_s: int) -> None:
    odd = StageCompleted(number=StageNumber(1), grace_s=grace_s)
    with pytest.raises(GameFileBroken, match="held open 0 to 3600"):
        taken(lines_of(sealed_anew(played, [*events_of(played), odd])))


def test_a_game_is_created_once(played: Played) -> None:
    events = events_of(played)
    with pytest.raises(GameFileBroken, match="a game is created once"):
        taken(lines_of(sealed_anew(played, [*events, replace(events[0])])))


@pytest.mark.parametrize("actor", [3, 77, -1])
def test_nobody_acts_from_a_seat_that_there_is_not(played: Played, actor: int) -> None:
    with pytest.raises(GameFileBroken, match=f"nobody sits at seat {actor}") as broken:
        taken(lines_of(sealed_anew(played, events_of(played), actor)))
    assert broken.value.line == 2


def test_nothing_is_later_than_the_clock_and_a_minute(played: Played) -> None:
    def raw(at: datetime) -> list[bytes]:
        return lines_of(sealed_anew(played, events_of(played), at=at))

    now = datetime(2026, 11, 30, 12, 0, 30, tzinfo=UTC)
    assert verified(raw(now.replace(minute=1)), lambda _: TOY, now)
    for late in (now.replace(minute=1, second=31), datetime(9999, 12, 31, tzinfo=UTC)):
        with pytest.raises(GameFileBroken, match="its time is yet to come") as broken:
            verified(raw(late), lambda _: TOY, now)
        assert broken.value.line == 2


def test_no_more_events_are_read_than_a_game_may_have(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = lines(played.envelopes)
    monkeypatch.setattr(importing, "MOST_EVENTS", len(raw) - 1)
    assert taken([*raw, b""])
    monkeypatch.setattr(importing, "MOST_EVENTS", len(raw) - 2)
    with pytest.raises(GameFileBroken, match="no more than") as broken:
        taken(raw)
    assert broken.value.line == len(raw)


def test_a_secret_forged_while_it_is_sealed_is_found_where_the_game_is_known(
    played: Played,
) -> None:
    """No salt lies open yet, so the chain cannot tell; what was taken in before can."""
    running = lines(played.envelopes[:-1])
    log = MemoryLog()
    commits = Commits(
        log=log,
        index=MemoryIndex(),
        vault=MemoryVault(),
        refusals=MemoryRefusals(),
        reading=Reading(log=log, ruleset=lambda _: TOY),
    )
    assert not take_in(commits, taken(running), key="k", digest="d").replay
    assert take_in(commits, taken(running), key="k2", digest="d").replay
    forged = [_forged(line) for line in running]
    assert forged != running
    with pytest.raises(GameFileBroken, match="not as it was recorded here"):
        take_in(commits, taken(forged), key="k3", digest="d")


def _forged(line: bytes) -> bytes:
    """Every pick of the file is another number."""
    entry = json.loads(line)
    if entry.get("type") != "picked":
        return line
    entry["data"]["number"] = entry["data"]["number"] % 6 + 1
    return canonical(entry)
