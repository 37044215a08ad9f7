"""The five calls of a first game, ready to paste into a shell with curl and Python.

`junta serve` prints them with its own address; those in the README are the same, word for word.
"""

from __future__ import annotations

from typing import NamedTuple

README_ADDRESS = "http://127.0.0.1:8000"


class Call(NamedTuple):
    """What it is for, and the lines of shell that make it."""

    what: str
    lines: tuple[str, ...]


WORDS = (
    "JSON='Content-Type: application/json'",
    """field() { python3 -c "import json,sys; print(json.load(sys.stdin)$1)"; }""",
    """random() { python3 -c "import secrets; print(secrets.token_hex(16))"; }""",
)
"""What the calls have in common. Each key is made anew: a used one gives the first answer again."""

CALLS = (
    Call(
        "Make a game.",
        (
            """GAME=$(curl -sf $A/v1/games -H "$JSON" -H "Idempotency-Key: $(random)" \\""",
            """  -d '{"ruleset": "junta/1", "seats": 4, "durations": "live", "auditor": true}' """
            """| tee made.json | field '["id"]')""",
        ),
    ),
    Call(
        "Seat the players.",
        (
            "for NAME in Ana Bruno Carla Diego; do",
            """  curl -sf $A/v1/games/$GAME/seats -H "$JSON" -H "Idempotency-Key: $(random)" \\""",
            """    -d "{\\"name\\": \\"$NAME\\"}" | field '["token"]' > $NAME.token""",
            "done",
        ),
    ),
    Call(
        "Look at the table as Ana sees it.",
        (
            """ANA="Authorization: Bearer $(cat Ana.token)\"""",
            """curl -sf "$A/v1/games/$GAME/table" -H "$ANA\"""",
        ),
    ),
    Call(
        "Ask what she may declare.",
        (
            """STAGE=$(curl -sf "$A/v1/games/$GAME/options" -H "$ANA" """
            """| tee options.json | field '["stage"]["number"]')""",
        ),
    ),
    Call(
        "Declare.",
        (
            """curl -sf $A/v1/games/$GAME/declarations -H "$JSON" -H "$ANA" """
            """-H "Idempotency-Key: $(random)" \\""",
            """  -d "{\\"type\\": \\"nominate\\", \\"stage\\": $STAGE, \\"support\\": {}}\"""",
        ),
    ),
)


def beginning(address: str = README_ADDRESS) -> tuple[str, ...]:
    """The lines before the first call: where the service is, and three words of shell."""
    return (f"A={address}", *WORDS)
