"""The President's brother-in-law: BR-1 to BR-4."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.rejections import NoSuchPost
from rules.junta.ruleset import POSTS
from rules.junta.stages.brother_in_law import PostTaken, TakePost
from rules.junta.stages.cabinet import CabinetFormed
from rules.junta.state import vacant_posts, votes_of
from rules.kernel.rejections import NotYourTurn
from tests.given import Play, cabinet
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
