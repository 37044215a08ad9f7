"""The other 39 cards as data: votes, influence, assassins, bribes, donations.

`RULEBOOK.md` CD-2 to CD-5, AS-3 and AS-18 say the same in words.
"""

from __future__ import annotations

from typing import Any

from rules.junta.card import Card, CardId, Timing, Who, ids


def _vote(id: str, name: str, votes: int) -> Card:
    return Card(
        id=CardId(id),
        name=name,
        category="vote",
        effect="lay_votes",
        text=f"{votes} votes in the open ballot, once",
        timing="ballot",
        votes=votes,
    )


def _influence(
    id: str,
    name: str,
    votes: int,
    partner: str | None = None,
    paired: int = 0,
    timing: Timing = "any_time",
) -> Card:
    return Card(
        id=CardId(id),
        name=name,
        category="influence",
        effect="expose",
        text=f"{votes} votes in every ballot while it lies exposed",
        timing=timing,
        votes=votes,
        partner=None if partner is None else CardId(partner),
        paired_votes=paired,
    )


def _assassin(
    id: str, name: str, text: str, *needs: str, price: int = 0, who: Who = "any", **parameters: Any
) -> Card:
    return Card(
        id=CardId(id),
        name=name,
        category="assassin",
        effect="attempt",
        text=text,
        timing="announce",
        who=who,
        price=price,
        needs=ids(*needs),
        parameters=parameters,
    )


def _unit_bribe(id: str, name: str, *units: str) -> Card:
    return Card(
        id=CardId(id),
        name=name,
        category="bribe",
        effect="bribe_units",
        text="each unit of this kind that you pay in one zone comes over on a die of 3 to 6",
        timing="coup_move",
        who="taking_part",
        price=1,
        parameters={"units": units, "price_is": "per_unit"},
    )


def _donation(number: int) -> Card:
    return Card(
        id=CardId(f"secret_donation_{number}"),
        name="Secret Party Donation",
        category="donation",
        effect="donation",
        text="the top bill of the pile is yours, unseen by others",
    )


VOTES: tuple[Card, ...] = (
    _vote("vote_black_marketeers", "Black Marketeers", 3),
    _vote("vote_ghost_voters", "Ghost Voters", 3),
    _vote("vote_middle_classes", "Middle Classes", 3),
    _vote("vote_retired_generals", "Retired Generals", 3),
    _vote("vote_political_refugees", "Political Refugees", 2),
    _vote("vote_anarcho_syndicalists", "Anarcho-syndicalists", 2),
    _vote("vote_farmers", "Farmers", 2),
    _vote("vote_marxist_leninists", "Marxist-Leninists", 2),
    _vote("vote_multiple_voters", "Multiple Voters", 2),
)

INFLUENCE: tuple[Card, ...] = (
    _influence("church", "Church", 10),
    _influence("christian_democrats", "Christian Democrats", 5, "church", 10),
    _influence("unions", "Trade Unions", 5),
    _influence("socialists", "Socialists", 5, "unions", 10),
    _influence("students", "Students", 3),
    _influence("academics", "Academics", 3, "students", 6),
    _influence("bankers", "Bankers", 7),
    _influence("monarchists", "Monarchists", 3),
    _influence("conservatives", "Conservatives", 8),
    _influence("radicals", "Radicals", 3),
    _influence("peasants", "Peasants", 3),
    _influence("election_fraud", "Election Fraud", 5, timing="after_coup"),
)

ASSASSINS: tuple[Card, ...] = (
    _assassin(
        "professional_assassin",
        "Professional Assassin",
        "kills where the location is right",
        price=2,
    ),
    _assassin(
        "foreign_assassin",
        "Foreign Assassin",
        "kills on a die of 4 to 6 where the location is right",
        price=1,
        who="neither_president_nor_minister",
        die_option="foreign_assassin_roll",
    ),
    _assassin(
        "amateur_assassin",
        "Amateur Assassin",
        "kills on a die of 4 to 6 where the location is right",
        price=1,
        die_option="amateur_assassin_roll",
    ),
    _assassin(
        "psychotic_assassin",
        "Psychotic Assassin",
        "kills on a die of 1 to 3 where the location is right, and may turn on you",
    ),
    _assassin(
        "monarchist_assassin",
        "Monarchist Assassin",
        "kills where the location is right, or stops an attempt that is about to kill you",
        "monarchists",
        also_at="react",
    ),
    _assassin(
        "burglars",
        "Burglars",
        "take 2 MP from a victim who is not at his residence",
        names_place=False,
    ),
    _assassin(
        "indiscretion",
        "Indiscretion",
        "takes a card of a victim who is at the girlfriend's",
        names_place=False,
    ),
)

BRIBES: tuple[Card, ...] = (
    Card(
        id=CardId("bribed_assassin"),
        name="Bribed Assassin",
        category="bribe",
        effect="protect",
        text="stops an attempt that is about to kill you on a die of 3 to 6",
        timing="react",
        who="threatened",
        price=2,
        parameters={"die_option": "bribed_assassin_roll"},
    ),
    Card(
        id=CardId("secret_police_bonus"),
        name="Secret Police Bonus",
        category="bribe",
        effect="attempt",
        text="the secret police make one more attempt, at the bank too",
        timing="minister_announce",
        who="minister",
        price=1,
    ),
    _unit_bribe("bribe_brigade_1", "Bribe: First Army Brigade", "army_1"),
    _unit_bribe("bribe_brigade_2", "Bribe: Second Army Brigade", "army_2"),
    _unit_bribe("bribe_brigade_3", "Bribe: Third Army Brigade", "army_3"),
    _unit_bribe("bribe_police", "Bribe: Police", "police"),
    _unit_bribe(
        "bribe_agitators", "Bribe: Agitators", "student", "rioter", "striker", "demonstrator"
    ),
)

DONATIONS: tuple[Card, ...] = tuple(_donation(number) for number in (1, 2, 3, 4))

OTHERS: tuple[Card, ...] = (*VOTES, *INFLUENCE, *ASSASSINS, *BRIBES, *DONATIONS)
