"""One look of a bot at a table that is written down: of four seats, seat 0 looks."""

from __future__ import annotations

from random import Random
from typing import Any

from bots import sly_city
from bots.sly_memory import Memory
from bots.sly_sight import Sight
from rules.junta import GAME

CITY = sly_city.read(GAME.about())
TURN = {
    "number": 3,
    "bank": "open",
    "excuse": False,
    "reformer": None,
    "bank_holiday": False,
    "unarmed_armed": False,
    "brigades_gone": [],
}


def player(seat: int, **known: Any) -> dict[str, Any]:
    hidden = {"hidden": True}
    line: dict[str, Any] = {"seat": seat, "alive": True, "embassy": None, "posts": []}
    more: dict[str, Any] = {"exposed": [], "laid": [], "votes": None, "cash": hidden}
    more |= {"hand": hidden, "hand_size": 3, "swiss": hidden, "swiss_bills": 0}
    return {**line, **more, **known}


def sight(
    options: dict[str, Any] | None = None,
    *,
    cash: dict[str, int] | None = None,
    hand: tuple[str, ...] = (),
    memory: Memory | None = None,
    seed: int = 1,
    **table: Any,
) -> Sight:
    """Seat 0 of four looks; each option is listed with these bodies, or given whole."""
    none = {"1": 0, "2": 0, "3": 0}
    own = {"hand": list(hand), "cash": cash or none, "swiss": none, "spied": {}}
    me = player(0, votes=table.pop("votes", None), **own)
    standing = {
        "viewer": "seat:0",
        "president": 1,
        "posts": {"minister_interior": 2},
        "turn": dict(TURN),
        "players": [me, *(player(seat) for seat in (1, 2, 3))],
        "offers": [],
        "election": None,
        "motion": None,
        "coup": None,
    }
    ways = {
        kind: [bodies] if isinstance(bodies, dict) else [{"stage": 9, "choices": bodies}]
        for kind, bodies in (options or {}).items()
    }
    return Sight(
        table={**standing, **table},
        options=ways,
        memory=memory or Memory(),
        luck=Random(seed),
        city=CITY,
    )


def uprising(
    zones: dict[str, dict[int, dict[str, int]]], *insurgents: int, phase: int = 2, **more: Any
) -> dict[str, Any]:
    """A coup in which these units stand in these zones."""
    places = [
        {
            "zone": zone,
            "stacks": [
                {"seat": seat, "units": units, "groups": [{"blocked": []}]}
                for seat, units in stacks.items()
            ],
        }
        for zone, stacks in zones.items()
    ]
    none: dict[str, Any] = {"declared": {}, "agreed": {}, "tolls": [], "bombardments": []}
    return {"phase": phase, "insurgents": list(insurgents), "zones": places, **none, **more}


def offered(field: str, shape: dict[str, Any]) -> dict[str, Any]:
    """An option that is too large to be listed: its schema says what may be filled in."""
    return {"stage": 9, "examples": [], "schema": {"properties": {field: {"properties": shape}}}}
