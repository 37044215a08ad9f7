"""Envelopes: the record in the log, and the proof, checked by a second implementation."""

from __future__ import annotations

import json
from random import Random
from typing import Annotated, Any

import pytest
from msgspec.structs import replace

from events.codec import CodecError, canonical
from events.envelope import (
    GENESIS,
    ChainBroken,
    Envelope,
    check_chain,
    check_commitments,
    read,
    seal,
    written,
)
from projections.feed import entries
from rules.kernel.decider import fold
from rules.kernel.identifiers import Seat, Viewer
from rules.kernel.messages import Event, event
from rules.kernel.visibility import PUBLIC, SEALED, among
from tests import verifier
from tests.played import Played, play
from tests.toy.game import TOY, Nodded, Picked, Shouted

VIEWERS: tuple[Any, ...] = (0, 1, 2, "public", "auditor")


@pytest.fixture(scope="module")
def played() -> Played:
    found = play(seats=3, seed=5, turns=4)
    kinds = {envelope.type for envelope in found.envelopes}
    assert {"picked", "shouted", "nodded", "dice_rolled", "secrets_revealed"} <= kinds
    return found


DOCUMENTED = {
    (cls.TYPE, cls.VERSION): (
        {field.name for field in cls.FIELDS},
        {field.name for field in cls.FIELDS if field.mark != PUBLIC},
    )
    for cls in TOY.events.values()
}


def feed(played: Played, viewer: Viewer) -> list[dict[str, Any]]:
    """A viewer's feed as it arrives: through JSON."""
    found: list[dict[str, Any]] = json.loads(canonical(entries(played.envelopes, viewer)))
    return found


def commands(played: Played) -> dict[int, Any]:
    return {envelope.position: envelope.command for envelope in played.envelopes}


def one(event: Event, **changes: Any) -> Envelope:
    order: dict[str, Any] = {
        "game_id": "g",
        "head": (6, "ab" * 32),
        "events": [event],
        "actor": 1,
        "command": {"type": "x"},
        "recorded_at": "2026-11-29T20:00:00.000Z",
        "salt_secret": b"s" * 32,
    }
    return seal(**(order | changes))[0]


def test_a_record_reads_back_the_same(played: Played) -> None:
    for envelope in played.envelopes:
        record = written(envelope)
        assert read(played.game_id, record, TOY) == envelope
        assert "game" not in json.loads(record)
        assert canonical(json.loads(record)) == record


def test_records_fold_to_the_same_moment(played: Played) -> None:
    again = [read(played.game_id, written(envelope), TOY) for envelope in played.envelopes]
    assert fold(TOY, (envelope.event for envelope in again)) == played.moment


def test_actor_and_command_stand_on_the_first_event_of_a_commit(played: Played) -> None:
    first = 1
    for envelope in played.envelopes:
        assert (envelope.actor is not None) == (envelope.position == first)
        assert (envelope.command is not None) == (envelope.position == first)
        first = envelope.commit_end + 1 if envelope.position == envelope.commit_end else first
    assert played.envelopes[0].prev == GENESIS


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_verifies_the_whole_chain(played: Played, viewer: Viewer) -> None:
    head = verifier.check_feed(played.game_id, feed(played, viewer), documented=DOCUMENTED)
    assert head == played.envelopes[-1].hash


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_opens_what_he_was_shown(played: Played, viewer: Viewer) -> None:
    verifier.check_revealed(played.game_id, feed(played, viewer))


def test_an_auditor_opens_everything(played: Played) -> None:
    verifier.check_revealed(played.game_id, feed(played, "auditor"), commands(played))
    check_chain(played.envelopes)
    check_commitments(played.envelopes, played.secrets.salt_secret)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_one_changed_byte_anywhere_fails(played: Played, viewer: Viewer) -> None:
    """With the secrets revealed nothing shown can be changed, not even what was committed to."""
    whole = canonical(entries(played.envelopes, viewer))
    random = Random(f"{viewer}")
    for place in random.sample(range(len(whole)), 400):
        changed = bytes([whole[place] ^ (1 << random.randrange(7))])
        assert not holds(played.game_id, whole[:place] + changed + whole[place + 1 :])
    assert holds(played.game_id, whole)


def holds(game_id: str, raw: bytes) -> bool:
    try:
        found = json.loads(raw)
        verifier.check_feed(game_id, found, documented=DOCUMENTED)
        verifier.check_revealed(game_id, found)
    except (verifier.Fault, ValueError, KeyError, TypeError, AttributeError, StopIteration):
        return False
    return True


