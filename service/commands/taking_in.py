"""`junta import`: a game from a file into a running service, to be read there."""

from __future__ import annotations

from pathlib import Path

import click

from service.commands.calling import contents, file_argument, service_at, token_option, url_option


@click.command("import")
@file_argument
@url_option
@token_option
def import_game(file: Path, url: str, token: str | None) -> int:
    """Take in the game of FILE (- is standard input): it is verified, and kept read-only."""
    lines = contents(file)
    with service_at(url, token) as client:
        told = client.import_game(lines)
    kind = "imported, read-only" if told["imported"] else "played there itself"
    click.echo(
        f"{told['id']} ({told['ruleset']}, {told['status']}, {told['position']} events): {kind}; "
        f"see {url.rstrip('/')}/v1/games/{told['id']}/table"
    )
    if not told["proved"]:
        click.echo("Its secrets are not revealed yet, so they could not be proved.")
    if "auditor_token" in told:
        click.echo(f"Only who has this token sees all of it there: {told['auditor_token']}")
    return 0
