"""`junta replay`: the course of a game, or its table at one position, to read."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from bots.client import Client
from events.codec import CodecError
from events.envelope import ChainBroken
from events.gamefile import GameFileBroken
from projections.viewer import NoSuchViewer, spell
from rules.registry import UnknownRuleset
from service.commands import stepping, table_text, telling
from service.commands.calling import (
    Finding,
    WrongUse,
    contents,
    sentence,
    service_at,
    token_option,
    url_option,
)
from service.commands.listing import WholeNumber
from service.commands.recorded import NotInFile, Recorded, from_lines, from_service
from service.commands.telling import Kind, Line

GAME = re.compile(r"g[a-z2-7]{10}")
STYLES: dict[Kind, str] = {
    "date": "dim",
    "turn": "bold underline",
    "stage": "bold cyan",
    "declared": "bold",
    "followed": "",
    "dice": "yellow",
}


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", type=WholeNumber(1), metavar="N", help="The table right after event N.")
@click.option(
    "--as", "as_whom", metavar="VIEWER", help="public, seat:0, seat:1 …, auditor or archive."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--step", is_flag=True, help="Commit by commit, on a terminal.")
@url_option
@token_option
def replay(
    game: str,
    at: int | None,
    as_whom: str | None,
    as_json: bool,
    step: bool,
    url: str,
    token: str | None,
) -> int:
    """Tell a game again: from its FILE (- is standard input) or, by its id, from a service."""
    if step:
        _check_terminal(game, as_json)
    if _is_there(Path(game)):
        _replay_file(Path(game), at, as_whom, as_json, step)
    elif GAME.fullmatch(game):
        with service_at(url, token) as client:
            _replay_game(client, game, at, as_whom, as_json, step)
    else:
        raise WrongUse(f"{game} is neither a file nor the id of a game.")
    return 0


def _is_there(path: Path) -> bool:
    """Whether a file can be read from; pipes and devices count, folders are wrong use."""
    try:
        if path.is_dir():
            raise WrongUse(f"{path} is a folder, not the file of a game.")
        return str(path) == "-" or path.exists()
    except OSError:
        return False


def _check_terminal(game: str, as_json: bool) -> None:
    if as_json:
        raise WrongUse("--step is for people, --json for programs: choose one.")
    if game == "-":
        raise WrongUse("--step reads the terminal, - the game from standard input: choose one.")
    if not sys.stdin.isatty():
        raise WrongUse("--step needs a terminal to be stepped from.")


def _replay_file(
    path: Path, at: int | None, as_whom: str | None, as_json: bool, step: bool
) -> None:
    try:
        recorded = from_lines(contents(path).splitlines(keepends=True), as_whom)
        table = None if at is None else recorded.table(at)
    except (GameFileBroken, ChainBroken, UnknownRuleset) as broken:
        raise Finding(f"{_named(path)}: {broken}.") from None
    except (NotInFile, NoSuchViewer) as wrong:
        raise WrongUse(sentence(wrong)) from None
    if not recorded.proved:
        click.echo("Its secrets are not revealed yet, so they cannot be proved.", err=True)
    if step:
        stepping.step(recorded, at, click.prompt, _print)
    else:
        _show(recorded, table, as_json)


def _named(path: Path) -> str:
    return "standard input" if str(path) == "-" else str(path)


def _replay_game(
    client: Client, game: str, at: int | None, as_whom: str | None, as_json: bool, step: bool
) -> None:
    try:
        if at is not None and not step:
            _show(None, client.table(game, at, as_whom), as_json)
            return
        recorded = from_service(client, game, as_whom)
    except (CodecError, UnknownRuleset) as strange:
        raise Finding(sentence(strange)) from None
    if step:
        stepping.step(recorded, at, click.prompt, _print)
    else:
        _show(recorded, None, as_json)


def _show(recorded: Recorded | None, table: dict[str, Any] | None, as_json: bool) -> None:
    if table is not None:
        if as_json:
            click.echo(json.dumps(table, ensure_ascii=False))
        else:
            _print(Line("followed", line) for line in table_text.lines(table))
    elif recorded is not None:
        if as_json:
            click.echo(json.dumps(recorded.written(), ensure_ascii=False))
        else:
            _print([_heading(recorded), *telling.lines(recorded)])


def _heading(recorded: Recorded) -> Line:
    seen = spell(recorded.viewer)
    said = f"{recorded.game_id} ({recorded.game.id}), {len(recorded.entries)} events"
    return Line("turn", f"{said}, as {seen} saw it; all times are UTC")


def _print(lines: Iterable[Line]) -> None:
    """In colours on a terminal, plain otherwise."""
    if not sys.stdout.isatty():
        click.echo("\n".join(line.text for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        console.print(Text(line.text, style=STYLES[line.kind]), soft_wrap=True)
