"""`--bots`: the name of a bot, or several to take the seats in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from bots.roster import BOTS, strangers


def _known(context: click.Context, option: click.Parameter, names: str) -> str:
    unknown = strangers(names)
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is none of: {', '.join(BOTS)}.")
    return names


def bots_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for a command that seats bots."""
    return click.option(
        "--bots",
        default="random",
        show_default=True,
        callback=_known,
        metavar="[" + "|".join(BOTS) + "][,…]",
        help="Several, divided by commas, take the seats in turn.",
    )(command)
