"""Options: whole bodies, each of which the gate takes; worked out from the seat's view alone."""

from __future__ import annotations

from typing import Any

from events.codec import decode
from projections.options import EXAMPLES, MOST_CHOICES, options, schema
from projections.source import MemorySource
from projections.table import Tables
from rules.junta import GAME
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept, OneOf, Subset, Text
from rules.kernel.decider import Moment, decide, view
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.money_choices import Portion
from tests.given import given
from tests.played import Played, play, seated
from tests.toy.game import TOY, Pick


def offered(played: Played, seat: int) -> list[dict[str, Any]]:
    known = view(TOY, (e.event for e in played.envelopes), Seat(seat))
    return options(TOY, known, Seat(seat))


def test_the_shape_of_an_option() -> None:
    played = seated(seats=3, seed=4)
    pick, shout, nod = offered(played, 1)
    stage = played.moment.state.course.stage.number  # type: ignore[union-attr]
    assert pick == {
        "type": "pick",
        "stage": stage,
        "interrupt": False,
        "schema": {
            "type": "object",
            "properties": {
                "type": {"const": "pick"},
                "stage": {"const": stage},
                "number": {"enum": [1, 2, 3, 4, 5, 6]},
            },
            "required": ["type", "stage", "number"],
            "additionalProperties": False,
        },
        "count": 6,
        "choices": [{"type": "pick", "stage": stage, "number": n} for n in range(1, 7)],
    }
    assert shout["interrupt"] and "choices" not in shout
    assert shout["schema"]["required"] == ["type", "words"]
    assert shout["count"] == 2**53 - 1
    assert 1 <= len(shout["examples"]) <= EXAMPLES
    assert nod["choices"] == [{"type": "nod", "to": 2}, {"type": "nod", "to": 0}]


def test_every_offered_body_is_taken() -> None:
    played = seated(seats=3, seed=4)
    for seat in range(3):
        for option in offered(played, seat):
            for body in option.get("choices", []) + option.get("examples", []):
                fields = {k: v for k, v in body.items() if k not in ("type", "stage")}
                command = decode(TOY.declarations[body["type"]], fields)
                assert decide(TOY, played.moment, seat, command, body.get("stage"))


def test_the_same_seat_and_position_give_the_same_examples() -> None:
    played = seated(seats=3, seed=4)
    assert offered(played, 1) == offered(played, 1)
    examples = {seat: str(offered(played, seat)[1]["examples"]) for seat in range(3)}
    assert len(set(examples.values())) > 1


def test_who_has_acted_is_offered_no_more_and_nobody_is_after_the_end() -> None:
    played = seated(seats=3, seed=4)
    stage = played.moment.state.course.stage.number  # type: ignore[union-attr]
    played.give(1, Pick(number=2), stage)
    assert [option["type"] for option in offered(played, 1)] == ["shout", "nod"]
    assert offered(play(seats=2, seed=4, turns=1), 0) == []
    assert options(TOY, Moment(0, None), Seat(0)) == []


def test_options_agree_with_the_gate_at_every_position() -> None:
    played = play(seats=3, seed=8, turns=3)
    for upto in range(1, len(played.envelopes)):
        events = [e.event for e in played.envelopes[:upto]]
        state = view(TOY, events, "auditor").state
        if state is None or state.course.stage is None:
            continue
        for seat in map(Seat, range(state.course.seats)):
            known = view(TOY, events, seat)
            told = [option["type"] for option in options(TOY, known, seat)]
            assert told == [a.command.TYPE for a in accepts(TOY, state, seat)]


def test_many_choices_become_examples() -> None:
    values = tuple(range(MOST_CHOICES + 1))
    accept = Accept(command=Pick, choices={"number": OneOf(values=values)})
    assert accept.listed(MOST_CHOICES) is None
    assert schema(accept, 7, True)["required"] == ["type", "number"]
    for choice in (Text(at_most=5), Portion(held=Bills(1, 2, 3)), Subset(values=(), at_most=1)):
        assert choice.schema()


def test_there_are_so_many_examples_and_no_more() -> None:
    """Of an offer there are thousands, so that eight samples are hardly ever the same."""
    opened = given(at="cabinet", president=0, cash={1: Bills(9, 9, 9)}, hands={1: ["church"]})
    moment = Moment(len(opened.events), opened.view(1))
    offers = {option["type"]: option for option in options(GAME, moment, Seat(1))}
    assert len(offers["make_offer"]["examples"]) == EXAMPLES


def test_the_answer_names_position_and_stage() -> None:
    played = seated(seats=3, seed=4)
    source = MemorySource(lambda _: TOY)
    source.add(played.envelopes)
    answer = Tables(source).options("g4", source.now("g4"), Seat(2))
    assert answer["position"] == played.envelopes[-1].position
    assert answer["stage"]["waiting_for"] == [0, 1, 2]
    assert answer["options"] == offered(played, 2)
