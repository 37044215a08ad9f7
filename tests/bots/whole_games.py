"""Whole games of one kind of bot, and what is counted in them. Some two hundred of each are played:
split over several files, so that they can run side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from bots.deeds import CoupTold, Deeds
from events.codec import encode
from tests.bots.arena import House, Outcome, QuickPhone, play
from tests.bots.quick import Told
from tests.laws.lawyer import Count, asks, tried

SEATS = (4, 4, 4, 4, 5, 4, 4, 4, 6, 4)
"""Mostly small tables: they are soonest over."""

OF_A_LAWYER = 100
"""At the first games of `random` bots the lawyer of `tests/laws/lawyer.py` sits, besides the two
hundred at which he sits in `test_whole_games`."""


@dataclass(slots=True, kw_only=True)
class Counted:
    """What came of many games. `with_coup`: in how many there was one."""

    games: int = 0
    with_coup: int = 0
    drawn: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    coups: list[CoupTold] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    tried: Count = field(default_factory=Count)

    def keep(self, house: House) -> None:
        """Count one game; of cards, those that came into a hand from the pile or the deal."""
        deeds = Deeds()
        for event, place in house.events:
            self.events[event.TYPE] += 1
            if event.TYPE == "cards_drawn":
                self.drawn.update(map(str, encode(event)["cards"]))
            deeds.hear(Told(place.position, event))
        self.played += deeds.cards
        self.coups += deeds.coups
        self.games += 1
        self.with_coup += bool(deeds.coups)

    @property
    def refusals(self) -> list[str]:
        """Every declaration that was refused."""
        return [said for outcome in self.outcomes for said in outcome.refusals]

    def won(self, side: str) -> int:
        """How many coups this side won."""
        return sum(coup.winner == side for coup in self.coups)


@cache
def played(bot: str, seed: int) -> Counted:
    """One whole game; the invariants held after every declaration."""
    found = Counted()
    bots = [bot] * SEATS[seed % len(SEATS)]

    def keep(house: House) -> None:
        found.keep(house)
        if bot == "random" and seed < OF_A_LAWYER:
            found.tried.add(tried(5000 + seed, [m for m in house.moments if asks(m)]))

    found.outcomes.append(play(bots, seed, keep, phone=QuickPhone))
    return found


def counted(bot: str, seeds: Iterable[int]) -> Counted:
    """All these games together."""
    found = Counted()
    for one in (played(bot, seed) for seed in seeds):
        found.games += one.games
        found.with_coup += one.with_coup
        found.drawn += one.drawn
        found.played += one.played
        found.events += one.events
        found.coups += one.coups
        found.outcomes += one.outcomes
        found.tried.add(one.tried)
    return found


def check_ended(bot: str, seed: int) -> None:
    """It came to its end, and nothing that a bot declared was refused."""
    found = played(bot, seed)
    assert found.games == 1
    assert found.refusals == []
