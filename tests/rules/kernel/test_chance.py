"""Bytes to numbers: deterministic, even, and as documented."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import Source

SEEDS = st.binary(min_size=32, max_size=32)


def numbers(seed: bytes, bounds: list[int]) -> list[int]:
    """The documented rule written down a second time: words of blocks, those over are skipped."""
    needed, found, position = list(bounds), [], 0
    while needed:
        block = sha256(seed + (position // 8).to_bytes(4, "big")).digest()
        start = position % 8 * 4
        word = int.from_bytes(block[start : start + 4], "big")
        position += 1
        bound = needed[0]
        if word < 2**32 - 2**32 % bound:
            found.append(word % bound)
            needed.pop(0)
    return found


@given(SEEDS, st.lists(st.integers(1, 2**32), max_size=30))
def test_numbers_follow_the_documented_rule(seed: bytes, bounds: list[int]) -> None:
    source = Source(seed)
    assert [source.below(bound) for bound in bounds] == numbers(seed, bounds)


def test_a_known_seed_gives_known_numbers() -> None:
    assert Source(bytes(32)).faces(8) == tuple(n + 1 for n in numbers(bytes(32), [6] * 8))
    first = int.from_bytes(sha256(bytes(32) + bytes(4)).digest()[:4], "big")
    assert Source(bytes(32)).below(1000) == first % 1000


@given(SEEDS)
def test_words_that_would_be_uneven_are_skipped(seed: bytes) -> None:
    bound = 2**31 + 1
    source = Source(seed)
    assert [source.below(bound) for _ in range(20)] == numbers(seed, [bound] * 20)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 64])
def test_numbers_are_even(bound: int) -> None:
    drawn = 600 * bound
    source = Source(b"e" * 32)
    counts = Counter(source.below(bound) for _ in range(drawn))
    assert set(counts) == set(range(bound))
    chi_squared = sum((counts[n] - 600) ** 2 / 600 for n in range(bound))
    assert chi_squared < bound - 1 + 4 * (2 * bound) ** 0.5


@given(SEEDS, st.integers(0, 20))
def test_dice_have_six_faces(seed: bytes, dice: int) -> None:
    faces = Source(seed).faces(dice)
    assert len(faces) == dice
    assert all(1 <= face <= 6 for face in faces)


@given(SEEDS, st.lists(st.integers(), unique=True, max_size=12), st.data())
def test_picks_are_distinct_items(seed: bytes, items: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(items)))
    picks = Source(seed).picks(items, number)
    assert len(set(picks)) == len(picks) == number
    assert set(picks) <= set(items)
    assert picks == Source(seed).picks(items, number)


@given(SEEDS, st.lists(st.integers(), unique=True, min_size=1, max_size=12))
def test_picks_take_the_item_at_each_number_and_close_the_gap(
    seed: bytes, items: list[int]
) -> None:
    left, expected = list(items), []
    for number in numbers(seed, list(range(len(items), 0, -1))):
        expected.append(left.pop(number))
    assert Source(seed).picks(items, len(items)) == tuple(expected)


@pytest.mark.parametrize(("word", "number"), [(2**32 - 5, 5), (2**32 - 4, 4), (2**32 - 1, 4)])
def test_the_last_words_that_do_not_fill_a_six_are_skipped(word: int, number: int) -> None:
    source = Source(bytes(32))
    source._words = [4, word]
    assert source.below(6) == number
