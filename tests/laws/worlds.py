"""A game on the real write path: memory log, a stepped clock, and a script of all that came.

A world can be taken back to any step of its script and go on differently from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Literal
from unittest.mock import patch

from events.clock import instant, written
from events.commit import Commits
from events.deadlines import is_overdue
from events.envelope import Envelope
from events.log import due_at
from events.memory_log import MemoryIndex, MemoryLog
from events.reading import Reading
from events.recent import Recent
from events.refusals import MemoryRefusals, Refusal
from events.standing import Standing
from events.vault import MemoryVault, Secrets
from rules.kernel import decider
from rules.kernel.chance import Source, SupplyChance
from rules.kernel.course import CreateGame
from rules.kernel.decider import waiting_for
from rules.kernel.game import Game
from rules.kernel.lobby import TakeSeat
from rules.kernel.messages import Command
from rules.kernel.rejections import Rejection
from tests.laws.driver import Habits, Player, creation
from workers.look import look

START = instant("2026-11-29T20:00:00.000Z")
MOST_ACTS = 5_000
LAZY = Habits(silent=0.06, interrupts=0.2, late=0.06, wrong=0.08)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something done from outside at an instant: the worker looks, or a seat declares."""

    at: datetime
    kind: Literal["look", "declare"]
    seat: int = -1
    command: Command | None = None
    stage: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of it: how many events, and the refusal in all its words, if there was one."""

    refusal: tuple[Any, ...] | None = None
    commits: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An act of the script, the standing before and after it, and when the game is due then.

    late: an answer to a stage that was overdue already.
    """

    act: Act
    outcome: Outcome
    before: Standing
    after: Standing
    refusals: dict[int, list[Refusal]]
    due: dict[str, float]
    late: bool


@dataclass(kw_only=True)
class World:
    """One game that is written to by nobody else."""

    game: Game[Any]
    game_id: str
    secrets: Secrets
    clock: datetime = START
    commits: Commits = field(init=False)

    def __post_init__(self) -> None:
        log, vault = MemoryLog(), MemoryVault()
        vault.put(self.game_id, self.secrets)
        self.commits = Commits(
            log=log,
            index=MemoryIndex(),
            vault=vault,
            refusals=MemoryRefusals(),
            reading=Reading(log=log, ruleset=lambda _: self.game, recent=Recent()),
            clock=lambda: self.clock,
        )

    @property
    def standing(self) -> Standing:
        return self.commits.now(self.game_id)

    def envelopes(self, after: int = 0) -> list[Envelope]:
        """The events after a position."""
        return self.commits.reading.envelopes(self.game_id, after)

    def refusals(self) -> dict[int, list[Refusal]]:
        seats = range(self.standing.state.course.seats)
        return {seat: self.commits.refusals.of(self.game_id, seat) for seat in seats}

    def due(self) -> dict[str, float]:
        """What the index says of the game."""
        index: Any = self.commits.index
        return dict(index.all_due())

    def perform(self, act: Act) -> Outcome:
        """Do it at its instant."""
        self.clock = act.at
        before = self.standing.head.position
        refusal = None
        if act.kind == "look":
            look(self.commits, self.game_id)
        else:
            refusal = self._declared(act)
        commits = {envelope.commit_end for envelope in self.envelopes(before)}
        return Outcome(refusal=refusal, commits=len(commits))

    def _declared(self, act: Act) -> tuple[Any, ...] | None:
        assert act.command is not None
        try:
            self.commits.declare(
                self.game_id, act.seat, act.command, key=act.key, digest="", stage=act.stage
            )
        except Rejection as no:
            return type(no).slug, no.sentence, no.rule, no.facts
        return None

    def supply(self, at: datetime, request: Any, seed: str, known: str, cut: int) -> Outcome:
        """Chance from elsewhere: the first `cut` numbers are those of the known supply."""
        self.clock = at
        before = self.standing.head.position
        with spliced(known, cut):
            order = SupplyChance(request=request, seed=seed, link=None)
            self.commits.system(self.game_id, order)
        look(self.commits, self.game_id)
        commits = {envelope.commit_end for envelope in self.envelopes(before)}
        return Outcome(commits=len(commits))

    def taken_back(self, done: Done) -> World:
        """A new world that stands where this one stood before the act was done."""
        other = World(game=self.game, game_id=self.game_id, secrets=self.secrets)
        before, last = done.before, done.before.head.position
        records = self.commits.log.read(self.game_id, 0, last)
        envelopes = self.commits.reading.of(self.game_id, self.standing, 0, last)
        other.commits.log.append(
            self.game_id,
            command_id="taken-back",
            digest="",
            expected=None,
            records=records,
            head=before.head,
        )
        other.commits.reading.recent.put(self.game_id, before, envelopes)
        other.commits.index.enter(self.game_id, envelopes[0].recorded_at)
        other.commits.index.set_due(self.game_id, due_at(before.head))
        for refusals in done.refusals.values():
            for refusal in refusals:
                other.commits.refusals.add(self.game_id, refusal)
        return other


@contextmanager
def spliced(known: str, cut: int) -> Iterator[None]:
    """Within it, every supply begins with the first `cut` numbers of the known one."""

    def source(seed: bytes) -> Source:
        return _Spliced(bytes.fromhex(known), seed, cut)

    with patch.object(decider, "Source", source):
        yield


