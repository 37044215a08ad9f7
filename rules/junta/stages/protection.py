"""Somebody is about to die: he is asked for a protection, whatever he holds. AS-17 to AS-19."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated

from rules.junta.cards import BY_ID, CardId
from rules.junta.effect import Bar
from rules.junta.exile import home
from rules.junta.moments import lacking
from rules.junta.playable import Playable
from rules.junta.plots import averted, kill, threatened
from rules.junta.prices import payment, unaffordable, ways_to_pay
from rules.junta.state import State, with_family
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, Choice, OneOf
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, ask_dice
from rules.kernel.visibility import PUBLIC

MONARCHIST = CardId("monarchist_assassin")
BRIBED = CardId("bribed_assassin")
PRICES: Mapping[CardId, int] = {card: BY_ID[card].price for card in (MONARCHIST, BRIBED)}
"""AS-18: the cards that protect, and what they cost in MP."""
SAVED = (3, 4, 5, 6)
NO_PROTECTION = "is no protection in your hand"
NOTHING: Mapping[str, Choice] = dict.fromkeys(("powers", "bills"), OneOf(values=()))
"""The other fields of a protection that nothing can be named in."""


@command("protect")
class Protect(Command):
    """Answer the threat with a card, and pay its price."""

    card: CardId
    powers: frozenset[CardId]
    bills: Bills


@command("face_death")
class FaceDeath(Command):
    """Answer with nothing."""


@event("protection_played")
class ProtectionPlayed(Event):
    """The victim laid down a card that may save him."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId, PUBLIC]


@event("attempt_stopped")
class AttemptStopped(Event):
    """The protection worked; the attempt is over."""

    seat: Annotated[Seat, PUBLIC]


@event("protection_failed")
class ProtectionFailed(Event):
    """The assassin would not be bribed; another card may be tried."""

    seat: Annotated[Seat, PUBLIC]


@event("death_faced")
class DeathFaced(Event):
    """The victim answers with nothing."""

    seat: Annotated[Seat, PUBLIC]


class Protection:
    """The threatened seat alone."""

    NAME = "protection"
    COMMANDS: tuple[type[Command], ...] = (Protect, FaceDeath)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        threat = state.threat
        return () if threat is None or threat.faced else (threat.victim,)

    def open(self, state: State) -> Events:
        return ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """AS-19: what was answered is answered: nothing more while the die of a bribe rolls."""
        if seat not in self.active(state) or _rolling(state):
            return ()
        return (*_protections(state, seat), Accept(command=FaceDeath, choices={}))

    def decide(self, state: State, seat: Seat, command: Protect | FaceDeath) -> Events:
        """AS-18: the monarchist always saves; the bribe on 3 to 6, or always, by option."""
        if isinstance(command, FaceDeath):
            return (DeathFaced(seat=seat),)
        paid = payment(seat, command.bills, command.powers)
        played = ProtectionPlayed(seat=seat, card=command.card)
        if command.card == BRIBED and state.course.options["bribed_assassin_roll"]:
            return (*paid, played, ask_dice("bribe", 1, seat))
        return (*paid, played, *_saved(state, seat))

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return () if state.threat is None else kill(state, state.threat)

    def expire(self, state: State) -> Events:
        """AS-17: silence protects nobody."""
        return tuple(DeathFaced(seat=seat) for seat in self.active(state))


def _protections(state: State, seat: Seat) -> Iterator[Accept]:
    """AS-18, AS-19: each card answers one attempt; if it fails another may be tried."""
    held = [card for card in PRICES if card in state.families[seat].hand]
    bars = {card: bar for card in held if (bar := _bar(state, seat, card)) is not None}
    free = tuple(card for card in held if card not in bars)
    named = partial(Playable, free=free, bars=bars, absent=NO_PROTECTION, absent_rule="AS-18")
    yield Accept(command=Protect, choices={"card": named(values=()), **NOTHING})
    for card in free:
        for paid in ways_to_pay(state, seat, PRICES[card]):
            choices = {"card": named(values=(card,)), **paid}
            yield Accept(command=Protect, choices=choices, rule="AS-18")


def _bar(state: State, seat: Seat, card: CardId) -> Bar | None:
    """AS-18: the Monarchists before him, or the price of the bribe."""
    return lacking(state, seat, BY_ID[card]) or unaffordable(state, seat, card, PRICES[card])


def _rolling(state: State) -> bool:
    return any(request.purpose == "bribe" for request in state.course.requests)


def _saved(state: State, seat: Seat) -> Events:
    """EX-10: an exile whom it saves at the border has returned."""
    return (AttemptStopped(seat=seat), *home(state, seat))


def bribe_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """AS-18: the bribed assassin takes the money on 3 to 6."""
    assert request.seat is not None
    if faces[0] in SAVED:
        return _saved(state, request.seat)
    return (ProtectionFailed(seat=request.seat),)


def protection_played(state: State, event: ProtectionPlayed) -> State:
    family, deck = state.families[event.seat], state.deck
    return with_family(
        but(state, deck=but(deck, discards=deck.discards | {event.card})),
        event.seat,
        hand=family.hand - {event.card},
        hand_size=family.hand_size - 1,
    )


def attempt_stopped(state: State, event: AttemptStopped) -> State:
    return averted(state)


def protection_failed(state: State, event: ProtectionFailed) -> State:
    return state


def death_faced(state: State, event: DeathFaced) -> State:
    return but(state, threat=but(threatened(state), faced=True))
