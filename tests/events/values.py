"""Random values of a field's type, and classes with every type that the codec knows."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from rules.kernel.bills import Bills
from rules.kernel.document import Document
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, Message, command, event
from rules.kernel.visibility import PUBLIC, SEALED, only_to

CardId = NewType("CardId", str)
WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    kind: Literal["army", "navy"]
    zone: str
    strength: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    units: tuple[Unit, ...]
    owner: Seat
    cash: Bills


@event("everything", version=3)
class Everything(Event):
    whole: Annotated[int, PUBLIC]
    words: Annotated[str, SEALED]
    truth: Annotated[bool, PUBLIC]
    nothing: Annotated[None, PUBLIC]
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[CardId | None, only_to("seat")]
    mixed: Annotated[int | bool | str, PUBLIC]
    chosen: Annotated[Literal["a", "b", 3], PUBLIC]
    who: Annotated[Seat | Literal["host", "joiner"], PUBLIC]
    row: Annotated[tuple[CardId, ...], SEALED]
    pair: Annotated[tuple[Seat, str], PUBLIC]
    empty: Annotated[tuple[()], PUBLIC]
    cards: Annotated[frozenset[CardId], SEALED]
    seats: Annotated[frozenset[Seat], PUBLIC]
    pairs: Annotated[frozenset[tuple[int, str]], PUBLIC]
    by_seat: Annotated[Mapping[Seat, Bills], PUBLIC]
    by_name: Annotated[Mapping[str, int | bool | str], PUBLIC]
    nested: Annotated[Mapping[Seat, Mapping[CardId, tuple[int, ...]]], PUBLIC]
    cash: Annotated[Bills, only_to("seat")]
    maybe_cash: Annotated[Bills | None, PUBLIC]
    maybe_row: Annotated[tuple[int, ...] | None, PUBLIC]
    unit: Annotated[Unit, PUBLIC]
    stacks: Annotated[tuple[Stack, ...], PUBLIC]
    maybe_unit: Annotated[Unit | None, PUBLIC]


@command("order_everything")
class OrderEverything(Command):
    cards: frozenset[CardId]
    shares: Mapping[Seat, Bills]
    units: tuple[Unit, ...]
    note: str | None


SCALARS = st.none() | st.booleans() | WHOLE | st.text(st.characters(codec="utf-8"), max_size=8)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4), max_leaves=8)
OBJECTS = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), JSON, max_size=4)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of the type."""
    if isinstance(kind, NewType):
        return values(kind.__supertype__)
    plain = {
        int: WHOLE,
        str: st.text(st.characters(codec="utf-8"), max_size=8),
        bool: st.booleans(),
        None: st.none(),
        type(None): st.none(),
        Bills: st.builds(Bills, WHOLE, WHOLE, WHOLE),
        Document: OBJECTS.filter(lambda one: one != {"hidden": True}).map(Document.of),
    }
    if kind in plain:
        return plain[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values, inner))
    if origin is frozenset:
        return st.frozensets(values(inner[0]), max_size=4)
    if origin is tuple and inner[1:] == (...,):
        return st.lists(values(inner[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inner))
    if origin is Mapping:
        found = st.dictionaries(values(inner[0]), values(inner[1]), max_size=4)
        return found.filter(lambda one: one != {"hidden": True})
    assert isinstance(kind, type) and is_dataclass(kind)
    types_of = get_type_hints(kind)
    return st.builds(kind, **{f.name: values(types_of[f.name]) for f in fields(kind)})


def messages(cls: type[Message]) -> st.SearchStrategy[Any]:
    """Any message of the class."""
    return st.builds(cls, **{field.name: values(field.type) for field in cls.FIELDS})


@event("brought")
class Brought(Event):
    plan: Annotated[Document | None, PUBLIC]
    settings: Annotated[Mapping[str, int | bool | str | Document], PUBLIC]
