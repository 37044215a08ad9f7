"""What a game of Junta is in its darker parts: plots, exiles on their way, offers. No rule."""

from __future__ import annotations

from typing import NamedTuple

from rules.junta.cards import CardId
from rules.junta.ruleset import Location
from rules.kernel.bills import Bills
from rules.kernel.identifiers import Seat


class Attempt(NamedTuple):
    """One announced attempt; burglars and indiscretion name no location."""

    sender: Seat
    means: str
    victim: Seat
    location: Location | None
    settled: bool = False


class Threat(NamedTuple):
    """A death that only a protection can stop now. A backfire has no `killer`.

    `attempt`: of which attempt of the plot; None for an exile who is shot at the border.
    """

    victim: Seat
    killer: Seat | None
    attempt: int | None = None
    faced: bool = False


class Returns(NamedTuple):
    """Exiles are asked `after` a step; None: before an election. `coming`: who returns."""

    after: str | None
    answered: frozenset[Seat] = frozenset()
    coming: tuple[Seat, ...] = ()
    at_border: Seat | None = None


class Search(NamedTuple):
    """A hand that was looked into, and of which one card may be taken."""

    thief: Seat
    victim: Seat
    cards: frozenset[CardId]


class Plot(NamedTuple):
    """The assassination step: what was announced, in order, and what is being resolved."""

    order: tuple[Seat, ...]
    spoken: frozenset[Seat] = frozenset()
    attempts: tuple[Attempt, ...] = ()
    revealed: bool = False
    current: int = 0
    search: Search | None = None

    @property
    def resolved(self) -> bool:
        """Whether every attempt has come to its end."""
        return self.revealed and self.current == len(self.attempts)


class Offer(NamedTuple):
    """An open offer, known to its two parties; `bills` and `cards` are set aside."""

    giver: Seat
    receiver: Seat
    number: int
    bills: Bills
    cards: frozenset[CardId]
    want_mp: int
    want_cards: frozenset[CardId]
