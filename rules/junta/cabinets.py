"""Which cabinets are lawful. Pure functions, and the choice that offers and checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.junta.rejections import CabinetAgainstTheRules
from rules.junta.ruleset import GENERALS, POSTS, PostId
from rules.kernel.choices import Below
from rules.kernel.identifiers import Seat
from rules.kernel.rejections import Rejection

Posts = Mapping[PostId, Seat]


def fault(posts: Posts, president: Seat, seats: int) -> str | None:
    """CA-1 to CA-4: why this cabinet will not do, or None."""
    if len(posts) == len(POSTS) and tuple(map(posts.get, POSTS)) in _all_lawful(president, seats):
        return None
    broken = breach(posts, president, seats)
    return None if broken is None else broken[1]


def breach(posts: Posts, president: Seat, seats: int) -> tuple[str, str] | None:
    """The first of CA-1 to CA-4 that the cabinet breaks, and how; None where it keeps them."""
    missing = [post for post in POSTS if post not in posts]
    if missing or len(posts) != len(POSTS):
        lacking = ", ".join(missing) or "-"
        return "CA-1", f"every one of the six posts is given out once; missing: {lacking}"
    strangers = sorted({s for s in posts.values() if not 0 <= s < seats})
    if strangers:
        return "CA-1", f"there is no seat {strangers[0]}"
    if president in posts.values():
        return "CA-1", f"the President (seat {president}) holds no other post"
    for seat in range(seats):
        held = [post for post, holder in posts.items() if holder == seat]
        if seat != president and not held:
            return "CA-2", f"every family gets a post; seat {seat} has none"
        if len(held) > 2:
            return "CA-3", f"no family gets more than two posts; seat {seat} has {len(held)}"
        if sum(post in GENERALS for post in held) > 1:
            return "CA-4", f"no family gets two Generals; seat {seat} has"
    return None


@cache
def lawful(president: Seat, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Every lawful cabinet, as the holders of the posts in the order of `POSTS`."""
    others = tuple(Seat(s) for s in range(seats) if s != president)

    def fill(holders: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
        post = len(holders)
        unserved = len(set(others) - set(holders))
        if unserved > len(POSTS) - post:
            return
        if post == len(POSTS):
            yield holders
            return
        general = POSTS[post] in GENERALS
        for seat in others:
            doubled = general and any(
                POSTS[i] in GENERALS and holder == seat for i, holder in enumerate(holders)
            )
            if holders.count(seat) < 2 and not doubled:
                yield from fill((*holders, seat))

    return tuple(fill(()))


@cache
def _all_lawful(president: Seat, seats: int) -> frozenset[tuple[Seat | None, ...]]:
    return frozenset(lawful(president, seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class CabinetChoice:
    """Any lawful cabinet; the one that is in office comes first, where it is lawful."""

    president: Seat
    seats: int
    current: Posts
    refusal: type[Rejection] = CabinetAgainstTheRules

    def count(self) -> int:
        return len(lawful(self.president, self.seats))

    def contains(self, value: Any) -> bool:
        return fault(value, self.president, self.seats) is None

    def objection(self, value: Any) -> str:
        return fault(value, self.president, self.seats) or "that cabinet is lawful"

    def rule_of(self, value: Any) -> str | None:
        broken = breach(value, self.president, self.seats)
        return None if broken is None else broken[0]

    def each(self) -> Iterator[Any]:
        kept = self.kept()
        if kept is not None:
            yield kept
        for holders in lawful(self.president, self.seats):
            cabinet = dict(zip(POSTS, holders, strict=True))
            if cabinet != kept:
                yield cabinet

    def kept(self) -> Posts | None:
        """The present cabinet, if the President may keep it."""
        return dict(self.current) if self.contains(self.current) else None

    def first(self) -> Posts:
        """CA-6: what silence appoints."""
        cabinet: Posts = next(self.each())
        return cabinet

    def sample(self, below: Below) -> Any:
        cabinets = lawful(self.president, self.seats)
        return dict(zip(POSTS, cabinets[below(len(cabinets))], strict=True))

    def schema(self) -> dict[str, Any]:
        seats = [s for s in range(self.seats) if s != self.president]
        return {
            "type": "object",
            "properties": {post: {"enum": seats} for post in POSTS},
            "required": list(POSTS),
            "additionalProperties": False,
            "description": "every family one or two posts, never two Generals in one family",
        }
