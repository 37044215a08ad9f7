"""The command line: each command is one line in `COMMANDS` and a file of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from service.commands.listing import Listed
from workers.garbage import settle

COMMANDS: dict[str, str] = {
    "serve": "service.commands.serve:serve",
    "worker": "service.commands.worker:worker",
    "steward": "service.commands.steward:steward",
    "openapi": "service.commands.openapi:openapi",
    "keys": "service.commands.keys:keys",
    "demo": "service.commands.demo:demo",
    "sandbox": "service.commands.sandbox:sandbox",
    "replay": "service.commands.replay:replay",
    "export": "service.commands.export:export",
    "import": "service.commands.taking_in:import_game",
    "play-bots": "service.commands.play_bots:play_bots",
    "bench": "service.commands.bench:bench",
}
"""Name -> module:function; imported only when it is asked for."""

WRONG_USE = 2


class Named(Listed):
    """The group whose commands stand in the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        found: click.Command = getattr(import_module(module), name)
        return found


@click.group(cls=Named, context_settings={"help_option_names": ["-h", "--help"]})
def junta() -> None:
    """Junta: an event-sourced service for board games."""


def main(arguments: list[str] | None = None) -> Any:
    """Run a command; 0 is fine, 1 a finding, 2 wrong use, told in one sentence."""
    settle()
    try:
        status = junta.main(args=arguments, prog_name="junta", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.ctx.get_help() if asked.ctx else asked.format_message())
        sys.exit(WRONG_USE)
    except click.ClickException as wrong:
        click.echo(_closed(wrong.format_message()), err=True)
        sys.exit(wrong.exit_code)
    except click.Abort:
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _closed(said: str) -> str:
    """With a stop at its end, as click's own words do not always have one."""
    return said if said.endswith((".", "?", "\n")) else f"{said}."


if __name__ == "__main__":
    main()
