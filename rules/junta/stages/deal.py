"""The set-up: piles are prepared and each family is dealt its first cards. SU-1 to SU-3."""

from __future__ import annotations

from typing import Annotated

from rules.junta.cards import DECK, CardId
from rules.junta.drawing import draw_cards
from rules.junta.ruleset import BILLS, SET_UP_CARDS
from rules.junta.sandbox.set_up import begun
from rules.junta.state import Deck, State, Treasury, with_family
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Source
from rules.kernel.course import Request
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import AsksNobody, Events, ask_draw
from rules.kernel.visibility import PUBLIC, SEALED, only_to


@event("piles_prepared")
class PilesPrepared(Event):
    """SE-4: bills and cards lie in two face-down piles that nobody may look through."""

    cards: Annotated[frozenset[CardId], SEALED]
    card_count: Annotated[int, PUBLIC]
    bills: Annotated[Bills, SEALED]
    bill_count: Annotated[int, PUBLIC]


@event("purse_opened")
class PurseOpened(Event):
    """A family's purse; from now on nobody but its owner knows what is in it."""

    seat: Annotated[Seat, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]


def set_up(state: State) -> Events:
    """SU-1: all 96 bills and all 64 cards form the piles; then everybody is dealt cards.

    SB-2: a sandbox is set up in what follows, when chance has its say.
    """
    if state.course.sandbox:
        return (ask_draw("deal"),)
    prepared = PilesPrepared(
        cards=DECK, card_count=len(DECK), bills=BILLS, bill_count=BILLS.number
    )
    purses = (PurseOpened(seat=s, bills=NO_BILLS) for s in state.course.clockwise_from(0))
    return (prepared, *purses, ask_draw("deal"))


DEAL = AsksNobody("deal", opens=set_up)


def dealt(state: State, request: Request, source: Source) -> Events:
    """SU-2: each family is dealt five political cards; SB-2: or what its sandbox gives it."""
    if state.course.sandbox:
        return begun(state, source)
    return draw_cards(state, source, state.course.clockwise_from(0), SET_UP_CARDS)


def piles_prepared(state: State, event: PilesPrepared) -> State:
    return but(
        state,
        prepared=True,
        deck=Deck(pile=event.cards, pile_size=event.card_count),
        treasury=Treasury(pile=event.bills, pile_size=event.bill_count),
    )


def purse_opened(state: State, event: PurseOpened) -> State:
    return with_family(state, event.seat, cash=event.bills)
