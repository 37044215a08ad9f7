"""A coup as `sly` sees it: whose units stand where, how strong they are, who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from bots.sly_cards import Json
from bots.sly_city import City
from bots.sly_sight import Sight

Side = Literal["junta", "president"]
Units = Mapping[str, int]

PALACE = "presidential_palace"
UNARMED = frozenset({"student", "rioter", "striker", "demonstrator"})
ENOUGH = 3
"""The power centres that win a coup."""

COST: Mapping[str, int] = dict.fromkeys(UNARMED, 0) | {"police": 1, "militia": 1, "palace_guard": 3}
"""What a unit is worth to who has to lose one; 2 of all others."""


def dice(units: Units, zone: str, all_armed: bool = False) -> int:
    """The dice of a stack in the zone."""
    red = sum(n for kind, n in units.items() if kind in UNARMED)
    armed = sum(n for kind, n in units.items() if kind not in UNARMED)
    guards = units.get("palace_guard", 0) if zone == PALACE else 0
    return armed + guards + (red if all_armed else red // 2)


@dataclass(frozen=True, slots=True)
class Field:
    """One look at the coup. `stacks`: by zone and seat, units by type; blocked ones apart."""

    me: int
    president: int | None
    insurgents: frozenset[int]
    declared: Mapping[int, Side]
    stacks: Mapping[str, Mapping[int, Units]]
    blocked: frozenset[str]
    all_armed: bool
    city: City

    def side(self, seat: int) -> Side:
        """Where the seat stands now."""
        camp: Side = "junta" if seat in self.insurgents else "president"
        return self.declared.get(seat, camp)

    def foe(self, seat: int) -> bool:
        """Whether the seat is of the other camp."""
        return self.side(seat) != self.side(self.me)

    def strength(self, zone: str, seats: Iterable[int]) -> int:
        """The dice of these seats in the zone."""
        there = self.stacks.get(zone, {})
        return sum(dice(there[s], zone, self.all_armed) for s in seats if s in there)

    def foes(self, zone: str) -> int:
        """The dice of the other camp there."""
        return self.strength(zone, [s for s in self.stacks.get(zone, {}) if self.foe(s)])

    def friends(self, zone: str) -> int:
        """The dice of the own camp there, the own ones not counted."""
        there = self.stacks.get(zone, {})
        return self.strength(zone, [s for s in there if s != self.me and not self.foe(s)])

    def holder(self, zone: str, turned: Mapping[int, Side] | None = None) -> Side:
        """Who has the zone, if those who turn did."""
        there, new = self.stacks.get(zone, {}), turned or {}
        rebels = all(new.get(seat, self.side(seat)) == "junta" for seat in there)
        return "junta" if there and rebels and zone not in self.blocked else "president"

    def winner(self, turned: Mapping[int, Side] | None = None) -> Side:
        """Who would win if it ended now."""
        held = sum(self.holder(zone, turned) == "junta" for zone in self.city.centres)
        return "junta" if held >= ENOUGH else "president"

    def power(self, side: Side) -> int:
        """All dice of one camp."""
        return sum(
            self.strength(zone, [s for s in there if self.side(s) == side])
            for zone, there in self.stacks.items()
        )

    def wanted(self, zone: str) -> float:
        """How much the own camp needs the zone: centres that it has not, and those in danger."""
        if zone not in self.city.centres:
            return 0.0
        lost = self.holder(zone) != self.side(self.me)
        if lost:
            return 1.0
        near = self.foes(zone) + sum(self.foes(other) for other in self.city.near[zone])
        return 0.6 if near else 0.1


def field(sight: Sight) -> Field:
    """The coup on the table."""
    coup, city = sight.table["coup"], sight.city
    assert city is not None, "a bot reads the ruleset before it plays"
    places = coup["zones"]
    return Field(
        me=sight.me,
        president=sight.president,
        insurgents=frozenset(coup["insurgents"]),
        declared={int(seat): side for seat, side in coup["declared"].items()},
        stacks={place["zone"]: _stacks(place) for place in places if place["stacks"]},
        blocked=frozenset(place["zone"] for place in places if _blocked(place)),
        all_armed=sight.table["turn"]["unarmed_armed"],
        city=city,
    )


def _stacks(place: Json) -> dict[int, Units]:
    return {stack["seat"]: stack["units"] for stack in place["stacks"]}


def _blocked(place: Json) -> bool:
    return any(group["blocked"] for stack in place["stacks"] for group in stack["groups"])


def cheapest(held: Units, number: int) -> dict[str, int]:
    """So many of the units held, those first that are missed least."""
    lost: dict[str, int] = {}
    for kind in sorted(held, key=lambda kind: (COST.get(kind, 2), kind)):
        some = min(held[kind], number - sum(lost.values()))
        if some:
            lost[kind] = some
    return lost
