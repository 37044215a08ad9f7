"""What every command shares: how it ends, and how a running service is called.

0 is fine, 1 a finding, 2 wrong use. A finding is what a command was asked to find out: a file that
does not verify, a bound that is missed, a game that came to grief. All else that keeps a command
from its work is wrong use: no such file, game, key or service, or nobody who may ask for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from pathlib import Path
from typing import Any

import click
import httpx

from bots.client import Client, NoAnswer, Problem, connection
from service.private_redis import RedisBroken, RedisUnavailable
from service.settings import why

HERE = "http://127.0.0.1:8000"
FOUND = ("file-unfit", "game-exists")
"""The problems that are what was asked for; what the service itself got wrong is found as well."""

SERVERS_FAULT = 500
BUSY = (502, 503, 504)


class Finding(click.ClickException):
    """Status 1."""

    exit_code = 1


class WrongUse(click.UsageError):
    """Status 2."""


def _in_a_header(context: click.Context, option: click.Parameter, token: str | None) -> str | None:
    """Tokens are printable ASCII; nothing else goes over the wire."""
    if token is not None and not (token.isascii() and token.isprintable()):
        raise click.BadParameter("a token has letters, digits and signs only.")
    return token


url_option: Callable[[Any], Any] = click.option(
    "--url", default=HERE, show_default=True, help="Where the service is."
)
token_option: Callable[[Any], Any] = click.option(
    "--token", envvar="JUNTA_TOKEN", callback=_in_a_header, help="Or in JUNTA_TOKEN."
)
file_argument: Callable[[Any], Any] = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)


@contextmanager
def service_at(url: str, token: str | None) -> Iterator[Client]:
    """A client; whatever the service refuses ends the command, in a sentence."""
    try:
        with connection(url) as http:
            yield Client(http=http, token=token)
    except Problem as problem:
        raise refused(url, problem) from None
    except NoAnswer:
        raise WrongUse(f"Nobody answers at {url}: is `junta serve` on?") from None
    except httpx.InvalidURL:
        raise WrongUse(f"{url} is no address of a service.") from None
    except JSONDecodeError:
        raise WrongUse(f"What answers at {url} is no Junta service.") from None


def refused(url: str, problem: Problem) -> click.ClickException:
    """How a command ends that the service said no to."""
    if not problem.detail:
        said = f"What answers at {url} says {problem.status} and no more: is it a Junta service?"
        return WrongUse(said)
    broken = problem.status >= SERVERS_FAULT and problem.status not in BUSY
    kind = Finding if broken or problem.slug in FOUND else WrongUse
    return kind(sentence(problem.detail))


def without_redis(unavailable: RedisUnavailable) -> click.ClickException:
    """How a command ends that can't have a Redis of its own."""
    kind = Finding if isinstance(unavailable, RedisBroken) else WrongUse
    return kind(str(unavailable))


def contents(file: Path) -> bytes:
    """All that is in the file; `-` is standard input."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise WrongUse(f"{file} can't be read: {why(error)}.") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the disk would not take, as a sentence."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WrongUse(f"{path} can't be written: {why(error)}.") from None


def sentence(said: object) -> str:
    """The words as a sentence."""
    text = str(said)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
