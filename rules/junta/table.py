"""The state as the documented JSON table. HIDDEN is written {"hidden": true}, never null."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.junta.intrigue import Offer, Plot, Returns, Search, Threat
from rules.junta.shown import shown
from rules.junta.state import Family, State, ballot_open, posts_of, votes_of
from rules.junta.table_chamber import budget_json, election_json, motion_json
from rules.junta.table_coup import coup_table
from rules.kernel.identifiers import Seat


def table(state: State) -> dict[str, Any]:
    """The table: players, turn, government, election, budget, locations, piles, result."""
    return {name: part(state) for name, part in PARTS.items()}


def _turn(state: State) -> dict[str, Any]:
    turn = state.turn
    return {
        "number": turn.number,
        "step": turn.step,
        "bank": turn.bank,
        "excuse": turn.excuse,
        "police_in_chamber": turn.police_in_chamber,
        "police_may_name_bank": state.police_bank_turn != turn.number - 1,
        "powers_used": shown(turn.powers_used),
        "reformer": turn.reformer,
        "bank_holiday": turn.bank_holiday,
        "unarmed_armed": turn.unarmed_armed,
        "brigades_gone": shown(turn.brigades_gone),
        "coup_fought": turn.coup_fought,
        "no_coup_by": sorted(turn.no_coup_by),
    }


def _players(state: State) -> list[dict[str, Any]]:
    return [_player(state, Seat(i), family) for i, family in enumerate(_families(state))]


def _cards(state: State) -> dict[str, Any]:
    return {
        "pile": shown(state.deck.pile),
        "pile_size": state.deck.pile_size,
        "discards": shown(state.deck.discards),
    }


def _bills(state: State) -> dict[str, Any]:
    return {"pile": shown(state.treasury.pile), "sink": shown(state.treasury.sink)}


def _families(state: State) -> tuple[Family, ...]:
    """Before the game begins nobody has anything, and every place at the table says so."""
    return state.families or (Family(),) * state.course.seats


def _player(state: State, seat: Seat, family: Family) -> dict[str, Any]:
    return {
        "seat": seat,
        "alive": family.alive,
        "embassy": family.embassy,
        "posts": list(posts_of(state, seat)),
        "hand": shown(family.hand),
        "hand_size": family.hand_size,
        "exposed": shown(family.exposed),
        "laid": shown(family.laid),
        "for_the_turn": shown(family.for_the_turn),
        "votes": votes_of(state, seat) if ballot_open(state) else None,
        "cash": shown(family.cash),
        "swiss": shown(family.swiss),
        "swiss_bills": family.swiss_bills,
        "spied": {
            str(other): {"turn": turn, "mp": shown(mp)}
            for other, (turn, mp) in family.spied.items()
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


def _returns(returns: Returns) -> dict[str, Any]:
    """Which exiles were asked last, and who of them is on his way home."""
    return {
        "after": returns.after,
        "answered": sorted(returns.answered),
        "coming": list(returns.coming),
        "at_border": returns.at_border,
    }


def _search(search: Search | None) -> dict[str, Any] | None:
    if search is None:
        return None
    return {"thief": search.thief, "victim": search.victim, "cards": shown(search.cards)}


def _locations(state: State) -> dict[str, Any]:
    return {
        "chosen": sorted(state.whereabouts.chosen),
        "revealed": state.whereabouts.revealed,
        "places": shown(state.whereabouts.places),
        "bound_for": shown(state.whereabouts.bound_for),
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


PARTS: Mapping[str, Callable[[State], Any]] = {
    "turn": _turn,
    "president": lambda state: state.government.president,
    "posts": lambda state: shown(state.government.posts),
    "brother_in_law": lambda state: state.government.brother_in_law,
    "resigning": lambda state: state.government.resigning,
    "purse": lambda state: shown(state.government.purse),
    "players": _players,
    "election": lambda state: election_json(state.election),
    "motion": lambda state: motion_json(state.motion),
    "budget": lambda state: budget_json(state.budget),
    "locations": _locations,
    "offers": lambda state: [_offer(offer) for offer in state.offers],
    "plot": lambda state: None if state.plot is None else _plot(state.plot),
    "coalition": lambda state: state.coalition,
    "threat": lambda state: _threat(state.threat),
    "returns": lambda state: None if state.returns is None else _returns(state.returns),
    "coup": coup_table,
    "cards": _cards,
    "bills": _bills,
    "result": _result,
}
"""Each part of the table by its name, in the order in which they are written."""
