"""Values of a state as JSON data; what the viewer does not know is `{"hidden": true}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.bills import Bills
from rules.kernel.document import Document
from rules.kernel.hidden import is_hidden

PLAIN = frozenset({str, int, bool, type(None)})
"""What is JSON as it stands, and most of every table."""


def shown(value: Any) -> Any:
    """The value as JSON data: bills, sets, tuples and tables in their documented shapes."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is dict:
        return {
            key if type(key) is str else str(key): item if type(item) in PLAIN else shown(item)
            for key, item in value.items()
        }
    if kind is list or kind is tuple:
        return [item if type(item) in PLAIN else shown(item) for item in value]
    return _shown(value)


def _shown(value: Any) -> Any:
    if isinstance(value, str | int):
        return value
    if is_hidden(value):
        return {"hidden": True}
    if isinstance(value, Bills):
        return value.to_json()
    if isinstance(value, Document):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): shown(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(shown(item) for item in value)
    if isinstance(value, tuple | list):
        return [shown(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no documented shape")
