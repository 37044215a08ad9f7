"""What can be wrong with a request before the rules are asked. Statuses stand in `problems`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.kernel.wording import clipped

MOST_FAULTS = 100
LONGEST_POINTER = 200
LONGEST_DETAIL = 300
DEAD_TOKEN = 'Bearer error="invalid_token"'
"""What is said with a token that opens nothing (RFC 6750)."""


class Fault(NamedTuple):
    """One thing wrong: where (a JSON Pointer as a URI fragment, RFC 6901 §6) and what."""

    pointer: str
    detail: str


class RequestError(Exception):
    """The request is refused with one sentence; `facts` join the problem, `headers` the answer."""

    def __init__(
        self, sentence: str, *, headers: Mapping[str, str] | None = None, **facts: Any
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.headers = dict(headers or {})
        self.facts = facts


class FaultyRequest(RequestError):
    """Parts of the request do not fit; all of them are named at once, up to a hundred."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        told = listed(faults)
        first = f"{told[0]['pointer']}: {told[0]['detail']}"
        more = f" ({len(faults) - 1} more{_left_out(faults)})" if len(faults) > 1 else ""
        super().__init__(first + more, errors=told)


def listed(faults: Sequence[Fault]) -> list[dict[str, str]]:
    """The first hundred faults, as a problem document lists them."""
    return [
        {
            "pointer": clipped(pointer, LONGEST_POINTER),
            "detail": clipped(detail, LONGEST_DETAIL),
        }
        for pointer, detail in faults[:MOST_FAULTS]
    ]


def _left_out(faults: Sequence[Fault]) -> str:
    return f"; only {MOST_FAULTS} are listed" if len(faults) > MOST_FAULTS else ""


class InvalidBody(FaultyRequest):
    """Fields of the body are missing, unknown, or of a wrong kind."""


class InvalidQuery(FaultyRequest):
    """Parameters of the query are of a wrong kind."""


class NotJson(RequestError):
    """The body is not a JSON document."""


class NestedTooDeeply(RequestError):
    """The body is nested deeper than anything that this service takes."""


class WrongMediaType(RequestError):
    """The body is announced as something other than JSON."""


class NotAcceptable(RequestError):
    """None of the media types that the caller accepts is offered."""


class KeyMissing(RequestError):
    """A call that appends came without an Idempotency-Key."""


class KeyUnfit(RequestError):
    """The Idempotency-Key is empty, too long, or has characters outside printable ASCII."""


class AlreadyMade(RequestError):
    """A repeat of a call that handed out a token, under a key too short to be a secret."""


class OtherCreation(RequestError):
    """The key made another game before."""


class FileUnfit(RequestError):
    """The body is not a game file that can be taken in."""


class BadPrecondition(RequestError):
    """If-Match is no position."""


class UnknownRulesetAsked(RequestError):
    """A game of an unknown ruleset was asked for."""


class NoSuchPosition(RequestError):
    """The game has no event at this position."""


class NoMap(RequestError):
    """The game is played without a board."""


class TokenMissing(RequestError):
    """The call needs a token."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, headers={"WWW-Authenticate": "Bearer"})


class TokenUnknown(RequestError):
    """The token opens nothing here."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, headers={"WWW-Authenticate": DEAD_TOKEN})


class WrongRole(RequestError):
    """The token is good, but not for this."""


class SpectatorsClosed(RequestError):
    """The game is not open to those without a token."""


class WrongJoinCode(RequestError):
    """The join code is missing or is not that of the game."""


class WrongClaim(RequestError):
    """The claim does not open this seat, or no longer."""


class LookNotNoted(RequestError):
    """An auditor's look cannot be told to the players now, so it is not granted."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, headers={"Retry-After": "1"})


class TooManyRequests(RequestError):
    """The caller has used up this minute's calls."""
