"""Time, silence and secrecy: TI-1 to TI-5, SE-1 to SE-10, SE-12."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.junta import GAME
from rules.junta.budgets import AidKept, BudgetCounted, BudgetReplaced, SharePaid
from rules.junta.deals import OfferEnded
from rules.junta.drawing import CardsDrawn
from rules.junta.effects import AccountSpied
from rules.junta.fire import FireOrdered, FireShown
from rules.junta.forces import ZoneId
from rules.junta.interrupts.deal import (
    CardsExchanged,
    CardsGiven,
    MoneyExchanged,
    MoneyGiven,
    OfferMade,
)
from rules.junta.interrupts.play_card import DonationReceived, PlayCard
from rules.junta.interrupts.speak import Whispered
from rules.junta.plots import FamilyKilled, PurseLost, PurseTaken
from rules.junta.prices import PricePaid
from rules.junta.ruleset import DURATIONS
from rules.junta.sandbox.events import BudgetSetUp, FamilySetUp, PilesSetUp, ScriptsLaid
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.attempt import CardLost, HandSearched, PurseRobbed
from rules.junta.stages.bank import BankUsed, UseBank
from rules.junta.stages.budget import BudgetProposed, ProposeBudget
from rules.junta.stages.budget_vote import VoteOnBudget
from rules.junta.stages.cabinet import FormCabinet
from rules.junta.stages.deal import PilesPrepared, PurseOpened
from rules.junta.stages.hand_over import AidHandedOver
from rules.junta.stages.indiscretion import CardTaken
from rules.junta.stages.junta_vote import JuntaVoteCast, JuntaVotesShown
from rules.junta.stages.locations import ChooseLocation, LocationChosen
from rules.junta.stages.nomination import Nominate
from rules.junta.succession import OfficeLeft, PurseInherited
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import AnsweredBeforehand, StageOpened
from rules.kernel.gate import accepts
from rules.kernel.hidden import is_hidden
from rules.kernel.identifiers import ANYBODY, AUDITOR
from rules.kernel.messages import Event
from rules.kernel.rejections import NotYourTurn
from rules.kernel.sandbox import PositionGiven
from rules.kernel.visibility import PUBLIC, SEALED, STUB, only_to, redact
from tests.given import CABINETS, PREPARED, Play, cards_of, drew, given, table
from tests.rules.test_rulebook import DEFINITIONS

SOME = Bills(1, 1, 0)
SECRET: dict[type[Event], tuple[Event, dict[str, tuple[int, ...]]]] = {
    PilesPrepared: (PREPARED, {"cards": (), "bills": ()}),
    CardsDrawn: (drew(1, "church"), {"cards": (1,)}),
    AidDrawn: (AidDrawn(seat=1, number=8, bills=Bills(8, 0, 0)), {"bills": (1,)}),
    BudgetProposed: (
        BudgetProposed(seat=1, sums={2: 3}, shares={2: SOME}, from_aid=SOME, from_cash=NO_BILLS),
        {"shares": (1,), "from_aid": (1,), "from_cash": (1,)},
    ),
    SharePaid: (SharePaid(parties=(1, 2), receiver=2, mp=3, bills=SOME), {"bills": (1, 2)}),
    AidKept: (AidKept(seat=1, bills=SOME), {"bills": (1,)}),
    BudgetReplaced: (BudgetReplaced(seat=2, former=1, bills=SOME), {"bills": (1,)}),
    AidHandedOver: (
        AidHandedOver(parties=(1, 2), giver=1, receiver=2, kept=Bills(0, 0, 1), bills=SOME),
        {"kept": (1,), "bills": (1, 2)},
    ),
    LocationChosen: (
        LocationChosen(seat=1, location="exile", embassy=ZoneId("embassy_1")),
        {"location": (1,), "embassy": (1,)},
    ),
    OfficeLeft: (OfficeLeft(seat=1, bills=SOME), {"bills": (1,)}),
    PurseInherited: (
        PurseInherited(parties=(1, 2), seat=2, bills=SOME, aid=SOME),
        dict.fromkeys(("bills", "aid"), (1, 2)),
    ),
    BankUsed: (
        BankUsed(seat=1, deposit=SOME, withdraw=NO_BILLS, account_bills=2),
        {"deposit": (1,), "withdraw": (1,)},
    ),
    DonationReceived: (DonationReceived(seat=1, number=1, bills=Bills(1, 0, 0)), {"bills": (1,)}),
    PurseOpened: (PurseOpened(seat=1, bills=SOME), {"bills": (1,)}),
    PurseTaken: (PurseTaken(parties=(1, 2), victim=1, taker=2, bills=SOME), {"bills": (1, 2)}),
    PurseRobbed: (
        PurseRobbed(parties=(1, 2), victim=1, thief=2, bills=SOME, change=NO_BILLS),
        {"bills": (1, 2), "change": (1, 2)},
    ),
    HandSearched: (
        HandSearched(parties=(1, 2), victim=1, thief=2, cards=cards_of("church")),
        {"cards": (1, 2)},
    ),
    CardTaken: (
        CardTaken(parties=(1, 2), victim=1, thief=2, number=1, cards=cards_of("church")),
        {"cards": (1, 2)},
    ),
    CardsGiven: (
        CardsGiven(
            parties=(1, 2), giver=1, receiver=2, number=1, cards=cards_of("church"), bills=SOME
        ),
        {"cards": (1, 2), "bills": (1, 2)},
    ),
    CardsExchanged: (
        CardsExchanged(
            parties=(1, 2),
            giver=1,
            receiver=2,
            number=1,
            cards_given=1,
            cards_back=0,
            bills=SOME,
            cards=cards_of("church"),
            back=NO_BILLS,
            want_cards=cards_of(),
        ),
        dict.fromkeys(("number", "bills", "cards", "back", "want_cards"), (1, 2)),
    ),
    AccountSpied: (AccountSpied(seat=1, target=2, mp=7), {"mp": (1,)}),
    FireOrdered: (FireOrdered(seat=1, dice={2: 3}), {"dice": (1,)}),
    JuntaVoteCast: (JuntaVoteCast(seat=1, choice=2), {"choice": (1,)}),
}
"""Every event that hides something: an example of it, and per hidden field who sees it."""

UNSEEN: dict[type[Event], Event] = {
    MoneyGiven: MoneyGiven(parties=(1, 2), giver=1, receiver=2, bills=SOME),
    OfferMade: OfferMade(
        parties=(1, 2),
        giver=1,
        receiver=2,
        number=1,
        bills=SOME,
        cards=cards_of("church"),
        want_mp=1,
        want_cards=cards_of(),
    ),
    OfferEnded: OfferEnded(parties=(1, 2), giver=1, receiver=2, number=1, how="declined"),
    MoneyExchanged: MoneyExchanged(parties=(1, 2), giver=1, receiver=2, number=1, back=SOME),
    Whispered: Whispered(parties=(1, 2), seat=1, words="Psst.", revealed_at_end=False),
    AnsweredBeforehand: AnsweredBeforehand(seat=1, stage_name="bank", silent=True),
}
"""Every event of which others do not even learn what it was; the last one only seat 1 knows."""

SET_UP: tuple[type[Event], ...] = (
    PositionGiven,
    ScriptsLaid,
    FamilySetUp,
    PilesSetUp,
    BudgetSetUp,
)
"""The events that begin a sandbox, with secrets in them."""


def check(*kinds: type[Event]) -> None:
    """Each viewer sees of the example exactly the fields that it should."""
    for kind in kinds:
        example, secret = SECRET[kind]
        for viewer in (ANYBODY, 0, 1, 2, 3):
            seen: Any = redact(example, viewer)
            for field in kind.FIELDS:
                hidden = field.name in secret and viewer not in secret[field.name]
                value = getattr(example, field.name)
                assert is_hidden(getattr(seen, field.name)) == hidden, (kind, field.name, viewer)
                assert hidden or getattr(seen, field.name) == value


def test_SE_1_the_cards_drawn_are_their_owners() -> None:
    check(CardsDrawn)
    play = given(at="cabinet", president=0, hands={1: ["church", "burglars"]})
    play.when(1, PlayCard(card="church"))
    assert play.view(1).families[1].hand == cards_of("burglars")
    for viewer in (0, 2, ANYBODY):
        family = play.view(viewer).families[1]
        assert is_hidden(family.hand)
        assert (family.hand_size, family.exposed) == (1, cards_of("church"))


def test_SE_2_cash_is_its_owners_the_number_of_bills_too() -> None:
    play = given(at="cabinet", president=0, cash={1: SOME})
    assert play.view(1).families[1].cash == SOME
    for viewer in (0, 2, ANYBODY):
        assert is_hidden(play.view(viewer).families[1].cash)
        assert is_hidden(play.view(viewer).families[1].cash.number)


def test_SE_3_of_an_account_all_see_the_number_of_bills() -> None:
    play = given(at="cabinet", president=0, swiss={1: SOME})
    assert play.view(1).families[1].swiss == SOME
    for viewer in (0, 2, ANYBODY):
        family = play.view(viewer).families[1]
        assert is_hidden(family.swiss)
        assert family.swiss_bills == 2
    check(AccountSpied)


def test_SE_4_the_piles_are_nobodys_and_the_aid_is_the_presidents() -> None:
    check(PilesPrepared, AidDrawn, AidKept, BudgetReplaced, AidHandedOver)
    play = given(at="budget", president=1, aid=Bills(8, 0, 0))
    for viewer in (0, 1, 2, ANYBODY):
        assert is_hidden(play.view(viewer).treasury.pile)
        assert is_hidden(play.view(viewer).deck.pile)
        assert is_hidden(play.view(viewer).budget.aid) == (viewer != 1)
    assert "pile_size" not in GAME.table(play.state)["bills"]


def test_SE_5_of_a_budget_all_hear_the_sums_and_the_two_know_the_bills() -> None:
    check(BudgetProposed, SharePaid)
    play = given(at="budget", president=0, aid=Bills(8, 1, 0))
    play.when(0, ProposeBudget(shares={2: SOME})).when(0, VoteOnBudget(votes={"for": 1}))
    for viewer in (1, 2, ANYBODY):
        budget = play.view(viewer).budget
        assert budget.sums == {0: 0, 1: 0, 2: 3, 3: 0, 4: 0}
        assert is_hidden(budget.shares)
        assert is_hidden(budget.set_aside)
    play.expires(until="locations")
    assert play.view(2).families[2].cash == SOME
    assert play.view(0).families[0].cash == Bills(7, 0, 0)
    assert is_hidden(play.view(1).families[2].cash)


def test_SE_6_everything_else_is_known_to_everybody() -> None:
    known = SECRET.keys() | UNSEEN.keys() | set(SET_UP)
    open_events = [kind for kind in GAME.events.values() if kind not in known]
    assert all(kind.OPEN for kind in open_events)
    assert not any(kind.OPEN for kind in SECRET)
    assert all(kind.SEEN_BY == PUBLIC for kind in GAME.events.values() if kind not in UNSEEN)
    assert not any(kind.SEEN_BY == PUBLIC for kind in UNSEEN)
    assert len(open_events) > 45


def test_SE_7_fire_orders_and_votes_of_the_junta_are_shown_when_all_are_given() -> None:
    check(FireOrdered, JuntaVoteCast)
    assert FireShown.OPEN
    assert JuntaVotesShown.OPEN


@pytest.mark.parametrize("kind", SET_UP)
def test_SE_1_what_a_sandbox_sets_up_is_as_secret_as_what_is_dealt(kind: type[Event]) -> None:
    """Its owner's or nobody's, field by field."""
    hidden = {field.mark for field in kind.FIELDS if field.mark != PUBLIC}
    assert hidden
    assert hidden <= {SEALED, only_to("seat")}


@pytest.mark.parametrize("kind", UNSEEN)
def test_SE_11_and_13_of_what_is_between_two_others_see_a_bare_stub(kind: type[Event]) -> None:
    example = UNSEEN[kind]
    parties = (1,) if kind is AnsweredBeforehand else (1, 2)
    for viewer in (ANYBODY, 0, 1, 2, 3):
        assert redact(example, viewer) == (example if viewer in parties else STUB)


def test_SE_12_of_purses_and_hands_taken_the_two_see_what_and_others_that_it_happened() -> None:
    check(PurseTaken, PurseRobbed, HandSearched, CardTaken)


def test_SE_12_what_goes_face_up_everybody_sees() -> None:
    assert PurseLost.OPEN
    assert CardLost.OPEN
    assert FamilyKilled.OPEN
    assert PricePaid.OPEN


def test_SE_2_from_the_deal_on() -> None:
    check(PurseOpened)
    play = table().opens("deal")
    for viewer in (0, 2, ANYBODY):
        assert is_hidden(play.view(viewer).families[1].cash)
    assert play.view(1).families[1].cash == NO_BILLS


def test_SE_7_where_a_family_is_it_alone_knows() -> None:
    check(LocationChosen)


def test_SE_8_what_moved_at_the_bank_only_its_owner_knows() -> None:
    check(BankUsed)
    play = given(at="locations", president=0, posts=CABINETS[5], cash={1: SOME})
    play.has(*_open_bank()).when(1, ChooseLocation(location="bank")).expires(until="bank")
    play.when(1, UseBank(deposit=SOME, withdraw=NO_BILLS))
    for viewer in (0, 2, ANYBODY):
        family = play.view(viewer).families[1]
        assert (is_hidden(family.cash), is_hidden(family.swiss)) == (True, True)
        assert family.swiss_bills == 2


def _open_bank() -> tuple[Event, ...]:
    aid = AidDrawn(seat=0, number=0, bills=NO_BILLS)  # type: ignore[arg-type]
    counted = BudgetCounted(in_favour=1, against=0, result="adopted")
    return aid, counted, AidKept(seat=0, bills=NO_BILLS)  # type: ignore[arg-type]


def test_SE_9_of_a_donation_only_its_player_sees_the_bill() -> None:
    check(DonationReceived)


def test_SE_10_the_auditor_sees_all() -> None:
    for example in (*(example for example, _ in SECRET.values()), *UNSEEN.values()):
        assert redact(example, AUDITOR) is example


# --- time ---


def test_TI_1_a_stage_lasts_as_long_as_the_game_says() -> None:
    play = table().opens("deal").chance().expires(until="announcements")
    lasting = {e.name: e.lasts_s for e in play.events if isinstance(e, StageOpened)}
    by_chance = {"deal", "draw", "aid"}
    for name, lasts in lasting.items():
        assert lasts == (None if name in by_chance else DURATIONS["bots"][name])


def test_TI_1_every_preset_names_every_stage_that_waits_for_somebody() -> None:
    waiting = {"lobby", *(s.NAME for s in GAME.stages if s.COMMANDS)}
    assert all(preset.keys() == waiting for preset in DURATIONS.values())


@pytest.mark.parametrize("seats", [4, 7])
def test_TI_2_a_game_of_silence_comes_to_its_end(seats: int) -> None:
    play = table(seats=seats).opens("deal").chance()
    while play.state.course.status == "running":
        play.expires()
    assert (play.state.course.status, play.state.turn.number) == ("finished", 13)


def test_TI_3_who_speaks_in_turn_speaks_once() -> None:
    play = given(at="nomination").when(0, Nominate(support={}))
    play.when(0, Nominate(support={})).refused(NotYourTurn)
    play = given(at="cabinet", president=0).when(0, FormCabinet(posts=CABINETS[5]))
    play.waits("aid")


def step(play: Play, random: Random) -> None:
    """One thing that may happen: chance, somebody's declaration, or the end of a stage."""
    course = play.state.course
    if course.requests:
        play.supplies(course.requests[0].number, random.randrange(1 << 30))
        return
    seats = range(course.seats)
    offers = [(s, a) for s in seats for a in accepts(GAME, play.state, s) if a.count()]
    if not offers or random.random() < 0.1:
        play.expires()
        return
    seat, accept = random.choice(offers)
    assert accept.rule in DEFINITIONS or not accept.choices
    play.when(seat, accept.command(**accept.sample(random.randrange)))


@pytest.mark.parametrize("seed", range(8))
def test_TI_5_no_question_tells_anything_in_games_at_random(seed: int) -> None:
    """`Play` compares after every commit what full state, public view and own views answer.

    Some hundred steps; then silence ends the game.
    """
    random = Random(seed)
    options = {
        "hand_limit": random.choice((4, 6)),
        "election_rounds": random.choice((1, 5)),
        "grace_s": seed % 2 * 5,
    }
    play = table(seats=4 + seed % 4, **options).opens("deal")
    for _ in range(400):
        step(play, random)
        if play.state.course.status != "running":
            break
    while play.state.course.status == "running":
        play.expires()
    assert play.state.result is not None
    assert play.view(ANYBODY).result == play.state.result
