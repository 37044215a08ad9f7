"""What contradicts the rules, or itself, in a position whose parts are well formed. SB-6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.junta.cards import BY_ID, CardId
from rules.junta.ruleset import AID_BILLS, BILLS, GENERALS, POSTS, SET_UP_CARDS, PostId
from rules.junta.sandbox.beginnings import AFTER_THE_BUDGET
from rules.junta.sandbox.filling import (
    absent,
    beginning,
    completed,
    formed_by,
    free_cards,
    pile_of,
    places,
    stage_of,
    vacant,
)
from rules.junta.sandbox.position import Position
from rules.junta.sandbox.uprising import uprising_faults
from rules.kernel.bills import DENOMINATIONS, Bills
from rules.kernel.identifiers import Seat
from rules.kernel.options import Fault, OptionValue

Found = Iterator[Fault]


def contradictions(p: Position, seats: int, options: Mapping[str, OptionValue]) -> Found:
    """Every one of them."""
    yield from _cards(p)
    yield from _bills(p)
    yield from _absence(p, seats)
    yield from _government(p, seats)
    yield from _stage(p, seats, options)
    yield from _whereabouts(p)
    yield from _scripts(p, seats)
    yield from uprising_faults(p, absent(p), formed_by(p, seats))


def _cards(p: Position) -> Found:
    """Every card is in one place; what lies exposed is influence."""
    seen: set[CardId] = set()
    for key, owned in (("hands", p.hands), ("exposed", p.exposed)):
        for seat, cards in owned.items():
            for place, card in enumerate(cards):
                at = (key, str(seat), place)
                if card is None:
                    continue
                if card in seen:
                    yield at, f"{card} is named twice; there is one of each card"
                seen.add(card)
                if key == "exposed" and BY_ID[card].category != "influence":
                    yield at, f"{card} is no influence, and cannot lie exposed"


def _bills(p: Position) -> Found:
    """MO-1: 96 bills, and so many of each kind."""
    held: Bills = sum([*p.cash.values(), *p.swiss.values()], Bills())
    if held.number > BILLS.number:
        yield _money(p), f"{held.number} bills are given out; there are {BILLS.number}"
    for mp, given, printed in zip(DENOMINATIONS, held, BILLS, strict=True):
        if given > printed:
            yield _money(p), f"{given} bills of {mp} MP are given out; there are {printed}"


def _money(p: Position) -> tuple[str, ...]:
    return ("cash",) if p.cash or not p.swiss else ("swiss",)


def _absence(p: Position, seats: int) -> Found:
    """The dead hold nothing and are nowhere; an exile is not dead, nor President."""
    dead: set[Seat] = set()
    for place, seat in enumerate(p.dead):
        if seat in dead:
            yield ("dead", place), f"seat {seat} is named twice"
        elif seat is not None:
            dead.add(seat)
    for seat in sorted(dead):
        for key, owned in (("hands", p.hands), ("exposed", p.exposed)):
            if owned.get(seat):
                yield (key, str(seat)), f"seat {seat} is dead and has no cards"
        if p.cash.get(seat, Bills()).number:
            yield ("cash", str(seat)), f"seat {seat} is dead and has no cash"
    for seat in p.exiles:
        if seat in dead:
            yield ("exiles", str(seat)), f"seat {seat} is dead, and not in exile"
        if seat == p.president:
            yield ("exiles", str(seat)), f"seat {seat} is President, and cannot be in exile"
    if p.president in dead:
        yield ("president",), f"seat {p.president} is dead, and cannot be President"
    if len(absent(p)) == seats:
        yield ("dead",), "at least one family is neither dead nor in exile"


def _government(p: Position, seats: int) -> Found:
    """CA-1 to CA-4, of as many posts as are given."""
    if p.president is not None and not beginning(p).governed:
        yield ("president",), f"there is no President at the beginning of {stage_of(p)}"
    broken = False
    for post, seat in p.posts.items():
        if seat == p.president:
            broken = True
            yield ("posts", post), f"seat {seat} is President and holds no other post (CA-1)"
    for seat in sorted(set(p.posts.values())):
        for words in _too_many(seat, [post for post, of in p.posts.items() if of == seat]):
            broken = True
            yield ("posts",), words
    if not broken and completed(p, seats) is None:
        yield ("posts",), _unfillable(p, seats)


def _too_many(seat: Seat, held: list[PostId]) -> Iterator[str]:
    if len(held) > 2:
        yield f"no family gets more than two posts; seat {seat} has {len(held)} (CA-3)"
    generals = [post for post in held if post in GENERALS]
    if len(generals) > 1:
        yield f"no family gets two Generals; seat {seat} has {' and '.join(generals)} (CA-4)"


def _unfillable(p: Position, seats: int) -> str:
    """CA-2: why nobody could form a cabinet with these posts."""
    if p.president is not None and len(p.posts) == len(POSTS):
        without = sorted(set(range(seats)) - {p.president} - set(p.posts.values()))
        if without:
            return f"every family gets a post; seat {without[0]} has none (CA-2)"
    return "no lawful cabinet has these posts (CA-1 to CA-4), whoever gets the others"


def _stage(p: Position, seats: int, options: Mapping[str, OptionValue]) -> Found:
    """The stage named opens: there is somebody whom it asks, and something about which."""
    start, turn = beginning(p), p.turn or 1
    if p.last_police_bank_turn is not None and p.last_police_bank_turn > turn:
        yield ("last_police_bank_turn",), f"turn {p.last_police_bank_turn} is yet to come"
    if start.governed and formed_by(p, seats) is None and p.president is None:
        yield ("stage",), f"{stage_of(p)} needs a President, and nobody can be"
    if start.banking is not None and p.bank not in (None, start.banking):
        yield ("bank",), f"for {stage_of(p)} the bank is {start.banking}, not {p.bank}"
    if start.banking is not None and "bank" not in places(p, seats).values():
        yield ("locations",), f"{stage_of(p)} serves who is at the bank, and nobody is"
    if p.stage == "hand_limit" and not _over(p, seats, int(options["hand_limit"])):  # type: ignore[arg-type]
        yield ("stage",), f"nobody holds more than {options['hand_limit']} cards"
    if p.stage == "brother_in_law" and not vacant(p, seats):
        yield ("stage",), "nobody who holds a post is dead or in exile"
    if p.coup is not None and not start.coup:
        yield ("stage",), f"there is a coup, and the game is to begin with {stage_of(p)}"
    if start.coup and len(absent(p)) >= seats - 1:
        yield ("stage",), "nobody but the President is there to begin a coup"
    if p.stage == "return_from_exile" and not p.exiles:
        yield ("stage",), "nobody is in exile"
    left = pile_of(p).number
    if start.budget is not None and 0 <= left < AID_BILLS:
        yield ("stage",), f"{left} bills are left, and the aid takes {AID_BILLS}"


def _over(p: Position, seats: int, limit: int) -> bool:
    for seat in map(Seat, range(seats)):
        dealt = 0 if seat in p.dead else SET_UP_CARDS
        hand = len(p.hands[seat]) if seat in p.hands else dealt
        if hand + len(p.exposed.get(seat, ())) > limit:
            return True
    return False


def _whereabouts(p: Position) -> Found:
    """Only who is there has chosen a location, and only from step 5 on."""
    for seat in p.locations:
        if seat in p.dead:
            yield ("locations", str(seat)), f"seat {seat} is dead, and nowhere"
        elif seat in p.exiles:
            yield ("locations", str(seat)), f"seat {seat} is in exile, and chooses no location"
    if p.locations and beginning(p).after not in AFTER_THE_BUDGET:
        yield ("locations",), f"nobody has chosen a location yet when {stage_of(p)} begins"


def _scripts(p: Position, seats: int) -> Found:
    """What is written down can come: the cards and the bills are in the pile."""
    pile, named = free_cards(p), set[CardId]()
    for place, card in enumerate(p.draws):
        if card is None:
            continue
        if card in named:
            yield ("draws", place), f"{card} is named twice; there is one of each card"
        elif card not in pile:
            yield ("draws", place), f"{card} is not in the pile: a family has it"
        named.add(card)
    needed, left = _dealt(p, seats), len(pile - named)
    if needed > left:
        yield ("draws",), f"{needed} cards are to be dealt to hands, and {left} are left for it"
    bills = pile_of(p)
    for mp, held in zip(DENOMINATIONS, bills, strict=True):
        asked = p.aid.count(mp)
        if asked > max(0, held):
            yield ("aid",), f"{asked} bills of {mp} MP are named; the pile has {max(0, held)}"


def _dealt(p: Position, seats: int) -> int:
    """SU-2: five cards to every family whose hand is not given."""
    without = [s for s in map(Seat, range(seats)) if s not in p.hands and s not in p.dead]
    return SET_UP_CARDS * len(without)
