"""Whole games between bots without a service: the same JSON, the same loop, nothing in between.

A seat gets its options, its table and its feed from the projections of its own redacted events,
and what it declares goes as JSON through the schema of its type and the gate. Chance comes from a
seeded generator; no clock runs. After every declaration the invariants are checked. What is played
`quick` leaves out what nobody reads. `python -m tests.bots.arena --games 200` measures `sly`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from bots.client import Problem
from bots.roster import BOTS
from bots.table import Chair, Table
from events.codec import canonical, encode, loads
from projections.checkpoints import NOTHING_YET, View, after
from projections.options import options
from projections.table import written
from rules.junta import GAME
from rules.kernel import gate
from rules.kernel.chance import SupplyChance
from rules.kernel.course import ExpireStage
from rules.kernel.decider import Moment, decide, fold
from rules.kernel.identifiers import ANYBODY, Seat, Viewer
from rules.kernel.lobby import TakeSeat
from rules.kernel.messages import Event
from rules.kernel.rejections import Rejection
from rules.kernel.visibility import Stub, redact
from service.schemas import declaration_schema, load
from tests.bots import quick
from tests.when_then import created

Json = dict[str, Any]

NOON = "2026-01-01T12:00:00.000Z"


class Place(NamedTuple):
    """Where an event stands."""

    position: int
    hash: str
    recorded_at: str
    commit_end: int


class House:
    """One game: its events, and what each viewer knows of it."""

    def __init__(self, seats: int, seed: str) -> None:
        self.moment: Moment[Any] = Moment(0, None)
        self.events: list[tuple[Event, Place]] = []
        self._views: dict[Viewer, View] = {}
        self._known: dict[Viewer, Moment[Any]] = {}
        self._chance = Random(seed)
        self.luck = Random(f"luck:{seed}")
        self.accepts = quick.Remembering()
        self.moments: list[Moment[Any]] = []
        self.give("host", created(GAME, seats))
        for seat in range(seats):
            self.give("joiner", TakeSeat(name=f"Family {seat}"))

    def give(self, actor: Any, command: Any, stage: Any = None) -> None:
        """The command is judged, and what follows happens; raises its `Rejection`."""
        before = self.moment.state
        asked, gate.accepts = gate.accepts, self.accepts
        try:
            happened, self.moment = decide(GAME, self.moment, actor, command, stage)
        finally:
            gate.accepts = asked
        broken = list(GAME.laws.broken(self.state, before))
        assert not broken, (broken, actor, command)
        self.moments.append(self.moment)
        end = self.moment.position
        for event in happened:
            position = len(self.events) + 1
            self.events.append((event, Place(position, f"{position:064x}", NOON, end)))

    @property
    def state(self) -> Any:
        """The whole truth."""
        return self.moment.state

    def view(self, viewer: Viewer) -> View:
        """All that the viewer knows now."""
        view = self._views.get(viewer, NOTHING_YET)
        for event, place in self.events[view.position :]:
            view = after(GAME, view, place, redact(event, viewer))
        self._views[viewer] = view
        return view

    def known(self, viewer: Viewer) -> Any:
        """The state as far as the viewer knows it now."""
        since = self._known.get(viewer, Moment(0, None))
        news = (redact(event, viewer) for event, _ in self.events[since.position :])
        self._known[viewer] = moment = fold(GAME, news, since)
        return moment.state

    def rest(self, position: int) -> None:
        """Chance, where it is asked for; else the open stage's time is up."""
        course = self.state.course
        if course.requests:
            seed = self._chance.randbytes(32).hex()
            order = SupplyChance(request=course.requests[0].number, seed=seed, link=None)
            return self.give("system", order)
        return self.give("system", ExpireStage(stage=course.stage.number))


@dataclass(frozen=True)
class Phone:
    """What a bot's table asks of a client, answered by the house itself."""

    house: House
    viewer: Viewer
    refusals: list[str] = field(default_factory=list)

    def ruleset(self, name: str) -> Json:
        return {"about": GAME.about()}

    def table(self, game: str) -> Json:
        return written(game, GAME, self.viewer, self.house.view(self.viewer))

    def options(self, game: str) -> Json:
        moment = self.house.view(self.viewer).moment
        found = options(GAME, moment, self.viewer)  # type: ignore[arg-type]
        return {"position": moment.position, "options": found}

    def events(self, game: str, after: int = 0) -> Json:
        found = (_entry(event, place, self.viewer) for event, place in self.house.events[after:])
        return {"events": list(found)}

    def declare(self, game: str, body: Json, if_match: int | None = None) -> None:
        if if_match not in (None, self.house.moment.position):
            raise Problem(412, {"type": "/problems/position-moved"})
        body = loads(canonical(body))
        try:
            command, stage = load(declaration_schema(GAME, body), body)
            self.house.give(self.viewer, command, stage)
        except Rejection as refused:
            if refused.slug != "stage-moved":
                self.refusals.append(f"{body}: {refused.sentence}")
            document = {"type": f"/problems/{refused.slug}", "detail": refused.sentence}
            raise Problem(409, document) from None


