"""The codec: exact there and back, strict on the way in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import CodecError, canonical, decode, encode, loads
from rules.kernel.bills import Bills
from rules.kernel.course import SeatTaken
from rules.kernel.hidden import HIDDEN, is_hidden
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.visibility import PUBLIC
from tests.events.values import Brought, CardId, Everything, OrderEverything, messages
from tests.toy.game import TOY, Matched, Nod, Pick, Picked

CLASSES = (Everything, Brought, OrderEverything, *TOY.events.values(), *TOY.commands.values())
TEXT = st.text(st.characters(codec="utf-8"))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.sampled_from(CLASSES).flatmap(messages))
def test_there_and_back_is_exact(message: Any) -> None:
    fields = orjson.loads(canonical(encode(message)))
    back = decode(type(message), fields)
    assert back == message
    assert repr(encode(back)) == repr(encode(message))
    assert canonical(encode(back)) == canonical(fields)


@given(st.sampled_from(CLASSES).flatmap(messages), st.data())
def test_any_other_json_in_a_field_raises_or_reads_back_the_same(message: Any, data: Any) -> None:
    fields = encode(message)
    if not fields:
        return
    name = data.draw(st.sampled_from(sorted(fields)))
    fields[name] = data.draw(JSON)
    try:
        read = decode(type(message), fields)
    except CodecError as fault:
        assert f"{message.TYPE}.{name}" in str(fault)
        return
    assert type(read) is type(message)
    if not isinstance(fields[name], list):  # a set may come in any order
        assert canonical(encode(read)[name]) == canonical(fields[name])


@given(JSON)
def test_canonical_json_is_what_the_standard_library_writes(value: Any) -> None:
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == plain.encode()


def test_documented_shapes() -> None:
    order = OrderEverything(
        cards=frozenset({CardId("b"), CardId("a")}),
        shares={Seat(10): Bills(1, 2, 3), Seat(2): Bills()},
        units=(),
        note=None,
    )
    assert encode(order) == {
        "cards": ["a", "b"],
        "shares": {"2": {"1": 0, "2": 0, "3": 0}, "10": {"1": 1, "2": 2, "3": 3}},
        "units": [],
        "note": None,
    }


def test_hidden_in_an_event() -> None:
    event = Picked(seat=Seat(1), number=HIDDEN)
    assert encode(event) == {"seat": 1, "number": {"hidden": True}}
    assert is_hidden(decode(Picked, encode(event)).number)


def test_hidden_is_not_for_commands() -> None:
    with pytest.raises(CodecError, match=r"pick\.number: a whole number"):
        decode(Pick, {"number": {"hidden": True}})
    with pytest.raises(CodecError, match=r"pick\.number"):
        encode(Pick(number=HIDDEN))


@pytest.mark.parametrize(
    ("cls", "fields", "says"),
    [
        (Picked, {"seat": 1}, "picked: missing: number"),
        (Picked, {"seat": 1, "number": 2, "mood": 1}, "picked: unknown: mood"),
        (Picked, {"seat": 1, "nummer": 2}, "picked: missing: number; unknown: nummer"),
        (Picked, [], "picked: an object"),
        (Picked, {"seat": True, "number": 2}, "picked.seat: a whole number"),
        (Picked, {"seat": 1.0, "number": 2}, "picked.seat: a whole number"),
        (Picked, {"seat": None, "number": 2}, "picked.seat: a whole number"),
        (Picked, {"seat": 2**53, "number": 2}, "picked.seat: a whole number"),
        (SeatTaken, {"seat": 1, "name": "\ud800"}, "seat_taken.name: a text of whole"),
        (Nod, {"to": "1"}, "nod.to: a whole number"),
        (Matched, {"face": 1, "picks": {"01": 1}, "scores": []}, "matched.picks: a key"),
        (Matched, {"face": 1, "picks": {"x": 1}, "scores": []}, "matched.picks: a key"),
        (Matched, {"face": 1, "picks": {"1": "1"}, "scores": []}, "matched.picks[1]: a whole"),
        (Matched, {"face": 1, "picks": {}, "scores": [1, None]}, "matched.scores[1]: a whole"),
        (Matched, {"face": 1, "picks": {}, "scores": {}}, "matched.scores: a list"),
        (
            OrderEverything,
            {"cards": ["a", "a"], "shares": {}, "units": [], "note": None},
            "order_everything.cards: a list with nothing twice",
        ),
        (
            OrderEverything,
            {
                "cards": [],
                "shares": {},
                "units": [{"kind": "tank", "zone": "a", "strength": 1}],
                "note": None,
            },
            "order_everything.units[0].kind: one of 'army', 'navy'",
        ),
        (
            OrderEverything,
            {"cards": [], "shares": {"1": {"1": 1}}, "units": [], "note": None},
            "order_everything.shares[1]: bills",
        ),
    ],
)
def test_a_fault_names_the_field_and_what_is_needed(cls: Any, fields: Any, says: str) -> None:
    with pytest.raises(CodecError) as fault:
        decode(cls, fields)
    assert says in str(fault.value)


def test_an_event_of_wrong_types_is_not_written() -> None:
    with pytest.raises(CodecError, match=r"matched\.scores: a tuple is needed"):
        encode(Matched(face=1, picks={}, scores=[1]))  # type: ignore[arg-type]


def test_what_would_read_as_hidden_is_not_written() -> None:
    @event("flagged")
    class Flagged(Event):
        flags: Annotated[Mapping[str, bool], PUBLIC]

    with pytest.raises(CodecError, match=r"flagged\.flags: reads as hidden"):
        encode(Flagged(flags={"hidden": True}))
    assert encode(Flagged(flags={"hidden": False})) == {"flags": {"hidden": False}}


def test_types_that_cannot_be_told_apart_stop() -> None:
    @command("muddle")
    class Muddle(Command):
        some: tuple[int, ...] | frozenset[int]

    @command("vague")
    class Vague(Command):
        some: Sequence[int]

    with pytest.raises(TypeError, match="told apart"):
        encode(Muddle(some=()))
    with pytest.raises(TypeError, match="no way to write"):
        decode(Vague, {"some": []})


def test_no_json_is_a_codec_error() -> None:
    with pytest.raises(CodecError, match="not JSON"):
        loads(b'{"a":')
    with pytest.raises(CodecError, match="cannot be written"):
        canonical({"a": object()})
