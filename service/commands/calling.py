"""What every command that calls a running service shares: where it is, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from bots.client import Client, NoAnswer, Problem, connection

HERE = "http://127.0.0.1:8000"
WRONG_NAMES = (400, 401, 403, 404, 422)
"""What the caller asked for wrongly, where a call only reads."""

url_option: Callable[[Any], Any] = click.option(
    "--url", default=HERE, show_default=True, help="Where the service is."
)
token_option: Callable[[Any], Any] = click.option(
    "--token", envvar="JUNTA_TOKEN", help="Or in JUNTA_TOKEN."
)


@contextmanager
def service_at(url: str, token: str | None, wrong_use: tuple[int, ...] = ()) -> Iterator[Client]:
    """A client; what the service refuses is a finding, or wrong use where its status says so."""
    with connection(url) as http:
        try:
            yield Client(http=http, token=token)
        except Problem as problem:
            if problem.status in wrong_use:
                raise click.UsageError(sentence(problem.detail)) from None
            raise click.ClickException(sentence(problem.detail or problem)) from None
        except NoAnswer:
            raise click.ClickException(f"Nobody answers at {url}: is `junta serve` on?") from None


def sentence(said: object) -> str:
    """The words as a sentence."""
    text = str(said)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
