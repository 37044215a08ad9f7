"""What `sly` does with money and cards: budgets, the bank, the hand limit, offers, small bribes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import exp

from bots.sly_cards import (
    PRICES,
    VOTES,
    Json,
    added,
    is_donation,
    is_vote_card,
    mp,
    taken,
    without,
    worth,
)
from bots.sly_sight import Sight
from bots.sly_votes import FAIR_MP, NEEDS_BANK_MP

SAFE, AT_RISK, LOST = 0.85, 0.5, 0.1
"""What a million is worth when the bank opens, when it does not, and when the game may end."""
CHANGE_MP = 2
GAIN = 0.5
"""What an offer must bring at least."""


def budget(sight: Sight) -> Json:
    """As few fair shares as make it likely enough that the bank opens; the rest is kept."""
    held = added(sight.table["budget"]["aid"], sight.cash)
    most = max(_shares(sight, held), key=lambda shares: _outlook(sight, held, shares))
    return sight.body("propose_budget", shares=most)


def _shares(sight: Sight, held: Json) -> Iterator[dict[str, Json]]:
    """A fair share for every choice of receivers, as far as the bills allow, fewest first."""
    for number in range(len(sight.others) + 1):
        for receivers in combinations(sight.others, number):
            left, shares = held, dict[str, Json]()
            for seat in receivers:
                bills = _fair(left)
                if mp(bills) >= FAIR_MP:
                    shares[str(seat)], left = bills, without(left, bills)
            if len(shares) == number:
                yield shares


def _fair(left: Json) -> Json:
    """Bills for exactly a fair share, or the next sum that can be paid."""
    exact = taken(left, FAIR_MP)
    return exact if mp(exact) == FAIR_MP else taken(left, FAIR_MP + 1)


def _outlook(sight: Sight, held: Json, shares: dict[str, Json]) -> float:
    """What is left for itself, weighed by how likely the bank opens."""
    adopted = _chance(sight, shares)
    kept = mp(held) - sum(mp(bills) for bills in shares.values())
    unbanked = LOST if sight.late else AT_RISK
    forced = 0.0
    if str(sight.minister) in shares:
        forced = max(0.0, sight.memory.loyalty(sight.minister or 0))
    fallen = forced * SAFE * kept + (1 - forced) * unbanked * mp(held)
    return adopted * SAFE * kept + (1 - adopted) * fallen


def _chance(sight: Sight, shares: dict[str, Json]) -> float:
    """How likely it is adopted: a paid voter is as loyal as he was before, an unpaid one averse."""
    own = sight.strength(sight.me) + sum(VOTES[c] for c in sight.hand if is_vote_card(c)) / 2
    lead, doubt = float(own), 1.0
    for seat in sight.others:
        votes, loyal = sight.strength(seat) + 1, sight.memory.loyalty(seat)
        lead += votes * (loyal if str(seat) in shares else -max(0.0, loyal))
        doubt += votes * (1.05 - abs(loyal)) * 0.25
    return 1 / (1 + exp(-max(-30.0, min(30.0, 2 * lead / doubt))))


def force(sight: Sight) -> Json:
    """A rejected budget is forced by who is paid by it or needs the bank."""
    share = int(sight.table["budget"]["sums"].get(str(sight.me), 0))
    share += sight.memory.gifts[sight.proposer or 0, sight.me]
    return sight.body("force_budget", force=share >= FAIR_MP or sight.cash_mp >= NEEDS_BANK_MP)


def bank(sight: Sight) -> Json:
    """All that it can spare into the account."""
    return sight.body("use_bank", deposit=spare(sight), withdraw={"1": 0, "2": 0, "3": 0})


def spare(sight: Sight) -> Json:
    """The purse but for small change, the price of a card that is held; late in the game all."""
    if sight.late or not any(card in PRICES for card in sight.hand):
        return sight.cash
    return without(sight.cash, taken(sight.cash, CHANGE_MP))


def discards(sight: Sight) -> Json:
    """The cards that are worth least, as many as must go."""
    return sight.body("discard_cards", cards=sorted(_least(sight)))


def _least(sight: Sight) -> list[str]:
    number = int(sight.options["discard_cards"][0]["schema"]["properties"]["cards"]["minItems"])
    held = [*sight.hand, *sight.own["exposed"]]
    return sorted(held, key=lambda card: (worth(card, held), card))[:number]


def donation(sight: Sight) -> str | None:
    """A donation that is better played now: before banking, or lest another card be lost."""
    card = next((c for c in playable(sight) if is_donation(c)), None)
    if card is None or "use_bank" in sight.options:
        return card
    if "discard_cards" not in sight.options:
        return None
    return card if any(worth(c) > GAIN for c in _least(sight)) else None


def playable(sight: Sight) -> list[str]:
    """The cards that may be played now, as the options say; none that is aimed at anything."""
    ways = sight.ways("play_card")
    return [way["card"] for way in ways if way.get("target") is None and way.get("post") is None]


def answer_to_offer(sight: Sight) -> Json | None:
    """A good offer is taken, in as few bills as do; a bad one is declined."""
    for offer in sight.table["offers"]:
        if offer["receiver"] != sight.me:
            continue
        named = {"of": offer["giver"], "number": offer["number"]}
        ways = [w for w in sight.ways("accept_offer") if _names(w, named)]
        if ways and _gain(sight, offer) >= GAIN:
            return min(ways, key=lambda way: (mp(way["bills"]), sorted(way["bills"].items())))
        if any(_names(way, named) for way in sight.ways("decline_offer")):
            return sight.body("decline_offer", **named)
    return None


def _names(way: Json, named: Json) -> bool:
    return all(way[name] == value for name, value in named.items())


def _gain(sight: Sight, offer: Json) -> float:
    held = [*sight.hand, *sight.own["exposed"]]
    brings = mp(offer["bills"]) + sum(worth(card, held) for card in offer["cards"])
    costs = offer["want_mp"] + sum(worth(card, held) for card in offer["want_cards"])
    return float(brings - costs)


def bribe(sight: Sight) -> Json | None:
    """As President in the last round: a bill or two for the loyal voter who turns the vote."""
    voting = sight.table["budget"]
    if voting is None or voting["round"] != 2 or sight.proposer != sight.me:
        return None
    bills = taken(sight.cash, FAIR_MP)
    left = {seat: _unused(sight, seat) for seat in sight.everybody_home}
    lead = sum(v["for"] - v["against"] for v in voting["votes"].values())
    lead += left.get(sight.me, 0)
    free = [s for s in sight.others if not _paid(sight, s)]
    lead -= sum(left[seat] for seat in free)
    swing = [s for s in free if lead < 0 <= lead + 2 * left[s] and _buyable(sight, s)]
    if not swing or mp(bills) != FAIR_MP:
        return None
    return sight.body("give_money", to=min(swing, key=lambda s: (left[s], s)), bills=bills)


def _unused(sight: Sight, seat: int) -> int:
    cast: dict[str, int] = sight.table["budget"]["votes"].get(str(seat), {})
    return max(0, sight.strength(seat) - sum(cast.values()))


def _paid(sight: Sight, seat: int) -> bool:
    promised = int(sight.table["budget"]["sums"].get(str(seat), 0))
    return promised + sight.memory.gifts[sight.me, seat] >= FAIR_MP


def _buyable(sight: Sight, seat: int) -> bool:
    return sight.memory.loyalty(seat) > GAIN
