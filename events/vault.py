"""The secrets of a game, kept outside its log, and the chance that is made with them.

Dice come from a SHA-256 hash chain: the anchor is the 10,000th hash of the seed, and each roll
reveals the link before; anybody checks a roll at once by hashing its link. Draws come from a second
secret that is revealed at the end.
"""

from __future__ import annotations

import hmac
import secrets as randomness
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

DICE_LINKS = 10_000
SECRET_BYTES = 32
_STRIDE = 100


class UnknownSecrets(LookupError):
    """No secrets are kept for this game."""


class SecretsKept(RuntimeError):
    """Other secrets are kept for this game already; they are never replaced."""


class LinksExhausted(RuntimeError):
    """The game has rolled more often than its chain of links allows."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Secrets:
    """Four secrets of 32 bytes each; their representation does not show them."""

    salt_secret: bytes
    dice_seed: bytes
    draw_secret: bytes
    token_secret: bytes

    def __repr__(self) -> str:
        return "Secrets(…)"

    def written(self) -> dict[str, str]:
        """Each secret in hex, by name."""
        return {field.name: getattr(self, field.name).hex() for field in fields(self)}

    @classmethod
    def read(cls, stored: dict[str, str]) -> Secrets:
        """The secrets from their hex."""
        return cls(**{field.name: bytes.fromhex(stored[field.name]) for field in fields(cls)})


def new_secrets() -> Secrets:
    """Fresh secrets from the system's source of randomness."""
    return Secrets(
        **{field.name: randomness.token_bytes(SECRET_BYTES) for field in fields(Secrets)}
    )


class Vault(Protocol):
    """Where secrets are kept."""

    def put(self, game_id: str, secrets: Secrets) -> None:
        """Keep them; the same again is fine, others raise `SecretsKept`."""

    def get(self, game_id: str) -> Secrets:
        """The game's secrets, or `UnknownSecrets`."""


class MemoryVault:
    """A vault for one process and its tests."""

    def __init__(self) -> None:
        self._kept: dict[str, Secrets] = {}

    def put(self, game_id: str, secrets: Secrets) -> None:
        if self._kept.setdefault(game_id, secrets) != secrets:
            raise SecretsKept(f"game {game_id} has other secrets")

    def get(self, game_id: str) -> Secrets:
        try:
            return self._kept[game_id]
        except KeyError:
            raise UnknownSecrets(f"no secrets are kept for game {game_id}") from None


def _hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = sha256(link).digest()
    return link


@lru_cache(maxsize=256)
def _waymarks(seed: bytes) -> tuple[bytes, ...]:
    """Every hundredth hash of the seed, the seed itself first."""
    marks = [seed]
    for _ in range(DICE_LINKS // _STRIDE):
        marks.append(_hashed(marks[-1], _STRIDE))
    return tuple(marks)


def dice_anchor(secrets: Secrets) -> str:
    """What a game commits to at its beginning: the last hash of the chain, in hex."""
    return _waymarks(secrets.dice_seed)[-1].hex()


def dice_link(secrets: Secrets, n: int) -> bytes:
    """The link that the n-th roll reveals, n from 1; its hash is the link of the roll before."""
    if not 1 <= n <= DICE_LINKS:
        raise LinksExhausted(f"there is no link {n}; the chain has {DICE_LINKS}")
    mark, rest = divmod(DICE_LINKS - n, _STRIDE)
    return _hashed(_waymarks(secrets.dice_seed)[mark], rest)


def draw_commitment(secrets: Secrets) -> str:
    """SHA-256 of the draw secret, in hex."""
    return sha256(secrets.draw_secret).hexdigest()


def dice_bytes(link: bytes, game_id: str, request: int) -> bytes:
    """The 32 bytes for this roll."""
    return _supply(link, game_id, request)


def draw_bytes(secret: bytes, game_id: str, request: int) -> bytes:
    """The 32 bytes for this draw."""
    return _supply(secret, game_id, request)


def _supply(key: bytes, game_id: str, request: int) -> bytes:
    return hmac.digest(key, f"{game_id}|{request}".encode(), "sha256")
