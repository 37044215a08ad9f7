"""The city as `sly` knows it: who borders whom, and how far it is; read once from the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bots.sly_cards import Json

FAR = 99
"""Farther than any way through the city."""


@dataclass(frozen=True, slots=True)
class City:
    """Neighbours of each zone, the power centres, the embassies."""

    near: Mapping[str, tuple[str, ...]]
    centres: frozenset[str]
    embassies: frozenset[str]
    _ways: dict[str, Mapping[str, int]] = field(default_factory=dict, compare=False)

    def distance(self, start: str, goal: str) -> int:
        """How many moves it takes, through no embassy."""
        if goal not in self._ways:
            self._ways[goal] = self._distances(goal)
        return self._ways[goal].get(start, FAR)

    def _distances(self, goal: str) -> dict[str, int]:
        found, edge = {goal: 0}, [goal]
        while edge:
            reached = {z for zone in edge for z in self.near.get(zone, ()) if z not in found}
            steps = found[edge[0]] + 1
            edge = sorted(reached - self.embassies)
            found.update(dict.fromkeys(reached, steps))
        return found


def read(plan: Json) -> City:
    """A city out of the ruleset's document, or of the option that a group has brought."""
    near: dict[str, list[str]] = {zone["id"]: [] for zone in plan["zones"]}
    for one, other in plan["borders"]:
        near[one].append(other)
        near[other].append(one)
    kinds = {zone["id"]: zone["kind"] for zone in plan["zones"]}
    return City(
        near={zone: tuple(sorted(others)) for zone, others in near.items()},
        centres=frozenset(zone for zone, kind in kinds.items() if kind == "power_centre"),
        embassies=frozenset(zone for zone, kind in kinds.items() if kind == "embassy"),
    )
