"""What can be set from outside: the environment variables, their defaults and their limits.

Nothing here opens, starts or connects to anything; a bad value is one sentence.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, cast
from urllib.parse import urlsplit

Fsync: TypeAlias = Literal["always", "everysec"]

REDIS_SCHEMES = ("redis", "rediss", "unix")
WORDS_FOR_TRUE = ("1", "true")
WORDS_FOR_FALSE = ("0", "false")
HIGHEST_PORT = 65535
MOST_WORKERS = 256
HALF_THE_CORES = max(1, (os.cpu_count() or 2) // 2)
"""The other half is for Redis, the worker, and whoever asks on the same machine."""


class SettingsError(ValueError):
    """A setting has a value that the service can't run with; the message is one sentence."""


WHY: dict[int, str] = {
    errno.EACCES: "this user may not write there",
    errno.EPERM: "this user may not write there",
    errno.EROFS: "that disk can only be read",
    errno.ENOENT: "there is no such place",
    errno.ENOTDIR: "there is a file where a folder is needed",
    errno.EEXIST: "there is a file where a folder is needed",
    errno.EISDIR: "there is a folder where a file is needed",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
}


def why(error: OSError) -> str:
    """What the system would not do, in words for a sentence."""
    said = (error.strerror or "the system would not do it").rstrip(".")
    return WHY.get(error.errno or 0, said[:1].lower() + said[1:])


class SettingHelp(NamedTuple):
    """One line of `junta serve --help`."""

    name: str
    default: str
    meaning: str


SETTINGS_HELP: tuple[SettingHelp, ...] = (
    SettingHelp(
        "JUNTA_REDIS_URL",
        "(a private Redis)",
        "Redis that holds the games: redis://, rediss:// or unix://",
    ),
    SettingHelp("JUNTA_QUEUE_URL", "(JUNTA_REDIS_URL)", "Redis that holds the queue of jobs"),
    SettingHelp(
        "JUNTA_FSYNC",
        "everysec",
        "when the private Redis writes to disk: always or everysec",
    ),
    SettingHelp("JUNTA_HOST", "127.0.0.1", "address to listen on"),
    SettingHelp("JUNTA_PORT", "8000", "port to listen on; 0 picks a free one"),
    SettingHelp("JUNTA_WORKERS", "(half the cores)", "number of API processes"),
    SettingHelp(
        "JUNTA_OPEN_CREATION",
        "true",
        "whether anyone may make a game, or only holders of a service key",
    ),
    SettingHelp("JUNTA_VAR", "./var", "folder for what is kept on disk"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one service; `redis_url` None means a private Redis in `var`."""

    redis_url: str | None = None
    queue_url: str | None = None
    fsync: Fsync = "everysec"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = HALF_THE_CORES
    open_creation: bool = True
    var: Path = Path("var")

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read the variables of SETTINGS_HELP; an empty one counts as not set.

        Raises SettingsError, with one sentence, at the first value that can't be used.
        """
        given = {name: environ[name].strip() for name, _, _ in SETTINGS_HELP if name in environ}
        redis_url = _redis_url(given, "JUNTA_REDIS_URL")
        return cls(
            redis_url=redis_url,
            queue_url=_redis_url(given, "JUNTA_QUEUE_URL") or redis_url,
            fsync=_fsync(given),
            host=given.get("JUNTA_HOST") or cls().host,
            port=_number(given, "JUNTA_PORT", cls().port, 0, HIGHEST_PORT),
            workers=_number(given, "JUNTA_WORKERS", cls().workers, 1, MOST_WORKERS),
            open_creation=_truth(given, "JUNTA_OPEN_CREATION", cls().open_creation),
            var=_folder(given),
        )


def _redis_url(given: Mapping[str, str], name: str) -> str | None:
    url = given.get(name)
    if not url:
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise SettingsError(f"{name} is no address of a Redis: its host or port is odd.") from None
    if parts.scheme not in REDIS_SCHEMES:
        raise SettingsError(f"{name} must begin with redis://, rediss:// or unix://.")
    return url


def _folder(given: Mapping[str, str]) -> Path:
    folder = Path(given.get("JUNTA_VAR") or Settings().var)
    try:
        return folder.expanduser()
    except RuntimeError:
        said = f"JUNTA_VAR names the folder of a user who is not there: {folder}."
        raise SettingsError(said) from None


def _fsync(given: Mapping[str, str]) -> Fsync:
    word = given.get("JUNTA_FSYNC") or "everysec"
    if word not in ("always", "everysec"):
        raise SettingsError(f"JUNTA_FSYNC must be always or everysec, not {word!r}.")
    return cast(Fsync, word)


def _number(given: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = given.get(name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def _truth(given: Mapping[str, str], name: str, default: bool) -> bool:
    word = given.get(name, "").lower()
    if not word:
        return default
    if word in WORDS_FOR_TRUE:
        return True
    if word in WORDS_FOR_FALSE:
        return False
    raise SettingsError(f"{name} must be 1, true, 0 or false, not {word!r}.")
