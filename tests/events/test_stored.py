"""Events straight from stored bytes: the same as `decode`, or the same refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import CodecError, canonical, decode, encode, loads
from events.scalars import hides
from events.stored import plain_type, reader_of
from rules import registry
from rules.junta.fire import FireOrdered, FireShown
from rules.junta.stages.cabinet import CabinetFormed
from rules.kernel.bills import Bills
from rules.kernel.course import StageOpened
from rules.kernel.hidden import HIDDEN
from rules.kernel.identifiers import Seat
from tests.events.test_codec import JSON
from tests.events.values import Brought, Everything, messages
from tests.toy.game import TOY

JUNTA = registry.game("junta/1")
CLASSES = (Everything, Brought, *TOY.events.values(), *JUNTA.events.values())


def outcome(read: Any, *given: Any) -> Any:
    try:
        return read(*given)
    except CodecError as fault:
        return str(fault)


def same(cls: Any, stored: bytes) -> None:
    straight = outcome(reader_of(cls), stored)
    around = outcome(lambda: decode(cls, loads(stored)))
    assert straight == around
    assert repr(straight) == repr(around)


@given(st.sampled_from(CLASSES).flatmap(messages))
def test_what_was_written_reads_as_decode_reads_it(event: Any) -> None:
    stored = canonical(encode(event))
    assert reader_of(type(event))(stored) == event
    same(type(event), stored)


@given(st.sampled_from(CLASSES).flatmap(messages), st.data())
def test_any_other_json_in_a_field_reads_or_is_refused_as_by_decode(event: Any, data: Any) -> None:
    fields = encode(event)
    if not fields:
        return
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(JSON)
    same(type(event), canonical(fields))


@given(st.sampled_from(CLASSES).flatmap(messages), st.data())
def test_fields_too_many_or_too_few_are_refused_as_by_decode(event: Any, data: Any) -> None:
    fields = encode(event)
    same(type(event), canonical(fields | {"one_more": 1}))
    if fields:
        del fields[data.draw(st.sampled_from(sorted(fields)))]
        assert isinstance(outcome(reader_of(type(event)), canonical(fields)), str)
        same(type(event), canonical(fields))


@pytest.mark.parametrize(
    "number",
    (
        *("1.0", "1e3", "true", "null", '"1"', "01", "-0", "9007199254740992", "-9007199254740992"),
        *("99999999999999999999999", "[1]", '{"hidden":true}', '{"hidden":1}', "", "NaN"),
    ),
)
def test_numbers_are_whole_and_no_larger_than_clients_can_read(number: str) -> None:
    rest = '"lasts_s":1,"name":"n","seats":[1]'
    same(StageOpened, b"{" + rest.encode() + b',"number":' + number.encode() + b"}")


@pytest.mark.parametrize(
    "key",
    [
        "1",
        "01",
        "-0",
        "-\\u0030",
        "\\u002d0",
        "\\u0031",
        "-1",
        "+1",
        "1.0",
        "1e1",
        "",
        "9007199254740992",
    ],
)
def test_keys_that_are_numbers_have_one_spelling(key: str) -> None:
    same(FireOrdered, b'{"dice":{"%s":1},"seat":1}' % key.encode())
    same(FireShown, b'{"group":1,"orders":{"1":{"%s":1}},"salvo":1,"zone":"z"}' % key.encode())


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\ud83d\\ude00"', '"\xff"', '"a\\u0000b"', "1"])
def test_texts_are_of_whole_characters(text: str) -> None:
    rest = b'{"lasts_s":1,"number":1,"seats":[1],"name":'
    same(StageOpened, rest + text.encode("latin-1") + b"}")


def test_one_is_not_true() -> None:
    """`1 == True` in Python, and yet only `true` hides."""
    for posts in (b'{"hidden":1}', b'{"hidden":true}', b'{"hidden":true,"a":1}'):
        stored = b'{"posts":%s,"president":1}' % posts
        fields = loads(stored)
        assert outcome(reader_of(CabinetFormed), stored) == outcome(decode, CabinetFormed, fields)
        assert hides(fields["posts"]) is (posts == b'{"hidden":true}')


def test_what_is_hidden_reads_as_hidden_wherever_it_stands() -> None:
    opened = StageOpened(number=1, name="n", lasts_s=None, seats=(Seat(1),))  # type: ignore
    for name, written in encode(opened).items():
        stored = canonical(encode(opened) | {name: {"hidden": True}})
        assert getattr(reader_of(StageOpened)(stored), name) is HIDDEN, written


def test_bytes_that_are_no_object_are_refused() -> None:
    for stored in (b"", b"null", b"[]", b"{", b"[" * 100_000, b'"{}"'):
        assert isinstance(outcome(reader_of(StageOpened), stored), str), stored[:9]


def test_only_what_can_be_checked_while_it_is_parsed_is_plain() -> None:
    assert plain_type(int | None) is not None
    assert plain_type(tuple[Seat, ...]) is not None
    assert plain_type(Mapping[Seat, int]) is not None
    assert plain_type(frozenset[int]) is None, "two of the same would go unnoticed"
    assert plain_type(tuple[Bills, ...]) is None
