"""The toy game with private talk, which the table tells only to those who heard it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from rules.kernel.choices import Accept, Subset, Text
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.options import Option
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT, private_among
from tests.toy.game import TOY, State, written


@command("whisper")
class Whisper(Command):
    to: frozenset[Seat]
    words: str


@event("toy_whispered", seen_by=private_among("parties", "revealed_at_end"))
class Whispered(Event):
    parties: Annotated[tuple[Seat, ...], PUBLIC]
    words: Annotated[str, PUBLIC_TEXT]
    revealed_at_end: Annotated[bool, PUBLIC]


class Whispering:
    COMMANDS = (Whisper,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        others = tuple(s for s in state.course.clockwise_from(seat) if s != seat)
        to = Subset(values=others, at_least=1, at_most=len(others))
        return (Accept(command=Whisper, choices={"to": to, "words": Text(at_most=50)}),)

    def decide(self, state: State, seat: Seat, command: Whisper) -> tuple[Event, ...]:
        revealed = bool(state.course.options["revealed"])
        parties = (seat, *sorted(command.to))
        return (Whispered(parties=parties, words=command.words, revealed_at_end=revealed),)


WHISPERING = replace(
    TOY,
    id="whispering/1",
    interrupts=(*TOY.interrupts, Whispering()),
    evolvers={
        **TOY.evolvers,
        Whispered: lambda state, event: but(state, words=(*state.words, event.words)),
    },
    table=lambda state: {**written(state), "words": list(state.words)},
    options=(*TOY.options, Option(name="revealed", default=False, meaning="talk, at the end")),
)
