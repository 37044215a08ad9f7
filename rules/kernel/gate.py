"""The gate: whether a seat may give a command now, and the sentence where it may not.

It asks `accepts`, the same function that `options` asks of the seat's own view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.kernel.choices import Accept, KnowsItsRule
from rules.kernel.course import S
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat, StageNumber
from rules.kernel.lobby import LOBBY, LOBBY_STAGE
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import (
    GamePausedNow,
    NotNow,
    NotRunning,
    NotYourTurn,
    Rejection,
    StageMoved,
)
from rules.kernel.stages import Stage
from rules.kernel.wording import row

NOT_RUNNING = {
    "lobby": "the game has not started",
    "finished": "the game is over",
    "abandoned": "the game was abandoned",
    "voided": "the game was voided",
}


class StageNotNamed(Rejection):
    """A declaration must name the stage that it is meant for."""

    slug = "stage-not-named"
    title = "The stage is not named"


def open_stage(game: Game[S], state: S) -> Stage[S] | None:
    """The stage that is open, or None."""
    stage = state.course.stage
    if stage is None:
        return None
    return LOBBY_STAGE if stage.name == LOBBY else game.stage_named[stage.name]


def accepts(game: Game[S], state: S, seat: Seat) -> tuple[Accept, ...]:
    """Every command that this seat may give now, with its choices: the one door."""
    if state.course.status != "running" or state.course.stage is None:
        return ()
    stage = open_stage(game, state)
    own = () if stage is None or state.course.stage.expired else stage.accepts(state, seat)
    others = (a for interrupt in game.interrupts for a in interrupt.accepts(state, seat))
    offered = (*own, *others)
    if state.course.rulings.paused:
        return tuple(accept for accept in offered if accept.command in game.speech)
    return offered


def declared(
    game: Game[S], state: S, seat: Seat, order: Command, number: StageNumber | None
) -> Iterable[Event]:
    """The gate: running, the right stage, accepted from this seat, fields within their choices."""
    stage = open_stage(game, state)
    if state.course.status != "running":
        raise NotRunning(NOT_RUNNING[state.course.status])
    if state.course.rulings.paused and type(order) not in game.speech:
        raise GamePausedNow("the game is paused", rule=game.ruling_ids.get("pause"))
    if state.course.stage is None or stage is None:
        none = StageMoved if number is not None else NotNow
        raise none("no stage is open; the game waits for chance")
    interrupt = game.interrupting.get(type(order))
    if number is None and interrupt is None:
        raise StageNotNamed(f"{order.TYPE} must name the stage it is meant for")
    if number is not None and number != state.course.stage.number:
        raise StageMoved(
            f"stage {number} is not open; {state.course.stage.name} is, "
            f"with number {state.course.stage.number}"
        )
    room = stage if interrupt is None else interrupt
    is_shut = interrupt is None and state.course.stage.expired
    offers = () if is_shut else room.accepts(state, seat)
    ways = [accept for accept in offers if accept.command is type(order)]
    if not ways:
        offered = accepts(game, state, seat)
        active, expired = stage.active(state), state.course.stage.expired
        others = None if seat in active else active
        reason = game.why_not(state, seat, order)
        raise _not_accepted(game, stage, order, offered, expired, others, reason)
    if not any(_misfit(way, order) is None for way in ways):
        raise _objection(ways, order)
    return (stage if interrupt is None else interrupt).decide(state, seat, order)


def _misfit(way: Accept, order: Command) -> str | None:
    """The first field whose value is outside its choice, or None."""
    return next((f for f, c in way.choices.items() if not c.contains(getattr(order, f))), None)


def _objection(ways: list[Accept], order: Command) -> Rejection:
    """The way to give the command that the order comes nearest to says what is wrong."""

    def fitting(way: Accept) -> int:
        return list(way.choices).index(_misfit(way, order) or "")

    way = max(ways, key=fitting)
    field = _misfit(way, order)
    assert field is not None
    choice, value = way.choices[field], getattr(order, field)
    sentence = f"{field}: {choice.objection(value)}"
    rule = choice.rule_of(value) if isinstance(choice, KnowsItsRule) else None
    return choice.refusal(sentence, rule=rule or way.rule, field=field)


def _not_accepted(
    game: Game[Any],
    stage: Stage[Any],
    order: Command,
    offered: tuple[Accept, ...],
    expired: bool,
    others: tuple[Seat, ...] | None,
    reason: tuple[str, str] | None,
) -> Rejection:
    """`others`: whom the stage waits for; None where it waits for this seat too."""
    names = list(dict.fromkeys(a.command.TYPE for a in offered if a.count()))
    if expired and type(order) in stage.COMMANDS:
        return StageMoved(f"the time of {stage.NAME} is up; the game waits for chance")
    if type(order) in stage.COMMANDS and others is not None:
        awaited = row([f"seat {other}" for other in others]) or "chance"
        sentence = f"{stage.NAME} does not wait for you, but for {awaited}"
        return NotYourTurn(sentence, rule=game.rule_of_turns, accepts=names)
    if reason is not None:
        return NotNow(reason[1], rule=reason[0], accepts=names)
    return NotNow(f"{order.TYPE} cannot be declared now, in {stage.NAME}", accepts=names)
