"""How `sly` starts a coup, fights it, and what it does when one is won."""

from __future__ import annotations

from bots.sly_cards import Json
from bots.sly_field import ENOUGH, PALACE, Field, Side, Units, cheapest, field
from bots.sly_march import means
from bots.sly_sight import Sight
from bots.sly_will import FAIR_MP, declares, resentment, rises

FAVOURABLE = 1.1
"""Own dice against the foe's, from which a fight is worth while."""
DESPERATE = 0.6
LAST_PHASES = 5
HOPELESS = 4.0
CLEAR = 2.5
"""How much stronger a side is that has won for its own people; more, before the others say so."""


def start(sight: Sight) -> Json:
    """A coup, if it is worth it and there is a means; else none."""
    if not rises(sight):
        return sight.body("no_coup")
    return means(sight, before(sight)) or sight.body("no_coup")


def before(sight: Sight) -> Field:
    """The city before anybody has moved, with oneself as the only insurgent.

    Nobody shows it yet: the Palace alone is known to be held.
    """
    assert sight.city is not None
    office = -1 if sight.president is None else sight.president
    return Field(
        me=sight.me,
        president=sight.president,
        insurgents=frozenset({sight.me}),
        declared={},
        stacks={PALACE: {office: {"palace_guard": 4}}},
        blocked=frozenset(),
        all_armed=False,
        city=sight.city,
    )


def fight(sight: Sight) -> Json:
    """A fight where the odds are good, or in the last phases for a centre that is missing."""
    seen = field(sight)
    hopes = [
        (_hope(sight, seen, way["zone"]), way["zone"], way) for way in sight.ways("open_fight")
    ]
    best, _, way = max(hopes, key=lambda one: one[:2], default=(0.0, "", None))
    return way if way is not None and best > 0 else sight.body("no_fight")


def _hope(sight: Sight, seen: Field, zone: str) -> float:
    foes = seen.foes(zone)
    if not any(seen.foe(seat) for seat in seen.stacks.get(zone, {})):
        return 0.0
    own = seen.strength(zone, [seen.me]) + 0.7 * seen.friends(zone)
    odds = own / max(foes, 0.5)
    coup = sight.table["coup"]
    needed = seen.wanted(zone) >= 0.5
    late = coup["phase"] >= LAST_PHASES and needed
    unanswered = coup["phase"] == 0 and own > 0
    enough = DESPERATE if late or unanswered else FAVOURABLE
    return odds * (2 if needed else 1) if odds >= enough else 0.0


def fire(sight: Sight) -> Json:
    """Everything at the strongest foe; nothing at friends, nor back where that makes a rebel."""
    seen, coup = field(sight), sight.table["coup"]
    loyal = coup["phase"] == 0 and sight.me not in seen.insurgents
    zone = coup["fight"]["zone"]
    shape = sight.shape(sight.options["fire"][0])["dice"]["properties"]
    targets = {int(seat): one["maximum"] for seat, one in shape.items() if seen.foe(int(seat))}
    if not targets or (loyal and resentment(sight) < 0.5):
        return sight.body("fire", dice={})
    target = max(targets, key=lambda seat: (seen.strength(zone, [seat]), -seat))
    return sight.body("fire", dice={str(target): targets[target]} if targets[target] else {})


def aim(sight: Sight) -> Json:
    """The bombardment falls on the foe with most units there, on no friend."""
    seen = field(sight)
    zones = [b["zone"] for b in sight.table["coup"]["bombardments"] if b["seat"] == sight.me]
    foes = [way for way in sight.ways("aim_bombardment") if _struck(seen, way["target"])]
    if not foes:
        return sight.body("aim_bombardment", target=None)
    return max(foes, key=lambda way: _number(seen, way["target"], zones))


def _struck(seen: Field, target: int | None) -> bool:
    return target is not None and seen.foe(target)


