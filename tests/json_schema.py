"""JSON Schema 2020-12, as the contract and the rulesets describe what is sent; formats count."""

from __future__ import annotations

from typing import Any

import jsonschema_rs


class JsonSchema:
    """One schema. Raises `ValueError` where it is none itself."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)

    def fits(self, value: Any) -> bool:
        return self._validator.is_valid(value)

    def faults(self, value: Any) -> list[str]:
        """Where the value does not fit, and why."""
        found = self._validator.iter_errors(value)
        return [f"{list(one.instance_path)}: {one.message}" for one in found]
