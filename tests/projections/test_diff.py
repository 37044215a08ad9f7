"""Patches: applied to what was, they give what is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.diff import Patch, diff
from projections.source import MemorySource
from projections.table import Tables
from tests.played import play
from tests.toy.game import TOY

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "~/"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "~", "/", "~1", ""]), inner, max_size=3)
    ),
    max_leaves=12,
)


def applied(document: Any, patch: Patch) -> Any:
    """The document after the patch, as RFC 6902 says."""
    holder = json.loads(json.dumps({"": document}))
    for step in patch:
        names = [n.replace("~1", "/").replace("~0", "~") for n in step["path"].split("/")]
        place = holder
        for name in names[:-1]:
            place = place[int(name)] if isinstance(place, list) else place[name]
        key: Any = int(names[-1]) if isinstance(place, list) else names[-1]
        if step["op"] == "remove":
            del place[key]
        elif step["op"] == "add" and isinstance(place, list):
            place.insert(key, step["value"])
        else:
            assert (key in place) == (step["op"] == "replace") or isinstance(place, list)
            place[key] = step["value"]
    return holder[""]


@given(JSON, JSON)
def test_a_patch_makes_the_one_of_the_other(before: Any, after: Any) -> None:
    patch = diff(before, after)
    assert json.dumps(applied(before, patch), sort_keys=True) == json.dumps(after, sort_keys=True)
    assert diff(before, before) == []


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1, 3], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}]),
        ({"a/b": 1}, {"a/b": True}, [{"op": "replace", "path": "/a~1b", "value": True}]),
        ({"a": {"b": [1]}}, {"a": {"b": [2]}}, [{"op": "replace", "path": "/a/b/0", "value": 2}]),
        (1, {}, [{"op": "replace", "path": "", "value": {}}]),
    ],
)
def test_patches_are_small(before: Any, after: Any, patch: Patch) -> None:
    assert diff(before, after) == patch


def test_tables_from_position_to_position() -> None:
    played = play(seats=3, seed=6, turns=3)
    source = MemorySource(lambda _: TOY)
    source.add(played.envelopes)
    tables = [Tables(source).table("g6", "public", n + 1) for n in range(len(played.envelopes))]
    for before, after in zip(tables, tables[7:], strict=False):
        assert applied(before, diff(before, after)) == after
