"""The vault and the chance that its secrets make."""

from __future__ import annotations

import hmac
from hashlib import sha256

import pytest
from redis import Redis

from events.redis_vault import RedisVault
from events.vault import (
    DICE_LINKS,
    LinksExhausted,
    MemoryVault,
    Secrets,
    SecretsKept,
    UnknownSecrets,
    Vault,
    dice_anchor,
    dice_bytes,
    dice_link,
    draw_bytes,
    draw_commitment,
    new_secrets,
)
from tests.played import secrets_for


class VaultContract:
    """What every vault does."""

    vault: Vault

    def test_gives_back_what_was_put(self) -> None:
        secrets = new_secrets()
        self.vault.put("g1", secrets)
        assert self.vault.get("g1") == secrets

    def test_the_same_again_is_fine_but_others_are_refused(self) -> None:
        secrets = new_secrets()
        self.vault.put("g2", secrets)
        self.vault.put("g2", secrets)
        with pytest.raises(SecretsKept, match="g2"):
            self.vault.put("g2", new_secrets())
        assert self.vault.get("g2") == secrets

    def test_an_unknown_game_raises(self) -> None:
        with pytest.raises(UnknownSecrets, match="nothing"):
            self.vault.get("nothing")


class TestMemoryVault(VaultContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.vault = MemoryVault()


class TestRedisVault(VaultContract):
    @pytest.fixture(autouse=True)
    def fresh(self, redis: Redis) -> None:
        self.redis = redis
        self.vault = RedisVault(redis)

    def test_one_key_beside_the_log(self) -> None:
        self.vault.put("g9", new_secrets())
        assert self.redis.keys() == [b"game:{g9}:vault"]


def test_secrets_are_fresh_long_and_not_shown() -> None:
    first, second = new_secrets(), new_secrets()
    parts = [*first.written().values(), *second.written().values()]
    assert len(set(parts)) == 8
    assert {len(part) for part in parts} == {64}
    assert repr(first) == str(first) == "Secrets(…)"
    assert Secrets.read(first.written()) == first


def test_each_link_hashes_to_the_one_before() -> None:
    secrets = secrets_for(1)
    last = bytes.fromhex(dice_anchor(secrets))
    for n in range(1, 350):
        link = dice_link(secrets, n)
        assert sha256(link).digest() == last
        last = link
    assert dice_link(secrets, DICE_LINKS) == secrets.dice_seed


def test_there_are_ten_thousand_links() -> None:
    for n in (0, -1, DICE_LINKS + 1):
        with pytest.raises(LinksExhausted):
            dice_link(secrets_for(1), n)


def test_supplies_are_as_documented() -> None:
    secrets = secrets_for(1)
    link = dice_link(secrets, 1)
    assert dice_bytes(link, "g", 7) == hmac.new(link, b"g|7", sha256).digest()
    assert draw_bytes(secrets.draw_secret, "g", 7) != draw_bytes(secrets.draw_secret, "g", 8)
    assert draw_commitment(secrets) == sha256(secrets.draw_secret).hexdigest()
