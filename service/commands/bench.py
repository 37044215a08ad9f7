"""`junta bench`: figures that hold on any machine, each a ratio of two sides in one run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from service.commands.benchmark import committing, folding, posting
from service.commands.benchmark.measure import Figure
from service.commands.calling import without_redis
from service.commands.private_server import private_folder
from service.private_redis import RedisUnavailable, start_private_redis

Measure = Callable[[Path, bool], Figure]


def _late_declaration(folder: Path, quick: bool) -> Figure:
    with start_private_redis(folder, "everysec") as redis:
        return committing.late_declaration(redis.url, quick)


FIGURES: dict[str, Measure] = {
    "commit": _late_declaration,
    "linear": lambda folder, quick: folding.linear(quick),
    "library": lambda folder, quick: folding.against_a_library(quick),
    "post": posting.declarations,
}


@click.command()
@click.option("--quick", is_flag=True, help="Fewer rounds; the figures are rougher.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document at the end.")
@click.option("--only", type=click.Choice(list(FIGURES)), multiple=True, help="Some figures only.")
def bench(quick: bool, as_json: bool, only: tuple[str, ...]) -> int:
    """Measure, beside something known, what must stay fast; status 1 if a bound is missed."""
    found: list[Figure] = []
    for figure in _measured(only or tuple(FIGURES), quick):
        found.append(figure)
        if not as_json:
            click.echo(figure.line())
    if as_json:
        click.echo(json.dumps({"figures": [figure.written() for figure in found]}))
    return 0 if all(figure.holds for figure in found) else 1


def _measured(names: tuple[str, ...], quick: bool) -> Iterator[Figure]:
    for name in names:
        with private_folder("bench") as folder:
            try:
                yield FIGURES[name](folder, quick)
            except RedisUnavailable as unavailable:
                raise without_redis(unavailable) from None
