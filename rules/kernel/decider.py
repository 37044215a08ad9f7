"""The gate and the loop: what a command leads to, and how events become a state.

`decide` judges one command on one state and returns the events, settled: finished stages are
closed and the next ones opened until somebody, or chance, is waited for. `evolve` folds one event
and holds no rule. Both are pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NamedTuple

from rules.kernel.absence import lasting, marks, paced
from rules.kernel.administering import administered
from rules.kernel.chance import (
    DiceRequested,
    DiceRolled,
    Drawn,
    DrawRequested,
    Source,
    SupplyChance,
)
from rules.kernel.course import (
    ENDED,
    CreateGame,
    ExpireStage,
    GameCreated,
    GameFinished,
    OpenStage,
    S,
    StageClosed,
    StageCompleted,
    StageExpired,
    StageOpened,
)
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.gate import declared, open_stage
from rules.kernel.identifiers import RequestNumber, Seat, StageNumber, Viewer
from rules.kernel.lobby import LOBBY_STAGE
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import (
    GamePausedNow,
    NotNow,
    RequestAnswered,
    StageMoved,
)
from rules.kernel.rulings import RULINGS
from rules.kernel.sandbox import PositionGiven
from rules.kernel.stages import Stage
from rules.kernel.standing import all_silent
from rules.kernel.visibility import Stub, redact

MOST_TRANSITIONS = 50
MOST_SILENCES = 1000


class SettlesForEver(RuntimeError):
    """More than 50 stages closed in one commit: a fault in the sequence of the game."""


class Moment(NamedTuple, Generic[S]):
    """A state and the position after whose event it stands; at position 0 there is no state."""

    position: int
    state: S | None


def evolve(game: Game[S], state: S | None, event: Event | Stub) -> S | None:
    """The state after one more event. Total: it refuses nothing that was once written."""
    after: S | None = game.folds[type(event)](state, event)
    return after


def fold(
    game: Game[S], events: Iterable[Event | Stub], since: Moment[S] | None = None
) -> Moment[S]:
    """The moment after the events, each folded in order from `since` (or from nothing)."""
    position, state = since or (0, None)
    folds = game.folds
    for event in events:
        state = folds[type(event)](state, event)
        position += 1
    return Moment(position, state)


def view(game: Game[S], events: Iterable[Event], viewer: Viewer) -> Moment[S]:
    """The moment as far as the viewer knows it: the same fold over the redacted events."""
    return fold(game, (redact(event, viewer) for event in events))


def waiting_for(game: Game[S], state: S) -> tuple[Seat, ...]:
    """The seats that the open stage waits for; public."""
    stage = open_stage(game, state)
    if stage is None or state.course.stage is None or state.course.stage.expired:
        return ()
    return stage.active(state)


def is_over(game: Game[S], state: S) -> bool:
    """Whether the open stage waits for nobody any more; public."""
    stage, opened = open_stage(game, state), state.course.stage
    return opened is not None and stage is not None and (opened.expired or stage.is_over(state))


def duration(game: Game[S], state: S) -> int | None:
    """How long the open stage may last, in seconds; public."""
    stage = open_stage(game, state)
    return None if stage is None else stage.duration(state)


def decide(
    game: Game[S],
    before: Moment[S],
    actor: Any,
    command: Command,
    stage: StageNumber | None = None,
) -> tuple[tuple[Event, ...], Moment[S]]:
    """What the command leads to, settled; raises a `Rejection` and changes nothing otherwise.

    `actor` is a seat, or "host", "auditor", "joiner", "system" for the kernel's own commands.
    `stage` is the number of the stage that a seat meant.
    """
    writing = _Writing(game, before)
    if isinstance(command, CreateGame):
        writing.add(_created(game, command))
        _open(writing, LOBBY_STAGE)
        return writing.done()
    assert before.state is not None
    if isinstance(actor, int) and not isinstance(command, RULINGS):
        writing.add(declared(game, before.state, Seat(actor), command, stage))
    elif isinstance(command, SupplyChance):
        _supply(writing, command)
    elif isinstance(command, ExpireStage):
        _expire(writing, command)
    else:
        writing.add(administered(game, before.state, actor, command))
    _settle(writing)
    return writing.done()


class _Writing(Generic[S]):
    """The events of one commit as they come, and the state after each."""

    def __init__(self, game: Game[S], before: Moment[S]) -> None:
        self.game = game
        self.position = before.position
        self._state = before.state
        self._events: list[Event] = []

    @property
    def state(self) -> S:
        assert self._state is not None
        return self._state

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self.position += 1
            if isinstance(event, DiceRequested | DrawRequested):
                event = but(event, request=RequestNumber(self.state.course.asked + 1))
            self._state = evolve(self.game, self._state, event)
            self._events.append(event)

    def done(self) -> tuple[tuple[Event, ...], Moment[S]]:
        return tuple(self._events), Moment(self.position, self._state)


def _created(game: Game[Any], order: CreateGame) -> tuple[Event, ...]:
    """A sandbox's position is kept right after, sealed, until the start."""
    fields = {field.name: getattr(order, field.name) for field in order.FIELDS}
    position = fields.pop("sandbox")
    created = GameCreated(**fields, sandbox=position is not None)
    if position is None:
        return (created,)
    assert game.sandbox is not None, f"{game.id} begins from no position"
    return (created, PositionGiven(position=position))


