"""The map over HTTP, and a city that the group brings."""

from __future__ import annotations

import copy
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.service.driving import Service, Table, refused

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ana", "Bruno", "Carla", "Dolores")


def junta(service: Service, **wanted: Any) -> Table:
    return Table(service, seats=4, ruleset="junta/1", **wanted)


@pytest.fixture
def game(service: Service) -> Table:
    return junta(service).fill(NAMES)


def words(text: str) -> str:
    return " ".join(ElementTree.fromstring(text).itertext())


def test_it_is_a_drawing_of_800_pixels_with_everybody_on_it(game: Table) -> None:
    answer = game.service.get(f"{game.path}/map.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    drawing = ElementTree.fromstring(answer.text)
    assert (drawing.tag, drawing.get("version"), drawing.get("width")) == (
        f"{SVG}svg",
        "1.1",
        "800",
    )
    told = words(answer.text)
    assert all(name in told for name in (*NAMES, "Presidential Palace", "Airfield", "River"))


def test_it_is_there_before_anybody_sits_down(service: Service) -> None:
    game = junta(service)
    assert "Radio Station" in words(service.get(f"{game.path}/map.svg?at=1").text)


def test_it_is_tagged_and_cached_as_the_table_is(game: Table) -> None:
    service, path = game.service, f"{game.path}/map.svg"
    now, then = service.get(path), service.get(f"{path}?at=1")
    assert now.headers["Cache-Control"] == "public, no-cache"
    assert then.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    tag = now.headers["ETag"]
    assert game.head()[1] in tag
    assert service.get(path, None, **{"If-None-Match": tag}).status_code == 304
    assert service.get(path, game.tokens[0], **{"If-None-Match": tag}).status_code == 200
    private = service.get(path, game.tokens[0])
    assert private.headers["Cache-Control"] == "private, no-cache"
    assert service.get(f"{path}?as=auditor", game.auditor).headers["Cache-Control"] == "no-store"


def test_who_may_not_see_the_table_may_not_see_the_map(service: Service) -> None:
    game = junta(service, spectators="closed").fill(NAMES)
    for path in (f"{game.path}/table", f"{game.path}/map.svg"):
        assert service.get(path, game.tokens[1]).status_code == 200
        refused(service.get(path), 403, "spectators-closed")
        refused(service.get(f"{path}?as=seat:0", game.tokens[1]), 403, "wrong-role")
        refused(service.get(f"{path}?at=9999", game.tokens[1]), 404, "no-such-position")


def test_a_game_without_a_board_has_none(service: Service) -> None:
    game = Table(service)
    refused(service.get(f"{game.path}/map.svg"), 404, "no-map")


def test_names_are_escaped(service: Service) -> None:
    game = junta(service).fill(("<b>&", '"O\'Neill"', "C]]>", "D"))
    told = words(service.get(f"{game.path}/map.svg").text)
    assert all(name in told for name in ("<b>&", '"O\'Neill"', "C]]>"))


# --- a city of one's own ---


@pytest.fixture
def plan(service: Service) -> dict[str, Any]:
    """The city of the catalogue, as the option takes it."""
    about = service.get("/v1/rulesets/junta/1").json["about"]  # type: ignore[index]
    return {key: copy.deepcopy(about[key]) for key in ("zones", "borders")} | {"name": "Ours"}


def test_the_catalogue_serves_the_city(service: Service) -> None:
    about: Any = service.get("/v1/rulesets/junta/1").json["about"]  # type: ignore[index]
    assert (len(about["zones"]), len(about["borders"])) == (27, 61)
    assert "reconstruction" in about["city"]
    assert {"id": "airfield", "name": "Airfield"} in about["off_map"]
    assert {"type": "army_2", "zone": "barracks_2", "count": 6} in about["units_at_start"]


def test_a_city_is_brought_recorded_and_drawn(service: Service, plan: dict[str, Any]) -> None:
    plan["zones"][0]["name"] = "Casa Rosada"
    plan["zones"][0]["x"] = 46.0
    game = junta(service, options={"city": plan}).fill(NAMES)
    shown: Any = service.get(f"{game.path}/table").json
    assert shown["options"]["city"]["zones"][0] == plan["zones"][0]
    created: Any = service.get(f"{game.path}/events?limit=1").json
    assert created["events"][0]["data"]["options"]["city"]["name"] == "Ours"
    told = words(service.get(f"{game.path}/map.svg").text)
    assert "Casa" in told
    assert "Ours" in told


def test_all_faults_of_a_city_are_named_with_their_places(
    service: Service, plan: dict[str, Any]
) -> None:
    plan["zones"][3]["kind"] = "tower"
    plan["zones"][4]["x"] = "far"
    plan["borders"].append(plan["borders"][0])
    plan["zones"] = [zone for zone in plan["zones"] if zone["id"] != "docks"]
    body = {"ruleset": "junta/1", "seats": 4, "options": {"city": plan}}
    problem = refused(service.post("/v1/games", body), 422, "invalid-body")
    pointers = [error["pointer"] for error in problem["errors"]]
    assert set(pointers) >= {
        "#/options/city/zones/3/kind",
        "#/options/city/zones/4/x",
        "#/options/city/borders/61",
        "#/options/city/zones",
    }
    assert sum("docks" in error["detail"] for error in problem["errors"]) >= 2


def test_a_game_on_a_city_of_ones_own_travels_in_a_file(
    service: Service, plan: dict[str, Any]
) -> None:
    plan["zones"][0]["y"] = 35.25
    game = junta(service, options={"city": plan}).fill(NAMES)
    raw = service.get(f"{game.path}/export", game.auditor).data
    other = Service()
    headers = {"Idempotency-Key": other.key(), "Content-Type": "application/x-ndjson"}
    taken = other.call("POST", "/v1/games/import", headers=headers, data=raw)
    assert taken.status_code == 201, taken.text
    drawing = f"{game.path}/map.svg?as=public"
    assert other.get(drawing).data == service.get(drawing).data
    assert b"Ours" in other.get(drawing).data
