"""Cards as callers declare them: what may be left out, and what the options say of it."""

from __future__ import annotations

from typing import Any

import pytest

from events.codec import CodecError, decode, encode
from projections.options import options
from rules.junta import GAME
from rules.junta.interrupts.play_card import PlayCard
from service.errors import InvalidBody
from service.schemas import declaration_schema, load
from tests.given import given
from tests.json_schema import JsonSchema
from tests.rules.junta.playing import play_card

HAND = ["student_petition", "spy_in_switzerland", "peasant_uprising", "general_strike"]


def read(**body: Any) -> Any:
    whole = {"type": "play_card"} | body
    return load(declaration_schema(GAME, whole), whole)[0]


def offered() -> list[dict[str, Any]]:
    """What 2 may play, who holds four cards; the strike waits for a coup."""
    play = given(at="cabinet", president=0, hands={2: HAND}, exposed={2: ["academics"]})
    return [o for o in options(GAME, play.views[2], 2) if o["type"] == "play_card"]  # type: ignore


def test_a_card_that_is_aimed_at_nobody_needs_its_name_alone() -> None:
    assert read(card="student_petition") == play_card("student_petition")
    assert read(card="student_petition", target=None) == play_card("student_petition")
    assert read(card="spy_in_switzerland", target=3) == play_card("spy_in_switzerland", 3)


@pytest.mark.parametrize("body", [{}, {"card": "x", "target": "3"}, {"card": "x", "post": 1}])
def test_what_is_said_must_be_well_formed(body: dict[str, Any]) -> None:
    with pytest.raises(InvalidBody):
        read(**body)


def test_the_options_say_what_may_be_left_out() -> None:
    needed = [option["schema"]["required"] for option in offered()]
    assert needed == [["type", "card"], ["type", "card", "post"], ["type", "card", "target"]]


def test_every_option_is_a_body_and_fits_its_schema() -> None:
    bodies = [(body, option["schema"]) for option in offered() for body in option["choices"]]
    assert len(bodies) == 1 + 3 + 4
    for body, schema in bodies:
        assert JsonSchema(schema).faults(body) == []
        assert read(**body).card in HAND
    assert JsonSchema(offered()[0]["schema"]).fits(
        {"type": "play_card", "card": "student_petition"}
    )


def test_a_written_command_may_leave_out_what_is_nothing() -> None:
    petition = play_card("student_petition")
    assert decode(PlayCard, {"card": "student_petition"}) == petition
    assert decode(PlayCard, encode(petition)) == petition
    with pytest.raises(CodecError):
        decode(PlayCard, {"target": None})
    with pytest.raises(CodecError):
        decode(PlayCard, {"card": "student_petition", "at": 3})