def _supply(writing: _Writing[S], order: SupplyChance) -> None:
    """Chance for the oldest open request; a second supply finds it answered."""
    open_requests = writing.state.course.requests
    request = next((r for r in open_requests if r.number == order.request), None)
    if request is None:
        raise RequestAnswered(f"request {order.request} is not open")
    if request != open_requests[0]:
        raise NotNow(f"request {order.request} waits for request {open_requests[0].number}")
    source = Source(bytes.fromhex(order.seed))
    follow = writing.game.chance[request.purpose]
    if request.kind == "draw":
        writing.add((Drawn(request=request.number),))
        writing.add(follow(writing.state, request, source))
    else:
        written = writing.state.course.script[: request.dice]
        faces = (*written, *source.faces(request.dice - len(written)))
        link = None if written else order.link
        writing.add((DiceRolled(request=request.number, faces=faces, link=link),))
        writing.add(follow(writing.state, request, faces))


def _expire(writing: _Writing[S], order: ExpireStage) -> None:
    """The open stage's time is up; a late or repeated timer finds nothing to do."""
    opened, stage = writing.state.course.stage, open_stage(writing.game, writing.state)
    if opened is None or stage is None or opened.number != order.stage or opened.expired:
        raise StageMoved(f"stage {order.stage} is not open")
    if writing.state.course.rulings.paused:
        raise GamePausedNow("the clock of the game stands")
    over = stage.is_over(writing.state)
    silent = () if over else stage.active(writing.state)
    writing.add((StageExpired(number=opened.number, silent=silent),))
    writing.add(marks(writing.state.course, silent))
    if not over:
        writing.add(stage.expire(writing.state))


def _settle(writing: _Writing[S]) -> None:
    """Close what is finished and open what follows, until somebody or chance is waited for.

    Each silence chosen beforehand is an answer, after which the transitions are counted anew.
    """
    left, silences = MOST_TRANSITIONS, MOST_SILENCES
    while left and silences:
        left -= 1
        course = writing.state.course
        stage = open_stage(writing.game, writing.state)
        if course.requests or (course.stage is None and course.status in ENDED):
            return
        if stage is None or course.stage is None:
            _open_next(writing)
        elif is_over(writing.game, writing.state):
            if _held_open(writing, course.stage):
                return
            writing.add((StageClosed(number=course.stage.number),))
            writing.add(stage.close(writing.state))
        elif answered_beforehand(writing.game, writing.state, stage):
            writing.add(stage.expire(writing.state))
            left, silences = MOST_TRANSITIONS, silences - 1
        else:
            writing.add(paced(stage, writing.state))
            return
    raise SettlesForEver(f"more than {MOST_TRANSITIONS} transitions in one commit")


def answered_beforehand(game: Game[S], state: S, stage: Stage[S]) -> bool:
    """Whether every seat asked has said beforehand that it stays silent, and that still stands."""
    course, name = state.course, stage.NAME
    if not any(name in stages for stages in course.standing.values()):
        return False
    seats = stage.active(state)
    silent = all_silent(course, seats, name)
    return silent and all(game.still_stands(state, seat, name) for seat in seats)


def _held_open(writing: _Writing[S], opened: OpenStage) -> bool:
    """A complete stage that asked seats stays open `grace_s` longer, for interrupts."""
    grace_s = writing.state.course.options.get("grace_s", 0)
    if opened.expired or not opened.seats or not grace_s:
        return False
    if opened.grace_s is None:
        writing.add((StageCompleted(number=opened.number, grace_s=int(grace_s)),))
    return True


def _open_next(writing: _Writing[S]) -> None:
    name = writing.game.follow(writing.state)
    if name is None:
        writing.add(writing.game.finish(writing.state))
        writing.add((GameFinished(),))
    else:
        _open(writing, writing.game.stage_named[name])


def _open(writing: _Writing[S], stage: Stage[Any]) -> None:
    number = StageNumber(writing.position + 1)
    state = writing.state
    opened = StageOpened(
        number=number,
        name=stage.NAME,
        lasts_s=lasting(stage, state),
        seats=stage.active(state),
    )
    writing.add((opened,))
    writing.add(stage.open(writing.state))