def _number(seen: Field, seat: int, zones: list[str]) -> int:
    return sum(seen.strength(zone, [seat]) for zone in zones)


def losses(sight: Sight) -> Json:
    """What is missed least: unarmed units first, the guards last."""
    toll = next(t for t in sight.table["coup"]["tolls"] if t["seat"] == sight.me)
    shape = sight.shape(sight.options["lose_units"][0])["units"]["properties"]
    held: Units = {kind: one["maximum"] for kind, one in shape.items()}
    return sight.body("lose_units", units=cheapest(held, toll["units"]))


def retreat(sight: Sight) -> Json:
    """Where the own camp stands or nobody does, as near to the centres as may be."""
    seen = field(sight)
    return max(sight.ways("retreat"), key=lambda way: (_refuge(seen, way["zone"]), way["zone"]))


def _refuge(seen: Field, zone: str) -> float:
    there = seen.stacks.get(zone, {})
    shut = any(seen.foe(seat) for seat in there)
    abroad = zone in seen.city.embassies
    return -2.0 * shut - 0.5 * abroad - 0.1 * bool(there) + seen.wanted(zone)


def passage(sight: Sight) -> Json:
    """Friends are let in."""
    leaving = sight.table["coup"]["retreat"]["leaving"]
    friend = bool(leaving) and not field(sight).foe(leaving[0])
    return sight.body("answer_passage", granted=friend)


def declare(sight: Sight) -> Json:
    """The side that pays, among those it may still choose."""
    offered = [way["side"] for way in sight.ways("declare_side")]
    wanted = declares(sight, field(sight))
    return sight.body("declare_side", side=wanted if wanted in offered else offered[0])


def decided(sight: Sight) -> Json | None:
    """That a side has won, said once, when it is plain."""
    coup = sight.table["coup"]
    if coup is None or coup["phase"] < 2 or str(sight.me) in coup["agreed"]:
        return None
    seen = field(sight)
    won = seen.winner()
    other: Side = "president" if won == "junta" else "junta"
    margin = CLEAR if seen.side(sight.me) == won else HOPELESS
    if seen.power(won) <= margin * seen.power(other) or not _secure(seen, won):
        return None
    offered = [way["side"] for way in sight.ways("agree_end")]
    return sight.body("agree_end", side=won) if won in offered else None


def _secure(seen: Field, won: Side) -> bool:
    """Whether one centre more or less would change nothing."""
    held = sum(seen.holder(zone) == "junta" for zone in seen.city.centres)
    return held > ENOUGH if won == "junta" else held < ENOUGH - 1


# --- when it is over


def junta(sight: Sight) -> Json:
    """For itself."""
    kind = "vote_in_junta" if "vote_in_junta" in sight.options else "break_junta_tie"
    able = [way["choice"] for way in sight.ways(kind)]
    return sight.body(kind, choice=sight.me if sight.me in able else able[0])


def squad(sight: Sight) -> Json:
    """The one whose death brings most; somebody always, if it brings anything."""
    ways = sight.ways("shoot")
    best = max(ways, key=lambda way: (_prey(sight, way["victim"]), -way["victim"]), default=None)
    if best is None or _prey(sight, best["victim"]) <= 0:
        return sight.body("spare_all")
    return best


def _prey(sight: Sight, seat: int) -> float:
    coup = sight.table["coup"]
    friend = sight.me in coup["junta"] and seat in coup["junta"]
    prize = sight.purse(seat) + 0.2 * sight.strength(seat) + 0.1 * sight.fortune(seat)
    return prize + 2 * sight.memory.grudges[seat, sight.me] - FAIR_MP * friend


def conduct(sight: Sight) -> Json:
    """Safe passage for who has done it no harm."""
    at_border = (sight.table["returns"] or {}).get("at_border")
    comer = sight.table["returns"]["coming"][0] if at_border is None else at_border
    return sight.body("grant_conduct", grants=not sight.memory.grudges[comer, sight.me])
