"""What a game package exports: one `Game` value, all of it data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from rules.kernel import absence
from rules.kernel.attendance import NoteReturn, TakeOverSeat
from rules.kernel.chance import SupplyChance
from rules.kernel.course import (
    Course,
    CreateGame,
    ExpireStage,
    GameCreated,
    NoteLook,
    Request,
    RevealSecrets,
    S,
    begun,
)
from rules.kernel.course_folds import COURSE_EVOLVERS
from rules.kernel.frozen import putter
from rules.kernel.identifiers import Seat
from rules.kernel.laws import Law, Laws
from rules.kernel.lobby import StartGame, TakeSeat
from rules.kernel.messages import Command, Event
from rules.kernel.options import Option
from rules.kernel.picture import Picture
from rules.kernel.report import Report
from rules.kernel.rulings import RULINGS
from rules.kernel.sandbox import Sandbox
from rules.kernel.stages import Events, Interrupt, Stage
from rules.kernel.visibility import Stub

KERNEL_COMMANDS: tuple[type[Command], ...] = (
    CreateGame,
    TakeSeat,
    StartGame,
    ExpireStage,
    NoteLook,
    SupplyChance,
    RevealSecrets,
    NoteReturn,
    TakeOverSeat,
    *RULINGS,
)
KERNEL_EVENTS: tuple[type[Event], ...] = (GameCreated, *COURSE_EVOLVERS)

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

KERNEL_UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("game_created", 1): lambda fields: {**fields, "sandbox": False},
    ("stage_expired", 1): lambda fields: {**fields, "silent": []},
}
"""(event type, old version) -> its fields one version newer, of the kernel's events."""


_on = putter("course")
"""The state with its course moved on."""


def _any_table() -> dict[str, Any]:
    return {"type": "object"}


def _always(state: Any, seat: Seat, stage_name: str) -> bool:
    return True


def _no_reason(state: Any, seat: Seat, command: Command) -> tuple[str, str] | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One released or draft ruleset of a game.

    begin: the state right after `GameCreated`.
    follow: the stage that comes next, or None when the game is over.
    finish: the game's last events.
    chance: purpose -> what follows from the supply: a `Source` for a draw, the faces for dice.
    table: state -> the documented table, JSON data as it stands.
    table_schema: the JSON Schema of what `table` gives.
    report: begins a new report of what happens in one game, for who reads it again.
    picture: state -> its board with the pieces, for a game that has one; public facts only.
    invariants: name -> law: a sentence when broken, None when it holds.
    rule_of_turns: the id of the rule that nobody speaks out of turn.
    still_stands: whether a silence chosen beforehand holds for this seat now, in this stage.
    upcasters: (event type, old version) -> its fields one version newer; the kernel has its own.
    sandbox: how it begins from a given position; None where it cannot.
    speech: the commands that are taken while the game is paused.
    why_not: the rule, and a sentence, for which a seat's command is not taken now, if one says so.
    ruling_ids: type of ruling -> the id of the rule that a refusal of it cites.
    """

    id: str
    title: str
    draft: bool
    least_seats: int
    most_seats: int
    begin: Callable[[Course, GameCreated], S]
    stages: tuple[Stage[S], ...]
    interrupts: tuple[Interrupt[S], ...]
    follow: Callable[[S], str | None]
    finish: Callable[[S], Events]
    evolvers: Mapping[type[Event], Callable[[S, Any], S]]
    chance: Mapping[str, Callable[[S, Request, Any], Events]]
    table: Callable[[S], dict[str, Any]]
    invariants: Mapping[str, Law[S]]
    options: tuple[Option, ...]
    durations: Mapping[str, Mapping[str, int]]
    about: Callable[[], dict[str, Any]]
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    rule_of_turns: str | None = None
    table_schema: Callable[[], dict[str, Any]] = _any_table
    picture: Callable[[S], Picture] | None = None
    report: Callable[[], Report] | None = None
    sandbox: Sandbox | None = None
    still_stands: Callable[[S, Seat, str], bool] = _always
    speech: tuple[type[Command], ...] = ()
    why_not: Callable[[S, Seat, Command], tuple[str, str] | None] = _no_reason
    ruling_ids: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Every game has the options of absence, in its own words or in the kernel's."""
        object.__setattr__(self, "options", absence.with_own(self.options))

    @cached_property
    def events(self) -> dict[str, type[Event]]:
        """Every event of the game by its stored name."""
        return {e.TYPE: e for e in (*KERNEL_EVENTS, *self.evolvers)}

    @cached_property
    def folds(self) -> dict[type[Any], Callable[[Any, Any], Any]]:
        """How each event is folded: the kernel's part first, then the game's own. A stub is not."""
        return {Stub: lambda state, _: state} | {e: self._fold(e) for e in self.events.values()}

    def _fold(self, kind: type[Event]) -> Callable[[Any, Any], Any]:
        if kind is GameCreated:
            return lambda _, created: self.begin(begun(created), created)
        move, own = COURSE_EVOLVERS.get(kind), self.evolvers.get(kind)
        if move is None:
            return own or (lambda state, _: state)
        if own is None:
            return lambda state, event: _on(state, move(state.course, event))
        return lambda state, event: own(_on(state, move(state.course, event)), event)

    @cached_property
    def declarations(self) -> dict[str, type[Command]]:
        """Every command that a seat may give, by its stored name."""
        rooms = (*self.stages, *self.interrupts)
        return {c.TYPE: c for room in rooms for c in room.COMMANDS}

    @cached_property
    def commands(self) -> dict[str, type[Command]]:
        """Every command of the game by its stored name."""
        return {c.TYPE: c for c in KERNEL_COMMANDS} | self.declarations

    @cached_property
    def laws(self) -> Laws[S]:
        """The invariants, as they are asked."""
        return Laws(self.invariants)

    @cached_property
    def stage_named(self) -> dict[str, Stage[S]]:
        """The game's stages by name."""
        return {stage.NAME: stage for stage in self.stages}

    @cached_property
    def interrupting(self) -> dict[type[Command], Interrupt[S]]:
        """Which interrupt takes which command."""
        return {c: interrupt for interrupt in self.interrupts for c in interrupt.COMMANDS}
