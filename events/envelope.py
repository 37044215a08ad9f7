"""What stands around an event in the log, and what its hash covers.

A leaf is a field's value where everybody may see it, else a commitment to it; the body covers the
leaves, the hash covers the body and the previous hash. So whoever sees only a part of an event can
still check the whole chain. Free text enters as a commitment too, so that it can be erased.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import astuple

from events.codec import CodecError, Json, canonical, decode, encode, loads
from events.scalars import hides
from events.stored import UNFIT, reader_of
from events.upcasting import event_of
from rules.kernel.game import Game
from rules.kernel.messages import Event
from rules.kernel.visibility import STUB, Stub

GENESIS = "0" * 64
"""What stands as the previous hash at position 1."""

COMMAND = "@command"
"""The name under which the command is committed to; no field can be called so."""


class ChainBroken(ValueError):
    """The log is not the chain that it says it is."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"position {position}: {reason}")
        self.position = position
        self.reason = reason


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is stored of one event. `actor` and `command` stand on the first of a commit only.

    recorded_at: RFC 3339 in UTC with milliseconds. salt: the salt leaf of the body. data: the
    fields as stored. leaves: the commitment of every field that is not plainly public. command:
    {"type", "fields", "stage", "key"}; for auditors. commit_end: the last position of the same
    commit; not covered by the hash. In games that were imported from an archive, private talk is a
    stub: no type, no fields. The fields stand in the order in which they are stored.
    """

    actor: int | str | None
    body: str
    command: Json | None
    command_leaf: str
    commit_end: int
    data: Json
    hash: str
    leaves: dict[str, str]
    position: int
    prev: str
    recorded_at: str
    salt: str
    type: str
    version: int


class Envelope(Record, frozen=True):
    """One event of the log: its record, the id of its game, and the event in today's shape."""

    game: str
    event: Event | Stub


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored record as far as folding needs it; the rest is left unread.

    Its fields stand in the order in which they are stored, in which they are found at once.
    """

    actor: msgspec.Raw
    body: msgspec.Raw
    command: msgspec.Raw
    command_leaf: msgspec.Raw
    commit_end: msgspec.Raw
    data: msgspec.Raw
    hash: str
    leaves: msgspec.Raw
    position: int
    prev: str
    recorded_at: str
    salt: msgspec.Raw
    type: str
    version: int


_link_in = msgspec.json.Decoder(Link).decode
_record_in = msgspec.json.Decoder(Record).decode
_enveloped: Callable[..., Envelope] = Envelope


def seal(
    *,
    game_id: str,
    head: tuple[int, str],
    events: Sequence[Event],
    actor: int | str | None,
    command: Json | None,
    recorded_at: str,
    salt_secret: bytes,
) -> list[Envelope]:
    """The events of one commit, chained to the head (position, hash)."""
    position, prev = head[0], head[1] or GENESIS
    commit_end = position + len(events)
    sealed: list[Envelope] = []
    for event in events:
        position += 1
        envelope = _seal_one(
            game_id, position, prev, event, actor, command, recorded_at, salt_secret, commit_end
        )
        sealed.append(envelope)
        prev, actor, command = envelope.hash, None, None
    return sealed


def _seal_one(
    game_id: str,
    position: int,
    prev: str,
    event: Event,
    actor: int | str | None,
    command: Json | None,
    recorded_at: str,
    salt_secret: bytes,
    commit_end: int,
) -> Envelope:
    fields = encode(event)
    leaves = {
        name: commitment(salt_of(salt_secret, position, name), fields[name])
        for name in committed(event)
    }
    command_leaf = commitment(salt_of(salt_secret, position, COMMAND), command)
    salt = salt_of(salt_secret, position, "").hex()
    body = body_of(salt, event.TYPE, event.VERSION, actor, command_leaf, fields, leaves)
    return Envelope(
        game=game_id,
        position=position,
        recorded_at=recorded_at,
        prev=prev,
        body=body,
        hash=hash_of(game_id, position, recorded_at, prev, body),
        type=event.TYPE,
        version=event.VERSION,
        actor=actor,
        salt=salt,
        data=fields,
        command=command,
        command_leaf=command_leaf,
        leaves=leaves,
        commit_end=commit_end,
        # Read back at once: what enters the log can be read, and live and replayed are the same.
        event=decode(type(event), fields),
    )


def committed(event: Event) -> list[str]:
    """The names of the fields that enter the body as commitments."""
    return [f.name for f in event.FIELDS if f.mark.kind != "public" or f.mark.free_text]


def salt_of(salt_secret: bytes, position: int, field: str) -> bytes:
    """The salt of one field at one position; of the body itself where the name is empty."""
    return hmac.digest(salt_secret, f"{position}|{field}".encode(), "sha256")


def commitment(salt: bytes, value: Any) -> str:
    """SHA-256(salt ‖ canonical value) in hex."""
    return sha256(salt + canonical(value)).hexdigest()


def body_of(
    salt: str,
    kind: str,
    version: int,
    actor: int | str | None,
    command_leaf: str,
    fields: Json,
    leaves: dict[str, str],
) -> str:
    """SHA-256 of the canonical list of all leaves, in hex."""
    each = [leaves[name] if name in leaves else fields[name] for name in sorted(fields)]
    return sha256(canonical([salt, kind, version, actor, command_leaf, *each])).hexdigest()


def hash_of(game_id: str, position: int, recorded_at: str, prev: str, body: str) -> str:
    """SHA-256 of canonical [game, position, recorded_at, prev, body], in hex."""
    return sha256(canonical([game_id, position, recorded_at, prev, body])).hexdigest()


def written(envelope: Envelope) -> bytes:
    """The record as it is stored: everything but the game's id and the read event."""
    return canonical({name: getattr(envelope, name) for name in Record.__struct_fields__})


