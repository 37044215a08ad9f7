"""The state as the documented JSON table. HIDDEN is written {"hidden": true}, never null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.junta.intrigue import Offer, Plot, Search, Threat
from rules.junta.parliament import Budget, Election
from rules.junta.state import Family, State, ballot_open, posts_of, votes_of
from rules.kernel.choices import plain_json
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import Seat

HIDDEN_JSON = {"hidden": True}


def shown(value: Any) -> Any:
    """A value as JSON, unknown parts marked."""
    if is_hidden(value):
        return dict(HIDDEN_JSON)
    if isinstance(value, Mapping):
        return {str(key): shown(item) for key, item in value.items()}
    return plain_json(value)


def table(state: State) -> dict[str, Any]:
    """The table: players, turn, government, election, budget, locations, piles, result."""
    return {
        "turn": {
            "number": state.turn.number,
            "step": state.turn.step,
            "bank": state.turn.bank,
            "excuse": state.turn.excuse,
            "police_in_chamber": state.turn.police_in_chamber,
            "police_may_name_bank": state.police_bank_turn != state.turn.number - 1,
            "powers_used": shown(state.turn.powers_used),
        },
        "president": state.government.president,
        "posts": shown(state.government.posts),
        "brother_in_law": state.government.brother_in_law,
        "players": [_player(state, Seat(i), family) for i, family in enumerate(_families(state))],
        "election": None if state.election is None else _election(state.election),
        "budget": None if state.budget is None else _budget(state.budget),
        "locations": _locations(state),
        "offers": [_offer(offer) for offer in state.offers],
        "plot": None if state.plot is None else _plot(state.plot),
        "threat": _threat(state.threat),
        "cards": {
            "pile": shown(state.deck.pile),
            "pile_size": state.deck.pile_size,
            "discards": shown(state.deck.discards),
        },
        "bills": {"pile": shown(state.treasury.pile), "sink": shown(state.treasury.sink)},
        "result": _result(state),
    }


def _families(state: State) -> tuple[Family, ...]:
    """Before the game begins nobody has anything, and every place at the table says so."""
    return state.families or (Family(),) * state.course.seats


def _player(state: State, seat: Seat, family: Family) -> dict[str, Any]:
    return {
        "seat": seat,
        "alive": family.alive,
        "posts": list(posts_of(state, seat)),
        "hand": shown(family.hand),
        "hand_size": family.hand_size,
        "exposed": shown(family.exposed),
        "laid": shown(family.laid),
        "votes": votes_of(state, seat) if ballot_open(state) else None,
        "cash": shown(family.cash),
        "swiss": shown(family.swiss),
        "swiss_bills": family.swiss_bills,
    }


def _election(election: Election) -> dict[str, Any]:
    return {
        "phase": election.phase,
        "round": election.round,
        "order": list(election.order),
        "nominations": shown(election.nominations),
        "candidates": list(election.candidates),
        "everyone": election.everyone,
        "declined": sorted(election.declined),
        "votes": shown(election.votes),
        "winner": election.winner,
    }


def _budget(budget: Budget) -> dict[str, Any]:
    return {
        "phase": budget.phase,
        "aid": shown(budget.aid),
        "sums": shown(budget.sums),
        "shares": shown(budget.shares),
        "set_aside": shown(budget.set_aside),
        "round": budget.round,
        "votes": {
            str(seat): {"for": votes[0], "against": votes[1]}
            for seat, votes in budget.votes.items()
        },
    }


def _plot(plot: Plot) -> dict[str, Any]:
    """Attempts in the order announced; the `current` one is being resolved."""
    return {
        "order": list(plot.order),
        "spoken": sorted(plot.spoken),
        "attempts": [
            {
                "seat": made.sender,
                "means": made.means,
                "victim": made.victim,
                "location": made.location,
                "settled": made.settled,
            }
            for made in plot.attempts
        ],
        "current": plot.current,
        "search": _search(plot.search),
    }


def _offer(offer: Offer) -> dict[str, Any]:
    """An open offer, as far as the viewer is one of its parties."""
    return {
        "giver": offer.giver,
        "receiver": offer.receiver,
        "number": offer.number,
        "bills": shown(offer.bills),
        "cards": shown(offer.cards),
        "want_mp": offer.want_mp,
        "want_cards": shown(offer.want_cards),
    }


def _threat(threat: Threat | None) -> dict[str, Any] | None:
    return None if threat is None else {"victim": threat.victim, "killer": threat.killer}


def _search(search: Search | None) -> dict[str, Any] | None:
    if search is None:
        return None
    return {"thief": search.thief, "victim": search.victim, "cards": shown(search.cards)}


def _locations(state: State) -> dict[str, Any]:
    return {
        "chosen": sorted(state.whereabouts.chosen),
        "revealed": state.whereabouts.revealed,
        "places": shown(state.whereabouts.places),
        "banked": sorted(state.whereabouts.banked),
    }


def _result(state: State) -> dict[str, Any] | None:
    result = state.result
    if result is None:
        return None
    ranked = sorted(result.ranks, key=lambda seat: (result.ranks[seat], seat))
    return {
        "winners": list(result.winners),
        "ranking": [
            {
                "seat": seat,
                "rank": result.ranks[seat],
                "swiss_mp": result.accounts[seat],
            }
            for seat in ranked
        ],
    }
