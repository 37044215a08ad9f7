"""`sly` and its events: each is played at its moment, and kept at others. Exile, too."""

from __future__ import annotations

from typing import Any

import pytest

from bots import sly_ballots, sly_exile
from bots.sly_bot import SlyBot
from bots.sly_events import event, needed
from bots.sly_memory import Memory
from bots.sly_sight import Sight
from tests.bots.sights import TURN, player, sight


def card(name: str, target: int | None = None, post: str | None = None) -> dict[str, Any]:
    return {"type": "play_card", "card": name, "target": target, "post": post}


def plays(looking: Sight) -> str | None:
    chosen = event(looking)
    return None if chosen is None else str(chosen["card"])


def seats(**exposed: list[str]) -> list[dict[str, Any]]:
    """Four players; of seat_2 and so on these cards lie exposed."""
    own = {"hand": [], "cash": {"1": 0, "2": 0, "3": 0}, "spied": {}, "votes": 4}
    own["swiss"] = {"1": 0, "2": 0, "3": 0}
    lines = [player(0, **own), *(player(seat) for seat in (1, 2, 3))]
    for name, cards in exposed.items():
        lines[int(name[-1])]["exposed"] = cards
    return lines


def test_a_reform_is_demanded_where_it_moves_votes() -> None:
    options = {"play_card": [card("demand_for_reform")], "cast_votes": []}
    many = seats(seat_2=["students"], seat_3=["peasants", "church"])
    assert plays(sight(options, players=many)) == "demand_for_reform"
    assert plays(sight(options, players=seats(seat_3=["church"]))) is None
    assert plays(sight({"play_card": options["play_card"]}, players=many)) is None


def test_the_strongest_coalition_is_broken() -> None:
    options = {
        "play_card": [card("coalition_break", seat) for seat in (2, 3)],
        "nominate": [],
    }
    chosen = event(sight(options, players=seats(seat_2=["students"], seat_3=["church"])))
    assert chosen is not None and chosen["target"] == 3


def test_the_bank_is_closed_before_a_rich_rival() -> None:
    memory = Memory()
    memory.cash[1] = 9
    options = {"play_card": [card("bank_holiday")], "end_announcements": []}
    elsewhere, there = {"places": {"0": "nightclub"}}, {"places": {"0": "bank"}}
    assert plays(sight(options, memory=memory, locations=elsewhere)) == "bank_holiday"
    assert plays(sight(options, locations=elsewhere)) is None, "nobody is rich"
    rich = {"1": 3, "2": 0, "3": 0}
    assert plays(sight(options, memory=memory, locations=there, cash=rich)) is None


