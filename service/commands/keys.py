"""`junta keys`: who may make games where not everybody may."""

from __future__ import annotations

import click

from events.redis_client import connect
from service.commands.serve import settings
from service.private_redis import running_url
from service.redis_tokens import RedisTokens
from service.tokens import fresh, marked


@click.group()
def keys() -> None:
    """Service keys: who may make games when JUNTA_OPEN_CREATION is false."""


@keys.command()
@click.argument("name")
def add(name: str) -> None:
    """Make a key for NAME, in place of the one that it had; it is shown once."""
    key = fresh()
    _tokens().put_service_key(name, marked(key))
    click.echo(key)


@keys.command("list")
def list_names() -> None:
    """The names that have a key."""
    for name in _tokens().service_keys():
        click.echo(name)


@keys.command()
@click.argument("name")
def remove(name: str) -> int:
    """Take the key from NAME."""
    if _tokens().remove_service_key(name):
        return 0
    click.echo(f"{name} has no key.", err=True)
    return 1


def _tokens() -> RedisTokens:
    found = settings()
    url = found.redis_url or running_url(found.var)
    if url is None:
        raise click.UsageError(
            "No Redis is running here: start `junta serve`, or name one in JUNTA_REDIS_URL."
        )
    return RedisTokens(connect(url))
