"""Tokens: who may do what in a game. Only their hashes are kept.

A token is derived from the game's token secret, the role and the Idempotency-Key of the call that
asked for it, so that a repeat of the call can be answered with the same one.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal, NamedTuple, Protocol

from events.codec import canonical
from rules.kernel.identifiers import Seat

Role = Literal["host", "seat", "auditor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a token gives: a role in one game, and the seat if it is a seat's, for one tenure."""

    role: Role
    seat: Seat | None = None
    tenure: int = 0

    def written(self) -> dict[str, Any]:
        """As it is kept."""
        return {"role": self.role, "seat": self.seat, "tenure": self.tenure}

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Grant:
        """From what was kept."""
        return cls(role=kept["role"], seat=kept["seat"], tenure=kept.get("tenure", 0))


class Creation(NamedTuple):
    """Which game a creation key stands for, and the digest of what was asked."""

    game_id: str
    digest: str


class Tokens(Protocol):
    """Where hashes of tokens, join codes, creation keys and service keys are kept."""

    def grant(self, game_id: str, mark: str, grant: Grant) -> bool:
        """Keep a grant under the token's hash; False when it was there before."""

    def granted(self, game_id: str, mark: str) -> Grant | None:
        """The grant of this token hash."""

    def put_join_code(self, game_id: str, mark: str) -> None:
        """Keep the hash of the game's join code."""

    def join_code(self, game_id: str) -> str | None:
        """The hash of the game's join code; None where anybody may join."""

    def claim(self, mark: str, creation: Creation) -> Creation:
        """The creation that this key stands for: this one, unless there was one before."""

    def put_service_key(self, name: str, mark: str) -> None:
        """Let holders of this key make games; a name that is there gets the new key."""

    def remove_service_key(self, name: str) -> bool:
        """Whether there was such a key."""

    def service_keys(self) -> list[str]:
        """The names of all service keys."""

    def service_key(self, mark: str) -> str | None:
        """The name of the service key with this hash."""


def fresh() -> str:
    """A random token of 256 bits."""
    return secrets.token_urlsafe(32)


def derived(token_secret: bytes, role: Role, key: str) -> str:
    """The token of 256 bits for this role and the key of the call that asked for it."""
    made = hmac.digest(token_secret, canonical(["token", role, key]), "sha256")
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def bot_token(token_secret: bytes, game_id: str, seat: Seat, tenure: int) -> str:
    """The token of the bot that plays the seat for this tenure; nobody is ever given it."""
    return _of_tenure(token_secret, "bot", game_id, seat, tenure)


def claim_code(token_secret: bytes, game_id: str, seat: Seat, tenure: int) -> str:
    """What opens a vacant seat to whoever brings it, for this tenure."""
    return _of_tenure(token_secret, "claim", game_id, seat, tenure)


def _of_tenure(token_secret: bytes, *words: str | int) -> str:
    made = hmac.digest(token_secret, canonical(list(words)), "sha256")
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def marked(token: str) -> str:
    """What is kept of a token: its SHA-256."""
    return sha256(token.encode()).hexdigest()


def marked_code(token_secret: bytes, join_code: str) -> str:
    """What is kept of a join code: keyed, for it may be short."""
    return hmac.new(token_secret, canonical(["join", join_code]), "sha256").hexdigest()


@dataclass(slots=True)
class MemoryTokens:
    """The same for one process and its tests."""

    _grants: dict[tuple[str, str], Grant] = field(default_factory=dict)
    _codes: dict[str, str] = field(default_factory=dict)
    _creations: dict[str, Creation] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)

    def grant(self, game_id: str, mark: str, grant: Grant) -> bool:
        new = (game_id, mark) not in self._grants
        self._grants.setdefault((game_id, mark), grant)
        return new

    def granted(self, game_id: str, mark: str) -> Grant | None:
        return self._grants.get((game_id, mark))

    def put_join_code(self, game_id: str, mark: str) -> None:
        self._codes[game_id] = mark

    def join_code(self, game_id: str) -> str | None:
        return self._codes.get(game_id)

    def claim(self, mark: str, creation: Creation) -> Creation:
        return self._creations.setdefault(mark, creation)

    def put_service_key(self, name: str, mark: str) -> None:
        self._keys[name] = mark

    def remove_service_key(self, name: str) -> bool:
        return self._keys.pop(name, None) is not None

    def service_keys(self) -> list[str]:
        return sorted(self._keys)

    def service_key(self, mark: str) -> str | None:
        return next((name for name, kept in self._keys.items() if kept == mark), None)
