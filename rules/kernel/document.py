"""A piece of JSON that somebody brought: frozen, hashable, and recorded as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Document:
    """An object of JSON, kept as its canonical text, so that equal ones are one key of a cache."""

    text: str

    @classmethod
    def of(cls, written: Any) -> Document:
        """From JSON data."""
        return cls(json.dumps(written, sort_keys=True, separators=(",", ":")))

    @property
    def value(self) -> Any:
        """The JSON data, new each time."""
        return json.loads(self.text)


def tidy(written: Any) -> Any:
    """The JSON data with 48 for 48.0, which not every language writes alike."""
    if isinstance(written, dict):
        return {key: tidy(item) for key, item in written.items()}
    if isinstance(written, list):
        return [tidy(item) for item in written]
    if isinstance(written, float) and written.is_integer():
        return int(written)
    return written
