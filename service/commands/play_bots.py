"""`junta play-bots`: bots on the empty seats of a game of a running service, until it is over."""

from __future__ import annotations

import math

import click

from bots.roster import maker
from bots.table import Chair, Table, filled
from service.commands.calling import service_at
from service.commands.line_up import bots_option

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Fidel", "Gala")
MORE_NAMES = tuple(f"{name} {number}" for number in (2, 3, 4) for name in NAMES)


@click.command("play-bots")
@click.argument("url")
@click.argument("game")
@bots_option
@click.option("--seats", type=click.IntRange(1), metavar="N", help="At most so many bots.")
@click.option("--join-code", help="Where the game asks for one.")
@click.option("--seed", type=int, help="Decides what the bots do.")
def play_bots(
    url: str, game: str, bots: str, seats: int | None, join_code: str | None, seed: int | None
) -> int:
    """Put bots on the empty seats of GAME at URL, and play them until it is over."""
    with service_at(url, None) as public:
        names = (*NAMES, *MORE_NAMES)
        chairs = filled(public, game, names, maker(bots, seed), seats, join_code)
        if not chairs:
            click.echo(f"No seat of game {game} is empty.", err=True)
            return 1
        click.echo(f"Game {game}: {_seated(chairs)}; Ctrl-C stops the bots")
        try:
            table = Table(
                game=game, public=chairs[0].client, chairs=chairs, patience_s=math.inf
            ).play()
        except KeyboardInterrupt:
            click.echo("\nThe bots have stopped; their seats stay theirs, and stay silent.")
            return 0
    click.echo(f"Game {game} is {table['status']}, at position {table['position']}.")
    return 0


def _seated(chairs: tuple[Chair, ...]) -> str:
    return ", ".join(f"bot on seat {chair.seat}" for chair in chairs)
