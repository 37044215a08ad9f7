"""Reading and folding stored games: whether it is linear, and how fast beside a known library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from events.codec import loads
from events.commit import Commits
from events.memory_log import MemoryIndex, MemoryLog
from events.reading import Reading
from events.refusals import MemoryRefusals
from events.vault import MemoryVault
from rules import registry
from rules.kernel.game import Game
from service.commands.benchmark.game import BENCH, SEATS
from service.commands.benchmark.games import begun, bid_until, played
from service.commands.benchmark.measure import Figure, alternated

SHORT, LONG = 1000, 3000
RULESET = "junta/1"


def in_memory(game: Game[Any]) -> Commits:
    log = MemoryLog()
    return Commits(
        log=log,
        index=MemoryIndex(),
        vault=MemoryVault(),
        refusals=MemoryRefusals(),
        reading=Reading(log=log, ruleset=lambda _: game),
    )


def _rebuilding(commits: Commits, game: Game[Any], game_id: str) -> Callable[[], object]:
    """From the stored bytes to where the game stands, as a process does that has not met it."""
    reading = Reading(log=commits.log, ruleset=lambda _: game)

    def rebuilt() -> None:
        reading.recent.drop(game_id)
        reading.now(game_id)

    return rebuilt


def linear(quick: bool) -> Figure:
    """Three times as many events take about three times as long."""
    commits = in_memory(BENCH)
    for game_id, length in (("short", SHORT), ("long", LONG)):
        begun(commits, BENCH, game_id, SEATS)
        bid_until(commits, game_id, length, SEATS)
    took = alternated(
        _rebuilding(commits, BENCH, "short"),
        _rebuilding(commits, BENCH, "long"),
        7 if quick else 31,
    )
    return Figure(
        name=f"folding {LONG} events against {SHORT}",
        ratio=took.ratio,
        bound=3.3,
        sense="at most",
        said=f"{took.other * 1e3:.1f} ms against {took.one * 1e3:.1f} ms, from stored bytes",
    )


def against_a_library(quick: bool) -> Figure:
    """A game of Junta, against an aggregate of `eventsourcing` of the same events."""
    try:
        from service.commands.benchmark.library import rebuilding
    except ImportError:
        raise click.ClickException(
            "The benchmark needs the library `eventsourcing`, which requirements.lock names."
        ) from None
    game = registry.game(RULESET)
    commits = in_memory(game)
    played(commits, game, "measured", 5, seed=1)
    records = commits.log.read("measured")
    same = [(stored["type"], stored["data"]) for stored in map(loads, records)]
    took = alternated(
        _rebuilding(commits, game, "measured"), rebuilding(same), 7 if quick else 31
    )
    ours, theirs = len(records) / took.one, len(records) / took.other
    return Figure(
        name="folding a game of Junta, events a second against `eventsourcing`",
        ratio=took.ratio,
        bound=3.0,
        sense="at least",
        said=f"{ours:,.0f} against {theirs:,.0f} a second, {len(records)} events each",
    )
