"""A game to be told again: from a file, or from the feed of a running service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bots.client import Client
from events import gamefile
from events.envelope import GENESIS
from events.gamefile import GameFile
from events.upcasting import event_of
from projections import feed
from projections.checkpoints import View
from projections.table import Table, written
from projections.viewer import NoSuchViewer, parse, spell
from rules import registry
from rules.kernel.course import GameCreated, StageOpened
from rules.kernel.decider import fold
from rules.kernel.game import Game
from rules.kernel.identifiers import AUDITOR, Viewer
from rules.kernel.messages import Event
from rules.kernel.visibility import STUB, Stub, redact

Entry = dict[str, Any]


class NotInFile(ValueError):
    """The file does not hold what was asked for; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One viewer's game: his feed, and the same as events in today's shape.

    declared: by the position of a commit's first event, what was declared; where the viewer may
    know. ends: the last position of each commit.
    """

    game_id: str
    game: Game[Any]
    viewer: Viewer
    entries: Sequence[Entry] = field(repr=False)
    events: Sequence[Event | Stub] = field(repr=False)
    declared: dict[int, dict[str, Any]] = field(repr=False)
    ends: frozenset[int] = field(repr=False)

    def table(self, at: int) -> Table:
        """The table right after a position, as the service answers it. Raises `NotInFile`."""
        if not 1 <= at <= len(self.entries):
            raise NotInFile(f"There is no position {at}; the game has 1 to {len(self.entries)}.")
        return written(self.game_id, self.game, self.viewer, self._view(at))

    def _view(self, at: int) -> View:
        created, opened_at = None, None
        for entry, event in zip(self.entries[:at], self.events, strict=False):
            if isinstance(event, GameCreated):
                created = event
            elif isinstance(event, StageOpened):
                opened_at = entry["recorded_at"]
        return View(
            position=at,
            hash=self.entries[at - 1]["hash"] if at else GENESIS,
            state=fold(self.game, self.events[:at]).state,
            created=created,
            opened_at=opened_at,
            settled=at in self.ends,
        )

    def written(self) -> dict[str, Any]:
        """The whole of it as JSON data."""
        return {
            "game": self.game_id,
            "ruleset": self.game.id,
            "viewer": spell(self.viewer),
            "events": [
                {**entry, "declared": self.declared[entry["position"]]}
                if entry["position"] in self.declared
                else entry
                for entry in self.entries
            ],
        }


def from_file(path: Path, as_whom: str | None) -> Recorded:
    """The game of a file, as its viewer or (whole files) as anybody.

    Raises `GameFileBroken`, `ChainBroken`, `UnknownRuleset`, `NotInFile`, `NoSuchViewer`.
    """
    with path.open("rb") as lines:
        found = gamefile.read(lines)
    viewer = parse(found.viewer if as_whom is None else as_whom)
    if found.is_whole:
        return _from_whole(found, viewer)
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
    )


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
        declared={e.position: e.command for e in envelopes if e.command and viewer == AUDITOR},
        ends=frozenset(envelope.commit_end for envelope in envelopes),
    )


def _ends(entries: Sequence[Entry]) -> frozenset[int]:
    """An actor stands on the first event of each commit; an act that is secret is a stub."""
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
