"""Sandbox games over HTTP: made, marked, secret until they start, scripted, refused whole."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from events.clock import utc_now
from events.gamefile import read
from rules.kernel.decider import fold
from rules.kernel.document import Document
from rules.kernel.hidden import HIDDEN as HIDDEN_VALUE
from rules.kernel.sandbox import PositionGiven
from tests.json_schema import JsonSchema
from tests.service.driving import HIDDEN, Service, Table, refused
from tests.verifier import check_feed, check_revealed

NAMES = ("Ana", "Bruno", "Carla", "Diego")
ASSASSIN: dict[str, Any] = {
    "stage": "announcements",
    "president": 0,
    "posts": {"minister_interior": 1},
    "hands": {"1": ["amateur_assassin"], "2": ["church", "burglars"]},
    "cash": {"1": {"1": 1}, "2": {"3": 2}},
    "locations": {"2": "bank"},
    "dice": [5],
}


def sandbox(service: Service, position: dict[str, Any], **more: Any) -> Table:
    return Table(service, 4, ruleset="junta/1", sandbox=position, **more)


def begun(service: Service, position: dict[str, Any], **more: Any) -> Table:
    table = sandbox(service, position, **more).fill(NAMES)
    service.look(table.id)
    return table


def seen(table: Table, token: str | None = None, query: str = "") -> Any:
    answer = table.service.get(f"{table.path}/table{query}", token)
    assert answer.status_code == 200, answer.text
    return answer.json


def feed(table: Table, token: str | None = None) -> list[Any]:
    page: Any = table.service.get(f"{table.path}/events?after=0&limit=1000", token).json
    events: list[Any] = page["events"]
    return events


def errors(service: Service, position: Any, **more: Any) -> dict[str, str]:
    """The faults of a refused position by their places."""
    body = {"ruleset": "junta/1", "seats": 4, "sandbox": position, **more}
    problem = refused(service.post("/v1/games", body), 422, "invalid-body")
    return {one["pointer"]: one["detail"] for one in problem["errors"]}


def test_it_is_marked_for_all_to_see(service: Service) -> None:
    table = begun(service, ASSASSIN)
    usual = Table(service, 4, ruleset="junta/1")
    assert feed(table)[0]["data"]["sandbox"] is True
    assert feed(usual)[0]["data"]["sandbox"] is False
    lobby: Any = service.get("/v1/games").json
    assert {row["id"]: row["sandbox"] for row in lobby["games"]} == {
        table.id: True,
        usual.id: False,
    }
    for token in (None, table.host, *table.tokens, table.auditor):
        assert seen(table, token)["sandbox"] is True
    assert seen(usual)["sandbox"] is False


def test_an_empty_position_is_dealt_as_usual(service: Service) -> None:
    table = begun(service, {})
    shown = seen(table, table.tokens[0])
    assert shown["stage"]["name"] == "nomination"
    assert len(shown["players"][0]["hand"]) == 5


def test_the_position_is_secret_until_the_start(service: Service) -> None:
    table = sandbox(service, ASSASSIN)
    table.tokens.append(table._done(table.sit("Ana"))["token"])
    for token in (None, table.host, table.tokens[0]):
        given = feed(table, token)[1]
        assert (given["type"], given["data"]) == ("position_given", {"position": HIDDEN})
        assert "burglars" not in service.get(f"{table.path}/table", token).text
    assert feed(table, table.auditor)[1]["data"] == {"position": ASSASSIN}


def test_each_seat_gets_its_own(service: Service) -> None:
    table = begun(service, ASSASSIN)
    victim = seen(table, table.tokens[2])
    assert victim["players"][2]["hand"] == ["burglars", "church"]
    assert victim["players"][2]["cash"] == {"1": 0, "2": 0, "3": 2}
    assert victim["locations"]["places"]["2"] == "bank"
    assert victim["players"][1]["hand"] == HIDDEN
    assert seen(table)["players"][2]["cash"] == HIDDEN
    told = service.get(f"{table.path}/events?after=0", table.tokens[3]).text
    assert '"dice": [' not in told
    assert "scripts_laid" in told


def test_an_assassin_at_the_bank(service: Service) -> None:
    table = begun(service, ASSASSIN)
    stage = table.stage()
    attempt = {
        "type": "announce_attempt",
        "stage": stage,
        "means": "amateur_assassin",
        "victim": 2,
        "location": "bank",
        "powers": [],
        "bills": {"1": 1},
    }
    assert table.declare(1, attempt).status_code == 201
    for seat in (1, 2, 3, 0):
        body = {"type": "end_announcements", "stage": table.stage()}
        assert table.declare(seat, body).status_code == 201
    service.look(table.id)
    (rolled,) = [event["data"] for event in feed(table) if event.get("type") == "dice_rolled"]
    assert (rolled["faces"], rolled["link"]) == ([5], None)
    assert seen(table)["stage"]["name"] == "protection"
    assert table.declare(2, {"type": "face_death", "stage": table.stage()}).status_code == 201
    shown = seen(table, table.tokens[1])
    assert shown["players"][2]["alive"] is False
    assert shown["players"][1]["cash"] == {"1": 0, "2": 0, "3": 2}


def test_the_chain_and_the_dice_hold_after_a_script(service: Service) -> None:
    """Scripted dice show no link; those after them go on with the chain."""
    position = {
        **ASSASSIN,
        "hands": {"1": ["amateur_assassin", "psychotic_assassin"]},
        "cash": {"1": {"1": 3}},
        "locations": {"2": "bank"},
        "dice": [1],
    }
    table = begun(service, position)
    for means, bills in (("amateur_assassin", {"1": 1}), ("psychotic_assassin", {})):
        attempt = {"means": means, "victim": 2, "location": "bank", "powers": [], "bills": bills}
        body = {"type": "announce_attempt", "stage": table.stage(), **attempt}
        assert table.declare(1, body).status_code == 201
    for seat in (1, 2, 3, 0):
        table.declare(seat, {"type": "end_announcements", "stage": table.stage()})
    service.look(table.id)
    links = [e["data"]["link"] for e in feed(table) if e.get("type") == "dice_rolled"]
    assert links[0] is None
    assert all(links[1:])
    assert len(links) > 1
    check_feed(table.id, feed(table))
    check_feed(table.id, feed(table, table.tokens[2]))


def test_it_starts_with_all_its_seats_only(service: Service) -> None:
    table = Table(service, 5, ruleset="junta/1", sandbox={"hands": {"4": ["church"]}})
    table.fill(NAMES)
    refused(table.start(), 409, "too-few-players")
    assert seen(table)["status"] == "lobby"


def test_every_fault_has_its_pointer(service: Service) -> None:
    found = errors(
        service,
        {
            "hands": {"0": ["church", "nobody"], "1": ["church"], "9": []},
            "posts": {"general_1": 2, "general_2": 2},
            "president": 1.0,
            "dead": [3],
            "cash": {"3": {"1": 97}},
            "a/b": 1,
        },
        seats=4,
        options={"hand_limit": 99},
    )
    assert {
        *("#/options/hand_limit", "#/sandbox/hands/0/1", "#/sandbox/hands/1/0"),
        *("#/sandbox/hands/9", "#/sandbox/posts", "#/sandbox/president", "#/sandbox/cash/3"),
        *("#/sandbox/cash", "#/sandbox/a~1b"),
    } == set(found)
    assert found["#/sandbox/hands/0/1"].endswith(".")


@pytest.mark.parametrize("position", [[], "x", 3, True, {"stage": "lobby"}, {"hands": None}])
def test_what_is_no_position_is_refused(service: Service, position: Any) -> None:
    assert errors(service, position)
    lobby: Any = service.get("/v1/games").json
    assert lobby["games"] == []


def test_null_is_no_position(service: Service) -> None:
    assert "#/sandbox" in errors(service, None)


def test_bad_seats_and_a_bad_position_are_said_together(service: Service) -> None:
    assert {"#/seats", "#/sandbox/dice/0"} == set(errors(service, {"dice": [7]}, seats=99))


def test_a_game_that_begins_from_no_position_says_so(service: Service) -> None:
    answer = service.post("/v1/games", {"ruleset": "toy/1", "seats": 2, "sandbox": {}})
    problem = refused(answer, 422, "invalid-body")
    assert problem["errors"][0]["pointer"] == "#/sandbox"


def test_the_same_key_makes_the_same_sandbox(service: Service) -> None:
    body = {"ruleset": "junta/1", "seats": 4, "sandbox": ASSASSIN}
    key = "k" * 40
    first = service.post("/v1/games", body, key=key)
    again = service.post("/v1/games", body, key=key)
    other = service.post("/v1/games", {**body, "sandbox": {}}, key=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json["id"] == again.json["id"]  # type: ignore[index]
    assert other.status_code == 422


def test_the_ruleset_tells_what_a_position_may_be(service: Service) -> None:
    told: Any = service.get("/v1/rulesets/junta/1").json
    schema = JsonSchema(told["sandbox"])
    assert schema.fits(ASSASSIN)
    assert schema.fits({})
    assert not schema.fits({"dice": [7]})
    assert not schema.fits({"colour": 1})
    toy: Any = service.get("/v1/rulesets/toy/1").json
    assert toy["sandbox"] is None


def test_its_past_is_told_as_any_other(service: Service) -> None:
    table = begun(service, ASSASSIN)
    head = table.head()[0]
    for at in range(1, head + 1):
        for who in ("public", "seat:2", "auditor"):
            shown = seen(table, table.auditor, f"?at={at}&as={who}")
            assert shown["sandbox"] is True


def test_its_file_is_read_again(service: Service) -> None:
    """The auditor's has the position; a seat's own has not, and its chain holds all the same."""
    table = begun(service, ASSASSIN)
    whole = read(service.get(f"{table.path}/export", table.auditor).data.splitlines())
    own = read(service.get(f"{table.path}/export", table.tokens[2]).data.splitlines())
    assert whole.events[1] == PositionGiven(position=Document.of(ASSASSIN))
    assert own.events[1] == PositionGiven(position=HIDDEN_VALUE)
    moment = fold(whole.game, (envelope.event for envelope in whole.envelopes()))
    assert moment.state == service.parts.commits.now(table.id).state


def test_every_proof_holds_when_it_is_over(service: Service) -> None:
    """With two bills left there is no second aid. Scripted dice are supplied like draws."""
    scene = {
        **ASSASSIN,
        "hands": {"1": ["amateur_assassin", "psychotic_assassin"]},
        "cash": {"1": {"1": 3}},
        "swiss": {"3": {"1": 46, "2": 30, "3": 15}},
        "dice": [1],
    }
    table = begun(service, scene)
    for means, bills in (("amateur_assassin", {"1": 1}), ("psychotic_assassin", {})):
        attempt = {"means": means, "victim": 2, "location": "bank", "powers": [], "bills": bills}
        body = {"type": "announce_attempt", "stage": table.stage(), **attempt}
        assert table.declare(1, body).status_code == 201
    _silence(service, table)
    links = [e["data"]["link"] for e in feed(table) if e.get("type") == "dice_rolled"]
    assert links[0] is None
    assert links[1] is not None
    envelopes = service.parts.commits.reading.envelopes(table.id)
    commands = {it.position: it.command for it in envelopes}
    check_revealed(table.id, feed(table), commands)
    taken = service.call(
        "POST",
        "/v1/games/import",
        headers={"Idempotency-Key": service.key(), "Content-Type": "application/x-ndjson"},
        data=service.get(f"{table.path}/export").data,
    )
    assert taken.status_code in (200, 201)


def _silence(service: Service, table: Table) -> None:
    """Nobody says anything more until the game is over."""
    for day in range(1, 400):
        service.parts.commits.clock = lambda day=day: utc_now() + timedelta(days=day)
        service.look(table.id)
        if service.parts.head(table.id).revealed:
            return
    raise AssertionError("the game has no end")
