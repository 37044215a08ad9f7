"""Before a step, and before an election: who comes home from exile? EX-7, EX-14."""

from __future__ import annotations

from typing import Annotated

from rules.junta.exile import exiles, moment
from rules.junta.intrigue import Returns
from rules.junta.state import State, present
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("return_from_exile")
class ReturnFromExile(Command):
    """Come home now (`true`), or stay abroad (`false`)."""

    returns: bool


@event("return_offered")
class ReturnOffered(Event):
    """Exiles are asked, now that this step is over; null: before an election."""

    after: Annotated[str | None, PUBLIC]


@event("return_announced")
class ReturnAnnounced(Event):
    """An exile comes home."""

    seat: Annotated[Seat, PUBLIC]


@event("exile_kept")
class ExileKept(Event):
    """An exile stays abroad for now."""

    seat: Annotated[Seat, PUBLIC]


class ExileReturn:
    """Every exile at once."""

    NAME = "return_from_exile"
    COMMANDS: tuple[type[Command], ...] = (ReturnFromExile,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """EX-14: nobody is asked where nobody is at home."""
        if not present(state):
            return ()
        opened = state.course.stage
        if opened is None or opened.name != self.NAME:
            return exiles(state)
        answered = frozenset[Seat]() if state.returns is None else state.returns.answered
        return tuple(seat for seat in opened.seats if seat not in answered)

    def open(self, state: State) -> Events:
        offered = ReturnOffered(after=moment(state))
        forced = () if present(state) else exiles(state)
        return (offered, *(ReturnAnnounced(seat=seat) for seat in forced))

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EX-7: each says whether he returns."""
        if seat not in self.active(state):
            return ()
        return (Accept(command=ReturnFromExile, choices={"returns": YES_OR_NO}, rule="EX-7"),)

    def decide(self, state: State, seat: Seat, command: ReturnFromExile) -> Events:
        return (ReturnAnnounced(seat=seat) if command.returns else ExileKept(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """EX-7: silence stays."""
        return tuple(ExileKept(seat=seat) for seat in self.active(state))


def return_offered(state: State, event: ReturnOffered) -> State:
    return but(state, returns=Returns(after=event.after))


def return_announced(state: State, event: ReturnAnnounced) -> State:
    asked = _returns(state)
    answered, coming = asked.answered | {event.seat}, (*asked.coming, event.seat)
    return but(state, returns=but(asked, answered=answered, coming=coming))


def exile_kept(state: State, event: ExileKept) -> State:
    asked = _returns(state)
    return but(state, returns=but(asked, answered=asked.answered | {event.seat}))


def _returns(state: State) -> Returns:
    assert state.returns is not None
    return state.returns
