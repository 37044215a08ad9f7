"""The end of the game: Swiss accounts are counted. EN-1 to EN-4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from rules.junta.cards import influence_votes
from rules.junta.state import Result, State, living
from rules.kernel.bills import Bills
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event, event
from rules.kernel.stages import Events
from rules.kernel.visibility import PUBLIC


@event("accounts_counted")
class AccountsCounted(Event):
    """Every Swiss account is opened; rank 1 has won."""

    accounts: Annotated[Mapping[Seat, Bills], PUBLIC]
    ranks: Annotated[Mapping[Seat, int], PUBLIC]


@event("everybody_died")
class EverybodyDied(Event):
    """Nobody is left; all have lost."""


def finish(state: State) -> Events:
    """EN-2, EN-3: the most money in Switzerland wins; cash counts nothing. AS-20: the dead lose."""
    if not living(state):
        return (EverybodyDied(),)
    accounts = {Seat(i): family.swiss for i, family in enumerate(state.families)}
    merits = {seat: (bills.mp, _second(state, seat)) for seat, bills in accounts.items()}
    ranks = {s: 1 + sum(other > merits[s] for other in merits.values()) for s in merits}
    return (AccountsCounted(accounts=accounts, ranks=ranks),)


def _second(state: State, seat: Seat) -> int:
    """EN-4: what parts equal accounts: nothing, or by option the exposed influence."""
    if state.course.options["final_tie"] == "shared":
        return 0
    return influence_votes(state.families[seat].exposed)


def accounts_counted(state: State, event: AccountsCounted) -> State:
    result = Result(
        accounts={seat: bills.mp for seat, bills in event.accounts.items()},
        ranks=event.ranks,
        winners=tuple(seat for seat, rank in event.ranks.items() if rank == 1),
    )
    return but(state, result=result)


def everybody_died(state: State, event: EverybodyDied) -> State:
    return but(state, result=Result(accounts={}, ranks={}, winners=()))
