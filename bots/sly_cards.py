"""What a player knows of the cards and bills before he plays: their worth to him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]

VOTES: Mapping[str, int] = {
    "church": 10,
    "conservatives": 8,
    "bankers": 7,
    "christian_democrats": 5,
    "unions": 5,
    "socialists": 5,
    "students": 3,
    "academics": 3,
    "monarchists": 3,
    "radicals": 3,
    "peasants": 3,
    "election_fraud": 5,
    "vote_black_marketeers": 3,
    "vote_ghost_voters": 3,
    "vote_middle_classes": 3,
    "vote_retired_generals": 3,
    "vote_political_refugees": 2,
    "vote_anarcho_syndicalists": 2,
    "vote_farmers": 2,
    "vote_marxist_leninists": 2,
    "vote_multiple_voters": 2,
}
"""The votes printed on a card."""

PAIRS: Mapping[str, tuple[str, int]] = {
    "christian_democrats": ("church", 5),
    "socialists": ("unions", 5),
    "academics": ("students", 3),
}
"""What an exposed card counts more while its partner lies beside it."""

UNIT_BRIBES = (
    *("bribe_brigade_1", "bribe_brigade_2", "bribe_brigade_3"),
    *("bribe_police", "bribe_agitators"),
)
UNIT_CARDS = (
    *("general_strike", "dock_strike", "slum_riots", "demonstrators", "student_protest"),
    *("central_bank_defence", "patriotic_leagues", "christian_militia", "helicopter"),
)
"""The cards that bring units."""

PRICES: Mapping[str, int] = {
    "professional_assassin": 2,
    "foreign_assassin": 1,
    "amateur_assassin": 1,
    "bribed_assassin": 2,
    "secret_police_bonus": 1,
    **dict.fromkeys(UNIT_BRIBES, 1),
}
"""What a card costs when it is used."""

WORTH: Mapping[str, float] = {
    "monarchist_assassin": 2.5,
    "bribed_assassin": 3,
    "professional_assassin": 2.5,
    "amateur_assassin": 1.5,
    "foreign_assassin": 1.5,
    "psychotic_assassin": 1.2,
    "burglars": 2,
    "indiscretion": 0.6,
    "secret_police_bonus": 1.6,
    "alternative_budget": 4,
    "no_confidence": 1.2,
    "demand_for_reform": 1,
    "coalition_break": 1,
    "recount": 1,
    "church_sacked": 0.8,
    "bank_holiday": 0.7,
    "power_failure": 0.6,
    "summer_recess": 0.5,
    "annual_street_festival": 0.4,
    "un_condemns": 0.4,
    "peasant_uprising": 0.4,
    "provincial_pretender": 0.4,
    "peasants_strike": 0.4,
    "spy_in_switzerland": 0.3,
    **dict.fromkeys(UNIT_CARDS, 0.8),
    **dict.fromkeys(UNIT_BRIBES, 0.6),
}
"""In MP, what a card that is no vote is worth about; of any other, next to nothing."""

JUNK = 0.1
INFLUENCE_VOTE, LAID_VOTE, DONATION = 1.0, 0.5, 1.6


def is_donation(card: str) -> bool:
    """Whether it brings a bill."""
    return card.startswith("secret_donation")


def is_vote_card(card: str) -> bool:
    """Whether it counts once, when it is laid."""
    return card.startswith("vote_")


def is_influence(card: str) -> bool:
    """Whether it counts in every ballot, once it is exposed."""
    return card in VOTES and not is_vote_card(card)


def votes_of(exposed: Iterable[str]) -> int:
    """The votes of exposed influence, pairs counted."""
    shown = set(exposed)
    paired = sum(more for card, (partner, more) in PAIRS.items() if {card, partner} <= shown)
    return paired + sum(VOTES.get(card, 0) for card in shown)


def worth(card: str, beside: Iterable[str] = ()) -> float:
    """About what the card is worth, in MP; more where its partner lies `beside` it."""
    if is_donation(card):
        return DONATION
    if is_vote_card(card):
        return VOTES[card] * LAID_VOTE
    if card in VOTES:
        others = set(beside)
        return INFLUENCE_VOTE * (votes_of({*others, card}) - votes_of(others - {card}))
    return WORTH.get(card, JUNK)


def mp(bills: Mapping[str, int]) -> int:
    """The sum of bills as they are written."""
    return sum(int(value) * number for value, number in bills.items())


def added(*bundles: Mapping[str, int]) -> dict[str, int]:
    """Several bundles as one."""
    return {v: sum(bundle.get(v, 0) for bundle in bundles) for v in ("1", "2", "3")}


def taken(bills: Mapping[str, int], sum_mp: int) -> dict[str, int]:
    """Bills out of these that come as near to the sum as they can, not above it; large ones first.

    A sum of which only one MP is missing is tried with smaller bills too.
    """
    best: dict[str, int] = {"1": 0, "2": 0, "3": 0}
    for threes in range(min(bills.get("3", 0), sum_mp // 3), -1, -1):
        left = sum_mp - 3 * threes
        twos = min(bills.get("2", 0), left // 2)
        ones = min(bills.get("1", 0), left - 2 * twos)
        found = {"1": ones, "2": twos, "3": threes}
        if mp(found) > mp(best):
            best = found
    return best


def without(bills: Mapping[str, int], some: Mapping[str, int]) -> dict[str, int]:
    """What is left of the bills."""
    return {v: bills.get(v, 0) - some.get(v, 0) for v in ("1", "2", "3")}
