"""Before the game: sitting down and starting. The lobby is the first stage of every game.

A game begins by itself when its last seat is taken, or earlier by its host when enough are there;
one that nobody starts in time is abandoned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.kernel import names
from rules.kernel.choices import Accept, Text
from rules.kernel.course import (
    Course,
    GameAbandoned,
    GameStarted,
    HasCourse,
    SeatTaken,
)
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, command
from rules.kernel.rejections import (
    GameFull,
    GameStartedAlready,
    NameTaken,
    NotRunning,
    OutOfChoice,
    TooFewPlayers,
)
from rules.kernel.stages import Events

LOBBY = "lobby"
NAME_LENGTH = 40
PLAYER_NAME = Text(at_most=NAME_LENGTH)


@command("take_seat")
class TakeSeat(Command):
    """Somebody sits down at the next free place."""

    name: str


@command("start_game")
class StartGame(Command):
    """The host begins with those who are there."""


def take_seat(state: HasCourse, order: TakeSeat) -> Events:
    """The next free seat clockwise goes to the player; names at one table differ."""
    course = state.course
    _check_lobby(course)
    if None not in course.names:
        raise GameFull(f"all {course.seats} seats are taken")
    name = checked_name(order.name, course.names)
    return (SeatTaken(seat=Seat(course.names.index(None)), name=name),)


def checked_name(wanted: str, others: Iterable[str | None]) -> str:
    """The name under which somebody sits down; raises a `Rejection` where nobody may have it."""
    if not PLAYER_NAME.contains(wanted):
        raise OutOfChoice(f"name: {PLAYER_NAME.objection(wanted)}", field="name")
    if (objection := names.objection(wanted)) is not None:
        raise OutOfChoice(f"name: {objection}", field="name")
    name, alike = wanted.strip(), names.skeleton(wanted)
    for taken in others:
        if taken is not None and names.skeleton(taken) == alike:
            raise NameTaken(f"{name} cannot be told from {taken}, who sits at this table")
    return name


def _check_lobby(course: Course) -> None:
    if course.status == "abandoned":
        raise NotRunning("the game was abandoned")
    if course.status == "voided":
        raise NotRunning("the game was voided")
    if course.status != "lobby":
        over = " and is over" if course.status == "finished" else ""
        raise GameStartedAlready(f"the game has started{over}")


def start_game(state: HasCourse, least: int) -> Events:
    """The game begins with the seats that are taken, if they are enough."""
    course = state.course
    _check_lobby(course)
    taken = sum(name is not None for name in course.names)
    if taken < least:
        raise TooFewPlayers(f"{taken} players sit at the table, {least} are needed")
    return (GameStarted(seats=taken),)


class Lobby:
    """The stage in which players sit down. It waits for no seat."""

    NAME = LOBBY
    COMMANDS: tuple[type[Command], ...] = ()

    def duration(self, state: HasCourse) -> int | None:
        return state.course.durations[LOBBY]

    def active(self, state: HasCourse) -> tuple[Seat, ...]:
        return ()

    def open(self, state: HasCourse) -> Events:
        return ()

    def accepts(self, state: HasCourse, seat: Seat) -> tuple[Accept, ...]:
        return ()

    def decide(self, state: HasCourse, seat: Seat, command: Any) -> Events:
        raise AssertionError("no seat is asked anything in the lobby")

    def is_over(self, state: HasCourse) -> bool:
        return state.course.status != "lobby" or None not in state.course.names

    def close(self, state: HasCourse) -> Events:
        if state.course.status != "lobby":
            return ()
        return (GameStarted(seats=state.course.seats),)

    def expire(self, state: HasCourse) -> Events:
        return (GameAbandoned(),)


LOBBY_STAGE = Lobby()
