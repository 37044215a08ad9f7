"""When `sly` plays which event: each card has its moment, by what the game asks it just then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bots import sly_ballots
from bots.sly_cards import VOTES, Json, votes_of
from bots.sly_field import UNARMED, field
from bots.sly_sight import Sight
from bots.sly_will import resentment, rises

BALLOTS = ("nominate", "cast_votes", "vote_on_budget", "vote_on_motion")
TO_PLOT = ("announce_attempt", "end_announcements")
SMALL = 5
"""A demand for reform reaches influence below so many votes."""
PAYS_FROM = 4
"""Votes that a card must move to be worth playing."""
RICH_PURSE = 5.0
CROWDED = 5
"""With so many cards in the hand one that does little is better played than kept."""
ENOUGH_TO_ARM = 4
HOSTILE = 0.3
TWO_THIRDS = 2 / 3

Choices = Sequence[Json]


def event(sight: Sight) -> Json | None:
    """An event to be played before answering."""
    ways: dict[str, list[Json]] = {}
    for way in sight.ways("play_card"):
        ways.setdefault(way["card"], []).append(way)
    for card, bodies in ways.items():
        play = PLAYS.get(card)
        chosen = None if play is None else play(sight, bodies)
        if chosen is not None:
            return chosen
    return None


def _reform(sight: Sight, bodies: Choices) -> Json | None:
    """In a ballot in which enough small influence of others would be cast."""
    if not sight.asks(*BALLOTS) or sight.table["turn"]["reformer"] is not None:
        return None
    small = sum(_small(sight.player(seat)["exposed"]) for seat in sight.others)
    return bodies[0] if small >= PAYS_FROM else None


def _small(exposed: Sequence[str]) -> int:
    return sum(VOTES.get(card, 0) for card in exposed if VOTES.get(card, 0) < SMALL)


def _spy(sight: Sight, bodies: Choices) -> Json | None:
    """The largest account, once there is something to see, or to empty the hand."""
    if len(sight.hand) < CROWDED and sight.turn < 5:
        return None
    return max(bodies, key=lambda way: sight.player(way["target"])["swiss_bills"])


def _bank_holiday(sight: Sight, bodies: Choices) -> Json | None:
    """Against a rich rival who wants to bank, when there is little to bank of one's own."""
    if not sight.asks(*TO_PLOT) or not sight.bank_opens:
        return None
    mine = sight.table["locations"]["places"].get(str(sight.me)) == "bank"
    if sight.table["turn"]["bank_holiday"] or (mine and sight.cash_mp > 1):
        return None
    richest = max((sight.purse(seat) for seat in sight.others), default=0.0)
    return bodies[0] if richest >= max(RICH_PURSE, sight.cash_mp + 2) else None


def _church_sacked(sight: Sight, bodies: Choices) -> Json | None:
    """In a ballot that its five votes may turn."""
    return bodies[0] if sly_ballots.close(sight, 5) else None


def _coalition_break(sight: Sight, bodies: Choices) -> Json | None:
    """Before a ballot, against the strongest rival."""
    if not sight.asks("nominate", "cast_votes"):
        return None
    target = max(bodies, key=lambda way: votes_of(sight.player(way["target"])["exposed"]))
    strong = votes_of(sight.player(target["target"])["exposed"])
    return target if strong >= PAYS_FROM + 1 else None


def _excuse(sight: Sight, bodies: Choices) -> Json | None:
    """When it may start a coup, wants to, and lacks the excuse."""
    if "no_coup" not in sight.options or sight.table["turn"]["excuse"]:
        return None
    return bodies[0] if not sight.asks("move_units") and rises(sight) else None


def _brigade(sight: Sight, bodies: Choices) -> Json | None:
    """Away with the brigade of who will stand on the other side."""
    if sight.president == sight.me:
        return _against(sight, bodies) if sight.asks(*TO_PLOT) and _unrest(sight) else None
    if "no_coup" not in sight.options or not rises(sight):
        return None
    rivals = [way for way in bodies if _general(sight, way) != sight.me]
    return min(rivals, key=lambda way: _ill_will(sight, way), default=None)


