"""A toy game: each turn everyone secretly picks a number; one die is rolled; a match scores.

About as small as a game can be and still have a secret, a simultaneous stage, chance and an end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.kernel.choices import Accept, OneOf, Text
from rules.kernel.course import Course, GameStarted
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.options import Option
from rules.kernel.stages import ask_dice
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT, among, only_to


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    course: Course
    picks: Mapping[Seat, int]
    scores: tuple[int, ...] = ()
    turn: int = 0
    words: tuple[str, ...] = ()


@command("pick")
class Pick(Command):
    number: int


@command("shout")
class Shout(Command):
    words: str


@command("nod")
class Nod(Command):
    to: Seat


@event("picked")
class Picked(Event):
    seat: Annotated[Seat, PUBLIC]
    number: Annotated[int, only_to("seat")]


@event("matched")
class Matched(Event):
    face: Annotated[int, PUBLIC]
    picks: Annotated[Mapping[Seat, int], PUBLIC]
    scores: Annotated[tuple[int, ...], PUBLIC]


@event("shouted")
class Shouted(Event):
    seat: Annotated[Seat, PUBLIC]
    words: Annotated[str, PUBLIC_TEXT]


@event("nodded", seen_by=among("parties"))
class Nodded(Event):
    parties: Annotated[tuple[Seat, ...], PUBLIC]


def picked(state: State, event: Picked) -> State:
    return but(state, picks={**state.picks, event.seat: event.number})


def matched(state: State, event: Matched) -> State:
    return but(state, picks={}, scores=event.scores, turn=state.turn + 1)


def resolve(state: State, request: Any, faces: tuple[int, ...]) -> tuple[Event, ...]:
    scores = tuple(n + (state.picks[Seat(i)] == faces[0]) for i, n in enumerate(state.scores))
    return (Matched(face=faces[0], picks=state.picks, scores=scores),)


class Picking:
    NAME = "picking"
    COMMANDS = (Pick,)

    def duration(self, state: State) -> int:
        return state.course.durations["picking"]

    def active(self, state: State) -> tuple[Seat, ...]:
        return tuple(s for s in state.course.clockwise_from(0) if s not in state.picks)

    def open(self, state: State) -> tuple[Event, ...]:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        if seat in state.picks:
            return ()
        return (Accept(command=Pick, choices={"number": OneOf(values=(1, 2, 3, 4, 5, 6))}),)

    def decide(self, state: State, seat: Seat, command: Pick) -> tuple[Event, ...]:
        return (Picked(seat=seat, number=command.number),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> tuple[Event, ...]:
        return (ask_dice("match", 1),)

    def expire(self, state: State) -> tuple[Event, ...]:
        return tuple(Picked(seat=seat, number=1) for seat in self.active(state))


class Shouting:
    COMMANDS = (Shout, Nod)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        others = tuple(s for s in state.course.clockwise_from(seat) if s != seat)
        return (
            Accept(command=Shout, choices={"words": Text(at_most=50)}),
            Accept(command=Nod, choices={"to": OneOf(values=others)}),
        )

    def decide(self, state: State, seat: Seat, command: Shout | Nod) -> tuple[Event, ...]:
        if isinstance(command, Nod):
            return (Nodded(parties=(seat, command.to)),)
        return (Shouted(seat=seat, words=command.words),)


def written(state: State) -> dict[str, Any]:
    picks = {
        str(seat): {"hidden": True} if is_hidden(number) else number
        for seat, number in state.picks.items()
    }
    return {"turn": state.turn, "scores": list(state.scores), "picks": picks}


TOY = Game[State](
    id="toy/1",
    title="Toy",
    draft=True,
    least_seats=2,
    most_seats=40,
    begin=lambda course, created: State(course=course, picks={}),
    stages=(Picking(),),
    interrupts=(Shouting(),),
    speech=(Shout,),
    follow=lambda s: "picking" if s.turn < int(s.course.options["turns"]) else None,
    finish=lambda state: (),
    evolvers={
        GameStarted: lambda state, event: but(state, scores=(0,) * event.seats),
        Picked: picked,
        Matched: matched,
        Shouted: lambda state, event: but(state, words=(*state.words, event.words)),
        Nodded: lambda state, event: state,
    },
    chance={"match": resolve},
    table=written,
    invariants={"turns": lambda s: None if s.turn <= 1000 else "too many turns"},
    options=(Option(name="turns", default=3, least=1, most=1000, meaning="turns to play"),),
    durations={"live": {"lobby": 3600, "picking": 60}, "bots": {"lobby": 3600, "picking": 5}},
    about=lambda: {},
)
