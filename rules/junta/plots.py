"""Plots: what the stages of the assassination step share. Pure functions and shared facts.

Attempts are resolved in the order announced. Whoever is about to die is asked for a protection,
whatever he holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.junta.cards import BY_ID, CARDS, CardId
from rules.junta.deals import aside, of_seat
from rules.junta.effect import cards_of_the_turn
from rules.junta.intrigue import Attempt, Plot, Threat
from rules.junta.ruleset import Location
from rules.junta.state import State, left_without, minister, with_family
from rules.kernel.bills import Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC, among

SECRET_POLICE = "secret_police"

Failure = Literal["victim_dead", "wrong_place", "missed", "at_residence", "nothing_found"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """One way to attempt: its price, the influence it needs, whether it names a place, its die."""

    price: int = 0
    needs: tuple[CardId, ...] = ()
    names_place: bool = True
    die_option: str | None = None
    banned_to_power: bool = False
    ministers: bool = False


def _means(card: CardId) -> Means:
    found = BY_ID[card]
    return Means(
        price=found.price,
        needs=found.needs,
        names_place=found.parameters.get("names_place", True),
        die_option=found.parameters.get("die_option"),
        banned_to_power=found.who == "neither_president_nor_minister",
        ministers=found.who == "minister",
    )


MEANS: Mapping[str, Means] = {
    SECRET_POLICE: Means(),
    **{card.id: _means(card.id) for card in CARDS if card.effect == "attempt"},
}
"""AS-3, CD-23: the secret police, the seven assassination cards, and the secret police's bonus."""


@event("locations_revealed")
class LocationsRevealed(Event):
    """Everybody shows where he is."""

    locations: Annotated[Mapping[Seat, Location], PUBLIC]


@event("attempt_failed")
class AttemptFailed(Event):
    """An attempt came to nothing."""

    attempt: Annotated[int, PUBLIC]
    reason: Annotated[Failure, PUBLIC]


@event("life_threatened")
class LifeThreatened(Event):
    """Somebody is about to die; a backfire has no killer, a shot at the border is no attempt."""

    attempt: Annotated[int | None, PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    killer: Annotated[Seat | None, PUBLIC]


@event("family_killed")
class FamilyKilled(Event):
    """A family's head is dead until the next turn; all its political cards are discarded."""

    seat: Annotated[Seat, PUBLIC]
    hand: Annotated[frozenset[CardId], PUBLIC]
    exposed: Annotated[frozenset[CardId], PUBLIC]
    office_vacant: Annotated[bool, PUBLIC]


@event("purse_taken")
class PurseTaken(Event):
    """SE-12: who ordered the killing took all the cash of the dead."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    taker: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, among("parties")]


@event("purse_lost")
class PurseLost(Event):
    """Money of a victim went face up under the pile."""

    victim: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, PUBLIC]


def plot(state: State) -> Plot:
    """The plot under way; to be asked only in its stages."""
    assert state.plot is not None
    return state.plot


def attempt(state: State) -> Attempt:
    """The attempt that is being resolved."""
    running = plot(state)
    return running.attempts[running.current]


def kill(state: State, threat: Threat) -> Events:
    """AS-12, AS-13, EX-11: cards discarded; the purse to a killer who lives, else to the pile."""
    family = state.families[threat.victim]
    offers = (*of_seat(state, threat.victim), *cards_of_the_turn(state, (threat.victim,)))
    bills, cards = aside(state, threat.victim)
    cash = family.cash + bills
    killed = FamilyKilled(
        seat=threat.victim,
        hand=family.hand | cards,
        exposed=family.exposed,
        office_vacant=state.government.president == threat.victim,
    )
    taker = threat.killer
    if taker is None or not state.families[taker].alive:
        return (*offers, PurseLost(victim=threat.victim, bills=cash), killed)
    parties = (threat.victim, taker)
    taken = PurseTaken(parties=parties, victim=threat.victim, taker=taker, bills=cash)
    return (*offers, taken, killed)


def in_power(state: State, seat: Seat) -> bool:
    """Whether the seat is the President's or the Minister's of the Interior."""
    return seat in (state.government.president, minister(state))


def threatened(state: State) -> Threat:
    """The death that a protection may stop; to be asked only in its stage."""
    assert state.threat is not None
    return state.threat


def settled(state: State) -> State:
    """The present attempt has come to its end."""
    running = plot(state)
    attempts = tuple(
        but(a, settled=True) if i == running.current else a for i, a in enumerate(running.attempts)
    )
    after = but(running, attempts=attempts, current=running.current + 1, search=None)
    return but(state, plot=after, threat=None)


def averted(state: State) -> State:
    """What threatened somebody is over: an attempt of the plot, or the shot at the border."""
    if state.threat is None or state.threat.attempt is None:
        return but(state, threat=None)
    return settled(state)


def locations_revealed(state: State, event: LocationsRevealed) -> State:
    """BR-6: for what comes, the brother-in-law chooses anew."""
    whereabouts = but(state.whereabouts, places=event.locations, revealed=True)
    government = but(state.government, brother_in_law=None)
    revealed = but(plot(state), revealed=True)
    return but(state, whereabouts=whereabouts, plot=revealed, government=government)


def attempt_failed(state: State, event: AttemptFailed) -> State:
    return settled(state)


def life_threatened(state: State, event: LifeThreatened) -> State:
    threat = Threat(victim=event.victim, killer=event.killer, attempt=event.attempt)
    return but(state, threat=threat)


def family_killed(state: State, event: FamilyKilled) -> State:
    family = state.families[event.seat]
    government = state.government
    if event.office_vacant:
        government = but(government, president=None, resigning=False)
    deck = but(state.deck, discards=state.deck.discards | event.hand | event.exposed)
    state = but(averted(state), deck=deck, government=government, turn=but(state.turn, excuse=True))
    returns = None if event.office_vacant else left_without(state, event.seat)
    return with_family(
        but(state, returns=returns),
        event.seat,
        alive=False,
        embassy=None,
        hand=family.hand - event.hand,
        hand_size=family.hand_size - len(event.hand),
        exposed=family.exposed - event.exposed,
    )


def purse_taken(state: State, event: PurseTaken) -> State:
    taker = state.families[event.taker].cash + event.bills
    victim = state.families[event.victim].cash - event.bills
    return with_family(with_family(state, event.victim, cash=victim), event.taker, cash=taker)


def purse_lost(state: State, event: PurseLost) -> State:
    treasury = but(state.treasury, sink=state.treasury.sink + event.bills)
    cash = state.families[event.victim].cash - event.bills
    return with_family(but(state, treasury=treasury), event.victim, cash=cash)
