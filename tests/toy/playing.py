"""Toy games on the write path: put together in memory or on Redis, begun, and played a little."""

from __future__ import annotations

from typing import Any

from redis import Redis

from events.clock import instant
from events.commit import Commits
from events.memory_log import MemoryIndex, MemoryLog
from events.order import Committed
from events.reading import Reading
from events.refusals import MemoryRefusals
from events.vault import MemoryVault, Secrets, dice_anchor, draw_commitment, new_secrets
from rules.kernel.course import CreateGame
from rules.kernel.game import Game
from rules.kernel.lobby import TakeSeat
from rules.kernel.messages import Command
from tests.toy.game import TOY
from workers.wiring import wire

GAME = "toy-1"


def toys(ruleset: str) -> Game[Any]:
    """The registry, as far as these tests need it."""
    return {"toy/1": TOY}[ruleset]


def commits_in_memory(**parts: Any) -> Commits:
    """A write path that is gone with the test."""
    log = parts.pop("log", None) or MemoryLog()
    made: dict[str, Any] = {
        "index": MemoryIndex(),
        "vault": MemoryVault(),
        "refusals": MemoryRefusals(),
        "reading": Reading(log=log, ruleset=parts.pop("ruleset", toys)),
    }
    return Commits(log=log, **(made | parts))


def another_process(commits: Commits) -> Commits:
    """A second write path on the same stores, which remembers nothing of the first."""
    return Commits(
        log=commits.log,
        index=commits.index,
        vault=commits.vault,
        refusals=commits.refusals,
        reading=Reading(log=commits.log, ruleset=commits.reading.ruleset),
    )


def commits_on(redis: Redis) -> Commits:
    """A write path on a Redis, as the service puts it together."""
    commits = wire(redis)
    commits.reading.ruleset = toys
    return commits


def order_of(secrets: Secrets, seats: int = 2, turns: int = 3, **durations: int) -> CreateGame:
    """The command that begins a toy game."""
    return CreateGame(
        ruleset="toy/1",
        seats=seats,
        options={"turns": turns},
        durations={"lobby": 3600, "picking": 60} | durations,
        spectators="open",
        listed=True,
        auditor=False,
        dice_anchor=dice_anchor(secrets),
        draw_commitment=draw_commitment(secrets),
    )


def create(commits: Commits, game_id: str = GAME, **parts: int) -> Committed:
    """Begin a toy game that nobody has joined."""
    secrets = new_secrets()
    return commits.create(game_id, order_of(secrets, **parts), secrets, key="create", digest="c")


def start(commits: Commits, game_id: str = GAME, seats: int = 2, **parts: int) -> Committed:
    """Begin a toy game, every seat taken: its first stage is open."""
    made = create(commits, game_id, seats=seats, **parts)
    for seat in range(seats):
        order = TakeSeat(name=f"Player {seat}")
        made = commits.administer(game_id, "joiner", order, key=f"join-{seat}", digest="j")
    return made


def declare(
    commits: Commits,
    seat: int,
    command: Command,
    key: str,
    *,
    game_id: str = GAME,
    stage: int | None = None,
    **parts: Any,
) -> Committed:
    """Declare in the open stage, unless another one is named."""
    if stage is None:
        stage = commits.now(game_id).head.stage
    digest = parts.pop("digest", repr(command))
    return commits.declare(
        game_id, seat, command, key=key, digest=digest, stage=stage, **parts
    )


def types(commits: Commits, game_id: str = GAME, after: int = 0) -> list[str]:
    """What happened, by name."""
    return [envelope.type for envelope in commits.reading.envelopes(game_id, after)]


def closes_at(commits: Commits, game_id: str = GAME) -> Any:
    """The instant at which the open stage closes."""
    deadline = commits.now(game_id).closes_at
    assert deadline is not None
    return instant(deadline)
