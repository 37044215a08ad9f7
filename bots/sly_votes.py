"""How `sly` gets into office and how it votes: elections, cabinets, budgets of others."""

from __future__ import annotations

from collections.abc import Callable

from bots.sly_cards import VOTES, Json, is_vote_card, votes_of
from bots.sly_sight import Sight

POSTS = (
    "minister_interior",
    "general_1",
    "general_2",
    "general_3",
    "admiral",
    "air_commander",
)
FAIR_MP = 2
"""A share that is worth a vote."""
HOPE = 0.7
"""It stands with nothing but vote cards if they come so near to the strongest of the others."""
NEEDS_BANK_MP = 5
"""With so much in the purse an open bank is worth a vote."""


def nominate(sight: Sight) -> Json:
    """Itself, with all it has; nobody else."""
    able = sight.shape(sight.options["nominate"][0])["support"]["properties"]
    total = able.get(str(sight.me), {"maximum": 0})["maximum"]
    return sight.body("nominate", support={str(sight.me): total} if total else {})


def needs_a_vote_to_stand(sight: Sight) -> bool:
    """Whether only a vote card would make it a candidate."""
    running = sight.table["election"]
    nominated = any(str(sight.me) in some for some in running["nominations"].values())
    if nominated or sight.own["laid"] or votes_of(sight.own["exposed"]):
        return False
    strongest = max((sight.strength(seat) for seat in sight.others), default=0)
    return _votes_in_hand(sight) >= HOPE * strongest


def _votes_in_hand(sight: Sight) -> int:
    return sum(VOTES[card] for card in sight.hand if is_vote_card(card))


def withdraw(sight: Sight) -> Json:
    """When two others are stronger, so that an election comes to its end."""
    may = any(way["withdraw"] for way in sight.ways("withdraw"))
    rivals = [s for s in sight.table["election"]["candidates"] if s != sight.me]
    own = sight.strength(sight.me) + _votes_in_hand(sight)
    stronger = sum(sight.strength(seat) > own for seat in rivals)
    return sight.body("withdraw", withdraw=may and stronger > 1)


def cast(sight: Sight) -> Json:
    """All for itself, else for the candidate from whom most can be hoped."""
    candidates = sight.table["election"]["candidates"]
    votes = int(sight.own["votes"])
    if not votes or not candidates:
        return sight.body("cast_votes", votes={})
    chosen = sight.me if sight.me in candidates else max(candidates, key=_hope(sight))
    return sight.body("cast_votes", votes={str(chosen): votes})


def _hope(sight: Sight) -> Callable[[int], tuple[float, int]]:
    """Who paid well before and is not ahead."""

    def hope(seat: int) -> tuple[float, int]:
        paid = sight.memory.paid[seat, sight.me]
        struck = sight.memory.grudges[seat, sight.me]
        return (paid - 0.3 * sight.fortune(seat) - struck, -seat)

    return hope


def card_decides_election(sight: Sight) -> bool:
    """Whether laying the vote cards can make it President in this round."""
    running = sight.table["election"]
    if sight.me not in running["candidates"]:
        return False
    own, cards = int(sight.own["votes"]), _votes_in_hand(sight)
    against = 0
    waiting = 0
    for seat in running["order"]:
        if seat == sight.me:
            continue
        votes = running["votes"].get(str(seat))
        if votes is None:
            waiting += sight.strength(seat)
            continue
        own += votes.get(str(sight.me), 0)
        against += sum(n for to, n in votes.items() if to != str(sight.me))
    expected = against + 0.8 * waiting
    return own <= expected < own + cards or (waiting > 0 and own <= against + waiting)


def cabinet(sight: Sight) -> Json:
    """The Minister is whom it fears least; double posts go to the weak."""
    order = sorted((s for s in sight.seats if s != sight.me), key=lambda s: _fear(sight, s))
    posts = _given_out(order)
    ways = sight.ways("form_cabinet")
    option = sight.options["form_cabinet"][0]
    if "choices" in option and not any(way["posts"] == posts for way in ways):
        return sight.luck.choice(ways)
    return sight.body("form_cabinet", posts=posts)


def _fear(sight: Sight, seat: int) -> float:
    struck = sight.memory.grudges[seat, sight.me]
    loyal = sight.memory.loyalty(seat)
    return sight.strength(seat) + 0.4 * sight.fortune(seat) + 4 * struck - 3 * loyal


def _given_out(order: list[int]) -> dict[str, int]:
    """A lawful cabinet for three to six families, the first of the order as Minister."""
    generals = order if len(order) == 3 else order[1:4]
    rest = {3: order[1:3], 4: order[0:2], 5: [order[-1], order[0]], 6: order[4:6]}[len(order)]
    holders = (order[0], *generals, *rest)
    return dict(zip(POSTS, holders, strict=True))


def satisfied(sight: Sight) -> bool:
    """Whether the budget is worth a vote: by its share, a gift, or the money to be banked."""
    budget, proposer = sight.table["budget"], sight.proposer
    if proposer == sight.me:
        return True
    share = int(budget["sums"].get(str(sight.me), 0))
    share += sight.memory.gifts[proposer or 0, sight.me]
    if share >= FAIR_MP or sight.cash_mp >= NEEDS_BANK_MP:
        return True
    paid = [n for seat, n in budget["sums"].items() if int(seat) != proposer]
    return share > 0 and share >= max(paid, default=0)


def vote(sight: Sight) -> Json:
    """All that it has, on one side; against only in the second round: first it may be paid."""
    cast_before = sight.table["budget"]["votes"].get(str(sight.me), {"for": 0, "against": 0})
    left = int(sight.own["votes"]) - sum(cast_before.values())
    side = "for" if satisfied(sight) else "against"
    if side == "against" and sight.table["budget"]["round"] == 1:
        left = 0
    return sight.body("vote_on_budget", votes={side: left} if left > 0 else {})


def card_decides_budget(sight: Sight) -> bool:
    """Whether, in the second round, its vote cards can turn what the others have left undone."""
    budget = sight.table["budget"]
    if budget["round"] != 2 or (sight.proposer != sight.me and sight.cash_mp < NEEDS_BANK_MP):
        return False
    for_it = satisfied(sight)
    mine, theirs, waiting = 0, 0, 0
    for seat in sight.everybody_home:
        votes = budget["votes"].get(str(seat), {"for": 0, "against": 0})
        mine += votes["for" if for_it else "against"]
        theirs += votes["against" if for_it else "for"]
        left = sight.strength(seat) - sum(votes.values())
        if seat == sight.me:
            mine += left
        else:
            waiting += left
    cards = _votes_in_hand(sight)
    return mine <= theirs + waiting / 2 and mine + cards >= theirs
