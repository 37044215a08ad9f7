"""Who may make which ruling, and what follows from it.

The host may stop and give time, and replace who is marked absent. The auditor may order all. So may
the seats, if each of those present wants it; whom it is about is not asked. No ruling shows its
author anything that he could not see before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.attendance import SeatGivenToBot, SeatOpened
from rules.kernel.choices import OneOf, Text, Whole
from rules.kernel.course import Course, HasCourse, StageClosed
from rules.kernel.identifiers import Seat
from rules.kernel.rejections import NotNow, NotRunning, OutOfChoice, RulingNotYours
from rules.kernel.rulings import (
    Author,
    ExtendStage,
    GamePaused,
    GameResumed,
    GameVoided,
    PauseGame,
    Proposal,
    ReplaceSeat,
    ResumeGame,
    Ruling,
    RulingMade,
    RulingSupported,
    RulingType,
    StageExtended,
    VoidGame,
)
from rules.kernel.stages import Events

REASON = Text(at_most=500)
LONGEST_S = 30 * 86400
"""How much longer rulings can make one stage, all together."""

NAMES: Mapping[type[Any], RulingType] = {
    PauseGame: "pause",
    ResumeGame: "resume",
    ExtendStage: "extend",
    ReplaceSeat: "replace",
    VoidGame: "void",
}
TOGETHER = (ReplaceSeat, VoidGame)
"""What the seats may order, all of those present."""

RuleIds = Mapping[str, str]


def ruled(state: HasCourse, actor: Seat | Author, order: Ruling, rules: RuleIds) -> Events:
    """What the ruling leads to; `rules` says which rule its refusal cites, by its type."""
    course, rule = state.course, rules.get(NAMES[type(order)])
    if course.status != "running":
        raise NotRunning("rulings are made while the game runs", rule=rule)
    if not REASON.contains(order.reason):
        raise OutOfChoice(f"reason: {REASON.objection(order.reason)}", rule=rule, field="reason")
    follows = EFFECTS[type(order)](course, order, rule)
    if isinstance(actor, int):
        return _together(course, actor, order, follows, rule)
    if actor == "host":
        _check_host(course, order, rule)
    return (_made(order, actor), *follows)


def _check_host(course: Course, order: Ruling, rule: str | None) -> None:
    if isinstance(order, VoidGame):
        raise RulingNotYours(
            "the host cannot void a game: its auditor can, or all seats present", rule=rule
        )
    there = course.attendance
    if not isinstance(order, ReplaceSeat):
        return
    if order.by == "player" and order.seat in there.vacant:
        raise RulingNotYours(
            f"seat {order.seat} waits for a player already, who has its claim: the host may let a "
            "bot play it; open it anew the auditor can, or all other seats present",
            rule=rule,
        )
    if order.seat not in there.away:
        raise RulingNotYours(
            f"the host replaces only who is marked absent, and seat {order.seat} is not: "
            "the auditor can, or all other seats present",
            rule=rule,
        )


def _together(
    course: Course, seat: Seat, order: Ruling, follows: Events, rule: str | None
) -> Events:
    """One more seat wants it; it takes effect once all have said so that are asked."""
    if not isinstance(order, TOGETHER):
        raise RulingNotYours("this is for the host and for the auditor", rule=rule)
    proposal = proposed(order)
    asked = present_for(course, proposal)
    if seat not in asked:
        raise RulingNotYours(f"seat {seat} is not asked about its own seat", rule=rule)
    before = course.rulings.supports.get(proposal, frozenset())
    missing = tuple(s for s in asked if s not in before and s != seat)
    if seat in before and missing:
        raise NotNow(f"seat {seat} has said so before; seats {_row(missing)} have not", rule=rule)
    supported = RulingSupported(
        supporter=seat, reason=order.reason, missing=missing, **proposal._asdict()
    )
    if missing:
        return (supported,)
    made = _made(order, "seats", tuple(sorted(before | {seat})))
    return (supported, made, *follows)


def present_for(course: Course, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats that must want it: neither absent, nor a bot's, nor the one it is about."""
    there = course.attendance
    gone = there.away | there.bots.keys() | {proposal.seat}
    return tuple(seat for seat in course.clockwise_from(0) if seat not in gone)


def proposed(order: Ruling) -> Proposal:
    """The ruling without its reason."""
    if isinstance(order, ReplaceSeat):
        return Proposal("replace", order.seat, order.by, order.bot)
    return Proposal(NAMES[type(order)])


def _row(seats: tuple[Seat, ...]) -> str:
    return ", ".join(map(str, seats))


def _made(order: Ruling, author: Author, supporters: tuple[Seat, ...] = ()) -> RulingMade:
    seconds = order.seconds if isinstance(order, ExtendStage) else None
    return RulingMade(
        author=author,
        supporters=supporters,
        seconds=seconds,
        reason=order.reason,
        **proposed(order)._asdict(),
    )


def _pause(course: Course, order: PauseGame, rule: str | None) -> Events:
    if course.rulings.paused:
        raise NotNow("the game is paused already", rule=rule)
    return (GamePaused(),)


def _resume(course: Course, order: ResumeGame, rule: str | None) -> Events:
    if not course.rulings.paused:
        raise NotNow("the game is not paused", rule=rule)
    return (GameResumed(),)


def _extend(course: Course, order: ExtendStage, rule: str | None) -> Events:
    stage = course.stage
    if stage is None or stage.lasts_s is None or stage.expired:
        raise NotNow("no stage is open that waits for a seat", rule=rule)
    seconds = Whole(least=1, most=LONGEST_S - stage.extended_s)
    if not seconds.contains(order.seconds):
        said = f"seconds: {seconds.objection(order.seconds)}"
        raise OutOfChoice(said, rule=rule, field="seconds")
    extended_s = stage.extended_s + order.seconds
    told = StageExtended(number=stage.number, seconds=order.seconds, extended_s=extended_s)
    return (told,)


def _replace(course: Course, order: ReplaceSeat, rule: str | None) -> Events:
    seats = OneOf(values=course.clockwise_from(0))
    if not seats.contains(order.seat):
        raise OutOfChoice(f"seat: {seats.objection(order.seat)}", rule=rule, field="seat")
    tenure = course.attendance.tenures.get(order.seat, 0) + 1
    if order.by == "player":
        return (SeatOpened(seat=order.seat, tenure=tenure),)
    if order.bot is None:
        raise OutOfChoice("bot: which one is to play must be said", rule=rule, field="bot")
    if course.attendance.bots.get(order.seat) == order.bot:
        raise NotNow(f"the bot {order.bot} plays seat {order.seat} already", rule=rule)
    return (SeatGivenToBot(seat=order.seat, bot=order.bot, tenure=tenure),)


def _void(course: Course, order: VoidGame, rule: str | None) -> Events:
    if course.stage is None:
        return (GameVoided(),)
    return (StageClosed(number=course.stage.number), GameVoided())


EFFECTS: Mapping[type[Any], Callable[[Course, Any, str | None], Events]] = {
    PauseGame: _pause,
    ResumeGame: _resume,
    ExtendStage: _extend,
    ReplaceSeat: _replace,
    VoidGame: _void,
}
