"""Rulings: what the host, the auditor or the seats together order about the course of a game.

Each is one `RulingMade`, followed by what it did. Who may order what is in `authority.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from rules.kernel.attendance import BotKind
from rules.kernel.identifiers import Seat, StageNumber
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT

RulingType = Literal["pause", "resume", "extend", "replace", "void"]
Author = Literal["host", "auditor", "seats"]
Replacement = Literal["player", "bot"]


class Proposal(NamedTuple):
    """What seats order together: the same ruling, whatever reason each of them gives."""

    type: RulingType
    seat: Seat | None = None
    by: Replacement | None = None
    bot: BotKind | None = None


class Rulings(NamedTuple):
    """`paused`: whether the clock stands. `supports`: who wants which ruling; all of it public."""

    paused: bool = False
    supports: Mapping[Proposal, frozenset[Seat]] = MappingProxyType({})


@command("pause_game")
class PauseGame(Command):
    """Stop the clock."""

    reason: str


@command("resume_game")
class ResumeGame(Command):
    """Let the clock go on with the time that was left."""

    reason: str


@command("extend_stage")
class ExtendStage(Command):
    """Give the open stage more time."""

    seconds: int
    reason: str


@command("replace_seat")
class ReplaceSeat(Command):
    """Take the seat from its player; `bot` says which one where a bot is to play it."""

    seat: Seat
    by: Replacement
    bot: BotKind | None
    reason: str


@command("void_game")
class VoidGame(Command):
    """End the game without a result."""

    reason: str


Ruling = PauseGame | ResumeGame | ExtendStage | ReplaceSeat | VoidGame
RULINGS: tuple[type[Command], ...] = (PauseGame, ResumeGame, ExtendStage, ReplaceSeat, VoidGame)


@event("ruling_supported")
class RulingSupported(Event):
    """A seat wants this ruling; it takes effect once nobody is `missing`."""

    supporter: Annotated[Seat, PUBLIC]
    type: Annotated[RulingType, PUBLIC]
    seat: Annotated[Seat | None, PUBLIC]
    by: Annotated[Replacement | None, PUBLIC]
    bot: Annotated[BotKind | None, PUBLIC]
    reason: Annotated[str, PUBLIC_TEXT]
    missing: Annotated[tuple[Seat, ...], PUBLIC]


@event("ruling_made")
class RulingMade(Event):
    """The ruling, by whom, and why; what it did follows. `supporters`: where seats made it."""

    author: Annotated[Author, PUBLIC]
    supporters: Annotated[tuple[Seat, ...], PUBLIC]
    type: Annotated[RulingType, PUBLIC]
    seat: Annotated[Seat | None, PUBLIC]
    by: Annotated[Replacement | None, PUBLIC]
    bot: Annotated[BotKind | None, PUBLIC]
    seconds: Annotated[int | None, PUBLIC]
    reason: Annotated[str, PUBLIC_TEXT]


@event("game_paused")
class GamePaused(Event):
    """The clock stands; what was left of the open stage's time is kept."""


@event("game_resumed")
class GameResumed(Event):
    """The clock goes on."""


@event("stage_extended")
class StageExtended(Event):
    """The open stage lasts so many seconds longer; `extended_s` is all that it was given."""

    number: Annotated[StageNumber, PUBLIC]
    seconds: Annotated[int, PUBLIC]
    extended_s: Annotated[int, PUBLIC]


@event("game_voided")
class GameVoided(Event):
    """The game is over without a result; its secrets are revealed as at the end."""
