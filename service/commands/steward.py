"""`junta steward`: plays the seats that rulings gave to bots, over HTTP as everybody else does.

It remembers nothing that it could not find again: which games have such seats stands in an index
that the sweep repairs from the logs, who plays which seat in the log, and a bot reads its own feed.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import click
import httpx

from bots.client import Client, NoAnswer, Problem, connection
from bots.roster import maker
from bots.table import Chair, Table
from events.commit import Commits
from events.log import LogError, UnknownGame
from rules.kernel.attendance import Attendance
from rules.kernel.course import Course
from rules.kernel.identifiers import Seat
from service.commands.calling import HERE, WrongUse
from service.commands.serve import settings
from service.redis_tokens import RedisTokens
from service.tokens import Grant, Tokens, bot_token, marked
from workers import wiring
from workers.outage import Outage
from workers.queue import no_answer
from workers.run import Stopping

EVERY_S = 0.5
LOOKS = 20
"""How often in a row one game is looked at while its bots have something to say."""
PUT_OFF_S = 10.0
"""How long a game is left alone after a call on it went wrong."""

PLAIN = "random"
FAULTS = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a bot raises that a game, or a state of one, was too much for."""

Held = tuple[tuple[Seat, str, int], ...]
"""Seats, the bots that play them, and since which tenure."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Played:
    """One game: which seats are held, the table with their bots, and when to look again.

    plain: whether a bot has come to grief here, so that they all declare whatever is offered.
    """

    held: Held = ()
    table: Table | None = None
    position: int = 0
    not_before: float = 0.0
    plain: bool = False

    def stand_up(self) -> None:
        """Seat the bots anew at the next look."""
        self.held, self.table, self.position = (), None, 0


@dataclass(kw_only=True)
class Steward:
    """All bots of one service."""

    commits: Commits
    tokens: Tokens
    http: httpx.Client
    _games: dict[str, Played] = field(default_factory=dict)

    def round(self) -> int:
        """Look at every game once; how many have bots."""
        games = self.commits.index.played()
        for gone in self._games.keys() - set(games):
            del self._games[gone]
        for game_id in games:
            self._look(game_id)
        return len(games)

    def _look(self, game_id: str) -> None:
        played = self._games.setdefault(game_id, Played())
        if time.monotonic() < played.not_before:
            return
        try:
            self._play(game_id, played)
        except UnknownGame:
            self.commits.index.set_played(game_id, played=False)
        except (LogError, NoAnswer, Problem) as failure:
            logger.warning("game %s: its bots wait: %s", game_id, failure)
            played.stand_up()
            played.not_before = time.monotonic() + PUT_OFF_S
        except FAULTS:
            logger.exception("game %s: a bot came to grief; plain ones play on", game_id)
            played.not_before = time.monotonic() + PUT_OFF_S if played.plain else 0.0
            played.stand_up()
            played.plain = True

    def _play(self, game_id: str, played: Played) -> None:
        """Ask the bots as long as they have something to say; drop a game that needs none."""
        for _ in range(LOOKS):
            standing = self.commits.now(game_id)
            course: Course = standing.state.course
            held = _held(course)
            if not held or standing.head.imported is not None:
                self.commits.index.set_played(game_id, played=False)
                return
            if standing.head.position == played.position or not _is_open(course):
                return
            if held != played.held:
                played.held, played.table = held, self._seated(game_id, held, played.plain)
            assert played.table is not None
            if not played.table.look():
                played.position = standing.head.position
                return

    def _seated(self, game_id: str, held: Held, plain: bool) -> Table:
        chairs = [
            self._chair(game_id, seat, PLAIN if plain else bot, tenure)
            for seat, bot, tenure in held
        ]
        return Table(game=game_id, public=chairs[0].client, chairs=chairs)

    def _chair(self, game_id: str, seat: Seat, bot: str, tenure: int) -> Chair:
        """The chair of one bot; its token is granted again, lest whoever ruled died before."""
        secret = self.commits.secrets(game_id).token_secret
        token = bot_token(secret, game_id, seat, tenure)
        grant = Grant(role="seat", seat=seat, tenure=tenure)
        self.tokens.grant(game_id, marked(token), grant)
        client = Client(http=self.http, token=token)
        return Chair(seat=seat, client=client, bot=maker(bot, None)(seat))


def _held(course: Course) -> Held:
    """The seats that bots play, as long as the game runs."""
    if course.status != "running":
        return ()
    there: Attendance = course.attendance
    return tuple((seat, bot, there.tenures[seat]) for seat, bot in sorted(there.bots.items()))


def _is_open(course: Course) -> bool:
    """Whether anybody can declare anything."""
    return course.stage is not None and not course.requests and not course.rulings.paused


def run(steward: Steward, stopping: Stopping) -> None:
    """Round after round until told to stop; a store that gives no answer is asked again."""
    outage, pause_s = Outage(what="the store of the games", logger=logger), EVERY_S
    while not stopping.raised:
        try:
            steward.round()
        except LogError as error:
            pause_s = outage.goes_on(error.__cause__ or error)
        else:
            outage.is_over()
            pause_s = EVERY_S
        _rest(stopping, pause_s)


def _rest(stopping: Stopping, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not stopping.raised and time.monotonic() < until:
        time.sleep(min(EVERY_S, seconds))


@click.command()
@click.option("--url", envvar="JUNTA_URL", default=HERE, show_default=True, help="The service.")
def steward(url: str) -> int:
    """Play the seats that rulings gave to bots, until told to stop."""
    store = settings().redis_url
    if store is None:
        raise WrongUse("JUNTA_REDIS_URL must name the Redis that holds the games.")
    if (said := no_answer(store)) is not None:
        raise WrongUse(said)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    stopping = Stopping()
    stop_at((signal.SIGTERM, signal.SIGINT), stopping)
    with connection(url) as http:
        tokens = RedisTokens(wiring.redis())
        run(Steward(commits=wiring.commits(), tokens=tokens, http=http), stopping)
    return 0


def stop_at(signals: Sequence[Any], stopping: Stopping) -> None:
    """Let each of these signals end the run after its round."""
    for number in signals:
        signal.signal(number, stopping.raise_it)
