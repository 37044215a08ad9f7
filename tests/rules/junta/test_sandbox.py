"""Sandbox games: the position, its set-up, its stages and its scripts. SB-1 to SB-5."""

from __future__ import annotations

from typing import Any

import pytest

from rules.junta import GAME
from rules.junta.cards import DECK, CardId
from rules.junta.interrupts.play_card import PlayCard
from rules.junta.ruleset import BILLS
from rules.junta.sandbox.beginnings import BEGINNINGS
from rules.junta.sandbox.events import FamilySetUp, PositionSetUp, ScriptsLaid
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.announcements import AnnounceAttempt, EndAnnouncements
from rules.junta.stages.protection import FaceDeath
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import DiceRolled
from rules.kernel.decider import decide
from rules.kernel.hidden import HIDDEN, is_hidden
from rules.kernel.identifiers import ANYBODY, AUDITOR, Seat
from rules.kernel.lobby import StartGame
from rules.kernel.rejections import TooFewPlayers
from rules.kernel.sandbox import PositionGiven
from rules.kernel.visibility import redact
from tests.given import cabinet, cards_of
from tests.sandboxes import HAND, faults, sandbox, seated

NEEDS: dict[str, dict[str, Any]] = {
    "hand_limit": {"hands": {"0": list(HAND)}},
    "brother_in_law": {"dead": [1]},
    "return_from_exile": {"exiles": {"1": "embassy_north"}},
}
"""What must be given for these stages to open."""

CHANCE_FIRST = {"draw": "hand_limit", "aid": "budget", "clean_up": "hand_limit"}
"""Stages that ask nobody; the one that opens after them in these games."""


def given_event(play: Any, kind: type[Any]) -> Any:
    (found,) = (event for event in play.events if isinstance(event, kind))
    return found


def test_SB_1_what_is_given_is_there() -> None:
    play = sandbox(
        {
            "hands": {"0": ["church", "burglars"], "1": []},
            "exposed": {"2": ["unions", "socialists"]},
            "cash": {"0": {"1": 3, "3": 1}},
            "swiss": {"4": {"2": 5}},
            "president": 0,
            "turn": 4,
            "last_police_bank_turn": 3,
            "excuse": True,
        }
    )
    assert play.family(0).hand >= cards_of("church", "burglars")
    assert play.family(2).exposed == cards_of("unions", "socialists")
    assert (play.family(0).cash, play.family(4).swiss) == (Bills(3, 0, 1), Bills(0, 5, 0))
    assert (play.family(4).swiss_bills, play.family(1).cash) == (5, NO_BILLS)
    turn = play.state.turn
    assert (turn.number, turn.excuse, play.state.police_bank_turn) == (4, True, 3)


def test_SB_1_what_is_absent_is_dealt_as_usual() -> None:
    play = sandbox({"hands": {"0": ["church"]}, "exposed": {"1": ["unions"]}})
    assert [family.hand_size for family in play.state.families] == [1, 5, 5, 5, 5]
    everything = frozenset().union(*(f.hand | f.exposed for f in play.state.families))
    assert everything | play.state.deck.pile == DECK
    assert play.state.treasury.pile == BILLS
    play.waits("nomination", 0)


def test_SB_1_an_empty_position_is_a_game_as_usual() -> None:
    play = sandbox({})
    assert play.state.course.sandbox
    assert [family.hand_size for family in play.state.families] == [5] * 5
    play.waits("nomination", 0)


def test_SB_2_the_position_is_secret_until_the_start() -> None:
    play = seated({"hands": {"0": ["church"]}, "dice": [6]})
    given = given_event(play, PositionGiven)
    for viewer in (ANYBODY, *map(Seat, range(5))):
        assert redact(given, viewer) == PositionGiven(position=HIDDEN)
        assert is_hidden(play.view(viewer).course.position)
    assert redact(given, AUDITOR) == given


