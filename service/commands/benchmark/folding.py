"""Reading and folding stored games: whether it is linear, and how fast beside a known library."""

from __future__ import annotations

from typing import Any

import click

from events.codec import loads
from events.commit import Commits
from events.envelope import event_in
from events.memory_log import MemoryIndex, MemoryLog
from events.reading import Reading
from events.refusals import MemoryRefusals
from events.vault import MemoryVault
from rules import registry
from rules.kernel.decider import fold
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


def _folded(game: Game[Any], records: list[bytes]) -> None:
    """From the stored bytes to the state, as a process does that has not met the game."""
    fold(game, (event_in(record, game) for record in records))


def linear(quick: bool) -> Figure:
    """Three times as many events take about three times as long."""
    commits = in_memory(BENCH)
    begun(commits, BENCH, "measured", SEATS)
    bid_until(commits, "measured", LONG, SEATS)
    records = commits.log.read("measured")
    one, other = alternated(
        lambda: _folded(BENCH, records[:SHORT]),
        lambda: _folded(BENCH, records[:LONG]),
        7 if quick else 31,
    )
    return Figure(
        name=f"folding {LONG} events against {SHORT}",
        ratio=other / one,
        bound=3.3,
        sense="at most",
        said=f"{other * 1e3:.1f} ms against {one * 1e3:.1f} ms, from stored bytes",
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
    one, other = alternated(lambda: _folded(game, records), rebuilding(same), 7 if quick else 31)
    ours, theirs = len(records) / one, len(records) / other
    return Figure(
        name="folding a game of Junta, events a second against `eventsourcing`",
        ratio=ours / theirs,
        bound=3.0,
        sense="at least",
        said=f"{ours:,.0f} against {theirs:,.0f} a second, {len(records)} events each",
    )
