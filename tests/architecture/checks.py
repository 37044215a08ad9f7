"""What the architecture demands of a file, each demand a function: a source in, its faults out."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping

from tests.architecture.sources import ROOMS, Source

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "rules": frozenset({"rules"}),
    "events": frozenset({"rules", "events"}),
    "projections": frozenset({"rules", "events", "projections"}),
    "workers": frozenset({"rules", "events", "projections", "workers"}),
    "service": frozenset({"rules", "events", "projections", "workers", "service"}),
    "bots": frozenset({"bots"}),
}
"""Arrows run one way: rules <- events <- projections <- workers <- service; bots stand alone."""

COMMAND_LINE = "service/commands/"
"""`junta demo` and `junta play-bots` start bots; nothing else of the service knows them."""

ONLY_HERE: Mapping[str, tuple[str, ...]] = {
    "redis": (
        "events/redis_client.py",
        "events/redis_log.py",
        "events/redis_index.py",
        "events/redis_index_behind.py",
        "events/redis_refusals.py",
        "events/redis_vault.py",
        "workers/queue.py",
        "workers/run.py",
        "workers/wiring.py",
        "service/parts.py",
        "service/private_redis.py",
        "service/redis_counts.py",
        "service/redis_tokens.py",
    ),
    "rq": ("workers/", "service/parts.py"),
    "flask": ("service/",),
    "werkzeug": ("service/",),
    "marshmallow": ("service/",),
    "apispec": ("service/",),
    "msgspec": ("events/envelope.py", "events/stored.py"),
}
"""Library -> where it may be imported: files, or folders with a slash at the end."""

BANNED_IN_RULES = (
    *("random", "secrets", "time", "datetime", "os", "uuid", "logging"),
    *("socket", "threading", "asyncio", "subprocess", "io", "pathlib", "tempfile", "sys"),
)
CLOCK = "events/clock.py"
CLOCK_READINGS = {
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "time": {"time", "time_ns", "localtime", "gmtime"},
}

FORBIDDEN_NAMES = frozenset(
    {"manager", "handler", "helper", "util", "common", "base", "data", "info", "process", "obj"}
    | {"managers", "handlers", "helpers", "utils", "bases"}
)

MACHINE = re.compile(r"(?<![\w.:/])/(?:work|home|root|Users|tmp/probe)/|\.\./shared\b|/shared/")
SIZE = 300
STILL_LONGER: frozenset[str] = frozenset()
"""Files that are past the size, to be divided; a file that no longer is must leave this list."""


def wrong_arrows(source: Source) -> Iterator[str]:
    """Imports against the direction of the rooms."""
    allowed = MAY_IMPORT[source.room]
    if source.path.startswith(COMMAND_LINE):
        allowed |= {"bots"}
    for name in sorted(source.imports):
        room = name.split(".")[0]
        if room in ROOMS and room not in allowed:
            yield f"{source.path} imports {name}"
        if room == "tests":
            yield f"{source.path} imports {name}"


def wrong_arrows_within_rules(source: Source) -> Iterator[str]:
    """kernel <- game <- registry; a game knows no other game."""
    parts = source.path.split("/")
    own = parts[1] if len(parts) > 2 else ""
    for name in sorted(source.imports):
        pieces = name.split(".")
        if pieces[0] != "rules" or len(pieces) < 2 or source.path == "rules/registry.py":
            continue
        allowed = ("kernel",) if own in ("kernel", "") else ("kernel", own)
        if pieces[1] not in allowed:
            yield f"{source.path} imports {name}"


def rooms_that_meet(source: Source) -> Iterator[str]:
    """A stage or an interrupt that imports another one."""
    parts = source.path.split("/")
    if parts[0] != "rules" or len(parts) < 4 or parts[2] not in ("stages", "interrupts"):
        return
    for name in sorted(source.imports):
        pieces = name.split(".")
        among = pieces[:2] == parts[:2] and len(pieces) > 3
        if among and pieces[2] in ("stages", "interrupts"):
            yield f"{source.path} imports {name}"


def libraries_out_of_place(source: Source) -> Iterator[str]:
    """redis, rq, flask and marshmallow where they may not be."""
    for library, places in ONLY_HERE.items():
        here = any(
            source.path == place or (place.endswith("/") and source.path.startswith(place))
            for place in places
        )
        if source.reaches(library) and not here:
            yield f"{source.path} imports {library}"


def impurities(source: Source) -> Iterator[str]:
    """Rules that import more than the standard library, or what reads the world or draws lots."""
    for name in sorted(source.imports):
        top = name.split(".")[0]
        if top in BANNED_IN_RULES:
            yield f"{source.path} imports {name}"
        elif top != "rules" and top not in sys.stdlib_module_names:
            yield f"{source.path} imports {name}, which is not of the standard library"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and node.id in ("open", "print", "input", "__import__"):
            yield f"{source.path}:{node.lineno} calls {node.id}"


def clock_readings(source: Source) -> Iterator[str]:
    """Readings of the wall clock; `time.monotonic` is no such reading."""
    if source.path == CLOCK:
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            if node.attr in CLOCK_READINGS.get(name, ()):
                yield f"{source.path}:{node.lineno} reads {name}.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            taken = {alias.name for alias in node.names} & CLOCK_READINGS["time"]
            yield from (f"{source.path}:{node.lineno} imports time.{name}" for name in taken)


def names_of_nothing(source: Source) -> Iterator[str]:
    """Files, classes and functions that are called what says nothing."""
    stem = source.path.rpartition("/")[2].removesuffix(".py")
    if FORBIDDEN_NAMES & set(stem.split("_")):
        yield f"{source.path} is no name"
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in (node for node in ast.walk(source.tree) if isinstance(node, kinds)):
        if FORBIDDEN_NAMES & set(words(node.name)):
            yield f"{source.path}:{node.lineno} {node.name}"


def words(name: str) -> list[str]:
    """The words of a name in either spelling: `RedisLog` and `redis_log` are redis and log."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def places_named(source: Source) -> Iterator[str]:
    """Paths of one machine, and what is not part of the product."""
    for number, line in enumerate(source.text.splitlines(), 1):
        if found := MACHINE.search(line):
            yield f"{source.path}:{number} names {found.group()}"


def too_long(source: Source) -> Iterator[str]:
    """Files of the rules past what a reader holds at once."""
    if source.path in STILL_LONGER and source.lines <= SIZE:
        yield f"{source.path} is no longer too long: take it off the list"
    if source.lines > SIZE and source.path not in STILL_LONGER:
        yield f"{source.path} has {source.lines} lines, {SIZE} are allowed"


def without_docstring(source: Source) -> Iterator[str]:
    """Modules that do not say what lives in them."""
    if not ast.get_docstring(source.tree):
        yield f"{source.path} has no docstring"


def names_a_game(source: Source, games: tuple[str, ...]) -> Iterator[str]:
    """A file outside a game that imports it; the registry alone may."""
    if source.path == "rules/registry.py":
        return
    for game in games:
        if source.reaches(f"rules.{game}") and not source.path.startswith(f"rules/{game}/"):
            yield f"{source.path} imports rules.{game}"
