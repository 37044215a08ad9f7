"""Standing answers: a seat says beforehand that it stays silent in stages of one name.

Once such a stage waits only for seats that have said so, what silence means counts at once; nobody
else learns that the answer was given beforehand. Whoever wants to speak revokes it, or declares
while the stage still waits for others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.choices import YES_OR_NO, Accept, OneOf
from rules.kernel.course import AnsweredBeforehand, Course, HasCourse
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, command
from rules.kernel.stages import Events


@command("answer_beforehand")
class AnswerBeforehand(Command):
    """In every stage of this name stay silent (`true`), or be asked again (`false`)."""

    stage_name: str
    silent: bool


class StandingAnswers:
    """Any seat that may answer at all, for the stages that allow it."""

    COMMANDS: tuple[type[Command], ...] = (AnswerBeforehand,)

    def __init__(
        self, stages: tuple[str, ...], may: Callable[[Any, Seat], bool], rule: str | None = None
    ) -> None:
        choices = {"stage_name": OneOf(values=stages), "silent": YES_OR_NO}
        self._accepts = (Accept(command=AnswerBeforehand, choices=choices, rule=rule),)
        self._may = may

    def accepts(self, state: HasCourse, seat: Seat) -> tuple[Accept, ...]:
        return self._accepts if self._may(state, seat) else ()

    def decide(self, state: HasCourse, seat: Seat, order: AnswerBeforehand) -> Events:
        return (
            AnsweredBeforehand(seat=seat, stage_name=order.stage_name, silent=order.silent),
        )


def all_silent(course: Course, seats: tuple[Seat, ...], stage_name: str) -> bool:
    """Whether there are seats to wait for, and each has said beforehand that it stays silent."""
    silent = (stage_name in course.standing.get(seat, frozenset()) for seat in seats)
    return bool(seats) and all(silent)
