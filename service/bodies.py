"""Reading what a request brought: its body, its key, its precondition."""

from __future__ import annotations

import re
from typing import Any

import orjson
from flask import Request
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from events.bounds import nested_deeper
from events.repeated import repeated_key
from rules.kernel.wording import clipped
from service.contract import LINES
from service.errors import (
    BadPrecondition,
    KeyMissing,
    KeyUnfit,
    NestedTooDeeply,
    NotJson,
    WrongMediaType,
)

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 16 * 1024 * 1024
DEEPEST = 32
LONGEST_KEY = 255
SECRET_KEY_LENGTH = 32
"""From this length on an Idempotency-Key counts as a secret of its sender."""

KEY = re.compile(rf"[!-~]([ -~]{{0,{LONGEST_KEY - 2}}}[!-~])?")
PRECONDITION = re.compile(r'(?:W/)?"?([1-9][0-9]{0,15})"?')


def body(request: Request, *, may_lack: bool = False) -> Any:
    """The parsed JSON body; with `may_lack` no body at all counts as an empty object."""
    raw = _received(request)
    if len(raw) > LARGEST_BODY:
        raise RequestEntityTooLarge
    if may_lack and not raw:
        return {}
    if request.mimetype != "application/json":
        raise WrongMediaType("the body must be sent as application/json")
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        if "depth" in error.msg or "recursion" in error.msg.lower():
            raise NestedTooDeeply(f"the body is nested deeper than {DEEPEST} levels") from None
        raise NotJson(_why_not_json(raw, error.pos)) from None
    if raw.count(b"{") + raw.count(b"[") > DEEPEST and nested_deeper(written, DEEPEST):
        raise NestedTooDeeply(f"the body is nested deeper than {DEEPEST} levels")
    if (twice := repeated_key(raw, written)) is not None:
        raise NotJson(f"the key {clipped(twice)!r} comes more than once in one object")
    return written


def lines(request: Request) -> bytes:
    """The body of a call that takes a game file."""
    request.max_content_length = LARGEST_FILE + 1
    raw = _received(request)
    if len(raw) > LARGEST_FILE:
        raise RequestEntityTooLarge
    if request.mimetype != LINES:
        raise WrongMediaType(f"a game file must be sent as {LINES}")
    return raw


def _received(request: Request) -> bytes:
    """The bytes of the body; a body that breaks off or is chunked wrongly is no proper HTTP."""
    try:
        return request.get_data(cache=False)
    except (ParseException, NoMoreData):
        raise BadRequest from None


def _why_not_json(raw: bytes, position: int) -> str:
    """Why the bytes are no JSON, as far as one can tell; no sentence of a library."""
    if not raw.strip():
        return "the body is empty"
    try:
        raw.decode()
    except UnicodeDecodeError as fault:
        return f"the body is not UTF-8 at byte {fault.start}"
    return f"the body is not JSON: something else is needed at character {position}"


def key(request: Request) -> str:
    """The Idempotency-Key, which every call that appends needs."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        raise KeyMissing("this call needs an Idempotency-Key: a new one for each thing you want")
    if len(given) > LONGEST_KEY or not KEY.fullmatch(given):
        raise KeyUnfit(f"an Idempotency-Key is 1 to {LONGEST_KEY} printable ASCII characters")
    return given


def is_secret(key: str) -> bool:
    """Whether the key counts as known to its sender alone."""
    return len(key) >= SECRET_KEY_LENGTH


def strangers_key(key: str, digest: str) -> str:
    """The key of a caller who says not who he is, and whom nothing tells apart from others.

    A secret key stands for itself. A short one stands for one body only, so that a stranger who
    comes upon the same short key is not answered for what somebody else did. No key that a caller
    sends has a line feed in it, so none can be made to look like this one.
    """
    return key if is_secret(key) else f"{key}\n{digest}"


def if_match(request: Request) -> int | None:
    """The position in If-Match, if there is one."""
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    position = PRECONDITION.fullmatch(given.strip())
    if position is None:
        raise BadPrecondition("If-Match takes a position, such as 213")
    return int(position[1])
