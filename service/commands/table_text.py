"""A table, which is JSON data, as lines for people: one thing per line, the players as columns.

JSON does not say which numbers are seats and which mappings are bills, so the fields that hold them
are named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.commands.wording import bills_worded

TOLD_ABOVE = ("game", "ruleset", "position", "settled", "viewer", "hash", "seats", "status")
LEFT_OUT = ("options", "durations", "players", "stage", *TOLD_ABOVE)
ONLY_IF_SO = ("auditor", "imported", "sandbox", "paused", "resigning")
"""Of these nothing is said where they are not so."""

LABELS = {
    "hand_size": "cards in hand",
    "for_the_turn": "for this turn",
    "cash": "bills in hand",
    "swiss": "in Switzerland",
    "swiss_bills": "bills in Switzerland",
    "missed": "stages missed",
    "auditor": "an auditor may look on",
    "sandbox": "a sandbox",
    "mp": "MP",
    "want_mp": "wants MP",
    "want_cards": "wants cards",
    "swiss_mp": "MP in Switzerland",
}
BILLS = frozenset(
    ("aid", "bills", "cash", "drawn", "pile", "purse", "set_aside", "shares", "sink", "swiss")
)
"""Fields with bills by their value; in `shares` they stand by seat."""
VALUES = {"1", "2", "3"}
SEATS = frozenset(
    (
        *("answered", "asked", "at_border", "banked", "candidates", "chosen", "coalition"),
        *("coming", "current", "declined", "done", "fired_upon", "first_insurgent", "giver"),
        *("holder", "insurgents", "junta", "killer", "leaving", "missing", "moved"),
        *("mover", "no_coup_by", "opener", "order", "ordered", "parties", "posts"),
        *("president", "proposer", "receiver", "reformer", "refused", "seat", "seats"),
        *("shot_at", "silent", "spoken", "supporters", "victim", "waiting_for", "winner"),
        "winners",
    )
)
"""Fields in which a whole number is a seat; `posts` has it by the name of the post."""

BY_ID = frozenset(("places", "posts", "power_centres", "units"))
"""Mappings whose keys are ids, which stand everywhere as they are."""
NO_SEATS = frozenset(("dice_used",))
"""Mappings whose keys are numbers of something else."""

WIDEST = 20
"""A longer word does not go into a column."""

Names = Mapping[int, str]


def lines(table: Mapping[str, Any]) -> Iterator[str]:
    """The heading, the stage, the players, and everything else that is on the table."""
    settled = "" if table["settled"] else ", inside a commit"
    seen = f", as {table['viewer']} saw it" if "viewer" in table else ""
    yield f"{table['game']} ({table['ruleset']}) at position {table['position']}{settled}{seen}"
    names = names_of(table)
    yield _stage(table, names)
    yield ""
    yield from _players(table["players"], names)
    yield ""
    for name, value in table.items():
        if name in LEFT_OUT or (name in ONLY_IF_SO and not value):
            continue
        yield from _entry(name, value, names)


def short(table: Mapping[str, Any]) -> Iterator[str]:
    """The stage, whom it waits for, and what of the players fits into columns."""
    names = names_of(table)
    stage = table["stage"]
    if stage is None:
        yield f"{table['game']}: {table['status']}"
    else:
        yield f"Stage {stage['name']}{_waiting(stage, names)}"
    yield from columns(_narrow(_cells(table["players"], names)))


def names_of(table: Mapping[str, Any]) -> Names:
    """By seat: the names that can be seen, else the number."""
    named = ((player["seat"], player.get("name")) for player in table["players"])
    return {seat: name if isinstance(name, str) else f"seat {seat}" for seat, name in named}


def _stage(table: Mapping[str, Any], names: Names) -> str:
    """`Running: stage aid, open since …`."""
    stage, status = table["stage"], str(table["status"])
    if stage is None:
        return f"{status.capitalize()}."
    said = f"{status.capitalize()}: stage {stage['name']}, the one of position {stage['number']}"
    since = f", open since {_time(stage['opened_at'])}" if stage.get("opened_at") else ""
    until = f" until {_time(stage['deadline'])}" if stage.get("deadline") else ""
    left = "" if stage.get("left_s") is None else f", with {stage['left_s']} s left"
    return f"{said}{since}{until}{left}{_waiting(stage, names)}."


def _time(written: str) -> str:
    return f"{written[:10]} {written[11:19]} UTC"


def _waiting(stage: Mapping[str, Any], names: Names) -> str:
    waiting = ", ".join(names.get(seat, f"seat {seat}") for seat in stage["waiting_for"])
    return f"{', waiting for ' if waiting else ''}{waiting}"


def _entry(name: str, value: Any, names: Names) -> Iterator[str]:
    """One line, or a heading with a line for each part; nothing of what is empty."""
    if _is_empty(value):
        return
    label = labelled(name)
    if not _has_parts(name, value):
        yield f"{label}: {_said(name, value, names)}"
        return
    yield f"{label}:"
    if isinstance(value, list):
        yield from _each(name, value, names, "  ")
        return
    for part, item in value.items():
        if isinstance(item, list) and _has_parts(part, item):
            yield f"  {_key(name, part, names)}:"
            yield from _each(part, item, names, "    ")
        elif not _is_empty(item):
            yield f"  {_key(name, part, names)}: {_said(_inner(name, part), item, names)}"


def _each(name: str, rows: Sequence[Any], names: Names, indent: str) -> Iterator[str]:
    """A line for each that has more to say than what it is."""
    for row in rows:
        if sum(not _is_empty(item) and item is not False for item in row.values()) > 1:
            yield f"{indent}{_said(name, row, names)}"


def _has_parts(name: str, value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(item, Mapping) and not _is_hidden(item) for item in value)
    return isinstance(value, Mapping) and not _is_hidden(value) and not _are_bills(name, value)


def _players(players: Sequence[Mapping[str, Any]], names: Names) -> Iterator[str]:
    """A column per player for what is short; below it, a line per player for what is not."""
    said = _cells(players, names)
    yield from columns(_narrow(said))
    for row in sorted(row for row, cells in said.items() if _is_wide(cells)):
        yield f"{row}:"
        cells = zip(names.values(), said[row], strict=True)
        yield from columns([one for one in cells if one[1] != "-"], indent="  ")


def _cells(players: Sequence[Mapping[str, Any]], names: Names) -> dict[str, list[str]]:
    """What there is to say of each player, by its label; rows that say nothing are left out."""
    rows = dict.fromkeys(name for player in players for name in player)
    said = {row: [_cell(row, player.get(row), names) for player in players] for row in rows}
    return {labelled(row): cells for row, cells in said.items() if _says_something(row, cells)}


def _cell(row: str, value: Any, names: Names) -> str:
    if row == "seat":
        return str(value)
    return "-" if _is_empty(value) else _said(row, value, names)


def _says_something(row: str, cells: Sequence[str]) -> bool:
    return row in ("seat", "name", "alive") or not set(cells) <= {"-", "no"}


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


def labelled(name: str) -> str:
    """The name of a field in words."""
    return LABELS.get(name, name.replace("_", " "))


def _key(name: str, key: str, names: Names) -> str:
    """A key of a mapping: a seat by the name of who sits there, or a word."""
    if key.isdecimal() and name not in NO_SEATS:
        return names.get(int(key), key)
    return key if name in BY_ID else labelled(key)


def _inner(name: str, key: str) -> str:
    """As what the value under a key is told: under a seat or a post as the field itself."""
    return name if key.isdecimal() or name == "posts" else key


def _is_hidden(value: Any) -> bool:
    return bool(value == {"hidden": True})


def _is_empty(value: Any) -> bool:
    """Nothing to say: none, nothing in it, or a mapping of such; no bills are something."""
    if isinstance(value, Mapping) and value.keys() != VALUES:
        return all(_is_empty(item) for item in value.values())
    return value is None or value in ("", [], {})


def _are_bills(name: str, value: Mapping[str, Any]) -> bool:
    counts = value.values()
    return name in BILLS and value.keys() == VALUES and all(type(n) is int for n in counts)


def _said(name: str, value: Any, names: Names) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names.get(value, str(value)) if name in SEATS else str(value)
    if isinstance(value, Mapping):
        return _mapping(name, value, names)
    if isinstance(value, list):
        return ", ".join(_nested(name, item, names) for item in value)
    return str(value)


def _mapping(name: str, value: Mapping[str, Any], names: Names) -> str:
    if _is_hidden(value):
        return "hidden"
    if _are_bills(name, value):
        return bills_worded(value)
    return ", ".join(
        f"{_key(name, key, names)} {_nested(_inner(name, key), item, names)}"
        for key, item in value.items()
        if not _is_empty(item) and item is not False
    )


def _nested(name: str, value: Any, names: Names) -> str:
    said = _said(name, value, names)
    plain = isinstance(value, Mapping) and (_is_hidden(value) or _are_bills(name, value))
    return f"({said})" if isinstance(value, Mapping | list) and not plain else said
