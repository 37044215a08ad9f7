"""The schemas of the tests are held to their formats too, and say where a value does not fit."""

from __future__ import annotations

import pytest

from tests.json_schema import JsonSchema


def test_formats_count_and_a_fault_names_its_place() -> None:
    schema = JsonSchema({"properties": {"at": {"type": "string", "format": "date-time"}}})
    assert schema.fits({"at": "2026-11-29T20:00:00.000Z"})
    [said] = schema.faults({"at": "noon"})
    assert said.startswith("['at']: ") and not schema.fits({"at": "noon"})


def test_what_is_no_schema_is_found() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        JsonSchema({"type": "nonsense"})
