"""When `sly` goes abroad and comes home, and whom it lets pass at the border."""

from __future__ import annotations

from bots.sly_cards import Json
from bots.sly_sight import Sight

RICH_MP = 4
"""With so much in a purse that no bank takes this turn it may be better to be abroad."""
POOR_MP = 3
"""With so little there is nothing to fear at the border."""
FLEES = 0.9
KILLS_FROM = 3.0
PATIENCE = 0.3
"""How often it comes home though it is dangerous."""


def embassy(sight: Sight) -> Json | None:
    """A place abroad, when it carries much, cannot bank it and somebody may well be after it."""
    ways = [way for way in sight.ways("choose_location") if way["location"] == "exile"]
    if not ways or sight.late or sight.bank_opens or sight.cash_mp < RICH_MP:
        return None
    return sight.luck.choice(ways) if sight.luck.random() < FLEES * _danger(sight) else None


def _danger(sight: Sight) -> float:
    """From 0 to 1: how likely the Minister strikes."""
    minister = sight.minister
    if minister is None or minister == sight.me:
        return 0.2
    struck = sight.memory.grudges[minister, sight.me]
    richest = max((sight.purse(seat) for seat in sight.others), default=0)
    return min(1.0, 0.4 + 0.2 * struck + 0.3 * (sight.cash_mp >= richest))


def comes_home(sight: Sight) -> Json:
    """When nobody will harm it, when there is little to lose, or when the game may end."""
    home = _safe(sight) or sight.luck.random() < PATIENCE
    return sight.body("return_from_exile", returns=home)


def _safe(sight: Sight) -> bool:
    guard = sight.minister
    free = sight.president is None or guard is None or guard == sight.me
    away = guard is not None and guard not in sight.others
    friend = guard is not None and not sight.memory.grudges[guard, sight.me]
    poor = sight.cash_mp <= POOR_MP
    return free or away or poor or (friend and sight.bank_opens) or sight.late


def border(sight: Sight) -> Json:
    """Who carries much, or has struck before, does not pass."""
    returns = sight.table["returns"] or {}
    comer = returns.get("at_border")
    if comer is None:
        return sight.body("guard_border", kill=False)
    prize = sight.purse(comer) + 1.5 * sight.memory.grudges[comer, sight.me]
    prize += 0.05 * sight.fortune(comer) - 2 * max(0.0, sight.memory.paid[comer, sight.me] - 4) / 4
    return sight.body("guard_border", kill=prize >= KILLS_FROM)
