"""The bot called `random`: it declares whatever is offered, and meddles now and then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

Body = dict[str, Any]
Option = dict[str, Any]

MEDDLES = 0.1
"""How often it declares something that the game does not wait for, when it could."""

PEACEFUL = 0.92
"""How often it starts no coup: by chance alone there would be one in every turn."""
NO_COUP = "no_coup"
FOND_OF_CARDS = 0.4
"""How often it would rather play a card than do anything else."""
CARDS = ("play_card", "play_unit_card", "bribe_units")


class RandomBot:
    """One player. The same seed and the same offers lead to the same declarations."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._random = Random(seed)

    def meddles(self) -> bool:
        """Whether it looks, this time, for something to do while others are asked."""
        return self._random.random() < MEDDLES

    def choose(self, options: Sequence[Option], asked: bool) -> Body | None:
        """One of the offered bodies; None to let the moment pass.

        `asked`: the game waits for this seat, which so answers, or now and then meddles first.
        """
        answers = [option for option in options if not option["interrupt"]]
        others = [option for option in options if option["interrupt"]]
        if others and (not asked or self.meddles()):
            return self._body(others)
        return self._body(answers) if asked and answers else None

    def _body(self, options: Sequence[Option]) -> Body:
        """Any type that is offered, then any way to declare it, then any body of that way."""
        kind = self._kind(list(dict.fromkeys(option["type"] for option in options)))
        option = self._random.choice([option for option in options if option["type"] == kind])
        body: Body = self._random.choice(option.get("choices") or option["examples"])
        return body

    def _kind(self, kinds: Sequence[str]) -> str:
        if NO_COUP in kinds and self._random.random() < PEACEFUL:
            return NO_COUP
        cards = [kind for kind in CARDS if kind in kinds]
        if cards and self._random.random() < FOND_OF_CARDS:
            return self._random.choice(cards)
        return self._random.choice(kinds)
