"""The attempts are resolved one after another, in the order announced. AS-10 to AS-16."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import CardId
from rules.junta.deals import aside, made_by
from rules.junta.intrigue import Attempt, Search
from rules.junta.plots import (
    MEANS,
    AttemptFailed,
    Failure,
    LifeThreatened,
    PurseLost,
    attempt,
    plot,
    settled,
)
from rules.junta.state import State, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Source
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events, ask_dice, ask_draw
from rules.kernel.visibility import PUBLIC, among

LOOT = 2
HITS = (4, 5, 6)


@event("purse_robbed")
class PurseRobbed(Event):
    """Burglars brought `bills` to who sent them; `change` went back."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    thief: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, among("parties")]
    change: Annotated[Bills, among("parties")]


@event("robbery_settled")
class RobberySettled(Event):
    """The burglars of a dead man found the purse; what they took lies face up."""

    attempt: Annotated[int, PUBLIC]


@event("hand_searched")
class HandSearched(Event):
    """SE-12: the sender of the indiscretion looks into the victim's hand."""

    parties: Annotated[tuple[Seat, ...], PUBLIC]
    victim: Annotated[Seat, PUBLIC]
    thief: Annotated[Seat, PUBLIC]
    cards: Annotated[frozenset[CardId], among("parties")]


@event("card_lost")
class CardLost(Event):
    """The indiscretion of a dead man: a card of the victim's hand is discarded."""

    victim: Annotated[Seat, PUBLIC]
    cards: Annotated[frozenset[CardId], PUBLIC]


def begun(state: State) -> Events:
    return _begun(state, attempt(state))


ATTEMPT = AsksNobody("attempt", opens=begun)


def _begun(state: State, made: Attempt) -> Events:
    """AS-10: a victim already dead is not killed twice, and yields nothing."""
    if made.means == "psychotic_assassin":
        return (ask_dice("psychotic", 1, made.sender),)
    if not state.families[made.victim].alive:
        return (_failed(state, "victim_dead"),)
    if made.means == "burglars":
        return _robbed(state, made)
    if made.means == "indiscretion":
        return _searched(state, made)
    if not _found(state, made):
        return (_failed(state, "wrong_place"),)
    option = MEANS[made.means].die_option
    if option is not None and state.course.options[option]:
        return (ask_dice("assassin", 1, made.sender),)
    return (_threatened(state, made),)


def _found(state: State, made: Attempt) -> bool:
    return state.whereabouts.places.get(made.victim) == made.location


def _failed(state: State, reason: Failure) -> AttemptFailed:
    return AttemptFailed(attempt=plot(state).current, reason=reason)


def _threatened(state: State, made: Attempt) -> LifeThreatened:
    number = plot(state).current
    return LifeThreatened(attempt=number, victim=made.victim, killer=made.sender)


def assassin_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """AS-11: amateur and foreign assassins kill on 4 to 6."""
    made = attempt(state)
    return (_threatened(state, made) if faces[0] in HITS else _failed(state, "missed"),)


def psychotic_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """AS-14: on 1 to 3 the attempt goes ahead, on 6 he may turn on who sent him."""
    made = attempt(state)
    if faces[0] == 6 and state.families[made.sender].alive:
        return (ask_dice("backfire", 1, made.sender),)
    if faces[0] > 3:
        return (_failed(state, "missed"),)
    if not state.families[made.victim].alive:
        return (_failed(state, "victim_dead"),)
    return (_threatened(state, made) if _found(state, made) else _failed(state, "wrong_place"),)


def backfire_rolled(state: State, request: Request, faces: tuple[int, ...]) -> Events:
    """AS-14: after a six, 4 to 6 kill the sender, wherever he is."""
    made = attempt(state)
    if faces[0] not in HITS:
        return (_failed(state, "missed"),)
    number = plot(state).current
    return (LifeThreatened(attempt=number, victim=made.sender, killer=None),)


def _robbed(state: State, made: Attempt) -> Events:
    """AS-15: who is not at his residence loses 2 MP, or all that he has."""
    if state.whereabouts.places.get(made.victim) == "residence":
        return (_failed(state, "at_residence"),)
    offers = made_by(state, made.victim)
    bills = loot(state.families[made.victim].cash + aside(state, made.victim)[0])
    if not state.families[made.sender].alive:
        number = plot(state).current
        lost = PurseLost(victim=made.victim, bills=bills)
        return (*offers, lost, RobberySettled(attempt=number))
    owed = max(0, bills.mp - LOOT)
    change = Bills(owed, 0, 0) if state.families[made.sender].cash.ones >= owed else NO_BILLS
    parties = (made.victim, made.sender)
    robbed = PurseRobbed(
        parties=parties, victim=made.victim, thief=made.sender, bills=bills, change=change
    )
    return (*offers, robbed)


def loot(cash: Bills) -> Bills:
    """AS-15: the least sum of at least 2 MP that his bills make up, in as few bills as can be."""
    if cash.mp <= LOOT:
        return cash
    if cash.twos:
        return Bills(0, 1, 0)
    return Bills(2, 0, 0) if cash.ones >= LOOT else Bills(0, 0, 1)


def _searched(state: State, made: Attempt) -> Events:
    """AS-16: it works only against a victim at the girlfriend's."""
    family = state.families[made.victim]
    if state.whereabouts.places.get(made.victim) != "girlfriend":
        return (_failed(state, "wrong_place"),)
    if not family.hand_size:
        return (_failed(state, "nothing_found"),)
    offers = made_by(state, made.victim)
    if not state.families[made.sender].alive:
        return (*offers, ask_draw("indiscretion", made.victim))
    hand = family.hand | aside(state, made.victim)[1]
    parties = (made.victim, made.sender)
    searched = HandSearched(parties=parties, victim=made.victim, thief=made.sender, cards=hand)
    return (*offers, searched)


def card_picked(state: State, request: Request, source: Source) -> Events:
    """AS-16: what the indiscretion of a dead man takes is picked by chance and discarded."""
    assert request.seat is not None
    hand = state.families[request.seat].hand
    return (CardLost(victim=request.seat, cards=frozenset(source.picks(sorted(hand), 1))),)


def purse_robbed(state: State, event: PurseRobbed) -> State:
    victim = state.families[event.victim].cash - event.bills + event.change
    thief = state.families[event.thief].cash + event.bills - event.change
    state = with_family(state, event.victim, cash=victim)
    return settled(with_family(state, event.thief, cash=thief))


def robbery_settled(state: State, event: RobberySettled) -> State:
    return settled(state)


def hand_searched(state: State, event: HandSearched) -> State:
    search = Search(thief=event.thief, victim=event.victim, cards=event.cards)
    return but(state, plot=but(plot(state), search=search))


def card_lost(state: State, event: CardLost) -> State:
    family, deck = state.families[event.victim], state.deck
    return settled(
        with_family(
            but(state, deck=but(deck, discards=deck.discards | event.cards)),
            event.victim,
            hand=family.hand - event.cards,
            hand_size=family.hand_size - len(event.cards),
        )
    )