def test_SB_2_each_learns_his_own_and_nobody_a_script() -> None:
    play = sandbox(
        {
            "stage": "announcements",
            "cash": {"1": {"1": 2}},
            "swiss": {"1": {"3": 2}},
            "locations": {"1": "bank"},
            "draws": ["church"],
        }
    )
    own, other, public = play.view(Seat(1)), play.view(Seat(2)), play.view(ANYBODY)
    assert own.families[1] == play.family(1)
    assert own.whereabouts.places[Seat(1)] == "bank"
    for view in (other, public):
        family = view.families[1]
        assert all(map(is_hidden, (family.hand, family.cash, family.swiss)))
        assert (family.hand_size, family.swiss_bills) == (5, 2)
        assert is_hidden(view.whereabouts.places[Seat(1)])
    for view in (own, other, public):
        assert is_hidden(view.script.draws)
        assert is_hidden(view.course.script)
        assert is_hidden(view.deck.pile)


def test_SB_2_one_event_for_each_owner_of_a_secret() -> None:
    play = sandbox({"president": 3})
    families = [event for event in play.events if isinstance(event, FamilySetUp)]
    assert [event.seat for event in families] == list(range(5))
    assert given_event(play, PositionSetUp).OPEN
    laid = given_event(play, ScriptsLaid)
    assert redact(laid, Seat(3)) == ScriptsLaid(draws=HIDDEN, aid=HIDDEN, dice=HIDDEN)


def test_SB_3_it_starts_with_all_its_seats_only() -> None:
    play = seated({}, seats=5)
    lobby = [e for e in play.events if e.TYPE not in ("stage_closed", "game_started")]
    play = type(play)(GAME).has(*lobby[:-1])
    with pytest.raises(TooFewPlayers, match="4 players sit at the table, 5 are needed"):
        decide(GAME, play.moment, "host", StartGame())


@pytest.mark.parametrize("stage", BEGINNINGS)
def test_SB_4_the_game_begins_with_the_stage_that_is_named(stage: str) -> None:
    play = sandbox({"stage": stage, **NEEDS.get(stage, {})})
    while play.state.course.requests:
        play.chance()
    assert play.at == CHANCE_FIRST.get(stage, stage)
    assert stage in GAME.stage_named


@pytest.mark.parametrize("stage", BEGINNINGS)
def test_SB_4_the_absent_do_not_keep_a_stage_from_being_the_first(stage: str) -> None:
    absent = {"dead": [1], "exiles": {"2": "embassy_south"}}
    play = sandbox({"stage": stage, **NEEDS.get(stage, {}), **absent})
    while play.state.course.requests:
        play.chance()
    opened = {event.name for event in play.events if event.TYPE == "stage_opened"}
    assert stage in opened


def test_SB_4_with_a_president_it_begins_with_step_1() -> None:
    play = sandbox({"president": 2})
    assert (play.state.turn.step, play.state.government.president) == ("draw", 2)
    assert play.state.course.requests[0].purpose == "draw"


def test_SB_4_a_cabinet_is_filled_in() -> None:
    play = sandbox({"stage": "announcements", "posts": {"minister_interior": 3, "admiral": 0}})
    posts = play.state.government.posts
    assert (posts["minister_interior"], posts["admiral"]) == (3, 0)
    assert play.state.government.president == 1
    assert play.state.turn.cabinet_by == 1
    play.waits("announcements", 3)


def test_SB_4_a_whole_cabinet_stands() -> None:
    posts = {str(post): int(seat) for post, seat in cabinet(1, 1, 2, 3, 4, 2).items()}
    play = sandbox({"stage": "aid", "president": 0, "posts": posts})
    assert play.state.government.posts == posts


def test_SB_4_in_step_5_only_those_given_have_chosen() -> None:
    play = sandbox({"stage": "locations", "locations": {"2": "girlfriend"}})
    play.waits("locations", 0, 1, 3, 4)
    assert play.state.whereabouts.places == {2: "girlfriend"}


@pytest.mark.parametrize(
    ("position", "bank", "excuse", "police"),
    [
        ({"stage": "locations"}, "open", False, False),
        ({"stage": "locations", "bank": "lunch"}, "lunch", True, True),
        ({"stage": "locations", "bank": "closed"}, "closed", True, False),
        ({"stage": "budget_force"}, "closed", True, False),
        ({"stage": "locations", "bank": "closed", "excuse": False}, "closed", False, False),
        ({"stage": "cabinet"}, "closed", False, False),
    ],
)
def test_SB_4_the_bank_is_as_the_budget_leaves_it(
    position: dict[str, Any], bank: str, excuse: bool, police: bool
) -> None:
    turn = sandbox(position).state.turn
    assert (turn.bank, turn.excuse, turn.police_in_chamber) == (bank, excuse, police)


