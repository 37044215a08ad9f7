"""Step 2: the President gives out the posts of his government. CA-1 to CA-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.cabinets import CabinetChoice
from rules.junta.ruleset import POSTS, PostId
from rules.junta.state import State, president
from rules.junta.succession import resignation_due
from rules.kernel.choices import Accept
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("form_cabinet")
class FormCabinet(Command):
    """Give each of the six posts to a seat."""

    posts: Mapping[PostId, Seat]


@event("cabinet_formed")
class CabinetFormed(Event):
    """The posts are given out."""

    president: Annotated[Seat, PUBLIC]
    posts: Annotated[Mapping[PostId, Seat], PUBLIC]


class Cabinet:
    """The President alone."""

    NAME = "cabinet"
    COMMANDS: tuple[type[Command], ...] = (FormCabinet,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """NC-6: while a motion is voted on nobody forms a cabinet. RS-3: nor who resigns."""
        former = state.government.president
        forming = state.turn.cabinet_by is None and state.motion is None
        forming = forming and not resignation_due(state)
        waiting = (former,) if forming and former is not None else ()
        return in_turn(state.course, self.NAME, waiting)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """CA-1 to CA-4: any cabinet that keeps the four rules; CA-5: the old one if it does."""
        if seat not in self.active(state):
            return ()
        return (Accept(command=FormCabinet, choices={"posts": _choice(state)}, rule="CA-1"),)

    def decide(self, state: State, seat: Seat, command: FormCabinet) -> Events:
        """Written in the order of the posts, whatever order they were named in."""
        posts = {post: command.posts[post] for post in POSTS}
        return (CabinetFormed(president=seat, posts=posts),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """CA-6: silence keeps the cabinet, or appoints the first lawful one."""
        first = _choice(state).first()
        return tuple(CabinetFormed(president=s, posts=first) for s in self.active(state))


def _choice(state: State) -> CabinetChoice:
    return CabinetChoice(
        president=president(state), seats=state.course.seats, current=state.government.posts
    )


def cabinet_formed(state: State, event: CabinetFormed) -> State:
    posts = {post: event.posts[post] for post in POSTS if post in event.posts}
    government = but(state.government, posts=posts)
    return but(state, government=government, turn=but(state.turn, cabinet_by=event.president))
