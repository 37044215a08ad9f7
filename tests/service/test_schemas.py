"""Every type that a command may have is taken exactly, and every fault is told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from rules import registry
from rules.kernel.bills import Bills
from rules.kernel.identifiers import Seat
from service.described import declarations_of, schema_of
from service.errors import InvalidBody
from service.fields import Exact
from service.schemas import field_for, load
from tests.json_schema import JsonSchema


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    kind: str
    number: int = 1


TAKEN: list[tuple[Any, Any, Any]] = [
    (int, 3, 3),
    (int, -3, -3),
    (int, 2**53 - 1, 2**53 - 1),
    (Seat, 2, 2),
    (bool, True, True),
    (str, "", ""),
    (str, "e\u0301", "\u00e9"),
    (int | None, None, None),
    (int | None, 4, 4),
    (Seat | None, 4, 4),
    (Literal["yes", "no"], "no", "no"),
    (Literal[1, 2], 2, 2),
    (int | bool | str, True, True),
    (tuple[int, ...], [1, 1], (1, 1)),
    (tuple[Seat, str], [1, "a"], (1, "a")),
    (frozenset[str], ["b", "a"], frozenset("ab")),
    (frozenset[Seat], [], frozenset()),
    (Mapping[Seat, int], {"0": 1, "10": 2}, {0: 1, 10: 2}),
    (Mapping[str, bool], {"x": True}, {"x": True}),
    (Bills, {"1": 2, "3": 1}, Bills(2, 0, 1)),
    (Bills, {}, Bills()),
    (Mapping[Seat, Bills], {"1": {"2": 1}}, {1: Bills(0, 1, 0)}),
    (Unit, {"kind": "army"}, Unit(kind="army")),
    (tuple[Unit, ...], [{"kind": "army", "number": 2}], (Unit(kind="army", number=2),)),
]


@pytest.mark.parametrize(("kind", "written", "value"), TAKEN)
def test_what_is_taken(kind: Any, written: Any, value: Any) -> None:
    loaded = _load(kind, written)
    assert loaded == value
    assert type(loaded) is type(value)


REFUSED: list[tuple[Any, Any, list[str]]] = [
    *((int, bad, ["#/x"]) for bad in (True, "3", 1.0, 1e3, 2**53, -(2**53), None, [1], {})),
    *((bool, bad, ["#/x"]) for bad in (1, 0, "true", None)),
    *((str, bad, ["#/x"]) for bad in (1, None, ["a"], "a\u0000", "\u001b[31m", "\ud800")),
    *((Literal["yes", "no"], bad, ["#/x"]) for bad in ("Yes", 1, ["yes"], {"yes": 1})),
    *((Literal[1, 2], bad, ["#/x"]) for bad in (True, 1.0, "1", 3)),
    *((int | bool | str, bad, ["#/x"]) for bad in (1.5, [1], None, 2**60)),
    *((tuple[int, ...], bad, ["#/x"]) for bad in ("12", {"0": 1}, None, 1)),
    (tuple[int, ...], [1, "2", 3.5], ["#/x/1", "#/x/2"]),
    *((tuple[int, str], bad, ["#/x"]) for bad in ([1], [1, "a", 2], "1a", {})),
    (tuple[int, str], ["1", "a"], ["#/x/0"]),
    (frozenset[str], ["a", "a"], ["#/x"]),
    (frozenset[int], [1, True], ["#/x/1"]),
    (frozenset[str], "ab", ["#/x"]),
    *((Mapping[Seat, int], {bad: 1}, [f"#/x/{bad}"]) for bad in ("01", "-0", "a", "1e1")),
    (Mapping[Seat, int], {" 1": 1}, ["#/x/%201"]),
    (Mapping[Seat, int], {"1": "1", "2": 1.5}, ["#/x/1", "#/x/2"]),
    (Mapping[Seat, int], [[1, 2]], ["#/x"]),
    (Bills, {"1": -1}, ["#/x/1"]),
    (Bills, {"1": 1.5, "2": "2", "4": 1}, ["#/x/1", "#/x/2", "#/x/4"]),
    *((Bills, bad, ["#/x"]) for bad in (5, [1], None, "1")),
    (Mapping[Seat, Bills], {"1": {"1": True}, "x": {}}, ["#/x/1/1", "#/x/x"]),
    (Unit, {"number": 0.5, "size": 1}, ["#/x/kind", "#/x/number", "#/x/size"]),
    (Unit, "army", ["#/x"]),
    (tuple[Unit, ...], [{"kind": "a"}, {}], ["#/x/1/kind"]),
]


@pytest.mark.parametrize(("kind", "written", "pointers"), REFUSED)
def test_what_is_refused(kind: Any, written: Any, pointers: list[str]) -> None:
    with pytest.raises(InvalidBody) as refusal:
        _load(kind, written)
    told = refusal.value.facts["errors"]
    assert sorted(fault["pointer"] for fault in told) == sorted(pointers)
    assert all(fault["detail"].endswith(".") for fault in told)


def _load(kind: Any, written: Any) -> Any:
    schema = Exact.from_dict({"x": field_for(kind, required=True)})
    return load(schema(), {"x": written})["x"]


@pytest.mark.parametrize("kind", [float, bytes, list, dict[int, float], int | tuple[int, ...]])
def test_a_type_that_no_command_may_have(kind: Any) -> None:
    with pytest.raises(TypeError):
        field_for(kind)


NULLABLE: list[Any] = [
    int | None,
    bool | None,
    str | None,
    int | str | None,
    Literal["yes", "no"] | None,
    tuple[int, ...] | None,
    tuple[Seat, str] | None,
    frozenset[str] | None,
    Mapping[Seat, int] | None,
    Bills | None,
    Unit | None,
]


@pytest.mark.parametrize("kind", NULLABLE)
def test_what_may_be_null_is_described_so(kind: Any) -> None:
    schema = Exact.from_dict({"x": field_for(kind, required=True)}, name="Nullable")
    described = JsonSchema(schema_of(schema))
    assert described.fits({"x": None}) and load(schema(), {"x": None}) == {"x": None}
    assert not described.fits({})


def test_a_word_is_null_only_where_it_may_be() -> None:
    for kind, more, enum in (
        (Literal["a", "b"], {"required": True}, ["a", "b"]),
        (Literal["a", "b"] | None, {"required": True}, ["a", "b", None]),
        (Literal["a", "b"] | None, {"load_default": None}, ["a", "b", None]),
    ):
        schema = Exact.from_dict({"x": field_for(kind, **more)}, name="OneWord")
        assert schema_of(schema)["properties"]["x"]["enum"] == enum


def test_burglars_can_be_sent_by_a_generated_client() -> None:
    attempt = declarations_of(registry.game("junta/1"))["announce_attempt"]
    assert None in attempt["properties"]["location"]["enum"]
