"""What was done in a game beside its money: cards played, coups fought, sides turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Json = dict[str, Any]

PLAYS = (
    *("influence_exposed", "vote_card_laid", "donation_played", "card_played"),
    *("attempt_announced", "protection_played", "unit_card_played", "bribe_laid"),
)
"""Events in which somebody plays the card that they name; an attempt may be the police's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupTold:
    """One coup. `winner`: junta or president, None while it lasts; `early`: all agreed on it.

    insurgents: from the first one on, in the order in which they rose. turned: who declared for
    the other side in the end. taken_by: who was made President by it.
    """

    first_insurgent: int
    insurgents: tuple[int, ...]
    winner: str | None = None
    early: bool = False
    turned: tuple[int, ...] = ()
    taken_by: int | None = None
    shot: int | None = None

    def written(self) -> Json:
        """As JSON data."""
        return {
            "first_insurgent": self.first_insurgent,
            "insurgents": list(self.insurgents),
            "winner": self.winner,
            "early": self.early,
            "turned": list(self.turned),
            "taken_by": self.taken_by,
            "shot": self.shot,
        }


def _risen(coup: CoupTold, told: Json) -> CoupTold:
    return replace(coup, insurgents=(*coup.insurgents, told["seat"]))


def _declared(coup: CoupTold, told: Json) -> CoupTold:
    stands = "junta" if told["seat"] in coup.insurgents else "president"
    turns = told["side"] != stands
    return replace(coup, turned=(*coup.turned, told["seat"])) if turns else coup


STEPS: Mapping[str, Callable[[CoupTold, Json], CoupTold]] = {
    "insurgent_joined": _risen,
    "side_declared": _declared,
    "coup_decided": lambda coup, told: replace(coup, winner=told["winner"], early=told["early"]),
    "power_taken": lambda coup, told: replace(coup, taken_by=told["seat"]),
    "squad_ordered": lambda coup, told: replace(coup, shot=told["victim"]),
}
"""What each event tells of the coup that goes on, or has just been decided."""


@dataclass(slots=True)
class Deeds:
    """How often each card was played, and every coup, in order."""

    cards: Counter[str] = field(default_factory=Counter)
    coups: list[CoupTold] = field(default_factory=list)

    def read(self, feed: Iterable[Mapping[str, Any]]) -> None:
        """More of the feed that everybody may read."""
        for entry in feed:
            self.hear(entry)

    def hear(self, entry: Mapping[str, Any]) -> None:
        """One event."""
        kind = entry.get("type", "unknown")
        if kind in PLAYS:
            card = entry["data"]["card"]
            if card is not None:
                self.cards[card] += 1
        elif kind == "coup_started":
            first = entry["data"]["first_insurgent"]
            self.coups.append(CoupTold(first_insurgent=first, insurgents=(first,)))
        elif kind in STEPS and self.coups:
            self.coups[-1] = STEPS[kind](self.coups[-1], entry["data"])

    def won(self, side: str) -> int:
        """How many coups this side has won."""
        return sum(coup.winner == side for coup in self.coups)

    def written(self) -> Json:
        """As JSON data; the cards by name."""
        return {
            "cards": dict(sorted(self.cards.items())),
            "coups": [coup.written() for coup in self.coups],
        }


def lines(written: Json) -> list[str]:
    """What `Deeds.written` gives, as sentences."""
    return [_cards(written["cards"]), _coups(written["coups"])]


def _cards(cards: Mapping[str, int]) -> str:
    if not cards:
        return "No card was played."
    often = sorted(cards.items(), key=lambda one: (-one[1], one[0]))
    told = ", ".join(card if n == 1 else f"{card} ({n})" for card, n in often)
    return f"{sum(cards.values())} cards were played, {len(cards)} different ones: {told}."


def _coups(coups: Sequence[Json]) -> str:
    if not coups:
        return "There was no coup."
    number = "1 coup" if len(coups) == 1 else f"{len(coups)} coups"
    won = [coup["winner"] for coup in coups]
    junta, president = won.count("junta"), won.count("president")
    return f"{number}: the junta won {junta}, the loyalists {president}."
