"""`junta serve`: everything on one machine."""

from __future__ import annotations

import os

import click

from service import supervisor
from service.commands.calling import WrongUse
from service.settings import SETTINGS_HELP, Settings, SettingsError


def settings() -> Settings:
    """The settings of the environment; a bad one is wrong use."""
    try:
        return Settings.from_env(os.environ)
    except SettingsError as error:
        raise WrongUse(str(error)) from None


def _epilog() -> str:
    width = max(len(name) for name, _, _ in SETTINGS_HELP)
    lines = (f"  {name:<{width}}  {text} [{default}]" for name, default, text in SETTINGS_HELP)
    return "\b\nSettings (environment), with what holds when they are not set:\n" + "\n".join(lines)


@click.command(epilog=_epilog())
def serve() -> int:
    """Run the API, a worker and, without JUNTA_REDIS_URL, a private Redis."""
    return supervisor.serve(settings())
