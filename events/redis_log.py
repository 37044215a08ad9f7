"""The log on Redis: one stream per game, its head and its answers beside it, under one hash tag."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any, cast

from redis import Redis
from redis.exceptions import NoScriptError

from events.log import (
    Answer,
    Appended,
    BrokenLog,
    Conflict,
    Duplicate,
    Head,
    Notice,
    Unavailable,
)
from events.redis_client import ANSWER_S, Lines, answered

APPEND = Path(__file__).with_name("append.lua").read_text(encoding="utf-8")
SHA = sha1(APPEND.encode(), usedforsecurity=False).hexdigest()
NOTICES = "notices"
MOST_KEPT = 100
HEADS_AT_ONCE = 500

_Words = Mapping[bytes, bytes]


def key(game_id: str, part: str) -> str:
    """The name of one key of a game; the braces keep all of them on one node of a cluster."""
    return f"game:{{{game_id}}}:{part}"


class RedisLog:
    """An `EventLog` on Redis 7 or newer; processes share it."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._lines = Lines(redis)
        self._looks = Lines(redis)

    def head(self, game_id: str) -> Head | None:
        with answered():
            return _head(_words(self._looks.run("HGETALL", key(game_id, "head"))))

    def heads(self, game_ids: Sequence[str]) -> list[Head | None]:
        with answered():
            return [head for part in _parts(game_ids) for head in self._some_heads(part)]

    def _some_heads(self, game_ids: Sequence[str]) -> list[Head | None]:
        pipeline = self._redis.pipeline(transaction=False)
        for game_id in game_ids:
            pipeline.hgetall(key(game_id, "head"))
        return [_head(stored) for stored in pipeline.execute()]

    def look_up(self, game_id: str, command_id: str) -> tuple[Head | None, Answer | None]:
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hgetall(key(game_id, "head"))
        pipeline.hget(key(game_id, "commands"), command_id)
        with answered():
            head, answer = pipeline.execute()
        return _head(head), None if answer is None else _answer(answer)

    def read(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        last = "+" if upto is None else f"{upto}-0"
        with answered():
            entries = self._redis.xrange(key(game_id, "events"), f"({after}-0", last)
        return [fields[b"e"] for _, fields in cast(list[Any], entries or [])]

    def append(
        self,
        game_id: str,
        *,
        command_id: str,
        digest: str,
        expected: Head | None,
        records: Sequence[bytes],
        head: Head,
    ) -> Appended | Duplicate | Conflict:
        position, last_hash = (0, "") if expected is None else expected[:2]
        answer = json.dumps([position + 1, position + len(records), digest])
        words = [word for pair in _written(head).items() for word in pair]
        with answered():
            said = self._script(
                *(key(game_id, part) for part in ("events", "head", "commands")),
                *(command_id, answer, position, last_hash),
                *(NOTICES, f"{game_id} {head.position}", len(words), *words, *records),
            )
        return _outcome(game_id, cast(list[Any], said))

    def _script(self, *words: Any) -> Any:
        """Run `append.lua`; three of the words are keys. A server that is new to it is told it."""
        try:
            return self._lines.run("EVALSHA", SHA, 3, *words)
        except NoScriptError:
            return self._lines.run("EVAL", APPEND, 3, *words)

    def halt(self, game_id: str, reason: str | None) -> None:
        pipeline = self._redis.pipeline()
        pipeline.hset(key(game_id, "head"), "halted", reason or "")
        pipeline.hdel(key(game_id, "head"), "broken")
        with answered():
            pipeline.execute()

    def broke(self, game_id: str, kept: bytes) -> int:
        pipeline = self._redis.pipeline()
        pipeline.rpush(key(game_id, "poison"), kept)
        pipeline.ltrim(key(game_id, "poison"), -MOST_KEPT, -1)
        pipeline.hincrby(key(game_id, "head"), "broken", 1)
        with answered():
            return int(pipeline.execute()[-1])

    def kept(self, game_id: str) -> list[bytes]:
        with answered():
            return cast(list[bytes], self._redis.lrange(key(game_id, "poison"), 0, -1))

    def games(self) -> Iterator[str]:
        with answered():
            for name in self._redis.scan_iter(match=key("*", "head"), count=HEADS_AT_ONCE):
                yield name.decode().removeprefix("game:{").removesuffix("}:head")

    def listen(self, quiet_s: float = 1.0) -> Iterator[Notice | None]:
        with answered(), self._redis.pubsub() as heard:  # type: ignore[no-untyped-call]
            heard.subscribe(NOTICES)
            _check_subscribed(heard.get_message(timeout=ANSWER_S))
            yield None
            while True:
                yield _notice(heard.get_message(timeout=quiet_s))


def _parts(game_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(game_ids), HEADS_AT_ONCE):
        yield game_ids[start : start + HEADS_AT_ONCE]


def _written(head: Head) -> dict[str, str | int]:
    """The head as it is stored; `halted` is left as it is."""
    return {
        "position": head.position,
        "hash": head.hash,
        "stage": "" if head.stage is None else head.stage,
        "deadline": head.deadline or "",
        "request": "" if head.request is None else head.request,
        "status": head.status,
        "revealed": int(head.revealed),
        "imported": head.imported or "",
        "bots": int(head.bots),
    }


def _words(said: Any) -> _Words:
    """The fields of a hash, which protocol 2 (`?protocol=2` in the URL) tells one after another."""
    return said if isinstance(said, dict) else dict(zip(said[::2], said[1::2], strict=True))


def _head(stored: _Words) -> Head | None:
    if b"position" not in stored:
        return None
    words = {name.decode(): word.decode() for name, word in stored.items()}
    return Head(
        position=int(words["position"]),
        hash=words["hash"],
        stage=int(words["stage"]) if words["stage"] else None,
        deadline=words["deadline"] or None,
        request=int(words["request"]) if words["request"] else None,
        status=words["status"],
        halted=words.get("halted") or None,
        revealed=words["revealed"] == "1",
        imported=words.get("imported") or None,
        bots=words.get("bots") == "1",
    )


def _answer(stored: bytes) -> Answer:
    return Answer(*json.loads(stored))


def _outcome(game_id: str, said: list[Any]) -> Appended | Duplicate | Conflict:
    if said[0] == b"appended":
        return Appended()
    if said[0] == b"duplicate":
        return Duplicate(_answer(said[1]))
    if said[0] == b"conflict":
        return Conflict(_head(_words(said[1])), tuple(fields[1] for _, fields in said[2]))
    raise BrokenLog(f"game {game_id}: the stream does not end where its head says")


def _check_subscribed(message: Mapping[str, Any] | None) -> None:
    if message is None or message["type"] != "subscribe":
        raise Unavailable("the log does not tell what is appended")


def _notice(message: Mapping[str, Any] | None) -> Notice | None:
    if message is None:
        return None
    if message["type"] != "message":
        raise Unavailable("the connection was lost and made again: notices may be missing")
    game_id, position = message["data"].decode().rsplit(" ", 1)
    return Notice(game_id, int(position))