def test_SB_4_somebody_is_at_a_bank_that_opens() -> None:
    play = sandbox({"stage": "bank"})
    play.waits("bank", 0)
    play = sandbox({"stage": "bank", "locations": {"3": "bank", "1": "bank"}, "president": 2})
    play.waits("bank", 3)


def test_SB_4_a_budget_under_way_has_its_aid() -> None:
    play = sandbox({"stage": "budget_tie", "aid": [3, 3, 3, 3, 3, 3, 3, 3, 1]})
    assert play.state.budget.aid == Bills(0, 0, 8)
    assert play.state.script.aid == (1,)
    play.waits("budget_tie", 0)


def test_SB_5_cards_come_as_they_were_written_down() -> None:
    draws = ["church", "unions", "burglars", "recount", "peasants"]
    play = sandbox({"president": 3, "draws": draws})
    before = [family.hand for family in play.state.families]
    play.chance(5)
    drawn = [f.hand - old for f, old in zip(play.state.families, before, strict=True)]
    assert drawn[3] == cards_of("church", "unions")
    assert drawn[4] == cards_of("burglars", "recount")
    assert "peasants" in drawn[0]
    assert len(drawn[0]) == 2
    assert play.state.script.draws == ()


def test_SB_5_bills_come_as_they_were_written_down() -> None:
    play = sandbox({"stage": "aid", "aid": [3] * 5 + [1] * 4}).chance()
    aid = next(event for event in play.events if isinstance(event, AidDrawn))
    assert aid.bills == Bills(3, 0, 5)
    assert play.state.script.aid == (1,)


def test_SB_5_donations_take_the_next_bill() -> None:
    position = {"hands": {"0": ["secret_donation_1", "secret_donation_2"]}, "aid": [3]}
    play = sandbox(position)
    play.when(0, PlayCard(card=CardId("secret_donation_1"))).chance()
    assert play.family(0).cash == Bills(0, 0, 1)
    play.when(0, PlayCard(card=CardId("secret_donation_2"))).chance(3)
    assert play.family(0).cash.number == 2


AT_THE_BANK: dict[str, Any] = {
    "stage": "announcements",
    "president": 0,
    "posts": {"minister_interior": 1},
    "hands": {"1": ["amateur_assassin"], "2": []},
    "cash": {"1": {"1": 2}},
    "locations": {"2": "bank"},
}


def attempted(dice: list[int]) -> Any:
    play = sandbox({**AT_THE_BANK, "dice": dice})
    play.when(
        1,
        AnnounceAttempt(
            means="amateur_assassin",
            victim=Seat(2),
            location="bank",
            powers=frozenset(),
            bills=Bills(1, 0, 0),
        ),
    )
    for seat in (1, 2, 3, 4, 0):
        play.when(seat, EndAnnouncements())
    return play


@pytest.mark.parametrize(("face", "alive"), [(4, False), (3, True)])
def test_SB_5_dice_fall_as_they_were_written_down(face: int, alive: bool) -> None:
    play = attempted([face, 2]).chance()
    rolled = given_event(play, DiceRolled)
    assert (rolled.faces, rolled.link) == ((face,), None)
    assert play.state.course.script == (2,)
    if not alive:
        play.when(2, FaceDeath())
    assert play.family(2).alive is alive


def test_SB_5_what_was_written_down_in_part_is_completed_by_chance() -> None:
    play = sandbox({"stage": "budget", "aid": [3, 3]})
    assert play.state.budget.aid.number == 8
    assert play.state.budget.aid.threes >= 2
    assert play.state.script.aid == ()


def test_SB_5_a_script_keeps_its_cards_out_of_the_deal() -> None:
    draws = ["church", "unions", "students"]
    for seed in range(10):
        play = sandbox({"draws": draws}, seed=seed)
        assert all(not family.hand & cards_of(*draws) for family in play.state.families)


def test_every_example_here_is_possible() -> None:
    assert faults(AT_THE_BANK) == []
