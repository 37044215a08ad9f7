"""The JSON Schema of what Junta adds to the table: each field that `table` writes, and no other."""

from __future__ import annotations

from typing import get_args

from rules.junta.ruleset import EXILE, LOCATIONS, POST_NAMES
from rules.junta.shapes import (
    BILLS,
    CARDS,
    COUNT,
    POST,
    SEAT,
    SEATS,
    TRUTH,
    ZONE,
    Schema,
    by_seat,
    described,
    or_hidden,
    or_null,
    record,
)
from rules.junta.state import BankState
from rules.junta.table_chamber import BUDGET, ELECTION, MOTION
from rules.junta.table_coup_schema import COUP


def table_schema() -> Schema:
    """The game's own part of the table; the parts that all games share are not in it."""
    return {
        "type": "object",
        "properties": _PARTS,
        "required": list(_PARTS),
    }


_PLAYER = {
    "seat": SEAT,
    "alive": described(TRUTH, "whether the head of the family lives"),
    "embassy": or_null(ZONE, "where the family lives in exile"),
    "posts": {"type": "array", "items": {"enum": list(POST_NAMES)}},
    "hand": or_hidden(CARDS),
    "hand_size": COUNT,
    "exposed": described(CARDS, "influence that lies open"),
    "laid": or_hidden(CARDS, "vote cards that lie before the family in this ballot"),
    "for_the_turn": described(CARDS, "events that lie before the family until the turn ends"),
    "votes": or_null(COUNT, "in the open ballot: cards, posts and the vote of need"),
    "cash": or_hidden(BILLS),
    "swiss": or_hidden(BILLS, "the account in Switzerland"),
    "swiss_bills": described(COUNT, "how many bills lie there"),
    "spied": by_seat(
        record(turn=COUNT, mp=or_hidden(COUNT)), "by seat: the account as it was in that turn"
    ),
}

_TURN = record(
    number=COUNT,
    step=described({"type": "string"}, "see `about.steps`; `set_up` before the first"),
    bank={"enum": list(get_args(BankState))},
    excuse=TRUTH,
    police_in_chamber=TRUTH,
    police_may_name_bank=described(TRUTH, "whether the secret police may name the bank"),
    powers_used=described(CARDS, "Bankers and Monarchists that have paid 1 MP this turn"),
    reformer=or_null(SEAT, "who casts the votes of the others' small influence this turn"),
    bank_holiday=described(TRUTH, "whether the bank is closed for the rest of the turn"),
    unarmed_armed=described(TRUTH, "whether unarmed units count as armed this turn"),
    brigades_gone=described(
        {"type": "array", "items": POST}, "Generals whose brigades are out of the city this turn"
    ),
    coup_fought=described(TRUTH, "whether there has been a coup this turn"),
    no_coup_by=described(SEATS, "who has said that he starts no coup this turn"),
)

_OFFER = record(
    "an open offer that the viewer is a party to",
    giver=SEAT,
    receiver=SEAT,
    number=COUNT,
    bills=or_hidden(BILLS),
    cards=or_hidden(CARDS),
    want_mp=or_hidden(COUNT),
    want_cards=or_hidden(CARDS),
)

_ATTEMPT = record(
    seat=SEAT,
    means=described({"type": "string"}, "the id of a card, or the post whose power it is"),
    victim=SEAT,
    location=or_null({"enum": list(LOCATIONS)}),
    settled=TRUTH,
)

_PLOT = record(
    order=SEATS,
    spoken=SEATS,
    attempts={"type": "array", "items": _ATTEMPT, "description": "in the order announced"},
    current=described(COUNT, "the index of the attempt that is being resolved"),
    search=or_null(record(thief=SEAT, victim=SEAT, cards=or_hidden(CARDS))),
)

_LOCATIONS = record(
    chosen=SEATS,
    revealed=TRUTH,
    places=by_seat(or_hidden({"enum": [*LOCATIONS, EXILE]})),
    bound_for=by_seat(or_hidden(or_null(ZONE)), "the embassies of those who chose exile"),
    banked=described(SEATS, "who has used the bank this turn"),
)

_RETURNS = record(
    after=or_null({"type": "string"}, "the step that was over; null: before an election"),
    answered=SEATS,
    coming=described(SEATS, "who is on his way home"),
    at_border=or_null(SEAT, "about whom the Minister of the Interior is asked"),
)

_RANK = record(seat=SEAT, rank=COUNT, swiss_mp=COUNT)

_PARTS: Schema = {
    "turn": _TURN,
    "president": or_null(SEAT),
    "posts": {
        "type": "object",
        "propertyNames": POST,
        "additionalProperties": SEAT,
        "description": "the cabinet: who holds which post",
    },
    "brother_in_law": or_null(POST, "the post that the President took over"),
    "resigning": described(TRUTH, "whether the President has announced that he resigns"),
    "purse": or_hidden(BILLS, "the cash of a President who left, for his successor"),
    "players": {
        "type": "array",
        "items": {"type": "object", "properties": _PLAYER, "required": list(_PLAYER)},
        "description": "by seat",
    },
    "election": or_null(ELECTION),
    "motion": or_null(MOTION, "a motion to remove the President"),
    "budget": or_null(BUDGET),
    "locations": _LOCATIONS,
    "offers": {"type": "array", "items": _OFFER},
    "plot": or_null(_PLOT, "the assassination step while it lasts"),
    "threat": or_null(
        record(victim=SEAT, killer=or_null(SEAT)), "a death that only a protection stops now"
    ),
    "returns": or_null(_RETURNS, "the exiles who were asked last"),
    "coalition": or_null(SEAT, "who has to give up one exposed influence card"),
    "coup": or_null(COUP, "the coup of this turn, until the turn ends"),
    "cards": record(pile=or_hidden(CARDS), pile_size=COUNT, discards=or_hidden(CARDS)),
    "bills": record(pile=or_hidden(BILLS), sink=or_hidden(BILLS)),
    "result": or_null(
        record(winners=SEATS, ranking={"type": "array", "items": _RANK}), "once the game is over"
    ),
}
