"""Whole random games of any game, the same for the same seed: over the pure rules alone.

Seats declare what the one door offers; some stay silent, some interrupt, some declare what they
may not. A new stage or card is played as soon as it is registered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.kernel.chance import SupplyChance
from rules.kernel.choices import Accept
from rules.kernel.course import CreateGame, ExpireStage, NoteLook, RevealSecrets
from rules.kernel.decider import Moment, decide, waiting_for
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.lobby import StartGame, TakeSeat
from rules.kernel.messages import Command, Event
from rules.kernel.options import Option, OptionValue
from rules.kernel.rejections import Rejection
from rules.kernel.standing import AnswerBeforehand

MOST_STEPS = 20_000

RELUCTANT = (("coup_start", 0.8),)
"""How often nobody answers a stage of this name: chance alone would fight in nearly every turn, and
a game would be little else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often, of all steps: nobody answers, somebody interrupts, declares late or wrongly.

    beforehand: how often, of the interrupts that would be standing answers, one is given after all.
    looks: how often an auditor looks at the game.
    """

    silent: float = 0.08
    interrupts: float = 0.12
    late: float = 0.0
    wrong: float = 0.05
    beforehand: float = 0.4
    looks: float = 0.003
    reluctant: tuple[tuple[str, float], ...] = RELUCTANT

    def mute(self, random: Random, stage: str | None) -> bool:
        """Whether nobody answers the stage this time."""
        return random.random() < dict(self.reluctant).get(stage or "", self.silent)


ORDINARY = Habits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command, and what the rules made of it: events, or a refusal and nothing else."""

    actor: int | str
    command: Command
    stage: int | None
    before: Moment[Any]
    after: Moment[Any]
    events: tuple[Event, ...] = ()
    refusal: Rejection | None = None


@dataclass(slots=True, kw_only=True)
class Player:
    """What all seats together would do next. It remembers commands, to repeat them out of place."""

    game: Game[Any]
    random: Random
    habits: Habits
    remembered: dict[type[Command], list[Command]] = field(default_factory=dict)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def little(self, n: int) -> int:
        """Mostly a small number: whoever asks for little gets it now and then."""
        return self.below(self.below(self.below(self.below(n) + 1) + 1) + 1)

    def chosen(self, accept: Accept, *, modestly: bool = False) -> Command:
        """One command that the door offers."""
        below = self.little if modestly else self.below
        command: Command = accept.command(**accept.sample(below))
        kept = self.remembered.setdefault(accept.command, [])
        kept.append(command)
        del kept[:-50]
        return command

    def own(self, state: Any, seat: int) -> Command | None:
        """What the open stage asks of the seat, answered."""
        return self._one_of(state, seat, interrupt=False)

    def interrupt(self, state: Any, seat: int) -> Command | None:
        """Something that the seat may declare at any time."""
        return self._one_of(state, seat, interrupt=True)

    def _one_of(self, state: Any, seat: int, *, interrupt: bool) -> Command | None:
        offered = [
            a
            for a in accepts(self.game, state, seat)  # type: ignore[arg-type]
            if (a.command in self.game.interrupting) is interrupt and a.count()
        ]
        if self.random.random() >= self.habits.beforehand:
            offered = [a for a in offered if a.command is not AnswerBeforehand]
        modestly = interrupt and self.random.random() < 0.5
        return self.chosen(self.random.choice(offered), modestly=modestly) if offered else None

    def out_of_place(self) -> Command | None:
        """Some command that somebody was once offered."""
        kinds = list(self.remembered)
        return self.random.choice(self.remembered[self.random.choice(kinds)]) if kinds else None

    def anybody(self, state: Any) -> int:
        return self.random.randrange(state.course.seats)


def creation(
    game: Game[Any],
    seats: int,
    random: Random | None = None,
    preset: str = "bots",
    position: Any = None,
) -> CreateGame:
    """A new game; with `random`, its options are drawn too; with a `position`, a sandbox."""
    options = {o.name: _value(o, random) for o in game.options}
    return CreateGame(
        ruleset=game.id,
        seats=seats,
        options=options,
        durations=game.durations[preset],
        spectators="open",
        listed=True,
        auditor=True,
        dice_anchor="",
        draw_commitment="",
        sandbox=None if position is None else Document.of(position),
    )


