"""The bot called `sly`: what it sees, what it does with it, and that it beats chance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from bots import sly_knives, sly_money, sly_votes
from bots.roster import maker, strangers
from bots.sly_bot import SlyBot
from bots.sly_cards import added, mp, taken, votes_of, without, worth
from bots.sly_memory import Memory
from bots.table import Watcher
from events.codec import encode
from service.commands.demo import demo
from tests.bots.arena import House, Outcome, interval, play, rotated, told, tournament
from tests.bots.sights import sight

GAMES = 8
LEAST = 6
"""Of 200 games among four `random` it won more than nineteen in twenty."""


def test_one_among_four_random_wins_far_more_than_its_part() -> None:
    outcomes = tournament(GAMES, seed=77)
    assert sum(outcome.won("sly") for outcome in outcomes) >= LEAST, told(outcomes, "sly")
    assert {outcome.bots.index("sly") for outcome in outcomes} == set(range(5))
    assert [said for outcome in outcomes for said in outcome.refusals] == []


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_among_its_like_a_game_comes_to_its_end_without_a_refusal(seats: int) -> None:
    outcome = play(["sly"] * seats, seats)
    assert outcome.winners and outcome.refusals == ()
    assert sum(outcome.accounts) > 40


def test_the_same_seed_plays_the_same_game() -> None:
    written: list[list[Any]] = []

    def keep(house: House) -> None:
        written.append([encode(event) for event, _ in house.events])

    one, other = (play(["sly", "random", "sly", "random"], "s", keep) for _ in range(2))
    assert one == other and written[0] == written[1]


def test_it_never_floods() -> None:
    """A whisper a turn at most, in few words; money goes to one seat at a time."""
    spoken: Counter[tuple[int, int]] = Counter()

    def keep(house: House) -> None:
        turn = 1
        for event, _ in house.events:
            if event.TYPE == "turn_ended":
                turn += 1
            if event.TYPE in ("said", "whispered"):
                said = encode(event)
                spoken[turn, said["seat"]] += 1
                assert event.TYPE == "whispered" and len(said["words"]) < 80

    play(["sly"] * 5, "talk", keep)
    assert spoken and set(spoken.values()) == {1}


def test_a_victory_that_is_shared_counts_for_its_part() -> None:
    outcome = Outcome(
        bots=("sly", "random", "random", "sly"),
        winners=(0, 1),
        accounts=(5, 5, 0, 1),
        refusals=(),
        positions=1,
        turns=1,
    )
    assert outcome.won("sly") == 0.5 and outcome.won("random") == 0.5
    assert rotated(4, 6, "sly", ("random",)) == ("random", "random", "sly", "random")
    low, high = interval(140, 200)
    assert 0.63 < low < 0.7 < high < 0.76


def test_several_bots_take_the_seats_in_turn() -> None:
    made = maker("sly,random", 1)
    assert [isinstance(made(seat), SlyBot) for seat in range(4)] == [True, False, True, False]
    assert strangers("sly,random") == () and strangers("sly,clever") == ("clever",)
    assert isinstance(made(0), Watcher) and not isinstance(made(1), Watcher)


def test_bills_are_counted_without_change() -> None:
    held = {"1": 1, "2": 1, "3": 2}
    assert mp(taken(held, 5)) == 5 and mp(taken(held, 9)) == 9
    assert taken({"2": 2, "3": 1}, 4) == {"1": 0, "2": 2, "3": 0}
    assert added(without(held, {"3": 2}), {"1": 1}) == {"1": 2, "2": 1, "3": 0}


def test_pairs_are_worth_more_together() -> None:
    assert votes_of(["church", "christian_democrats"]) == 20
    assert votes_of(["church", "students"]) == 13
    assert worth("academics", ["students"]) == 6 > worth("academics") > worth("helicopter")


def test_memory_is_a_fold_of_the_feed() -> None:
    feed = [
        ("aid_drawn", {"seat": 1}),
        ("budget_proposed", {"seat": 1, "sums": {"0": 2, "1": 0, "2": 0}}),
        ("budget_voted", {"seat": 0, "in_favour": 0, "against": 4}),
        ("budget_voted", {"seat": 2, "in_favour": 0, "against": 3}),
        ("share_paid", {"receiver": 0, "mp": 2}),
        ("aid_kept", {"seat": 1}),
        ("bank_used", {"seat": 1, "account_bills": 5}),
        ("purse_taken", {"victim": 1, "taker": 2}),
        ("family_killed", {"seat": 1, "office_vacant": True}),
    ]
    entries = [{"position": n, "type": t, "data": d} for n, (t, d) in enumerate(feed, 1)]
    memory = Memory()
    memory.hear(entries[:4])
    memory.hear([*entries, {"position": 99}])
    assert dict(memory.cash) == {0: 2, 1: 0, 2: 3.0}
    assert memory.loyalty(0) < 0.1 and memory.loyalty(2) == 0.7, "only who was paid is judged"
    assert (memory.heard, memory.president, memory.paid[1, 0]) == (99, None, 2)


# --- what it does in one position


def voting(share: int) -> dict[str, Any]:
    sums = {"0": share, "1": 0, "2": 2, "3": 2}
    return {"proposer": 1, "sums": sums, "votes": {}, "round": 2}


@pytest.mark.parametrize(("share", "side"), [(2, "for"), (0, "against")])
def test_it_votes_for_who_pays(share: int, side: str) -> None:
    seen = sight({"vote_on_budget": []}, votes=6, budget=voting(share))
    assert sly_votes.vote(seen)["votes"] == {side: 6}


def test_a_full_purse_wants_the_bank_to_open() -> None:
    rich = sight({"vote_on_budget": []}, votes=6, budget=voting(0), cash={"1": 0, "2": 0, "3": 3})
    assert sly_votes.vote(rich)["votes"] == {"for": 6}


def test_a_gift_is_as_good_as_a_share() -> None:
    memory = Memory()
    memory.gifts[1, 0] = 2
    seen = sight({"vote_on_budget": []}, votes=6, budget=voting(0), memory=memory)
    assert sly_votes.vote(seen)["votes"] == {"for": 6}


def test_the_minister_forces_what_pays_him() -> None:
    assert sly_money.force(sight({"force_budget": []}, budget=voting(2)))["force"]
    assert not sly_money.force(sight({"force_budget": []}, budget=voting(0)))["force"]


def test_all_goes_to_the_bank_but_the_price_of_a_card() -> None:
    cash = {"1": 3, "2": 1, "3": 1}
    assert sly_money.bank(sight({"use_bank": []}, cash=cash))["deposit"] == cash
    kept = sly_money.bank(sight({"use_bank": []}, cash=cash, hand=("amateur_assassin",)))
    assert mp(kept["deposit"]) == 6


def test_money_goes_to_the_bank_most_of_the_time_and_never_when_it_is_closed() -> None:
    def places(bank: str, mp_held: int) -> Counter[str]:
        turn, cash = {"number": 3, "bank": bank}, {"1": mp_held, "2": 0, "3": 0}
        looks = (
            sight({"choose_location": []}, cash=cash, turn=turn, seed=seed) for seed in range(99)
        )
        return Counter(sly_knives.location(look)["location"] for look in looks)

    assert 80 < places("open", 9)["bank"] < 99
    assert places("closed", 9)["bank"] == places("open", 0)["bank"] == 0
    assert len(places("closed", 9)) == 4


def test_the_police_go_where_the_money_is() -> None:
    memory = Memory()
    memory.cash[3] = 14
    fields = {"means": "secret_police", "powers": [], "bills": {"1": 0, "2": 0, "3": 0}}
    ways = [
        {"type": "announce_attempt", "victim": victim, "location": place, **fields}
        for victim in (1, 2, 3)
        for place in ("bank", "residence")
    ]
    options = {"announce_attempt": ways, "end_announcements": []}
    chosen = sly_knives.announce(sight(options, plot={"attempts": []}, memory=memory))
    assert (chosen["victim"], chosen["location"]) == (3, "bank")


@pytest.mark.parametrize(("held", "answer"), [(9, "protect"), (2, "face_death")])
def test_a_bribe_is_paid_when_enough_is_at_stake(held: int, answer: str) -> None:
    way = {"type": "protect", "card": "bribed_assassin", "powers": [], "bills": {"1": 2}}
    options = {"protect": [way], "face_death": []}
    assert sly_knives.protect(sight(options, cash={"1": held}))["type"] == answer


@pytest.mark.parametrize(("want", "answer"), [(1, "accept_offer"), (3, "decline_offer")])
def test_good_offers_are_taken_and_bad_ones_declined(want: int, answer: str) -> None:
    named = {"giver": 2, "receiver": 0, "number": 1}
    offer = {**named, "bills": {"2": 1}, "cards": [], "want_mp": want, "want_cards": []}
    taking = {"type": "accept_offer", "of": 2, "number": 1, "bills": {"1": want}}
    declining = {"type": "decline_offer", "of": 2, "number": 1}
    options = {"accept_offer": [taking], "decline_offer": [declining]}
    chosen = sly_money.answer_to_offer(sight(options, offers=[offer]))
    assert chosen is not None and chosen["type"] == answer


def test_after_a_refusal_it_takes_what_is_offered() -> None:
    bot = SlyBot("r")
    bot.sees(sight({}, votes=6, budget=voting(2)).table, [])
    offered = {"type": "vote_on_budget", "stage": 9, "interrupt": False, "examples": [{"n": 1}]}
    first = bot.choose([offered], True)
    assert first == {"type": "vote_on_budget", "stage": 9, "votes": {"for": 6}}
    bot.refused(first)
    assert bot.choose([offered], True) == {"n": 1}


def test_without_a_table_or_a_question_it_keeps_quiet() -> None:
    bot = SlyBot(1)
    assert bot.choose([], True) is None
    bot.sees(sight().table, [])
    assert bot.choose([], True) is None and bot.choose([], False) is None


def test_a_bot_that_nobody_knows_is_wrong_use() -> None:
    asked = CliRunner().invoke(demo, ["--bots", "sly,clever"])
    assert asked.exit_code == 2 and "'clever' is none of: random, sly" in asked.output
