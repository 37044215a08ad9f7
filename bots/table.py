"""Several bots at one table: each is asked when the game waits for it, until the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import orjson

from bots.client import Client, Json, Problem

ENDED = ("finished", "abandoned", "voided")
TOO_LATE = (
    *("stage-moved", "not-your-turn", "not-now"),
    *("position-moved", "game-paused", "game-not-running"),
)
"""Somebody, or the clock, was faster: look again."""

REFUSED = (400, 409, 422)
"""The rules, or the form, would not have it: a bot may look again and declare something else."""

NAME_TAKEN = "name-taken"
NO_SEAT = ("game-full", "game-started")

POLL_S = 5
PATIENCE_S = 120.0

OnSeen = Callable[[str, int, bytes], None]


class Bot(Protocol):
    """A player."""

    def meddles(self) -> bool: ...
    def choose(self, options: Sequence[Json], asked: bool) -> Json | None: ...


@runtime_checkable
class Watcher(Protocol):
    """A bot that looks at its table and its feed before it chooses, and is told of refusals.

    It reads the document of the ruleset once, before it sees a table. `at_a_glance`: the answer to
    a question that it need not look for.
    """

    @property
    def heard(self) -> int: ...
    def at_a_glance(self, options: Sequence[Json]) -> Json | None: ...
    def reads(self, ruleset: Json) -> None: ...
    def sees(self, table: Json, entries: Iterable[Json]) -> None: ...
    def refused(self, body: Json) -> None: ...


class Viewer(Protocol):
    """Somebody who can look at the table; a `Client` is one."""

    def table_bytes(self, game: str) -> bytes: ...


class GameStuck(Exception):
    """Nothing happened for too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat of a game, and the bot that sits there."""

    seat: int
    client: Client
    bot: Bot
    watcher: Watcher | None = field(init=False)
    """The bot, if it is one that looks."""

    def __post_init__(self) -> None:
        watcher = self.bot if isinstance(self.bot, Watcher) else None
        object.__setattr__(self, "watcher", watcher)


def seated(client: Client, game: str, bots: Mapping[str, Bot]) -> tuple[Chair, ...]:
    """Every bot takes a seat, under its name; the last one starts the game."""
    return tuple(_chair(client, client.take_seat(game, name), bot) for name, bot in bots.items())


def filled(
    client: Client,
    game: str,
    names: Iterable[str],
    made: Callable[[int], Bot],
    most: int | None = None,
    join_code: str | None = None,
) -> tuple[Chair, ...]:
    """Bots on the seats that are still empty, at most so many; `made` makes one for its seat.

    Names that somebody has are passed over. Raises `Problem`.
    """
    more = {} if join_code is None else {"join_code": join_code}
    chairs: list[Chair] = []
    for name in names:
        if len(chairs) == most:
            break
        try:
            taken = client.take_seat(game, name, **more)
        except Problem as problem:
            if problem.slug == NAME_TAKEN:
                continue
            if problem.slug in NO_SEAT:
                break
            raise
        chairs.append(_chair(client, taken, made(taken["seat"])))
    return tuple(chairs)


def _chair(client: Client, taken: Json, bot: Bot) -> Chair:
    return Chair(seat=taken["seat"], client=client.holding(taken["token"]), bot=bot)


@dataclass(kw_only=True)
class Table:
    """One game that bots play.

    public: a client without a token. rest: called with the position when the game waits for
    nobody; by default it waits for the next event. on_seen: is given (viewer, position, table as it
    came) by every viewer in `viewers` after each thing that happened.
    """

    game: str
    public: Client
    chairs: Sequence[Chair]
    rest: Callable[[int], None] | None = None
    on_seen: OnSeen | None = None
    viewers: Mapping[str, Viewer] = field(default_factory=dict)
    patience_s: float = PATIENCE_S
    _meddled_at: int = 0
    _ruleset: Json | None = None
    _read: set[int] = field(default_factory=set)

    def play(self) -> Json:
        """Play to the end; the public table after it. Raises `GameStuck` and `Problem`."""
        position, moved_at = 0, time.monotonic()
        while True:
            self.show()
            table = self.public.table(self.game)
            if table["status"] in ENDED:
                return table
            if table["position"] != position:
                position, moved_at = table["position"], time.monotonic()
            elif time.monotonic() - moved_at > self.patience_s:
                raise GameStuck(f"game {self.game} is at position {position} and does not go on")
            if not self._asked_all(table):
                (self.rest or self._wait)(position)

    def look(self) -> bool:
        """One look at the table; whether anybody who was asked, or meddled, declared something."""
        return self._asked_all(self.public.table(self.game))

    def show(self) -> None:
        """Let every viewer look."""
        if self.on_seen is None:
            return
        for viewer, client in self.viewers.items():
            seen = client.table_bytes(self.game)
            self.on_seen(viewer, orjson.loads(seen)["position"], seen)

    def _asked_all(self, table: Json) -> bool:
        """Whether anybody declared anything."""
        stage = table["stage"]
        if stage is None or table["requests"]:
            return False
        waiting = stage["waiting_for"]
        others = [chair for chair in self.chairs if chair.seat not in waiting]
        first = [chair for chair in others if _meddles(chair)] if self._is_news(table) else []
        then = [chair for chair in self.chairs if chair.seat in waiting]
        declared = [self._turn(chair, chair.seat in waiting) for chair in (*first, *then)]
        return any(declared)

    def _is_news(self, table: Json) -> bool:
        """Whether something happened since bots last thought of meddling."""
        before, self._meddled_at = self._meddled_at, table["position"]
        return self._meddled_at != before

    def _turn(self, chair: Chair, asked: bool) -> bool:
        """One look at the options and perhaps one declaration; whether it was taken."""
        offered = chair.client.options(self.game)
        body = self._chosen(chair, offered["options"], asked)
        if body is None:
            return False
        try:
            chair.client.declare(self.game, body, if_match=offered["position"])
        except Problem as problem:
            if problem.slug in TOO_LATE:
                return False
            if chair.watcher is None or problem.status not in REFUSED:
                raise
            chair.watcher.refused(body)
            return False
        self.show()
        return True

    def _chosen(self, chair: Chair, options: Sequence[Json], asked: bool) -> Json | None:
        """What the bot declares; one that looks looks first, if there is anything to think about.

        What happened since the options were read makes the declaration come too late, at worst.
        """
        bot = chair.watcher
        if bot is not None:
            body = bot.at_a_glance(options) if asked else None
            if body is not None:
                return body
            self._let_read(chair, bot)
            _watch(chair.client, self.game, bot)
        return chair.bot.choose(options, asked)

    def _let_read(self, chair: Chair, bot: Watcher) -> None:
        """Each bot reads the ruleset once; the service is asked once for all of them."""
        if chair.seat in self._read:
            return
        if self._ruleset is None:
            name = self.public.table(self.game)["ruleset"]
            self._ruleset = self.public.ruleset(name)
        bot.reads(self._ruleset)
        self._read.add(chair.seat)

    def _wait(self, position: int) -> None:
        self.public.events(self.game, position, wait=POLL_S, limit=1)


def _watch(client: Client, game: str, bot: Watcher) -> None:
    """The bot sees its table, and what happened since it heard last."""
    entries: list[Json] = []
    after = bot.heard
    while page := client.events(game, after)["events"]:
        entries += page
        after = page[-1]["position"]
    bot.sees(client.table(game), entries)


def _meddles(chair: Chair) -> bool:
    return chair.bot.meddles()


def viewers_of(
    public: Client, chairs: Sequence[Chair], auditor: Client | None
) -> dict[str, Client]:
    """Everyone who can look at the game, as `as=` calls him.

    The auditor first: that he looked is an event, which the others then see.
    """
    found = {} if auditor is None else {"auditor": auditor}
    return found | {"public": public} | {f"seat:{chair.seat}": chair.client for chair in chairs}
