"""The end of a coup: CE."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.city import CAPITAL
from rules.junta.deals import OffersLapsed
from rules.junta.exile import ExileEntered
from rules.junta.fire import Fire
from rules.junta.forces import ZoneId
from rules.junta.interrupts.agree_end import AgreeEnd, EndAgreed
from rules.junta.plots import FamilyKilled, PurseTaken
from rules.junta.power import PowerTaken, SquadOrdered
from rules.junta.stages.clean_up import FamiliesReturned
from rules.junta.stages.firing_squad import Shoot, SpareAll
from rules.junta.stages.junta_acceptance import PowerDeclined, TakePower
from rules.junta.stages.junta_tie import BreakJuntaTie, JuntaTieBroken
from rules.junta.stages.junta_vote import JuntaVoteCast, JuntaVotesShown, VoteInJunta
from rules.junta.stages.last_declarations import DeclareSide, SideDeclared
from rules.junta.stages.open_fight import OpenFight
from rules.junta.verdict import CoupDecided, held_by_junta
from rules.kernel.bills import Bills
from rules.kernel.decider import waiting_for
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY, Seat
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice
from tests.given import Play, cards_of
from tests.rules.junta.couping import coup_at

PALACE, CHAMBER, BANK, RADIO, RAILWAY = CAPITAL.power_centres
SIDES: dict[str, Any] = {"j": "junta", "p": "president"}

THREE = [("army_1", RADIO, 1, 2), ("army_2", RAILWAY, 2, 3), ("marines", BANK, 4, 1)]
"""Three power centres, one each of 1, 2 and 4."""


def ended(units: Any = (), *, insurgents: Any = (1,), gone: Any = (), **goods: Any) -> Play:
    """All fights of phase 6 are over. 4 is the First Insurgent, 1 another insurgent."""
    more = {"done": frozenset(map(Seat, range(5)))}
    play = coup_at(units, phase=6, segment="combat", insurgents=insurgents, more=more, **goods)
    return play.has(*gone).opens("last_declarations")


def exile(seat: int) -> ExileEntered:
    return ExileEntered(seat=Seat(seat), embassy=ZoneId("embassy_north"))


def death(seat: int) -> FamilyKilled:
    none = cards_of()
    return FamilyKilled(seat=Seat(seat), hand=none, exposed=none, office_vacant=False)


def declares(play: Play, **sides: str) -> Play:
    """The seats, named s4, s1 …, declare in this order: j for the junta, p for the President."""
    for name, side in sides.items():
        play.when(int(name[1:]), DeclareSide(side=SIDES[side]))
    return play


def decided(play: Play) -> CoupDecided:
    (found,) = (event for event in play.events if isinstance(event, CoupDecided))
    return found


def taken(gone: Any = (), **goods: Any) -> Play:
    """4, 1 and 2 have won; 3 stayed loyal, or left."""
    play = declares(ended(THREE, insurgents=(1, 2), gone=gone, **goods), s4="j", s1="j", s2="j")
    return play if gone else declares(play, s3="p")


# --- last declarations ---


def test_CE_1_the_first_insurgent_begins_and_the_president_is_not_asked() -> None:
    play = ended().waits("last_declarations", 4)
    assert play.events[-1] == SideDeclared(seat=Seat(0), side="president")
    play.when(1, DeclareSide(side="junta")).refused(NotYourTurn)
    play.when(4, DeclareSide(side="junta")).then(SideDeclared(seat=Seat(4), side="junta"))
    for seat in (1, 2, 3):
        play.waits("last_declarations", seat).when(seat, DeclareSide(side="president"))
    assert play.state.coup.declared == {
        0: "president",
        4: "junta",
        **dict.fromkeys((1, 2, 3), "president"),
    }


def test_CE_1_both_camps_may_be_left() -> None:
    play = declares(ended(), s4="p", s1="p", s2="j", s3="j")
    assert play.state.coup.declared[Seat(4)] == "president"
    assert play.state.coup.declared[Seat(3)] == "junta"


def test_CE_1_by_option_the_first_insurgent_cannot_turn_back() -> None:
    play = ended(first_insurgent_locked=True)
    play.when(4, DeclareSide(side="president")).refused(OutOfChoice, rule="CE-1")
    play.when(4, DeclareSide(side="junta")).when(1, DeclareSide(side="president"))
    assert play.state.coup.declared[Seat(1)] == "president"


def test_CE_1_the_dead_and_exiles_do_not_declare() -> None:
    play = ended(gone=(death(4), exile(1)))
    play.waits("last_declarations", 2)


def test_CE_2_silence_stays_in_its_camp() -> None:
    play = ended(insurgents=(1,))
    for _ in range(4):
        play.expires()
    assert play.state.coup.declared == {
        0: "president", 4: "junta", 1: "junta", 2: "president", 3: "president",
    }  # fmt: skip


# --- who holds what ---


@pytest.mark.parametrize(
    ("units", "held"),
    [
        ([], ()),
        ([("army_1", RADIO, 1, 1)], (RADIO,)),
        ([("army_1", RADIO, 1, 1), ("militia", RADIO, 4, 2)], (RADIO,)),
        ([("army_1", RADIO, 1, 1), ("army_3", RADIO, 3, 1)], ()),
        ([("army_3", RADIO, 3, 1)], ()),
        ([("army_1", "market", 1, 6)], ()),
        ([("palace_guard", PALACE, 0, 4), ("army_1", PALACE, 1, 6)], ()),
        ([("army_3", BANK, 1, 2), ("student", CHAMBER, 4, 1)], (CHAMBER, BANK)),
    ],
)
def test_CE_3_a_power_centre_is_the_juntas_where_only_its_units_stand(
    units: Any, held: Any
) -> None:
    play = ended(units)
    declares(play, s4="j", s1="j", s2="p", s3="p")
    assert decided(play).held == held


def test_CE_3_blocked_units_keep_it_for_the_president() -> None:
    play = ended([("army_1", RADIO, 1, 1)])
    coup = play.state.coup
    unit = next(iter(coup.units.values()))
    declared = {Seat(1): "junta"}
    free = coup._replace(declared=declared)
    barred = free._replace(units={"army_1-1": unit._replace(blocked=True)})
    assert held_by_junta(free, CAPITAL) == (RADIO,)
    assert held_by_junta(barred, CAPITAL) == ()


def test_CE_3_units_of_a_brother_in_law_are_the_presidents() -> None:
    play = ended([("army_2", RADIO, 0, 2)])
    declares(play, s4="j", s1="j", s2="j", s3="j")
    assert decided(play).held == ()


def test_CE_4_three_power_centres_win_the_coup() -> None:
    play = taken()
    assert decided(play) == CoupDecided(
        winner="junta", held=(BANK, RADIO, RAILWAY), junta=(Seat(4), Seat(1), Seat(2)), early=False
    )
    play.waits("junta_vote", 1, 2, 4)
    assert play.state.turn.step == "aftermath"


def test_CE_4_with_two_the_loyalists_have_won() -> None:
    play = declares(ended(THREE, insurgents=(1, 2)), s4="j", s1="j", s2="p", s3="p")
    assert decided(play) == CoupDecided(
        winner="president", held=(BANK, RADIO), junta=(), early=False
    )
    play.waits("firing_squad", 0)


# --- early end ---


def during(segment: str = "movement", **goods: Any) -> Play:
    return coup_at(phase=2, segment=segment, insurgents=(1,), **goods)


def agree(play: Play, side: Any, *seats: int) -> Play:
    for seat in seats:
        play.when(seat, AgreeEnd(side=side))
    return play


def test_CE_5_when_all_agree_the_coup_ends_at_once() -> None:
    play = agree(during(), "junta", 0, 1, 2, 3)
    assert play.state.coup.winner is None
    play.when(4, AgreeEnd(side="junta")).then(
        EndAgreed(seat=Seat(4), side="junta"),
        CoupDecided(winner="junta", held=(), junta=(Seat(4), Seat(1)), early=True),
    )
    play.waits("junta_vote", 1, 4)
    assert not [event for event in play.events if isinstance(event, SideDeclared)]


def test_CE_5_the_president_has_to_agree_and_all_say_the_same() -> None:
    play = agree(during(), "president", 1, 2, 3, 4)
    play.when(0, AgreeEnd(side="junta"))
    assert play.state.coup.winner is None
    play.when(0, AgreeEnd(side="president"))
    assert decided(play) == CoupDecided(winner="president", held=(), junta=(), early=True)
    play.waits("firing_squad", 0)


def test_CE_5_the_dead_and_exiles_are_not_asked() -> None:
    play = during().has(death(2), exile(3))
    play.when(3, AgreeEnd(side="junta")).refused(NotNow)
    agree(play, "junta", 0, 1, 4)
    assert decided(play).early


def test_CE_5_what_was_said_may_be_changed_but_not_repeated() -> None:
    play = agree(during(), "junta", 1)
    play.when(1, AgreeEnd(side="junta")).refused(OutOfChoice, rule="CE-5")
    agree(play, "president", 1)
    assert play.state.coup.agreed == {1: "president"}


def test_CE_5_without_an_insurgent_left_no_junta_can_have_won() -> None:
    play = coup_at(phase=2).has(exile(4))
    play.when(1, AgreeEnd(side="junta")).refused(OutOfChoice, rule="CE-5")
    agree(play, "president", 0, 1, 2, 3)
    assert decided(play) == CoupDecided(winner="president", held=(), junta=(), early=True)
    assert SquadOrdered(seat=Seat(0), victim=None) in play.last


def test_CE_5_nobody_ends_it_in_peace_or_once_sides_are_declared() -> None:
    play = declares(ended(), s4="j")
    play.when(1, AgreeEnd(side="junta")).refused(NotNow)
    declares(play, s1="p", s2="p", s3="p")
    play.when(1, AgreeEnd(side="junta")).refused(NotNow)


# --- the junta ---


def test_CE_6_late_converts_are_not_of_the_junta() -> None:
    play = declares(ended(THREE, insurgents=(1,)), s4="j", s1="j", s2="j", s3="j")
    assert decided(play).junta == (4, 1)


def test_CE_6_who_went_back_to_the_president_is_not_of_it() -> None:
    units = [*THREE, ("student", CHAMBER, 1, 1)]
    play = declares(ended(units, insurgents=(1,)), s4="p", s1="j", s2="j", s3="p")
    assert decided(play).winner == "junta"
    assert decided(play).junta == (1,)


def test_CE_6_without_a_true_insurgent_all_converts_are_the_junta() -> None:
    units = [("army_2", RADIO, 2, 1), ("paratroops", CHAMBER, 2, 1), ("army_3", BANK, 3, 1)]
    play = declares(ended(units, insurgents=(1,)), s4="p", s1="p", s2="j", s3="j")
    assert decided(play).junta == (2, 3)
    play.waits("junta_vote", 2, 3)


def votes(play: Play, **choices: int) -> Play:
    for name, choice in choices.items():
        play.when(int(name[1:]), VoteInJunta(choice=Seat(choice)))
    return play


def test_CE_7_votes_are_secret_until_all_are_cast() -> None:
    play = taken()
    play.when(2, VoteInJunta(choice=Seat(1))).then(JuntaVoteCast(seat=Seat(2), choice=Seat(1)))
    assert play.view(Seat(2)).coup.ballots == {2: 1}
    assert is_hidden(play.view(Seat(1)).coup.ballots[Seat(2)])
    assert list(play.view(ANYBODY).coup.ballots) == [2]
    votes(play, s4=1, s1=4)
    shown = JuntaVotesShown(
        votes={Seat(2): Seat(1), Seat(4): Seat(1), Seat(1): Seat(4)}, chosen=Seat(1)
    )
    play.then(JuntaVoteCast(seat=Seat(1), choice=Seat(4)), shown)
    assert play.view(ANYBODY).coup.ballots == {2: 1, 4: 1, 1: 4}
    play.waits("junta_acceptance", 1)


def test_CE_7_one_vote_each_for_a_member_of_the_junta() -> None:
    play = taken(exposed={2: ["church"]})
    play.when(2, VoteInJunta(choice=Seat(3))).refused(OutOfChoice, rule="CE-7")
    play.when(3, VoteInJunta(choice=Seat(3))).refused(NotYourTurn)
    votes(play, s2=2, s1=1, s4=1).waits("junta_acceptance", 1)


def test_CE_7_silence_abstains() -> None:
    play = votes(taken(), s1=2).expires().waits("junta_acceptance", 2)
    assert play.state.coup.ballots == {1: 2, 2: None, 4: None}


def test_CE_8_the_first_insurgent_breaks_a_tie_with_any_member() -> None:
    play = votes(taken(), s1=1, s2=2, s4=4)
    assert play.state.coup.chosen is None
    play.waits("junta_tie", 4)
    play.when(4, BreakJuntaTie(choice=Seat(3))).refused(OutOfChoice, rule="CE-8")
    play.when(4, BreakJuntaTie(choice=Seat(2)))
    assert play.last[0] == JuntaTieBroken(seat=Seat(4), chosen=Seat(2))
    play.waits("junta_acceptance", 2)


def test_CE_8_no_vote_at_all_is_a_tie_and_the_silent_chooses_himself() -> None:
    play = taken().expires().waits("junta_tie", 4).expires()
    assert play.state.coup.chosen == 4


def test_CE_8_where_the_first_insurgent_is_not_of_it_the_next_member_decides() -> None:
    units = [*THREE, ("student", CHAMBER, 1, 1)]
    play = ended(units, insurgents=(1, 2))
    declares(play, s4="p", s1="j", s2="j", s3="p").waits("junta_vote", 1, 2)
    votes(play, s1=1, s2=2).waits("junta_tie", 1)


def test_CE_8_the_silent_who_declined_chooses_the_next_member() -> None:
    play = votes(taken(), s1=4, s2=4, s4=4).when(4, TakePower(accepts=False))
    votes(play, s1=1, s2=2).waits("junta_tie", 4).expires()
    assert play.state.coup.chosen == 1


def test_CE_9_the_chosen_may_decline_and_the_others_vote_again() -> None:
    play = votes(taken(), s1=4, s2=4, s4=1)
    play.when(4, TakePower(accepts=False)).then(PowerDeclined(seat=Seat(4)))
    play.waits("junta_vote", 1, 2)
    play.when(1, VoteInJunta(choice=Seat(4))).refused(OutOfChoice, rule="CE-7")


def test_CE_9_the_last_one_cannot_decline() -> None:
    play = votes(taken(), s1=4, s2=4, s4=1).when(4, TakePower(accepts=False))
    votes(play, s1=1, s2=1).when(1, TakePower(accepts=False))
    play.then(PowerDeclined(seat=Seat(1)), PowerTaken(seat=Seat(2), ousted=Seat(0)))
    play.waits("firing_squad", 2)


def test_CE_9_a_junta_of_one_does_not_vote() -> None:
    units = [("militia", zone, 4, 1) for zone in (BANK, RADIO, RAILWAY)]
    play = declares(ended(units, insurgents=()), s4="j", s1="p", s2="p", s3="p")
    assert PowerTaken(seat=Seat(4), ousted=Seat(0)) in play.last
    play.waits("firing_squad", 4)


def test_CE_9_silence_accepts() -> None:
    play = votes(taken(), s1=4, s2=4, s4=1).expires()
    assert play.state.government.president == 4


def test_CE_10_the_new_president_keeps_his_posts_and_the_old_one_his_cash() -> None:
    play = votes(taken(cash={0: Bills(1, 1, 1)}), s1=1, s2=1, s4=1)
    posts = play.state.government.posts
    play.when(1, TakePower(accepts=True)).then(PowerTaken(seat=Seat(1), ousted=Seat(0)))
    government = play.state.government
    assert (government.president, government.last_president) == (1, 0)
    assert government.posts == posts
    assert play.family(0).cash == Bills(1, 1, 1)


# --- the firing squad ---


def lost(**goods: Any) -> Play:
    """The loyalists have won against 4 and 1; 2 has come over to the junta."""
    return declares(ended(**goods), s4="p", s1="j", s2="j", s3="p").waits("firing_squad", 0)


def test_CE_11_the_president_may_shoot_who_declared_for_the_junta() -> None:
    play = lost()
    assert play.offers(0)["shoot"]["victim"].values == (1, 2)
    play.when(0, Shoot(victim=Seat(4))).refused(OutOfChoice, rule="CE-11")
    play.when(0, Shoot(victim=Seat(2)))
    assert SquadOrdered(seat=Seat(0), victim=Seat(2)) in play.last


def test_CE_11_by_option_former_insurgents_too() -> None:
    play = lost(former_insurgents_shot=True)
    assert play.offers(0)["shoot"]["victim"].values == (1, 2, 4)


def test_CE_11_after_an_early_end_it_is_the_insurgents_of_that_moment() -> None:
    play = agree(during(), "president", 0, 1, 2, 3, 4)
    assert play.offers(0)["shoot"]["victim"].values == (1, 4)


def test_CE_11_where_nobody_can_be_shot_nobody_is_asked() -> None:
    play = declares(ended(), s4="p", s1="p", s2="p", s3="p")
    assert SquadOrdered(seat=Seat(0), victim=None) in play.last
    assert play.at != "firing_squad"


def test_CE_12_the_new_president_may_shoot_anybody_else() -> None:
    play = votes(taken(gone=(exile(3),)), s1=1, s2=1, s4=1)
    play.when(1, TakePower(accepts=True)).waits("firing_squad", 1)
    assert play.offers(1)["shoot"]["victim"].values == (0, 2, 4)


def test_CE_13_the_shot_loses_cash_and_cards_to_nobodys_protection() -> None:
    hands = {2: ["monarchist_assassin", "bribed_assassin"]}
    play = lost(hands=hands, exposed={2: ["church"]}, cash={2: Bills(2, 1, 0)})
    play.when(0, Shoot(victim=Seat(2)))
    shot = [event for event in play.last if not isinstance(event, OffersLapsed)]
    assert shot[:3] == [
        SquadOrdered(seat=Seat(0), victim=Seat(2)),
        PurseTaken(parties=(Seat(2), Seat(0)), victim=Seat(2), taker=Seat(0), bills=Bills(2, 1, 0)),
        FamilyKilled(
            seat=Seat(2),
            hand=cards_of(*hands[2]),
            exposed=cards_of("church"),
            office_vacant=False,
        ),
    ]


def test_CE_13_the_cash_goes_to_the_new_president() -> None:
    play = votes(taken(cash={0: Bills(0, 0, 2)}), s1=1, s2=1, s4=1)
    play.when(1, TakePower(accepts=True)).when(1, Shoot(victim=Seat(0)))
    assert play.family(1).cash == Bills(0, 0, 2)
    assert play.state.government.president == 1


def test_CE_13_nobody_has_to_be_shot() -> None:
    play = lost().when(0, SpareAll())
    assert play.last[0] == SquadOrdered(seat=Seat(0), victim=None)
    assert all(family.alive for family in play.state.families)


def test_CE_13_silence_shoots_nobody() -> None:
    play = lost().expires()
    assert all(family.alive for family in play.state.families)
    assert play.state.coup is None or play.state.coup.settled


# --- afterwards ---


def test_CE_14_order_is_restored_with_the_end_of_the_turn() -> None:
    play = lost().when(0, Shoot(victim=Seat(2)))
    assert FamiliesReturned(seats=(Seat(2),)) in play.last
    assert play.state.coup is None
    assert (play.state.turn.number, play.state.turn.coup_fought) == (2, False)
    assert all(family.alive for family in play.state.families)


def test_CE_14_a_coup_that_ended_early_was_fought_all_the_same() -> None:
    play = agree(during(), "president", 0, 1, 2, 3)
    assert play.state.coup is not None
    play.when(4, AgreeEnd(side="president")).waits("firing_squad", 0)
    assert play.state.coup.winner == "president"


def test_CE_5_what_was_open_in_a_fight_is_open_no_more() -> None:
    units = [("army_1", "market", 1, 4), ("army_2", "market", 2, 4)]
    play = coup_at(units, phase=2, segment="combat", insurgents=(1,), opens="open_fight")
    (seat,) = waiting_for(play.game, play.state)
    (zone,) = play.offers(seat)["open_fight"]["zone"].values
    play.when(seat, OpenFight(zone=zone))
    assert play.state.coup.fight is not None
    agree(play, "president", 0, 1, 2, 3, 4).waits("firing_squad", 0)
    coup = play.state.coup
    assert (coup.fight, coup.tolls, coup.bombardments, coup.retreat) == (None, (), (), None)


def test_CE_5_while_dice_roll_nobody_ends_it() -> None:
    units = [("army_1", "market", 1, 4), ("army_2", "market", 2, 4, 1)]
    play = coup_at(units, phase=2, segment="combat", insurgents=(1,), opens="open_fight")
    (seat,) = waiting_for(play.game, play.state)
    play.when(seat, OpenFight(zone=ZoneId("market")))
    for firer, target in ((1, 2), (2, 1)):
        play.when(firer, Fire(dice={Seat(target): 4}))
    assert play.state.course.requests
    play.when(0, AgreeEnd(side="president")).refused(NotNow)
