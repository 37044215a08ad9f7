"""`junta openapi`: the contract, as it is checked in."""

from __future__ import annotations

import click

from service.app import create_app
from service.openapi import written
from service.parts import in_memory


@click.command()
def openapi() -> None:
    """Print the contract (OpenAPI 3.1, YAML)."""
    click.echo(written(create_app(in_memory())), nl=False)
