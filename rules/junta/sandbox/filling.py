"""What a position leaves open, filled in as the rules would have it, without any chance. SB-4."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.cabinets import lawful
from rules.junta.cards import DECK, CardId
from rules.junta.ruleset import BILLS, LOCATION_OF_THE_SILENT, POSTS, Location, PostId
from rules.junta.sandbox.beginnings import AFTER_THE_BUDGET, BEGINNINGS, Beginning
from rules.junta.sandbox.position import Position, Uprising
from rules.junta.state import BankState
from rules.kernel.bills import Bills
from rules.kernel.identifiers import Seat


def stage_of(p: Position) -> str:
    """The stage named; else the coup given, the first election or, with a President, step 1."""
    if p.stage is not None:
        return p.stage
    if p.coup is not None:
        return "movement"
    return "nomination" if p.president is None else "draw"


def beginning(p: Position) -> Beginning:
    """What the stage needs with which the game begins."""
    return BEGINNINGS[stage_of(p)]


def absent(p: Position) -> frozenset[Seat]:
    """Who is dead or in exile."""
    return frozenset(p.exiles) | {seat for seat in p.dead if seat is not None}


def formed_by(p: Position, seats: int) -> Seat | None:
    """The President, the first family that could be where none is named; None where nobody could.

    In an election it is the last President, whoever he was.
    """
    if p.president is not None:
        return p.president
    gone = absent(p) if beginning(p).governed else frozenset()
    free = (s for s in map(Seat, range(seats)) if s not in gone and s not in p.posts.values())
    return next((seat for seat in free if _with(p.posts, seat, seats) is not None), None)


def completed(p: Position, seats: int) -> Mapping[PostId, Seat] | None:
    """The first lawful cabinet that has the posts given; None where there is none."""
    former = formed_by(p, seats)
    return None if former is None else _with(p.posts, former, seats)


def _with(
    posts: Mapping[PostId, Seat], president: Seat, seats: int
) -> Mapping[PostId, Seat] | None:
    for holders in lawful(president, seats):
        cabinet = dict(zip(POSTS, holders, strict=True))
        if all(cabinet[post] == seat for post, seat in posts.items()):
            return cabinet
    return None


def vacant(p: Position, seats: int) -> tuple[PostId, ...]:
    """BR-1: the posts whose holders are dead or in exile, in order."""
    posts = completed(p, seats) if p.posts or beginning(p).formed else None
    gone = absent(p)
    return tuple(post for post, holder in (posts or {}).items() if holder in gone)


def taken_over(p: Position, seats: int) -> PostId | None:
    """BR-3: what the brother-in-law runs: the first vacant post, unless he is to be asked."""
    posts = vacant(p, seats)
    chosen = beginning(p).formed and p.stage != "brother_in_law"
    return posts[0] if chosen and posts else None


def places(p: Position, seats: int) -> dict[Seat, Location]:
    """Where everybody is: at the nightclub unless said; at a bank that is to open, somebody is."""
    start = beginning(p)
    there = [s for s in map(Seat, range(seats)) if s not in absent(p)]
    if start.places == "open":
        return {seat: p.locations[seat] for seat in there if seat in p.locations}
    found = {seat: p.locations.get(seat, LOCATION_OF_THE_SILENT) for seat in there}
    unsaid = [seat for seat in there if seat not in p.locations]
    if start.banking is not None and "bank" not in p.locations.values() and unsaid:
        found[unsaid[0]] = "bank"
    return found


def served(p: Position, seats: int) -> frozenset[Seat]:
    """BA-5: who has been at the counter in this turn, before the stage with which it begins."""
    opened = {"open": ("coup_start", "movement", "clean_up"), "lunch": ("clean_up",)}
    if stage_of(p) not in opened.get(bank_of(p), ()):
        return frozenset()
    return frozenset(seat for seat, place in places(p, seats).items() if place == "bank")


def bank_of(p: Position) -> BankState:
    """The bank: open from the budget on, and closed before, unless said."""
    start = beginning(p)
    if p.bank is not None:
        return p.bank
    if not after_the_budget(p):
        return "closed"
    return "lunch" if start.banking == "lunch" else "open"


def excuse_of(p: Position) -> bool:
    """An excuse for a coup: after a budget that was rejected, unless said."""
    if p.excuse is not None:
        return p.excuse
    start = beginning(p)
    if start.budget is not None:
        return start.budget == "rejected"
    return after_the_budget(p) and bank_of(p) != "open"


def after_the_budget(p: Position) -> bool:
    """Whether the budget of this turn is done with."""
    start = beginning(p)
    return start.budget is None and start.after in AFTER_THE_BUDGET


def coup_of(p: Position, seats: int) -> Uprising | None:
    """The coup given; where one is needed, an insurrection of the first who can begin it."""
    if p.coup is not None or not beginning(p).coup:
        return p.coup
    out = absent(p) | {formed_by(p, seats)}
    first = next(seat for seat in map(Seat, range(seats)) if seat not in out)
    return Uprising(
        first_insurgent=first,
        insurgents=(),
        phase=0,
        units=(),
        moved=(),
        landed=(),
        air_strikes_left=None,
    )


def free_cards(p: Position) -> frozenset[CardId]:
    """The cards that no family was given."""
    given = {c for cards in (*p.hands.values(), *p.exposed.values()) for c in cards}
    return DECK - given


def pile_of(p: Position) -> Bills:
    """The bills that no family was given."""
    held: Bills = sum([*p.cash.values(), *p.swiss.values()], Bills())
    pile: Bills = BILLS - held
    return pile
