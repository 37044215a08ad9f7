"""Pieces of JSON Schema that the table is described with."""

from __future__ import annotations

from typing import Any

from rules.junta.ruleset import POSTS

Schema = dict[str, Any]

HIDDEN: Schema = {
    "type": "object",
    "properties": {"hidden": {"const": True}},
    "required": ["hidden"],
    "additionalProperties": False,
}
COUNT: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {"type": "integer", "minimum": 0}
TRUTH: Schema = {"type": "boolean"}
CARD: Schema = {"type": "string", "description": "the id of a card: see `about.cards`"}
CARDS: Schema = {"type": "array", "items": CARD, "uniqueItems": True}
SEATS: Schema = {"type": "array", "items": SEAT}
ZONE: Schema = {"type": "string", "description": "the id of a zone: see `about.zones`"}
POST: Schema = {"enum": list(POSTS)}


def described(schema: Schema, meaning: str) -> Schema:
    return {**schema, "description": meaning}


def or_hidden(schema: Schema, meaning: str = "") -> Schema:
    told = {"description": meaning} if meaning else {}
    return {"anyOf": [schema, HIDDEN], **told}


def or_null(schema: Schema, meaning: str = "") -> Schema:
    told = {"description": meaning} if meaning else {}
    return {"anyOf": [schema, {"type": "null"}], **told}


def record(meaning: str = "", /, **fields: Schema) -> Schema:
    """An object with exactly these fields."""
    return {
        "type": "object",
        **({"description": meaning} if meaning else {}),
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def by_seat(schema: Schema, meaning: str = "") -> Schema:
    return {
        "type": "object",
        **({"description": meaning} if meaning else {}),
        "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
        "additionalProperties": schema,
    }


BILLS = {**record(**{str(mp): COUNT for mp in (1, 2, 3)}), "description": "bills by value in MP"}
