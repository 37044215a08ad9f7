"""`junta demo`: a whole game between bots, over HTTP, on a service of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import click

from bots.client import Client, NoAnswer, Problem, connection
from bots.deeds import lines
from bots.roster import maker
from bots.table import PATIENCE_S, Bot, GameStuck, Table, seated
from bots.turns import Chronicle
from service.commands.calling import Finding
from service.commands.export import kept
from service.commands.line_up import bots_option
from service.commands.listing import WholeNumber
from service.commands.private_server import PrivateServer, private_folder, private_server
from service.commands.serve import settings

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Fidel", "Gala")
RULESET = "junta/1"


@click.command()
@click.option(
    "--seats",
    type=WholeNumber(4, len(NAMES)),
    default=5,
    show_default=True,
    help=f"How many play, 4 to {len(NAMES)}.",
)
@bots_option
@click.option(
    "--seed", type=WholeNumber(), help="Decides what the bots do; chance is the server's."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document at the end.")
def demo(seats: int, bots: str, seed: int | None, as_json: bool) -> int:
    """Play one whole game between bots on a server of its own, and keep its file."""
    began = time.monotonic()
    try:
        with private_folder("demo") as folder, private_server(folder) as server:
            told = _played(server, seats, bots, seed, as_json)
    except (GameStuck, NoAnswer, Problem) as failure:
        raise Finding(f"The game did not come to its end: {failure}.") from None
    told |= {"bots": bots, "seed": seed, "seconds": round(time.monotonic() - began, 1)}
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else _ending(told))
    return 0


def _played(
    server: PrivateServer, seats: int, bots: str, seed: int | None, quiet: bool
) -> dict[str, Any]:
    with connection(server.url) as http:
        public = Client(http=http)
        game = public.make_game(ruleset=RULESET, seats=seats, durations="bots")["id"]
        click.echo(f"Game {game}: {seats} bots at {server.url}", err=quiet)
        spectator = Spectator(url=server.url, game=game, quiet=quiet)
        spectator.start()
        chairs = seated(public, game, _bots(seats, bots, seed))
        table = Table(game=game, public=public, chairs=chairs).play()
        spectator.watched()
        path = settings().var / f"demo-{game}.jsonl"
        kept(public, game, path)
    return {
        "game": game,
        "ruleset": RULESET,
        "seats": seats,
        "events": spectator.position,
        "turns": [turn.written() for turn in spectator.chronicle.turns],
        **spectator.chronicle.deeds.written(),
        "ranking": _ranking(table, spectator.chronicle),
        "file": str(path),
    }


class Spectator(Thread):
    """Reads the public stream to its end and tells each turn as it ends.

    A thread that nobody waits for when the game breaks off, with a connection of its own.
    """

    def __init__(self, *, url: str, game: str, quiet: bool) -> None:
        super().__init__(daemon=True, name="spectator")
        self.chronicle = Chronicle()
        self.position = 0
        self._client = Client(http=connection(url))
        self._game, self._quiet = game, quiet
        self._failure: Exception | None = None

    def run(self) -> None:
        try:
            for turn in self.chronicle.read(self._stream()):
                click.echo(self.chronicle.sentence(turn), err=self._quiet)
        except (NoAnswer, Problem) as failure:
            self._failure = failure

    def _stream(self) -> Iterator[dict[str, Any]]:
        for entry in self._client.stream(self._game):
            self.position = entry["position"]
            yield entry

    def watched(self) -> None:
        """Wait for the end of the stream; raises what broke it off."""
        self.join(PATIENCE_S)
        if self._failure is not None:
            raise self._failure
        if self.is_alive():
            raise GameStuck(f"the stream of game {self._game} does not end")


def _bots(seats: int, bots: str, seed: int | None) -> dict[str, Bot]:
    made = maker(bots, seed)
    return {name: made(seat) for seat, name in enumerate(NAMES[:seats])}


def _ranking(table: dict[str, Any], chronicle: Chronicle) -> list[dict[str, Any]]:
    found = table["result"]["ranking"]
    return [{**line, "name": chronicle.named(line["seat"])} for line in found]


def _ending(told: dict[str, Any]) -> str:
    ranking = (
        f"  {line['rank']}. {line['name']}: {line['swiss_mp']} MP in Switzerland"
        for line in told["ranking"]
    )
    return "\n".join(
        [
            f"Over after {told['events']} events in {told['seconds']} s:",
            *ranking,
            *lines(told),
            f"The game is kept in {told['file']}; see `junta replay {told['file']}`.",
        ]
    )
