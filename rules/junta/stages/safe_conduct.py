"""In a coup an exile comes home: those with units in his embassy may let him pass. CO-14."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.exile import border_guard, next_home, undecided
from rules.junta.state import State
from rules.kernel.choices import YES_OR_NO, Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("grant_conduct")
class GrantConduct(Command):
    """Let the returning exile pass safely (`true`), or not (`false`)."""

    grants: bool


@event("conduct_answered")
class ConductAnswered(Event):
    """A player with units in the embassy grants safe passage, or does not."""

    seat: Annotated[Seat, PUBLIC]
    exile: Annotated[Seat, PUBLIC]
    grants: Annotated[bool, PUBLIC]


class SafeConduct:
    """All at once who have units in the embassy, until one of them grants it."""

    NAME = "safe_conduct"
    COMMANDS: tuple[type[Command], ...] = (GrantConduct,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        return unasked(state)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat not in self.active(state):
            return ()
        return (Accept(command=GrantConduct, choices={"grants": YES_OR_NO}, rule="CO-14"),)

    def decide(self, state: State, seat: Seat, command: GrantConduct) -> Events:
        return (_answer(state, seat, command.grants),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CO-14: silence grants none."""
        return tuple(_answer(state, seat, False) for seat in self.active(state))


def unasked(state: State) -> tuple[Seat, ...]:
    """CO-14: whoever could still make the way home safe for an exile whom somebody may harm."""
    comer, coup = next_home(state), undecided(state)
    if comer is None or coup is None or border_guard(state, comer) is None:
        return ()
    embassy, answered = state.families[comer].embassy, coup.conduct.get(comer, {})
    there = (u for u in coup.units.values() if u.zone == embassy and not u.blocked)
    hosts = {u.controller for u in there if state.families[u.controller].present}
    return tuple(sorted(hosts - answered.keys()))


def _answer(state: State, seat: Seat, grants: bool) -> ConductAnswered:
    comer = next_home(state)
    assert comer is not None
    return ConductAnswered(seat=seat, exile=comer, grants=grants)


def conduct_answered(state: State, event: ConductAnswered) -> State:
    conduct = running(state).conduct
    answers = {**conduct.get(event.exile, {}), event.seat: event.grants}
    return in_coup(state, conduct={**conduct, event.exile: answers})
