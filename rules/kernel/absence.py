"""Absence: when a seat is marked, how long stages wait for the absent, and who takes a seat over.

All of it follows from what everybody knows, so that nothing here can tell a secret.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.kernel.attendance import (
    NoteReturn,
    SeatMarkedAbsent,
    SeatReturned,
    SeatTakenOver,
    StagePaced,
    TakeOverSeat,
)
from rules.kernel.course import Course, HasCourse
from rules.kernel.identifiers import Seat
from rules.kernel.lobby import checked_name
from rules.kernel.options import Option
from rules.kernel.rejections import NotNow, NotRunning, SeatNotOpen
from rules.kernel.stages import Events, Stage

ABSENT_AFTER = Option(
    name="absent_after",
    default=3,
    least=1,
    most=20,
    meaning="stages in a row that expire on a seat before it is marked absent",
)
ABSENT_S = Option(
    name="absent_s",
    default=60,
    least=1,
    most=7 * 86400,
    meaning="seconds that a stage lasts at most while it waits for absent seats alone",
)
OPTIONS = (ABSENT_AFTER, ABSENT_S)
"""What every game has; games made before there were these options mark nobody."""


def with_own(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options of a game and those that every game has, unless it words them itself."""
    named = {option.name for option in options}
    return (*options, *(option for option in OPTIONS if option.name not in named))


def marks(course: Course, silent: Collection[Seat]) -> Events:
    """The seats on which so many stages in a row have now expired are marked, once."""
    least = course.options.get(ABSENT_AFTER.name)
    there = course.attendance
    if least is None:
        return ()
    return tuple(
        SeatMarkedAbsent(seat=seat, missed=there.missed[seat])
        for seat in silent
        if there.missed[seat] >= least and seat not in there.away
    )


def lasting(stage: Stage[Any], state: HasCourse) -> int | None:
    """Seconds that the stage lasts: its own, or fewer while it waits for absent seats alone."""
    full, away = stage.duration(state), state.course.attendance.away
    if full is None or not away:
        return full
    waiting = stage.active(state)
    if not waiting or not away.issuperset(waiting):
        return full
    return min(full, int(state.course.options.get(ABSENT_S.name, ABSENT_S.default)))


def paced(stage: Stage[Any], state: HasCourse) -> Events:
    """The open stage is told that it lasts longer or shorter now, if it does."""
    opened = state.course.stage
    if opened is None or opened.lasts_s is None:
        return ()
    lasts_s = lasting(stage, state)
    if lasts_s is None or lasts_s == opened.lasts_s:
        return ()
    return (StagePaced(number=opened.number, lasts_s=lasts_s),)


def returned(state: HasCourse, order: NoteReturn) -> Events:
    """A seat marked absent is so no longer, and begins to count anew."""
    if state.course.status != "running" or order.seat not in state.course.attendance.absent:
        raise NotNow(f"seat {order.seat} is not marked absent")
    return (SeatReturned(seat=order.seat),)


def taken_over(state: HasCourse, order: TakeOverSeat) -> Events:
    """Whoever has the claim sits down, under a name that nobody else at the table has."""
    course = state.course
    if course.status != "running":
        raise NotRunning("seats are handed over while the game runs")
    there = course.attendance
    if order.seat not in there.vacant or there.tenures.get(order.seat) != order.tenure:
        raise SeatNotOpen(f"seat {order.seat} is not open to this claim")
    others = [name for seat, name in enumerate(course.names) if seat != order.seat]
    name = checked_name(order.name, others)
    return (SeatTakenOver(seat=order.seat, name=name, tenure=order.tenure),)
