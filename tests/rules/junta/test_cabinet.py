"""Step 2: CA-1 to CA-6."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from rules.junta.cabinets import CabinetChoice, fault
from rules.junta.rejections import CabinetAgainstTheRules
from rules.junta.ruleset import GENERALS, MINISTER, POSTS
from rules.junta.stages.cabinet import CabinetFormed, FormCabinet
from rules.kernel.rejections import NotYourTurn
from rules.kernel.stages import ask_draw
from tests.given import CABINETS, cabinet, given

ASKED = ask_draw("aid", 0)


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_CA_1_the_president_gives_out_the_six_posts(seats: int) -> None:
    play = given(at="cabinet", seats=seats, president=0).waits("cabinet", 0)
    play.when(0, FormCabinet(posts=CABINETS[seats]))
    play.then(CabinetFormed(president=0, posts=CABINETS[seats]), ASKED)
    assert play.state.government.posts == CABINETS[seats]


def test_CA_1_it_is_written_in_the_order_of_the_posts_however_it_was_named() -> None:
    named = dict(reversed(CABINETS[5].items()))
    play = given(at="cabinet", president=0).when(0, FormCabinet(posts=named))
    assert list(play.last[0].posts) == list(play.state.government.posts) == list(POSTS)
    play = given(at="cabinet", president=0).has(CabinetFormed(president=0, posts=named))
    assert list(play.state.government.posts) == list(POSTS)


def test_CA_1_nobody_else_does() -> None:
    given(at="cabinet", president=0).when(1, FormCabinet(posts=CABINETS[5])).refused(NotYourTurn)


def test_CA_1_every_post_is_given_out() -> None:
    posts = {post: seat for post, seat in CABINETS[5].items() if post != MINISTER}
    play = given(at="cabinet", president=0).when(0, FormCabinet(posts=posts))
    play.refused(CabinetAgainstTheRules, "missing: minister_interior")


def test_CA_1_there_is_no_other_post() -> None:
    posts = {**CABINETS[5], "treasurer": 1}
    assert fault(posts, 0, 5) == ("every one of the six posts is given out once; missing: -")
    assert not CabinetChoice(president=0, seats=5, current={}).contains(posts)


REFUSED = [
    ("CA-1", 5, (1, 0, 2, 3, 4, 1), "seat 0) holds no other post"),
    ("CA-1", 5, (5, 1, 2, 3, 4, 1), "there is no seat 5"),
    ("CA-1", 5, (-1, 1, 2, 3, 4, 1), "there is no seat -1"),
    ("CA-2", 5, (1, 1, 2, 3, 2, 3), "seat 4 has none"),
    ("CA-2", 7, (1, 1, 2, 3, 4, 5), "seat 6 has none"),
    ("CA-3", 4, (1, 1, 2, 3, 1, 2), "seat 1 has 3"),
    ("CA-4", 5, (4, 1, 1, 2, 3, 2), "two Generals; seat 1 has"),
    ("CA-4", 4, (3, 1, 1, 2, 2, 3), "two Generals; seat 1 has"),
]


def check(rule: str) -> None:
    for named, seats, holders, sentence in REFUSED:
        if named == rule:
            play = given(at="cabinet", seats=seats, president=0)
            play.when(0, FormCabinet(posts=cabinet(*holders)))
            play.refused(CabinetAgainstTheRules, sentence, rule=rule).waits("cabinet", 0)


def test_CA_1_the_president_holds_no_other_post_and_posts_go_to_seats() -> None:
    check("CA-1")


def test_CA_2_every_family_gets_a_post() -> None:
    check("CA-2")


def test_CA_3_no_family_gets_more_than_two_posts() -> None:
    check("CA-3")


def test_CA_4_no_family_gets_two_generals() -> None:
    check("CA-4")


def brute(president: int, seats: int) -> Iterator[tuple[int, ...]]:
    """The lawful cabinets, found by trying all, with the rules written down a second time."""
    others = [seat for seat in range(seats) if seat != president]
    for holders in product(others, repeat=6):
        numbers = [holders.count(seat) for seat in others]
        if min(numbers) >= 1 and max(numbers) <= 2 and len(set(holders[1:4])) == 3:
            yield holders


@pytest.mark.parametrize(("seats", "number"), [(4, 36), (5, 648), (6, 1440), (7, 720)])
def test_CA_4_so_many_cabinets_are_lawful(seats: int, number: int) -> None:
    choice = CabinetChoice(president=2, seats=seats, current={})
    offered = [tuple(posts[post] for post in POSTS) for posts in choice.each()]
    assert offered == list(brute(2, seats))
    assert len(offered) == choice.count() == number


@pytest.mark.parametrize(("seats", "doubled"), [(4, 3), (5, 2), (6, 1), (7, 0)])
def test_CA_4_so_many_families_have_two_posts(seats: int, doubled: int) -> None:
    for posts in CabinetChoice(president=0, seats=seats, current={}).each():
        holders = list(posts.values())
        assert sum(holders.count(seat) == 2 for seat in range(seats)) == doubled
        assert len({posts[general] for general in GENERALS}) == 3


def test_CA_5_posts_are_held_until_the_next_cabinet() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5]).expires(until="cabinet")
    assert (play.state.turn.number, play.state.government.posts) == (2, CABINETS[5])


def test_CA_5_the_president_may_keep_the_cabinet() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5]).expires(until="cabinet")
    choice = play.offers(0)["form_cabinet"]["posts"]
    assert next(choice.each()) == CABINETS[5]
    assert len({tuple(sorted(posts.items())) for posts in choice.each()}) == choice.count()
    play.when(0, FormCabinet(posts=CABINETS[5]))
    play.then(CabinetFormed(president=0, posts=CABINETS[5]), ASKED)


def test_CA_6_silence_keeps_the_cabinet() -> None:
    kept = cabinet(4, 4, 3, 2, 1, 3)
    play = given(at="locations", president=0, posts=kept).expires(until="cabinet").expires()
    play.then(CabinetFormed(president=0, posts=kept), ASKED)


def test_CA_6_or_appoints_the_first_lawful_one() -> None:
    play = given(at="cabinet", president=0).expires()
    play.then(CabinetFormed(president=0, posts=cabinet(1, 1, 2, 3, 2, 4)), ASKED)


def test_CA_6_a_cabinet_that_is_no_more_lawful_is_not_kept() -> None:
    choice = CabinetChoice(president=1, seats=5, current=CABINETS[5])
    assert choice.kept() is None
    assert fault(choice.first(), 1, 5) is None
