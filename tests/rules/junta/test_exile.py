"""Exile: EX-1 to EX-14."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.deals import OffersLapsed
from rules.junta.exile import ExileEntered, ExileLeft, embassies
from rules.junta.interrupts.deal import GiveCards, GiveMoney
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.interrupts.speak import Say
from rules.junta.plots import FamilyKilled
from rules.junta.rejections import CardNotInHand, NoSuchLocation, NoSuchVictim
from rules.junta.stages.bank import UseBank
from rules.junta.stages.border import BorderReached, GuardBorder
from rules.junta.stages.brother_in_law import PostTaken, TakePost
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.clean_up import FamiliesReturned
from rules.junta.stages.hand_limit import DiscardCards
from rules.junta.stages.locations import ChooseLocation, LocationChosen
from rules.junta.stages.protection import (
    AttemptStopped,
    FaceDeath,
    Protect,
    ProtectionFailed,
    ProtectionPlayed,
)
from rules.junta.stages.return_from_exile import (
    ExileKept,
    ReturnAnnounced,
    ReturnFromExile,
    ReturnOffered,
)
from rules.junta.state import vacant_posts, votes_of
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import StageOpened
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow, NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.given import CABINETS, Play, cards_of, given
from tests.rules.junta.plotting import (
    POLICE,
    X,
    Y,
    attempt,
    dies,
    faced,
    facts,
    killed,
    plotting,
    revealed,
    rolled,
    sends,
    taken,
    turn_of,
)
from tests.when_then import QUESTIONS, unnumbered

NORTH, SOUTH = "embassy_north", "embassy_south"
PSYCHO, ROYAL, BRIBE = "psychotic_assassin", "monarchist_assassin", "bribed_assassin"
TWO = Bills(0, 1, 0)


def left(seat: int, location: str | None = None, post: str | None = None) -> ExileLeft:
    fields: Any = {"seat": seat, "embassy": NORTH, "location": location, "post": post}
    return ExileLeft(**fields)


def entered(seat: int, embassy: str = NORTH) -> ExileEntered:
    return ExileEntered(seat=seat, embassy=embassy)  # type: ignore[arg-type]


def goes(embassy: str | None = NORTH) -> ChooseLocation:
    return ChooseLocation(location="exile", embassy=embassy)  # type: ignore[arg-type]


def choosing(**goods: Any) -> Play:
    """Step 5 under President 0; 1 is Minister, 4 Admiral."""
    return given(at="locations", **({"president": 0, "posts": CABINETS[5]} | goods))


def asked(*exiles: int, **goods: Any) -> Play:
    """Step 6 is about to begin; these live in the North Embassy and are asked."""
    there = dict.fromkeys(exiles, NORTH)
    play = given(
        at="locations", **({"president": 0, "posts": CABINETS[5], "exiles": there} | goods)
    )
    return play.expires().waits("return_from_exile", *exiles)


def returns(play: Play, *seats: int) -> Play:
    """These come home, who else is asked stays."""
    assert play.at == "return_from_exile"
    for seat in play.state.course.stage.seats:
        play.when(seat, ReturnFromExile(returns=seat in seats))
    return play


def what(play: Play) -> list[Any]:
    """What followed from the last command; lapsing offers are for DE-8."""
    return [unnumbered(e) for e in play.last if not isinstance(e, (*QUESTIONS, OffersLapsed))]


# --- the way out ---


def test_EX_1_exile_is_chosen_in_secret_and_shown_when_all_have_chosen() -> None:
    play = (
        choosing()
        .when(2, goes())
        .then(
            LocationChosen(seat=2, location="exile", embassy=NORTH)  # type: ignore[arg-type]
        )
    )
    for viewer in (ANYBODY, 0, 1):
        assert is_hidden(play.view(viewer).whereabouts.places[2])
        assert is_hidden(play.view(viewer).whereabouts.bound_for[2])
        assert play.view(viewer).families[2].embassy is None
    assert play.view(2).whereabouts.bound_for[2] == NORTH
    for seat in (0, 1, 3):
        play.when(seat, ChooseLocation(location="bank"))
    assert play.family(2).embassy is None
    play.when(4, ChooseLocation(location="residence"))
    assert entered(2) in play.last
    assert play.view(ANYBODY).families[2].embassy == NORTH
    assert 2 not in play.state.whereabouts.places


@pytest.mark.parametrize("embassy", [None, "market", "moscow"])
def test_EX_1_in_one_of_the_embassies(embassy: Any) -> None:
    play = choosing()
    assert len(embassies(play.state)) == 4
    play.when(2, goes(embassy)).refused(NoSuchLocation, NORTH, rule="EX-1")


def test_EX_1_who_stays_at_home_names_no_embassy() -> None:
    order = ChooseLocation(location="bank", embassy=NORTH)  # type: ignore[arg-type]
    choosing().when(2, order).refused(NoSuchLocation, rule="EX-1")


def test_EX_1_exiles_leave_when_the_time_is_up_too() -> None:
    play = choosing().when(2, goes()).when(4, goes(SOUTH)).expires()
    assert [e for e in play.last if isinstance(e, ExileEntered)] == [entered(2), entered(4, SOUTH)]
    assert play.state.whereabouts.chosen == {0, 1, 3}


def test_EX_2_the_president_cannot() -> None:
    play = choosing().when(0, goes())
    play.refused(NoSuchLocation, "the President cannot go into exile", "resign", rule="EX-2")
    assert "exile" not in play.offers(0)["choose_location"]["location"].values


def test_EX_2_a_place_that_is_none_is_refused_him_for_what_it_is() -> None:
    order = ChooseLocation(location="palace", embassy=None)  # type: ignore[arg-type]
    choosing().when(0, order).refused(NoSuchLocation, "not one of", rule="LO-1")


# --- what an exile may and may not do ---


def test_EX_3_he_draws_no_cards() -> None:
    play = given(at="draw", president=0, posts=CABINETS[5], exiles={2: NORTH}).chance()
    assert [play.family(seat).hand_size for seat in range(5)] == [2, 2, 0, 2, 2]


def test_EX_3_he_plays_no_card() -> None:
    play = given(
        at="cabinet", president=0, posts=CABINETS[5], exiles={2: NORTH}, hands={2: ["church"]}
    )
    play.when(2, PlayCard(card="church")).refused(CardNotInHand, "exile")  # type: ignore[arg-type]


def test_EX_3_he_does_not_vote_on_a_budget_though_he_has_influence_and_posts() -> None:
    goods: Any = {"exposed": {2: ["church"]}, "exiles": {2: NORTH}}
    play = given(at="budget", president=0, aid=Bills(8, 0, 0), **goods).expires()
    voters = []
    while play.at == "budget_vote":
        voters.append(play.state.course.stage.seats[0])
        play.expires()
    assert voters == [0, 1, 3, 4] * 2
    assert votes_of(play.state, 2) == 0


def test_EX_3_he_neither_votes_nor_stands_in_an_election() -> None:
    play = dies(revealed(sends(plotting(exiles={2: NORTH}), 1, POLICE, 0)))
    play.waits("return_from_exile", 2).expires().waits("nomination", 1)
    assert play.state.election.order == (1, 3, 4)
    assert play.offers(1)["nominate"]["support"].among == (1, 3, 4)


def test_EX_3_he_announces_nothing_and_the_round_begins_beside_an_absent_minister() -> None:
    play = plotting(exiles={1: NORTH}, hands={1: [PSYCHO]}).waits("announcements", 2)
    assert play.state.plot.order == (2, 3, 4, 0)
    play.when(1, attempt(PSYCHO, 2)).refused(NotYourTurn)


def test_EX_3_he_is_not_served_at_the_bank() -> None:
    play = revealed(plotting(places={3: "bank"}, exiles={3: NORTH}, cash={3: X}))
    play.waits("return_from_exile", 3).expires().waits("bank", 4)
    play.when(3, UseBank(deposit=X, withdraw=NO_BILLS)).refused(NotYourTurn)


def test_EX_3_he_keeps_what_he_has() -> None:
    play = choosing(hands={2: ["church"]}, exposed={2: ["unions"]}, cash={2: X}, swiss={2: Y})
    before = play.family(2)
    play.when(2, goes()).expires().expires(until="draw")
    family = play.family(2)
    assert (family.hand, family.exposed, family.cash, family.swiss) == (
        before.hand,
        before.exposed,
        X,
        Y,
    )


def test_EX_4_he_gives_receives_and_speaks() -> None:
    play = asked(2, hands={2: ["church"]}, cash={2: X, 3: Y})
    play.when(2, GiveMoney(to=3, bills=Bills(1, 0, 0)))  # type: ignore[arg-type]
    play.when(2, GiveCards(to=3, cards=cards_of("church"), bills=NO_BILLS))  # type: ignore[arg-type]
    play.when(3, GiveMoney(to=2, bills=TWO))  # type: ignore[arg-type]
    play.when(2, Say(to=frozenset(), words="Greetings from abroad."))
    assert play.family(2).cash == Bills(2, 1, 1)
    assert play.family(3).hand == cards_of("church")


def test_EX_4_the_hand_limit_holds_for_him() -> None:
    seven = ["burglars", "indiscretion", "helicopter", "recount", "dock_strike", "church", "unions"]
    play = given(at="hand_limit", president=0, exiles={2: NORTH}, hands={2: seven})
    play.waits("hand_limit", 2).when(2, DiscardCards(cards=cards_of("recount")))
    assert play.family(2).hand_size == 6


def test_EX_4_a_budget_may_give_him_a_share() -> None:
    play = given(at="budget", president=0, aid=Bills(8, 0, 0), exiles={2: NORTH})
    assert 2 in play.offers(0)["propose_budget"]["shares"].among


@pytest.mark.parametrize("means", [POLICE, "burglars", "indiscretion"])
def test_EX_5_he_cannot_be_assassinated_robbed_or_searched(means: str) -> None:
    play = plotting(exiles={2: NORTH}, hands={1: ["burglars", "indiscretion"]})
    play.when(1, attempt(means, 2)).refused(NoSuchVictim, rule="AS-2")


# --- how long it lasts ---


def test_EX_6_over_as_many_turns_as_he_likes_without_choosing_a_location() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5], exiles={2: NORTH})
    play.waits("locations", 0, 1, 3, 4).expires().expires(until="locations")
    play.waits("locations", 0, 1, 3, 4)
    assert play.state.turn.number == 2
    assert play.family(2).embassy == NORTH
    play.when(2, ChooseLocation(location="bank")).refused(NotYourTurn)


def test_EX_6_he_keeps_his_posts_and_gets_posts_in_each_cabinet() -> None:
    play = given(at="cabinet", president=0, exiles={2: NORTH})
    assert all(2 in cabinet.values() for cabinet in play.offers(0)["form_cabinet"]["posts"].each())
    play.when(0, FormCabinet(posts=CABINETS[5]))
    assert vacant_posts(play.state) == ("general_2", "air_commander")


# --- the way home ---


def test_EX_7_all_exiles_are_asked_before_each_step() -> None:
    play = asked(2, 3)
    assert play.last[-1] == ReturnOffered(after="locations")
    asked_after = ["locations"]
    while play.state.turn.number == 1 or play.at != "locations":
        play.expires(until=None) if not play.state.course.requests else play.chance()
        asked_after += [e.after for e in play.last if isinstance(e, ReturnOffered)]
    assert asked_after == [
        "locations",
        "announcements",
        "coup",
        "clean_up",
        "draw",
        "cabinet",
        "aid",
        "budget",
    ]


def test_EX_7_once_before_each_step_and_in_any_order() -> None:
    play = asked(2, 3).when(3, ReturnFromExile(returns=False))
    play.then(ExileKept(seat=3)).waits("return_from_exile", 2)  # type: ignore[arg-type]
    play.when(3, ReturnFromExile(returns=True)).refused(NotYourTurn)
    play.when(2, ReturnFromExile(returns=False)).waits("announcements", 1)


def test_EX_7_silence_stays_and_may_be_chosen_beforehand() -> None:
    silent = AnswerBeforehand(stage_name="return_from_exile", silent=True)
    play = asked(3).expires().waits("announcements", 1)
    assert play.family(3).embassy == NORTH
    play.when(3, silent)
    revealed(play).waits("coup_start", 1)
    assert ExileKept(seat=3) in play.last  # type: ignore[arg-type]


def test_EX_7_before_an_election_too() -> None:
    play = dies(revealed(sends(plotting(exiles={2: NORTH}), 1, POLICE, 0)))
    assert play.last[-1] == ReturnOffered(after=None)
    returns(play, 2).waits("nomination", 1)
    assert play.state.election.order == (1, 2, 3, 4)


def test_EX_7_the_bank_is_one_step_though_it_opens_for_each() -> None:
    play = revealed(plotting(places={1: "bank"}, exiles={3: NORTH})).waits("return_from_exile", 3)
    play.expires().waits("bank", 1).expires().waits("bank", 4)


def test_EX_8_without_a_president_nobody_asks_the_minister() -> None:
    play = dies(revealed(sends(plotting(exiles={2: NORTH}), 1, POLICE, 0)))
    returns(play, 2)
    assert what(play)[:3] == [
        ReturnAnnounced(seat=2),  # type: ignore[arg-type]
        BorderReached(seat=2),  # type: ignore[arg-type]
        left(2, "nightclub"),
    ]


def test_EX_9_the_minister_is_asked_and_may_let_him_pass() -> None:
    play = returns(asked(2), 2).waits("border", 1)
    play.when(1, GuardBorder(kill=False)).waits("announcements", 1)
    assert what(play)[0] == left(2, "nightclub")


def test_EX_9_silence_lets_him_pass() -> None:
    assert what(returns(asked(2), 2).expires())[0] == left(2, "nightclub")
    silent = AnswerBeforehand(stage_name="border", silent=True)
    play = asked(2).when(1, silent)
    assert left(2, "nightclub") in returns(play, 2).last


def test_EX_9_the_minister_alone() -> None:
    returns(asked(2), 2).when(0, GuardBorder(kill=True)).refused(NotYourTurn)


def test_EX_9_nobody_asks_whether_the_minister_himself_may_return() -> None:
    assert left(1, "nightclub") in returns(asked(1), 1).last


def test_EX_9_a_blocked_ministry_harms_nobody() -> None:
    play = returns(asked(1, 2), 2).waits("announcements", 2)
    assert left(2, "nightclub") in play.last


def test_EX_9_where_the_brother_in_law_runs_the_interior_the_president_is_asked() -> None:
    """Two exiles; the President takes the ministry of the one, the other returns."""
    play = given(at="cabinet", president=0, exiles={1: NORTH, 2: NORTH})
    play.expires().waits("brother_in_law", 0)
    play.when(0, TakePost(post="minister_interior"))  # type: ignore[arg-type]
    returns(play.waits("return_from_exile", 1, 2), 2).waits("border", 0)
    play.when(0, GuardBorder(kill=True)).waits("protection", 2)
    play.when(2, FaceDeath())
    assert not play.family(2).alive


def border(**goods: Any) -> Play:
    """2 comes home to step 6, and the Minister, 1, gives the order."""
    play = returns(asked(2, **goods), 2).waits("border", 1)
    return play.when(1, GuardBorder(kill=True)).waits("protection", 2)


def test_EX_10_the_order_needs_no_die_and_no_place_and_he_is_asked_for_a_protection() -> None:
    play = border()
    (threatened,) = what(play)
    assert (threatened.attempt, threatened.victim, threatened.killer) == (None, 2, 1)


def test_EX_10_the_monarchist_saves_him_and_he_has_returned() -> None:
    play = border(hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    play.when(2, Protect(card=ROYAL, powers=cards_of(), bills=NO_BILLS))  # type: ignore[arg-type]
    assert what(play)[:3] == [
        ProtectionPlayed(seat=2, card=ROYAL),  # type: ignore[arg-type]
        AttemptStopped(seat=2),  # type: ignore[arg-type]
        left(2, "nightclub"),
    ]
    play.waits("announcements", 1)
    assert play.family(2).present


def bribes(play: Play) -> Play:
    return play.when(2, Protect(card=BRIBE, powers=cards_of(), bills=TWO))  # type: ignore[arg-type]


@pytest.mark.parametrize("face", [3, 6])
def test_EX_10_a_bribe_that_works_saves_him(face: int) -> None:
    play = bribes(border(hands={2: [BRIBE]}, cash={2: Y})).rolls(face)
    assert what(play)[:3] == [
        rolled(face),
        AttemptStopped(seat=2),  # type: ignore[arg-type]
        left(2, "nightclub"),
    ]
    play.waits("announcements", 1)


def test_EX_10_a_bribe_that_fails_leaves_him_another_protection_or_death() -> None:
    play = bribes(border(hands={2: [BRIBE]}, cash={2: Y})).rolls(2)
    play.then(rolled(2), ProtectionFailed(seat=2)).waits("protection", 2)  # type: ignore[arg-type]
    play.when(2, FaceDeath())
    assert what(play)[:3] == [faced(2), taken(2, 1, TWO), killed(2)]


def test_EX_10_from_the_order_on_he_gives_nothing_away_but_not_before() -> None:
    play = returns(asked(2, cash={2: Y}), 2).when(2, GiveMoney(to=3, bills=TWO))  # type: ignore[arg-type]
    play.when(1, GuardBorder(kill=True))
    play.when(2, GiveMoney(to=3, bills=TWO)).refused(NotNow, rule="AS-7")  # type: ignore[arg-type]
    play.when(3, GiveMoney(to=2, bills=TWO))  # type: ignore[arg-type]
    assert play.family(2).cash == Y


def test_EX_10_it_does_not_use_up_the_attempt_of_the_secret_police() -> None:
    play = border().when(2, FaceDeath()).waits("announcements", 1)
    play.when(1, attempt(POLICE, 3))
    assert play.refusal is None


def test_EX_11_his_cash_goes_to_who_gave_the_order_and_there_is_an_excuse() -> None:
    play = border(cash={1: X, 2: Y}, hands={2: ["church"]}, exposed={2: ["unions"]})
    assert not play.state.turn.excuse
    play.when(2, FaceDeath())
    assert what(play)[:3] == [
        faced(2),
        taken(2, 1, Y),
        killed(2, hand=("church",), exposed=("unions",)),
    ]
    assert play.state.turn.excuse
    assert play.family(1).cash == X + Y
    assert play.family(2).embassy is None
    assert play.state.plot.order == (1, 3, 4, 0)


def test_EX_11_silence_at_the_border_is_death() -> None:
    play = border().expires()
    assert killed(2) in play.last


def test_EX_11_after_the_attempts_a_death_at_the_border_leaves_the_plot_as_it_was() -> None:
    play = revealed(sends(plotting(exiles={3: NORTH}), 1, POLICE, 2, "bank"))
    before = play.state.plot
    returns(play, 3).when(1, GuardBorder(kill=True)).when(3, FaceDeath())
    assert play.state.plot == before
    assert play.state.government.brother_in_law == "general_3"
    play.waits("bank", 4)


def test_EX_11_his_family_has_a_new_head_at_home_when_the_next_turn_begins() -> None:
    play = border().when(2, FaceDeath()).expires(until="cabinet")
    assert FamiliesReturned(seats=(2,)) in play.events  # type: ignore[arg-type]
    assert play.family(2).present
    assert play.family(2).hand_size == 2


def test_EX_11_killed_before_step_1_he_is_out_for_the_whole_turn() -> None:
    play = asked(2)
    while play.state.turn.number == 1:
        play.expires()
    returns(play, 2).when(1, GuardBorder(kill=True)).when(2, FaceDeath())
    assert play.state.turn.number == 2
    play.expires(until="cabinet")
    assert play.family(2).hand_size == 0
    play.expires(until="locations").waits("locations", 0, 1, 3, 4)
    play.expires(until="cabinet")
    assert play.family(2).alive


def test_EX_11_a_budget_promises_the_dead_nothing() -> None:
    play = given(at="cabinet", president=0, exiles={2: NORTH})
    play.expires(until="return_from_exile")
    returns(play, 2).when(1, GuardBorder(kill=True)).when(2, FaceDeath())
    play.expires(until="budget")
    assert play.offers(0)["propose_budget"]["shares"].among == (0, 1, 3, 4)


def test_EX_12_one_after_another_clockwise_from_the_president() -> None:
    play = given(
        at="locations",
        president=3,
        posts={p: (0 if s == 3 else s) for p, s in CABINETS[5].items()},
        exiles={4: NORTH, 2: NORTH, 0: NORTH},
    )
    play.expires()
    for seat in (0, 2, 4):
        play.when(seat, ReturnFromExile(returns=True))
    order = []
    while play.at == "border":
        order += [e.seat for e in play.last if isinstance(e, BorderReached)]
        play.when(1, GuardBorder(kill=False))
    assert order == [4, 0, 2]


def test_EX_12_each_with_the_full_time() -> None:
    play = returns(asked(2, 3), 2, 3).waits("border", 1).when(1, GuardBorder(kill=False))
    assert any(isinstance(e, StageOpened) and e.name == "border" for e in play.last)


def test_EX_12_a_minister_who_has_just_returned_is_asked_about_the_next() -> None:
    play = returns(asked(1, 2), 1, 2).waits("border", 1)
    play.when(1, GuardBorder(kill=True)).waits("protection", 2)


def test_EX_12_but_not_about_one_before_him() -> None:
    posts = {p: {1: 3, 3: 1}.get(s, s) for p, s in CABINETS[5].items()}
    play = returns(asked(2, 3, posts=posts), 2, 3)
    assert [e for e in play.last if isinstance(e, ExileLeft)] == [
        left(2, "nightclub"),
        left(3, "nightclub"),
    ]


def test_EX_12_the_death_of_one_does_not_stop_the_next() -> None:
    play = returns(asked(2, 3), 2, 3).when(1, GuardBorder(kill=True)).when(2, FaceDeath())
    play.waits("border", 1).when(1, GuardBorder(kill=False))
    assert what(play)[0] == left(3, "nightclub")


def test_EX_13_before_step_5_he_will_choose_a_location_like_the_others() -> None:
    play = given(at="cabinet", president=0, exiles={2: NORTH})
    play.expires(until="return_from_exile")
    returns(play, 2).when(1, GuardBorder(kill=False))
    assert any(isinstance(e, ExileLeft) and e.location is None for e in play.last)
    play.expires(until="locations").waits("locations", 0, 1, 2, 3, 4)


def test_EX_13_after_it_he_is_at_the_nightclub_for_all_to_see() -> None:
    play = returns(asked(2), 2).when(1, GuardBorder(kill=False))
    for viewer in (ANYBODY, 2, 4):
        assert play.view(viewer).whereabouts.places[2] == "nightclub"
        assert 2 in play.view(viewer).whereabouts.chosen
    play.when(1, attempt(POLICE, 2))
    assert killed(2) in dies(revealed(play)).last


def test_EX_13_he_has_his_posts_again_and_his_vote() -> None:
    play = given(at="cabinet", president=0, exiles={2: NORTH})
    play.when(0, FormCabinet(posts=CABINETS[5]))
    play.when(0, TakePost(post="air_commander"))  # type: ignore[arg-type]
    returns(play, 2).when(1, GuardBorder(kill=False))
    assert what(play)[0] == left(2, None, "air_commander")
    assert play.state.government.brother_in_law is None
    play.expires(until="budget_vote")
    assert [votes_of(play.state, seat) for seat in (0, 2)] == [1, 2]


def nobody_home(**goods: Any) -> Play:
    """Only the President and 1 are at home, and they kill each other."""
    there = dict.fromkeys((2, 3, 4), NORTH)
    play = plotting(hands={0: [PSYCHO]}, exiles=there, **goods)
    play.when(1, attempt(POLICE, 0))
    turn_of(play, 0).when(0, attempt(PSYCHO, 1))
    return dies(revealed(play))


def test_EX_14_where_nobody_is_at_home_to_be_elected_all_exiles_come_home() -> None:
    play = dies(nobody_home().rolls(1)).waits("nomination", 2)
    assert [e.seat for e in play.last if isinstance(e, ExileLeft)] == [2, 3, 4]
    assert not any(isinstance(e, StageOpened) and e.name == "border" and e.seats
                   for e in play.last)  # fmt: skip


def test_EX_14_where_somebody_is_they_are_asked() -> None:
    nobody_home().rolls(5).waits("return_from_exile", 2, 3, 4).expires().waits("nomination", 1)


def test_EX_7_all_but_the_president_in_exile_and_the_turn_goes_round() -> None:
    play = choosing()
    for seat in (1, 2, 3, 4):
        play.when(seat, goes())
    play.expires().waits("return_from_exile", 1, 2, 3, 4)
    play.expires().waits("announcements", 0).expires(until="locations").waits("locations", 0)
    assert play.state.turn.number == 2
    assert facts(play) is not None


def test_EX_11_the_last_exile_killed_at_the_border_ends_nothing() -> None:
    play = border().when(2, FaceDeath())
    assert not any(isinstance(e, FamilyKilled) and e.office_vacant for e in play.last)
    assert play.state.returns.coming == ()


def test_EX_9_a_dead_minister_blocks_his_ministry_unless_it_is_taken() -> None:
    """The Minister died; the President takes another of the posts, so nobody guards the border."""
    play = plotting(hands={3: [ROYAL]}, exposed={3: ["monarchists"]}, exiles={2: NORTH})
    dies(revealed(sends(play, 3, ROYAL, 1))).waits("brother_in_law", 0)
    play.when(0, TakePost(post="general_1"))  # type: ignore[arg-type]
    assert left(2, "nightclub") in returns(play, 2).last


def test_EX_13_the_brother_in_law_takes_another_when_his_is_gone() -> None:
    play = plotting(hands={3: [ROYAL]}, exposed={3: ["monarchists"]}, exiles={2: NORTH})
    dies(revealed(sends(play, 3, ROYAL, 1)))
    play.when(0, TakePost(post="air_commander"))  # type: ignore[arg-type]
    returns(play, 2).waits("brother_in_law", 0)
    assert not any(isinstance(e, PostTaken) for e in play.last)
