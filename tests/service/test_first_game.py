"""The five calls that `junta serve` prints: fresh keys, and a game that they really begin."""

from __future__ import annotations

import re

from service.first_game import first_game_calls


def test_the_calls_are_five_and_name_the_address() -> None:
    calls = first_game_calls("http://a")
    assert len(calls) == 5
    assert all("curl" in call and "http://a/v1/games" in call for call in calls)


def test_each_printing_has_keys_of_its_own_long_enough_to_be_repeated() -> None:
    printed = "\n".join(first_game_calls("http://a") + first_game_calls("http://a"))
    keys = re.findall(r"Idempotency-Key: (?:\$NAME-)?(\w+)", printed)
    assert len(keys) == len(set(keys)) == 6
    assert all(len(key) >= 32 for key in keys)
