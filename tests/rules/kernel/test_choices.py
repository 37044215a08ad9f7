"""A choice checks, lists, counts, samples and describes the same set."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.junta.cabinets import CabinetChoice
from rules.junta.ruleset import POSTS
from rules.kernel.bills import Bills
from rules.kernel.choices import (
    YES_OR_NO,
    Accept,
    Choice,
    OneOf,
    Split,
    Subset,
    Text,
    listed,
    plain_json,
)
from rules.kernel.money_choices import Portion, Portions
from tests.toy.game import Pick

SMALL = st.integers(0, 3)
BILLS = st.builds(Bills, SMALL, SMALL, SMALL)
FEW_BILLS = st.builds(Bills, st.integers(0, 2), st.integers(0, 2), st.integers(0, 1))
NAMES = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5).map(tuple)
SEATS = st.integers(0, 3).map(lambda number: tuple(range(number)))

ONE_OF = st.builds(OneOf, values=NAMES.filter(bool))
SUBSETS = st.tuples(NAMES, SMALL, SMALL).map(
    lambda t: Subset(values=t[0], at_least=min(t[1], len(t[0])), at_most=t[1] + t[2])
)
SPLITS = st.builds(Split, among=SEATS, total=st.integers(0, 4))
PORTIONS_OF_ONE = st.builds(Portion, held=BILLS)
PORTIONS = st.builds(Portions, held=FEW_BILLS, among=SEATS)
CABINETS = st.builds(
    CabinetChoice,
    president=st.integers(0, 3),
    seats=st.sampled_from([4, 5, 7]),
    current=st.sampled_from([{}, dict(zip(POSTS, (1, 1, 2, 3, 2, 3), strict=True))]),
)
CHOICES = ONE_OF | SUBSETS | SPLITS | PORTIONS_OF_ONE | PORTIONS | CABINETS


def frozen(value: Any) -> Any:
    """A choice's value as something that a set can hold."""
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


@given(CHOICES)
def test_what_is_listed_is_contained_distinct_and_counted(choice: Choice) -> None:
    values = list(choice.each())
    assert all(choice.contains(value) for value in values)
    assert len({frozen(value) for value in values}) == len(values) == choice.count()


@given(CHOICES, st.integers(0, 1 << 30))
def test_every_sample_is_listed(choice: Choice, seed: int) -> None:
    sample = choice.sample(Random(seed).randrange)
    assert choice.contains(sample)
    assert sample in list(choice.each())


@given(CHOICES, st.integers(0, 60))
def test_listed_gives_all_or_none(choice: Choice, limit: int) -> None:
    values = listed(choice, limit)
    assert values == (list(choice.each()) if choice.count() <= limit else None)


@given(SUBSETS | SPLITS | PORTIONS_OF_ONE | PORTIONS, st.integers(0, 1 << 30))
def test_samples_reach_every_value_of_a_small_choice(choice: Choice, seed: int) -> None:
    if choice.count() > 6:
        return
    below = Random(seed).randrange
    seen = {frozen(choice.sample(below)) for _ in range(600)}
    assert seen == {frozen(value) for value in choice.each()}


@given(ONE_OF, st.text(max_size=2) | st.integers())
def test_one_of_refuses_all_else(choice: OneOf, value: Any) -> None:
    assert choice.contains(value) == (value in choice.values)
    assert repr(value) in choice.objection(value)


def test_one_of_knows_true_from_one() -> None:
    assert not YES_OR_NO.contains(1)
    assert not OneOf(values=(1, 2)).contains(True)
    assert OneOf(values=()).objection(3) == "3 is not one of: nothing"


@given(SUBSETS, st.frozensets(st.sampled_from("abcdefgh")))
def test_a_subset_is_refused_for_strangers_or_its_size(choice: Subset, value: frozenset) -> None:
    strangers = value - set(choice.values)
    fits = choice.at_least <= len(value) <= choice.at_most
    assert choice.contains(value) == (not strangers and fits)
    if strangers:
        assert choice.objection(value).startswith(", ".join(sorted(strangers)))
    elif not fits:
        assert choice.objection(value).startswith(f"{len(value)} chosen")


@given(SPLITS, st.dictionaries(st.integers(0, 4), st.integers(-1, 3), max_size=4))
def test_a_split_is_refused_for_strangers_debts_or_too_much(split: Split, value: dict) -> None:
    lawful = (
        all(key in split.among for key in value)
        and all(share >= 0 for share in value.values())
        and sum(value.values()) <= split.total
    )
    assert split.contains(value) == lawful
    if lawful:
        assert {key: share for key, share in value.items() if share} in list(split.each())
    else:
        assert split.objection(value)