class _Spliced(Source):
    def __init__(self, known: bytes, seed: bytes, cut: int) -> None:
        super().__init__(seed)
        self._known, self._left = Source(known), cut

    def below(self, n: int) -> int:
        self._left -= 1
        return self._known.below(n) if self._left >= 0 else super().below(n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A whole game on the write path, and the script that made it."""

    world: World
    script: list[Done]

    @property
    def envelopes(self) -> list[Envelope]:
        return self.world.envelopes()


def secrets_from(random: Random) -> Secrets:
    """Secrets that are the same for the same seed."""
    return Secrets(
        salt_secret=random.randbytes(32),
        dice_seed=random.randbytes(32),
        draw_secret=random.randbytes(32),
        token_secret=random.randbytes(32),
    )


def recorded(
    game: Game[Any], seed: int, seats: int, habits: Habits = LAZY, position: Any = None
) -> Recording:
    """Play one whole game on the write path, from a position if one is given.

    The same for the same seed.
    """
    random = Random(f"recorded {game.id} {seed} {seats}")
    world = World(game=game, game_id=f"world{seed}", secrets=secrets_from(random))
    varied = random if seed % 2 and position is None else None
    _seated(world, creation(game, seats, varied, preset="live", position=position))
    player = Player(game=game, random=random, habits=habits)
    script: list[Done] = []
    while not world.standing.head.revealed:
        act = _next(world, player, len(script))
        if act is not None:
            script.append(performed(world, act))
        if len(script) > MOST_ACTS:
            raise AssertionError(f"{game.id}, seed {seed}: no end in {MOST_ACTS} acts")
    return Recording(world=world, script=script)


def directed(
    game: Game[Any], seats: int, position: Any, said: Sequence[tuple[int, Command]]
) -> Recording:
    """What these seats declare one after another, from a position; all of it is accepted."""
    world = World(game=game, game_id="directed", secrets=secrets_from(Random("directed")))
    _seated(world, creation(game, seats, preset="live", position=position))
    look(world.commits, world.game_id)
    script: list[Done] = []
    for number, (seat, command) in enumerate(said):
        script.append(
            performed(
                world,
                Act(
                    at=world.clock + timedelta(seconds=1),
                    kind="declare",
                    seat=seat,
                    command=command,
                    stage=world.standing.state.course.stage.number,
                    key=f"k{number}",
                ),
            )
        )
        assert script[-1].outcome.refusal is None, (command, script[-1].outcome.refusal)
        look(world.commits, world.game_id)
    return Recording(world=world, script=script)


def _seated(world: World, order: CreateGame) -> None:
    """The game is made, and all sit down."""
    world.commits.create(world.game_id, order, world.secrets, key="create", digest="")
    for number in range(order.seats):
        sits = TakeSeat(name=f"Player {number}")
        world.commits.administer(
            world.game_id, "joiner", sits, key=f"sit{number}", digest=f"sit{number}"
        )


def performed(world: World, act: Act) -> Done:
    before, refusals = world.standing, world.refusals()
    overdue = is_overdue(before.closes_at, written(act.at))
    answer = act.kind == "declare" and type(act.command) not in world.game.interrupting
    outcome = world.perform(act)
    return Done(
        act=act,
        outcome=outcome,
        before=before,
        after=world.standing,
        refusals=refusals,
        due=world.due(),
        late=overdue and answer and act.stage == before.head.stage,
    )


def _next(world: World, player: Player, number: int) -> Act | None:
    """What happens next, and when: mostly in time, sometimes just after the deadline."""
    standing, random, habits = world.standing, player.random, player.habits
    course, key = standing.state.course, f"k{number}"
    stage = None if course.stage is None else course.stage.number
    soon = _soon(world.clock, standing.closes_at, random)
    if course.status != "running" or (course.requests and random.random() > habits.interrupts):
        return Act(at=soon, kind="look")
    if random.random() < habits.wrong and (wrong := player.out_of_place()) is not None:
        seat = player.anybody(standing.state)
        return Act(at=soon, kind="declare", seat=seat, command=wrong, stage=stage, key=key)
    if random.random() < habits.interrupts or course.requests:
        seat = player.anybody(standing.state)
        said = player.interrupt(standing.state, seat)
        named = random.choice((stage, None))
        if said is None:
            return None
        return Act(at=soon, kind="declare", seat=seat, command=said, stage=named, key=key)
    if habits.mute(random, course.stage and course.stage.name):
        return Act(at=_deadline(standing, random), kind="look")
    waiting = waiting_for(world.game, standing.state)
    if not waiting and course.stage is not None and course.stage.grace_s is not None:
        return Act(at=_deadline(standing, random), kind="look")
    seat = random.choice(waiting)
    answer = player.own(standing.state, seat)
    at = _deadline(standing, random) if random.random() < habits.late else soon
    return Act(at=at, kind="declare", seat=seat, command=answer, stage=stage, key=key)


def _soon(clock: datetime, closes_at: str | None, random: Random) -> datetime:
    """Some milliseconds later, but never after the deadline."""
    at = clock + timedelta(milliseconds=random.randint(1, 3000))
    if closes_at is None:
        return at
    return max(clock, min(at, instant(closes_at) - timedelta(milliseconds=1)))


def _deadline(standing: Standing, random: Random) -> datetime:
    """The very instant of the deadline, or somewhat later."""
    assert standing.closes_at is not None
    return instant(standing.closes_at) + timedelta(milliseconds=random.choice((0, 0, 1, 2500)))