def read(game_id: str, stored: bytes, game: Game[Any]) -> Envelope:
    """The envelope of a stored record; raises `CodecError` on anything that does not fit."""
    try:
        record = _record_in(stored)
    except UNFIT as fault:
        raise _misfit(fault, stored) from None
    return _envelope(game_id, record, game)


def from_json(game_id: str, stored: Any, event: Event | Stub) -> Envelope:
    """The envelope of a record that is JSON data already, and whose event was read before."""
    try:
        record = msgspec.convert(stored, Record)
    except UNFIT as fault:
        raise _misfit(fault, stored) from None
    return _enveloped(*astuple(record), game_id, event)


def link_of(stored: bytes) -> Link:
    """The record as far as folding needs it; raises `CodecError` on anything that is none."""
    try:
        return _link_in(stored)
    except UNFIT as fault:
        raise _misfit(fault, stored) from None


def events_of(game: Game[Any]) -> Callable[[Link], Event | Stub]:
    """A function that reads the event of a record, in today's shape; for whoever reads many."""
    readers: dict[str, tuple[int, Callable[[msgspec.Raw], Event]]] = {}

    def event_in(link: Link) -> Event | Stub:
        known = readers.get(link.type)
        if known is not None and known[0] == link.version:
            return known[1](link.data)
        cls = game.events.get(link.type)
        if cls is not None and link.version == cls.VERSION:
            readers[link.type] = cls.VERSION, reader_of(cls)
            return reader_of(cls)(link.data)
        return _event(game, link.type, link.version, loads(bytes(link.data)))

    return event_in


def _misfit(fault: Exception, stored: Any) -> CodecError:
    return CodecError(f"not a record of the log ({fault}): {stored!r:.200}")


def _envelope(game_id: str, record: Record, game: Game[Any]) -> Envelope:
    event = _event(game, record.type, record.version, record.data)
    return _enveloped(*astuple(record), game_id, event)


def _event(game: Game[Any], kind: str, version: int, data: Json) -> Event | Stub:
    return STUB if kind == "" else event_of(game, kind, version, data)


def stub_record(position: int, recorded_at: str, prev: str, body: str, hash: str, end: int) -> Json:
    """The record of an event of which nothing else is known; it ends its commit at `end`."""
    chained = {"position": position, "recorded_at": recorded_at, "prev": prev, "body": body}
    named = {"hash": hash, "type": "", "version": 0, "actor": None, "salt": "", "data": {}}
    unknown: Json = {"command": None, "command_leaf": "", "leaves": {}}
    return {**chained, **named, **unknown, "commit_end": end}


def check_chain(envelopes: Iterable[Envelope], after: tuple[int, str] = (0, GENESIS)) -> None:
    """Recompute every body and hash; `ChainBroken` names the first position at fault."""
    position, prev = after
    for envelope in envelopes:
        position += 1
        _check_link(envelope, position, prev)
        prev = envelope.hash


def _check_link(it: Envelope, position: int, prev: str) -> None:
    if it.position != position:
        raise ChainBroken(position, f"position {it.position} stands here")
    if it.prev != prev:
        raise ChainBroken(position, "it does not follow the event before it")
    if not isinstance(it.event, Stub):
        _check_body(it, it.event)
    if hash_of(it.game, it.position, it.recorded_at, it.prev, it.body) != it.hash:
        raise ChainBroken(position, "its hash is not the one it should have")


def _check_body(it: Envelope, event: Event) -> None:
    today = it.version == event.VERSION
    if not it.leaves.keys() <= it.data.keys() or (
        today and it.leaves.keys() != set(committed(event))
    ):
        raise ChainBroken(it.position, "other fields are committed to than should be")
    body = body_of(it.salt, it.type, it.version, it.actor, it.command_leaf, it.data, it.leaves)
    if body != it.body:
        raise ChainBroken(it.position, "its content is not what its body says")


def check_commitments(envelopes: Iterable[Envelope], salt_secret: bytes) -> None:
    """Open every commitment; `ChainBroken` where a secret field is not what was committed to.

    An erased text cannot be opened, and is left out, as are stubs.
    """
    for it in envelopes:
        if isinstance(it.event, Stub):
            continue
        opened = {name: it.data[name] for name in it.leaves} | {COMMAND: it.command}
        for name, leaf in ({COMMAND: it.command_leaf} | it.leaves).items():
            if hides(opened[name]):
                continue
            if commitment(salt_of(salt_secret, it.position, name), opened[name]) != leaf:
                raise ChainBroken(it.position, f"{name} is not what was committed to")
        if salt_of(salt_secret, it.position, "").hex() != it.salt:
            raise ChainBroken(it.position, "its salt is not the game's")
