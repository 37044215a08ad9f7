"""`junta keys`: who may make games where not everybody may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from events.log import LogError
from events.redis_client import connect
from service.commands.calling import WrongUse
from service.commands.listing import Listed
from service.commands.serve import settings
from service.private_redis import running_url
from service.redis_tokens import RedisTokens
from service.tokens import fresh, marked


@click.group(cls=Listed)
def keys() -> None:
    """Service keys: who may make games when JUNTA_OPEN_CREATION is false."""


@keys.command()
@click.argument("name")
def add(name: str) -> None:
    """Make a key for NAME, in place of the one that it had; it is shown once."""
    key = fresh()
    with _tokens() as tokens:
        tokens.put_service_key(name, marked(key))
    click.echo(key)


@keys.command("list")
def list_names() -> None:
    """The names that have a key."""
    with _tokens() as tokens:
        names = tokens.service_keys()
    for name in names:
        click.echo(name)


@keys.command()
@click.argument("name")
def remove(name: str) -> int:
    """Take the key from NAME."""
    with _tokens() as tokens:
        if tokens.remove_service_key(name):
            return 0
    raise WrongUse(f"{name} has no key.")


@contextmanager
def _tokens() -> Iterator[RedisTokens]:
    """The tokens of the service that is set; a Redis that is not there is wrong use."""
    found = settings()
    url = found.redis_url or running_url(found.var)
    if url is None:
        raise WrongUse(
            "No Redis is running here: start `junta serve`, or name one in JUNTA_REDIS_URL."
        )
    try:
        yield RedisTokens(connect(url))
    except LogError:
        raise WrongUse("The Redis that holds the keys gives no answer.") from None
