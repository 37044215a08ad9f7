"""A declaration late in a game against one early in a game, on a real Redis."""

from __future__ import annotations

from functools import partial

from events.commit import Commits
from events.reading import Reading
from events.redis_client import connect
from events.redis_index import RedisIndex
from events.redis_log import RedisLog
from events.redis_refusals import RedisRefusals
from events.redis_vault import RedisVault
from service.commands.benchmark.game import BENCH, SEATS
from service.commands.benchmark.games import begun, bid, bid_until
from service.commands.benchmark.measure import Figure, Pairs, in_turns, quiet, seconds

EARLY, LATE = 100, 3000
AT_A_TIME = 20
"""After so many declarations the early game has left its place, and the next one is taken."""


def write_path(redis_url: str) -> Commits:
    """The write path on this Redis, for the game that is made to be measured."""
    redis = connect(redis_url)
    log = RedisLog(redis)
    return Commits(
        log=log,
        index=RedisIndex(redis),
        vault=RedisVault(redis),
        refusals=RedisRefusals(redis),
        reading=Reading(log=log, ruleset=lambda _: BENCH),
    )


def late_declaration(redis_url: str, quick: bool) -> Figure:
    """The cost of a declaration does not grow with the game."""
    commits = write_path(redis_url)
    begun(commits, BENCH, "late", SEATS)
    number = bid_until(commits, "late", LATE, SEATS)
    pairs: list[tuple[float, float]] = []
    for turn in range(5 if quick else 20):
        pairs += _pairs(commits, f"early{turn}", number + turn * AT_A_TIME)
    took = Pairs(pairs)
    return Figure(
        name=f"a declaration at event {LATE} against one at event {EARLY}",
        ratio=took.ratio,
        bound=1.1,
        sense="at most",
        said=f"{took.other * 1e3:.2f} ms against {took.one * 1e3:.2f} ms, {len(pairs)} of each",
    )


def _pairs(commits: Commits, early: str, number: int) -> list[tuple[float, float]]:
    """Seconds of a declaration in a new game at its place, and in the late one, in turns."""
    begun(commits, BENCH, early, SEATS)
    start = bid_until(commits, early, EARLY, SEATS)
    with quiet():
        return [
            in_turns(
                partial(_declared, commits, early, start + step),
                partial(_declared, commits, "late", number + step),
                step,
            )
            for step in range(AT_A_TIME)
        ]


def _declared(commits: Commits, game_id: str, number: int) -> float:
    return seconds(lambda: bid(commits, game_id, number, SEATS))
