"""An order, which is one command on its way into the log, and what it led to."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from events.codec import encode
from events.deadlines import is_overdue
from events.envelope import Envelope
from events.log import Head
from events.standing import Standing
from rules.kernel.chance import SupplyChance
from rules.kernel.course import ExpireStage, NoteLook, RevealSecrets
from rules.kernel.messages import Command

SYSTEM: Literal["system"] = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """`digest` tells the bodies apart that come under one key; `if_match` is a position."""

    actor: int | str
    command: Command
    key: str
    digest: str = ""
    stage: int | None = None
    if_match: int | None = None

    @property
    def id(self) -> str:
        """The command id: no actor can touch another's."""
        return f"{self.actor}:{self.key}"

    def recorded(self) -> dict[str, Any]:
        """The command as it stands in the log.

        The key of a call that hands out a token is a secret: only its hash is written.
        """
        seat = isinstance(self.actor, int) or self.actor == SYSTEM
        return {
            "type": self.command.TYPE,
            "fields": encode(self.command),
            "stage": self.stage,
            "key": self.key if seat else sha256(self.key.encode()).hexdigest(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What a command led to, now or (`replay`) when it was first given.

    standing: where the game stands now, which after a replay may be further on.
    """

    standing: Standing
    envelopes: list[Envelope]
    replay: bool

    @property
    def head(self) -> Head:
        """The present head."""
        return self.standing.head

    @property
    def first(self) -> int:
        """The position of the first event of the commit."""
        return self.envelopes[0].position

    @property
    def last(self) -> int:
        """The position of its last event."""
        return self.envelopes[-1].position


def system_order(command: Command) -> Order:
    """The service's own command; given twice for the same stage or request it is a duplicate."""
    return Order(actor=SYSTEM, command=command, key=_system_key(command))


def _system_key(command: Command) -> str:
    if isinstance(command, ExpireStage):
        return f"expire-{command.stage}"
    if isinstance(command, SupplyChance):
        return f"chance-{command.request}"
    if isinstance(command, RevealSecrets):
        return "reveal"
    if isinstance(command, NoteLook):
        return f"look-{command.stage}"
    raise TypeError(f"{command.TYPE} is not a command of the service")


def expiry(standing: Standing, at: str) -> Order | None:
    """The order that must go first: the open stage's, if it is overdue at this instant."""
    stage = standing.state.course.stage
    if stage is None or not is_overdue(standing.closes_at, at):
        return None
    return system_order(ExpireStage(stage=stage.number))
