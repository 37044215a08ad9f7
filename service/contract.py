"""What each call promises, written beside the function that keeps it; `openapi` reads it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from marshmallow import Schema

from events import log

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
LINES = "application/x-ndjson"
STREAM = "text/event-stream"
HTML = "text/html"
SVG = "image/svg+xml"
YAML = "application/yaml"

CALLS = "/v1/"
"""Where the calls are; what lies elsewhere are pages and probes."""

STORE = (
    log.UnknownGame,
    log.ReadOnly,
    log.Busy,
    log.Unavailable,
    log.Halted,
    log.InvariantBroken,
)
"""What every call that appends may meet, whatever it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call: what it is for, what it takes, what it answers, which problems it may have.

    answers: status -> (media type -> schema, None where a text says it). takes: the media type of
    the body; `body` is None where it is lines. token: whether the call takes one. keyed: whether it
    needs an Idempotency-Key. headers: what else it reads. may_lack: whether it does without a body.
    goes_on: whether its lists come in pages, with a `Link` to the next.
    """

    summary: str
    answers: dict[int, dict[str, type[Schema] | None]]
    body: type[Schema] | str | None = None
    takes: str | None = None
    query: type[Schema] | None = None
    problems: tuple[type[Exception], ...] = ()
    token: Literal["none", "optional", "required"] = "none"
    keyed: bool = False
    headers: tuple[str, ...] = ()
    may_lack: bool = False
    goes_on: bool = False


def call(promise: Call) -> Callable[[F], F]:
    """Write the promise on the function."""

    def promised(function: F) -> F:
        function.promise = promise  # type: ignore[attr-defined]
        return function

    return promised


def promise_of(function: Callable[..., Any]) -> Call | None:
    """The promise that stands on the function."""
    found: Call | None = getattr(function, "promise", None)
    return found
