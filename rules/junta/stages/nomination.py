"""Nomination: who is to stand for President. One seat after another, once round. EL-1 to EL-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.elections import (
    declined,
    election,
    eligible,
    vote_cards_to_discard,
    voters,
)
from rules.junta.parliament import Election
from rules.junta.rejections import NotEnoughVotes
from rules.junta.state import State, card_votes
from rules.kernel.choices import Accept, Split
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("nominate")
class Nominate(Command):
    """Put votes of influence and laid vote cards behind candidates; none is to pass."""

    support: Mapping[Seat, int]


@event("election_called")
class ElectionCalled(Event):
    """An election begins; `order` is who speaks when."""

    order: Annotated[tuple[Seat, ...], PUBLIC]


@event("nominated")
class Nominated(Event):
    """A seat said whom it nominates, and with how many votes; nobody is to have passed."""

    seat: Annotated[Seat, PUBLIC]
    support: Annotated[Mapping[Seat, int], PUBLIC]


@event("nominations_closed")
class NominationsClosed(Event):
    """These stand. `everyone`: nobody was nominated, so all do, and all have one vote more."""

    candidates: Annotated[tuple[Seat, ...], PUBLIC]
    everyone: Annotated[bool, PUBLIC]


class Nomination:
    """One seat's turn to nominate; opened again for the next one."""

    NAME = "nomination"
    COMMANDS: tuple[type[Command], ...] = (Nominate,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        """EL-1: the first election begins with seat 0, later ones with the last President."""
        if state.election is not None:
            return ()
        return (ElectionCalled(order=voters(state)),)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EL-2: votes come from exposed influence and laid vote cards only, never from posts."""
        if seat not in self.active(state):
            return ()
        choice = Split(
            among=eligible(state, declined(state)),
            total=card_votes(state, seat),
            refusal=NotEnoughVotes,
        )
        return (Accept(command=Nominate, choices={"support": choice}, rule="EL-2"),)

    def decide(self, state: State, seat: Seat, command: Nominate) -> Events:
        """EL-3: nobody is nominated without at least one vote; no vote at all is a pass."""
        support = {candidate: n for candidate, n in sorted(command.support.items()) if n}
        return (Nominated(seat=seat, support=support),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        """EL-4: when all have spoken the nominated stand; EL-6: if nobody is, everybody does.

        EL-5: vote cards laid for a nomination are discarded, unless the option keeps them.
        """
        if _unasked(state):
            return ()
        nominated = {c for support in election(state).nominations.values() for c in support}
        standing = eligible(state, declined(state))
        candidates = tuple(s for s in standing if s in nominated) or standing
        closed = NominationsClosed(candidates=candidates, everyone=not nominated)
        stay = bool(state.course.options["nomination_cards_stay"])
        return (closed,) if stay else (closed, *vote_cards_to_discard(state))

    def expire(self, state: State) -> Events:
        """EL-2: silence nominates nobody."""
        return tuple(Nominated(seat=seat, support={}) for seat in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    """Who has not spoken yet in this round of nominations, in order."""
    if state.election is None:
        return voters(state)
    return tuple(s for s in state.election.order if s not in state.election.nominations)


def election_called(state: State, event: ElectionCalled) -> State:
    return but(state, election=Election(order=event.order, nominations={}, votes={}))


def nominated(state: State, event: Nominated) -> State:
    running = election(state)
    nominations = {**running.nominations, event.seat: event.support}
    return but(state, election=but(running, nominations=nominations))


def nominations_closed(state: State, event: NominationsClosed) -> State:
    running = but(
        election(state),
        phase="ballot",
        candidates=event.candidates,
        everyone=event.everyone,
        round=max(1, election(state).round),
        votes={},
    )
    return but(state, election=running)
