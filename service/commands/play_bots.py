"""`junta play-bots`: bots on the empty seats of a game of a running service, until it is over."""

from __future__ import annotations

import math
from collections.abc import Iterator

import click

from bots.client import Client, Json
from bots.roster import maker
from bots.table import Chair, Table, filled
from service.commands.calling import WrongUse, service_at
from service.commands.line_up import bots_option
from service.commands.listing import WholeNumber

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Fidel", "Gala")
MORE_NAMES = tuple(f"{name} {number}" for number in (2, 3, 4) for name in NAMES)


@click.command("play-bots")
@click.argument("url")
@click.argument("game")
@bots_option
@click.option("--seats", type=WholeNumber(1), metavar="N", help="At most so many bots.")
@click.option("--join-code", help="Where the game asks for one.")
@click.option("--seed", type=WholeNumber(), help="Decides what the bots do.")
def play_bots(
    url: str, game: str, bots: str, seats: int | None, join_code: str | None, seed: int | None
) -> int:
    """Put bots on the empty seats of GAME at URL, and play them until it is over."""
    with service_at(url, None) as public:
        names = (*NAMES, *MORE_NAMES)
        chairs = filled(public, game, names, maker(bots, seed), seats, join_code)
        if not chairs:
            raise WrongUse(f"No seat of game {game} is empty.")
        click.echo(f"Game {game}: {_seated(chairs)}; Ctrl-C stops the bots")
        seated = chairs[0].client
        try:
            Table(game=game, public=seated, chairs=chairs, patience_s=math.inf).play()
            table = _at_its_end(seated, game)
        except KeyboardInterrupt:
            click.echo("\nThe bots have stopped; their seats stay theirs, and stay silent.")
            return 0
    click.echo(f"Game {game} is {table['status']}, at position {table['position']}.")
    for line in _result(table):
        click.echo(line)
    return 0


def _at_its_end(client: Client, game: str) -> Json:
    """The table once nothing will follow: after the game itself its secrets are laid open."""
    for _ in client.stream(game, client.table(game)["position"]):
        pass
    return client.table(game)


def _result(table: Json) -> Iterator[str]:
    """Who has won, and everybody's place; nothing where a game ended without a result."""
    ranking = (table.get("result") or {}).get("ranking") or []
    names = {player["seat"]: player["name"] for player in table["players"]}
    winners = [names[line["seat"]] for line in ranking if line["rank"] == 1]
    if winners:
        yield f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}:"
    for line in ranking:
        yield f"  {line['rank']}. {names[line['seat']]}: {line['swiss_mp']} MP in Switzerland"


def _seated(chairs: tuple[Chair, ...]) -> str:
    return ", ".join(f"bot on seat {chair.seat}" for chair in chairs)
