"""`junta demo`: a whole game between bots, over HTTP, on a service of its own."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click

from bots.client import Client, NoAnswer, Problem, connection
from bots.random_bot import RandomBot
from bots.table import Bot, GameStuck, Table, seated
from bots.turns import Chronicle
from events.reading import Reading
from events.redis_client import connect
from events.redis_log import RedisLog
from projections.export import export
from rules.kernel.identifiers import AUDITOR
from service.commands.private_server import PrivateServer, private_folder, private_server
from service.settings import Settings

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Fidel", "Gala")
RULESET = "junta/1"


@click.command()
@click.option("--seats", type=click.IntRange(4, len(NAMES)), default=5, show_default=True)
@click.option("--bots", type=click.Choice(["random"]), default="random", show_default=True)
@click.option("--seed", type=int, help="Decides what the bots do; chance is the server's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document at the end.")
def demo(seats: int, bots: str, seed: int | None, as_json: bool) -> int:
    """Play one whole game between bots, on a private server, and keep its file."""
    began = time.monotonic()
    try:
        with private_folder("demo") as folder, private_server(folder) as server:
            told = _played(server, seats, seed, as_json)
    except (GameStuck, NoAnswer, Problem) as failure:
        raise click.ClickException(f"The game did not come to its end: {failure}.") from None
    told |= {"bots": bots, "seed": seed, "seconds": round(time.monotonic() - began, 1)}
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else _ending(told))
    return 0


def _played(server: PrivateServer, seats: int, seed: int | None, quiet: bool) -> dict[str, Any]:
    with connection(server.url) as http, ThreadPoolExecutor(1) as pool:
        public = Client(http=http)
        made = public.make_game(ruleset=RULESET, seats=seats, durations="bots")
        game = made["id"]
        click.echo(f"Game {game}: {seats} bots at {server.url}", err=quiet)
        chronicle = Chronicle()
        watching = pool.submit(_watched, public, game, chronicle, quiet)
        chairs = seated(public, game, _bots(seats, seed))
        table = Table(game=game, public=public, chairs=chairs).play()
        position = watching.result()
    return {
        "game": game,
        "ruleset": RULESET,
        "seats": seats,
        "events": position,
        "turns": [turn.written() for turn in chronicle.turns],
        "ranking": _ranking(table, chronicle),
        "file": str(_kept(server, game)),
    }


def _bots(seats: int, seed: int | None) -> dict[str, Bot]:
    return {
        name: RandomBot(None if seed is None else f"{seed}:{seat}")
        for seat, name in enumerate(NAMES[:seats])
    }


def _watched(public: Client, game: str, chronicle: Chronicle, quiet: bool) -> int:
    """Tell each turn as it ends, from the stream, to the end; the last position."""
    last = [0]
    for turn in chronicle.read(_counting(public.stream(game), last)):
        click.echo(chronicle.sentence(turn), err=quiet)
    return last[0]


def _counting(feed: Iterable[dict[str, Any]], last: list[int]) -> Iterator[dict[str, Any]]:
    for entry in feed:
        last[0] = entry["position"]
        yield entry


def _ranking(table: dict[str, Any], chronicle: Chronicle) -> list[dict[str, Any]]:
    found = table["result"]["ranking"]
    return [{**line, "name": chronicle.named(line["seat"])} for line in found]


def _kept(server: PrivateServer, game: str) -> Path:
    """The whole game as a file under `./var`, which is not removed."""
    place = Settings.from_env(os.environ).var / f"demo-{game}.jsonl"
    reading = Reading(log=RedisLog(connect(server.redis_url)))
    with place.open("wb") as file:
        file.writelines(export(reading, game, AUDITOR))
    return place


def _ending(told: dict[str, Any]) -> str:
    ranking = (
        f"  {line['rank']}. {line['name']}: {line['swiss_mp']} MP in Switzerland"
        for line in told["ranking"]
    )
    return "\n".join(
        [
            f"Over after {told['events']} events in {told['seconds']} s:",
            *ranking,
            f"The game is kept in {told['file']}; see `junta replay {told['file']}`.",
        ]
    )
