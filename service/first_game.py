"""The five calls of a first game, ready to paste into a shell with curl and Python.

`junta serve` prints them; the README tells the same game.
"""

from __future__ import annotations

import secrets

FIELD = "python3 -c 'import json,sys; print(json.load(sys.stdin)[\"{name}\"])'"
STAGE = "python3 -c 'import json,sys; print(json.load(sys.stdin)[\"stage\"][\"number\"])'"


def first_game_calls(address: str) -> list[str]:
    """Make a game, seat four players, look at the table, ask what may be declared, declare it.

    The keys are new each time: a used key would be answered with the game it made before.
    """
    games, game = f"{address}/v1/games", f"{address}/v1/games/$GAME"
    make = _post(games, '\'{"ruleset": "junta/1", "seats": 4, "durations": "live"}\'')
    sit = _post(f"{game}/seats", '"{\\"name\\": \\"$NAME\\"}"', key="$NAME-")
    ana = '-H "Authorization: Bearer $Ana"'
    declare = _post(
        f"{game}/declarations",
        '"{\\"type\\": \\"nominate\\", \\"stage\\": $STAGE, \\"support\\": {}}"',
    )
    token = FIELD.format(name="token")
    return [
        f"GAME=$({make} | {FIELD.format(name='id')})",
        f'for NAME in Ana Bruno Carla Diego; do export "$NAME=$({sit} | {token})"; done',
        f"curl -s {game}/table {ana}",
        f"STAGE=$(curl -s {game}/options {ana} | {STAGE})",
        f"{declare} {ana}",
    ]


def _post(url: str, body: str, key: str = "") -> str:
    headers = (
        "-H 'Content-Type: application/json'",
        f'-H "Idempotency-Key: {key}{secrets.token_hex(16)}"',
    )
    return " ".join(["curl -s -X POST", url, *headers, "-d", body])
