"""Speech: to everybody, or to named seats whom nobody else hears. SP-1 to SP-4."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from rules.junta.state import State
from rules.kernel.choices import Accept, Choice, Subset, Text
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, PUBLIC_TEXT, private_among

MOST_CHARACTERS = 2000
MOST_BYTES = 200_000
BYTES_A_CHARACTER = 4


@command("say")
class Say(Command):
    """Say this to the seats named, or to everybody where none is."""

    to: frozenset[Seat]
    words: str


@event("said")
class Said(Event):
    """Somebody spoke for all to hear."""

    seat: Annotated[Seat, PUBLIC]
    words: Annotated[str, PUBLIC_TEXT]


@event("whispered", seen_by=private_among("parties", "revealed_at_end"))
class Whispered(Event):
    """SE-13: somebody spoke to some; nobody else knows."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    seat: Annotated[Seat, PUBLIC]
    words: Annotated[str, PUBLIC_TEXT]
    revealed_at_end: Annotated[bool, PUBLIC]


class Speech:
    """Any seat, dead or alive, while any stage is open."""

    COMMANDS: tuple[type[Command], ...] = (Say,)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """SP-1, SP-3: 2,000 characters at a time, 200,000 bytes in a game."""
        left = (MOST_BYTES - state.spoken.get(seat, 0)) // BYTES_A_CHARACTER
        if left < 1:
            return ()
        return (_speech(state.course.clockwise_from(0), seat, min(MOST_CHARACTERS, left)),)

    def decide(self, state: State, seat: Seat, command: Say) -> Events:
        """SP-2: private talk is heard by its parties alone."""
        if not command.to:
            return (Said(seat=seat, words=command.words),)
        whispered = Whispered(
            parties=(seat, *sorted(command.to)),
            seat=seat,
            words=command.words,
            revealed_at_end=bool(state.course.options["private_talk_revealed"]),
        )
        return (whispered,)


@lru_cache(maxsize=128)
def _speech(seats: tuple[Seat, ...], seat: Seat, at_most: int) -> Accept:
    others = tuple(s for s in seats if s != seat)
    choices: dict[str, Choice] = {
        "to": Subset(values=others, at_most=len(others)),
        "words": Text(at_most=at_most),
    }
    return Accept(command=Say, choices=choices, rule="SP-3")


def heard(state: State, event: Said | Whispered) -> State:
    """How much a seat has spoken; of others' private talk a view knows nothing."""
    used = state.spoken.get(event.seat, 0) + len(event.words.encode())
    return but(state, spoken={**state.spoken, event.seat: used})
