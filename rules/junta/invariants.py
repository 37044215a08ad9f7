"""The laws that hold after every event of every game, by name. Read on the full state only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.junta.cabinets import fault
from rules.junta.cards import BY_ID, DECK
from rules.junta.deals import aside
from rules.junta.exile import embassies
from rules.junta.fight_laws import FIGHT_LAWS
from rules.junta.march_laws import MARCH_LAWS
from rules.junta.ruleset import BILLS
from rules.junta.state import State
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.identifiers import Seat
from rules.kernel.laws import reads


@reads("prepared", "treasury", "government", "families", "budget", "offers")
def bills_are_conserved(state: State) -> str | None:
    """Every one of the 96 bills is in exactly one place."""
    if not state.prepared:
        return None
    found = state.treasury.pile + state.treasury.sink + state.government.purse
    for family in state.families:
        found = found + family.cash + family.swiss
    if state.budget is not None:
        found = found + state.budget.aid + state.budget.set_aside
    for offer in state.offers:
        found = found + offer.bills
    return None if found == BILLS else f"{found} bills of {BILLS}"


@reads("treasury", "government", "families", "budget")
def no_bundle_is_negative(state: State) -> str | None:
    """Nobody owes a bill."""
    bundles = [state.treasury.pile, state.treasury.sink, state.government.purse]
    bundles += [bundle for f in state.families for bundle in (f.cash, f.swiss)]
    if state.budget is not None:
        bundles += [state.budget.aid, state.budget.set_aside]
    return next((f"{b} is negative" for b in bundles if min(b) < 0), None)


@reads("budget")
def promises_are_covered(state: State) -> str | None:
    """The bills set aside are the bills promised."""
    if state.budget is None or state.budget.phase == "proposing":
        return None
    promised: Bills = sum(state.budget.shares.values(), NO_BILLS)
    aside = state.budget.set_aside
    return None if aside.within(promised) else f"{aside} set aside for {promised}"


@reads("prepared", "deck", "families", "offers")
def cards_are_conserved(state: State) -> str | None:
    """Every one of the 64 cards is in exactly one place."""
    if not state.prepared:
        return None
    places = [state.deck.pile, state.deck.discards]
    for family in state.families:
        places += [family.hand, family.exposed, family.laid, family.for_the_turn]
    places += [offer.cards for offer in state.offers]
    number = sum(map(len, places))
    if number != len(DECK):
        return f"{number} cards of {len(DECK)}"
    return None if frozenset().union(*places) == DECK else "a card is in two places"


@reads("prepared", "deck", "treasury", "families", "offers")
def sizes_are_true(state: State) -> str | None:
    """Public sizes are those of the hidden things."""
    if not state.prepared:
        return None
    pairs = [
        (state.deck.pile_size, len(state.deck.pile)),
        (state.treasury.pile_size, state.treasury.pile.number),
    ]
    for seat, family in enumerate(state.families):
        pairs += [
            (family.hand_size, len(family.hand) + len(aside(state, Seat(seat))[1])),
            (family.swiss_bills, family.swiss.number),
        ]
    return next((f"{said} said, {true} true" for said, true in pairs if said != true), None)


@reads("families")
def only_votes_are_laid(state: State) -> str | None:
    """What lies exposed is influence; what is laid for a ballot is a vote card."""
    for family in state.families:
        for card in family.exposed:
            if BY_ID[card].category != "influence":
                return f"{card} lies exposed"
        for card in family.laid:
            if BY_ID[card].category != "vote":
                return f"{card} is laid for a ballot"
    return None


@reads("turn.cabinet_by", "government", "families")
def the_cabinet_is_lawful(state: State) -> str | None:
    """A cabinet keeps its rules as long as the President who formed it is in office."""
    former = state.turn.cabinet_by
    if former is None or former != state.government.president:
        return None
    return fault(state.government.posts, former, len(state.families))


@reads("families")
def the_dead_hold_nothing(state: State) -> str | None:
    """Who is dead has neither cards nor cash."""
    for seat, family in enumerate(state.families):
        if not family.alive and (family.hand or family.exposed or family.cash.number):
            return f"seat {seat} is dead and holds something"
    return None


@reads("whereabouts")
def everybody_chose_who_is_somewhere(state: State) -> str | None:
    """Whoever is somewhere has chosen, and the other way round."""
    places, chosen = state.whereabouts.places, state.whereabouts.chosen
    return None if places.keys() == chosen else f"{sorted(places)} placed, {sorted(chosen)} chose"


@reads("families", "government", "whereabouts", "course.options")
def exiles_live_abroad(state: State) -> str | None:
    """Who is in exile lives in an embassy and is nowhere else; the President is not in exile."""
    for seat, family in enumerate(state.families):
        if family.embassy is None:
            continue
        if not family.alive or family.embassy not in embassies(state):
            return f"seat {seat} is in exile in {family.embassy}"
        if seat == state.government.president or seat in state.whereabouts.places:
            return f"seat {seat} is in exile and at home"
    return None


INVARIANTS: Mapping[str, Callable[[State], str | None]] = {
    law.__name__: law
    for law in (
        bills_are_conserved,
        no_bundle_is_negative,
        promises_are_covered,
        cards_are_conserved,
        sizes_are_true,
        only_votes_are_laid,
        the_cabinet_is_lawful,
        the_dead_hold_nothing,
        everybody_chose_who_is_somewhere,
        exiles_live_abroad,
        *FIGHT_LAWS,
        *MARCH_LAWS,
    )
}
