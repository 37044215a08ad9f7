"""The client: keys, repeats, problems, streams that break off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest

from bots.client import TRIES, Client, NoAnswer, Problem, connection
from bots.deeds import lines
from bots.random_bot import RandomBot
from bots.sse import messages
from bots.turns import Chronicle

Answer = Callable[[httpx.Request], httpx.Response]


@dataclass
class Service:
    """Answers as it was told to, and remembers what was asked."""

    answers: Iterator[httpx.Response | Exception]
    asked: list[httpx.Request] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, token: str | None = "t") -> Client:
        http = connection("http://junta.test", httpx.MockTransport(self))
        return Client(http=http, token=token, sleep=self.pauses.append)

    def keys(self) -> list[str]:
        return [request.headers["Idempotency-Key"] for request in self.asked]


def service(*answers: httpx.Response | Exception) -> Service:
    return Service(iter(answers))


def problem(status: int, slug: str, **headers: str) -> httpx.Response:
    document = {"type": f"/problems/{slug}", "status": status, "detail": "No."}
    return httpx.Response(status, json=document, headers=headers)


def test_a_busy_service_is_asked_again_with_the_same_key() -> None:
    there = service(
        problem(503, "busy", **{"Retry-After": "3"}),
        httpx.ConnectError("gone"),
        problem(429, "too-many-requests"),
        httpx.Response(201, json={"position": 9}),
    )
    assert there.client().declare("g", {"type": "pass"}) == {"position": 9}
    assert len(set(there.keys())) == 1 and len(there.keys()[0]) >= 32
    assert there.pauses == [3.0, 0.2, 0.4]


def test_every_declaration_has_a_key_of_its_own() -> None:
    there = service(httpx.Response(201, json={}), httpx.Response(201, json={}))
    client = there.client()
    client.declare("g", {"type": "pass"})
    client.declare("g", {"type": "pass"}, if_match=7)
    assert len(set(there.keys())) == 2
    assert there.asked[1].headers["If-Match"] == "7"
    assert there.asked[1].headers["Authorization"] == "Bearer t"


def test_a_refusal_is_a_problem_and_is_not_repeated() -> None:
    there = service(problem(409, "stage-moved"))
    with pytest.raises(Problem) as refused:
        there.client().declare("g", {"type": "pass"})
    assert (refused.value.status, refused.value.slug) == (409, "stage-moved")
    assert len(there.asked) == 1


def test_what_is_no_problem_document_is_a_problem_all_the_same() -> None:
    there = service(httpx.Response(502, text="<html>"))
    with pytest.raises(Problem) as failed:
        there.client().options("g")
    assert (failed.value.status, failed.value.slug) == (502, "")


def test_patience_ends() -> None:
    silent = service(*[httpx.ReadTimeout("slow")] * TRIES)
    with pytest.raises(NoAnswer):
        silent.client().table("g")
    busy = service(*[problem(503, "busy")] * TRIES)
    with pytest.raises(Problem):
        busy.client().table("g")


def test_the_query_holds_only_what_was_asked() -> None:
    there = service(*[httpx.Response(200, json={})] * 2)
    client = there.client(token=None)
    client.table_bytes("g")
    client.table_bytes("g", 5, "seat:1")
    assert there.asked[0].url.query == b""
    assert dict(there.asked[1].url.params) == {"at": "5", "as": "seat:1"}
    assert "Authorization" not in there.asked[0].headers


def streamed(*positions: int) -> httpx.Response:
    lines = (f"id: {n}\ndata: {json.dumps({'position': n})}\n\n" for n in positions)
    return httpx.Response(200, content="retry: 9\n\n: still here\n\n" + "".join(lines))


def test_a_stream_goes_on_where_it_broke_off_and_ends_when_told() -> None:
    there = service(streamed(1, 2), httpx.ReadError("cut"), streamed(3), httpx.Response(204))
    assert [entry["position"] for entry in there.client().stream("g")] == [1, 2, 3]
    assert [r.headers["Last-Event-ID"] for r in there.asked] == ["0", "2", "2", "3"]


def test_a_stream_that_gives_nothing_is_given_up() -> None:
    there = service(*[streamed()] * TRIES)
    with pytest.raises(NoAnswer):
        list(there.client().stream("g"))


def test_a_stream_that_is_refused_is_a_problem() -> None:
    with pytest.raises(Problem):
        list(service(problem(404, "unknown-game")).client().stream("g"))


def test_messages_of_several_lines_and_messages_cut_off() -> None:
    lines = ["data: {", 'data:"a": 1}', "", ": hm", "", "data: {"]
    assert list(messages(lines)) == [{"a": 1}]


OFFERS = [
    {"type": "pass", "interrupt": False, "choices": [{"type": "pass", "n": n} for n in range(9)]},
    {"type": "say", "interrupt": True, "examples": [{"type": "say", "n": n} for n in range(9)]},
]


def test_the_same_seed_makes_the_same_choices() -> None:
    one, other = RandomBot("s"), RandomBot("s")
    for asked in (True, True, False, True) * 9:
        assert one.choose(OFFERS, asked) == other.choose(OFFERS, asked)


def test_a_bot_that_is_not_asked_only_meddles() -> None:
    bot = RandomBot(1)
    assert bot.choose(OFFERS[:1], asked=False) is None
    assert bot.choose([], asked=True) is None
    chosen = bot.choose(OFFERS, asked=False)
    assert chosen is not None and chosen["type"] == "say"


def test_turns_are_told_from_the_public_feed() -> None:
    feed = [
        ("seat_taken", {"seat": 1, "name": "Ana"}),
        ("president_elected", {"seat": 1}),
        ("budget_proposed", {"seat": 1, "sums": {"0": 3, "1": 4}}),
        ("budget_counted", {"in_favour": 5, "against": 2, "result": "adopted"}),
        ("bank_used", {"seat": 1}),
        ("turn_ended", {"turn": 1}),
        ("cabinet_formed", {"president": 1}),
        ("game_finished", {}),
    ]
    entries = [{"position": n, "type": t, "data": d} for n, (t, d) in enumerate(feed, 1)]
    chronicle = Chronicle()
    turns = list(chronicle.read([*entries[:1], {"position": 99}, *entries[1:]]))
    assert [chronicle.sentence(turn) for turn in turns] == [
        "Turn 1: Ana elected President; budget of 7 MP adopted, 5 votes to 2; at the bank: Ana",
        "Turn 2: Ana President; no budget; nobody at the bank",
    ]
    assert turns[0].written()["votes"] == [5, 2]


def test_cards_and_coups_are_told_from_the_public_feed() -> None:
    feed = [
        ("seat_taken", {"seat": 0, "name": "Ana"}),
        ("seat_taken", {"seat": 2, "name": "Carla"}),
        ("cabinet_formed", {"president": 0}),
        ("influence_exposed", {"seat": 1, "card": "church"}),
        ("attempt_announced", {"seat": 1, "card": None}),
        ("coup_started", {"first_insurgent": 2}),
        ("insurgent_joined", {"seat": 1}),
        ("unit_card_played", {"seat": 1, "card": "church"}),
        ("side_declared", {"seat": 1, "side": "president"}),
        ("side_declared", {"seat": 2, "side": "junta"}),
        ("coup_decided", {"winner": "president", "early": False}),
        ("squad_ordered", {"seat": 0, "victim": 2}),
        ("turn_ended", {"turn": 1}),
    ]
    entries = [{"position": n, "type": t, "data": d} for n, (t, d) in enumerate(feed, 1)]
    chronicle = Chronicle()
    (turn,) = chronicle.read([*entries, {"position": 99}])
    told = "a coup of Carla, seat 1, won by the President, Carla shot"
    assert chronicle.sentence(turn).endswith(told)
    written = chronicle.deeds.written()
    assert written["cards"] == {"church": 2}
    assert written["coups"] == [turn.written()["coup"]]
    assert turn.coup is not None and turn.coup.turned == (1,)
    assert lines(written) == [
        "2 cards were played, 1 different ones: church (2).",
        "1 coup: the junta won 0, the loyalists 1.",
    ]
    assert lines({"cards": {}, "coups": []}) == ["No card was played.", "There was no coup."]
