"""The ruleset as a client reads it: cards, posts, locations, steps, the city."""

from __future__ import annotations

from typing import Any

from rules.junta.cards import CARDS, Card
from rules.junta.city import CAPITAL, written_plan
from rules.junta.ruleset import LOCATIONS, POST_NAMES
from rules.junta.sequence import NEXT_STEP
from rules.kernel.choices import plain_json


def _use(card: Card) -> dict[str, Any]:
    """When, by whom and for what a card may be played, and what it does."""
    return {
        "timing": card.timing,
        "who": card.who,
        "price": card.price,
        "needs": list(card.needs),
        "effect": card.effect,
        "text": card.text,
        "excuse": card.excuse,
        "parameters": plain_json(card.parameters),
    }


def about() -> dict[str, Any]:
    """What a client needs to know of the ruleset: its cards, posts, locations and steps."""
    return {
        "cards": [
            {
                "id": card.id,
                "name": card.name,
                "category": card.category,
                "votes": card.votes,
                "partner": card.partner,
                "paired_votes": card.paired_votes,
                **_use(card),
            }
            for card in CARDS
        ],
        "posts": [{"id": post, "name": name} for post, name in POST_NAMES.items()],
        "locations": list(LOCATIONS),
        "steps": [step for step in NEXT_STEP if step != "set_up"],
        "city": CAPITAL.name,
        **written_plan(CAPITAL),
    }
