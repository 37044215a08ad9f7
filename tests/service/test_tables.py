"""Tables over HTTP: tags, caches, the past; the lobby; rulesets."""

from __future__ import annotations

import pytest

from tests.service.driving import HIDDEN, Service, Table


def test_the_tag_is_of_the_viewer_and_the_head(table: Table) -> None:
    service, path = table.service, f"{table.path}/table"
    tags = [service.get(path, token).headers["ETag"] for token in (None, *table.tokens)]
    assert len(set(tags)) == 3
    assert all(table.head()[1] in tag for tag in tags)
    assert service.get(path, table.host).headers["ETag"] == tags[0]


def test_what_the_caller_has_is_not_sent_again(table: Table) -> None:
    service, path, token = table.service, f"{table.path}/table", table.tokens[0]
    tag = service.get(path, token).headers["ETag"]
    again = service.get(path, token, **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert service.get(path, token, **{"If-None-Match": f'"x", {tag}'}).status_code == 304
    assert service.get(path, None, **{"If-None-Match": tag}).status_code == 200
    table.pick(1)
    assert service.get(path, token, **{"If-None-Match": tag}).status_code == 200


def test_what_caches_may_keep(table: Table) -> None:
    service, path, seat = table.service, f"{table.path}/table", table.tokens[0]
    forever = "max-age=31536000, immutable"
    rules = {
        (path, None): "public, no-cache",
        (f"{path}?at=3", None): f"public, {forever}",
        (path, seat): "private, no-cache",
        (f"{path}?at=3", seat): f"private, {forever}",
        (f"{path}?at=3&as=public", table.auditor): f"private, {forever}",
        (path, table.auditor): "no-store",
        (f"{path}?at=3", table.auditor): "no-store",
        (f"{path}?as=seat:0", table.auditor): "no-store",
        (f"{path}?at=3&as=seat:0", table.auditor): "no-store",
        (f"{table.path}/events?as=seat:0", table.auditor): "no-store",
        (f"{table.path}/export?as=seat:0", table.auditor): "no-store",
        (f"{table.path}/events", None): "public, no-cache",
        (f"{table.path}/events", seat): "private, no-cache",
        (f"{table.path}/events", table.auditor): "no-store",
        (f"{table.path}/options", seat): "private, no-cache",
        (f"{table.path}/refusals", table.auditor): "no-store",
    }
    for (place, token), rule in rules.items():
        answer = service.get(place, token)
        assert answer.headers["Cache-Control"] == rule, place
        if "no-store" not in rule:
            accept = ", Accept" * place.endswith("/events")
            assert answer.headers["Vary"] == f"Authorization{accept}"


def test_the_past_stays(table: Table) -> None:
    service, path = table.service, f"{table.path}/table"
    table.pick(0, 5)
    position, _ = table.head()
    before = service.get(f"{path}?at={position}", table.tokens[1])
    assert before.json is not None
    assert "now" not in before.json
    assert before.json["picks"] == {"0": HIDDEN}
    table.pick(1)
    service.look(table.id)
    again = service.get(f"{path}?at={position}", table.tokens[1])
    assert again.data == before.data
    tag = again.headers["ETag"]
    unchanged = service.get(
        f"{path}?at={position}", table.tokens[1], **{"If-None-Match": tag}
    )
    assert unchanged.status_code == 304


def test_every_position_has_a_table(table: Table) -> None:
    table.play()
    position, _ = table.head()
    for at in range(1, position + 1):
        shown = table.service.get(f"{table.path}/table?at={at}&as=auditor").json
        assert shown is not None
        assert shown["position"] == at


def test_a_position_inside_a_commit_is_not_settled(table: Table) -> None:
    shown = [table.service.get(f"{table.path}/table?at={at}").json for at in (1, 2)]
    assert [one["settled"] for one in shown if one] == [False, True]


def test_what_is_live_carries_now(table: Table) -> None:
    for place in ("table", "events", "options", "refusals"):
        answer = table.service.get(f"{table.path}/{place}", table.tokens[0])
        assert answer.json is not None
        assert answer.json["now"].endswith("Z")


def test_the_lobby(service: Service) -> None:
    tables = [Table(service, seats=3) for _ in range(5)]
    tables[0].fill().start()
    Table(service, listed=False)
    everything = service.get("/v1/games").json
    assert everything is not None
    assert [row["id"] for row in everything["games"]] == [t.id for t in reversed(tables)]
    running = service.get("/v1/games?status=running").json
    assert running is not None
    assert [row["id"] for row in running["games"]] == [tables[0].id]


def test_the_lobby_in_pages(service: Service) -> None:
    made = [Table(service, seats=3).id for _ in range(5)]
    found, path = [], "/v1/games?limit=2&status=open"
    while path:
        answer = service.get(path)
        assert answer.json is not None
        found += [row["id"] for row in answer.json["games"]]
        link = answer.headers.get("Link", "")
        assert link == "" or link.endswith('; rel="next"')
        path = link.partition(">")[0].removeprefix("<")
    assert found == list(reversed(made))


@pytest.mark.parametrize("path", ["/v1/rulesets/toy/1", "/v1/rulesets/toy%2F1"])
def test_a_ruleset(service: Service, path: str) -> None:
    shown = service.get(path).json
    assert shown is not None
    assert shown["options"]["properties"]["turns"]["default"] == 3
    assert shown["declarations"]["pick"]["properties"]["type"] == {"enum": ["pick"]}
    assert shown["durations"]["live"] == {"lobby": 3600, "picking": 60}
    assert shown["id"] in [one["id"] for one in service.get("/v1/rulesets").json["rulesets"]]  # type: ignore[index]


def test_every_ruleset_can_be_shown(service: Service) -> None:
    listed = service.get("/v1/rulesets").json
    assert listed is not None
    for one in listed["rulesets"]:
        assert service.get(f"/v1/rulesets/{one['id']}").status_code == 200


def test_every_option_that_is_offered_is_accepted(table: Table) -> None:
    shown = table.service.get(f"{table.path}/options", table.tokens[0]).json
    assert shown is not None
    bodies = [
        body
        for option in reversed(shown["options"])
        for body in (*option.get("choices", ())[:1], *option.get("examples", ()))
    ]
    assert {body["type"] for body in bodies} == {"pick", "shout", "nod"}
    for body in bodies:
        assert table.declare(0, body).status_code == 201


def test_the_game_starts_when_the_last_seat_is_taken(service: Service) -> None:
    table = Table(service, seats=2)
    assert table.sit("Ada").json["position"] == 3  # type: ignore[index]
    shown = service.get(f"{table.path}/table").json
    assert shown is not None
    assert (shown["status"], shown["stage"]["name"]) == ("lobby", "lobby")
    table.sit("Bo")
    shown = service.get(f"{table.path}/table").json
    assert shown is not None
    assert (shown["status"], shown["stage"]["waiting_for"]) == ("running", [0, 1])


def test_durations_are_resolved(service: Service) -> None:
    table = Table(service, durations={"picking": 7})
    shown = service.get(f"{table.path}/table").json
    assert shown is not None
    assert shown["durations"] == {"lobby": 3600, "picking": 7}
    table = Table(service, durations="bots", options={"turns": 9})
    shown = service.get(f"{table.path}/table").json
    assert shown is not None
    assert (shown["durations"]["picking"], shown["options"]) == (
        5,
        {"turns": 9, "absent_after": 3, "absent_s": 60},
    )