class QuickPhone(Phone):
    """The same for many games."""

    def table(self, game: str) -> Json:
        return quick.table(self.house, self.viewer)

    def options(self, game: str) -> Json:
        found = quick.offers(self.house, self.viewer)
        return {"position": self.house.moment.position, "options": found}

    def events(self, game: str, after: int = 0) -> Json:
        return {"events": quick.entries(self.house, self.viewer, after)}

    def declare(self, game: str, body: Json, if_match: int | None = None) -> None:
        if isinstance(body, quick.Body):
            return self.house.give(self.viewer, body.command, self.house.state.course.stage.number)
        return super().declare(game, body, if_match)


def _entry(event: Event, place: Place, viewer: Viewer) -> Json:
    seen = redact(event, viewer)
    if isinstance(seen, Stub):
        return {"position": place.position}
    return {"position": place.position, "type": seen.TYPE, "data": encode(seen)}


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one game: the bots by seat, the winners, each account, refused declarations."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    accounts: tuple[int, ...]
    refusals: tuple[str, ...]
    positions: int
    turns: int

    def won(self, bot: str) -> float:
        """The part of the victory that went to seats of this bot."""
        if not self.winners:
            return 0.0
        return sum(self.bots[seat] == bot for seat in self.winners) / len(self.winners)


def play(
    bots: Sequence[str],
    seed: str | int,
    keep: Callable[[House], None] | None = None,
    *,
    phone: type[Phone] = Phone,
) -> Outcome:
    """One whole game; `bots` names the bot of each seat."""
    house = House(len(bots), f"chance:{seed}")
    phones = [phone(house, Seat(seat)) for seat in range(len(bots))]
    chairs = [
        Chair(seat=phone.viewer, client=phone, bot=BOTS[name](f"{seed}:{phone.viewer}"))  # type: ignore
        for phone, name in zip(phones, bots, strict=True)
    ]
    public: Any = phone(house, ANYBODY)
    ended = Table(game="arena", public=public, chairs=chairs, rest=house.rest).play()
    if keep is not None:
        keep(house)
    accounts = {line["seat"]: line["swiss_mp"] for line in ended["result"]["ranking"]}
    return Outcome(
        bots=tuple(bots),
        winners=tuple(ended["result"]["winners"]),
        accounts=tuple(accounts[seat] for seat in range(len(bots))),
        refusals=tuple(said for phone in phones for said in phone.refusals),
        positions=len(house.events),
        turns=ended["turn"]["number"],
    )


def rotated(seats: int, game: int, one: str, others: Sequence[str]) -> tuple[str, ...]:
    """One bot among others, a seat further in every game."""
    around = [others[i % len(others)] for i in range(seats - 1)]
    around.insert(game % seats, one)
    return tuple(around)


def _numbered(seats: int, one: str, others: Sequence[str], seed: int, game: int) -> Outcome:
    return play(rotated(seats, game, one, others), f"{seed}:{game}", phone=QuickPhone)


def tournament(
    games: int,
    *,
    seats: int = 5,
    one: str = "sly",
    others: Sequence[str] = ("random",),
    seed: int = 1,
    workers: int = 1,
) -> list[Outcome]:
    """Many games of one bot among others; with several workers, in as many processes."""
    run = partial(_numbered, seats, one, tuple(others), seed)
    if workers == 1:
        return [run(game) for game in range(games)]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(run, range(games), chunksize=4))


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a rate."""
    z, rate = 1.96, won / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def told(outcomes: Sequence[Outcome], bot: str) -> str:
    """How often the bot won, and what it and the others brought to Switzerland."""
    games = len(outcomes)
    won = sum(outcome.won(bot) for outcome in outcomes)
    low, high = interval(won, games)
    own = [a for o in outcomes for a, b in zip(o.accounts, o.bots, strict=True) if b == bot]
    rest = [a for o in outcomes for a, b in zip(o.accounts, o.bots, strict=True) if b != bot]
    mean = [f"{sum(some) / len(some):.1f}" if some else "-" for some in (own, rest)]
    refused = sum(len(outcome.refusals) for outcome in outcomes)
    return (
        f"{bot} won {won:.1f} of {games} games: {won / games:.1%} "
        f"(95 %: {low:.1%} to {high:.1%}); {mean[0]} MP on average, the others {mean[1]}; "
        f"{refused} declarations refused"
    )


def main() -> None:
    """Measure one bot among others."""
    asked = argparse.ArgumentParser(prog="python -m tests.bots.arena", description=main.__doc__)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--seats", type=int, default=5)
    asked.add_argument("--bot", default="sly", choices=sorted(BOTS))
    asked.add_argument("--others", default="random", help="names, divided by commas")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    given = asked.parse_args()
    began = time.monotonic()
    outcomes = tournament(
        given.games,
        seats=given.seats,
        one=given.bot,
        others=given.others.split(","),
        seed=given.seed,
        workers=given.workers,
    )
    print(told(outcomes, given.bot))
    for said in [s for outcome in outcomes for s in outcome.refusals][:10]:
        print("  refused:", said)
    events = sum(outcome.positions for outcome in outcomes) / given.games
    print(f"{time.monotonic() - began:.0f} s, {events:.0f} events a game")


if __name__ == "__main__":
    main()
