"""The gate and the loop, on the toy game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.chance import DiceRequested, DiceRolled, SupplyChance
from rules.kernel.course import (
    CreateGame,
    ExpireStage,
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameStarted,
    RevealSecrets,
    SeatTaken,
    SecretsRevealed,
    StageClosed,
    StageExpired,
    StageOpened,
)
from rules.kernel.decider import (
    Moment,
    SettlesForEver,
    decide,
    duration,
    fold,
    is_over,
    view,
    waiting_for,
)
from rules.kernel.game import Game
from rules.kernel.gate import StageNotNamed, accepts
from rules.kernel.hidden import HIDDEN
from rules.kernel.identifiers import ANYBODY
from rules.kernel.lobby import StartGame, TakeSeat
from rules.kernel.messages import Command
from rules.kernel.rejections import (
    GameFull,
    GameStartedAlready,
    NameTaken,
    NotNow,
    NotRunning,
    NotYourTurn,
    OutOfChoice,
    RequestAnswered,
    StageMoved,
    TooFewPlayers,
)
from rules.kernel.stages import ask_draw
from rules.kernel.visibility import STUB
from tests.toy.game import TOY, Matched, Nod, Nodded, Pick, Picked, Picking, Shout, Shouted
from tests.when_then import created

NOTHING: Moment[Any] = Moment(0, None)


class Table:
    """A game as it goes: every event, and the moment after the last."""

    def __init__(self, game: Game[Any] = TOY, seats: int = 2, **options: Any) -> None:
        self.game, self.events, self.moment = game, [], NOTHING
        self.last: tuple[Any, ...] = ()
        self.give("host", order(game, seats, **options))

    def give(self, actor: Any, command: Command, stage: int | None = None) -> tuple[Any, ...]:
        events, after = decide(self.game, self.moment, actor, command, stage)  # type: ignore
        self.events += events
        assert fold(self.game, events, self.moment) == after
        self.moment = after
        return events

    @property
    def course(self) -> Any:
        assert self.moment.state is not None
        return self.moment.state.course

    def started(self) -> Table:
        for seat in range(self.course.seats):
            self.give("joiner", TakeSeat(name=f"Player {seat}"))
        return self

    def pick(self, seat: int, number: int) -> tuple[Any, ...]:
        return self.give(seat, Pick(number=number), self.course.stage.number)


def order(game: Game[Any], seats: int, **options: Any) -> CreateGame:
    return created(game, seats, **options)


def running(**options: Any) -> Table:
    return Table(**options).started()


SEED = "00" * 32


# --- the lobby ---


def test_creating_a_game_opens_the_lobby() -> None:
    events, moment = decide(TOY, NOTHING, "host", order(TOY, 3))
    assert [type(event) for event in events] == [GameCreated, StageOpened]
    assert events[1] == StageOpened(number=2, name="lobby", lasts_s=3600, seats=())
    assert (moment.position, moment.state.course.names) == (2, (None,) * 3)


def test_the_last_seat_starts_the_game() -> None:
    table = Table()
    assert table.give("joiner", TakeSeat(name=" Ana ")) == (SeatTaken(seat=0, name="Ana"),)
    assert table.give("joiner", TakeSeat(name="Bob")) == (
        SeatTaken(seat=1, name="Bob"),
        StageClosed(number=2),
        GameStarted(seats=2),
        StageOpened(number=7, name="picking", lasts_s=5, seats=(0, 1)),
    )


def test_the_host_may_start_with_enough_players() -> None:
    table = Table(seats=4)
    table.give("joiner", TakeSeat(name="Ana"))
    with pytest.raises(TooFewPlayers, match="1 players sit at the table, 2 are needed"):
        table.give("host", StartGame())
    table.give("joiner", TakeSeat(name="Bob"))
    events = table.give("host", StartGame())
    assert [type(event) for event in events] == [GameStarted, StageClosed, StageOpened]
    assert table.course.seats == 2
    with pytest.raises(GameStartedAlready):
        table.give("host", StartGame())


def test_names_differ_and_are_not_blank() -> None:
    table = Table(seats=3)
    table.give("joiner", TakeSeat(name="Ana"))
    with pytest.raises(NameTaken, match="ANA cannot be told from Ana"):
        table.give("joiner", TakeSeat(name="ANA"))
    for name in ("", "  ", "x" * 41):
        with pytest.raises(OutOfChoice, match="1 to 40 needed"):
            table.give("joiner", TakeSeat(name=name))


def test_nobody_sits_down_in_a_game_that_has_started() -> None:
    with pytest.raises(GameStartedAlready):
        running().give("joiner", TakeSeat(name="Zoe"))


def test_a_full_table_that_has_not_closed_takes_nobody() -> None:
    table = Table(replace(TOY, least_seats=9))
    state = fold(TOY, [SeatTaken(seat=s, name=str(s)) for s in (0, 1)], table.moment)  # type: ignore
    with pytest.raises(GameFull, match="all 2 seats"):
        decide(TOY, state, "joiner", TakeSeat(name="Zoe"))


def test_a_lobby_whose_time_is_up_is_abandoned() -> None:
    table = Table()
    events = table.give("system", ExpireStage(stage=2))  # type: ignore[arg-type]
    assert events == (StageExpired(number=2), GameAbandoned(), StageClosed(number=2))
    with pytest.raises(NotRunning, match="abandoned"):
        table.give(0, Pick(number=1), 2)


# --- the gate, in the order of its refusals ---


def test_first_the_game_must_be_running() -> None:
    table = Table()
    with pytest.raises(NotRunning, match="has not started"):
        table.give(0, Pick(number=1))
    table = running(turns=1)
    table.give("system", ExpireStage(stage=table.course.stage.number))
    table.give(
        "system", SupplyChance(request=table.course.requests[0].number, seed=SEED, link=None)
    )
    with pytest.raises(NotRunning, match="is over"):
        table.give(0, Pick(number=99))


def test_then_the_stage_must_be_named() -> None:
    with pytest.raises(StageNotNamed, match="pick must name the stage"):
        running().give(0, Pick(number=99))


def test_then_it_must_be_the_open_one() -> None:
    table = running()
    number = table.course.stage.number
    with pytest.raises(StageMoved, match=f"stage 2 is not open; picking is, with number {number}"):
        table.give(0, Pick(number=99), 2)


def test_then_the_seat_must_be_asked() -> None:
    table = running()
    table.pick(0, 1)
    with pytest.raises(
        NotYourTurn, match="picking does not wait for you, but for seat 1"
    ) as refused:
        table.pick(0, 99)
    assert refused.value.facts == {"accepts": ["shout", "nod"]}


def test_whoever_is_waited_for_is_named() -> None:
    table = Table(TOY, seats=4).started()
    table.pick(2, 1)
    with pytest.raises(NotYourTurn, match="but for seat 0, seat 1, seat 3$"):
        table.pick(2, 99)


def test_where_nobody_is_waited_for_chance_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = running()
    table.pick(0, 1)
    monkeypatch.setattr(Picking, "active", lambda self, state: ())
    with pytest.raises(NotYourTurn, match="picking does not wait for you, but for chance$"):
        table.pick(0, 99)


def test_a_command_of_no_open_stage_is_not_for_now() -> None:
    other = replace(TOY, interrupts=())
    table = Table(other).started()
    with pytest.raises(NotNow, match="shout cannot be declared now, in picking"):
        table.give(0, Shout(words="hi"), table.course.stage.number)


def test_last_the_fields_must_be_among_the_choices() -> None:
    table = running()
    with pytest.raises(OutOfChoice, match="number: 7 is not one of: 1, 2, 3, 4, 5, 6") as refused:
        table.pick(0, 7)
    assert refused.value.facts == {"field": "number"}
    with pytest.raises(OutOfChoice):
        table.pick(0, True)


def test_a_refusal_changes_nothing() -> None:
    table = running()
    before = table.moment
    with pytest.raises(OutOfChoice):
        table.pick(0, 7)
    assert table.moment == before


def test_an_interrupt_needs_no_stage_number() -> None:
    table = running()
    assert table.give(1, Shout(words="hi")) == (Shouted(seat=1, words="hi"),)
    assert table.give(1, Nod(to=0), table.course.stage.number) == (Nodded(parties=(1, 0)),)
    with pytest.raises(StageMoved):
        table.give(1, Shout(words="hi"), 2)


def test_an_interrupt_never_closes_a_stage() -> None:
    table = running()
    number = table.course.stage.number
    table.give(0, Shout(words="hi"))
    assert table.course.stage.number == number


# --- stages ---


def test_the_number_of_a_stage_is_its_position() -> None:
    table = running()
    opened = [
        (position, event)
        for position, event in enumerate(table.events, start=1)
        if isinstance(event, StageOpened)
    ]
    assert all(event.number == position for position, event in opened)


def test_a_stage_closes_when_it_waits_for_nobody() -> None:
    table = running()
    number = table.course.stage.number
    assert table.pick(1, 2) == (Picked(seat=1, number=2),)
    assert waiting_for(TOY, table.moment.state) == (0,)
    assert table.pick(0, 3) == (
        Picked(seat=0, number=3),
        StageClosed(number=number),
        DiceRequested(request=1, purpose="match", seat=None, dice=1),
    )
    assert (table.course.stage, table.course.requests[0].number) == (None, 1)


def test_silence_is_an_answer() -> None:
    table = running()
    number = table.course.stage.number
    table.pick(1, 4)
    events = table.give("system", ExpireStage(stage=number))
    assert events[:3] == (
        StageExpired(number=number, silent=(0,)),
        Picked(seat=0, number=1),
        StageClosed(number=number),
    )


@pytest.mark.parametrize("late", ["repeated", "other", "never"])
def test_a_late_or_repeated_timer_finds_nothing_to_do(late: str) -> None:
    table = running()
    number = table.course.stage.number
    table.give("system", ExpireStage(stage=number))
    with pytest.raises(StageMoved):
        table.give("system", ExpireStage(stage={"repeated": number, "other": 2, "never": 99}[late]))


class Lingering(Picking):
    """A stage that asks for chance when its time is up, and so stays open, expired."""

    def expire(self, state: Any) -> Any:
        return (ask_draw("linger"),)


LINGERING = replace(
    TOY, stages=(Lingering(),), chance={**TOY.chance, "linger": lambda state, request, source: ()}
)


def test_an_expired_stage_asks_nobody_and_expires_once() -> None:
    table = Table(LINGERING).started()
    number = table.course.stage.number
    table.give("system", ExpireStage(stage=number))
    assert table.course.stage.expired
    assert waiting_for(LINGERING, table.moment.state) == ()
    assert is_over(LINGERING, table.moment.state)
    with pytest.raises(StageMoved, match="time of picking is up"):
        table.pick(0, 1)
    with pytest.raises(StageMoved):
        table.give("system", ExpireStage(stage=number))
    assert table.give(0, Shout(words="still here")) == (Shouted(seat=0, words="still here"),)
    request = table.course.requests[0].number
    events = table.give("system", SupplyChance(request=request, seed=SEED, link=None))
    assert StageClosed(number=number) in events


def test_what_is_asked_of_a_stage() -> None:
    state = running().moment.state
    assert (duration(TOY, state), is_over(TOY, state)) == (5, False)
    assert [a.command for a in accepts(TOY, state, 0)] == [Pick, Shout, Nod]  # type: ignore
    assert accepts(TOY, Table().moment.state, 0) == ()  # type: ignore[arg-type]


class Endless(Picking):
    """A stage that is over as soon as it opens."""

    def is_over(self, state: Any) -> bool:
        return True

    def close(self, state: Any) -> Any:
        return ()


def test_more_than_fifty_transitions_in_one_commit_raise() -> None:
    table = Table(replace(TOY, stages=(Endless(),)))
    table.give("joiner", TakeSeat(name="Ana"))
    before = table.moment
    with pytest.raises(SettlesForEver, match="more than 50"):
        table.give("joiner", TakeSeat(name="Bob"))
    assert table.moment == before


# --- chance ---


def asked(**options: Any) -> tuple[Table, int]:
    """A table that waits for its first die."""
    table = running(**options)
    table.pick(0, 1)
    table.pick(1, 6)
    return table, table.course.requests[0].number


def test_chance_is_recorded_and_the_game_goes_on() -> None:
    table, request = asked()
    events = table.give("system", SupplyChance(request=request, seed=SEED, link="ab"))
    (face,) = events[0].faces
    assert events == (
        DiceRolled(request=request, faces=(face,), link="ab"),
        Matched(face=face, picks={0: 1, 1: 6}, scores=(int(face == 1), int(face == 6))),
        StageOpened(number=table.moment.position, name="picking", lasts_s=5, seats=(0, 1)),
    )
    assert (table.course.rolls, table.course.requests) == (1, ())


def test_a_second_supply_is_refused() -> None:
    table, request = asked()
    table.give("system", SupplyChance(request=request, seed=SEED, link=None))
    with pytest.raises(RequestAnswered, match=f"request {request} is not open"):
        table.give("system", SupplyChance(request=request, seed="11" * 32, link=None))
    with pytest.raises(RequestAnswered):
        table.give("system", SupplyChance(request=999, seed=SEED, link=None))


def test_requests_are_counted_from_one_and_no_declaration_shifts_them() -> None:
    table, request = asked()
    table.give("system", SupplyChance(request=request, seed=SEED, link=None))
    table.give(0, Shout(words="does this shift anything?"))
    table.pick(0, 1)
    table.pick(1, 1)
    assert (request, table.course.requests[0].number, table.course.asked) == (1, 2, 2)


def test_nothing_opens_while_chance_is_waited_for() -> None:
    table, _ = asked()
    assert table.course.stage is None
    with pytest.raises(NotNow, match="waits for chance"):
        table.give(0, Shout(words="hi"))


# --- the end, and views ---


def test_a_game_ends_and_its_secrets_are_laid_open() -> None:
    table, request = asked(turns=1)
    reveal = RevealSecrets(salt_secret="aa", draw_secret="bb")
    with pytest.raises(NotNow):
        table.give("system", reveal)
    events = table.give("system", SupplyChance(request=request, seed=SEED, link=None))
    assert events[-1] == GameFinished()
    assert table.give("system", reveal) == (SecretsRevealed(salt_secret="aa", draw_secret="bb"),)


def test_a_view_is_the_same_fold_over_what_one_may_see() -> None:
    table = running(seats=3)
    table.pick(1, 4)
    table.give(0, Nod(to=1))
    views: dict[Any, Any] = {v: view(TOY, table.events, v) for v in (0, 1, 2, ANYBODY)}
    assert {moment.position for moment in views.values()} == {table.moment.position}
    assert views[1].state.picks == {1: 4}
    for viewer in (0, 2, ANYBODY):
        assert views[viewer].state.picks[1] is HIDDEN


def test_a_stub_counts_as_a_position_and_changes_nothing() -> None:
    moment = running().moment
    assert fold(TOY, [STUB], moment) == Moment(moment.position + 1, moment.state)
