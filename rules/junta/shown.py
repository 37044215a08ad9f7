"""Values of a state as JSON; what the viewer does not know is {"hidden": true}, never null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.choices import plain_json
from rules.kernel.hidden import is_hidden

HIDDEN_JSON = {"hidden": True}


def shown(value: Any) -> Any:
    """A value as JSON, unknown parts marked."""
    if is_hidden(value):
        return dict(HIDDEN_JSON)
    if type(value) is not frozenset and isinstance(value, Mapping):
        return {str(key): shown(item) for key, item in value.items()}
    return plain_json(value)
