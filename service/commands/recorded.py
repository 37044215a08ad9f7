"""A game to be told again: from a file, or from the feed of a running service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from bots.client import Client
from events import gamefile, importing
from events.codec import CodecError, loads
from events.envelope import (
    GENESIS,
    Envelope,
    from_json,
    stub_record,
)
from events.gamefile import GameFile
from events.upcasting import event_of
from projections import feed
from projections.checkpoints import Place, Track, View, after
from projections.table import Table, written
from projections.viewer import NoSuchViewer, parse, spell
from rules import registry
from rules.kernel.course import GameCreated, SecretsRevealed
from rules.kernel.game import Game
from rules.kernel.identifiers import ARCHIVE, AUDITOR, Viewer
from rules.kernel.messages import Event
from rules.kernel.visibility import STUB, Stub, redact

Entry = dict[str, Any]

WHOLE = (AUDITOR, ARCHIVE)
ANY_TIME = datetime(9000, 1, 1, tzinfo=UTC)
"""What is told again may have been played by a clock that was ahead of this one."""


class NotInFile(ValueError):
    """The file does not hold what was asked for; the message is a sentence."""


class _Place(NamedTuple):
    position: int
    hash: str
    recorded_at: str
    commit_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One viewer's game: his feed, and the same as events in today's shape.

    declared: by the position of a commit's first event, what was declared; where the viewer may
    know. ends: the last position of each commit. proved: whether the secrets lie open and are what
    was committed to; None where nobody asked, as of a service.
    """

    game_id: str
    game: Game[Any]
    viewer: Viewer
    entries: Sequence[Entry] = field(repr=False)
    events: Sequence[Event | Stub] = field(repr=False)
    declared: dict[int, dict[str, Any]] = field(repr=False)
    ends: frozenset[int] = field(repr=False)
    proved: bool | None = None
    _track: Track = field(default_factory=Track, repr=False, compare=False)

    def table(self, at: int) -> Table:
        """The table right after a position, as the service answers it. Raises `NotInFile`."""
        if not 1 <= at <= len(self.entries):
            raise NotInFile(f"There is no position {at}; the game has 1 to {len(self.entries)}.")
        return written(self.game_id, self.game, self.viewer, self._view(at))

    def _view(self, at: int) -> View:
        """Folded on from the nearest one that is kept: whoever reads goes mostly forward."""
        view = self._track.nearest(at)
        for number in range(view.position, at):
            place = self._place(self.entries[number])
            view = after(self.game, view, place, self.events[number])
            self._track.keep(view)
        return view

    def _place(self, entry: Entry) -> Place:
        position = entry["position"]
        end = position if position in self.ends else position + 1
        return _Place(position, entry["hash"], entry["recorded_at"], end)

    def written(self) -> dict[str, Any]:
        """The whole of it as JSON data."""
        return {
            "game": self.game_id,
            "ruleset": self.game.id,
            "viewer": spell(self.viewer),
            **({} if self.proved is None else {"proved": self.proved}),
            "events": [
                {**entry, "declared": self.declared[entry["position"]]}
                if entry["position"] in self.declared
                else entry
                for entry in self.entries
            ],
        }


def from_file(path: Path, as_whom: str | None) -> Recorded:
    """The game of a file; as `from_lines`."""
    with path.open("rb") as lines:
        return from_lines(lines.readlines(), as_whom)


def from_lines(lines: Sequence[bytes], as_whom: str | None) -> Recorded:
    """The game of a file's lines, as its viewer or (whole files) as anybody.

    It is checked as far as the file itself can prove it: the chain, each roll of dice, and where
    the secrets lie open, every commitment; of a whole file all that `importing` asks, too.
    Raises `GameFileBroken`, `ChainBroken`, `UnknownRuleset`, `NotInFile`, `NoSuchViewer`.
    """
    if _is_whole(lines):
        found = importing.verified(lines, now=ANY_TIME).file
    else:
        found = gamefile.read(lines)
        importing.check_secrets(found.game_id, list(_seen(found)))
    viewer = parse(found.viewer if as_whom is None else as_whom)
    if found.is_whole and (viewer != AUDITOR or found.viewer == AUDITOR):
        return _from_whole(found, viewer)
    if found.is_whole:
        raise NotInFile("The file is the archive's, which lacks the private talk.")
    if spell(viewer) != found.viewer:
        raise NotInFile(f"The file holds only what {found.viewer} saw.")
    return Recorded(
        game_id=found.game_id,
        game=found.game,
        viewer=viewer,
        entries=found.entries,
        events=found.events,
        declared={},
        ends=_ends(found.entries),
        proved=_lies_open(found),
    )


