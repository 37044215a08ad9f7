"""Which headers answers carry: derived from the promises on the calls, for the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.contract import Call


class Header(NamedTuple):
    """A header of answers: what it tells, and how it is written."""

    meaning: str
    schema: Mapping[str, Any] = {"type": "string"}


HEADERS: Mapping[str, Header] = {
    "Allow": Header("with 405: the methods that the address takes"),
    "Cache-Control": Header("what caches may keep"),
    "ETag": Header("the tag of what is shown, to be sent back as `If-None-Match`"),
    "Idempotent-Replay": Header(
        "this was done before with this key", {"type": "string", "enum": ["true"]}
    ),
    "Link": Header('where the list goes on, with `rel="next"`; none where nothing follows now'),
    "Location": Header("the table of the game"),
    "RateLimit": Header('how many calls are left, and for how many seconds: `"appends";r=9;t=60`'),
    "RateLimit-Policy": Header('how many calls are allowed in a window: `"appends";q=10;w=60`'),
    "Retry-After": Header("seconds to wait before the next try", {"type": "integer"}),
    "Vary": Header("which headers of the request the answer depends on"),
    "WWW-Authenticate": Header("what token is needed: `Bearer` (RFC 6750)"),
}
LIMITS = ("RateLimit", "RateLimit-Policy")
EVERYWHERE = {"Cache-Control": True}
PROBLEMS: Mapping[int, Mapping[str, bool]] = {
    401: {"WWW-Authenticate": True},
    429: {"Retry-After": True, **dict.fromkeys(LIMITS, False)},
    503: {"Retry-After": True},
}
"""By status: header -> whether every such answer carries it."""
PERHAPS = ("Allow", "Link")
"""What no kind of answer always carries."""
OTHER_PROBLEMS = {"Allow": False, "Retry-After": False}
"""What a problem that no status is written down for may carry."""


def of_answer(promise: Call, method: str, status: int) -> dict[str, bool]:
    """The headers of one of the call's own answers -> whether each such answer carries it."""
    shapes = (shape for shape in promise.answers[status].values() if shape is not None)
    carried = {
        "ETag": "If-None-Match" in promise.headers,
        "Idempotent-Replay": promise.keyed and status == 200,
        "Location": any(getattr(shape, "HAS_ADDRESS", False) for shape in shapes),
        **dict.fromkeys(LIMITS, promise.keyed),
        "Retry-After": status == 503,
        "Vary": method == "get" and promise.token != "none",
    }
    may = {"Link": False} if promise.goes_on and status == 200 else {}
    return {**EVERYWHERE, **{name: True for name, is_sent in carried.items() if is_sent}, **may}


def of_problem(status: int | None) -> dict[str, bool]:
    """The headers of a problem of this status; of any other with None."""
    return {**EVERYWHERE, **(OTHER_PROBLEMS if status is None else PROBLEMS.get(status, {}))}


def described(carried: Mapping[str, bool]) -> dict[str, Any]:
    """The same as OpenAPI writes it: a name for what is always sent, else the header itself."""
    return {
        name: name if always else component(name, always=False)
        for name, always in sorted(carried.items())
    }


def component(name: str, *, always: bool = True) -> dict[str, Any]:
    """One header as OpenAPI writes it."""
    told = HEADERS[name]
    needed = {"required": True} if always else {}
    return {"description": told.meaning, **needed, "schema": dict(told.schema)}
