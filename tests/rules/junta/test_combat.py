"""Fire in the streets: FI-1 to FI-15."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta.coups import InsurgentJoined
from rules.junta.fire import Fire, FireOrdered, FireShown, UnitsLost, VolleyFired
from rules.junta.interrupts.agree_end import AgreeEnd
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.loss_choices import Exactly
from rules.junta.rejections import CannotFireAt, CardNotInHand, NoSuchZone, NotYourUnits
from rules.junta.stages.bombard import AimBombardment, BombardmentAimed, BombardmentFell
from rules.junta.stages.cease_fire import FightEnded
from rules.junta.stages.losses import LoseUnits
from rules.junta.stages.open_fight import FightDeclined, NoFight, OpenFight
from rules.kernel.chance import DiceRequested, Source
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY, Seat
from rules.kernel.rejections import NotYourTurn
from rules.kernel.standing import AnswerBeforehand
from tests.json_schema import JsonSchema
from tests.rules.junta.fighting import (
    MARKET,
    PALACE,
    Play,
    aims,
    asked,
    at_whom,
    battlefields,
    bombarding,
    bombardment,
    facing,
    facts,
    fires,
    fought,
    gives_up,
    held_out,
    holds,
    leaderless,
    lost,
    only,
    opened,
    standing,
    starts,
    strength,
    volleys,
)
from tests.rules.junta.plotting import rolled

BANK, DOCKS, UNIVERSITY = "central_bank", "docks", "university"


def joined(seat: int) -> InsurgentJoined:
    return InsurgentJoined(seat=seat)  # type: ignore[arg-type]


# --- who opens ---


def two_zones(**coup: Any) -> Play:
    """1 and 3 meet in the Market, 2 and 3 in the Docks."""
    rows = [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 2)]
    rows += [("army_2", DOCKS, 2, 2), ("army_3", DOCKS, 3, 2)]
    return facing(*rows, **coup)


def test_FI_1_in_the_order_of_the_phase_whoever_has_a_possible_fight_is_asked() -> None:
    play = two_zones().waits("open_fight", 1).when(1, NoFight())
    play.then(FightDeclined(seat=Seat(1), place=Seat(1))).waits("open_fight", 2)
    play.when(2, NoFight()).waits("open_fight", 3).when(3, NoFight())
    assert play.at not in ("open_fight", "salvo")


def test_FI_1_the_order_begins_with_who_began_the_phase() -> None:
    two_zones(began=3).waits("open_fight", 3)


def test_FI_1_one_fight_after_another_each_fought_to_its_end() -> None:
    play = two_zones(began=3)
    assert battlefields(play, 3) == (DOCKS, MARKET)
    play.when(3, OpenFight(zone=MARKET)).waits("priority_fire", 1)  # type: ignore[arg-type]
    held_out(play).waits("open_fight", 3)
    assert battlefields(play, 3) == (DOCKS,)
    held_out(starts(play, 3, DOCKS))
    assert play.at != "open_fight"


def test_FI_1_a_zone_is_fought_over_once_in_a_segment() -> None:
    play = held_out(starts(two_zones(), 1)).waits("open_fight", 2)
    play.when(2, OpenFight(zone=MARKET)).refused(NoSuchZone, rule="FI-2")  # type: ignore[arg-type]


def test_FI_1_silence_opens_no_fight() -> None:
    two_zones().expires().then(FightDeclined(seat=Seat(1), place=Seat(1))).waits("open_fight", 2)


def test_FI_1_silence_may_be_chosen_beforehand() -> None:
    play = two_zones()
    for seat in (1, 2, 3):
        play.when(seat, AnswerBeforehand(stage_name="open_fight", silent=True))
    assert not play.state.course.stage or play.at != "open_fight"


def test_FI_1_nobody_out_of_turn() -> None:
    two_zones().when(3, OpenFight(zone=MARKET)).refused(NotYourTurn)  # type: ignore[arg-type]


# --- where ---


def test_FI_2_units_of_two_players_and_a_die_are_needed() -> None:
    play = facing(
        ("army_1", MARKET, 1, 2),
        ("army_1", BANK, 1, 2),
        ("army_3", BANK, 3, 1),
        ("striker", UNIVERSITY, 1, 1),
        ("army_3", UNIVERSITY, 3, 1),
    )
    play.waits("open_fight", 1)
    assert battlefields(play, 1) == (BANK,)
    play.when(1, OpenFight(zone=MARKET))  # type: ignore[arg-type]
    play.refused(NoSuchZone, "central_bank", rule="FI-2")
    assert battlefields(play.when(1, NoFight()), 3) == (BANK, UNIVERSITY)


def test_FI_2_nobody_fires_in_an_embassy() -> None:
    play = facing(
        ("army_1", "embassy_south", 1, 2),
        ("army_3", "embassy_south", 3, 2),
        ("army_1", MARKET, 1, 2),
        ("army_3", MARKET, 3, 2),
    )
    assert battlefields(play, 1) == (MARKET,)


def test_FI_2_players_of_one_camp_may_fire_at_each_other() -> None:
    assert battlefields(two_zones(), 1) == (MARKET,)


def test_FI_2_by_option_only_across_the_camps() -> None:
    rows = [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 2), ("militia", MARKET, 4, 2)]
    play = fought(*rows, by=1, same_camp_fire=False)
    assert at_whom(play, 1) == (4,)
    assert at_whom(holds(play, 1), 3) == (4,)


def test_FI_2_by_option_still_at_the_guards_who_are_worth_a_change_of_camp() -> None:
    rows = [("palace_guard", PALACE, 0, 2), ("student", "market", 0, 2)]
    more = [("army_1", PALACE, 1, 2), ("army_3", MARKET, 3, 2)]
    play = facing(*rows, *more, same_camp_fire=False)
    play.waits("open_fight", 1)
    assert battlefields(play, 1) == (PALACE,)


# --- dice ---


@pytest.mark.parametrize(
    ("rows", "dice"),
    [
        ([("army_1", MARKET, 1, 3)], 3),
        ([("army_1", MARKET, 1, 1), ("police", MARKET, 1, 2)], 3),
        ([("militia", MARKET, 1, 2), ("helicopter", MARKET, 1, 1)], 3),
        ([("striker", MARKET, 1, 2)], 1),
        ([("striker", MARKET, 1, 5)], 2),
        ([("striker", MARKET, 1, 1, 1), ("student", MARKET, 1, 1, 1)], 1),
        ([("striker", MARKET, 1, 3), ("rioter", MARKET, 1, 3), ("demonstrator", MARKET, 1, 1)], 3),
        ([("striker", MARKET, 1, 3), ("army_1", MARKET, 1, 2), ("paratroops", MARKET, 1, 1)], 4),
    ],
)
def test_FI_3_one_die_per_armed_unit_and_per_pair_of_unarmed_ones(rows: Any, dice: int) -> None:
    """The others came first and have held, so this is the common shot of the whole stack."""
    play = fought(("army_3", MARKET, 3, 1, 0), *rows, by=1)
    while play.at == "priority_fire":
        holds(play, *play.state.course.stage.seats)
    play.waits("salvo", 1, 3)
    assert strength(play, 1) == dice


@pytest.mark.parametrize(("zone", "dice"), [(PALACE, 6), (MARKET, 3)])
def test_FI_3_two_dice_per_guard_in_the_palace_alone(zone: str, dice: int) -> None:
    play = fought(("palace_guard", zone, 0, 3), ("army_3", zone, 3, 1), by=3, zone=zone)
    assert strength(play.waits("priority_fire", 0), 0) == dice


def test_FI_3_after_a_peasants_strike_all_are_armed() -> None:
    rows = [("striker", MARKET, 1, 5), ("army_3", MARKET, 3, 1)]
    play = facing(*rows, hands={1: ["peasants_strike"]}, exposed={1: ["peasants"]})
    play.when(1, PlayCard(card="peasants_strike"))  # type: ignore[arg-type]
    assert strength(starts(play, 1), 1) == 5


def test_FI_3_pairs_are_formed_inside_a_group_or_over_the_whole_stack() -> None:
    rows = [("striker", MARKET, 1, 3), ("student", MARKET, 1, 1), ("army_3", MARKET, 3, 1)]
    play = fought(*rows, by=1).waits("priority_fire", 1)
    assert strength(play, 1) == 1
    assert strength(holds(play, 1).waits("salvo", 1, 3), 1) == 2


# --- who fires ---


def test_FI_4_every_player_there_may_fire_whoever_opened() -> None:
    rows = [("army_1", MARKET, 1, 2, 0), ("army_2", MARKET, 2, 2, 0), ("army_3", MARKET, 3, 2, 0)]
    play = fought(*rows, by=1).waits("salvo", 1, 2, 3)
    play.when(2, NoFight())
    assert play.refusal is not None


def test_FI_4_blocked_units_do_not_fire_but_are_fired_at() -> None:
    rows = [("army_1", MARKET, 1, 2, 0), ("army_2", MARKET, 2, 2, 0)]
    starts(leaderless(facing(*rows)), 1).waits("salvo", 1)


# --- bombardment ---


def test_FI_5_before_any_fight_in_the_order_of_the_phase() -> None:
    announced = (bombardment(4, "gunboat"), bombardment(2, "air_force"))
    play = bombarding(*announced).waits("bombard", 2)
    aims(play, 2, 3).rolls(1, 2, 3, 4, 5, 5).waits("bombard", 4)
    aims(play, 4, 3).rolls(1, 2, 3).waits("open_fight", 1)


def test_FI_5_the_owner_names_one_player_and_the_victim_chooses() -> None:
    play = aims(bombarding(bombardment(4, "gunboat")), 4, 1)
    play.then(_aimed(4, "gunboat", 1), asked(3, 4, "bombardment"))
    play.rolls(6, 2, 6).then(rolled(6, 2, 6), _fell(4, "gunboat", 1, (6, 2, 6), {1: 2}))
    play.waits("losses", 1)
    gives_up(play, 1, army_1=1, police=1).then(lost(1, MARKET, "army_1-1", "police-1"))
    assert play.state.coup.losses[MARKET] == {1: 2}


def _aimed(seat: int, weapon: Any, target: int | None) -> BombardmentAimed:
    named: Any = (seat, MARKET, target)
    return BombardmentAimed(seat=named[0], weapon=weapon, zone=named[1], target=named[2])


def _fell(seat: int, weapon: Any, target: int, faces: Any, losses: Any) -> BombardmentFell:
    named: Any = (seat, MARKET, target)
    return BombardmentFell(
        seat=named[0], weapon=weapon, zone=named[1], target=named[2], faces=faces, losses=losses
    )


def test_FI_5_six_dice_of_the_air_force_and_hits_beyond_the_units_are_lost() -> None:
    play = aims(bombarding(bombardment(2, "air_force")), 2, 3)
    play.rolls(6, 6, 1, 1, 1, 1)
    assert only(play, BombardmentFell, UnitsLost) == [
        _fell(2, "air_force", 3, (6, 6, 1, 1, 1, 1), {3: 1}),
        lost(3, MARKET, "army_3-1"),
    ]


def test_FI_5_where_nobody_else_has_units_it_is_spent_without_a_question() -> None:
    rows = [("marines", MARKET, 4, 1), ("army_1", DOCKS, 1, 1), ("army_3", DOCKS, 3, 1)]
    play = bombarding(bombardment(4, "gunboat"), rows=rows)
    assert play.state.coup.bombardments == ()
    assert not play.state.course.requests


def test_FI_5_who_has_gone_into_exile_aims_nothing() -> None:
    play = bombarding(bombardment(4, "gunboat"), bombardment(2, "air_force"))
    leaderless(play.waits("bombard", 2))
    play.expires()
    assert only(play, BombardmentAimed) == [_aimed(2, "air_force", None)]
    play.waits("bombard", 4)


@pytest.mark.parametrize("silent", [True, False])
def test_FI_5_silence_or_nobody_named_spends_it(silent: bool) -> None:
    play = bombarding(bombardment(4, "gunboat"))
    play = play.expires() if silent else aims(play, 4, None)
    play.then(_aimed(4, "gunboat", None)).waits("open_fight", 1)


def test_FI_5_never_at_oneself_nor_at_who_is_not_there() -> None:
    rows = [("marines", MARKET, 4, 1), ("army_1", MARKET, 1, 1)]
    play = bombarding(bombardment(4, "gunboat"), rows=rows)
    for target in (4, 3):
        play.when(4, AimBombardment(target=Seat(target)))
        play.refused(CannotFireAt, "is not one of", rule="FI-5")


# --- priority ---


def test_FI_6_groups_fire_in_the_order_in_which_they_came() -> None:
    rows = [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 2), ("army_2", MARKET, 2, 2)]
    play = fought(*rows, by=3).waits("priority_fire", 1)
    assert at_whom(play, 1) == (2, 3)
    holds(play, 1).waits("priority_fire", 3)
    assert at_whom(play, 3) == (2,)
    holds(play, 3).waits("salvo", 1, 2, 3)


def test_FI_6_what_dies_by_priority_is_gone_before_it_answers() -> None:
    rows = [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 2)]
    play = fires(fought(*rows, by=1), 1, {3: 2}).rolls(6, 6)
    assert facts(play)[:4] == [
        rolled(6, 6),
        _volley(1, 1, [(1, 3, (6, 6))], {3: 2}),
        lost(3, MARKET, "army_3-1", "army_3-2"),
        FightEnded(zone=MARKET, losses={1: 0, 3: 2}, staying=(1,), leaving=()),  # type: ignore[arg-type]
    ]


def _volley(salvo: int, group: int | None, fired: Any, losses: Any) -> VolleyFired:
    shots: Any = tuple(fired)
    return VolleyFired(zone=MARKET, salvo=salvo, group=group, shots=shots, losses=losses)  # type: ignore[arg-type]


def test_FI_6_only_units_of_later_groups_can_be_lost() -> None:
    rows = [
        ("army_3", MARKET, 3, 1),
        ("army_1", MARKET, 1, 2),
        ("striker", MARKET, 3, 2),
        ("rioter", MARKET, 3, 1),
    ]
    play = holds(fought(*rows, by=1), 3).waits("priority_fire", 1)
    fires(play, 1, {3: 2}).rolls(6, 6).waits("losses", 3)
    play.when(3, LoseUnits(units={"army_3": 1, "striker": 1}))
    play.refused(NotYourUnits, "2 in all needed, of 1 rioter, 2 striker", rule="FI-9")
    gives_up(play, 3, striker=1, rioter=1)


def test_FI_6_hits_beyond_the_units_of_later_groups_are_lost() -> None:
    rows = [("army_3", MARKET, 3, 1), ("army_1", MARKET, 1, 2), ("striker", MARKET, 3, 1)]
    play = holds(fought(*rows, by=1), 3)
    fires(play, 1, {3: 2}).rolls(6, 6)
    assert only(play, UnitsLost) == [lost(3, MARKET, "striker-1")]


def test_FI_6_dice_held_back_fire_in_the_common_shot() -> None:
    rows = [("army_1", MARKET, 1, 3), ("army_3", MARKET, 3, 2)]
    play = fires(fought(*rows, by=1), 1, {3: 1}).rolls(1).waits("salvo", 1, 3)
    assert strength(play, 1) == 2


def test_FI_6_groups_that_came_in_together_fire_together() -> None:
    rows = [
        ("army_1", MARKET, 1, 2, 0),
        ("army_3", MARKET, 3, 2, 0),
        ("army_2", MARKET, 2, 2, 1),
    ]
    play = fought(*rows, by=1).waits("priority_fire", 1, 3)
    assert at_whom(play, 1) == at_whom(play, 3) == (2,)
    fires(fires(play, 3, {2: 1}), 1, {2: 2}).rolls(6, 1, 6)
    assert only(play, UnitsLost) == [lost(2, MARKET, "army_2-1", "army_2-2")]


def test_FI_6_several_groups_of_one_player_each_have_their_priority() -> None:
    rows = [
        ("palace_guard", PALACE, 0, 1),
        ("army_1", PALACE, 1, 1),
        ("student", PALACE, 0, 2),
        ("army_3", PALACE, 3, 1),
    ]
    play = fought(*rows, by=1, zone=PALACE).waits("priority_fire", 0)
    holds(holds(play, 0).waits("priority_fire", 1), 1).waits("priority_fire", 0)
    assert (strength(play, 0), at_whom(play, 0)) == (1, (3,))


def test_FI_6_a_group_without_a_die_is_not_asked() -> None:
    rows = [("striker", MARKET, 1, 1), ("army_3", MARKET, 3, 1), ("army_2", MARKET, 2, 1)]
    fought(*rows, by=3).waits("priority_fire", 3)


# --- salvos ---


def duel(**coup: Any) -> Play:
    """Three against two that came in together; no priority."""
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 2, 0)]
    return fought(*rows, by=1, **coup).waits("salvo", 1, 3)


def test_FI_7_orders_are_secret_until_all_have_ordered() -> None:
    play = fires(duel(), 1, {3: 2})
    play.then(FireOrdered(seat=Seat(1), dice={Seat(3): 2})).waits("salvo", 3)
    for viewer in (ANYBODY, Seat(3)):
        assert is_hidden(play.view(viewer).coup.fight.orders[1])
    assert play.view(Seat(1)).coup.fight.orders == {1: {3: 2}}
    fires(play, 3, {1: 1})
    play.then(
        FireOrdered(seat=Seat(3), dice={Seat(1): 1}),
        FireShown(zone=MARKET, salvo=1, group=None, orders={1: {3: 2}, 3: {1: 1}}),  # type: ignore[arg-type, dict-item]
        asked(3),
    )
    assert play.view(ANYBODY).coup.fight.orders == {1: {3: 2}, 3: {1: 1}}


def test_FI_7_who_has_ordered_is_not_asked_again() -> None:
    play = fires(duel(), 1, {3: 2}).when(1, Fire(dice={Seat(3): 1}))
    play.refused(NotYourTurn)


def test_FI_7_dice_are_split_among_targets_and_some_may_be_held() -> None:
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 2, 0), ("army_2", MARKET, 2, 1, 0)]
    play = fought(*rows, by=1)
    fires(play, 1, {2: 1, 3: 1})
    play.when(3, Fire(dice={Seat(1): 2, Seat(2): 1}))
    play.refused(CannotFireAt, "3 given out, 2 available", rule="FI-7")
    play.when(3, Fire(dice={Seat(4): 1})).refused(CannotFireAt, "not among 1, 2")


def test_FI_7_silence_holds_fire() -> None:
    play = fires(duel(), 1, {3: 1}).expires()
    assert only(play, FireOrdered) == [FireOrdered(seat=Seat(3), dice={})]
    assert facts(play)[-1] == asked(1)


def test_FI_7_where_all_hold_nothing_is_rolled() -> None:
    play = holds(duel(), 1, 3).waits("salvo", 1, 3)
    assert not only(play, DiceRequested)
    assert play.state.coup.fight.salvo == 2


def test_FI_7_in_the_later_salvos_all_dice_fire() -> None:
    rows = [("army_1", MARKET, 1, 3), ("army_3", MARKET, 3, 2)]
    play = fires(fought(*rows, by=1), 1, {3: 3}).rolls(1, 1, 1).waits("salvo", 3)
    assert strength(holds(play, 3).waits("salvo", 1, 3), 1) == 3


def test_FI_7_who_dies_in_a_shot_has_still_fired() -> None:
    play = fires(fires(duel(), 1, {3: 3}), 3, {1: 2}).rolls(6, 6, 1, 6, 1)
    assert [e.losses for e in volleys(play)] == [{1: 1, 3: 2}]
    assert standing(play) == {"army_1-2", "army_1-3"}


# --- hits ---


def test_FI_8_all_dice_of_a_shot_in_one_throw_dealt_out_in_order_of_seats() -> None:
    rows = [("army_3", MARKET, 3, 2, 0), ("army_1", MARKET, 1, 3, 0), ("army_2", MARKET, 2, 2, 0)]
    play = fought(*rows, by=1)
    fires(fires(fires(play, 3, {2: 1, 1: 1}), 2, {3: 2}), 1, {3: 1, 2: 2})
    assert only(play, DiceRequested) == [asked(7)]
    play.rolls(1, 2, 3, 4, 5, 1, 2)
    (fired,) = volleys(play)
    assert fired.shots == (
        (1, 2, (1, 2)),
        (1, 3, (3,)),
        (2, 3, (4, 5)),
        (3, 1, (1,)),
        (3, 2, (2,)),
    )


def test_FI_8_a_six_hits_and_nothing_else_does() -> None:
    play = fires(fires(duel(), 1, {3: 3}), 3, {1: 2}).rolls(5, 4, 3, 2, 1)
    assert [e.losses for e in volleys(play)] == [{}]
    assert len(standing(play)) == 5


def test_FI_8_sixes_of_several_firers_add_up() -> None:
    rows = [("army_3", MARKET, 3, 3, 0), ("army_1", MARKET, 1, 1, 0), ("army_2", MARKET, 2, 1, 0)]
    play = fought(*rows, by=1)
    fires(fires(holds(play, 3), 1, {3: 1}), 2, {3: 1}).rolls(6, 6)
    assert only(play, UnitsLost) == [lost(3, MARKET, "army_3-1", "army_3-2")]


# --- losses ---


def mixed(**coup: Any) -> Play:
    """3 has army, strikers and students in the Market, in two groups; 1 has four armed units."""
    rows = [
        ("army_1", MARKET, 1, 4, 0),
        ("army_3", MARKET, 3, 2, 0),
        ("striker", MARKET, 3, 1, 0),
        ("student", MARKET, 3, 1, 0),
    ]
    return fought(*rows, by=1, **coup)


def test_FI_9_the_victim_chooses_by_type() -> None:
    play = holds(fires(mixed(), 1, {3: 2}), 3).rolls(6, 6).waits("losses", 3)
    choice = play.offers(3)["lose_units"]["units"]
    assert list(choice.each()) == [
        {"striker": 1, "student": 1},
        {"army_3": 1, "student": 1},
        {"army_3": 1, "striker": 1},
        {"army_3": 2},
    ]
    assert choice.count() == 4
    gives_up(play, 3, army_3=2).then(lost(3, MARKET, "army_3-1", "army_3-2"))
    play.waits("salvo", 1, 3)


@pytest.mark.parametrize("units", [{"army_3": 1}, {"army_3": 3}, {"army_1": 2}, {"army_3": 0}])
def test_FI_9_exactly_so_many_and_only_his_own(units: Any) -> None:
    play = holds(fires(mixed(), 1, {3: 2}), 3).rolls(6, 6)
    play.when(3, LoseUnits(units=units)).refused(NotYourUnits, "2 in all needed", rule="FI-9")


def test_FI_9_within_a_type_the_last_to_come_goes_first() -> None:
    rows = [
        ("army_1", MARKET, 1, 2, 0),
        ("army_3", MARKET, 3, 1, 0),
        ("army_3", MARKET, 3, 1, 1),
        ("striker", MARKET, 3, 2, 1),
    ]
    play = holds(fought(*rows, by=1).waits("priority_fire", 1), 1).waits("salvo", 1, 3)
    holds(fires(play, 1, {3: 1}), 3).rolls(6).waits("losses", 3)
    gives_up(play, 3, army_3=1).then(lost(3, MARKET, "army_3-2"))


def test_FI_9_all_victims_choose_at_the_same_time() -> None:
    rows = [
        ("army_1", MARKET, 1, 1, 0),
        ("police", MARKET, 1, 1, 0),
        ("army_3", MARKET, 3, 1, 0),
        ("striker", MARKET, 3, 2, 0),
    ]
    play = fires(fires(fought(*rows, by=1), 1, {3: 2}), 3, {1: 2}).rolls(6, 1, 6, 1)
    play.waits("losses", 1, 3)
    gives_up(play, 3, striker=1).waits("losses", 1)
    gives_up(play, 1, police=1).waits("salvo", 1, 3)


@pytest.mark.parametrize(
    ("hits", "gone"),
    [
        (1, ["striker-1"]),
        (2, ["striker-1", "student-1"]),
        (3, ["army_3-1", "striker-1", "student-1"]),
    ],
)
def test_FI_9_silence_gives_up_the_unarmed_first(hits: int, gone: list[str]) -> None:
    play = holds(fires(mixed(), 1, {3: 3}), 3).rolls(*[6] * hits, *[1] * (3 - hits))
    play.expires()
    assert only(play, UnitsLost) == [lost(3, MARKET, *gone)]


def test_FI_9_silence_keeps_the_guards_to_the_last() -> None:
    rows = [
        ("palace_guard", PALACE, 0, 1, 0),
        ("militia", PALACE, 0, 1, 0),
        ("army_1", PALACE, 1, 1, 0),
    ]
    play = fought(*rows, by=1, zone=PALACE)
    holds(fires(play, 1, {0: 1}), 0).rolls(6).expires()
    assert only(play, UnitsLost) == [lost(0, PALACE, "militia-1")]


def test_FI_9_who_has_no_choice_is_not_asked() -> None:
    play = holds(fires(duel(), 1, {3: 2}), 3).rolls(6, 1)
    play.waits("salvo", 1, 3)
    assert only(play, UnitsLost) == [lost(3, MARKET, "army_3-1")]
    play = holds(fires(mixed(), 1, {3: 4}), 3).rolls(6, 6, 6, 6)
    assert only(play, UnitsLost) == [
        lost(3, MARKET, "army_3-1", "army_3-2", "striker-1", "student-1")
    ]


def test_FI_9_blocked_units_are_lost_in_the_order_of_their_ids() -> None:
    rows = [
        ("army_1", MARKET, 1, 1, 0),
        ("striker", MARKET, 2, 2, 0),
        ("army_2", MARKET, 2, 2, 0),
    ]
    play = starts(leaderless(facing(*rows)), 1)
    fires(play, 1, {2: 1}).rolls(6)
    assert only(play, UnitsLost) == [lost(2, MARKET, "army_2-1")]


# --- the insurrection ---


def rising(*rows: Any, by: int = 4, **coup: Any) -> Play:
    """The insurrection phase: only 4 is an insurgent unless said otherwise."""
    return fought(*rows, by=by, phase=0, **coup)


def test_FI_10_in_the_insurrection_only_insurgents_open_and_fire() -> None:
    rows = [("army_1", MARKET, 1, 2), ("militia", MARKET, 4, 2), ("army_2", MARKET, 2, 1)]
    play = facing(*rows, phase=0).waits("open_fight", 4)
    starts(play, 4).waits("priority_fire", 4)
    holds(play, 4).waits("salvo", 4)


def test_FI_10_who_is_shot_at_may_fire_back_and_is_an_insurgent_then() -> None:
    rows = [("army_1", MARKET, 1, 2), ("militia", MARKET, 4, 2), ("army_2", MARKET, 2, 1)]
    play = holds(rising(*rows), 4)
    fires(play, 4, {1: 1}).rolls(1).waits("salvo", 1, 4)
    assert at_whom(play, 1) == (2, 4)
    fires(holds(play, 4), 1, {4: 2})
    assert only(play, InsurgentJoined) == [joined(1)]
    assert play.state.coup.insurgents == {1, 4}


def test_FI_10_holding_back_leaves_him_loyal() -> None:
    rows = [("army_1", MARKET, 1, 2, 0), ("militia", MARKET, 4, 2, 0)]
    play = fires(rising(*rows), 4, {1: 1}).rolls(1).waits("salvo", 1, 4)
    holds(play, 1, 4)
    assert play.state.coup.insurgents == {4}


def test_FI_10_the_president_does_not_fire_in_the_insurrection() -> None:
    rows = [("palace_guard", PALACE, 0, 3, 0), ("militia", PALACE, 4, 2, 0)]
    play = rising(*rows, zone=PALACE).waits("salvo", 4)
    fires(play, 4, {0: 2}).rolls(1, 1).waits("salvo", 4)


def test_FI_10_the_next_phases_are_open_to_loyalists_too() -> None:
    rows = [("palace_guard", PALACE, 0, 3, 0), ("militia", PALACE, 4, 2, 0)]
    fought(*rows, by=0, zone=PALACE).waits("salvo", 0, 4)


def palace(*, guards: int = 2, students: int = 0, **coup: Any) -> Play:
    """1, loyal, has opened fire in the Palace; nobody has priority."""
    rows = [("palace_guard", PALACE, 0, guards, 0), ("student", PALACE, 0, students, 0)]
    return fought(*rows, ("army_1", PALACE, 1, 2, 0), by=1, zone=PALACE, **coup)


def test_FI_11_a_die_at_the_president_with_guards_makes_an_insurgent() -> None:
    play = fires(holds(palace(), 0), 1, {0: 1})
    play.then(
        FireOrdered(seat=Seat(1), dice={Seat(0): 1}),
        FireShown(zone=PALACE, salvo=1, group=None, orders={0: {}, 1: {0: 1}}),  # type: ignore[arg-type, dict-item]
        joined(1),
        asked(1),
    )


def test_FI_11_not_where_he_has_no_guards() -> None:
    play = fires(holds(palace(guards=0, students=4), 0), 1, {0: 2})
    assert not only(play, InsurgentJoined)


def test_FI_11_holding_does_not() -> None:
    assert not only(holds(palace(), 0, 1), InsurgentJoined)


def test_FI_11_not_by_a_priority_shot_that_could_not_kill_a_guard() -> None:
    rows = [
        ("palace_guard", PALACE, 0, 1),
        ("army_1", PALACE, 1, 2),
        ("student", PALACE, 0, 2),
    ]
    play = fought(*rows, by=1, zone=PALACE)
    fires(holds(play, 0).waits("priority_fire", 1), 1, {0: 1})
    assert not only(play, InsurgentJoined)
    play.rolls(1)
    assert only(fires(holds(play, 0), 1, {0: 1}), InsurgentJoined) == [joined(1)]


def test_FI_11_nor_does_the_president_by_firing_at_anybody() -> None:
    play = fires(holds(palace(), 1), 0, {1: 2})
    assert not only(play, InsurgentJoined)


def test_FI_11_bombarding_the_guards_does_so_too() -> None:
    rows = [("palace_guard", PALACE, 0, 2), ("army_1", PALACE, 1, 1)]
    play = bombarding(bombardment(2, "air_force", PALACE), rows=rows)
    aims(play, 2, 0)
    assert only(play, InsurgentJoined) == [joined(2)]
    assert not only(aims(bombarding(bombardment(2, "air_force")), 2, 1), InsurgentJoined)


# --- the end of a fight ---


def test_FI_12_three_salvos() -> None:
    play = duel()
    for salvo in (1, 2, 3):
        assert play.state.coup.fight.salvo == salvo
        holds(play, 1, 3)
    assert opened(play)[0] == "cease_fire"
    assert play.state.coup.fight is None


def test_FI_12_sooner_where_one_player_is_left() -> None:
    play = holds(fires(duel(), 1, {3: 3}), 3).rolls(6, 6, 6)
    assert opened(play)[0] == "cease_fire"


def test_FI_12_sooner_where_nobody_has_a_die_left() -> None:
    rows = [("striker", MARKET, 1, 2, 0), ("student", MARKET, 3, 2, 0)]
    play = fires(fires(fought(*rows, by=1), 1, {3: 1}), 3, {1: 1}).rolls(6, 6)
    assert opened(play)[0] == "cease_fire"
    assert only(play, FightEnded)[0] == FightEnded(
        zone=MARKET,  # type: ignore[arg-type]
        losses={Seat(1): 1, Seat(3): 1},
        staying=(Seat(1), Seat(3)),
        leaving=(),
    )


ENDS: Any = {
    "open_fight": lambda: two_zones(),
    "bombard": lambda: bombarding(bombardment(4, "gunboat")),
    "priority_fire": lambda: fires(_one_group(), 1, {2: 1}),
    "salvo": lambda: fires(duel(), 1, {3: 1}),
    "losses": lambda: holds(fires(mixed(), 1, {3: 2}), 3).rolls(6, 6),
}


def _one_group() -> Play:
    rows = [("army_1", MARKET, 1, 2, 0), ("army_3", MARKET, 3, 2, 0), ("army_2", MARKET, 2, 2)]
    return fought(*rows, by=1)


@pytest.mark.parametrize("stage", list(ENDS))
def test_FI_12_sooner_where_all_agree_that_the_coup_is_over(stage: str) -> None:
    play = ENDS[stage]()
    assert play.at == stage
    for seat in range(5):
        play.when(seat, AgreeEnd(side="president"))
        assert play.refusal is None, play.refusal
    assert (play.state.coup.fight, play.state.coup.winner) == (None, "president")
    assert play.at not in ENDS


def test_FI_13_a_bombardment_counts_with_the_fight() -> None:
    play = aims(bombarding(bombardment(4, "gunboat")), 4, 3).rolls(6, 1, 1)
    assert play.state.coup.losses == {MARKET: {3: 1}}
    rows = [("army_1", MARKET, 1, 3, 0), ("army_3", MARKET, 3, 3, 0)]
    play = aims(bombarding(bombardment(4, "gunboat"), rows=rows), 4, 3).rolls(6, 1, 1)
    play.waits("open_fight", 1)
    held_out(starts(play, 1))
    assert only(play, FightEnded)[0].losses == {1: 0, 3: 1}  # type: ignore[attr-defined]


# --- cards ---


EXPOSED: Any = {"hands": {2: ["church"]}}


def plays(play: Play) -> Play:
    return play.when(2, PlayCard(card="church"))  # type: ignore[arg-type]


def test_FI_14_cards_may_be_played_before_a_salvo() -> None:
    play = plays(duel(**EXPOSED))
    assert play.refusal is None


def test_FI_14_not_once_a_shot_is_being_ordered() -> None:
    play = fires(duel(**EXPOSED), 1, {3: 1})
    plays(play).refused(CardNotInHand, "wait for the next salvo", rule="FI-14")


def test_FI_14_not_before_its_last_loss_is_paid() -> None:
    play = holds(fires(mixed(**EXPOSED), 1, {3: 2}), 3).rolls(6, 6).waits("losses", 3)
    plays(play).refused(CardNotInHand, rule="FI-14")
    assert plays(gives_up(play, 3, striker=1, student=1)).refusal is None


def test_FI_14_not_between_priority_shots_that_were_fired() -> None:
    rows = [("army_1", MARKET, 1, 2), ("army_3", MARKET, 3, 2)]
    play = fires(fought(*rows, by=1, **EXPOSED), 1, {3: 1}).rolls(1).waits("salvo", 1, 3)
    plays(play).refused(CardNotInHand, rule="FI-14")


def test_FI_14_by_option_not_at_all_in_a_combat_segment() -> None:
    play = two_zones(cards_in_combat="none", **EXPOSED)
    plays(play).refused(CardNotInHand, rule="FI-14")


# --- silence chosen beforehand ---


def test_FI_15_silence_chosen_beforehand_holds_fire_at_once() -> None:
    play = duel().when(3, AnswerBeforehand(stage_name="salvo", silent=True))
    fires(play, 1)
    assert play.state.coup.fight.salvo == 2
    play.waits("salvo", 1, 3)


def test_FI_15_until_one_is_fired_upon() -> None:
    play = duel().when(3, AnswerBeforehand(stage_name="salvo", silent=True))
    fires(play, 1, {3: 1}).rolls(1).waits("salvo", 1, 3)
    fires(play, 1).waits("salvo", 3)
    fires(play, 3, {1: 1})


# --- the choice of losses ---


@pytest.mark.parametrize(
    ("held", "total"),
    [({"army_1": 3, "striker": 2, "student": 1}, 3), ({"police": 2}, 2), ({"army_1": 6}, 1)],
)
def test_FI_9_the_choice_lists_every_way_to_lose_so_many(held: dict[str, int], total: int) -> None:
    choice = Exactly(held=held, total=total)
    ways = list(choice.each())
    assert len(ways) == choice.count() == len({str(sorted(way.items())) for way in ways})
    assert all(choice.contains(way) and sum(way.values()) == total for way in ways)
    source = Source(bytes(32))
    samples = [choice.sample(source.below) for _ in range(100)]
    assert all(sample in ways for sample in samples)
    checked = JsonSchema(choice.schema())
    assert all(checked.fits(way) for way in ways)
    assert not choice.contains(dict(held) | {"militia": 1})
