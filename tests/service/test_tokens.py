"""One suite for both stores of tokens."""

from __future__ import annotations

import pytest

from rules.kernel.identifiers import Seat
from service.redis_tokens import RedisTokens
from service.tokens import (
    Creation,
    Grant,
    MemoryTokens,
    Tokens,
    derived,
    fresh,
    marked,
    marked_code,
)

GAME, OTHER = "gaaaaaaaaaa", "gbbbbbbbbbb"


@pytest.fixture(params=["memory", "redis"])
def tokens(request: pytest.FixtureRequest) -> Tokens:
    """Each store in turn."""
    if request.param == "memory":
        return MemoryTokens()
    return RedisTokens(request.getfixturevalue("redis"))


def test_grants(tokens: Tokens) -> None:
    seat = Grant(role="seat", seat=Seat(3))
    assert tokens.granted(GAME, "m") is None
    assert tokens.grant(GAME, "m", seat)
    assert not tokens.grant(GAME, "m", seat)
    assert tokens.granted(GAME, "m") == seat
    assert tokens.granted(OTHER, "m") is None
    assert tokens.grant(GAME, "h", Grant(role="host"))
    assert tokens.granted(GAME, "h") == Grant(role="host")


def test_join_codes(tokens: Tokens) -> None:
    assert tokens.join_code(GAME) is None
    tokens.put_join_code(GAME, "hash")
    assert tokens.join_code(GAME) == "hash"
    assert tokens.join_code(OTHER) is None
    assert tokens.granted(GAME, "hash") is None


def test_creations(tokens: Tokens) -> None:
    first, second = Creation(GAME, "d"), Creation(OTHER, "e")
    assert tokens.claim("k", first) == first
    assert tokens.claim("k", second) == first
    assert tokens.claim("l", second) == second


def test_service_keys(tokens: Tokens) -> None:
    assert tokens.service_keys() == []
    tokens.put_service_key("club", "m")
    tokens.put_service_key("league", "n")
    assert tokens.service_keys() == ["club", "league"]
    assert tokens.service_key("m") == "club"
    tokens.put_service_key("club", "o")
    assert tokens.service_key("m") is None
    assert tokens.service_key("o") == "club"
    assert tokens.remove_service_key("club")
    assert not tokens.remove_service_key("club")
    assert tokens.service_key("o") is None
    assert tokens.service_keys() == ["league"]


def test_tokens_have_256_bits_and_depend_on_everything() -> None:
    made = {
        derived(secret, role, key)
        for secret in (b"a" * 32, b"b" * 32)
        for role in ("host", "seat", "auditor")
        for key in ("k", "l")
    }
    assert len(made) == 12
    assert all(len(token) == 43 for token in made)
    assert derived(b"a" * 32, "host", "k") in made
    assert len({fresh() for _ in range(50)}) == 50
    assert marked("x") != marked("y")
    assert marked_code(b"a", "x") != marked_code(b"b", "x")
