"""The events in which a sandbox is set up, and their folds. SB-2: one per owner of a secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from rules.junta.cards import CardId
from rules.junta.forces import ZoneId
from rules.junta.intrigue import Returns
from rules.junta.parliament import Alternative, Budget, BudgetPhase, Election, ElectionPhase
from rules.junta.ruleset import Location, PostId
from rules.junta.sandbox.script import Script
from rules.junta.state import (
    BankState,
    Deck,
    Government,
    State,
    Treasury,
    Turn,
    Whereabouts,
    with_family,
)
from rules.kernel.bills import Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC, SEALED, only_to


@event("scripts_laid")
class ScriptsLaid(Event):
    """SB-5: what chance is to bring first lies ready, and nobody knows whether anything does."""

    draws: Annotated[tuple[CardId, ...], SEALED]
    aid: Annotated[tuple[int, ...], SEALED]
    dice: Annotated[tuple[int, ...], SEALED]


@event("position_set_up")
class PositionSetUp(Event):
    """What everybody sees of the position. `after`: the step that has just ended.

    `offered`: the exiles have been asked whether they return. `places` where all have shown theirs.
    """

    after: Annotated[str, PUBLIC]
    turn: Annotated[int, PUBLIC]
    president: Annotated[Seat | None, PUBLIC]
    last_president: Annotated[Seat | None, PUBLIC]
    posts: Annotated[Mapping[PostId, Seat], PUBLIC]
    cabinet_by: Annotated[Seat | None, PUBLIC]
    bank: Annotated[BankState, PUBLIC]
    excuse: Annotated[bool, PUBLIC]
    police_in_chamber: Annotated[bool, PUBLIC]
    last_police_bank_turn: Annotated[int | None, PUBLIC]
    dead: Annotated[tuple[Seat, ...], PUBLIC]
    exiles: Annotated[Mapping[Seat, ZoneId], PUBLIC]
    offered: Annotated[bool, PUBLIC]
    brother_in_law: Annotated[PostId | None, PUBLIC]
    places: Annotated[Mapping[Seat, Location] | None, PUBLIC]
    served: Annotated[frozenset[Seat], PUBLIC]


@event("family_set_up")
class FamilySetUp(Event):
    """What a family begins with; `located`: it has chosen where to be."""

    seat: Annotated[Seat, PUBLIC]
    hand: Annotated[frozenset[CardId], only_to("seat")]
    hand_size: Annotated[int, PUBLIC]
    exposed: Annotated[frozenset[CardId], PUBLIC]
    cash: Annotated[Bills, only_to("seat")]
    swiss: Annotated[Bills, only_to("seat")]
    swiss_bills: Annotated[int, PUBLIC]
    located: Annotated[bool, PUBLIC]
    location: Annotated[Location | None, only_to("seat")]


@event("piles_set_up")
class PilesSetUp(Event):
    """The cards and bills that no family has lie in two face-down piles."""

    cards: Annotated[frozenset[CardId], SEALED]
    card_count: Annotated[int, PUBLIC]
    bills: Annotated[Bills, SEALED]
    bill_count: Annotated[int, PUBLIC]


@event("election_set_up")
class ElectionSetUp(Event):
    """An election is under way in which nobody was nominated, so that all stand."""

    order: Annotated[tuple[Seat, ...], PUBLIC]
    phase: Annotated[ElectionPhase, PUBLIC]
    round: Annotated[int, PUBLIC]
    winner: Annotated[Seat | None, PUBLIC]


@event("budget_set_up")
class BudgetSetUp(Event):
    """The President drew the aid; what he announced, if he has, and how far the Chamber has got."""

    seat: Annotated[Seat, PUBLIC]
    number: Annotated[int, PUBLIC]
    bills: Annotated[Bills, only_to("seat")]
    sums: Annotated[Mapping[Seat, int], PUBLIC]
    proposer: Annotated[Seat | None, PUBLIC]
    phase: Annotated[BudgetPhase, PUBLIC]
    alternative: Annotated[Alternative, PUBLIC]


def scripts_laid(state: State, event: ScriptsLaid) -> State:
    script = Script(draws=event.draws, aid=event.aid)
    return but(state, script=script, course=but(state.course, script=event.dice))


def position_set_up(state: State, event: PositionSetUp) -> State:
    families = tuple(
        but(family, alive=seat not in event.dead, embassy=event.exiles.get(Seat(seat)))
        for seat, family in enumerate(state.families)
    )
    turn = Turn(
        number=event.turn,
        step=event.after,
        bank=event.bank,
        excuse=event.excuse,
        police_in_chamber=event.police_in_chamber,
        cabinet_by=event.cabinet_by,
    )
    government = Government(
        posts=event.posts,
        president=event.president,
        last_president=event.last_president,
        brother_in_law=event.brother_in_law,
    )
    asked = Returns(after=None if event.president is None else event.after)
    places = Whereabouts(places={})
    if event.places is not None:
        places = Whereabouts(
            places=event.places,
            chosen=frozenset(event.places),
            revealed=True,
            banked=event.served,
        )
    watched = event.last_police_bank_turn
    return but(
        state,
        families=families,
        turn=turn,
        government=government,
        whereabouts=places,
        returns=asked if event.offered else None,
        police_bank_turn=-1 if watched is None else watched,
    )


def family_set_up(state: State, event: FamilySetUp) -> State:
    state = with_family(
        state,
        event.seat,
        hand=event.hand,
        hand_size=event.hand_size,
        exposed=event.exposed,
        cash=event.cash,
        swiss=event.swiss,
        swiss_bills=event.swiss_bills,
    )
    if not event.located:
        return state
    there = state.whereabouts
    places = {**there.places, event.seat: event.location}
    return but(state, whereabouts=but(there, places=places, chosen=there.chosen | {event.seat}))


def piles_set_up(state: State, event: PilesSetUp) -> State:
    return but(
        state,
        prepared=True,
        deck=Deck(pile=event.cards, pile_size=event.card_count),
        treasury=Treasury(pile=event.bills, pile_size=event.bill_count),
    )


def election_set_up(state: State, event: ElectionSetUp) -> State:
    election = Election(
        order=event.order,
        nominations={seat: {} for seat in event.order},
        votes={},
        phase=event.phase,
        everyone=True,
        candidates=event.order,
        round=event.round,
        winner=event.winner,
    )
    return but(state, election=election)


def budget_set_up(state: State, event: BudgetSetUp) -> State:
    treasury = but(
        state.treasury,
        pile=state.treasury.pile - event.bills,
        pile_size=state.treasury.pile_size - event.number,
    )
    budget = Budget(
        aid=event.bills,
        drawn=event.bills,
        proposer=event.proposer,
        sums=event.sums,
        shares={},
        votes={},
        phase=event.phase,
        alternative=event.alternative,
    )
    script = but(state.script, aid=state.script.aid[event.number :])
    return but(state, treasury=treasury, budget=budget, script=script)


SETTING_UP: Mapping[type[Event], Callable[[State, Any], State]] = {
    ScriptsLaid: scripts_laid,
    PositionSetUp: position_set_up,
    FamilySetUp: family_set_up,
    PilesSetUp: piles_set_up,
    ElectionSetUp: election_set_up,
    BudgetSetUp: budget_set_up,
}
"""Which function folds which of these events."""
