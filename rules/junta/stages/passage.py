"""A retreating player asks to be let in; all who have units in the zone answer at once. RE-3."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.forces import ZoneId
from rules.junta.retreats import hosts, leaver, retreat, retreated
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("answer_passage")
class AnswerPassage(Command):
    """RE-3: let the retreating stack in, or do not."""

    granted: bool


@event("passage_answered")
class PassageAnswered(Event):
    """A player with units in the zone has answered."""

    seat: Annotated[Seat, PUBLIC]
    granted: Annotated[bool, PUBLIC]


@event("passage_refused")
class PassageRefused(Event):
    """Somebody refused: the zone is closed to the retreating stack."""

    seat: Annotated[Seat, PUBLIC]
    zone: Annotated[ZoneId, PUBLIC]


class Passage:
    """All who have units in the zone; over at the first refusal."""

    NAME = "passage"
    COMMANDS: tuple[type[Command], ...] = (AnswerPassage,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        left = running(state).retreat
        if left is None or left.asked is None or not all(left.granted.values()):
            return ()
        return tuple(seat for seat in hosts(state, left.asked) if seat not in left.granted)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """RE-3: yes or no."""
        if seat not in self.active(state):
            return ()
        return (Accept(command=AnswerPassage, choices={"granted": YES_OR_NO}, rule="RE-3"),)

    def decide(self, state: State, seat: Seat, command: AnswerPassage) -> Events:
        return (PassageAnswered(seat=seat, granted=command.granted),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """RE-3: in, if all allow it."""
        left = running(state).retreat
        if left is None or left.asked is None:
            return ()
        if all(left.granted.values()):
            return (retreated(state, left.asked),)
        return (PassageRefused(seat=leaver(state), zone=left.asked),)

    def expire(self, state: State) -> Events:
        """RE-3: silence refuses."""
        return tuple(PassageAnswered(seat=s, granted=False) for s in self.active(state))


def passage_answered(state: State, event: PassageAnswered) -> State:
    left = retreat(state)
    granted = {**left.granted, event.seat: event.granted}
    return in_coup(state, retreat=but(left, granted=granted))


def passage_refused(state: State, event: PassageRefused) -> State:
    left = retreat(state)
    closed = left.refused | {event.zone}
    return in_coup(state, retreat=but(left, refused=closed, asked=None, granted={}))
