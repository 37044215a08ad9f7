"""A lawful "no" to a player: a slug, the rule, a sentence with the numbers. Nothing of HTTP.

What a refusal says may depend only on what the refused seat knows.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Rejection(Exception):
    """The declaration is refused; nothing has changed."""

    slug: ClassVar[str] = "refused"
    title: ClassVar[str] = "The declaration is refused"

    def __init__(self, sentence: str, *, rule: str | None = None, **facts: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.facts = facts


class NotRunning(Rejection):
    """The game has not begun, or is over."""

    slug = "game-not-running"
    title = "The game is not running"


class StageMoved(Rejection):
    """The stage that the declaration was meant for is closed."""

    slug = "stage-moved"
    title = "That stage is closed"


class NotYourTurn(Rejection):
    """The open stage waits for other seats."""

    slug = "not-your-turn"
    title = "It is not your turn"


class NotNow(Rejection):
    """No open stage takes this declaration from this seat."""

    slug = "not-now"
    title = "This cannot be declared now"


class OutOfChoice(Rejection):
    """A value is not among those that the rules allow now."""

    slug = "not-allowed"
    title = "That choice is not allowed"


class RequestAnswered(Rejection):
    """Chance was supplied for this request before."""

    slug = "request-answered"
    title = "Chance was supplied before"


class GameFull(Rejection):
    """Every seat is taken."""

    slug = "game-full"
    title = "Every seat is taken"


class GameStartedAlready(Rejection):
    """The table no longer takes players."""

    slug = "game-started"
    title = "The game has started"


class TooFewPlayers(Rejection):
    """The game needs more players before it can start."""

    slug = "too-few-players"
    title = "Too few players"


class GamePausedNow(Rejection):
    """The clock of the game stands: nothing but speech is taken."""

    slug = "game-paused"
    title = "The game is paused"


class RulingNotYours(Rejection):
    """The ruling needs somebody else's word, or that of more."""

    slug = "ruling-not-yours"
    title = "You cannot order this"


class SeatNotOpen(Rejection):
    """The seat waits for no new player, or for another claim."""

    slug = "seat-not-open"
    title = "The seat is not open"


class NameTaken(Rejection):
    """Two players at one table may not bear the same name."""

    slug = "name-taken"
    title = "That name is taken at this table"
