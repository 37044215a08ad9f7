"""An auditor's look at what players may not see is told to all of them, once per stage, and first.

A look that cannot be noted is not granted. While a game waits between two stages nothing can be
noted; the next stage opens as soon as chance is supplied.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from events import log
from events.standing import Standing
from rules.kernel.course import NoteLook
from rules.kernel.identifiers import ANYBODY, Viewer
from rules.kernel.rejections import Rejection
from service.auth import Caller
from service.errors import LookNotNoted

if TYPE_CHECKING:
    from service.wiring import Wiring

TRIES = 20
PAUSE_S = 0.05

T = TypeVar("T")

PROBLEMS = (LookNotNoted, log.Halted, log.Busy)
"""What a call may meet that an auditor can look with."""


def discloses(asking: Caller, viewer: Viewer) -> bool:
    """Whether the players are to be told: an auditor who merely looks as anybody tells nothing."""
    return asking.role == "auditor" and viewer != ANYBODY


def before(
    parts: Wiring, game_id: str, standing: Standing, asking: Caller, viewer: Viewer
) -> Standing:
    """Where the game stands once the look is noted, if there is one to note."""
    if not discloses(asking, viewer) or _is_noted(standing):
        return standing
    return noted(parts, game_id)


def shown(
    parts: Wiring, game_id: str, asking: Caller, viewer: Viewer, read: Callable[[], T]
) -> T:
    """What `read` gives, the look noted in the last stage that it tells of."""
    if not discloses(asking, viewer):
        return read()
    standing = noted(parts, game_id)
    while True:
        found = read()
        after = noted(parts, game_id)
        if after.head.stage == standing.head.stage:
            return found
        standing = after


def _is_noted(standing: Standing) -> bool:
    """Whether a look needs no event: there is one in this stage, or the game does not go on."""
    course = standing.state.course
    if standing.head.imported is not None or course.status != "running":
        return True
    return course.stage is not None and course.looked == course.stage.number


def noted(parts: Wiring, game_id: str) -> Standing:
    """Where the game stands, a look noted in the open stage while it runs.

    Raises `LookNotNoted` and the `LogError`s of a commit.
    """
    for _ in range(TRIES):
        standing = parts.commits.now(game_id)
        course = standing.state.course
        if _is_noted(standing):
            return standing
        if course.stage is None:
            time.sleep(PAUSE_S)
        else:
            with suppress(Rejection):  # the stage closed, or somebody else was noted, meanwhile
                parts.commits.system(game_id, NoteLook(stage=course.stage.number))
    raise LookNotNoted("the game is between two stages, where an auditor's look cannot be noted")
