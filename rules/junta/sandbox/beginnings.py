"""The stages with which a game can begin from a given position, and what each of them needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from rules.junta.parliament import BudgetPhase, ElectionPhase

Places = Literal["open", "secret", "shown"]


class Beginning(NamedTuple):
    """The step that has just ended, and what there is besides.

    governed: there is a President. formed: and his cabinet of this turn. places: nobody has chosen
    one yet, all have in secret, or all have been shown. banking: the bank is to be in this state.
    coup: one is under way.
    """

    after: str
    governed: bool = True
    formed: bool = True
    places: Places = "open"
    election: ElectionPhase | None = None
    budget: BudgetPhase | None = None
    banking: str | None = None
    coup: bool = False


BEGINNINGS: Mapping[str, Beginning] = {
    "nomination": Beginning("deal", governed=False, formed=False),
    "ballot": Beginning("deal", governed=False, formed=False, election="ballot"),
    "withdrawal": Beginning("deal", governed=False, formed=False, election="withdrawal"),
    "acceptance": Beginning("deal", governed=False, formed=False, election="acceptance"),
    "draw": Beginning("deal", formed=False),
    "hand_limit": Beginning("draw", formed=False),
    "return_from_exile": Beginning("draw", formed=False),
    "confidence": Beginning("draw", formed=False),
    "cabinet": Beginning("cabinet", formed=False),
    "aid": Beginning("cabinet"),
    "budget": Beginning("aid", budget="proposing"),
    "budget_vote": Beginning("budget", budget="voting"),
    "budget_tie": Beginning("budget", budget="tied"),
    "alternative": Beginning("budget", budget="rejected"),
    "budget_force": Beginning("budget", budget="rejected"),
    "locations": Beginning("budget"),
    "announcements": Beginning("locations", places="secret"),
    "brother_in_law": Beginning("announcements", places="shown"),
    "bank": Beginning("bank", places="shown", banking="open"),
    "coup_start": Beginning("coup", places="shown"),
    "movement": Beginning("coup", places="shown", coup=True),
    "late_bank": Beginning("late_bank", places="shown", banking="lunch"),
    "clean_up": Beginning("late_bank", places="shown"),
}
"""SB-4: stage -> what it needs. Attempts and what follows from them cannot be given: they are
announced. The other stages open by themselves in what precedes or follows these."""

AFTER_THE_BUDGET = ("budget", "locations", "announcements", "bank", "coup", "late_bank")
"""Steps after which the bank is in the state that the budget left it in."""
