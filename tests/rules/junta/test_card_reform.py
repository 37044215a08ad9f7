"""Demand for Reform, and votes that are no longer there: CD-11, CD-12."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.effects import ReformDemanded
from rules.junta.rejections import NotEnoughVotes
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.nomination import Nominate
from rules.junta.state import votes_of
from rules.junta.trimming import CastVotesLost, ChamberVotesLost
from rules.kernel.bills import NO_BILLS
from rules.kernel.frozen import but
from tests.given import Play
from tests.rules.junta.playing import holding, laid, play_card
from tests.rules.junta.plotting import POLICE, dies, plotting, revealed, sends

REFORM = "demand_for_reform"
LEFT: dict[int, list[str]] = {
    0: ["students", "academics"],
    1: ["radicals", "unions"],
    3: ["peasants"],
    4: ["church", "monarchists"],
}


def reformed(exposed: dict[int, list[str]] = LEFT, **goods: Any) -> Play:
    """2 has demanded reform; no cabinet has been formed, so that votes are those of cards."""
    goods = {"at": "nomination", "president": None} | goods
    play = holding(REFORM, "christian_democrats", exposed=dict(exposed), **goods)
    play.when(2, play_card(REFORM))
    assert play.state is not None
    return play


def cast(votes: dict[int, int]) -> CastVotes:
    return CastVotes(votes=votes)  # type: ignore[arg-type]


def votes(play: Play) -> list[int]:
    return [votes_of(play.state, seat) for seat in range(5)]


def test_CD_11_small_influence_of_all_others_votes_for_the_reformer() -> None:
    play = reformed()
    play.then(laid(2, REFORM), ReformDemanded(seat=2))  # type: ignore[arg-type]
    assert votes(play) == [0, 5, 5 + 9 + 3 + 3 + 3, 0, 10]


def test_CD_11_the_owners_keep_their_cards() -> None:
    play = reformed()
    assert [len(play.family(seat).exposed) for seat in range(5)] == [2, 2, 1, 1, 2]


def test_CD_11_five_votes_are_too_many_unless_the_option_says_otherwise() -> None:
    play = reformed(reform_threshold="up_to_5")
    assert votes(play) == [0, 0, 5 + 9 + 3 + 5 + 3 + 3, 0, 10]


def test_CD_11_a_pair_counts_for_who_casts_both() -> None:
    apart = reformed({0: ["students"], 1: ["academics"]})
    assert votes(apart) == [0, 0, 5 + 9, 0, 0]
    parted = reformed({1: ["unions", "socialists"], 4: ["church"]}, reform_threshold="up_to_5")
    assert votes(parted) == [0, 0, 5 + 15, 0, 10]


def test_CD_11_its_own_pair_is_not_parted() -> None:
    play = reformed({2: ["christian_democrats", "church"], 0: ["radicals"]})
    assert votes(play) == [0, 0, 20 + 3, 0, 0]


def test_CD_11_what_is_exposed_later_is_caught_too() -> None:
    play = reformed({}, hands={3: ["monarchists", "bankers"]})
    play.when(3, play_card("monarchists")).when(3, play_card("bankers"))
    assert votes(play) == [0, 0, 8, 7, 0]


def test_CD_11_until_the_turn_ends() -> None:
    play = reformed().has(TurnEnded(turn=1))
    assert votes(play) == [9, 8, 5, 3, 13]


def test_CD_11_exiles_are_not_reached_and_an_exile_reforms_nothing() -> None:
    state = reformed().state
    abroad = but(state.families[1], embassy="us_embassy")
    gone = but(state, families=(state.families[0], abroad, *state.families[2:]))
    assert votes_of(gone, 2) == 5 + 9 + 3 + 3
    abroad = but(state.families[2], embassy="us_embassy")
    gone = but(state, families=(*state.families[:2], abroad, *state.families[3:]))
    assert [votes_of(gone, seat) for seat in (0, 1, 3, 4)] == [9, 8, 3, 13]


def test_CD_11_with_the_reformer_dead_everybody_casts_his_own() -> None:
    goods: dict[str, Any] = {"hands": {3: [REFORM]}, "exposed": {3: ["christian_democrats"]}}
    goods["exposed"] |= {0: ["radicals"], 1: ["peasants"]}
    play = plotting(**goods).when(3, play_card(REFORM))
    dies(revealed(sends(play, 1, POLICE, 3)))
    assert [votes_of(play.state, seat) for seat in (0, 1)] == [1 + 3 + 1, 2 + 3]


def test_CD_11_the_reformer_nominates_with_them() -> None:
    play = reformed().when(0, Nominate(support={0: 1}))  # type: ignore[dict-item]
    play.refused(NotEnoughVotes, "0 available")
    play.expires().expires().when(2, Nominate(support={2: 23}))  # type: ignore[dict-item]
    assert play.state is not None


# --- CD-12: votes already cast ---


def balloting(exposed: dict[int, list[str]], **goods: Any) -> Play:
    """1 and 3 stand in the first election; 2 holds the reform."""
    play = holding(
        REFORM, "christian_democrats", at="nomination", president=None, exposed=exposed, **goods
    )
    play.when(0, Nominate(support={1: 1, 3: 1}))  # type: ignore[dict-item]
    return play.expires(until="ballot").waits("ballot", 0)


def test_CD_12_votes_cast_in_a_round_that_is_not_counted_vanish() -> None:
    play = balloting({0: ["students", "radicals", "bankers"]})
    play.when(0, cast({1: 9, 3: 4})).when(2, play_card(REFORM))
    lost = CastVotesLost(seat=0, votes={1: 3, 3: 4})  # type: ignore[arg-type, dict-item]
    play.then(laid(2, REFORM), ReformDemanded(seat=2), lost)  # type: ignore[arg-type]
    assert play.state.election.votes[0] == {1: 3, 3: 4}
    assert play.view(4).election.votes[0] == {1: 3, 3: 4}


def test_CD_12_of_equals_what_was_named_first_goes_first() -> None:
    play = balloting({0: ["students", "bankers"]}).when(0, cast({1: 5, 3: 5}))
    play.when(2, play_card(REFORM))
    lost = CastVotesLost(seat=0, votes={1: 3, 3: 4})  # type: ignore[arg-type, dict-item]
    assert play.last[-1] == lost


def test_CD_12_who_has_enough_left_loses_nothing() -> None:
    play = balloting({0: ["students", "bankers"]}).when(0, cast({1: 7}))
    play.when(2, play_card(REFORM)).then(laid(2, REFORM), ReformDemanded(seat=2))  # type: ignore


def test_CD_12_nominations_stand() -> None:
    play = holding(REFORM, "christian_democrats", at="nomination", president=None,
                   exposed={0: ["radicals"]})  # fmt: skip
    play.when(0, Nominate(support={0: 3})).when(2, play_card(REFORM))  # type: ignore[dict-item]
    play.then(laid(2, REFORM), ReformDemanded(seat=2))  # type: ignore[arg-type]
    assert play.expires(until="ballot").state.election.candidates == (0,)


@pytest.mark.parametrize("rounds", [1, 2])
def test_CD_12_in_the_chamber_votes_of_both_rounds_vanish(rounds: int) -> None:
    goods: dict[str, Any] = {"aid": NO_BILLS, "exposed": {1: ["radicals", "bankers"]}}
    play = holding(REFORM, "christian_democrats", at="budget", **goods).expires()
    play.expires().when(1, VoteOnBudget(votes={"for": 4, "against": 8}))
    if rounds == 2:
        play.expires().expires().expires().expires().waits("budget_vote", 1)
    play.when(2, play_card(REFORM))
    lost = ChamberVotesLost(seat=1, on="budget", in_favour=4, against=5)  # type: ignore[arg-type]
    play.then(laid(2, REFORM), ReformDemanded(seat=2), lost)  # type: ignore[arg-type]
    assert play.state.budget.votes[1] == (4, 5)


def test_CD_12_a_result_that_was_declared_stands() -> None:
    goods: dict[str, Any] = {"aid": NO_BILLS, "exposed": {1: ["radicals"]}}
    play = holding(REFORM, "christian_democrats", at="budget", **goods).expires()
    play.expires().when(1, VoteOnBudget(votes={"against": 4}))
    play.expires(until="budget_force").when(2, play_card(REFORM))
    play.then(laid(2, REFORM), ReformDemanded(seat=2))  # type: ignore[arg-type]
