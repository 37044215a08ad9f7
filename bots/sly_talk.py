"""What `sly` whispers: short words, once a turn at most, where they may help."""

from __future__ import annotations

from bots.sly_cards import Json
from bots.sly_sight import Sight

TALKATIVE = 0.25
FOR_A_BUDGET = (
    "Vote with me, and it will not be your last share.",
    "The bank opens if this passes. Think of your purse.",
    "I count on your votes.",
)
FOR_AN_OFFICE = (
    "Give me your votes, and you will have a share of every budget.",
    "Better me than any of the others.",
)


def whisper(sight: Sight) -> Json | None:
    """To the best paid, or to who has votes and does not stand."""
    if "say" not in sight.options or sight.luck.random() >= TALKATIVE:
        return None
    if "vote_on_budget" in sight.options and sight.president == sight.me:
        sums = sight.table["budget"]["sums"]
        paid = [seat for seat in sight.others if sums.get(str(seat), 0)]
        return _to(sight, paid, FOR_A_BUDGET)
    if "cast_votes" in sight.options:
        standing = sight.table["election"]["candidates"]
        free = [seat for seat in sight.others if seat not in standing]
        return _to(sight, free if sight.me in standing else [], FOR_AN_OFFICE)
    return None


def _to(sight: Sight, seats: list[int], phrases: tuple[str, ...]) -> Json | None:
    if not seats:
        return None
    strongest = max(seats, key=lambda seat: (sight.strength(seat), -seat))
    return sight.body("say", to=[strongest], words=sight.luck.choice(phrases))
