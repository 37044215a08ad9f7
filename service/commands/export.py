"""`junta export`: a game of a running service as a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bots.client import Client
from events import gamefile
from events.envelope import ChainBroken
from events.gamefile import GameFileBroken
from rules.registry import UnknownRuleset
from service.commands.calling import WRONG_NAMES, service_at, token_option, url_option


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--as", "as_whom", metavar="VIEWER", help="Whose file, if you may have it.")
@click.option("-o", "--output", metavar="FILE", help="Default GAME.jsonl; - is the screen.")
@url_option
@token_option
def export(game: str, as_whom: str | None, output: str | None, url: str, token: str | None) -> int:
    """Keep GAME in a file, as you may see it; once it is over, all but private talk."""
    with service_at(url, token, WRONG_NAMES) as client:
        if output == "-":
            client.export(game, sys.stdout.buffer, as_whom)
            return 0
        path = Path(output or f"{game}.jsonl")
        if not path.parent.is_dir():
            raise click.UsageError(f"There is no folder {path.parent}.")
        click.echo(kept(client, game, path, as_whom))
    return 0


def kept(client: Client, game: str, path: Path, as_whom: str | None = None) -> str:
    """Write the game to the path, checked and whole or not at all; what it is, in a sentence."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            client.export(game, file, as_whom)
        with part.open("rb") as lines:
            found = gamefile.read(lines)
        part.replace(path)
    except (GameFileBroken, ChainBroken, UnknownRuleset) as broken:
        raise click.ClickException(f"What came is not the game: {broken}.") from None
    finally:
        part.unlink(missing_ok=True)
    return f"{path}: {game} as {found.viewer} sees it, {len(found.entries)} events."
