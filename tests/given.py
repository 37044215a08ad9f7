"""Given, When, Then: a position made of events, a command, what follows or why it is refused.

`given(...)` builds the position; `.when(seat, command)`, `.expires()` and `.chance()` judge a
command on it; `.then(...)` compares what followed, `.waits(...)` who is asked next, `.refused(...)`
the refusal. What is checked all the time stands in `when_then.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.junta import GAME
from rules.junta.budgets import AidKept, BudgetCounted
from rules.junta.cards import DECK, CardId
from rules.junta.drawing import CardsDrawn
from rules.junta.exile import ExileEntered
from rules.junta.forces import ZoneId
from rules.junta.interrupts.play_card import DonationReceived, InfluenceExposed
from rules.junta.ruleset import BILLS, POSTS, PostId
from rules.junta.stages.acceptance import PresidentElected
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.bank import BankUsed
from rules.junta.stages.cabinet import CabinetFormed
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.deal import PilesPrepared, PurseOpened
from rules.junta.stages.hand_limit import CardsDiscarded
from rules.junta.stages.locations import LocationChosen
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.course import StageClosed, StageOpened
from rules.kernel.game import Game
from rules.kernel.identifiers import Seat, StageNumber
from rules.kernel.messages import Event
from tests.when_then import Play, created, table

__all__ = [
    "CABINETS",
    "PREPARED",
    "Play",
    "cabinet",
    "cards_of",
    "created",
    "drew",
    "given",
    "questioned",
    "table",
    "under",
]

Cards = Iterable[str]


def cabinet(*holders: int) -> dict[PostId, Seat]:
    """A cabinet: Minister, the three Generals, Admiral, Air Force Commander."""
    return dict(zip(POSTS, map(Seat, holders), strict=True))


CABINETS = {
    4: cabinet(1, 1, 2, 3, 2, 3),
    5: cabinet(1, 1, 2, 3, 4, 2),
    6: cabinet(1, 1, 2, 3, 4, 5),
    7: cabinet(1, 2, 3, 4, 5, 6),
}
"""A lawful cabinet under President 0 for so many families."""


def under(president: int, seats: int) -> dict[PostId, Seat]:
    """The cabinet of `CABINETS` moved round the table so that this seat is President."""
    return {post: Seat((seat + president) % seats) for post, seat in CABINETS[seats].items()}


def given(
    game: Game[Any] = GAME,
    *,
    at: str,
    seats: int = 5,
    hands: Mapping[int, Cards] | None = None,
    exposed: Mapping[int, Cards] | None = None,
    discards: Cards = (),
    pile: Cards | None = None,
    cash: Mapping[int, Bills] | None = None,
    swiss: Mapping[int, Bills] | None = None,
    bills_left: Bills | None = None,
    president: int | None = None,
    posts: Mapping[PostId, Seat] | None = None,
    aid: Bills | None = None,
    places: Mapping[int, str] | None = None,
    exiles: Mapping[int, str] | None = None,
    **options: Any,
) -> Play:
    """A running game whose stage `at` has just opened, with exactly these goods.

    `pile`: the political cards left to draw, the others being discarded. `bills_left`: the bills
    left in the pile, the others lying in the last seat's account. `president` is in office, with
    `posts` (from step 3 on those of `CABINETS` unless given); `aid` has been drawn.
    `places`: the budget was adopted without a share for anybody, and everybody has chosen a
    location, the nightclub unless named. `exiles`: who lives in which embassy.
    """
    play = table(game, seats=seats, **options).has(PREPARED)
    play.has(*(PurseOpened(seat=Seat(s), bills=NO_BILLS) for s in range(seats)))
    _deal(play, hands or {}, exposed or {}, discards, pile)
    _pay(play, cash or {}, swiss or {}, bills_left, aid or NO_BILLS)
    play.has(*_step("draw" if at == "hand_limit" else "deal", play.moment.position))
    if president is not None:
        play.has(PresidentElected(seat=Seat(president)))
    if posts is None and (aid is not None or places is not None):
        posts = under(president or 0, seats)
    if posts is not None:
        play.has(CabinetFormed(president=Seat(president or 0), posts=posts))
    if aid is not None:
        play.has(AidDrawn(seat=Seat(president or 0), number=aid.number, bills=aid))
    if places is not None:
        play.has(*_went(president or 0, seats, places))
    for seat, embassy in (exiles or {}).items():
        play.has(ExileEntered(seat=Seat(seat), embassy=ZoneId(embassy)))
    return play.opens(at)


def questioned(**goods: Any) -> Play:
    """Turn 2 of four families under President 0: is there confidence in him? 1 is Minister."""
    play = given(at="locations", seats=4, **({"president": 0, "posts": CABINETS[4]} | goods))
    return play.has(TurnEnded(turn=1)).opens("confidence")


def _went(president: int, seats: int, places: Mapping[int, str]) -> Iterator[Event]:
    """An adopted budget, and where everybody went."""
    yield AidDrawn(seat=Seat(president), number=0, bills=NO_BILLS)
    yield BudgetCounted(in_favour=1, against=0, result="adopted")
    yield AidKept(seat=Seat(president), bills=NO_BILLS)
    for seat in range(seats):
        place: Any = places.get(seat, "nightclub")
        yield LocationChosen(seat=Seat(seat), location=place)


PREPARED = PilesPrepared(cards=DECK, card_count=len(DECK), bills=BILLS, bill_count=BILLS.number)


def _step(name: str, position: int) -> tuple[Event, ...]:
    number = StageNumber(position + 1)
    opened = StageOpened(number=number, name=name, lasts_s=None, seats=())
    return (opened, StageClosed(number=number))


def _deal(
    play: Play,
    hands: Mapping[int, Cards],
    exposed: Mapping[int, Cards],
    discards: Cards,
    pile: Cards | None,
) -> None:
    """The wanted cards are drawn, exposed and discarded."""
    for seat in range(len(play.state.families)):
        held, shown = (cards_of(*goods.get(seat, ())) for goods in (hands, exposed))
        if held | shown:
            play.has(drew(seat, *held, *shown))
        play.has(*(InfluenceExposed(seat=Seat(seat), card=c) for c in sorted(shown)))
    gone = cards_of(*discards) if pile is None else play.state.deck.pile - cards_of(*pile)
    if gone:
        thrown = CardsDiscarded(seat=Seat(0), from_hand=gone, from_exposed=cards_of())
        play.has(drew(0, *gone), thrown)


def cards_of(*names: str) -> frozenset[CardId]:
    """A set of cards by their ids."""
    return frozenset(map(CardId, names))


def drew(seat: int, *cards: str) -> CardsDrawn:
    """The event of a seat that drew these cards."""
    return CardsDrawn(seat=Seat(seat), number=len(cards), cards=cards_of(*cards))


def _pay(
    play: Play,
    cash: Mapping[int, Bills],
    swiss: Mapping[int, Bills],
    bills_left: Bills | None,
    aid: Bills,
) -> None:
    """The wanted bills come out of the pile, and those for an account go there."""
    rich, last = dict(swiss), len(play.state.families) - 1
    if bills_left is not None:
        used: Bills = sum([*cash.values(), *swiss.values(), aid], bills_left)
        rich[last] = rich.get(last, NO_BILLS) + (BILLS - used)
    for seat, bills in (*rich.items(), *cash.items()):
        play.has(DonationReceived(seat=Seat(seat), number=bills.number, bills=bills))
        if bills is rich.get(seat):
            play.has(_banked(seat, bills))
    play.has(TurnEnded(turn=0))


def _banked(seat: int, bills: Bills) -> BankUsed:
    return BankUsed(seat=Seat(seat), deposit=bills, withdraw=NO_BILLS, account_bills=bills.number)
