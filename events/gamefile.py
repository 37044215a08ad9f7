"""A game as one file of JSON lines: a header, then one entry of a viewer's feed per line.

Each entry has, beside what the feed shows, `commit_end`: the last position of its commit. An
auditor's file is the whole game: its entries also have `declared`, the command on a commit's first
event, else null, so that envelopes can be made from it again. An archive's file, which anybody may
have once the game is over, is the same but for private talk, which it holds as stubs. Any other
file holds what its viewer saw, and folds to what he knew. Nothing read from a file is believed
before its chain is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from events.bounds import DEEPEST, nested_deeper
from events.clock import instant
from events.clock import written as spelt
from events.codec import CodecError, Json, canonical, loads
from events.envelope import (
    GENESIS,
    Envelope,
    body_of,
    check_chain,
    from_json,
    hash_of,
    stub_record,
)
from events.repeated import repeated_key
from events.upcasting import event_of
from rules import registry
from rules.kernel.course import GameCreated
from rules.kernel.game import Game
from rules.kernel.hidden import is_hidden
from rules.kernel.messages import Event
from rules.kernel.visibility import STUB, Stub
from rules.kernel.wording import clipped

T = TypeVar("T")

FORMAT = "junta-game/1"
AUDITOR = "auditor"
ARCHIVE = "archive"
WHOLE = (AUDITOR, ARCHIVE)
VIEWER = re.compile(r"public|auditor|archive|seat:(0|[1-9][0-9]{0,2})")
ACTORS = ("host", "auditor", "joiner", "system")

_HEADER = {"format": str, "game": str, "ruleset": str, "viewer": str, "events": int, "hash": str}
_STUB = {"position": int, "recorded_at": str, "body": str, "hash": str, "commit_end": int}
_ENTRY = _STUB | {
    "type": str,
    "version": int,
    "actor": (int, str, type(None)),
    "salt": str,
    "command": str,
    "data": dict,
    "leaves": dict,
}
_FULL = _ENTRY | {"declared": (dict, type(None))}
_DECLARED = {"type": str, "fields": dict, "stage": (int, type(None)), "key": str}


class GameFileBroken(ValueError):
    """The file is not what it says it is; `line` counts from 1, the header's line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """A game as it was read from a file, its chain checked.

    entries: as they stand in the file. events: each in today's shape, with HIDDEN where the viewer
    might not see, a stub where he might not know; they fold to what he knew.
    """

    game_id: str
    game: Game[Any]
    viewer: str
    entries: tuple[Json, ...]
    events: tuple[Event | Stub, ...] = field(repr=False)
    _envelopes: tuple[Envelope, ...] = field(default=(), repr=False)

    @property
    def is_whole(self) -> bool:
        """Whether it is an auditor's or the archive's, so that envelopes can be made from it."""
        return self.viewer in WHOLE

    def envelopes(self) -> list[Envelope]:
        """The envelopes of the log that the file was made from; for whole files only."""
        if not self.is_whole:
            raise GameFileBroken(1, f"the file holds only what {self.viewer} saw")
        return list(self._envelopes)


def written(
    *, game_id: str, ruleset: str, viewer: str, entries: Iterable[Json], events: int, hash: str
) -> Iterator[bytes]:
    """The lines of a file, each with its line feed; `events` and `hash` are those of the head."""
    yield _line(
        {
            "format": FORMAT,
            "game": game_id,
            "ruleset": ruleset,
            "viewer": viewer,
            "events": events,
            "hash": hash,
        }
    )
    for entry in entries:
        yield _line(entry)


def _line(value: Json) -> bytes:
    return canonical(value) + b"\n"


def read(lines: Iterable[bytes], ruleset: Callable[[str], Game[Any]] = registry.game) -> GameFile:
    """The game of a file. Raises `GameFileBroken`, and `UnknownRuleset` where it is not ours."""
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise GameFileBroken(1, "the file is empty")
    header = _header(*numbered[0])
    shape = _FULL if header["viewer"] in WHOLE else _ENTRY
    rows = [(n, _entry(n, line, shape)) for n, line in numbered[1:]]
    _check_links(header, rows)
    game = ruleset(header["ruleset"])
    events = tuple(_event(game, n, entry) for n, entry in rows)
    _check_beginning(header, events)
    found = GameFile(
        game_id=header["game"],
        game=game,
        viewer=header["viewer"],
        entries=tuple(entry for _, entry in rows),
        events=events,
    )
    _check_commits(header, rows)
    if not found.is_whole:
        return found
    envelopes = tuple(_enveloped(found))
    check_chain(envelopes)
    return replace(found, _envelopes=envelopes)


def _header(line: int, raw: bytes) -> Json:
    header = _json(line, raw)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise GameFileBroken(line, f"this is not a {FORMAT} file")
    _check_shape(line, header, _HEADER)
    if not VIEWER.fullmatch(header["viewer"]):
        raise GameFileBroken(line, f"{header['viewer']!r:.40} is nobody who looks at games")
    return header


def _json(line: int, raw: bytes) -> Any:
    value = _fit(line, lambda: loads(raw))
    if raw.count(b"{") + raw.count(b"[") > DEEPEST and nested_deeper(value, DEEPEST):
        raise GameFileBroken(line, f"it is nested deeper than {DEEPEST} levels")
    if (twice := repeated_key(raw, value)) is not None:
        raise GameFileBroken(line, f"the key {clipped(twice)!r} stands in it twice")
    return value


def _fit(line: int, read: Callable[[], T]) -> T:
    """What is read of a line; where the codec refuses it, the file is broken there."""
    try:
        return read()
    except CodecError as fault:
        raise GameFileBroken(line, str(fault)) from fault


def _entry(line: int, raw: bytes, shape: dict[str, Any]) -> Json:
    entry = _json(line, raw)
    if not isinstance(entry, dict):
        raise GameFileBroken(line, "an entry is an object")
    _check_shape(line, entry, _STUB if len(entry) == len(_STUB) else shape)
    if entry.get("declared") is not None:
        _check_shape(line, entry["declared"], _DECLARED)
    return entry


def _check_shape(line: int, value: Json, shape: dict[str, Any]) -> None:
    if value.keys() != shape.keys():
        odd = ", ".join(sorted(value.keys() ^ shape.keys()))
        raise GameFileBroken(line, f"missing or unknown: {odd}")
    for name, kinds in shape.items():
        if not isinstance(value[name], kinds) or isinstance(value[name], bool):
            raise GameFileBroken(line, f"{name} has the wrong type")


def _check_links(header: Json, rows: list[tuple[int, Json]]) -> None:
    prev, recorded_at = GENESIS, ""
    for position, (line, entry) in enumerate(rows, 1):
        if entry["position"] != position:
            raise GameFileBroken(line, f"position {position} should stand here")
        _check_time(line, entry["recorded_at"])
        if entry["recorded_at"] < recorded_at:
            raise GameFileBroken(line, "its time is before that of the event before it")
        _check_hashes(line, header["game"], entry, prev)
        prev, recorded_at = entry["hash"], entry["recorded_at"]
    if (header["events"], header["hash"]) != (len(rows), prev):
        raise GameFileBroken(1, f"the header says {header['events']} events and another last hash")


def _check_time(line: int, recorded_at: str) -> None:
    try:
        if spelt(instant(recorded_at)) == recorded_at:
            return
    except (ValueError, OverflowError):
        pass
    raise GameFileBroken(line, f"{recorded_at!r:.40} is not a time as the log writes it")


def _check_hashes(line: int, game_id: str, entry: Json, prev: str) -> None:
    position, body = entry["position"], entry["body"]
    if "type" in entry and _body(line, entry) != body:
        raise GameFileBroken(line, f"position {position}: its content is not what its body says")
    if hash_of(game_id, position, entry["recorded_at"], prev, body) != entry["hash"]:
        raise GameFileBroken(line, f"position {position}: the chain breaks here")


def _body(line: int, entry: Json) -> str:
    if not entry["leaves"].keys() <= entry["data"].keys():
        raise GameFileBroken(line, "a commitment to a field that is not there")
    if not all(isinstance(leaf, str) for leaf in entry["leaves"].values()):
        raise GameFileBroken(line, "a commitment is a text")
    kind, version, actor = entry["type"], entry["version"], entry["actor"]
    leaves = entry["command"], entry["data"], entry["leaves"]
    return _fit(line, lambda: body_of(entry["salt"], kind, version, actor, *leaves))


def _event(game: Game[Any], line: int, entry: Json) -> Event | Stub:
    if "type" not in entry:
        return STUB
    event = _fit(line, lambda: event_of(game, entry["type"], entry["version"], entry["data"]))
    open_to_all = (f.name for f in event.FIELDS if f.mark.kind == "public" and not f.mark.free_text)
    for name in open_to_all:
        if is_hidden(getattr(event, name)):
            raise GameFileBroken(line, f"{name} is hidden, which is hidden from nobody")
    return event


def _check_beginning(header: Json, events: tuple[Event | Stub, ...]) -> None:
    if not events or not isinstance(events[0], GameCreated):
        raise GameFileBroken(2, "a game begins with game_created")
    if is_hidden(events[0].ruleset) or events[0].ruleset != header["ruleset"]:
        raise GameFileBroken(1, f"the game was played by {events[0].ruleset}")


def _check_commits(header: Json, rows: list[tuple[int, Json]]) -> None:
    """The commits follow each other; who acted, and the command, stand on the first event only."""
    commit_end = 0
    for line, entry in rows:
        if "type" not in entry and header["viewer"] == AUDITOR:
            raise GameFileBroken(line, "an auditor sees every event")
        if isinstance(actor := entry.get("actor"), str) and actor not in ACTORS:
            raise GameFileBroken(line, f"{actor!r:.40} is nobody who acts")
        begins = entry["position"] == commit_end + 1
        if begins:
            commit_end = entry["commit_end"]
        if entry["commit_end"] != commit_end or not entry["position"] <= commit_end <= len(rows):
            raise GameFileBroken(line, "its commit ends elsewhere")
        if "type" in entry and (entry["actor"] is not None) != begins:
            raise GameFileBroken(line, "an actor stands on the first event of each commit only")
        if "declared" in entry and (entry["declared"] is not None) != begins:
            raise GameFileBroken(line, "a command stands on the first event of each commit only")


def _enveloped(found: GameFile) -> Iterator[Envelope]:
    prev, game_id = GENESIS, found.game_id
    for line, (entry, event) in enumerate(zip(found.entries, found.events, strict=True), 2):
        record = _record(entry, prev), event
        yield _fit(line, lambda it=record: from_json(game_id, *it))  # type: ignore[misc]
        prev = entry["hash"]


def _record(entry: Json, prev: str) -> Json:
    """The record of the log that the entry was made from."""
    if "type" not in entry:
        place = entry["position"], entry["recorded_at"], prev, entry["body"], entry["hash"]
        return stub_record(*place, entry["commit_end"])
    record = {**entry, "prev": prev, "command_leaf": entry["command"]}
    record["command"] = record.pop("declared")
    return record
