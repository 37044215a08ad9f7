"""Standing answers, the grace of a complete stage, chance in order, and the rule in a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.chance import DrawRequested, SupplyChance
from rules.kernel.choices import Accept, OneOf
from rules.kernel.course import (
    AnsweredBeforehand,
    ExpireStage,
    StageClosed,
    StageCompleted,
    StageOpened,
)
from rules.kernel.decider import Moment, SettlesForEver, decide
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.lobby import TakeSeat
from rules.kernel.options import Option
from rules.kernel.rejections import NotNow, NotYourTurn, OutOfChoice, RequestAnswered
from rules.kernel.stages import ask_dice, ask_draw
from rules.kernel.standing import AnswerBeforehand, StandingAnswers
from tests.toy.game import TOY, Pick, Picked, Picking, Shout, Shouted
from tests.when_then import created

GRACE = Option(name="grace_s", default=0, least=0, most=60, meaning="seconds")
SILENT = StandingAnswers(("picking",), may=lambda state, seat: True, rule="TO-1")
SEED = "00" * 32


class Ruled(Picking):
    """A stage that says which rule its refusals cite."""

    def accepts(self, state: Any, seat: Any) -> tuple[Accept, ...]:
        return tuple(replace(accept, rule="TO-2") for accept in super().accepts(state, seat))


GAME = replace(
    TOY,
    stages=(Ruled(),),
    interrupts=(*TOY.interrupts, SILENT),
    options=(*TOY.options, GRACE),
    rule_of_turns="TO-3",
)


class Table:
    """A toy game that has begun."""

    def __init__(self, game: Game[Any] = GAME, **options: Any) -> None:
        self.game = game
        self.moment: Moment[Any] = Moment(0, None)
        self.give("host", created(game, 2, **options))
        self.give("joiner", TakeSeat(name="Ana"))
        self.give("joiner", TakeSeat(name="Bob"))

    def give(self, actor: Any, order: Any, stage: Any = None) -> tuple[Any, ...]:
        events, self.moment = decide(self.game, self.moment, actor, order, stage)
        return events

    def pick(self, seat: int, number: int) -> tuple[Any, ...]:
        return self.give(seat, Pick(number=number), self.course.stage.number)

    def silent(self, seat: int, yes: bool = True) -> tuple[Any, ...]:
        return self.give(seat, AnswerBeforehand(stage_name="picking", silent=yes))

    def supply(self, request: int) -> tuple[Any, ...]:
        return self.give("system", SupplyChance(request=request, seed=SEED, link=None))

    @property
    def course(self) -> Any:
        assert self.moment.state is not None
        return self.moment.state.course


# --- standing answers ---


def test_silence_counts_once_all_who_are_waited_for_have_chosen_it() -> None:
    table = Table()
    answered = AnsweredBeforehand(seat=0, stage_name="picking", silent=True)
    assert table.silent(0) == (answered,)
    events = table.pick(1, 6)
    assert events[:2] == (Picked(seat=1, number=6), Picked(seat=0, number=1))
    assert isinstance(events[2], StageClosed)


def test_it_holds_for_every_stage_of_the_name_until_it_is_revoked() -> None:
    table = Table()
    table.silent(0)
    for request in (1, 2):
        table.pick(1, 6)
        table.supply(request)
    table.silent(0, False)
    table.pick(1, 6)
    assert table.course.stage is not None
    assert table.course.standing == {0: frozenset()}


def test_who_chose_silence_may_speak_while_another_is_waited_for() -> None:
    table = Table()
    table.silent(0)
    assert table.pick(0, 5) == (Picked(seat=0, number=5),)


def test_silence_is_chosen_only_where_the_game_allows_it() -> None:
    with pytest.raises(OutOfChoice) as refused:
        Table().give(0, AnswerBeforehand(stage_name="matching", silent=True))
    assert refused.value.rule == "TO-1"
    nobody = StandingAnswers(("picking",), may=lambda state, seat: False)
    table = Table(replace(GAME, interrupts=(nobody,)))
    with pytest.raises(NotNow):
        table.silent(0)


class Mute(Picking):
    """A stage in which silence changes nothing."""

    def expire(self, state: Any) -> tuple[Any, ...]:
        return ()


def test_a_silence_without_end_raises() -> None:
    table = Table(replace(GAME, stages=(Mute(),)))
    table.silent(0)
    before = table.moment
    with pytest.raises(SettlesForEver):
        table.silent(1)
    assert table.moment == before


# --- grace ---


def test_a_complete_stage_stays_open_for_interrupts() -> None:
    table = Table(grace_s=7)
    number = table.course.stage.number
    table.pick(0, 1)
    completed = StageCompleted(number=number, grace_s=7)
    assert table.pick(1, 2) == (Picked(seat=1, number=2), completed)
    assert table.course.stage.grace_s == 7
    with pytest.raises(NotYourTurn):
        table.pick(0, 3)
    assert table.give(0, Shout(words="wait")) == (Shouted(seat=0, words="wait"),)
    events = table.give("system", ExpireStage(stage=number))
    assert [type(e).__name__ for e in events] == ["StageExpired", "StageClosed", "DiceRequested"]


def test_a_stage_that_ran_out_of_time_has_no_grace() -> None:
    table = Table(grace_s=7)
    events = table.give("system", ExpireStage(stage=table.course.stage.number))
    assert StageClosed(number=events[0].number) in events


def test_without_the_option_there_is_none() -> None:
    table = Table(TOY)
    table.pick(0, 1)
    assert isinstance(table.pick(1, 2)[1], StageClosed)


# --- chance in order ---


class Twice(Picking):
    """A stage that asks chance twice."""

    def close(self, state: Any) -> tuple[Any, ...]:
        return (ask_draw("nothing"), ask_dice("match", 1))


def test_chance_answers_the_oldest_request_first() -> None:
    chance = TOY.chance | {"nothing": lambda state, request, source: ()}
    table = Table(replace(TOY, stages=(Twice(),), chance=chance))
    table.pick(0, 1)
    asked = [e for e in table.pick(1, 2) if isinstance(e, DrawRequested)]
    assert [e.request for e in asked] == [1]
    before = table.moment
    with pytest.raises(NotNow, match="request 2 waits for request 1"):
        table.supply(2)
    assert table.moment == before
    table.supply(1)
    with pytest.raises(RequestAnswered):
        table.supply(1)
    assert any(isinstance(e, StageOpened) for e in table.supply(2))


# --- the rule in a refusal ---


def test_a_refusal_cites_the_rule_of_what_was_offered() -> None:
    table = Table()
    with pytest.raises(OutOfChoice) as refused:
        table.pick(0, 9)
    assert refused.value.rule == "TO-2"
    table.pick(0, 1)
    with pytest.raises(NotYourTurn) as early:
        table.pick(0, 1)
    assert early.value.rule == "TO-3"


def test_where_nothing_is_cited_there_is_no_rule() -> None:
    table = Table(TOY)
    with pytest.raises(OutOfChoice) as refused:
        table.pick(0, 9)
    assert refused.value.rule is None
    assert Accept(command=Pick, choices={"number": OneOf(values=(1,))}).rule is None
    assert {a.rule for a in accepts(TOY, table.moment.state, 0)} == {None}  # type: ignore
