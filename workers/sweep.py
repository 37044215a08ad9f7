"""The sweep: each second the games that are due, each minute all heads.

Jobs may be lost and indexes may be wrong; the heads are right. Whatever went amiss with a queue or
an index is made good here, within a second or a minute.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from threading import Event

from events.codec import loads
from events.commit import Commits
from events.log import Busy, LogError, Unavailable, UnknownGame, due_at
from workers.look import look
from workers.outage import Outage

EVERY_S = 1.0
REPAIR_EVERY = 60
"""In sweeps."""
MOST_AT_ONCE = 500
PUT_OFF_S = 30.0
"""How long a game that can't be looked at is left alone."""

logger = logging.getLogger(__name__)


def run(commits: Commits, alive: Callable[[], None], stop: Event) -> None:
    """Sweep until told to stop; `alive` is called before every sweep."""
    count, outage = 0, Outage(what="the store of the games", logger=logger)
    while not stop.is_set():
        try:
            alive()
            if count % REPAIR_EVERY == 0:
                repair(commits)
            sweep(commits)
            count += 1
            outage.is_over()
        except Unavailable as error:
            outage.goes_on(error.__cause__ or error)
        stop.wait(EVERY_S)


def sweep(commits: Commits) -> int:
    """Look at every game that is due now; how many there were."""
    games = commits.index.due_by(commits.clock().timestamp(), MOST_AT_ONCE)
    for game_id in games:
        _look(commits, game_id)
    return len(games)


def _look(commits: Commits, game_id: str) -> None:
    """A game that can't be looked at is told, put off, and keeps no other from being looked at."""
    try:
        look(commits, game_id)
    except UnknownGame:
        commits.index.set_due(game_id, None)
    except Busy:
        logger.info("game %s is busy; the next sweep will look", game_id)
    except Unavailable:
        raise
    except (LogError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError):
        logger.exception("game %s can't be looked at", game_id)
        commits.index.set_due(game_id, commits.clock().timestamp() + PUT_OFF_S)


def repair(commits: Commits) -> int:
    """Put the indexes right, from all heads; how many entries were wrong."""
    indexed, played = commits.index.all_due(), frozenset(commits.index.played())
    games = commits.log.games()
    return sum(_repair(commits, batch, indexed, played) for batch in _batches(games))


def _batches(games: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(islice(games, MOST_AT_ONCE)):
        yield batch


def _repair(
    commits: Commits, games: list[str], indexed: dict[str, float], played: frozenset[str]
) -> int:
    heads = [(g, head) for g, head in zip(games, commits.log.heads(games), strict=True) if head]
    due = {game_id: due_at(head) for game_id, head in heads}
    wrong = [game_id for game_id, at in due.items() if at != indexed.get(game_id)]
    for game_id in wrong:
        commits.index.set_due(game_id, due[game_id])
    unlisted = commits.index.unlisted(list(due))
    for game_id in unlisted:
        _enter(commits, game_id)
    unplayed = [game_id for game_id, head in heads if head.bots and game_id not in played]
    for game_id in unplayed:
        commits.index.set_played(game_id, played=True)
    return len(wrong) + len(unlisted) + len(unplayed)


def _enter(commits: Commits, game_id: str) -> None:
    first = loads(commits.log.read(game_id, 0, 1)[0])
    commits.index.enter(game_id, first["recorded_at"])
