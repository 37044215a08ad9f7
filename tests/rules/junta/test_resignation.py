"""Resignation and succession at every point of the turn: RS-1 to RS-6."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.deals import OffersLapsed
from rules.junta.interrupts.deal import MakeOffer
from rules.junta.interrupts.resign import Resign, ResignationAnnounced
from rules.junta.stages.acceptance import PresidentElected
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.announcements import EndAnnouncements
from rules.junta.stages.border import GuardBorder
from rules.junta.stages.brother_in_law import PostTaken, TakePost
from rules.junta.stages.budget import ProposeBudget
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.locations import ChooseLocation
from rules.junta.stages.protection import FaceDeath
from rules.junta.stages.return_from_exile import ReturnFromExile
from rules.junta.succession import OfficeLeft, PurseInherited
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY
from rules.kernel.rejections import NotNow
from tests.given import CABINETS, Play, cabinet, cards_of, given, under
from tests.rules.junta.couping import coup_at
from tests.rules.junta.electing import elect
from tests.rules.junta.plotting import (
    POLICE,
    X,
    Y,
    attempt,
    dies,
    killed,
    plotting,
    revealed,
    sends,
    turn_of,
)
from tests.when_then import QUESTIONS, unnumbered

NORTH = "embassy_north"
PSYCHO, ROYAL = "psychotic_assassin", "monarchist_assassin"
EIGHT = Bills(8, 0, 0)


def what(play: Play) -> list[Any]:
    return [unnumbered(e) for e in play.last if not isinstance(e, (*QUESTIONS, OffersLapsed))]


def resigns(play: Play, seat: int = 0) -> Play:
    play.when(seat, Resign())
    assert play.refusal is None, play.refusal
    return play


def left(seat: int, bills: Bills) -> OfficeLeft:
    return OfficeLeft(seat=seat, bills=bills)  # type: ignore[arg-type]


def inherited(play: Play) -> PurseInherited:
    (found,) = (e for e in play.events if isinstance(e, PurseInherited))
    return found


# --- announcing it ---


def test_RS_1_the_president_may_resign_at_any_time() -> None:
    for stage, goods in STAGES.items():
        play = given(at=stage, president=0, **goods)
        assert "resign" in play.offers(0), stage
        assert all("resign" not in play.offers(seat) for seat in (1, 2, 3, 4)), stage


STAGES: dict[str, Any] = {
    "hand_limit": {},
    "cabinet": {},
    "budget": {"aid": EIGHT},
    "locations": {"posts": CABINETS[5]},
    "announcements": {"places": {}},
    "coup_start": {"places": {}},
}


def test_RS_1_nobody_else_and_only_once() -> None:
    play = given(at="locations", president=0, posts=CABINETS[5])
    play.when(1, Resign()).refused(NotNow, "not the President", rule="RS-1")
    resigns(play).then(ResignationAnnounced(seat=0))  # type: ignore[arg-type]
    assert play.view(ANYBODY).government.resigning
    play.when(0, Resign()).refused(NotNow, "have announced", rule="RS-1")


def test_RS_1_not_during_a_coup() -> None:
    coup_at().when(0, Resign()).refused(NotNow, "while a coup is fought", rule="RS-1")


# --- when he leaves ---


def test_RS_2_when_the_open_stage_is_over() -> None:
    play = resigns(given(at="locations", president=0, posts=CABINETS[5], cash={0: X}))
    play.waits("locations", 0, 1, 2, 3, 4)
    assert play.state.government.president == 0
    play.expires().waits("nomination", 0)
    assert left(0, X) in play.last
    assert (play.state.government.president, play.state.government.resigning) == (None, False)


def test_RS_2_in_a_vote_on_the_budget_when_its_result_has_been_carried_out() -> None:
    play = given(at="budget", president=0, aid=EIGHT, cash={0: X})
    play.when(0, ProposeBudget(shares={2: Bills(2, 0, 0)}))  # type: ignore[dict-item]
    resigns(play).waits("budget_vote", 0)
    while play.at != "nomination":
        assert left(0, X + Bills(6, 0, 0)) not in play.events
        play.expires()
    assert play.events.index(left(0, X + Bills(6, 0, 0))) > 0
    assert play.family(2).cash == Bills(2, 0, 0)


def test_RS_2_he_still_breaks_the_tie_of_his_budget() -> None:
    play = given(at="budget", president=0, aid=EIGHT).expires()
    resigns(play).expires(until="budget_tie").waits("budget_tie", 0)
    assert play.state.government.president == 0


def test_RS_2_while_he_is_named_when_the_attempts_on_him_are_resolved() -> None:
    play = sends(plotting(cash={0: X}), 1, POLICE, 0, "bank")
    resigns(play)
    revealed(play)
    assert play.at == "nomination"
    assert left(0, X) in play.last


def test_RS_2_who_dies_before_he_could_leave_leaves_his_cash_to_his_killer() -> None:
    play = sends(plotting(cash={0: X, 1: Y}), 1, POLICE, 0)
    resigns(play)
    dies(revealed(play)).waits("nomination", 1)
    assert killed(0, vacant=True) in play.last
    assert not any(isinstance(e, OfficeLeft) for e in play.events)
    assert not play.state.government.resigning
    assert play.family(1).cash == X + Y
    elect(play, 3)
    assert not any(isinstance(e, PurseInherited) for e in play.events)


def test_RS_2_in_step_6_he_is_succeeded_before_the_next_one_announces() -> None:
    play = resigns(plotting(cash={0: X})).waits("announcements", 1)
    play.when(1, EndAnnouncements()).waits("nomination", 0)
    elect(play, 2).waits("announcements", 2)
    assert inherited(play).bills == X
    assert play.family(2).cash == X


def test_RS_2_who_is_named_after_he_announced_it_has_to_wait() -> None:
    play = resigns(plotting(cash={0: X})).when(1, attempt(POLICE, 0)).when(1, EndAnnouncements())
    play.waits("announcements", 2)
    dies(revealed(play))
    assert killed(0, vacant=True) in play.last


def test_RS_2_between_two_attempts_he_is_succeeded_and_the_next_is_resolved() -> None:
    """The attempt on him fails, then comes the one on 3."""
    play = plotting(hands={2: [ROYAL]}, exposed={2: ["monarchists"]})
    sends(play, 1, POLICE, 0, "bank")
    sends(resigns(play), 2, ROYAL, 3)
    elect(revealed(play).waits("nomination", 0), 4)
    play.waits("protection", 3)
    dies(play)
    assert killed(3) in play.last


# --- what waits for him alone ---


def test_RS_3_the_cabinet_is_left_to_his_successor() -> None:
    play = resigns(given(at="cabinet", president=0)).waits("nomination", 0)
    elect(play, 3).waits("cabinet", 3)
    play.when(3, FormCabinet(posts=under(3, 5)))
    assert play.state.turn.cabinet_by == 3


def test_RS_3_the_announcement_of_a_budget_too() -> None:
    play = resigns(given(at="budget", president=0, aid=EIGHT)).waits("nomination", 0)
    elect(play, 3).waits("budget", 3)
    play.when(3, ProposeBudget(shares={3: EIGHT}))  # type: ignore[dict-item]
    assert play.refusal is None, play.refusal


def test_RS_3_the_choice_of_a_post_too() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 2))).waits("brother_in_law", 0)
    elect(resigns(play).waits("nomination", 0), 3).waits("brother_in_law", 3)
    play.when(3, TakePost(post="general_2"))  # type: ignore[arg-type]
    assert PostTaken(president=3, post="general_2") in play.last  # type: ignore[arg-type]


# --- what he leaves ---


def test_RS_4_all_his_cash_is_set_aside_and_he_alone_knows_it() -> None:
    goods: Any = {"cash": {0: X}, "hands": {0: ["church"]}, "swiss": {0: Y}}
    play = resigns(given(at="cabinet", president=0, **goods))
    assert play.state.government.purse == X
    for viewer in (1, 4, ANYBODY):
        assert is_hidden(play.view(viewer).government.purse)
    assert play.view(0).government.purse == X
    family = play.family(0)
    assert (family.cash, family.hand, family.swiss) == (NO_BILLS, cards_of("church"), Y)


def test_RS_4_what_he_has_offered_ends_and_goes_with_it() -> None:
    play = given(at="cabinet", president=0, cash={0: X}, hands={0: ["church"]})
    play.when(
        0,
        MakeOffer(
            to=2,  # type: ignore[arg-type]
            bills=Bills(1, 0, 0),
            cards=cards_of("church"),
            want_mp=1,
            want_cards=cards_of(),
        ),
    )
    resigns(play)
    assert play.state.offers == ()
    assert play.state.government.purse == X
    assert play.family(0).hand == cards_of("church")


def test_RS_4_offers_to_him_stay() -> None:
    play = given(at="cabinet", president=0, cash={2: X})
    order = MakeOffer(to=0, bills=X, cards=cards_of(), want_mp=0, want_cards=cards_of())  # type: ignore[arg-type]
    resigns(play.when(2, order))
    assert len(play.state.offers) == 1


# --- the successor ---


def test_RS_5_the_winner_gets_the_purse_and_the_two_know_it() -> None:
    play = elect(resigns(given(at="cabinet", president=0, cash={0: X, 3: Y})), 3)
    elected = [e for e in play.last if isinstance(e, PresidentElected | PurseInherited)]
    assert elected == [PresidentElected(seat=3), inherited(play)]  # type: ignore[arg-type]
    assert inherited(play).parties == (0, 3)
    assert play.family(3).cash == X + Y
    assert play.state.government.purse == NO_BILLS
    assert play.view(3).families[3].cash == X + Y
    for viewer in (0, 1, ANYBODY):
        assert is_hidden(play.view(viewer).families[3].cash)


def test_RS_5_he_may_be_elected_again_and_has_his_own_cash_back() -> None:
    play = elect(resigns(given(at="cabinet", president=0, cash={0: X})), 0).waits("cabinet", 0)
    assert inherited(play).parties == (0,)
    assert play.family(0).cash == X
    assert play.view(0).families[0].cash == X


def test_RS_5_posts_vote_in_that_election_and_the_vacant_presidency_does_not() -> None:
    play = resigns(given(at="locations", president=0, posts=CABINETS[5])).expires()
    play.expires(until="ballot")
    assert [play.game.table(play.state)["players"][s]["votes"] for s in range(5)] == [1, 3, 3, 2, 2]


def test_RS_5_with_it_the_aid_of_a_budget_that_was_not_announced() -> None:
    play = elect(resigns(given(at="budget", president=0, aid=EIGHT, cash={0: X})), 3)
    assert (inherited(play).bills, inherited(play).aid) == (X, EIGHT)
    assert play.view(3).budget.aid == EIGHT
    assert is_hidden(play.view(1).budget.aid)
    assert play.offers(3)["propose_budget"]["shares"].held == EIGHT + X


def test_RS_5_exiles_are_asked_before_the_election_and_come_home_safely() -> None:
    play = resigns(given(at="cabinet", president=0, exiles={2: NORTH}))
    play.waits("return_from_exile", 2)


# --- RS-6: wherever the President vanishes, the turn goes on there with the new one ---


def test_RS_6_before_the_cabinet_it_is_his() -> None:
    play = resigns(given(at="hand_limit", president=0, hands={2: SEVEN})).expires()
    while play.state.course.requests:
        play.chance()
    elect(play.waits("nomination", 0), 2)
    play.expires(until="cabinet").waits("cabinet", 2)


SEVEN = ["burglars", "indiscretion", "helicopter", "recount", "dock_strike", "slum_riots",
         "power_failure"]  # fmt: skip


def test_RS_6_after_the_cabinet_he_draws_the_aid() -> None:
    """The President resigns while who has too many cards discards, after step 2."""
    play = given(at="hand_limit", president=0, posts=CABINETS[5], hands={2: SEVEN})
    elect(resigns(play).expires().chance().waits("nomination", 0), 3)
    play.waits("aid").chance()
    (drawn,) = (e for e in play.events if isinstance(e, AidDrawn))
    assert drawn.seat == 3
    play.waits("budget", 3)


def test_RS_6_with_an_exile_asked_before_step_4_the_budget_is_his() -> None:
    play = given(at="aid", president=0, posts=CABINETS[5], exiles={3: NORTH})
    play.chance().waits("return_from_exile", 3)
    resigns(play).expires().waits("return_from_exile", 3).expires()
    elect(play.waits("nomination", 0), 2).waits("return_from_exile", 3)
    play.expires().waits("budget", 2)
    assert play.view(2).budget.aid == play.state.budget.aid


def test_RS_6_after_the_budget_the_locations_follow() -> None:
    play = given(at="budget", president=0, aid=NO_BILLS).expires()
    resigns(play).expires(until="nomination")
    elect(play, 2).waits("locations", 0, 1, 2, 3, 4)
    play.when(2, ChooseLocation(location="exile", embassy=NORTH))  # type: ignore[arg-type]
    assert play.refusal is not None
    play.refusal = None
    play.when(0, ChooseLocation(location="exile", embassy=NORTH))  # type: ignore[arg-type]
    assert play.refusal is None


def test_RS_6_after_the_locations_the_announcements_follow() -> None:
    play = resigns(given(at="locations", president=0, posts=CABINETS[5])).expires()
    elect(play, 2).waits("announcements", 1)


def test_RS_6_killed_in_step_6_the_bank_follows() -> None:
    play = dies(revealed(sends(plotting(), 1, POLICE, 0))).waits("nomination", 1)
    elect(play, 3).waits("bank", 4)
    assert not any(isinstance(e, PurseInherited) for e in play.events)


def test_RS_6_killed_by_the_psychotic_that_he_sent_himself() -> None:
    play = turn_of(plotting(hands={0: [PSYCHO]}), 0).when(0, attempt(PSYCHO, 2))
    dies(revealed(play).rolls(6).rolls(5)).waits("nomination", 1)
    elect(play, 3).waits("bank", 4)


def test_RS_6_resigned_at_the_bank_the_next_is_served() -> None:
    play = revealed(plotting(places={1: "bank"})).waits("bank", 1)
    elect(resigns(play).expires().waits("nomination", 0), 2).waits("bank", 4)


def test_RS_6_resigned_before_a_coup_the_question_goes_on() -> None:
    play = resigns(revealed(plotting(places={4: "nightclub"})).waits("coup_start", 1))
    elect(play.expires().waits("nomination", 0), 2)
    assert play.at == "coup_start"


def test_RS_6_killed_and_succeeded_the_successor_may_resign_in_the_same_turn() -> None:
    play = dies(revealed(sends(plotting(exiles={3: NORTH}), 1, POLICE, 0)))
    play.waits("return_from_exile", 3).expires()
    elect(play, 2)
    play.expires(until="bank")
    resigns(play, 2).expires().waits("return_from_exile", 3)
    elect(play.expires().waits("nomination", 2), 4)


def test_RS_6_the_successor_keeps_his_other_posts_and_the_old_president_has_none() -> None:
    play = elect(resigns(given(at="locations", president=0, posts=CABINETS[5])).expires(), 1)
    players = play.game.table(play.state)["players"]
    assert players[1]["posts"] == ["president", "minister_interior", "general_1"]
    assert players[0]["posts"] == []


def test_RS_6_in_the_next_cabinet_he_holds_but_his_own() -> None:
    play = elect(resigns(given(at="locations", president=0, posts=CABINETS[5])).expires(), 1)
    play.expires(until="cabinet").waits("cabinet", 1)
    assert 1 not in play.offers(1)["form_cabinet"]["posts"].first().values()
    assert cabinet(1, 1, 2, 3, 4, 2) != play.offers(1)["form_cabinet"]["posts"].first()


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_RS_4_he_alone_hears_what_he_left(seat: int) -> None:
    play = resigns(given(at="cabinet", president=0, cash={0: X}))
    assert is_hidden(play.view(seat).government.purse)


# --- with exiles on their way home, and in a coup ---


def at_the_border() -> Play:
    """3 has come home; the Minister is asked."""
    play = given(at="locations", president=0, posts=CABINETS[5], exiles={3: NORTH}).expires()
    return play.when(3, ReturnFromExile(returns=True)).waits("border", 1)


def test_RS_2_who_stands_at_the_border_is_not_safe_because_the_president_resigns() -> None:
    play = resigns(at_the_border()).waits("border", 1)
    play.when(1, GuardBorder(kill=True)).waits("protection", 3)
    play.when(3, FaceDeath()).waits("nomination", 0)
    assert killed(3) in play.last
    assert play.family(1).alive
    elect(play, 2).waits("announcements", 1)


def test_RS_2_the_president_asked_at_the_border_answers_before_he_leaves() -> None:
    """The brother-in-law runs the Interior; 2 returns and 1, the Minister, stays abroad."""
    play = given(at="cabinet", president=0, exiles={1: NORTH, 2: NORTH})
    play.when(0, FormCabinet(posts=CABINETS[5]))
    play.when(0, TakePost(post="minister_interior"))  # type: ignore[arg-type]
    play.when(1, ReturnFromExile(returns=False)).when(2, ReturnFromExile(returns=True))
    resigns(play.waits("border", 0)).waits("border", 0)
    play.when(0, GuardBorder(kill=True)).when(2, FaceDeath())
    play.waits("return_from_exile", 1)


def test_RS_2_announced_before_a_coup_it_waits_for_its_end() -> None:
    play = coup_at(phase=6).has(ResignationAnnounced(seat=0))  # type: ignore[arg-type]
    while play.at != "nomination":
        assert not any(isinstance(e, OfficeLeft) for e in play.events)
        play.expires() if not play.state.course.requests else play.chance()
    assert play.state.coup is None or play.state.coup.settled
    assert left(0, NO_BILLS) in play.last


def test_RS_2_in_a_coup_the_brother_in_law_still_chooses() -> None:
    play = coup_at(phase=1, exiles={2: NORTH}).has(ResignationAnnounced(seat=0))  # type: ignore[arg-type]
    play.expires(until="brother_in_law").waits("brother_in_law", 0)
