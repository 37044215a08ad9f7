"""Setting up a sandbox: one event for what all see, one per family for what it alone sees. SB-2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.junta.cards import CardId
from rules.junta.city import chosen
from rules.junta.drawing import next_bills
from rules.junta.ruleset import AID_BILLS, SET_UP_CARDS
from rules.junta.sandbox import filling
from rules.junta.sandbox.events import (
    BudgetSetUp,
    ElectionSetUp,
    FamilySetUp,
    PilesSetUp,
    PositionSetUp,
    ScriptsLaid,
    position_set_up,
)
from rules.junta.sandbox.position import Position, read
from rules.junta.sandbox.reading import Reading
from rules.junta.sandbox.uprising import uprising
from rules.junta.state import State
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import Source
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Event
from rules.kernel.stages import Events


class _Setting(NamedTuple):
    """A position that is being set up, and what chance has to say in it."""

    position: Position
    seats: int
    source: Source

    @property
    def everyone(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.seats)))


def begun(state: State, source: Source) -> Events:
    """SB-2, SB-3: the scripts, what all see, each family's own, the piles, and what has begun."""
    assert state.course.position is not None
    city = chosen(state.course.options["city"])
    position = read(state.course.position.value, Reading(state.course.seats), city)
    setting = _Setting(position, state.course.seats, source)
    hands = _hands(setting)
    used = frozenset().union(*hands.values())
    cards = filling.free_cards(position) - used
    bills = filling.pile_of(position)
    piles = PilesSetUp(
        cards=cards, card_count=len(cards), bills=bills, bill_count=bills.number
    )
    seen = _seen_by_all(setting)
    coup = filling.coup_of(position, setting.seats)
    return (
        _scripts(position),
        seen,
        *_families(setting, hands),
        piles,
        *_under_way(setting, bills),
        *(() if coup is None else (uprising(position_set_up(state, seen), coup),)),
    )


def _hands(setting: _Setting) -> dict[Seat, frozenset[CardId]]:
    """SU-2: five cards to each whose hand is not given, from those that are not written down."""
    position = setting.position
    left = filling.free_cards(position) - frozenset(_named(position.draws))
    hands = {}
    for seat in setting.everyone:
        if seat in position.hands or seat in position.dead:
            hands[seat] = frozenset(_named(position.hands.get(seat, ())))
        else:
            hands[seat] = frozenset(setting.source.picks(sorted(left), SET_UP_CARDS))
            left -= hands[seat]
    return hands


def _named(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value for value in values if value is not None)


def _scripts(position: Position) -> ScriptsLaid:
    return ScriptsLaid(
        draws=_named(position.draws), aid=_named(position.aid), dice=_named(position.dice)
    )


def _seen_by_all(setting: _Setting) -> PositionSetUp:
    """SB-4: what the stage needs and nobody gave is filled in."""
    position, seats = setting.position, setting.seats
    start, former = filling.beginning(position), filling.formed_by(position, seats)
    posts = filling.completed(position, seats) if position.posts or start.formed else None
    ruling = former if start.governed else None
    bank = filling.bank_of(position)
    return PositionSetUp(
        after=start.after,
        turn=position.turn or 1,
        president=ruling,
        last_president=former if start.governed or position.posts else None,
        posts=posts or {},
        cabinet_by=ruling if start.formed else None,
        bank=bank,
        excuse=filling.excuse_of(position),
        police_in_chamber=bank == "lunch" and filling.after_the_budget(position),
        last_police_bank_turn=position.last_police_bank_turn,
        dead=tuple(sorted(_named(position.dead))),
        exiles=position.exiles,
        offered=bool(position.exiles) and position.stage != "return_from_exile",
        brother_in_law=filling.taken_over(position, seats),
        places=filling.places(position, seats) if start.places == "shown" else None,
        served=filling.served(position, seats),
    )


def _families(
    setting: _Setting, hands: Mapping[Seat, frozenset[CardId]]
) -> Iterator[FamilySetUp]:
    position = setting.position
    shown = filling.beginning(position).places == "shown"
    places = {} if shown else filling.places(position, setting.seats)
    for seat in setting.everyone:
        swiss = position.swiss.get(seat, NO_BILLS)
        yield FamilySetUp(
            seat=seat,
            hand=hands[seat],
            hand_size=len(hands[seat]),
            exposed=frozenset(_named(position.exposed.get(seat, ()))),
            cash=position.cash.get(seat, NO_BILLS),
            swiss=swiss,
            swiss_bills=swiss.number,
            located=seat in places,
            location=places.get(seat),
        )


def _under_way(setting: _Setting, pile: Bills) -> Iterator[Event]:
    """An election or a budget in the midst of which the game begins."""
    position, start = setting.position, filling.beginning(setting.position)
    if start.election is not None:
        gone = filling.absent(position)
        order = tuple(seat for seat in setting.everyone if seat not in gone)
        yield ElectionSetUp(
            order=order,
            phase=start.election,
            round=2 if start.election == "withdrawal" else 1,
            winner=order[0] if start.election == "acceptance" else None,
        )
    if start.budget is not None:
        president = filling.formed_by(position, setting.seats)
        assert president is not None
        announced = start.budget != "proposing"
        bills = next_bills(_named(position.aid), pile, setting.source, AID_BILLS)
        yield BudgetSetUp(
            seat=president,
            number=AID_BILLS,
            bills=bills,
            sums=dict.fromkeys(setting.everyone, 0) if announced else {},
            proposer=president if announced else None,
            phase=start.budget,
            alternative="passed" if position.stage == "budget_force" else "possible",
        )
