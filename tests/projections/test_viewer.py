"""Viewers in words."""

from __future__ import annotations

from typing import Any

import pytest

from projections.viewer import NoSuchViewer, parse, spell


@pytest.mark.parametrize("viewer", [0, 3, 12, "public", "auditor"])
def test_there_and_back(viewer: Any) -> None:
    assert parse(spell(viewer)) == viewer


@pytest.mark.parametrize(
    "words",
    ["", "seat", "seat:", "seat:-1", "seat:01", "seat:x", "seat:3", "seat:²", "Seat:1"],
)
def test_other_words_name_nobody(words: str) -> None:
    with pytest.raises(NoSuchViewer):
        parse(words, seats=3)
