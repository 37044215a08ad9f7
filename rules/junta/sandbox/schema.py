"""The JSON Schema of a position, as clients are told it."""

from __future__ import annotations

from typing import Any, get_args

from rules.junta.cards import CARDS
from rules.junta.ruleset import LOCATIONS, MOST_SEATS, POSTS
from rules.junta.sandbox.beginnings import BEGINNINGS
from rules.junta.sandbox.position import LAST_PHASE, LAST_TURN, UNIT_TYPES
from rules.junta.state import BankState

Schema = dict[str, Any]

SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
TURN: Schema = {"type": "integer", "minimum": 1, "maximum": LAST_TURN}
WORD: Schema = {"type": "string"}


def _list(items: Schema, meaning: str = "") -> Schema:
    written = {"type": "array", "items": items}
    return written | {"description": meaning} if meaning else written


def _by_seat(value: Schema, meaning: str) -> Schema:
    return {
        "type": "object",
        "propertyNames": {"pattern": f"^[0-{MOST_SEATS - 1}]$"},
        "additionalProperties": value,
        "description": meaning,
    }


def _exactly(properties: Schema, *needed: str, meaning: str = "") -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(needed),
        "additionalProperties": False,
        "description": meaning,
    }


def position_schema() -> Schema:
    """SB-1: every key may be left out; what is absent is dealt and filled in as usual."""
    cards = _list({"enum": [card.id for card in CARDS]})
    count: Schema = {"type": "integer", "minimum": 0}
    bills = _exactly({"1": count, "2": count, "3": count}, meaning="how many bills of each value")
    return _exactly(
        {
            "hands": _by_seat(cards, "the cards in each hand; five are dealt to the others"),
            "exposed": _by_seat(cards, "the influence that lies before each family"),
            "cash": _by_seat(bills, "the bills of each purse"),
            "swiss": _by_seat(bills, "the bills of each Swiss account"),
            "president": SEAT,
            "posts": _exactly(
                dict.fromkeys(POSTS, SEAT), meaning="who holds which; the others are filled in"
            ),
            "turn": TURN,
            "stage": {
                "enum": list(BEGINNINGS),
                "description": "the stage to begin with; without it, the first election or, with "
                "a President, step 1",
            },
            "locations": _by_seat({"enum": list(LOCATIONS)}, "the nightclub for the others"),
            "exiles": _by_seat(WORD, "the embassy in which each exile lives"),
            "dead": _list(SEAT),
            "bank": {"enum": list(get_args(BankState))},
            "excuse": {"type": "boolean", "description": "whether there is one for a coup"},
            "last_police_bank_turn": TURN,
            "coup": _coup(),
            "draws": cards | {"description": "the next political cards, in order"},
            "aid": _list(
                {"enum": [1, 2, 3]}, "the values of the next bills of the pile, in order"
            ),
            "dice": _list(
                {"type": "integer", "minimum": 1, "maximum": 6},
                "the next faces, in the order in which dice are asked for",
            ),
        },
        meaning="a position to begin from; it is secret until the game starts",
    )


def _coup() -> Schema:
    unit = _exactly(
        {
            "type": {"enum": list(UNIT_TYPES)},
            "zone": WORD,
            "controller": SEAT,
            "count": {"type": "integer", "minimum": 1},
        },
        "type",
        "zone",
        "controller",
        meaning="some units of one type and player in one zone",
    )
    return _exactly(
        {
            "first_insurgent": SEAT,
            "insurgents": _list(SEAT),
            "phase": {"type": "integer", "minimum": 0, "maximum": LAST_PHASE},
            "units": _list(unit, "in the order in which they entered their zones"),
            "moved": _list(SEAT, "who has made his move of this phase"),
            "landed": _list({"enum": ["paratroops", "marines"]}),
            "air_strikes_left": {"type": "integer", "minimum": 0, "maximum": 3},
        },
        "first_insurgent",
        meaning="a coup d'état that is under way",
    )
