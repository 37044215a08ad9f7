"""Which side `sly` wants to win: resentment, what a coup promises, who will stand where."""

from __future__ import annotations

from bots.sly_cards import UNIT_CARDS, worth
from bots.sly_field import Field, Side
from bots.sly_sight import OFFICE, Sight

POST_DICE = {
    "president": 8,
    "minister_interior": 4,
    "general_1": 6,
    "general_2": 6,
    "general_3": 6,
    "admiral": 3,
    "air_commander": 4,
}
"""What a post brings into a coup, about."""

FAIR_MP = 2
ILL = 0.3
"""From here on resentment is a grievance."""
HOPE = 0.4
"""The part of all force that it wants to see on its side before it rises."""
RISES, JOINS = 0.05, 0.32
"""How often it rises, or stands with those who have risen, of the times when it might."""


def force(sight: Sight, seat: int) -> float:
    """The dice of the seat's posts; those of a brigade that has left do not count."""
    gone = sight.table["turn"]["brigades_gone"]
    return sum(POST_DICE[p] for p in sight.player(seat)["posts"] if p not in gone)


def resentment(sight: Sight, seat: int | None = None) -> float:
    """From 0 to 1: how ill the President has treated the seat; nobody resents himself."""
    who, office = sight.me if seat is None else seat, sight.president
    if office is None or who == office:
        return 0.0
    share = sight.memory.sums.get(who, 0) + sight.memory.gifts[office, who]
    ill = 0.45 if share < FAIR_MP else 0.1
    ill += 0.15 * sight.memory.grudges[office, who]
    ill += 0.015 * max(0.0, sight.fortune(office) - sight.fortune(who))
    return min(1.0, ill)


def prospects(sight: Sight, risen: frozenset[int]) -> float:
    """The part of all force that would be on the side of a coup of these and the resentful."""
    whole = sum(force(sight, seat) for seat in sight.everybody_home) or 1.0
    for_it = sum(
        force(sight, seat) * (1.0 if seat in risen else 0.7 * resentment(sight, seat))
        for seat in sight.everybody_home
        if seat != sight.president
    )
    return for_it / whole


def rises(sight: Sight) -> bool:
    """Whether it starts a coup, when it may: for a grievance, with some hope, seldom."""
    if resentment(sight) < ILL or sight.president is None:
        return False
    hope = prospects(sight, frozenset({sight.me}))
    hope += 0.03 * sum(card in UNIT_CARDS for card in sight.hand) - 0.004 * stake(sight)
    return hope > HOPE and sight.luck.random() < RISES + 0.2 * (resentment(sight) - ILL)


def joins(sight: Sight, field: Field) -> bool:
    """Whether it stands with those who have risen."""
    if resentment(sight) < ILL:
        return False
    hope = prospects(sight, field.insurgents | {sight.me}) + 0.3 * (resentment(sight) - ILL)
    return sight.luck.random() < JOINS + hope - 0.5


def stake(sight: Sight) -> float:
    """What death would cost it."""
    held = [*sight.hand, *sight.own["exposed"]]
    cards = sum(worth(card, held) for card in held)
    return sight.cash_mp + 0.5 * cards + (OFFICE if sight.president == sight.me else 0)


def declares(sight: Sight, field: Field) -> Side:
    """The side that brings it most in the end: it may turn, even against its friends."""
    sides: tuple[Side, Side] = ("junta", "president")
    return max(
        sides, key=lambda side: (_comes_of(sight, field, side), side == field.side(field.me))
    )


def _comes_of(sight: Sight, field: Field, side: Side) -> float:
    """What this declaration brings, with the others where they are now."""
    won = field.winner({sight.me: side})
    rebel = sight.me in field.insurgents
    if won == "junta":
        if side == "junta":
            return OFFICE / len(field.insurgents | {sight.me}) + 1 if rebel else 1.0
        return -0.25 * stake(sight)
    if side == "junta":
        return -0.5 * stake(sight) - 0.5
    return 1.5 - 2 * resentment(sight)
