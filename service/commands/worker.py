"""`junta worker`: one more worker for a service that is spread over machines."""

from __future__ import annotations

import click

from service.commands.calling import WrongUse
from service.commands.serve import settings
from workers import run


@click.command()
def worker() -> int:
    """Supply chance and end overdue stages, until told to stop."""
    if settings().redis_url is None:
        raise WrongUse("JUNTA_REDIS_URL must name the Redis that holds the games.")
    return run.main()
