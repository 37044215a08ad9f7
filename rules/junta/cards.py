"""The deck: 64 political cards, and questions about them. No rule of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.junta.card import Card, CardId, Category, Timing, Who
from rules.junta.deck import OTHERS
from rules.junta.deck_events import EVENTS

__all__ = [
    "BY_ID",
    "CARDS",
    "COUNTS",
    "DECK",
    "SMALL",
    "Card",
    "CardId",
    "Category",
    "Timing",
    "Who",
    "influence_votes",
    "printed_votes",
]

CARDS: tuple[Card, ...] = (*EVENTS, *OTHERS)
"""SU-1: the 64 cards. CD-3, CD-4: the votes printed on influence and on vote cards."""

COUNTS: Mapping[Category, int] = {
    "event": 25,
    "vote": 9,
    "influence": 12,
    "assassin": 7,
    "bribe": 7,
    "donation": 4,
}
"""SU-1: how many cards of each category there are."""

BY_ID: Mapping[CardId, Card] = {card.id: card for card in CARDS}
DECK: frozenset[CardId] = frozenset(BY_ID)


SMALL: Mapping[str, frozenset[CardId]] = {
    word: frozenset(c.id for c in CARDS if c.category == "influence" and c.votes <= most)
    for word, most in (("below_5", 4), ("up_to_5", 5))
}
"""CD-11: the influence that a demand for reform reaches, by the option's word."""


def influence_votes(exposed: Iterable[CardId]) -> int:
    """CD-2: exposed influence is worth its printed votes, more where its partner lies beside it."""
    shown = frozenset(exposed)
    return sum(
        BY_ID[c].paired_votes if BY_ID[c].partner in shown else BY_ID[c].votes for c in shown
    )


def printed_votes(cards: Iterable[CardId]) -> int:
    """The printed votes of the cards, without any pair."""
    return sum(BY_ID[card].votes for card in cards)
