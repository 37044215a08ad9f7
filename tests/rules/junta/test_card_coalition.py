"""Coalition Break-up: CD-18, CD-19."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.effects import CoalitionBroken
from rules.junta.rejections import CardNotInHand, NoSuchTarget
from rules.junta.stages.announcements import EndAnnouncements
from rules.junta.stages.ballot import CastVotes
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.coalition import CoalitionSpared, GiveUpInfluence, InfluenceGivenUp
from rules.junta.stages.locations import ChooseLocation
from rules.junta.trimming import CastVotesLost, ChamberVotesLost
from rules.kernel.bills import NO_BILLS
from rules.kernel.rejections import NotYourTurn, StageMoved
from tests.given import Play, cards_of
from tests.rules.junta.playing import holding, laid, play_card
from tests.rules.junta.plotting import plotting, turn_of

BREAK = "coalition_break"
SHOWN = {1: ["church", "radicals", "peasants"]}


def gives_up(card: str) -> GiveUpInfluence:
    return GiveUpInfluence(card=card)  # type: ignore[arg-type]


def given_up(seat: int, card: str) -> InfluenceGivenUp:
    return InfluenceGivenUp(seat=seat, card=card)  # type: ignore[arg-type]


def broken(at: str = "cabinet", **goods: Any) -> Play:
    """2 has broken 1's coalition."""
    play = holding(BREAK, at=at, **({"exposed": SHOWN} | goods)).when(2, play_card(BREAK, 1))
    assert play.state is not None
    return play


def asked(**goods: Any) -> Play:
    """… and 1 is asked."""
    return broken(**goods).expires().waits("coalition", 1)


def test_CD_18_it_is_laid_down_and_the_open_stage_goes_on() -> None:
    play = broken().then(laid(2, BREAK, 1), CoalitionBroken(target=1))  # type: ignore[arg-type]
    play.waits("cabinet", 0)
    assert [play.view(seat).coalition for seat in range(5)] == [1] * 5


def test_CD_18_before_anything_else_the_target_gives_up_a_card_of_his_choice() -> None:
    play = asked().when(1, gives_up("church"))
    assert play.last[0] == given_up(1, "church")
    play.waits("aid")
    assert play.family(1).exposed == cards_of("radicals", "peasants")
    assert play.state.deck.discards == cards_of(BREAK, "church")
    assert play.state.coalition is None


@pytest.mark.parametrize("card", ["bankers", BREAK, "students"])
def test_CD_18_only_influence_that_lies_before_him(card: str) -> None:
    play = asked(hands={1: ["students"]}).when(1, gives_up(card))
    play.refused(CardNotInHand, "not one of: church, peasants, radicals", rule="CD-18")


def test_CD_18_nobody_else_answers() -> None:
    play = asked().when(2, gives_up("church"))
    play.refused(NotYourTurn, rule="TI-3")


def test_CD_18_who_has_nothing_exposed_is_no_target() -> None:
    play = holding(BREAK, exposed=SHOWN).when(2, play_card(BREAK, 3))
    play.refused(NoSuchTarget, "target: 3 is not one of: 1", rule="CD-9")
    play = holding(BREAK, "church").when(2, play_card(BREAK, 1))
    play.refused(CardNotInHand, f"{BREAK}: nobody else has exposed influence", rule="CD-18")


def test_CD_18_of_a_family_that_has_lost_everything_meanwhile_nothing_is_asked() -> None:
    play = broken(exposed={1: ["radicals"]})
    play.has(InfluenceGivenUp(seat=1, card="radicals"))  # type: ignore[arg-type]
    play.has(CoalitionBroken(target=1)).expires()  # type: ignore[arg-type]
    assert CoalitionSpared(seat=1) in play.last  # type: ignore[arg-type]
    play.waits("aid")


def test_CD_18_between_two_who_announce() -> None:
    play = plotting(hands={2: [BREAK]}, exposed=SHOWN).when(2, play_card(BREAK, 1))
    play.waits("announcements", 1).when(1, EndAnnouncements()).waits("coalition", 1)
    turn_of(play.when(1, gives_up("radicals")), 2).waits("announcements", 2)


def test_CD_18_where_all_are_asked_at_once_it_waits_for_all() -> None:
    play = broken("locations").when(0, ChooseLocation(location="bank"))
    play.waits("locations", 1, 2, 3, 4).expires().waits("coalition", 1)
    play.when(0, ChooseLocation(location="bank"), stage=1).refused(StageMoved)


def test_CD_12_the_votes_that_it_cast_are_gone_from_the_ballot() -> None:
    play = holding(BREAK, at="nomination", president=None, exposed=SHOWN)
    play.expires(until="ballot").expires().waits("ballot", 1)
    play.when(1, CastVotes(votes={0: 17})).when(2, play_card(BREAK, 1))  # type: ignore[dict-item]
    play.expires().waits("coalition", 1).when(1, gives_up("church"))
    lost = CastVotesLost(seat=1, votes={0: 7})  # type: ignore[arg-type, dict-item]
    play.then(given_up(1, "church"), lost).waits("ballot", 3)


def test_CD_12_also_when_it_is_played_before_the_count() -> None:
    goods: dict[str, Any] = {"aid": NO_BILLS, "exposed": {1: ["radicals"]}}
    play = holding(BREAK, at="budget", **goods).expires().expires()
    play.when(1, VoteOnBudget(votes={"against": 5})).expires(until="ballot_cards")
    play.when(2, play_card(BREAK, 1)).expires().waits("coalition", 1)
    play.when(1, gives_up("radicals"))
    lost = ChamberVotesLost(seat=1, on="budget", in_favour=0, against=2)  # type: ignore[arg-type]
    assert play.last[:2] == (given_up(1, "radicals"), lost)
    counts = [e for e in play.events if e.TYPE == "budget_counted"]
    assert [(e.in_favour, e.against) for e in counts] == [(0, 2)]  # type: ignore[attr-defined]


def test_CD_19_silence_gives_up_the_card_with_the_fewest_votes() -> None:
    assert given_up(1, "peasants") in asked().expires().last
    assert given_up(1, "unions") in asked(exposed={1: ["church", "unions"]}).expires().last
