"""Between two rounds: deals are made, and candidates may withdraw. EL-10, EL-11."""

from __future__ import annotations

from typing import Annotated

from rules.junta.elections import election
from rules.junta.parliament import Election
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("withdraw")
class Withdraw(Command):
    """Stand no longer (`true`), or stay in the race (`false`)."""

    withdraw: bool


@event("candidacy_kept")
class CandidacyKept(Event):
    """A candidate stays in the race."""

    seat: Annotated[Seat, PUBLIC]


@event("candidacy_withdrawn")
class CandidacyWithdrawn(Event):
    """A candidate stands no longer."""

    seat: Annotated[Seat, PUBLIC]


@event("nominations_reopened")
class NominationsReopened(Event):
    """Nobody stands any more; there are nominations again before the next round."""


class Withdrawal:
    """Every candidate at once."""

    NAME = "withdrawal"
    COMMANDS: tuple[type[Command], ...] = (Withdraw,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        running = election(state)
        if running.phase != "withdrawal":
            return ()
        return tuple(c for c in running.candidates if c not in running.answered)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EL-10: a candidate may withdraw; EL-12: but no more once candidates are being dropped."""
        if seat not in self.active(state):
            return ()
        late = election(state).round > int(state.course.options["election_rounds"])
        choice = OneOf(values=(False,)) if late else YES_OR_NO
        return (Accept(command=Withdraw, choices={"withdraw": choice}, rule="EL-12"),)

    def decide(self, state: State, seat: Seat, command: Withdraw) -> Events:
        return (CandidacyWithdrawn(seat=seat) if command.withdraw else CandidacyKept(seat=seat),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """EL-11: no new nominations between rounds, unless nobody stands any more."""
        return () if election(state).candidates else (NominationsReopened(),)

    def expire(self, state: State) -> Events:
        """EL-10: silence stays in the race."""
        return tuple(CandidacyKept(seat=seat) for seat in self.active(state))


def candidacy_kept(state: State, event: CandidacyKept) -> State:
    running = election(state)
    return _moved(state, but(running, answered=running.answered | {event.seat}))


def candidacy_withdrawn(state: State, event: CandidacyWithdrawn) -> State:
    running = election(state)
    left = tuple(c for c in running.candidates if c != event.seat)
    return _moved(state, but(running, candidates=left))


def _moved(state: State, running: Election) -> State:
    """The next round follows when every candidate has answered."""
    answered = running.answered.issuperset(running.candidates)
    return but(state, election=but(running, phase="ballot" if answered else "withdrawal"))


def nominations_reopened(state: State, event: NominationsReopened) -> State:
    """EL-12: rounds are counted on, so that withdrawing cannot keep an election from its end."""
    running = but(election(state), phase="nomination", nominations={}, last={}, everyone=False)
    return but(state, election=running)
