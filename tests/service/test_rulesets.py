"""What a client author finds out about a ruleset without reading its code."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from service import markdown, openapi
from tests.json_schema import JsonSchema
from tests.service.driving import Service, Table, refused


def _ruleset(service: Service, name: str = "junta/1") -> Any:
    return service.get(f"/v1/rulesets/{name}").json


def test_the_catalogue_of_events(service: Service) -> None:
    game = registry.GAMES["junta/1"]
    events = {event["type"]: event for event in _ruleset(service)["events"]}
    assert events.keys() == game.events.keys()
    cast = {field["name"]: field for field in events["votes_cast"]["fields"]}
    assert cast["seat"]["seen_by"] == "public"
    assert events["auditor_looked"]["seen_by"] == "public"
    assert events["whispered"]["seen_by"] != "public"


def test_options_and_durations_have_schemas(service: Service) -> None:
    told = _ruleset(service, "toy/1")
    durations = JsonSchema(told["durations_schema"])
    options = JsonSchema(told["options"])
    for wanted, fits in (
        ("live", True), ("slow", False), ({"picking": 60}, True), ({"picking": 0}, False),
        ({"naps": 60}, False), ({}, True), ({"picking": 2_592_001}, False), (60, False),
    ):  # fmt: skip
        assert durations.fits(wanted) is fits, wanted
        answer = service.post("/v1/games", {"ruleset": "toy/1", "seats": 2, "durations": wanted})
        assert (answer.status_code == 201) is fits, wanted
    assert options.fits({"turns": 3})
    assert not options.fits({"turns": 0})


def test_the_table_of_a_game_is_in_the_contract(service: Service) -> None:
    document = openapi.document(service.app)
    name = {"$ref": "#/components/schemas/junta.1.Table"}
    validator = JsonSchema({**name, "components": document["components"]})
    table = Table(service, 4, ruleset="junta/1")
    own = JsonSchema(_ruleset(service)["table"])
    for names in ((), ("Ana", "Bruno"), ("Carla", "Diego")):
        table.fill(names)
        service.look(table.id)
        for token in (None, table.host, *table.tokens, table.auditor):
            shown = service.get(f"{table.path}/table", token).json
            assert validator.faults(shown) == []
            assert own.faults(shown) == []
            keys = {tuple(player) for player in shown["players"]}  # type: ignore[index]
            assert len(keys) == 1


def test_how_many_may_play_is_in_the_contract(service: Service) -> None:
    document = openapi.document(service.app)
    seats = document["components"]["schemas"]["NewGame"]["properties"]["seats"]
    assert "4 to 7 for junta/1" in seats["description"]


def test_what_is_proved_is_a_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    page = service.get("/docs/proof").text
    assert "<h2>Dice and draws</h2>" in page
    assert "<code>dice_anchor</code>" in page
    assert "**" not in page
    module = import_module("service.resources.documents")
    monkeypatch.setattr(module, "PROOF", Path("none.md"))
    refused(service.get("/docs/proof"), 404, "not-found")


def test_pages_are_escaped() -> None:
    text = "# T\n\n<script>x</script> `a*b*<i>` *soft* **hard**\n\n- one\n  more\n- two & 3 * 4 * 5"
    assert markdown.html(text) == (
        "<p>&lt;script&gt;x&lt;/script&gt; <code>a*b*&lt;i&gt;</code> <em>soft</em> "
        "<strong>hard</strong></p>"
        "<ul><li>one\n  more\n</li><li>two &amp; 3 * 4 * 5</li></ul>"
    )
