"""The ballot: one seat after another splits its votes among those who stand. EL-7 to EL-13."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.elections import election, strength, tally, vote_cards_to_discard
from rules.junta.rejections import NotEnoughVotes
from rules.junta.state import State, votes_of
from rules.kernel.choices import Accept, Split
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("cast_votes")
class CastVotes(Command):
    """Split votes among the candidates; none at all is to abstain."""

    votes: Mapping[Seat, int]


@event("votes_cast")
class VotesCast(Event):
    """SE-6: a seat voted in this round, or abstained; everybody hears how."""

    seat: Annotated[Seat, PUBLIC]
    votes: Annotated[Mapping[Seat, int], PUBLIC]


@event("round_counted")
class RoundCounted(Event):
    """The round's tally: a winner, or another round, perhaps without the one who was dropped."""

    round: Annotated[int, PUBLIC]
    tally: Annotated[Mapping[Seat, int], PUBLIC]
    winner: Annotated[Seat | None, PUBLIC]
    dropped: Annotated[Seat | None, PUBLIC]


class Ballot:
    """One seat's turn to vote in one round; opened again for the next one."""

    NAME = "ballot"
    COMMANDS: tuple[type[Command], ...] = (CastVotes,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return in_turn(state.course, self.NAME, _unasked(state))

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """EL-7: any split of the seat's votes among those who stand; EL-8: each round afresh."""
        if seat not in self.active(state):
            return ()
        choice = Split(
            among=election(state).candidates,
            total=votes_of(state, seat),
            refusal=NotEnoughVotes,
        )
        return (Accept(command=CastVotes, choices={"votes": choice}, rule="EL-7"),)

    def decide(self, state: State, seat: Seat, command: CastVotes) -> Events:
        votes = {candidate: n for candidate, n in sorted(command.votes.items()) if n}
        return (VotesCast(seat=seat, votes=votes),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return () if _unasked(state) else (_counted(state), *vote_cards_to_discard(state))

    def expire(self, state: State) -> Events:
        """EL-8: silence abstains."""
        return tuple(VotesCast(seat=seat, votes={}) for seat in self.active(state))


def _unasked(state: State) -> tuple[Seat, ...]:
    running = election(state)
    return tuple(s for s in running.order if s not in running.votes)


def _counted(state: State) -> RoundCounted:
    """EL-9: whoever has more than half of the votes cast in this round wins it."""
    counts, running = tally(state), election(state)
    cast = sum(counts.values())
    ahead = next((c for c, votes in counts.items() if 2 * votes > cast), None)
    winner, dropped = (ahead, None) if ahead is not None else _guard(state, counts)
    return RoundCounted(round=running.round, tally=counts, winner=winner, dropped=dropped)


def _guard(state: State, counts: Mapping[Seat, int]) -> tuple[Seat | None, Seat | None]:
    """EL-12, EL-13: after five rounds the lowest is dropped; of a last two the stronger wins."""
    if election(state).round < int(state.course.options["election_rounds"]):
        return None, None
    ranked = sorted(counts, key=lambda seat: (counts[seat], strength(state, seat)))
    return (ranked[-1], None) if len(ranked) <= 2 else (None, ranked[0])


def votes_cast(state: State, event: VotesCast) -> State:
    running = election(state)
    return but(state, election=but(running, votes={**running.votes, event.seat: event.votes}))


def round_counted(state: State, event: RoundCounted) -> State:
    running = election(state)
    if event.winner is not None:
        return but(state, election=but(running, phase="acceptance", winner=event.winner))
    left = tuple(c for c in running.candidates if c != event.dropped)
    return but(
        state,
        election=but(
            running,
            phase="withdrawal",
            candidates=left,
            answered=frozenset(),
            round=running.round + 1,
            votes={},
        ),
    )
