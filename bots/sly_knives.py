"""Where `sly` hides, whom it strikes and how it saves its skin."""

from __future__ import annotations

from collections import Counter

from bots.sly_cards import Json, is_donation, mp, worth
from bots.sly_exile import embassy
from bots.sly_money import spare
from bots.sly_sight import OFFICE, Sight
from bots.sly_will import resentment, stake

PLACES = ("headquarters", "residence", "nightclub", "girlfriend", "bank")
POLICE = "secret_police"
RISKY = {"amateur_assassin", "foreign_assassin", "psychotic_assassin"}
WORTH_BANKING_MP = 2
RICH_MP = 4
TRUST = 3
"""How many turns of watching outweigh what it expects of a stranger."""
PROFIT = 0.4
REBEL, RESENTFUL = 3, 0.4
"""At its headquarters it needs no excuse to rise."""
POWER = 0.3
"""What the use of a power of Bankers or Monarchists is worth, in MP."""
BANKS = {"closed": 0.04, "poor": 0.3, "rich": 0.7}
"""How likely a stranger is at the bank."""


def location(sight: Sight) -> Json:
    """The bank when it opens for a full purse, most of the time; abroad; or one of the others."""
    away = embassy(sight)
    if away is not None:
        return away
    place = "bank" if _banks(sight) else sight.luck.choices(PLACES[:4], _hideouts(sight))[0]
    return sight.body("choose_location", location=place)


def _banks(sight: Sight) -> bool:
    donations = sum(is_donation(card) for card in sight.hand)
    if not sight.bank_opens or mp(spare(sight)) + donations < WORTH_BANKING_MP:
        return False
    if sight.late:
        return True
    seen = sight.memory.bank_watched == sight.turn - 1
    struck = sight.memory.places_struck["bank"] / (2 + sum(sight.memory.places_struck.values()))
    return sight.luck.random() < (0.97 if seen else 0.95 - 0.6 * struck)


def _hideouts(sight: Sight) -> tuple[float, ...]:
    """How often each other place: home is safe from burglars, the girlfriend is talkative."""
    struck = sight.memory.places_struck
    bias: Counter[str] = Counter()
    bias["residence"] = 1 if sight.cash_mp else 0
    bias["headquarters"] = REBEL if resentment(sight) >= RESENTFUL else 0
    return tuple(
        (2 + bias[place] - (place == "girlfriend")) / (2 + struck[place]) for place in PLACES[:4]
    )


def announce(sight: Sight) -> Json:
    """The attempt that promises most, as long as one promises more than it costs."""
    made = [
        (a["victim"], a["location"])
        for a in sight.table["plot"]["attempts"]
        if a["seat"] == sight.me
    ]
    ways = [w for w in sight.ways("announce_attempt") if (w["victim"], w["location"]) not in made]
    hopes = [(_promise(sight, way), index) for index, way in enumerate(ways)]
    best, index = max(hopes, default=(0.0, 0))
    if best > (0.0 if ways and ways[index]["means"] == POLICE else PROFIT):
        return ways[index]
    return sight.body("end_announcements")


def _promise(sight: Sight, way: Json) -> float:
    """What the attempt brings on average, less its cost; a little luck keeps it unforeseen."""
    victim, means = way["victim"], way["means"]
    cost = mp(way["bills"]) + POWER * len(way["powers"])
    cost += 0 if means == POLICE else worth(means) / 3
    mood = sight.luck.uniform(0.7, 1.3)
    if means == "burglars":
        home = place_chance(sight, victim, "residence")
        return mood * (1 - home) * min(2.0, sight.purse(victim)) - cost
    if means == "indiscretion":
        loot = 1.5 if sight.player(victim)["hand_size"] else 0
        return mood * place_chance(sight, victim, "girlfriend") * loot - cost
    hit = place_chance(sight, victim, way["location"]) * (0.5 if means in RISKY else 1)
    if means == "psychotic_assassin":
        cost += stake(sight) / 12
    return mood * hit * _prize(sight, victim) - cost


def _prize(sight: Sight, victim: int) -> float:
    """The purse, the influence that is gone, and perhaps an office."""
    prize = sight.purse(victim) + 0.25 * sight.strength(victim) + 0.05 * sight.fortune(victim)
    prize += sight.memory.grudges[victim, sight.me]
    if victim == sight.president:
        rivals = [sight.strength(s) for s in sight.others if s != victim]
        prize += OFFICE if sight.strength(sight.me) >= max(rivals, default=0) else 1
    return prize


def place_chance(sight: Sight, victim: int, place: str) -> float:
    """How likely the victim is there: what a stranger would do, and what this one did before."""
    rich = sight.purse(victim) >= RICH_MP
    bank = BANKS["closed" if not sight.bank_opens else "rich" if rich else "poor"]
    stranger = bank if place == "bank" else (1 - bank) / 4
    been = sight.memory.places.get(victim, Counter())
    return (been[place] + TRUST * stranger) / (sum(been.values()) + TRUST)


def protect(sight: Sight) -> Json:
    """A free card always; one that costs money when more is at stake."""
    ways = sorted(sight.ways("protect"), key=lambda w: (mp(w["bills"]), len(w["powers"])))
    for way in ways:
        if mp(way["bills"]) * 1.5 < stake(sight):
            return way
    return sight.body("face_death")


def take_card(sight: Sight) -> Json:
    """The best card of the hand it looks into."""
    held = [*sight.hand, *sight.own["exposed"]]
    return max(sight.ways("take_card"), key=lambda way: (worth(way["card"], held), way["card"]))
