"""How the course of a game folds: one function per event of the kernel. No rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.chance import DiceRequested, DiceRolled, Drawn, DrawRequested
from rules.kernel.course import (
    AnsweredBeforehand,
    AuditorLooked,
    Course,
    GameAbandoned,
    GameFinished,
    GameStarted,
    OpenStage,
    Request,
    SeatTaken,
    SecretsRevealed,
    StageClosed,
    StageCompleted,
    StageExpired,
    StageOpened,
)
from rules.kernel.frozen import but, putter, row
from rules.kernel.identifiers import StageNumber
from rules.kernel.messages import Event
from rules.kernel.sandbox import PositionGiven
from rules.kernel.seat_folds import SEAT_FOLDS, answered, missing

_at_stage = putter("stage")
_FRESH = OpenStage(StageNumber(0), "", None)[4:]
"""What else is true of a stage that has just opened."""


def _seat_taken(course: Course, event: SeatTaken) -> Course:
    names = tuple(event.name if i == event.seat else name for i, name in enumerate(course.names))
    return but(course, names=names)


def _game_started(course: Course, event: GameStarted) -> Course:
    return but(course, status="running", names=course.names[: event.seats])


def _stage_opened(course: Course, event: StageOpened) -> Course:
    opened = row(OpenStage, event.number, event.name, event.lasts_s, event.seats, *_FRESH)
    return _at_stage(course, opened)


def _stage_completed(course: Course, event: StageCompleted) -> Course:
    return but(course, stage=but(course.stage, grace_s=event.grace_s))


def _answered_beforehand(course: Course, event: AnsweredBeforehand) -> Course:
    before = course.standing.get(event.seat, frozenset())
    name = frozenset({event.stage_name})
    after = before | name if event.silent else before - name
    return but(course, standing={**course.standing, event.seat: after})


def _stage_expired(course: Course, event: StageExpired) -> Course:
    stage = but(course.stage, expired=True, silent=event.silent)
    return missing(but(course, stage=stage), event.silent)


def _dice_requested(course: Course, event: DiceRequested) -> Course:
    asked = Request(
        number=event.request, kind="dice", purpose=event.purpose, seat=event.seat, dice=event.dice
    )
    return but(course, requests=(*course.requests, asked), asked=event.request)


def _draw_requested(course: Course, event: DrawRequested) -> Course:
    asked = Request(number=event.request, kind="draw", purpose=event.purpose, seat=event.seat)
    return but(course, requests=(*course.requests, asked), asked=event.request)


def _answered(course: Course, event: DiceRolled | Drawn) -> Course:
    left = tuple(r for r in course.requests if r.number != event.request)
    if not isinstance(event, DiceRolled):
        return but(course, requests=left)
    script = course.script[len(event.faces) :]
    rolls = course.rolls + (event.link is not None)
    return but(course, requests=left, rolls=rolls, script=script)


COURSE_EVOLVERS: Mapping[type[Event], Callable[[Course, Any], Course]] = {
    PositionGiven: lambda course, event: but(course, position=event.position),
    SeatTaken: _seat_taken,
    GameStarted: _game_started,
    GameAbandoned: lambda course, _: but(course, status="abandoned"),
    StageOpened: _stage_opened,
    StageCompleted: _stage_completed,
    AnsweredBeforehand: _answered_beforehand,
    AuditorLooked: lambda course, event: but(course, looked=event.stage),
    StageExpired: _stage_expired,
    StageClosed: lambda course, _: _at_stage(answered(course), None),
    GameFinished: lambda course, _: but(course, status="finished"),
    SecretsRevealed: lambda course, _: course,
    DiceRequested: _dice_requested,
    DiceRolled: _answered,
    DrawRequested: _draw_requested,
    Drawn: _answered,
    **SEAT_FOLDS,
}
"""Which function folds which of the kernel's events; `GameCreated` begins the game itself."""