def test_left_out_doubled_or_swapped_entries_fail(played: Played) -> None:
    whole = feed(played, "public")
    for broken in (whole[1:], whole[:5] + whole[6:], whole[:5] + whole[4:], whole[::-1]):
        with pytest.raises(verifier.Fault):
            verifier.check_feed(played.game_id, broken)
    with pytest.raises(verifier.Fault):
        verifier.check_feed("another", whole)


def test_a_stub_is_four_things_and_nothing_else(played: Played) -> None:
    nods = [envelope for envelope in played.envelopes if isinstance(envelope.event, Nodded)]
    outsider = feed(played, "public")
    assert nods
    for nod in nods:
        assert set(outsider[nod.position - 1]) == {"position", "recorded_at", "body", "hash"}
        assert isinstance(nod.event, Nodded)
        told = feed(played, nod.event.parties[0])[nod.position - 1]
        assert told["type"] == "nodded"


@event("whispered", seen_by=among("parties"))
class Whispered(Event):
    parties: Annotated[tuple[Seat, ...], PUBLIC]
    words: Annotated[str, SEALED]
    more: Annotated[str, SEALED]


def test_the_fields_of_a_secret_event_do_not_show() -> None:
    """Two kinds of secret event, with one field and with three, look the same from outside."""
    small = one(Nodded(parties=(Seat(0), Seat(1))))
    large = one(Whispered(parties=(Seat(0), Seat(1)), words="a" * 400, more=""))
    (seen_small,), (seen_large,) = entries([small], "public"), entries([large], "public")
    assert seen_small.keys() == seen_large.keys()
    assert len(canonical(seen_small)) == len(canonical(seen_large))


def test_what_is_hidden_changes_only_body_hash_and_commitments() -> None:
    def blank(number: int) -> dict[str, Any]:
        (seen,) = entries([one(Picked(seat=Seat(1), number=number))], "public")
        assert seen["data"] == {"seat": 1, "number": {"hidden": True}}
        return seen | {"body": "", "hash": "", "leaves": dict.fromkeys(seen["leaves"], "")}

    assert canonical(blank(1)) == canonical(blank(6))


def test_equal_secrets_have_different_commitments() -> None:
    first = one(Picked(seat=Seat(1), number=3))
    later = one(Picked(seat=Seat(1), number=3), head=(7, "ab" * 32))
    assert first.leaves["number"] != later.leaves["number"]
    assert one(Picked(seat=Seat(1), number=3), command=None).command_leaf != first.command_leaf


def test_an_erased_text_leaves_the_chain_whole() -> None:
    said = one(Shouted(seat=Seat(1), words="slander"), head=(0, ""))
    record = json.loads(written(said))
    record["data"]["words"] = {"hidden": True}
    erased = read("g", canonical(record), TOY)
    check_chain([erased])
    check_commitments([erased], b"s" * 32)
    (seen,) = entries([erased], "public")
    assert seen["data"]["words"] == {"hidden": True}
    assert "slander" not in written(erased).decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"data": {"seat": 2, "number": 3}}, "content"),
        ({"actor": 2}, "content"),
        ({"data": {"seat": 0, "number": 3}, "leaves": {"seat": 1, "number": "x"}}, "committed"),
        ({"version": 2}, "content"),
        ({"recorded_at": "2026-11-29T20:00:01.000Z"}, "hash"),
        ({"prev": "cd" * 32}, "follow"),
        ({"position": 8}, "stands here"),
    ],
)
def test_check_chain_names_the_fault(change: dict[str, Any], why: str) -> None:
    whole = one(Picked(seat=Seat(1), number=3))
    with pytest.raises(ChainBroken, match=why) as fault:
        check_chain([replace(whole, **change)], after=(6, "ab" * 32))
    assert fault.value.position == 7


def test_check_commitments_names_the_fault() -> None:
    whole = one(Picked(seat=Seat(1), number=3))
    check_commitments([whole], b"s" * 32)
    with pytest.raises(ChainBroken, match="number is not"):
        check_commitments([replace(whole, data={"seat": 1, "number": 4})], b"s" * 32)
    with pytest.raises(ChainBroken, match="@command is not"):
        check_commitments([replace(whole, command=None)], b"s" * 32)


def test_a_record_of_another_shape_stops() -> None:
    record = json.loads(written(one(Picked(seat=Seat(1), number=3))))
    missing = {name: value for name, value in record.items() if name != "salt"}
    for broken in (missing, record | {"more": 1}, missing | {"more": 1}, [record], "x"):
        with pytest.raises(CodecError, match="not a record"):
            read("g", canonical(broken), TOY)


def test_an_unreadable_event_is_not_sealed() -> None:
    with pytest.raises(CodecError):
        one(Picked(seat=Seat(1), number="3"))  # type: ignore[arg-type]
