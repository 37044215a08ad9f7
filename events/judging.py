"""Judging one order on one state: the gate, the rules, the laws. Pure: nothing is read or written.

A refusal is the rules' lawful answer. Any other exception of theirs is our fault, just as a law
that would not hold afterwards: both become `InvariantBroken`, and the order is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from events.codec import CodecError, canonical
from events.envelope import Envelope, seal
from events.log import InvariantBroken, PositionMoved, ReadOnly, SeatPassed
from events.order import Order, has_passed
from events.refusals import LONGEST_SENTENCE, Refusal, body_kept
from events.standing import Standing
from events.vault import Secrets
from rules.kernel.course import ExpireStage
from rules.kernel.decider import Moment, decide
from rules.kernel.game import Game
from rules.kernel.identifiers import StageNumber
from rules.kernel.messages import Event
from rules.kernel.rejections import Rejection, StageMoved
from rules.kernel.wording import clipped

RULE_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
NOTHING: Moment[Any] = Moment(0, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What an order leads to, and the moment after it."""

    events: tuple[Event, ...]
    moment: Moment[Any]


def judged(game: Game[Any], standing: Standing | None, order: Order, at: str) -> Judgement:
    """Raises `Rejection` and the `LogError`s that say why not; nothing has changed."""
    if standing is not None and standing.head.imported is not None:
        raise ReadOnly
    _check_tenure(standing, order)
    _check_position(standing, order)
    _check_time(standing, order, at)
    before = NOTHING if standing is None else standing.moment
    stage = None if order.stage is None else StageNumber(order.stage)
    try:
        events, after = decide(game, before, order.actor, order.command, stage)
        held = standing is not None and standing.lawful
        broken = next(game.laws.broken(after.state, before.state if held else None), None)
    except RULE_FAULTS as fault:
        raise InvariantBroken("decides", f"{type(fault).__name__}: {fault}") from fault
    if broken is not None:
        raise InvariantBroken(*broken)
    return Judgement(events=events, moment=after)


def _check_tenure(standing: Standing | None, order: Order) -> None:
    if standing is not None and isinstance(order.actor, int) and has_passed(standing, order):
        raise SeatPassed(order.actor)


def _check_position(standing: Standing | None, order: Order) -> None:
    if order.if_match is None or standing is None:
        return
    if order.if_match != standing.head.position:
        raise PositionMoved(order.if_match, standing.head.position)


def _check_time(standing: Standing | None, order: Order, at: str) -> None:
    """A timer that comes early finds nothing to do."""
    if not isinstance(order.command, ExpireStage) or standing is None:
        return
    if standing.closes_at is not None and at < standing.closes_at:
        raise StageMoved(f"stage {order.command.stage} is open until {standing.closes_at}")


def sealed(
    game_id: str,
    standing: Standing | None,
    order: Order,
    at: str,
    judgement: Judgement,
    secrets: Secrets,
) -> list[Envelope]:
    """The events of one commit, chained to the standing; what can't be written is a fault too."""
    try:
        return seal(
            game_id=game_id,
            head=(0, "") if standing is None else standing.head[:2],
            events=judgement.events,
            actor=order.actor,
            command=order.recorded(secrets.token_secret),
            recorded_at=at,
            salt_secret=secrets.salt_secret,
        )
    except CodecError as fault:
        raise InvariantBroken("codec", str(fault)) from fault


def refusal_of(standing: Standing, seat: int, order: Order, at: str, no: Rejection) -> Refusal:
    """What is kept of a refused declaration."""
    return Refusal(
        seat=seat,
        position=standing.head.position,
        at=at,
        reason=no.slug,
        rule=no.rule,
        sentence=clipped(no.sentence, LONGEST_SENTENCE),
        type=order.command.TYPE,
        stage=order.stage,
        body=body_kept(order.command),
    )


def kept(standing: Standing, order: Order, at: str, broken: InvariantBroken) -> bytes:
    """What reproduces a fault of ours: the position, the order, and the law that would not hold."""
    return canonical(
        {
            "position": standing.head.position,
            "hash": standing.head.hash,
            "ruleset": standing.game.id,
            "at": at,
            "actor": order.actor,
            "command": order.recorded(b""),
            "law": broken.name,
            "sentence": broken.sentence,
        }
    )
