"""The deck as data: 64 political cards, and what the finished rules need to know of them.

Source: the original rules for the categories; `RULEBOOK.md` CD-2 to CD-4 for the votes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NewType

CardId = NewType("CardId", str)

Category = Literal["event", "vote", "influence", "assassin", "bribe", "donation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card. `votes` is printed; `paired_votes` counts while its partner lies exposed."""

    id: CardId
    name: str
    category: Category
    votes: int = 0
    partner: CardId | None = None
    paired_votes: int = 0


def _plain(category: Category, **names: str) -> tuple[Card, ...]:
    return tuple(Card(id=CardId(i), name=n, category=category) for i, n in names.items())


def _votes(votes: int, **names: str) -> tuple[Card, ...]:
    return tuple(Card(id=CardId(i), name=n, category="vote", votes=votes) for i, n in names.items())


def _influence(
    id: str, name: str, votes: int, partner: str | None = None, paired: int = 0
) -> tuple[Card, ...]:
    card = Card(
        id=CardId(id),
        name=name,
        category="influence",
        votes=votes,
        partner=None if partner is None else CardId(partner),
        paired_votes=paired,
    )
    return (card,)


CARDS: tuple[Card, ...] = (
    *_plain(
        "event",
        annual_street_festival="Annual Street Festival",
        un_condemns="United Nations Condemns",
        demand_for_reform="Demand for Reform",
        spy_in_switzerland="Spy in Switzerland",
        peasants_strike="Peasants' Strike",
        bank_holiday="Bank Holiday",
        church_sacked="Church Sacked",
        student_petition="Student Petition against Repression",
        coalition_break="Coalition Break-up",
        general_strike="General Strike",
        dock_strike="Dock Strike",
        slum_riots="Slum Riots",
        demonstrators="Demonstrators",
        student_protest="Student Protest",
        central_bank_defence="Defence of the Central Bank",
        patriotic_leagues="Patriotic Leagues Form",
        christian_militia="Christian Militia Forms",
        helicopter="Helicopter",
        power_failure="Power Failure",
        summer_recess="Summer Recess",
        recount="Recount",
        no_confidence="President's Competence Questioned",
        alternative_budget="Alternative Budget",
        peasant_uprising="Peasant Uprising",
        provincial_pretender="Provincial Pretender",
    ),
    *_votes(
        3,
        vote_black_marketeers="Black Marketeers",
        vote_ghost_voters="Ghost Voters",
        vote_middle_classes="Middle Classes",
        vote_retired_generals="Retired Generals",
    ),
    *_votes(
        2,
        vote_political_refugees="Political Refugees",
        vote_anarcho_syndicalists="Anarcho-syndicalists",
        vote_farmers="Farmers",
        vote_marxist_leninists="Marxist-Leninists",
        vote_multiple_voters="Multiple Voters",
    ),
    *_influence("church", "Church", 10),
    *_influence("christian_democrats", "Christian Democrats", 5, "church", 10),
    *_influence("unions", "Trade Unions", 5),
    *_influence("socialists", "Socialists", 5, "unions", 10),
    *_influence("students", "Students", 3),
    *_influence("academics", "Academics", 3, "students", 6),
    *_influence("bankers", "Bankers", 7),
    *_influence("monarchists", "Monarchists", 3),
    *_influence("conservatives", "Conservatives", 8),
    *_influence("radicals", "Radicals", 3),
    *_influence("peasants", "Peasants", 3),
    *_influence("election_fraud", "Election Fraud", 5),
    *_plain(
        "assassin",
        professional_assassin="Professional Assassin",
        foreign_assassin="Foreign Assassin",
        amateur_assassin="Amateur Assassin",
        psychotic_assassin="Psychotic Assassin",
        monarchist_assassin="Monarchist Assassin",
        burglars="Burglars",
        indiscretion="Indiscretion",
    ),
    *_plain(
        "bribe",
        bribed_assassin="Bribed Assassin",
        secret_police_bonus="Secret Police Bonus",
        bribe_brigade_1="Bribe: First Army Brigade",
        bribe_brigade_2="Bribe: Second Army Brigade",
        bribe_brigade_3="Bribe: Third Army Brigade",
        bribe_police="Bribe: Police",
        bribe_agitators="Bribe: Agitators",
    ),
    *_plain(
        "donation",
        secret_donation_1="Secret Party Donation",
        secret_donation_2="Secret Party Donation",
        secret_donation_3="Secret Party Donation",
        secret_donation_4="Secret Party Donation",
    ),
)
"""SU-1: the 64 cards. CD-3, CD-4: the votes printed on influence and on vote cards."""

BY_ID: Mapping[CardId, Card] = {card.id: card for card in CARDS}
DECK: frozenset[CardId] = frozenset(BY_ID)

AFTER_COUP_ONLY: frozenset[CardId] = frozenset({CardId("election_fraud")})
"""CD-1: influence that may be exposed only after a coup."""


def influence_votes(exposed: Iterable[CardId]) -> int:
    """CD-2: exposed influence is worth its printed votes, more where its partner lies beside it."""
    shown = frozenset(exposed)
    return sum(
        BY_ID[c].paired_votes if BY_ID[c].partner in shown else BY_ID[c].votes for c in shown
    )


def printed_votes(cards: Iterable[CardId]) -> int:
    """The printed votes of the cards, without any pair."""
    return sum(BY_ID[card].votes for card in cards)
