"""The President's brother-in-law: BR-1 to BR-8."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.interrupts.resign import Resign
from rules.junta.rejections import NoSuchPost
from rules.junta.ruleset import POSTS
from rules.junta.stages.brother_in_law import PostTaken, TakePost
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.cabinet import CabinetFormed, FormCabinet
from rules.junta.stages.locations import ChooseLocation
from rules.junta.stages.return_from_exile import ReturnFromExile
from rules.junta.state import posts_of, vacant_posts, votes_of
from rules.kernel.gate import accepts
from rules.kernel.rejections import NotYourTurn
from tests.given import CABINETS, Play, cabinet, given
from tests.rules.junta.electing import elect
from tests.rules.junta.plotting import POLICE, attempt, dies, facts, plotting, revealed, sends

PSYCHO, ROYAL = "psychotic_assassin", "monarchist_assassin"


def taken_post(post: str, president: int = 0) -> PostTaken:
    return PostTaken(president=president, post=post)  # type: ignore[arg-type]


def two_posts(**goods: Any) -> Play:
    """2 is dead, General 2 and Air Force Commander."""
    return dies(revealed(sends(plotting(**goods), 1, POLICE, 2))).waits("brother_in_law", 0)


def test_BR_1_he_runs_exactly_one_post_and_the_others_are_blocked() -> None:
    play = two_posts()
    assert vacant_posts(play.state) == ("general_2", "air_commander")
    play.when(0, TakePost(post="air_commander")).then(taken_post("air_commander"))
    play.waits("bank", 4)
    assert play.state.government.brother_in_law == "air_commander"
    assert play.state.government.posts["air_commander"] == 2


@pytest.mark.parametrize("post", ["general_1", "president", "minister"])
def test_BR_1_only_vacant_posts(post: Any) -> None:
    play = two_posts().when(0, TakePost(post=post))
    play.refused(NoSuchPost, "not one of: general_2, air_commander", rule="BR-2")


def test_BR_1_of_several_dead_together_one_post_only() -> None:
    play = plotting(hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    sends(sends(play, 1, POLICE, 2), 2, ROYAL, 1)
    dies(dies(revealed(play))).waits("brother_in_law", 0)
    offered = play.offers(0)["take_post"]["post"].values
    assert offered == ("minister_interior", "general_1", "general_2", "air_commander")
    play.when(0, TakePost(post="general_1")).waits("bank", 4)


def test_BR_2_a_single_post_is_his_without_asking() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 3))).waits("bank", 4)
    assert facts(play)[-1] == taken_post("general_3")


def test_BR_2_not_before_all_attempts_are_resolved() -> None:
    play = plotting(hands={4: [PSYCHO]})
    dies(revealed(sends(sends(play, 1, POLICE, 3), 4, PSYCHO, 2))).waits("attempt")
    assert play.state.government.brother_in_law is None
    play.rolls(5)
    assert facts(play)[-1] == taken_post("general_3")


def test_BR_2_the_president_alone_picks() -> None:
    two_posts().when(1, TakePost(post="general_2")).refused(NotYourTurn)


def test_BR_2_after_the_election_where_the_president_died_the_new_one_picks() -> None:
    play = plotting(hands={1: [ROYAL]}, exposed={1: ["monarchists"]})
    play.when(1, attempt(POLICE, 0)).when(1, attempt(ROYAL, 2))
    dies(dies(revealed(play))).waits("nomination", 1)
    play.expires(until="acceptance").expires()
    assert play.at == "brother_in_law"
    new = play.state.government.president
    play.waits("brother_in_law", new).when(new, TakePost(post="general_2"))
    play.then(taken_post("general_2", new))


def test_BR_2_a_dead_president_without_other_posts_leaves_none() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 0))).expires(until="bank")
    assert not any(isinstance(e, PostTaken) for e in play.events)


def test_BR_2_where_nobody_died_nobody_is_asked() -> None:
    assert facts(revealed(plotting()).waits("bank", 4)) == []


def test_BR_3_silence_picks_the_first_in_the_order_of_the_posts() -> None:
    two_posts().expires().then(taken_post("general_2"))
    assert POSTS.index("general_2") < POSTS.index("air_commander")  # type: ignore[arg-type]


def test_BR_4_the_vote_of_the_post_is_the_presidents() -> None:
    play = two_posts()
    assert votes_of(play.state, 0) == 1
    play.when(0, TakePost(post="general_2"))
    assert [votes_of(play.state, seat) for seat in (0, 1)] == [2, 2]


def test_BR_4_the_police_do_not_come_with_the_ministry() -> None:
    """The Minister can only die after he might have sent them; in the next turn he has returned."""
    play = plotting(hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    dies(revealed(sends(play, 2, ROYAL, 1))).when(0, TakePost(post="minister_interior"))
    assert "announce_attempt" not in play.offers(0)
    play.expires(until="cabinet")
    play.has(CabinetFormed(president=0, posts=cabinet(1, 1, 2, 3, 4, 2)))  # type: ignore[arg-type]
    assert play.state.government.brother_in_law is None
    play.expires(until="announcements").waits("announcements", 1)
    assert "announce_attempt" in play.offers(1)


# --- exiles ---

NORTH = "embassy_north"


def formed(*exiles: int) -> Play:
    """The cabinet of step 2 has just been formed; these live in exile."""
    play = given(at="cabinet", president=0, exiles=dict.fromkeys(exiles, NORTH))
    return play.when(0, FormCabinet(posts=CABINETS[5]))


def test_BR_1_posts_of_exiles_are_vacant_like_those_of_the_dead() -> None:
    play = plotting(exiles={3: NORTH})
    dies(revealed(sends(play, 1, POLICE, 2))).waits("brother_in_law", 0)
    assert vacant_posts(play.state) == ("general_2", "general_3", "air_commander")


def test_BR_4_of_exiles_too_neither_police_nor_force() -> None:
    play = formed(1).waits("brother_in_law", 0)
    play.when(0, TakePost(post="minister_interior")).expires(until="budget").expires()
    for round_of_votes in (1, 2):
        for seat in (0, 2, 3, 4):
            votes = {"against": 1} if (round_of_votes, seat) == (1, 2) else {}
            play.expires(until="budget_vote").waits("budget_vote", seat)
            play.when(seat, VoteOnBudget(votes=votes))
    assert "force_budget" not in play.offers(0)
    play.expires(until="announcements")
    assert play.state.turn.bank == "closed"
    while play.at == "announcements":
        assert "secret_police" not in {
            value
            for accept in accepts(play.game, play.state, play.state.course.stage.seats[0])
            if "means" in accept.choices
            for value in accept.choices["means"].values
        }
        play.expires()


def test_BR_5_at_the_end_of_step_2_so_that_it_votes_in_step_4() -> None:
    play = formed(2).waits("brother_in_law", 0)
    play.when(0, TakePost(post="air_commander")).expires(until="budget").expires()
    assert votes_of(play.state, 0) == 2


def test_BR_5_a_single_post_is_his_without_asking() -> None:
    play = formed(3).waits("return_from_exile", 3)
    assert taken_post("general_3") in play.last


def test_BR_5_not_before_the_cabinet_is_formed_nor_between_step_5_and_the_end_of_6() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5])
    play.when(3, ChooseLocation(location="exile", embassy=NORTH)).expires()
    assert not any(isinstance(e, PostTaken) for e in play.events)
    play.expires(until="announcements")
    assert not any(isinstance(e, PostTaken) for e in play.events)
    revealed(play)
    assert taken_post("general_3") in play.last
    play.expires(until="draw")
    assert play.state.government.brother_in_law is None
    play.expires(until="cabinet")
    assert [e for e in play.events if isinstance(e, PostTaken)] == [taken_post("general_3")]


def test_BR_6_in_step_6_he_chooses_anew() -> None:
    play = formed(2).when(0, TakePost(post="air_commander")).expires(until="announcements")
    assert play.state.government.brother_in_law == "air_commander"
    revealed(play).waits("brother_in_law", 0)
    assert play.state.government.brother_in_law is None
    play.when(0, TakePost(post="general_2"))
    assert play.state.government.brother_in_law == "general_2"


def test_BR_6_a_single_post_is_his_again() -> None:
    play = formed(3).expires(until="announcements")
    revealed(play)
    assert [e for e in play.events if isinstance(e, PostTaken)] == [taken_post("general_3")] * 2


def back(play: Play, seat: int) -> Play:
    """The exile comes home; nobody harms him."""
    for exile in play.state.course.stage.seats:
        play.when(exile, ReturnFromExile(returns=exile == seat))
    return play.expires() if play.at == "border" else play


def test_BR_7_when_his_is_taken_back_and_others_are_vacant_he_takes_another() -> None:
    play = formed(2, 3).when(0, TakePost(post="general_3"))
    back(play.waits("return_from_exile", 2, 3), 3).waits("brother_in_law", 0)
    assert play.offers(0)["take_post"]["post"].values == ("general_2", "air_commander")


def test_BR_7_a_single_one_without_asking() -> None:
    play = formed(3, 4).when(0, TakePost(post="general_3"))
    back(play, 3)
    assert taken_post("admiral") in play.last


def test_BR_7_not_when_another_than_his_returns() -> None:
    play = formed(2, 3).when(0, TakePost(post="general_3"))
    back(play, 2).expires()
    assert [e for e in play.events if isinstance(e, PostTaken)] == [taken_post("general_3")]


def test_BR_7_not_after_step_5_but_at_the_end_of_step_6() -> None:
    play = formed(3, 4).when(0, TakePost(post="general_3")).expires(until="locations").expires()
    back(play.waits("return_from_exile", 3, 4), 3).waits("announcements", 1)
    revealed(play)
    assert taken_post("admiral") in play.last


def test_BR_8_a_new_president_inherits_the_post() -> None:
    play = formed(2).when(0, TakePost(post="air_commander")).expires(until="budget")
    elect(play.when(0, Resign()).expires(), 3).waits("budget", 3).expires()
    assert play.state.government.brother_in_law == "air_commander"
    assert posts_of(play.state, 3) == ("president", "general_3")
    assert votes_of(play.state, 3) == 3


def test_BR_8_while_there_is_no_president_it_casts_no_vote() -> None:
    play = formed(2).when(0, TakePost(post="air_commander")).expires(until="budget")
    play.when(0, Resign()).expires().expires(until="ballot")
    votes = [votes_of(play.state, seat) for seat in (0, 1, 3, 4)]
    need = 1 if play.state.election.everyone else 0
    assert votes == [0 + need, 2 + need, 1 + need, 1 + need]