def _against(sight: Sight, bodies: Choices) -> Json | None:
    worst = max(bodies, key=lambda way: _ill_will(sight, way), default=None)
    return worst if worst is not None and _ill_will(sight, worst) >= HOSTILE else None


def _unrest(sight: Sight) -> bool:
    return bool(sight.table["turn"]["excuse"])


def _general(sight: Sight, way: Json) -> int:
    return int(sight.table["posts"].get(way["post"], -1))


def _ill_will(sight: Sight, way: Json) -> float:
    general = _general(sight, way)
    return resentment(sight, general) if general in sight.others else 0.0


def _peasants_strike(sight: Sight, bodies: Choices) -> Json | None:
    """When it arms more friends than foes."""
    if not sight.asks("end_movement", "open_fight") or sight.table["coup"] is None:
        return None
    seen, balance = field(sight), 0
    for there in seen.stacks.values():
        for seat, units in there.items():
            red = sum(number for kind, number in units.items() if kind in UNARMED)
            balance += -red if seen.foe(seat) else red
    return bodies[0] if balance >= ENOUGH_TO_ARM else None


def _petition(sight: Sight, bodies: Choices) -> Json | None:
    """To be rid of it, lest another card be lost."""
    return bodies[0] if len(sight.hand) >= CROWDED or "discard_cards" in sight.options else None


def _no_confidence(sight: Sight, bodies: Choices) -> Json | None:
    """When it has not been favoured, and enough others have not."""
    office = sight.president
    if office is None or not sight.asks("trust") or sight.memory.paid[office, sight.me] > 2:
        return None
    votes = {seat: sight.strength(seat) for seat in sight.everybody_home}
    against = sum(n for seat, n in votes.items() if _dissatisfied(sight, office, seat))
    return bodies[0] if against >= TWO_THIRDS * max(1, sum(votes.values())) else None


def _dissatisfied(sight: Sight, office: int, seat: int) -> bool:
    if seat == office:
        return False
    return seat == sight.me or sight.memory.paid[office, seat] <= 3


def _alternative(sight: Sight, bodies: Choices) -> Json | None:
    """Always: the aid would be its own."""
    return bodies[0]


PLAYS: Mapping[str, Callable[[Sight, Choices], Json | None]] = {
    "demand_for_reform": _reform,
    "spy_in_switzerland": _spy,
    "bank_holiday": _bank_holiday,
    "church_sacked": _church_sacked,
    "coalition_break": _coalition_break,
    "annual_street_festival": _excuse,
    "un_condemns": _excuse,
    "peasant_uprising": _brigade,
    "provincial_pretender": _brigade,
    "peasants_strike": _peasants_strike,
    "student_petition": _petition,
    "power_failure": sly_ballots.power_failure,
    "summer_recess": sly_ballots.summer_recess,
    "recount": sly_ballots.recount,
    "no_confidence": _no_confidence,
    "alternative_budget": _alternative,
}
"""The events that are played by `play_card`; what plays them, or lets them lie."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "demand_for_reform": ("christian_democrats",),
    "spy_in_switzerland": ("academics",),
    "peasants_strike": ("peasants",),
    "bank_holiday": ("bankers",),
    "church_sacked": ("church",),
    "general_strike": ("unions",),
    "dock_strike": ("unions",),
    "slum_riots": ("radicals",),
    "demonstrators": ("socialists",),
    "student_protest": ("students",),
    "central_bank_defence": ("bankers",),
    "patriotic_leagues": ("conservatives",),
    "christian_militia": ("christian_democrats", "church"),
    "helicopter": ("conservatives", "bankers", "monarchists"),
    "monarchist_assassin": ("monarchists",),
}
"""One of these must lie exposed before the card is good for anything."""


def needed(sight: Sight, playable: Sequence[str]) -> str | None:
    """An influence card of the hand that another card of the hand waits for."""
    shown = set(sight.own["exposed"])
    for card in sight.hand:
        needs = NEEDS.get(card, ())
        if needs and not shown & set(needs):
            found = next((need for need in needs if need in playable), None)
            if found is not None:
                return found
    return None
