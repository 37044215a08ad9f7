"""A thin client of the HTTP API: one method per call, problems as exceptions, safe repeats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

import httpx
import orjson

from bots.sse import messages

Json = dict[str, Any]

TRIES = 6
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 10.0
ANSWER_S = 60.0
"""How long to wait for an answer: longer than the longest poll and the pause between heartbeats."""

AGAIN = (429, 503)


class Problem(Exception):
    """The service said no; `document` is its problem document (RFC 9457), where it sent one."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = dict(document)
        self.slug = str(document.get("type", "")).rsplit("/", 1)[-1]
        self.detail = str(document.get("detail", ""))
        super().__init__(f"{status} {self.slug}: {self.detail}")


class NoAnswer(Exception):
    """The service could not be reached, however often it was tried."""


def new_key() -> str:
    """A random Idempotency-Key, long enough to count as a secret."""
    return secrets.token_hex(20)


def connection(
    url: str, transport: httpx.BaseTransport | None = None, connections: int = 32
) -> httpx.Client:
    """Keep-alive connections to one service, which several clients may share."""
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    return httpx.Client(
        base_url=url, transport=transport, timeout=ANSWER_S, limits=limits, trust_env=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """What one holder of a token (or of none) can call."""

    http: httpx.Client
    token: str | None = None
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)

    def holding(self, token: str | None) -> Client:
        """The same connections, with another token."""
        return replace(self, token=token)

    # -- making a game and sitting down

    def ruleset(self, name: str) -> Json:
        """`GET /v1/rulesets/{id}`: cards, posts, stages, the city, …."""
        return self._get(f"/v1/rulesets/{name}")

    def make_game(self, **wanted: Any) -> Json:
        """`POST /v1/games`: {"id", "host_token", …}."""
        return self._post("/v1/games", wanted)

    def take_seat(self, game: str, name: str, **more: Any) -> Json:
        """`POST …/seats`: {"seat", "token", …}."""
        return self._post(f"/v1/games/{game}/seats", {"name": name, **more})

    def start(self, game: str) -> Json:
        """`POST …/start`, as the host."""
        return self._post(f"/v1/games/{game}/start", {})

    # -- playing

    def options(self, game: str) -> Json:
        """`GET …/options`: what this seat may declare now."""
        return self._get(f"/v1/games/{game}/options")

    def declare(self, game: str, body: Mapping[str, Any], if_match: int | None = None) -> Json:
        """`POST …/declarations`: {"position", "hash", "events", …}; raises `Problem`."""
        more = {} if if_match is None else {"If-Match": str(if_match)}
        return self._post(f"/v1/games/{game}/declarations", body, more)

    # -- organising

    def rule(self, game: str, body: Mapping[str, Any]) -> Json:
        """`POST …/rulings`, as host, auditor or seat; raises `Problem`."""
        return self._post(f"/v1/games/{game}/rulings", body)

    # -- looking

    def table(self, game: str, at: int | None = None, as_whom: str | None = None) -> Json:
        """`GET …/table`, read."""
        found: Json = orjson.loads(self.table_bytes(game, at, as_whom))
        return found

    def table_bytes(self, game: str, at: int | None = None, as_whom: str | None = None) -> bytes:
        """`GET …/table`, as it came."""
        return self._asked(f"/v1/games/{game}/table", {"at": at, "as": as_whom}).content

    def events(
        self,
        game: str,
        after: int = 0,
        *,
        wait: int = 0,
        limit: int | None = None,
        as_whom: str | None = None,
    ) -> Json:
        """`GET …/events`: a page, waited for if need be."""
        query = {"after": after, "wait": wait or None, "limit": limit, "as": as_whom}
        return self._get(f"/v1/games/{game}/events", query)

    def feed(self, game: str, as_whom: str | None = None) -> Iterator[Json]:
        """Every event so far, page by page."""
        after = 0
        while page := self.events(game, after, as_whom=as_whom)["events"]:
            yield from page
            after = page[-1]["position"]

    def stream(self, game: str, after: int = 0) -> Iterator[Json]:
        """Events as they come, until the game is over and its secrets lie open.

        Broken off, it is taken up again where it was.
        """
        failures = 0
        while failures < TRIES:
            failures += 1
            try:
                for entry in self._streamed(game, after):
                    if entry is None:
                        return
                    after, failures = entry["position"], 0
                    yield entry
            except httpx.TransportError:
                failures = max(failures, 1)
            if failures:
                self.sleep(_pause(failures, None))
        raise NoAnswer(f"the stream of {game} broke off {TRIES} times in a row")

    def _streamed(self, game: str, after: int) -> Iterator[Json | None]:
        """One connection's events; None when the service says that nothing will follow."""
        headers = {**self._headers(), "Accept": "text/event-stream", "Last-Event-ID": str(after)}
        with self.http.stream("GET", f"/v1/games/{game}/events", headers=headers) as answer:
            if answer.status_code == httpx.codes.NO_CONTENT:
                yield None
                return
            if answer.status_code != httpx.codes.OK:
                answer.read()
                raise _problem(answer)
            yield from messages(answer.iter_lines())

    def export(self, game: str, file: BinaryIO, as_whom: str | None = None) -> None:
        """`GET …/export`: the game's file, written as it comes."""
        query = {} if as_whom is None else {"as": as_whom}
        path = f"/v1/games/{game}/export"
        try:
            with self.http.stream("GET", path, params=query, headers=self._headers()) as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    raise _problem(answer)
                for chunk in answer.iter_bytes():
                    file.write(chunk)
        except httpx.TransportError as broken:
            raise NoAnswer(f"the file of {game} did not come whole: {broken}") from broken

    def import_game(self, lines: bytes) -> Json:
        """`POST /v1/games/import`: {"id", "status", "imported", …}."""
        headers = {
            **self._headers(),
            "Idempotency-Key": new_key(),
            "Content-Type": "application/x-ndjson",
        }
        request = self.http.build_request(
            "POST", "/v1/games/import", content=lines, headers=headers
        )
        found: Json = self._tried(request).json()
        return found

    # -- the wire

    def _get(self, path: str, query: Mapping[str, Any] | None = None) -> Json:
        found: Json = orjson.loads(self._asked(path, query or {}).content)
        return found

    def _asked(self, path: str, query: Mapping[str, Any]) -> httpx.Response:
        given = {name: value for name, value in query.items() if value is not None}
        return self._tried(
            self.http.build_request("GET", path, params=given, headers=self._headers())
        )

    def _post(
        self, path: str, body: Mapping[str, Any], more: Mapping[str, str] | None = None
    ) -> Json:
        headers = {**self._headers(), "Idempotency-Key": new_key(), **(more or {})}
        request = self.http.build_request("POST", path, json=dict(body), headers=headers)
        found: Json = orjson.loads(self._tried(request).content)
        return found

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def _tried(self, request: httpx.Request) -> httpx.Response:
        """The answer, the same request sent again while the service is busy or silent."""
        for failures in range(1, TRIES + 1):
            answer = self._sent(request)
            if answer is not None and answer.status_code < httpx.codes.BAD_REQUEST:
                return answer
            if answer is not None and (answer.status_code not in AGAIN or failures == TRIES):
                raise _problem(answer)
            if failures < TRIES:
                self.sleep(_pause(failures, answer))
        raise NoAnswer(f"{request.method} {request.url}: no answer, {TRIES} times in a row")

    def _sent(self, request: httpx.Request) -> httpx.Response | None:
        try:
            return self.http.send(request)
        except httpx.TransportError:
            return None


def _pause(failures: int, answer: httpx.Response | None) -> float:
    """What Retry-After says, else twice as long each time."""
    said = "" if answer is None else answer.headers.get("Retry-After", "")
    pause = float(said) if said.isdecimal() else FIRST_PAUSE_S * 2 ** (failures - 1)
    return min(pause, LONGEST_PAUSE_S)


def _problem(answer: httpx.Response) -> Problem:
    try:
        document = answer.json()
    except ValueError:
        document = None
    return Problem(answer.status_code, document if isinstance(document, dict) else {})
