"""HIDDEN absorbs in every operation, and never answers a question."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel.bills import Bills
from rules.kernel.hidden import HIDDEN, HiddenConsulted, is_hidden

TWO_SIDED = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
    operator.pow, operator.matmul, operator.lshift, operator.rshift, divmod,
    operator.and_, operator.or_, operator.xor,
    operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne,
]  # fmt: skip
OTHERS = [1, 2.5, True, "text", (1, 2), [1], frozenset({1}), {1: 2}, None, Bills(1, 2, 3), HIDDEN]


@pytest.mark.parametrize("operation", TWO_SIDED)
@pytest.mark.parametrize("other", OTHERS)
def test_an_operation_with_hidden_is_hidden(operation: Any, other: Any) -> None:
    assert operation(HIDDEN, other) is HIDDEN
    if not (operation is operator.mod and isinstance(other, str)):
        assert operation(other, HIDDEN) is HIDDEN


@pytest.mark.parametrize("operation", [operator.neg, operator.pos, operator.invert, abs])
def test_an_operation_on_hidden_is_hidden(operation: Callable[[Any], Any]) -> None:
    assert operation(HIDDEN) is HIDDEN


def test_an_item_an_attribute_and_a_call_are_hidden() -> None:
    assert HIDDEN[3] is HIDDEN
    assert HIDDEN.number is HIDDEN
    assert HIDDEN.least(Bills()) is HIDDEN


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "not": operator.not_,
    "if": lambda hidden: 1 if hidden else 2,
    "and": lambda hidden: hidden and 1,
    "or": lambda hidden: hidden or 1,
    "equal": lambda hidden: bool(hidden == hidden),
    "chained": lambda hidden: 0 <= hidden <= 1,
    "len": len,
    "loop": lambda hidden: [item for item in hidden],  # noqa: C416
    "spread": lambda hidden: (*hidden,),
    "unpacked": lambda hidden: dict(**{"a": 1}, b=[*hidden]),
    "in": lambda hidden: 1 in hidden,
    "int": int,
    "float": float,
    "complex": complex,
    "index": lambda hidden: [1, 2][hidden],
    "range": range,
    "hex": hex,
    "sum": sum,
    "min": lambda hidden: min(hidden, 1),
    "max": lambda hidden: max(1, hidden),
    "sorted": lambda hidden: sorted([hidden, 1]),
    "any": lambda hidden: any([hidden]),
    "all": lambda hidden: all([hidden]),
    "set": frozenset,
    "union": lambda hidden: frozenset({1}).union(hidden),
    "reversed": reversed,
    "sqrt": math.sqrt,
    "while": lambda hidden: next(1 for _ in iter(lambda: None, hidden)),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_raises(question: str) -> None:
    with pytest.raises(HiddenConsulted):
        QUESTIONS[question](HIDDEN)


def test_within_raises_rather_than_guesses() -> None:
    with pytest.raises(HiddenConsulted):
        Bills(1, 0, 0).within(HIDDEN)
    with pytest.raises(HiddenConsulted):
        Bills(1, 0, 0).least(HIDDEN)


def test_the_one_lawful_question() -> None:
    assert is_hidden(HIDDEN)
    assert not any(is_hidden(value) for value in (None, 0, "", (), Bills()))


def test_there_is_one_hidden() -> None:
    copies = (copy.copy(HIDDEN), copy.deepcopy(HIDDEN), pickle.loads(pickle.dumps(HIDDEN)))
    assert all(one is HIDDEN for one in copies)
    assert repr(HIDDEN) == "HIDDEN"


def test_what_looks_for_a_special_name_finds_none() -> None:
    assert not hasattr(HIDDEN, "__dataclass_fields__")


def test_hidden_keys_and_members_are_found_by_identity_only() -> None:
    assert HIDDEN in {HIDDEN}
    assert {HIDDEN: 1}[HIDDEN] == 1
