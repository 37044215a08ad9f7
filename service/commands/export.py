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
from service.commands.calling import (
    Finding,
    WrongUse,
    service_at,
    token_option,
    url_option,
    writing,
)


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--as", "as_whom", metavar="VIEWER", help="Whose file, if you may have it.")
@click.option("-o", "--output", metavar="FILE", help="Default GAME.jsonl; - is the screen.")
@url_option
@token_option
def export(game: str, as_whom: str | None, output: str | None, url: str, token: str | None) -> int:
    """Keep GAME in a file.

    It is the game as you may see it; once it is over, all but private talk.
    """
    with service_at(url, token) as client:
        if output == "-":
            with writing(Path("the screen")):
                client.export(game, sys.stdout.buffer, as_whom)
                sys.stdout.buffer.flush()
            return 0
        click.echo(kept(client, game, Path(output or f"{game}.jsonl"), as_whom))
    return 0


def kept(client: Client, game: str, path: Path, as_whom: str | None = None) -> str:
    """Write the game to the path, checked and whole or not at all; what it is, in a sentence.

    A place that can't be written to is told before anything is asked for.
    """
    with writing(path):
        _check_place(path)
        part = path.with_name(f".{path.name}.part")
        file = part.open("wb")
    try:
        with writing(path):
            with file:
                client.export(game, file, as_whom)
            with part.open("rb") as lines:
                found = gamefile.read(lines)
            part.replace(path)
    except (GameFileBroken, ChainBroken, UnknownRuleset) as broken:
        raise Finding(f"What came is not the game: {broken}.") from None
    finally:
        part.unlink(missing_ok=True)
    return f"{path}: {game} as {found.viewer} sees it, {len(found.entries)} events."


def _check_place(path: Path) -> None:
    """A file is put in the place of a file, and never in that of a folder, a device or a pipe."""
    if not path.parent.is_dir():
        raise WrongUse(f"There is no folder {path.parent}.")
    if path.is_dir():
        raise WrongUse(f"{path} is a folder: name a file in it.")
    if path.exists() and not path.is_file():
        raise WrongUse(f"{path} is no file: name one, or - for the screen.")
