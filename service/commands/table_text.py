"""A table, which is JSON data, as lines for people: one thing per line, the players as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LEFT_OUT = ("options", "durations", "hash", "players", "game", "ruleset", "position")
WIDEST = 20
"""A longer word does not go into a column."""


def lines(table: Mapping[str, Any]) -> Iterator[str]:
    """The heading, the players, and everything else that is on the table."""
    settled = "" if table["settled"] else ", inside a commit"
    yield f"{table['game']} ({table['ruleset']}) at position {table['position']}{settled}"
    yield ""
    yield from _players(table["players"])
    yield ""
    for name, value in table.items():
        if name not in LEFT_OUT:
            yield f"{name}: {_said(value)}"


def short(table: Mapping[str, Any]) -> Iterator[str]:
    """The stage, whom it waits for, and what of the players fits into columns."""
    stage = table["stage"]
    if stage is None:
        yield f"{table['game']}: {table['status']}"
    else:
        names = {player["seat"]: _said(player["name"]) for player in table["players"]}
        waiting = ", ".join(names[seat] for seat in stage["waiting_for"])
        yield f"Stage {stage['name']}{', waiting for ' if waiting else ''}{waiting}"
    yield from columns(_narrow(_cells(table["players"])))


def _players(players: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A column per player for what is short; below it, a line per player for what is not."""
    said = _cells(players)
    yield from columns(_narrow(said))
    for row in sorted(row for row, cells in said.items() if _is_wide(cells)):
        yield f"{row}:"
        yield from columns(list(zip(said["name"], said[row], strict=True)), indent="  ")


def _cells(players: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    rows = dict.fromkeys(name for player in players for name in player)
    return {row: [_said(player.get(row)) for player in players] for row in rows}


def _narrow(said: Mapping[str, Sequence[str]]) -> list[list[str]]:
    return [[row, *cells] for row, cells in said.items() if not _is_wide(cells)]


def _is_wide(cells: Sequence[str]) -> bool:
    return max(map(len, cells)) > WIDEST


def columns(lines: Sequence[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Lines with their cells below each other."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        row = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield f"{indent}{row}".rstrip()


def _said(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == {"hidden": True}:
        return "hidden"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_nested(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list):
        return ", ".join(map(_nested, value)) or "-"
    return str(value)


def _nested(value: Any) -> str:
    said = _said(value)
    nested = isinstance(value, Mapping | list) and value != {"hidden": True}
    return f"({said})" if nested else said
