"""A key that stands twice in one object is found, however it is written."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import orjson
import pytest

from events.repeated import repeated_key


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a":1,"a":2}', "a"),
        ('{"a" :1,"a":2}', "a"),
        ('{"a":1,"a"\n:2}', "a"),
        ('{"a" :1,"b":"\\":","b":2}', "b"),
        ('{"a":"\\":","a":2}', "a"),
        ('{"a":1,"\\u0061":2}', "a"),
        ('[{"x":{}},{"y":[{"z":1,"z":1}]}]', "z"),
        ('{"":1,"":2}', ""),
        ('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', None),
        ('{"a" : "\\":","b" :{"c":":"}}', None),
        ('{"\\":":1,"b":2}', None),
        ("3", None),
        ('"a"', None),
        ("[]", None),
    ],
)
def test_it_is_found(text: str, found: str | None) -> None:
    assert repeated_key(text.encode(), orjson.loads(text)) == found


def _text(random: Random, depth: int) -> str:
    if depth == 0 or random.random() < 0.3:
        return random.choice(("1", '"x"', '"\\":"', '":"', "null", '"\\"a\\":1"'))
    parts = [_text(random, depth - 1) for _ in range(random.randrange(4))]
    if random.random() < 0.4:
        return f"[{','.join(parts)}]"
    gap = random.choice(("", "", " "))
    return "{" + ",".join(f'"{random.choice("abcdef")}"{gap}:{part}' for part in parts) + "}"


def _is_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise KeyError
    return dict(pairs)


def test_it_says_the_same_as_a_slow_reader() -> None:
    random, repeated = Random(5), 0
    for _ in range(4000):
        text = _text(random, 4)
        try:
            json.loads(text, object_pairs_hook=_is_repeated)
            slow = False
        except KeyError:
            slow = True
        assert (repeated_key(text.encode(), orjson.loads(text)) is not None) == slow, text
        repeated += slow
    assert repeated > 400
