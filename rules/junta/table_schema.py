"""The JSON Schema of what Junta adds to the table: each field that `table` writes, and no other."""

from __future__ import annotations

from typing import Any, get_args

from rules.junta.parliament import BudgetPhase, ElectionPhase
from rules.junta.ruleset import LOCATIONS, POST_NAMES, POSTS
from rules.junta.state import BankState

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
POST: Schema = {"enum": list(POSTS)}


def _described(schema: Schema, meaning: str) -> Schema:
    return {**schema, "description": meaning}


def _or_hidden(schema: Schema, meaning: str = "") -> Schema:
    told = {"description": meaning} if meaning else {}
    return {"anyOf": [schema, HIDDEN], **told}


def _or_null(schema: Schema, meaning: str = "") -> Schema:
    told = {"description": meaning} if meaning else {}
    return {"anyOf": [schema, {"type": "null"}], **told}


def _record(meaning: str = "", /, **fields: Schema) -> Schema:
    """An object with exactly these fields."""
    return {
        "type": "object",
        **({"description": meaning} if meaning else {}),
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _by_seat(schema: Schema, meaning: str = "") -> Schema:
    return {
        "type": "object",
        **({"description": meaning} if meaning else {}),
        "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
        "additionalProperties": schema,
    }


BILLS = {**_record(**{str(mp): COUNT for mp in (1, 2, 3)}), "description": "bills by value in MP"}


def table_schema() -> Schema:
    """The game's own part of the table; the parts that all games share are not in it."""
    return {
        "type": "object",
        "properties": _PARTS,
        "required": list(_PARTS),
    }


_PLAYER = {
    "seat": SEAT,
    "alive": _described(TRUTH, "whether the head of the family lives"),
    "posts": {"type": "array", "items": {"enum": list(POST_NAMES)}},
    "hand": _or_hidden(CARDS),
    "hand_size": COUNT,
    "exposed": _described(CARDS, "influence that lies open"),
    "laid": _or_hidden(CARDS, "vote cards that lie before the family in this ballot"),
    "votes": _or_null(COUNT, "in the open ballot: cards, posts and the vote of need"),
    "cash": _or_hidden(BILLS),
    "swiss": _or_hidden(BILLS, "the account in Switzerland"),
    "swiss_bills": _described(COUNT, "how many bills lie there"),
}

_TURN = _record(
    number=COUNT,
    step=_described({"type": "string"}, "see `about.steps`; `set_up` before the first"),
    bank={"enum": list(get_args(BankState))},
    excuse=TRUTH,
    police_in_chamber=TRUTH,
    police_may_name_bank=_described(TRUTH, "whether the secret police may name the bank"),
    powers_used=_described(CARDS, "Bankers and Monarchists that have paid 1 MP this turn"),
)

_ELECTION = _record(
    phase={"enum": list(get_args(ElectionPhase))},
    round=COUNT,
    order=_described(SEATS, "who speaks after whom"),
    nominations=_by_seat(_or_hidden(_by_seat(COUNT)), "by seat: votes pledged to whom"),
    candidates=SEATS,
    everyone=_described(TRUTH, "nobody was nominated: all stand, with one vote more"),
    declined=SEATS,
    votes=_by_seat(_or_hidden(_by_seat(COUNT)), "by seat: votes given to whom"),
    winner=_or_null(SEAT),
)

_BUDGET = _record(
    phase={"enum": list(get_args(BudgetPhase))},
    aid=_or_hidden(BILLS, "the foreign aid of this turn"),
    sums=_by_seat(COUNT, "what each seat is announced to get, in MP"),
    shares=_or_hidden(_by_seat(_or_hidden(BILLS)), "the bills set aside for each seat"),
    set_aside=_or_hidden(BILLS),
    round=COUNT,
    votes=_by_seat(_record(**{"for": COUNT, "against": COUNT})),
)

_OFFER = _record(
    "an open offer that the viewer is a party to",
    giver=SEAT,
    receiver=SEAT,
    number=COUNT,
    bills=_or_hidden(BILLS),
    cards=_or_hidden(CARDS),
    want_mp=_or_hidden(COUNT),
    want_cards=_or_hidden(CARDS),
)

_ATTEMPT = _record(
    seat=SEAT,
    means=_described({"type": "string"}, "the id of a card, or the post whose power it is"),
    victim=SEAT,
    location=_or_null({"enum": list(LOCATIONS)}),
    settled=TRUTH,
)

_PLOT = _record(
    order=SEATS,
    spoken=SEATS,
    attempts={"type": "array", "items": _ATTEMPT, "description": "in the order announced"},
    current=_described(COUNT, "the index of the attempt that is being resolved"),
    search=_or_null(_record(thief=SEAT, victim=SEAT, cards=_or_hidden(CARDS))),
)

_LOCATIONS = _record(
    chosen=SEATS,
    revealed=TRUTH,
    places=_by_seat(_or_hidden({"enum": list(LOCATIONS)})),
    banked=_described(SEATS, "who has used the bank this turn"),
)

_RANK = _record(seat=SEAT, rank=COUNT, swiss_mp=COUNT)

_PARTS: Schema = {
    "turn": _TURN,
    "president": _or_null(SEAT),
    "posts": {
        "type": "object",
        "propertyNames": POST,
        "additionalProperties": SEAT,
        "description": "the cabinet: who holds which post",
    },
    "brother_in_law": _or_null(POST, "the post that the President took over"),
    "players": {
        "type": "array",
        "items": {"type": "object", "properties": _PLAYER, "required": list(_PLAYER)},
        "description": "by seat",
    },
    "election": _or_null(_ELECTION),
    "budget": _or_null(_BUDGET),
    "locations": _LOCATIONS,
    "offers": {"type": "array", "items": _OFFER},
    "plot": _or_null(_PLOT, "the assassination step while it lasts"),
    "threat": _or_null(
        _record(victim=SEAT, killer=_or_null(SEAT)), "a death that only a protection stops now"
    ),
    "cards": _record(pile=_or_hidden(CARDS), pile_size=COUNT, discards=_or_hidden(CARDS)),
    "bills": _record(pile=_or_hidden(BILLS), sink=_or_hidden(BILLS)),
    "result": _or_null(
        _record(winners=SEATS, ranking={"type": "array", "items": _RANK}), "once the game is over"
    ),
}
