"""`junta sandbox`: a game that begins from the position in a file, with every seat in one hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from bots.client import Client, Problem
from rules.kernel.lobby import checked_name
from rules.kernel.rejections import Rejection
from service.commands.calling import (
    WrongUse,
    contents,
    file_argument,
    sentence,
    service_at,
    token_option,
    url_option,
)
from service.commands.play_bots import NAMES
from service.commands.table_text import short

RULESET = "junta/1"
SEATS = 5
OF_THE_GAME = (
    *("ruleset", "seats", "options", "durations", "spectators", "listed", "auditor", "names"),
    "sandbox",
)
"""What a file may say besides the position, which stands under `sandbox` or at the top."""

PATIENCE_S = 10
SHOWN = ("seat", "name", "posts", "hand_size", "swiss_bills", "alive")

Json = dict[str, Any]


@click.command()
@file_argument
@url_option
@token_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def sandbox(file: Path, url: str, token: str | None, as_json: bool) -> int:
    """Make a game that begins from the position in FILE (YAML), all its seats yours.

    The keys of the position stand at the top of the file or under `sandbox`; `seats`, `options`,
    `durations`, `names` may stand beside them.
    """
    wanted = _wanted(file)
    names = wanted.pop("names")
    with service_at(url, token) as client:
        made = _made(client, wanted)
        seats = [client.take_seat(made["id"], name) for name in names]
        table = _begun(client.holding(seats[0]["token"]), made["id"])
    told = _told(url, made, seats)
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(_lines(told, table)))
    return 0


def _wanted(file: Path) -> Json:
    """The body of the call that makes the game, and the names of the players."""
    try:
        read = yaml.safe_load(contents(file).decode("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as fault:
        raise WrongUse(f"{file} is not YAML{_where(fault)}.") from None
    if not isinstance(read, dict):
        raise WrongUse(f"{file} holds no position: a mapping of keys is needed.")
    written = _plain(file, read)
    game = {key: value for key, value in written.items() if key in OF_THE_GAME}
    position = {key: value for key, value in written.items() if key not in OF_THE_GAME}
    if "sandbox" in game and position:
        strangers = ", ".join(sorted(position))
        raise WrongUse(f"{file} has keys beside `sandbox` that no game has: {strangers}.")
    body = {"ruleset": RULESET, "seats": SEATS, "auditor": True, "sandbox": position, **game}
    return {**body, "names": _names(file, body)}


def _where(fault: Exception) -> str:
    mark = getattr(fault, "problem_mark", None)
    return "" if mark is None else f" (line {mark.line + 1}, column {mark.column + 1})"


def _plain(file: Path, read: Json) -> Json:
    """As JSON: YAML's numbers as keys become words, and what JSON has no word for is refused."""
    try:
        written: Json = json.loads(json.dumps(_worded(read), allow_nan=False))
    except (TypeError, ValueError) as fault:
        raise WrongUse(f"{file} holds what JSON cannot: {fault}.") from None
    return written


def _worded(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _worded(item) for key, item in value.items()}
    return [_worded(item) for item in value] if isinstance(value, list) else value


def _names(file: Path, body: Json) -> list[str]:
    """A name for every seat: those given, then the usual ones."""
    given, seats = body.pop("names", []), body["seats"]
    fitting = isinstance(given, list) and all(isinstance(name, str) for name in given)
    if not fitting or (isinstance(seats, int) and len(given) > seats):
        raise WrongUse(f"`names` in {file} takes a list of words, one for each seat.")
    names = _told_apart(file, given)
    others = [name for name in NAMES if _is_free(name, names)]
    return [*names, *others][: seats if isinstance(seats, int) else 0]


def _told_apart(file: Path, given: list[str]) -> list[str]:
    """The names as the service would take them, asked before there is a game."""
    names: list[str] = []
    for name in given:
        try:
            names.append(checked_name(name, names))
        except Rejection as refused:
            raise WrongUse(sentence(f"`names` in {file}: {refused}")) from None
    return names


def _is_free(name: str, names: list[str]) -> bool:
    try:
        return bool(checked_name(name, names))
    except Rejection:
        return False


def _made(client: Client, body: Json) -> Json:
    """The game; every fault of the position is told."""
    try:
        return client.make_game(**body)
    except Problem as problem:
        faults = problem.document.get("errors", [])
        if len(faults) < 2:
            raise
        said = "; ".join(f"{one['pointer']}: {one['detail'].rstrip('.')}" for one in faults)
        raise WrongUse(sentence(said)) from None


def _begun(client: Client, game: str) -> Json:
    """The table once somebody is asked, or as it is when that takes too long."""
    table, after = client.table(game), 0
    for _ in range(PATIENCE_S):
        stage = table["stage"]
        if (stage is not None and stage["waiting_for"]) or table["status"] == "finished":
            break
        after = max(after, table["position"])
        client.events(game, after, wait=1)
        table = client.table(game)
    return table


def _told(url: str, made: Json, seats: list[Json]) -> Json:
    game = made["id"]
    return {
        "game": game,
        "table": f"{url.rstrip('/')}/v1/games/{game}/table",
        "seats": [{key: seat[key] for key in ("seat", "name", "token")} for seat in seats],
        "host_token": made["host_token"],
        "auditor_token": made.get("auditor_token"),
    }


def _lines(told: Json, table: Mapping[str, Any]) -> Iterator[str]:
    """Where the game is, who holds which token, and what the table says now."""
    yield f"Sandbox {told['game']}: {told['table']}"
    yield ""
    width = max(len(seat["name"]) for seat in told["seats"])
    for seat in told["seats"]:
        yield f"seat {seat['seat']}  {seat['name'].ljust(width)}  {seat['token']}"
    for role in ("host", "auditor"):
        if told[f"{role}_token"]:
            yield f"{role.ljust(8 + width)}  {told[f'{role}_token']}"
    yield ""
    players = [{key: one[key] for key in SHOWN if key in one} for one in table["players"]]
    yield from short({**table, "players": players})
    yield ""
    first = told["seats"][0]
    yield f"As {first['name']} sees it:"
    yield f'curl -s {told["table"]} -H "Authorization: Bearer {first["token"]}"'
