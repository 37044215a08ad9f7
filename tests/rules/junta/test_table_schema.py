"""The table is what its schema says: for every viewer, all through whole games."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.junta import GAME
from rules.kernel.decider import evolve
from rules.kernel.identifiers import ANYBODY, ARCHIVE, AUDITOR, Seat
from rules.kernel.visibility import redact
from tests.played import play

VIEWERS: tuple[Any, ...] = (Seat(0), Seat(3), ANYBODY, AUDITOR, ARCHIVE)


STRIDE = 25


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (5, 21)])
def test_tables_of_whole_games_fit(seats: int, seed: int) -> None:
    schema = GAME.table_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    played = play(GAME, seats=seats, seed=seed)
    for first, viewer in enumerate(VIEWERS):
        state: Any = None
        for envelope in played.envelopes:
            state = evolve(GAME, state, redact(envelope.event, viewer))
            if envelope.position % STRIDE != first * 5 and envelope.type != "game_finished":
                continue
            table = GAME.table(state)
            faults = [f"{list(e.path)}: {e.message}" for e in validator.iter_errors(table)]
            assert faults == [], (viewer, envelope.position, envelope.type)
            assert table.keys() == schema["properties"].keys()
    assert state.result is not None


def test_before_the_start_every_place_has_the_same_fields() -> None:
    played = play(GAME, seats=5, seed=21)
    state = evolve(GAME, None, played.envelopes[0].event)
    table = GAME.table(state)
    keys = set(GAME.table_schema()["properties"]["players"]["items"]["required"])
    assert [set(player) for player in table["players"]] == [keys] * 5
