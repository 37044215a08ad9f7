"""An order, which is one command on its way into the log, and what it led to."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from events.codec import encode
from events.deadlines import is_overdue
from events.envelope import Envelope
from events.log import Head
from events.standing import Standing
from rules.kernel.attendance import NoteReturn
from rules.kernel.chance import SupplyChance
from rules.kernel.course import ExpireStage, NoteLook, RevealSecrets
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command

SYSTEM: Literal["system"] = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """`digest` tells the bodies apart that come under one key; `if_match` is a position.

    tenure: the one of the seat that the actor's token was made for; None where nobody asks.
    """

    actor: int | str
    command: Command
    key: str
    digest: str = ""
    stage: int | None = None
    if_match: int | None = None
    tenure: int | None = None

    @property
    def id(self) -> str:
        """The command id: no actor can touch another's."""
        return f"{self.actor}:{self.key}"

    def recorded(self, key_secret: bytes) -> dict[str, Any]:
        """The command as it stands in the log.

        A key may be a secret of its sender, so only its mark is written. The mark needs a secret of
        the game that is never revealed: so nobody can guess at a command from its commitment, not
        even when the salts are known, as private talk demands.
        """
        return {
            "type": self.command.TYPE,
            "fields": encode(self.command),
            "stage": self.stage,
            "key": hmac.digest(key_secret, self.id.encode(), "sha256").hex(),
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


def returning(standing: Standing, order: Order) -> Order | None:
    """The order that must go before that of a seat marked absent: its return, which all see.

    A commit of its own, so that it covers no secret: what the seat then does may be one. It stands
    whether that is refused or not.
    """
    course = standing.state.course
    if not isinstance(order.actor, int) or order.actor not in course.attendance.absent:
        return None
    if course.status != "running" or has_passed(standing, order):
        return None
    command = NoteReturn(seat=Seat(order.actor))
    key = f"return-{order.actor}-{standing.head.position}"
    return Order(actor=SYSTEM, command=command, key=key)


def after_return(order: Order, first: Order, before: Standing, after: Standing) -> Order:
    """The order once `first` was committed: its own return does not unbind it from its position."""
    if isinstance(first.command, NoteReturn) and order.if_match == before.head.position:
        return replace(order, if_match=after.head.position)
    return order


def has_passed(standing: Standing, order: Order) -> bool:
    """Whether the actor's seat was handed over since his token was made."""
    if order.tenure is None or not isinstance(order.actor, int):
        return False
    tenures: Mapping[Seat, int] = standing.state.course.attendance.tenures
    return tenures.get(Seat(order.actor), 0) != order.tenure