def _value(option: Option, random: Random | None) -> OptionValue:
    """The default mostly; else a word, yes or no, the least number, or one near the default."""
    if random is None or random.random() < 0.5:
        return option.default
    if option.words:
        return random.choice(option.words)
    if isinstance(option.default, bool):
        return random.random() < 0.5
    if isinstance(option.default, int):
        least = option.default if option.least is None else option.least
        near = (*range(option.default - 2, option.default + 3), least, least, least)
        lawful: list[OptionValue] = [n for n in near if option.fault(n) is None]
        return random.choice(lawful)
    return option.default


def played(
    game: Game[Any],
    seed: int,
    seats: int,
    habits: Habits = ORDINARY,
    *,
    vary: bool = True,
    position: Any = None,
) -> Iterator[Step]:
    """Every step of one whole game over the pure rules, from its creation to its end."""
    random = Random(f"{game.id} {seed} {seats}")
    table = _Table(game)
    player = Player(game=game, random=random, habits=habits)
    wider = random.random() < 0.3 and vary and position is None
    places = min(game.most_seats, seats + wider)
    order = creation(game, places, random if vary else None, position=position)
    yield table.give("host", order)
    for number in range(seats):
        yield table.give("joiner", TakeSeat(name=f"Player {number}"))
    if table.state.course.status == "lobby":
        yield table.give("host", StartGame())
    for _ in range(MOST_STEPS):
        if table.state.course.status != "running":
            yield table.give("system", RevealSecrets(salt_secret="", draw_secret=""))
            return
        step = table.next(player)
        if step is not None:
            yield step
    raise AssertionError(f"{game.id}, seed {seed}, {seats} seats: no end in {MOST_STEPS} steps")


class _Table:
    """A game over the pure rules, at the moment it has come to."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.moment: Moment[Any] = Moment(0, None)

    @property
    def state(self) -> Any:
        return self.moment.state

    def give(self, actor: Any, command: Command, stage: Any = None) -> Step:
        before = self.moment
        events, self.moment = decide(self.game, before, actor, command, stage)
        return Step(
            actor=actor,
            command=command,
            stage=stage,
            before=before,
            after=self.moment,
            events=events,
        )

    def attempt(self, actor: Any, command: Command, stage: Any) -> Step:
        """The same where a refusal is as good an answer."""
        try:
            return self.give(actor, command, stage)
        except Rejection as refusal:
            return Step(
                actor=actor,
                command=command,
                stage=stage,
                before=self.moment,
                after=self.moment,
                refusal=refusal,
            )

    def next(self, player: Player) -> Step | None:
        """The next thing that happens; None where whoever was asked had nothing to say."""
        course, random, habits = self.state.course, player.random, player.habits
        number = None if course.stage is None else course.stage.number
        if random.random() < habits.wrong and (wrong := player.out_of_place()) is not None:
            return self.attempt(player.anybody(self.state), wrong, number)
        if random.random() < habits.looks:
            return self.attempt("system", NoteLook(stage=number), None)  # type: ignore[arg-type]
        if course.requests and random.random() > habits.interrupts:
            return self.give("system", supply(random, course.requests[0].number))
        if random.random() < habits.interrupts or course.requests:
            seat = player.anybody(self.state)
            said = player.interrupt(self.state, seat)
            return None if said is None else self.give(seat, said, random.choice((number, None)))
        waiting = waiting_for(self.game, self.state)
        held_open = course.stage is not None and course.stage.grace_s is not None
        assert waiting or held_open, f"nobody is waited for in {course.stage}"
        if held_open or habits.mute(random, course.stage and course.stage.name):
            return self.give("system", ExpireStage(stage=number))  # type: ignore[arg-type]
        seat = random.choice(waiting)
        answer = player.own(self.state, seat)
        assert answer is not None, f"seat {seat} is waited for and may declare nothing"
        return self.give(seat, answer, number)


def supply(random: Random, request: Any) -> SupplyChance:
    """32 bytes for a request."""
    return SupplyChance(request=request, seed=random.randbytes(32).hex(), link=None)
