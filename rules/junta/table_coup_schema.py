"""The JSON Schema of the coup on the table: each field that `table_coup` writes, and no other."""

from __future__ import annotations

from typing import get_args

from rules.junta.forces import Segment, Side, UnitType, Weapon
from rules.junta.shapes import (
    COUNT,
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

SIDE: Schema = {"enum": list(get_args(Side))}
UNIT: Schema = {"type": "string", "description": "the type of a unit and its number: `police-2`"}
UNITS: Schema = {"type": "array", "items": UNIT, "uniqueItems": True}
COUNTS: Schema = {
    "type": "object",
    "propertyNames": {"enum": list(get_args(UnitType))},
    "additionalProperties": COUNT,
    "description": "how many units of each type",
}

_GROUP = record(
    "units of one player that came in together",
    entered=described(COUNT, "of groups in one zone the one with the lower number fires first"),
    units=UNITS,
    places={
        "type": "object",
        "propertyNames": UNIT,
        "additionalProperties": SEAT,
        "description": "units that the brother-in-law runs: at whose place in the order",
    },
    blocked=described(UNITS, "those that nobody may use"),
    marked=described(UNITS, "those that are commanded by a control marker"),
    moved=described(UNITS, "those that have moved in this phase"),
    retreated=described(UNITS, "those that have retreated in this phase"),
)

_STACK = record(
    "all units of one player in one place",
    seat=SEAT,
    units=COUNTS,
    groups={"type": "array", "items": _GROUP, "description": "in order of entry"},
)

_PLACE = record(
    zone=ZONE,
    holder=or_null(SEAT, "who alone has units there"),
    stacks={"type": "array", "items": _STACK},
    losses=by_seat(COUNT, "units that each player lost there in this combat segment"),
    fought=described(TRUTH, "whether there was a fight in this combat segment"),
    agitators=described(UNITS, "those that the police may be sent against"),
)
_PLACES: Schema = {"type": "array", "items": _PLACE}

_BOMBARDMENT = record(
    seat=SEAT,
    place=SEAT,
    weapon={"enum": list(get_args(Weapon))},
    zone=ZONE,
    target=or_null(SEAT, "the player it falls on, named just before the dice"),
)

_FIGHT = record(
    zone=ZONE,
    opener=SEAT,
    salvo=COUNT,
    priority_left={
        "type": "array",
        "items": COUNT,
        "description": "entry groups whose shot in salvo 1 is still to come",
    },
    group=or_null(COUNT, "the entry group that fires now; null: everybody at once"),
    dice_used=by_seat(COUNT, "dice that each player fired already in salvo 1"),
    ordered=described(SEATS, "who has given his fire order"),
    orders=by_seat(or_hidden(by_seat(COUNT)), "dice at each target; secret until all have ordered"),
    firing=TRUTH,
    shot_at=SEATS,
)

_TOLL = record(
    "units that a player has to lose",
    seat=SEAT,
    zone=ZONE,
    units=COUNT,
    entered_after=or_null(COUNT, "only of groups that entered after this one"),
)

_RETREAT = record(
    zone=ZONE,
    leaving=described(SEATS, "who has still to leave, in order"),
    asked=or_null(ZONE, "the zone whose holders are asked to let the first of them in"),
    refused={"type": "array", "items": ZONE},
    granted=by_seat(TRUTH),
)

COUP: Schema = record(
    first_insurgent=SEAT,
    insurgents=SEATS,
    phase=described(COUNT, "0 is the insurrection"),
    segment={"enum": list(get_args(Segment))},
    order=described(SEATS, "the places of this phase, in order"),
    moving=or_null(record(seat=SEAT, place=SEAT), "whose turn to move it is, at whose place"),
    done=described(SEATS, "places that are done in this segment"),
    moved=described(SEATS, "places whose one move of this phase is made"),
    flight=or_null(record(unit=UNIT, alone=TRUTH), "the helicopter with a zone left to fly"),
    bribe=or_null(record(seat=SEAT, zone=ZONE, units=UNITS), "units whose dice are being rolled"),
    police_reacted=TRUTH,
    conduct=by_seat(by_seat(TRUTH), "by returning exile: who lets him pass safely, in this phase"),
    zones=described(_PLACES, "every zone of the city, in the order of `about.zones`"),
    off_map=_PLACES,
    power_centres={
        "type": "object",
        "propertyNames": ZONE,
        "additionalProperties": SIDE,
        "description": "who holds each, by the last declarations or else by the camps of now",
    },
    strikes_left=described(COUNT, "air strikes that have not been announced"),
    bombardments={"type": "array", "items": _BOMBARDMENT, "description": "announced, to come"},
    rolling=or_null(_BOMBARDMENT, "the one whose dice are being rolled"),
    fired_upon=SEATS,
    fight=or_null(_FIGHT),
    tolls={"type": "array", "items": _TOLL},
    retreat=or_null(_RETREAT),
    agreed=by_seat(SIDE, "who says that which side has won"),
    declared=by_seat(SIDE, "the last declarations"),
    winner=or_null(SIDE),
    junta=described(SEATS, "who chooses the next President"),
    votes=by_seat(or_hidden(or_null(SEAT)), "in the junta; secret until all have voted"),
    tied=described(TRUTH, "whether somebody has to decide between equal votes"),
    chosen=or_null(SEAT, "whom the junta chose"),
    declined=described(SEATS, "who would not be President"),
    settled=described(TRUTH, "whether the aftermath is over"),
)
