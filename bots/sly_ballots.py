"""How `sly` reads a running ballot: who is winning it, and whether a card should stop that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bots.sly_cards import Json
from bots.sly_sight import Sight
from bots.sly_votes import satisfied

Choices = Sequence[Json]
Sides = Mapping[str, Mapping[str, int]]
SURE = 0.5
"""How often it plays a card that ends a ballot early while it is winning."""


def wants(sight: Sight) -> bool:
    """Whether it wants the budget, or the motion, that is voted on."""
    if sight.table["motion"] is not None:
        return removes(sight)
    return satisfied(sight)


def removes(sight: Sight) -> bool:
    """Whether the President should go: who has not paid, and is not oneself."""
    office = sight.president
    if office is None or office == sight.me:
        return False
    mine = sight.memory.paid[office, sight.me]
    best = max((sight.memory.paid[office, seat] for seat in sight.others), default=0)
    return sight.table["motion"]["mover"] == sight.me or mine < max(3, best / 2)


def motion(sight: Sight) -> Json:
    """All on one side, in the first round."""
    voted = sight.table["motion"]["votes"].get(str(sight.me), {"for": 0, "against": 0})
    left = int(sight.own["votes"]) - sum(voted.values())
    side = "for" if removes(sight) else "against"
    return sight.body("vote_on_motion", votes={side: left} if left > 0 else {})


def balance(votes: Sides) -> int:
    """Votes for less votes against."""
    return sum(sides["for"] - sides["against"] for sides in votes.values())


def _two_sided(sight: Sight) -> Json | None:
    """The motion or the budget that is voted on."""
    found: Json | None = sight.table["motion"] or sight.table["budget"]
    return None if sight.table["election"] is not None else found


def tally(votes: Mapping[str, Mapping[str, int]]) -> Counter[int]:
    """The votes of each candidate."""
    found: Counter[int] = Counter()
    for given in votes.values():
        for candidate, number in given.items():
            found[int(candidate)] += number
    return found


def ahead(votes: Mapping[str, Mapping[str, int]]) -> int | None:
    """Who has most votes, if anybody has."""
    found = tally(votes)
    return max(found, key=lambda seat: (found[seat], -seat)) if found else None


def elected(votes: Mapping[str, Mapping[str, int]]) -> int | None:
    """Who has more than half of them."""
    found = tally(votes)
    first = ahead(votes)
    return first if first is not None and 2 * found[first] > sum(found.values()) else None


def losing(sight: Sight, margin: int) -> bool:
    """Whether the ballot goes against it, by no more than so many votes."""
    election = sight.table["election"]
    if election is not None:
        winner = elected(election["votes"])
        if sight.me not in election["candidates"] or winner in (None, sight.me):
            return False
        found = tally(election["votes"])
        return found[winner or 0] - found[sight.me] <= margin
    voted = _two_sided(sight)
    if voted is None:
        return False
    lead = balance(voted["votes"]) * (1 if wants(sight) else -1)
    return -margin <= lead < 0 or (lead == 0 and not wants(sight))


def close(sight: Sight, votes: int) -> bool:
    """Whether so many votes more may turn what is lost so far, in its turn to vote."""
    if not sight.asks("cast_votes", "vote_on_budget", "vote_on_motion"):
        return False
    election = sight.table["election"]
    if election is None:
        last = (_two_sided(sight) or {}).get("round") == 2
        return last and losing(sight, votes + int(sight.own["votes"] or 0))
    if sight.me not in election["candidates"]:
        return False
    found = tally(election["votes"])
    own = found[sight.me] + int(sight.own["votes"] or 0)
    rival = max((n for seat, n in found.items() if seat != sight.me), default=0)
    return rival >= own - votes and own + votes > rival


def _ends_well(sight: Sight) -> bool:
    """Whether the round before would decide as it likes."""
    election = sight.table["election"]
    if election is not None:
        return ahead(election["votes_before"]) == sight.me
    voted = _two_sided(sight)
    if voted is None or voted["round"] < 2:
        return False
    return bool(balance(voted["votes_before"]) * (1 if wants(sight) else -1) > 0)


def power_failure(sight: Sight, bodies: Choices) -> Json | None:
    """When the last round goes wrong, and the one before was better."""
    if "let_count" not in sight.options or not losing(sight, 99):
        return None
    return bodies[0] if _ends_well(sight) else None


def summer_recess(sight: Sight, bodies: Choices) -> Json | None:
    """Before the second round, while it is winning."""
    voted = _two_sided(sight)
    if voted is None or voted["round"] != 1 or not sight.asks("vote_on_budget", "vote_on_motion"):
        return power_failure(sight, bodies)
    lead = balance(voted["votes"]) * (1 if wants(sight) else -1)
    return bodies[0] if lead > 0 and sight.luck.random() < SURE else None


def recount(sight: Sight, bodies: Choices) -> Json | None:
    """When it has lost by little, or so much depends on it that another try is worth a card."""
    if "let_count" not in sight.options:
        return None
    office = sight.table["election"] is not None or sight.proposer == sight.me
    return bodies[0] if losing(sight, 99 if office else 8) else None
