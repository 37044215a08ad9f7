"""The Chamber on the table: an election, a budget, a motion, and the schema of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from rules.junta.parliament import (
    Alternative,
    Budget,
    BudgetPhase,
    Election,
    ElectionPhase,
    Motion,
    MotionPhase,
)
from rules.junta.shapes import (
    BILLS,
    COUNT,
    SEAT,
    SEATS,
    TRUTH,
    by_seat,
    described,
    or_hidden,
    or_null,
    record,
)
from rules.junta.shown import shown
from rules.kernel.identifiers import Seat


def election_json(election: Election | None) -> dict[str, Any] | None:
    if election is None:
        return None
    return {
        "phase": election.phase,
        "round": election.round,
        "order": list(election.order),
        "nominations": shown(election.nominations),
        "candidates": list(election.candidates),
        "everyone": election.everyone,
        "declined": sorted(election.declined),
        "votes": shown(election.votes),
        "votes_before": shown(election.last),
        "no_further_round": election.cut,
        "winner": election.winner,
    }


def budget_json(budget: Budget | None) -> dict[str, Any] | None:
    if budget is None:
        return None
    return {
        "phase": budget.phase,
        "proposer": budget.proposer,
        "aid": shown(budget.aid),
        "drawn": shown(budget.drawn),
        "sums": shown(budget.sums),
        "shares": shown(budget.shares),
        "set_aside": shown(budget.set_aside),
        "alternative": budget.alternative,
        **_two_rounds(budget),
    }


def motion_json(motion: Motion | None) -> dict[str, Any] | None:
    if motion is None:
        return None
    return {"phase": motion.phase, "mover": motion.mover, **_two_rounds(motion)}


def _two_rounds(voted: Budget | Motion) -> dict[str, Any]:
    return {
        "round": voted.round,
        "votes": _sides(voted.votes),
        "votes_before": _sides(voted.first),
        "no_further_round": voted.cut,
    }


def _sides(votes: Mapping[Seat, tuple[int, int]]) -> dict[str, Any]:
    return {str(seat): {"for": sides[0], "against": sides[1]} for seat, sides in votes.items()}


_LAST = described(TRUTH, "whether a card has ended the ballot: there is no further round")
_SPLIT = by_seat(or_hidden(by_seat(COUNT)), "by seat: votes given to whom")
_SIDES = by_seat(record(**{"for": COUNT, "against": COUNT}))
_TWO_ROUNDS = {
    "round": COUNT,
    "votes": described(_SIDES, "by seat: the votes given so far, of both rounds"),
    "votes_before": described(_SIDES, "by seat: those of the first round, in the second"),
    "no_further_round": _LAST,
}

ELECTION = record(
    phase={"enum": list(get_args(ElectionPhase))},
    round=COUNT,
    order=described(SEATS, "who speaks after whom"),
    nominations=by_seat(or_hidden(by_seat(COUNT)), "by seat: votes pledged to whom"),
    candidates=SEATS,
    everyone=described(TRUTH, "nobody was nominated: all stand, with one vote more"),
    declined=SEATS,
    votes=_SPLIT,
    votes_before=described(_SPLIT, "by seat: votes given in the round counted last"),
    no_further_round=_LAST,
    winner=or_null(SEAT),
)

BUDGET = record(
    phase={"enum": list(get_args(BudgetPhase))},
    proposer=or_null(SEAT, "whose budget it is, once it is announced or an alternative offered"),
    aid=or_hidden(BILLS, "what is left of the foreign aid of this turn"),
    drawn=or_hidden(BILLS, "the foreign aid as it was drawn, until an alternative is offered"),
    sums=by_seat(COUNT, "what each seat is announced to get, in MP"),
    shares=or_hidden(by_seat(or_hidden(BILLS)), "the bills set aside for each seat"),
    set_aside=or_hidden(BILLS),
    alternative=described(
        {"enum": list(get_args(Alternative))}, "whether another budget may be or has been offered"
    ),
    **_TWO_ROUNDS,
)

MOTION = record(
    phase={"enum": list(get_args(MotionPhase))},
    mover=described(SEAT, "who questions the President's competence"),
    **_TWO_ROUNDS,
)
