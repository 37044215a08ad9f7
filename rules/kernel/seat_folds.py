"""How absence and rulings fold into the course of a game: one function per event. No rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.kernel.attendance import (
    SeatGivenToBot,
    SeatMarkedAbsent,
    SeatOpened,
    SeatReturned,
    SeatTakenOver,
    StagePaced,
)
from rules.kernel.course import Course
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event
from rules.kernel.rulings import (
    GamePaused,
    GameResumed,
    GameVoided,
    Proposal,
    RulingMade,
    RulingSupported,
    StageExtended,
)


def without(counts: Mapping[Seat, Any], seats: Iterable[Seat]) -> Mapping[Seat, Any]:
    """The counts of all other seats."""
    gone = frozenset(seats)
    if gone.isdisjoint(counts):
        return counts
    return {seat: count for seat, count in counts.items() if seat not in gone}


def missing(course: Course, silent: tuple[Seat, ...]) -> Course:
    """One more stage expired on each of these seats."""
    before = course.attendance.missed
    missed = {**before, **{seat: before.get(seat, 0) + 1 for seat in silent}}
    return but(course, attendance=but(course.attendance, missed=missed))


def answered(course: Course) -> Course:
    """The open stage ends: whoever it asked and did not expire on begins to count anew."""
    stage, missed = course.stage, course.attendance.missed
    if stage is None or not missed:
        return course
    heard = [seat for seat in stage.seats if seat in missed and seat not in stage.silent]
    if not heard:
        return course
    return but(course, attendance=but(course.attendance, missed=without(missed, heard)))


def _marked_absent(course: Course, event: SeatMarkedAbsent) -> Course:
    absent = course.attendance.absent | {event.seat}
    return but(course, attendance=but(course.attendance, absent=absent))


def _returned(course: Course, event: SeatReturned) -> Course:
    absent, missed = course.attendance.absent, course.attendance.missed
    there = but(
        course.attendance, absent=absent - {event.seat}, missed=without(missed, (event.seat,))
    )
    return but(course, attendance=there)


def _paced(course: Course, event: StagePaced) -> Course:
    return but(course, stage=but(course.stage, lasts_s=event.lasts_s))


def _handed_over(course: Course, seat: Seat, tenure: int, **changes: Any) -> Course:
    """What the one who sat there had said holds no longer: standing answers, rulings wanted."""
    before = course.attendance
    attendance = but(
        before,
        missed=without(before.missed, (seat,)),
        absent=before.absent - {seat},
        tenures={**before.tenures, seat: tenure},
        **changes,
    )
    standing = without(course.standing, (seat,))
    return but(course, attendance=attendance, standing=standing, rulings=_left(course, seat))


def _left(course: Course, seat: Seat) -> Any:
    """The rulings without those that this seat wanted, or that were about it."""
    supports = {
        proposal: seats - {seat}
        for proposal, seats in course.rulings.supports.items()
        if proposal.seat != seat and seats != {seat}
    }
    return but(course.rulings, supports=supports)


def _opened(course: Course, event: SeatOpened) -> Course:
    before = course.attendance
    vacant, bots = before.vacant | {event.seat}, without(before.bots, (event.seat,))
    return _handed_over(course, event.seat, event.tenure, vacant=vacant, bots=bots)


def _given_to_bot(course: Course, event: SeatGivenToBot) -> Course:
    before = course.attendance
    vacant, bots = before.vacant - {event.seat}, {**before.bots, event.seat: event.bot}
    return _handed_over(course, event.seat, event.tenure, vacant=vacant, bots=bots)


def _taken_over(course: Course, event: SeatTakenOver) -> Course:
    names = tuple(event.name if i == event.seat else name for i, name in enumerate(course.names))
    vacant = course.attendance.vacant - {event.seat}
    return _handed_over(but(course, names=names), event.seat, event.tenure, vacant=vacant)


def _supported(course: Course, event: RulingSupported) -> Course:
    proposal = Proposal(event.type, event.seat, event.by, event.bot)
    before = course.rulings.supports
    seats = before.get(proposal, frozenset()) | {event.supporter}
    return but(course, rulings=but(course.rulings, supports={**before, proposal: seats}))


def _ruled(course: Course, event: RulingMade) -> Course:
    made = Proposal(event.type, event.seat, event.by, event.bot)
    supports = {p: seats for p, seats in course.rulings.supports.items() if p != made}
    return but(course, rulings=but(course.rulings, supports=supports))


def _clock(paused: bool) -> Callable[[Course, Any], Course]:
    return lambda course, _: but(course, rulings=but(course.rulings, paused=paused))


def _extended(course: Course, event: StageExtended) -> Course:
    return but(course, stage=but(course.stage, extended_s=event.extended_s))


def _voided(course: Course, event: GameVoided) -> Course:
    rulings = but(course.rulings, paused=False)
    return but(course, status="voided", stage=None, requests=(), rulings=rulings)


SEAT_FOLDS: Mapping[type[Event], Callable[[Course, Any], Course]] = {
    SeatMarkedAbsent: _marked_absent,
    SeatReturned: _returned,
    StagePaced: _paced,
    SeatOpened: _opened,
    SeatGivenToBot: _given_to_bot,
    SeatTakenOver: _taken_over,
    RulingSupported: _supported,
    RulingMade: _ruled,
    GamePaused: _clock(paused=True),
    GameResumed: _clock(paused=False),
    StageExtended: _extended,
    GameVoided: _voided,
}
"""Which function folds which event of absence and of rulings."""
