"""Games of every ruleset over HTTP alone: what is offered is taken, and nonsense never harms."""

from __future__ import annotations

from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from rules import registry
from rules.kernel.bills import Bills
from tests.service.driving import Service, Table
from tests.toy.game import TOY

STEPS = 120
WHOLES = (0, 1, 2, 5, -1, 99, 2**53 - 1)


@pytest.mark.parametrize("ruleset", list(dict.fromkeys([*registry.GAMES, TOY.id])))
def test_a_game_over_http(ruleset: str) -> None:
    """Each answer is held against the contract by the client as it comes."""
    random = Random(7)
    game = registry.GAMES[ruleset]
    seats = min(game.most_seats, max(game.least_seats, 5))
    table = Table(Service(), seats, ruleset=ruleset)
    table.fill(tuple(f"Player {seat}" for seat in range(seats)))
    words = ["", "x", "😀"]
    for _ in range(STEPS):
        table.service.look(table.id)
        shown: Any = table.service.get(f"{table.path}/table").json
        if shown["status"] != "running":
            break
        seat = random.choice(shown["stage"]["waiting_for"])
        if _nonsense(table, random, seat, shown["stage"]["number"], words):
            continue
        body = _offered(table, random, seat)
        words += [value for value in body.values() if isinstance(value, str)]
        assert table.declare(seat, body).status_code == 201
    for token in (None, table.host, *table.tokens, table.auditor):
        for place in ("table", "table?at=7", "events", "export"):
            assert table.service.get(f"{table.path}/{place}", token).status_code == 200


def _offered(table: Table, random: Random, seat: int) -> dict[str, Any]:
    """One of the declarations that the open stage offers this seat."""
    options: Any = table.service.get(f"{table.path}/options", table.tokens[seat]).json
    own = [option for option in options["options"] if not option["interrupt"]]
    option = random.choice(own)
    body: dict[str, Any] = random.choice(option.get("choices") or option["examples"])
    return body


def _nonsense(table: Table, random: Random, seat: int, stage: int, words: list[str]) -> bool:
    """Well-formed declarations of random content: refused without a trace, or (True) taken."""
    game = registry.GAMES[table.made["ruleset"]]
    for kind, command in game.declarations.items():
        if random.random() < 0.2:
            hints = get_type_hints(command)
            names = [field.name for field in command.FIELDS]
            body = {name: _value(hints[name], random, words) for name in names}
            before = table.head()
            answer = table.declare(seat, {"type": kind, "stage": stage, **body})
            assert answer.status_code in (201, 409, 422), answer.text
            assert (table.head() == before) == (answer.status_code != 201)
            if answer.status_code == 201:
                return True
    return False


def _value(kind: Any, random: Random, words: list[str]) -> Any:
    """Something of this type."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    if kind is int:
        return random.choice(WHOLES)
    if kind is bool:
        return random.random() < 0.5
    if kind is str:
        return random.choice(words)
    if kind is Bills:
        return {str(mp): random.choice((0, 0, 1, 9)) for mp in (1, 2, 3)}
    return _compound(get_origin(kind), get_args(kind), random, words)


def _compound(origin: Any, inner: tuple[Any, ...], random: Random, words: list[str]) -> Any:
    if origin is Literal:
        return random.choice(inner)
    if origin in (Union, UnionType):
        kind = random.choice(inner)
        return None if kind is NoneType else _value(kind, random, words)
    if origin is tuple and inner[-1] is not Ellipsis:
        return [_value(kind, random, words) for kind in inner]
    if origin in (tuple, frozenset):
        row = [_value(inner[0], random, words) for _ in range(random.randrange(4))]
        return [one for index, one in enumerate(row) if one not in row[:index]]
    keys = {str(_value(inner[0], random, words)) for _ in range(random.randrange(4))}
    return {key: _value(inner[1], random, words) for key in sorted(keys)}