def test_a_split_gives_whole_votes_only() -> None:
    split = Split(among=(0,), total=5)
    assert not split.contains({0: True})
    assert not split.contains({0: 1.0})


@given(PORTIONS_OF_ONE, st.builds(Bills, *[st.integers(-1, 4)] * 3))
def test_a_portion_is_of_the_bills_held(portion: Portion, value: Bills) -> None:
    assert portion.contains(value) == all(
        0 <= some <= held for some, held in zip(value, portion.held, strict=True)
    )


SHARES = st.dictionaries(st.integers(0, 3), st.builds(Bills, *[st.integers(-1, 2)] * 3), max_size=3)


@given(PORTIONS, SHARES)
def test_portions_together_are_of_the_bills_held(portions: Portions, value: dict) -> None:
    lawful = all(key in portions.among and min(bills) >= 0 for key, bills in value.items())
    for kind, held in enumerate(portions.held):
        lawful = lawful and sum(bills[kind] for bills in value.values()) <= held
    assert portions.contains(value) == lawful
    if lawful:
        shares = {key: bills for key, bills in value.items() if bills.number}
        assert shares in list(portions.each())


@given(CABINETS, st.lists(st.integers(-1, 7), min_size=6, max_size=6))
def test_a_cabinet_is_contained_when_it_is_listed(choice: CabinetChoice, holders: list) -> None:
    cabinet = dict(zip(POSTS, holders, strict=True))
    assert choice.contains(cabinet) == (cabinet in list(choice.each()))


def admits(schema: dict[str, Any], value: Any) -> bool:
    """Whether the schema, of the few words that choices use, admits the value."""
    if "enum" in schema:
        return any(type(value) is type(one) and value == one for one in schema["enum"])
    if schema["type"] == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if schema["type"] == "string":
        return schema["minLength"] <= len(value) <= schema["maxLength"]
    if schema["type"] == "array":
        distinct = len(set(value)) == len(value)
        sized = schema["minItems"] <= len(value) <= schema["maxItems"]
        return distinct and sized and all(admits(schema["items"], item) for item in value)
    assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    known = schema["properties"]
    return set(schema.get("required", ())) <= set(value) <= set(known) and all(
        admits(known[key], item) for key, item in value.items()
    )


@given(CHOICES)
def test_the_schema_admits_whatever_is_listed(choice: Choice) -> None:
    assert all(admits(choice.schema(), plain_json(value)) for value in choice.each())


@given(ONE_OF, st.sampled_from("abcdefgh"))
def test_the_schema_of_one_of_admits_nothing_else(choice: OneOf, value: str) -> None:
    assert admits(choice.schema(), value) == choice.contains(value)


@given(SUBSETS, st.frozensets(st.sampled_from("abcdefgh")))
def test_the_schema_of_a_subset_admits_nothing_else(choice: Subset, value: frozenset) -> None:
    assert admits(choice.schema(), plain_json(value)) == choice.contains(value)


@given(PORTIONS_OF_ONE)
def test_the_schema_of_a_portion_admits_nothing_else(portion: Portion) -> None:
    around = [Bills(*some) for some in product(range(-1, 5), repeat=3)]
    admitted = [bills for bills in around if admits(portion.schema(), bills.to_json())]
    assert admitted == [bills for bills in around if portion.contains(bills)]


def test_a_text_is_not_blank_and_not_too_long() -> None:
    text = Text(at_most=5)
    assert [text.contains(words) for words in ("hello", " x ", "", "   ", "hello!")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert text.contains(text.sample(Random(1).randrange))
    assert admits(text.schema(), "hello")
    assert not admits(text.schema(), "hello!")


def test_an_accept_lists_every_combination_of_its_fields() -> None:
    accept = Accept(command=Pick, choices={"a": YES_OR_NO, "b": OneOf(values=(1, 2, 3))})
    combinations = accept.listed(6)
    assert combinations is not None
    assert accept.count() == len(combinations) == 6
    assert {"a": False, "b": 3} in combinations
    assert accept.listed(5) is None
    assert accept.sample(Random(1).randrange) in combinations


@pytest.mark.parametrize("total", range(4))
def test_a_split_among_nobody_is_nothing(total: int) -> None:
    assert list(Split(among=(), total=total).each()) == [{}]


def test_values_are_written_in_their_documented_shapes() -> None:
    assert plain_json({3: Bills(1, 0, 2)}) == {"3": {"1": 1, "2": 0, "3": 2}}
    assert plain_json(frozenset({"b", "a"})) == ["a", "b"]
    assert plain_json((1, (True, "x"))) == [1, [True, "x"]]
