"""The table is what its schema says: for every viewer, all through whole games."""

from __future__ import annotations

from typing import Any

import pytest

from events.codec import canonical
from rules.junta import GAME
from rules.kernel.decider import evolve
from rules.kernel.identifiers import ANYBODY, ARCHIVE, AUDITOR, Seat
from rules.kernel.visibility import redact
from tests.json_schema import JsonSchema
from tests.played import play

VIEWERS: tuple[Any, ...] = (Seat(0), Seat(3), ANYBODY, AUDITOR, ARCHIVE)


STRIDE = 25


class Parts:
    """Checks a table part by part; most parts are as they were in the table before."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._validators = {
            name: JsonSchema(part) for name, part in schema["properties"].items()
        }
        self._faults: dict[tuple[str, bytes], list[str]] = {}

    def faults(self, table: dict[str, Any]) -> list[str]:
        return [said for name, part in table.items() for said in self._of(name, part)]

    def _of(self, name: str, part: Any) -> list[str]:
        key = (name, canonical(part))
        if key not in self._faults:
            self._faults[key] = [f"{name}.{said}" for said in self._validators[name].faults(part)]
        return self._faults[key]


def test_a_table_that_does_not_fit_is_found() -> None:
    parts = Parts(GAME.table_schema())
    faults = parts.faults({"president": "Ana", "purse": {"1": 1, "2": 0, "3": 0}, "turn": {}})
    assert faults[0].startswith("president.[]: ")
    assert any(said.startswith("turn.[]") for said in faults)
    assert not any(said.startswith("purse") for said in faults)


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (5, 21)])
def test_tables_of_whole_games_fit(seats: int, seed: int) -> None:
    schema = GAME.table_schema()
    parts = Parts(schema)
    played = play(GAME, seats=seats, seed=seed)
    for first, viewer in enumerate(VIEWERS):
        state: Any = None
        for envelope in played.envelopes:
            state = evolve(GAME, state, redact(envelope.event, viewer))
            if envelope.position % STRIDE != first * 5 and envelope.type != "game_finished":
                continue
            table = GAME.table(state)
            assert parts.faults(table) == [], (viewer, envelope.position, envelope.type)
            assert table.keys() == schema["properties"].keys()
    assert state.result is not None


def test_before_the_start_every_place_has_the_same_fields() -> None:
    played = play(GAME, seats=5, seed=21)
    state = evolve(GAME, None, played.envelopes[0].event)
    table = GAME.table(state)
    keys = set(GAME.table_schema()["properties"]["players"]["items"]["required"])
    assert [set(player) for player in table["players"]] == [keys] * 5