def counting(votes: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    sums = {"0": 0, "1": 0, "2": 2, "3": 2}
    more = {"votes": votes, "votes_before": before, "round": 2}
    return {"proposer": 1, "sums": sums, **more}


FOR, AGAINST = {"for": 9, "against": 0}, {"for": 0, "against": 9}


@pytest.mark.parametrize(
    ("name", "before", "played"),
    [
        ("power_failure", AGAINST, True),
        ("power_failure", FOR, False),
        ("summer_recess", AGAINST, True),
        ("recount", FOR, False),
    ],
)
def test_a_lost_count_is_stopped_where_that_helps(name: str, before: Any, played: bool) -> None:
    """The budget gives it nothing, and 9 votes would adopt it."""
    options = {"play_card": [card(name)], "let_count": []}
    looking = sight(options, budget=counting({"1": FOR}, {"1": before}), players=seats())
    assert (plays(looking) == name) is played


def test_a_candidate_who_lost_wants_a_recount() -> None:
    election = {
        "votes": {"0": {"0": 4}, "1": {"1": 6}},
        "votes_before": {},
        "candidates": [0, 1],
    }
    options = {"play_card": [card("recount")], "let_count": []}
    assert plays(sight(options, election=election)) == "recount"
    won = {**election, "votes": {"0": {"0": 9}, "1": {"1": 6}}}
    assert plays(sight(options, election=won)) is None


def test_an_excuse_is_made_by_who_lacks_one_and_wants_to_rise() -> None:
    options = {"play_card": [card("un_condemns")], "no_coup": []}
    strong = seats()
    strong[0]["posts"] = ["general_1", "general_2", "minister_interior"]
    looks = [sight(options, players=strong, seed=seed) for seed in range(99)]
    assert 0 < sum(plays(look) == "un_condemns" for look in looks) < 50
    excused = {**TURN, "excuse": True}
    assert plays(sight(options, players=strong, turn=excused)) is None


def test_another_budget_is_offered_whenever_it_may_be() -> None:
    options = {"play_card": [card("alternative_budget")], "offer_no_budget": []}
    assert plays(sight(options)) == "alternative_budget"


def test_confidence_is_questioned_where_the_badly_paid_have_two_thirds() -> None:
    options = {"play_card": [card("no_confidence")], "trust": []}
    lines = seats(seat_2=["church"], seat_1=["students"])
    assert plays(sight(options, players=lines)) == "no_confidence"
    memory = Memory()
    memory.paid[1, 2] = 9
    assert plays(sight(options, players=lines, memory=memory)) is None


def test_influence_is_shown_that_another_card_waits_for() -> None:
    looking = sight(hand=("dock_strike", "unions", "students"))
    assert needed(looking, ["unions", "students"]) == "unions"
    assert needed(sight(hand=("unions",)), ["unions"]) is None


def test_all_is_voted_on_one_side_of_a_motion() -> None:
    motion = {"mover": 0, "votes": {}, "round": 1}
    looking = sight({"vote_on_motion": []}, motion=motion, votes=5)
    assert sly_ballots.motion(looking)["votes"] == {"for": 5}


# --- abroad


def test_a_full_purse_without_a_bank_may_go_abroad() -> None:
    way = {"type": "choose_location", "location": "exile", "embassy": "embassy_south"}
    closed, cash = {**TURN, "bank": "closed"}, {"1": 9, "2": 0, "3": 0}

    def goes(**table: Any) -> int:
        looks = (sight({"choose_location": [way]}, seed=seed, **table) for seed in range(50))
        return sum(sly_exile.embassy(look) is not None for look in looks)

    assert 5 < goes(turn=closed, cash=cash) < 45
    assert goes(turn=closed) == goes(cash=cash) == 0


def test_it_comes_home_when_it_is_safe() -> None:
    asked: dict[str, Any] = {"return_from_exile": []}
    assert sly_exile.comes_home(sight(asked, president=None))["returns"]
    assert sly_exile.comes_home(sight(asked))["returns"], "there is nothing to lose"


@pytest.mark.parametrize(("purse", "kill"), [(9, True), (1, False)])
def test_who_carries_much_does_not_pass_the_border(purse: int, kill: bool) -> None:
    memory = Memory()
    memory.cash[3] = purse
    looking = sight({"guard_border": []}, memory=memory, returns={"at_border": 3})
    assert sly_exile.border(looking)["kill"] is kill


# --- without a look


def option(kind: str, **more: Any) -> dict[str, Any]:
    body = {"type": kind, "stage": 9}
    return {**body, "interrupt": False, "count": 1, "choices": [body], **more}


def test_what_needs_no_thought_is_answered_without_a_look() -> None:
    bot, count = SlyBot(1), option("let_count")
    assert bot.at_a_glance([count]) == {"type": "let_count", "stage": 9}
    held = {"type": "play_card", "interrupt": True, "count": 1}
    assert bot.at_a_glance([count, {**held, "choices": [card("recount")]}]) is None
    assert bot.at_a_glance([count, {**held, "choices": [card("spy_in_switzerland", 1)]}])
    assert bot.at_a_glance([option("vote_on_budget", count=9)]) is None
    assert bot.at_a_glance([option("no_coup"), option("move_units")]) is None
