"""Values of a state as JSON data; what the viewer does not know is `{"hidden": true}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.bills import Bills
from rules.kernel.document import Document
from rules.kernel.hidden import is_hidden


def shown(value: Any) -> Any:
    """The value as JSON data: bills, sets, tuples and tables in their documented shapes."""
    if value is None or isinstance(value, str | int):
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
