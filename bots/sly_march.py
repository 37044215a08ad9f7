"""How `sly` moves in a coup: what it brings in, lands, bombs and buys, and where it marches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bots.sly_cards import Json, mp
from bots.sly_field import PALACE, Field, Units, dice, field
from bots.sly_sight import Sight
from bots.sly_will import joins

WORTH_MOVING = 0.08
LEAST_FOES = 3
"""A zone with fewer dice of the foe is not worth a bombardment."""
SPARES_MP = 1
"""What it keeps when it buys units."""
SOME = 0.5
"""How often one who only defends plays his unit cards."""


def move(sight: Sight) -> Json:
    """An order in its own turn to move, or the end of it."""
    seen = field(sight)
    insurrection = sight.table["coup"]["phase"] == 0
    if insurrection and sight.me not in seen.insurgents and not joins(sight, seen):
        return sight.body("end_movement")
    if insurrection and sight.me not in seen.insurgents:
        seen = joined(seen)
    for thought in ORDERS:
        order = thought(sight, seen)
        if order is not None:
            return order
    return sight.body("end_movement")


def joined(seen: Field) -> Field:
    """The coup as it is with oneself among those who have risen."""
    return Field(
        me=seen.me,
        president=seen.president,
        insurgents=seen.insurgents | {seen.me},
        declared=seen.declared,
        stacks=seen.stacks,
        blocked=seen.blocked,
        all_armed=seen.all_armed,
        city=seen.city,
    )


def unit_card(sight: Sight, seen: Field) -> Json | None:
    """Units of a card, where they are nearest to what is wanted."""
    ways = sight.ways("play_unit_card")
    rebel = seen.side(seen.me) == "junta"
    if not ways or (not rebel and sight.luck.random() > SOME):
        return None
    return max(ways, key=lambda way: _pull(seen, way["zone"]) - seen.foes(way["zone"]) / 9)


def _pull(seen: Field, zone: str) -> float:
    """How good it is to stand there: near to centres that are wanted, on one best of all."""
    city = seen.city
    return max(
        (seen.wanted(c) / (1 + city.distance(zone, c)) for c in sorted(city.centres)), default=0.0
    )


def landing(sight: Sight, seen: Field) -> Json | None:
    """Paratroops and marines where they hold a centre, or at least help near one."""
    for kind in ("land_paratroops", "land_marines"):
        ways = [way for way in sight.ways(kind) if not seen.foes(way["zone"])]
        if ways:
            return max(ways, key=lambda way: _lands(seen, way["zone"]))
    return None


def _lands(seen: Field, zone: str) -> float:
    held = bool(seen.stacks.get(zone))
    return _pull(seen, zone) - 0.2 * held


def bombardment(sight: Sight, seen: Field) -> Json | None:
    """Where most of the foe stands in one zone, outside embassies."""
    ways = sight.ways("announce_bombardment")
    if not ways:
        return None
    best = max(ways, key=lambda way: seen.foes(way["zone"]))
    return best if seen.foes(best["zone"]) >= LEAST_FOES else None


def bribery(sight: Sight, seen: Field) -> Json | None:
    """As many units of the foe as it can spare the money for, the weightier zones first."""
    most = sight.cash_mp - SPARES_MP
    ways = [w for w in sight.ways("bribe_units") if mp(w["bills"]) <= most and _bad(seen, w)]
    if not ways:
        return None
    return max(ways, key=lambda w: (len(w["units"]) * (1 + _pull(seen, w["zone"])), w["zone"]))


def _bad(seen: Field, way: Json) -> bool:
    return seen.foes(way["zone"]) > 0


def police(sight: Sight, seen: Field) -> Json | None:
    """The police against agitators, as many as may go, unless it is with them."""
    if seen.side(seen.me) == "junta":
        return None
    ways = [w for w in sight.ways("send_police") if len(w["units"]) >= seen.foes(w["zone"])]
    return max(ways, key=lambda way: len(way["units"]), default=None)


def flight(sight: Sight, seen: Field) -> Json | None:
    """The helicopter flies on to a zone that is better, alone."""
    best, gain = None, WORTH_MOVING
    for option in sight.options.get("fly_on", ()):
        for zone in sight.shape(option)["to_zone"]["enum"]:
            worth = _pull(seen, zone) - seen.foes(zone) / 3
            if worth > gain and not seen.friends(zone):
                best, gain = zone, worth
    return None if best is None else sight.body("fly_on", to_zone=best, units={})


def march(sight: Sight, seen: Field) -> Json | None:
    """The stack whose march brings most, if one brings anything."""
    found = [(worth, index, way) for index, (worth, way) in enumerate(_marches(sight, seen))]
    worth, _, way = max(found, key=lambda one: one[:2], default=(0.0, 0, None))
    return way if worth > WORTH_MOVING else None


def _marches(sight: Sight, seen: Field) -> Iterator[tuple[float, Json]]:
    for option in sight.options.get("move_units", ()):
        shape = sight.shape(option)
        start = shape["from_zone"]["enum"][0]
        held = {kind: one["maximum"] for kind, one in shape["units"]["properties"].items()}
        units = _going(seen, start, held)
        for zone in shape["to_zone"]["enum"] if units else ():
            way = sight.body("move_units", from_zone=start, to_zone=zone, units=units)
            yield _worth(seen, start, zone, units) * sight.luck.uniform(0.9, 1.1), way


def _going(seen: Field, zone: str, held: Units) -> dict[str, int]:
    """Who marches: the guards stay in the Palace, and somebody stays where a centre is held."""
    going = dict(held)
    if zone == PALACE and seen.side(seen.me) == "president":
        going.pop("palace_guard", None)
    stays = seen.side(seen.me) == "junta" and zone in seen.city.centres
    if stays and not seen.friends(zone) and going:
        kind = min(going, key=lambda kind: (going[kind], kind))
        going[kind] -= 1
    return {kind: number for kind, number in going.items() if number}


def _worth(seen: Field, start: str, zone: str, units: Units) -> float:
    """Nearer to what is wanted, with enough force for whoever stands there."""
    if zone in seen.city.embassies:
        return 0.0
    own, foes = dice(units, zone, seen.all_armed), seen.foes(zone)
    force = min(1.0, (own or 0.5) / 4)
    gain = _pull(seen, zone) - _pull(seen, start)
    if zone in seen.city.centres and seen.holder(zone) != seen.side(seen.me):
        gain += 0.3
    if foes:
        odds = (own + 0.7 * seen.friends(zone)) / foes
        gain += 0.25 if odds >= 1.2 else -0.6 * (1.2 - odds)
    return gain * (0.4 + 0.6 * force)


ORDERS: tuple[Callable[[Sight, Field], Json | None], ...] = (
    unit_card,
    police,
    landing,
    bribery,
    bombardment,
    flight,
    march,
)
"""What it thinks of in its turn, one after another, until something is worth an order."""


def post(sight: Sight) -> Json:
    """The brother-in-law runs what brings most force."""
    ways = sight.ways("take_post")
    return max(ways, key=lambda way: (_post_force(way["post"]), way["post"]))


def _post_force(name: str) -> float:
    return 6.0 if name.startswith("general") else 4.0


def means(sight: Sight, seen: Field) -> Json | None:
    """How it joins or starts: a card, a march, or fire at the Palace."""
    for thought in (unit_card, march):
        order = thought(sight, seen)
        if order is not None:
            return order
    bombs = sight.ways("announce_bombardment")
    return bombs[0] if bombs else _any_march(sight)


def _any_march(sight: Sight) -> Json | None:
    ways = sight.ways("move_units")
    return sight.luck.choice(ways) if ways else None
