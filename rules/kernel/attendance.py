"""Who is there: seats marked absent, seats that wait for a new player, seats that a bot plays.

Only what happened and what is known of it; when a seat counts as absent is in `absence.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from rules.kernel.identifiers import Seat, StageNumber
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT

BotKind = Literal["random", "sly"]
"""The bots that the service can put on a seat."""

NONE: Mapping[Any, Any] = MappingProxyType({})


class Attendance(NamedTuple):
    """All of it public.

    missed: how many stages in a row expired on each seat. absent: the seats marked so. vacant:
    seats whose player was replaced and that nobody has claimed. bots: which bot plays which seat.
    tenures: how often each seat was handed over; a token is good for one tenure.
    """

    missed: Mapping[Seat, int] = NONE
    absent: frozenset[Seat] = frozenset()
    vacant: frozenset[Seat] = frozenset()
    bots: Mapping[Seat, BotKind] = NONE
    tenures: Mapping[Seat, int] = NONE

    @property
    def away(self) -> frozenset[Seat]:
        """The seats that nobody sits at, as far as anybody can tell."""
        return self.absent | self.vacant


@command("note_return")
class NoteReturn(Command):
    """The service says that a seat marked absent has declared something."""

    seat: Seat


@command("take_over_seat")
class TakeOverSeat(Command):
    """Somebody claims a seat that was opened; `tenure` is the one that the claim was given for."""

    seat: Seat
    name: str
    tenure: int


@event("seat_marked_absent")
class SeatMarkedAbsent(Event):
    """So many stages in a row expired on the seat."""

    seat: Annotated[Seat, PUBLIC]
    missed: Annotated[int, PUBLIC]


@event("seat_returned")
class SeatReturned(Event):
    """A seat marked absent declared something; what it was follows, or was refused."""

    seat: Annotated[Seat, PUBLIC]


@event("stage_paced")
class StagePaced(Event):
    """The open stage now lasts so many seconds, counted from its opening."""

    number: Annotated[StageNumber, PUBLIC]
    lasts_s: Annotated[int, PUBLIC]


@event("seat_opened")
class SeatOpened(Event):
    """The seat's player is out; whoever has the claim may sit down."""

    seat: Annotated[Seat, PUBLIC]
    tenure: Annotated[int, PUBLIC]


@event("seat_taken_over")
class SeatTakenOver(Event):
    """A new player sits at a seat that was opened."""

    seat: Annotated[Seat, PUBLIC]
    name: Annotated[str, PUBLIC_TEXT]
    tenure: Annotated[int, PUBLIC]


@event("seat_given_to_bot")
class SeatGivenToBot(Event):
    """A bot plays the seat from now on."""

    seat: Annotated[Seat, PUBLIC]
    bot: Annotated[BotKind, PUBLIC]
    tenure: Annotated[int, PUBLIC]
