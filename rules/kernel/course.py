"""Where a game stands: its status, its players, the open stage and the open requests for chance.

Every game's state has one `course`; the events here move it. What the game is about is not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from rules.kernel.attendance import Attendance
from rules.kernel.chance import RequestKind
from rules.kernel.document import Document
from rules.kernel.identifiers import RequestNumber, Seat, StageNumber
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.options import OptionValue
from rules.kernel.rulings import Rulings
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT, only_to

Status = Literal["lobby", "running", "finished", "abandoned", "voided"]
ENDED: tuple[Status, ...] = ("finished", "abandoned", "voided")


class OpenStage(NamedTuple):
    """The stage that is open. `lasts_s` is None where it waits for chance alone.

    `seats` are those it opened for; who is still waited for is the stage's own `active`. `grace_s`
    is set once it waits for nobody and is held open for interrupts. `silent` are the seats on which
    it expired, `extended_s` what rulings gave it beyond `lasts_s`.
    """

    number: StageNumber
    name: str
    lasts_s: int | None
    seats: tuple[Seat, ...] = ()
    grace_s: int | None = None
    expired: bool = False
    silent: tuple[Seat, ...] = ()
    extended_s: int = 0


class Request(NamedTuple):
    """A request for chance that nobody has answered yet."""

    number: RequestNumber
    kind: RequestKind
    purpose: str
    seat: Seat | None
    dice: int = 0


@cache
def _around(seats: int, first: int) -> tuple[Seat, ...]:
    return tuple(Seat((first + i) % seats) for i in range(seats))


class Course(NamedTuple):
    """The part of the state that every game shares.

    `position`: what a sandbox is to begin from; `script`: the faces of the next dice.
    """

    ruleset: str
    status: Status
    names: tuple[str | None, ...]
    options: Mapping[str, Any]
    durations: Mapping[str, int]
    stage: OpenStage | None = None
    requests: tuple[Request, ...] = ()
    standing: Mapping[Seat, frozenset[str]] = MappingProxyType({})
    looked: StageNumber | None = None
    asked: int = 0
    rolls: int = 0
    sandbox: bool = False
    position: Document | None = None
    script: tuple[int, ...] = ()
    attendance: Attendance = Attendance()
    rulings: Rulings = Rulings()

    @property
    def seats(self) -> int:
        """How many places the table has."""
        return len(self.names)

    def clockwise_from(self, seat: int) -> tuple[Seat, ...]:
        """Every seat once, clockwise, beginning with `seat`."""
        return _around(self.seats, seat)


class HasCourse(Protocol):
    """The state of any game."""

    @property
    def course(self) -> Course: ...


S = TypeVar("S", bound=HasCourse)


@command("create_game")
class CreateGame(Command):
    """The first command of every game; options and durations are resolved before it is given."""

    ruleset: str
    seats: int
    options: Mapping[str, OptionValue]
    durations: Mapping[str, int]
    spectators: Literal["open", "closed"]
    listed: bool
    auditor: bool
    dice_anchor: str
    draw_commitment: str
    sandbox: Document | None = None


@event("game_created", version=2)
class GameCreated(Event):
    """The game exists. The two commitments bind the service to its dice and draws to come."""

    ruleset: Annotated[str, PUBLIC]
    seats: Annotated[int, PUBLIC]
    options: Annotated[Mapping[str, OptionValue], PUBLIC]
    durations: Annotated[Mapping[str, int], PUBLIC]
    spectators: Annotated[Literal["open", "closed"], PUBLIC]
    listed: Annotated[bool, PUBLIC]
    auditor: Annotated[bool, PUBLIC]
    dice_anchor: Annotated[str, PUBLIC]
    draw_commitment: Annotated[str, PUBLIC]
    sandbox: Annotated[bool, PUBLIC] = False


@event("seat_taken")
class SeatTaken(Event):
    """A player sat down."""

    seat: Annotated[Seat, PUBLIC]
    name: Annotated[str, PUBLIC_TEXT]


@event("game_started")
class GameStarted(Event):
    """The table is closed to newcomers; seats nobody took are gone."""

    seats: Annotated[int, PUBLIC]


@event("game_abandoned")
class GameAbandoned(Event):
    """Nobody started the game in time."""


@event("stage_opened")
class StageOpened(Event):
    """A stage began, for these seats. Its number is this event's position."""

    number: Annotated[StageNumber, PUBLIC]
    name: Annotated[str, PUBLIC]
    lasts_s: Annotated[int | None, PUBLIC]
    seats: Annotated[tuple[Seat, ...], PUBLIC] = ()


@event("stage_completed")
class StageCompleted(Event):
    """The stage waits for nobody any more; it stays open that much longer for interrupts."""

    number: Annotated[StageNumber, PUBLIC]
    grace_s: Annotated[int, PUBLIC]


@event("answered_beforehand", seen_by=only_to("seat"))
class AnsweredBeforehand(Event):
    """A seat left, or revoked, a standing answer: silence in stages of this name."""

    seat: Annotated[Seat, PUBLIC]
    stage_name: Annotated[str, PUBLIC]
    silent: Annotated[bool, PUBLIC]


@event("stage_expired", version=2)
class StageExpired(Event):
    """The stage's time ran out; what it meant that these seats were silent follows."""

    number: Annotated[StageNumber, PUBLIC]
    silent: Annotated[tuple[Seat, ...], PUBLIC] = ()


@event("stage_closed")
class StageClosed(Event):
    """The stage is over."""

    number: Annotated[StageNumber, PUBLIC]


@event("game_finished")
class GameFinished(Event):
    """The game is over; nothing but the revelation of its secrets follows."""


@command("expire_stage")
class ExpireStage(Command):
    """The service says that the stage's time has run out."""

    stage: StageNumber


@command("note_look")
class NoteLook(Command):
    """The service says that an auditor is about to look at what players may not see."""

    stage: StageNumber | None


@event("auditor_looked")
class AuditorLooked(Event):
    """An auditor looked at secrets while this stage was open; said once per stage, to all."""

    stage: Annotated[StageNumber | None, PUBLIC]


@command("reveal_secrets")
class RevealSecrets(Command):
    """The service lays open what its proofs were made with (hex)."""

    salt_secret: str
    draw_secret: str


@event("secrets_revealed")
class SecretsRevealed(Event):
    """With these, anybody checks every commitment and every draw of the game."""

    salt_secret: Annotated[str, PUBLIC]
    draw_secret: Annotated[str, PUBLIC]


def begun(created: GameCreated) -> Course:
    """The course of a game that has just been created."""
    return Course(
        ruleset=created.ruleset,
        status="lobby",
        names=(None,) * created.seats,
        options=created.options,
        durations=created.durations,
        sandbox=created.sandbox,
    )