def _is_whole(lines: Sequence[bytes]) -> bool:
    """Whether the header says so; one that cannot be read is told by who reads the whole file."""
    try:
        header = loads(next((line for line in lines if line.strip()), b""))
    except CodecError:
        return False
    return isinstance(header, dict) and header.get("viewer") in gamefile.WHOLE


def _lies_open(found: GameFile) -> bool:
    return any(isinstance(event, SecretsRevealed) for event in found.events)


def _seen(found: GameFile) -> Iterator[Envelope]:
    """What one viewer saw as envelopes, the commands hidden: only their commitments are in it."""
    prev = GENESIS
    for entry, event in zip(found.entries, found.events, strict=True):
        if "type" in entry:
            known = {"command_leaf": entry["command"], "command": {"hidden": True}}
            record = {**entry, "prev": prev, **known}
        else:
            place = entry["position"], entry["recorded_at"], prev, entry["body"], entry["hash"]
            record = stub_record(*place, entry["commit_end"])
        yield from_json(found.game_id, record, event)
        prev = entry["hash"]


def _from_whole(found: GameFile, viewer: Viewer) -> Recorded:
    envelopes = found.envelopes()
    created = envelopes[0].event
    if isinstance(viewer, int) and isinstance(created, GameCreated) and viewer >= created.seats:
        raise NoSuchViewer(f"there is no seat {viewer}; the game has {created.seats}")
    return Recorded(
        game_id=found.game_id,
        game=found.game,
        viewer=viewer,
        entries=feed.entries(envelopes, viewer),
        events=[redact(envelope.event, viewer) for envelope in envelopes],
        declared=_declared(envelopes, viewer),
        ends=frozenset(envelope.commit_end for envelope in envelopes),
        proved=_lies_open(found),
    )


def _declared(envelopes: Sequence[Envelope], viewer: Viewer) -> dict[int, dict[str, Any]]:
    """What was declared, for those who see all but what is a stub to them."""
    if viewer not in WHOLE:
        return {}
    return {
        envelope.position: envelope.command
        for envelope in envelopes
        if envelope.command and not isinstance(redact(envelope.event, viewer), Stub)
    }


def _ends(entries: Sequence[Entry]) -> frozenset[int]:
    """As a file says; in a feed an actor stands on the first event of each commit.

    A secret act is a stub there, and is taken for a commit of its own.
    """
    if "commit_end" in entries[-1]:
        return frozenset(entry["commit_end"] for entry in entries)
    begins = (e["position"] for e in entries if "type" not in e or e["actor"] is not None)
    return frozenset((*(position - 1 for position in begins), len(entries)))


def from_service(client: Client, game_id: str, as_whom: str | None) -> Recorded:
    """The feed of a running service; raises `Problem`, `NoAnswer`, `CodecError`."""
    viewer = client.table(game_id, as_whom=as_whom)["viewer"]
    entries = list(client.feed(game_id, as_whom))
    game = registry.game(entries[0]["data"]["ruleset"])
    return Recorded(
        game_id=game_id,
        game=game,
        viewer=parse(viewer),
        entries=entries,
        events=[_event(game, entry) for entry in entries],
        declared={},
        ends=_ends(entries),
    )


def _event(game: Game[Any], entry: Entry) -> Event | Stub:
    if "type" not in entry:
        return STUB
    return event_of(game, entry["type"], entry["version"], entry["data"])
