"""The 25 events as data. What the sources leave open (needs, numbers and zones of units) is here.

`RULEBOOK.md` says the same in words, part CD.
"""

from __future__ import annotations

from typing import Any

from rules.junta.card import Card, CardId, Timing, Who, ids


def _event(
    id: str,
    name: str,
    effect: str,
    text: str,
    *,
    timing: Timing = "any_time",
    who: Who = "any",
    needs: tuple[str, ...] = (),
    votes: int = 0,
    **parameters: Any,
) -> Card:
    return Card(
        id=CardId(id),
        name=name,
        category="event",
        effect=effect,
        text=text,
        timing=timing,
        who=who,
        needs=ids(*needs),
        votes=votes,
        parameters=parameters,
    )


def _units(
    id: str,
    name: str,
    unit: str,
    number: int,
    zones: tuple[str, ...],
    *needs: str,
    armed: bool = False,
    **more: Any,
) -> Card:
    return _event(
        id,
        name,
        "units",
        f"{number} {'armed' if armed else 'unarmed'} {unit} units come in, under your command",
        timing="coup_start",
        who="not_president_in_insurrection",
        needs=needs,
        unit=unit,
        number=number,
        zones=zones,
        armed=armed,
        excuse=not armed,
        **more,
    )


EXCUSES = (
    _event(
        "annual_street_festival",
        "Annual Street Festival",
        "excuse",
        "there is an excuse for a coup this turn",
        excuse=True,
    ),
    _event(
        "un_condemns",
        "United Nations Condemns",
        "excuse",
        "there is an excuse for a coup this turn",
        excuse=True,
    ),
)

POLITICS = (
    _event(
        "demand_for_reform",
        "Demand for Reform",
        "reform",
        "until the turn ends you cast the votes of the others' small influence",
        needs=("christian_democrats",),
    ),
    _event(
        "spy_in_switzerland",
        "Spy in Switzerland",
        "spy",
        "you alone learn the sum in another player's Swiss account",
        needs=("academics",),
    ),
    _event(
        "peasants_strike",
        "Peasants' Strike",
        "arm_unarmed",
        "all unarmed units count as armed until the turn ends",
        needs=("peasants",),
    ),
    _event(
        "bank_holiday",
        "Bank Holiday",
        "bank_holiday",
        "the bank is closed for the rest of the turn",
        needs=("bankers",),
    ),
    _event(
        "church_sacked",
        "Church Sacked",
        "lies_for_the_turn",
        "you have 5 more votes in every ballot until the turn ends or you die",
        needs=("church",),
        votes=5,
    ),
    _event(
        "student_petition",
        "Student Petition against Repression",
        "nothing",
        "nothing happens",
    ),
    _event(
        "coalition_break",
        "Coalition Break-up",
        "coalition_break",
        "another player discards one exposed influence card of his choice",
    ),
)

UNITS = (
    _units("general_strike", "General Strike", "striker", 6, ("eastern_suburb",), "unions"),
    _units("dock_strike", "Dock Strike", "striker", 4, ("docks",), "unions"),
    _units(
        "slum_riots",
        "Slum Riots",
        "rioter",
        6,
        ("west_ghetto", "northeast_ghetto", "south_ghetto"),
        "radicals",
    ),
    _units("demonstrators", "Demonstrators", "demonstrator", 6, ("market",), "socialists"),
    _units("student_protest", "Student Protest", "student", 6, ("university",), "students"),
    _units(
        "central_bank_defence",
        "Defence of the Central Bank",
        "militia",
        2,
        ("central_bank",),
        "bankers",
        armed=True,
    ),
    _units(
        "patriotic_leagues",
        "Patriotic Leagues Form",
        "militia",
        2,
        ("rich_district",),
        "conservatives",
        armed=True,
    ),
    _units(
        "christian_militia",
        "Christian Militia Forms",
        "militia",
        2,
        ("market",),
        "christian_democrats",
        "church",
        armed=True,
    ),
    _units(
        "helicopter",
        "Helicopter",
        "helicopter",
        1,
        (),
        "conservatives",
        "bankers",
        "monarchists",
        armed=True,
        needless_for="air_commander",
    ),
)

BALLOTS = (
    _event(
        "power_failure",
        "Power Failure",
        "power_failure",
        "the ballot ends with the votes of its first round",
        timing="ballot",
    ),
    _event(
        "summer_recess",
        "Summer Recess",
        "summer_recess",
        "the ballot has no second round",
        timing="ballot",
    ),
    _event(
        "recount",
        "Recount",
        "recount",
        "all votes of this ballot are void, and it begins again",
        timing="ballot",
    ),
    _event(
        "no_confidence",
        "President's Competence Questioned",
        "no_confidence",
        "a motion to remove the President; it needs two thirds of the votes cast",
        timing="cabinet",
        who="not_president",
    ),
    _event(
        "alternative_budget",
        "Alternative Budget",
        "alternative_budget",
        "the President hands over the aid but for one bill, and you propose a budget",
        timing="after_rejection",
        who="not_president",
    ),
)

BRIGADES = (
    _event(
        "peasant_uprising",
        "Peasant Uprising",
        "remove_brigade",
        "the units of one army brigade are out of the city until the turn ends",
        timing="before_coup",
    ),
    _event(
        "provincial_pretender",
        "Provincial Pretender",
        "remove_brigade",
        "the units of one army brigade are out of the city until the turn ends",
        timing="before_coup",
    ),
)

EVENTS: tuple[Card, ...] = (*EXCUSES, *POLITICS, *UNITS, *BALLOTS, *BRIGADES)
