"""All agree which side has won, and the coup is over. CE-5."""

from __future__ import annotations

from typing import Annotated

from rules.junta.coups import in_coup, running
from rules.junta.forces import Side
from rules.junta.state import State, present
from rules.junta.verdict import agreed, over, present_insurgents
from rules.kernel.choices import Accept, OneOf
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@command("agree_end")
class AgreeEnd(Command):
    """Say that this side has won the coup."""

    side: Side


@event("end_agreed")
class EndAgreed(Event):
    """A family says that this side has won."""

    seat: Annotated[Seat, PUBLIC]
    side: Annotated[Side, PUBLIC]


class EarlyEnd:
    """Everybody who is neither dead nor in exile, while the coup lasts."""

    COMMANDS: tuple[type[Command], ...] = (AgreeEnd,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CE-5: while no dice roll and nothing has been declared; the other side than before."""
        if not _possible(state) or not state.families[seat].present:
            return ()
        said = running(state).agreed.get(seat)
        sides = tuple(side for side in _sides(state) if side != said)
        if not sides:
            return ()
        return (Accept(command=AgreeEnd, choices={"side": OneOf(values=sides)}, rule="CE-5"),)

    def decide(self, state: State, seat: Seat, command: AgreeEnd) -> Events:
        """CE-5: when all say the same, the coup ends at once."""
        said = {**running(state).agreed, seat: command.side}
        everybody = all(said.get(other) == command.side for other in present(state))
        ended = (agreed(state, command.side),) if everybody else ()
        return (EndAgreed(seat=seat, side=command.side), *ended)


def _possible(state: State) -> bool:
    coup = state.coup
    return coup is not None and not (over(state) or coup.declared or state.course.requests)


def _sides(state: State) -> tuple[Side, ...]:
    """CE-5: without an insurgent left nobody could form a junta."""
    return ("junta", "president") if present_insurgents(state) else ("president",)


def end_agreed(state: State, event: EndAgreed) -> State:
    return in_coup(state, agreed={**running(state).agreed, event.seat: event.side})
