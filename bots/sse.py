"""Server-sent events: lines in, the JSON of each message out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any


def messages(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The `data` of each whole message; comments, ids and a message that was cut off are left."""
    parts: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            parts.append(line[5:].removeprefix(" "))
        elif not line and parts:
            yield json.loads("\n".join(parts))
            parts = []
