"""What every stage of a coup has in common: once the coup is decided it waits for nobody. CE-5."""

from __future__ import annotations

from typing import Any

from rules.junta.state import State
from rules.junta.verdict import over
from rules.kernel.choices import Accept
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.stages import Events, Stage


class Undecided:
    """A stage of a coup as long as nobody has won; then nothing follows from it any more."""

    def __init__(self, stage: Stage[State]) -> None:
        self._stage = stage
        self.NAME: str = stage.NAME
        self.COMMANDS: tuple[type[Command], ...] = stage.COMMANDS

    def duration(self, state: State) -> int | None:
        return self._stage.duration(state)

    def active(self, state: State) -> tuple[Seat, ...]:
        return () if over(state) else self._stage.active(state)

    def open(self, state: State) -> Events:
        return self._stage.open(state)

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        return () if over(state) else self._stage.accepts(state, seat)

    def decide(self, state: State, seat: Seat, command: Any) -> Events:
        return self._stage.decide(state, seat, command)

    def is_over(self, state: State) -> bool:
        return over(state) or self._stage.is_over(state)

    def close(self, state: State) -> Events:
        return () if over(state) else self._stage.close(state)

    def expire(self, state: State) -> Events:
        return () if over(state) else self._stage.expire(state)
