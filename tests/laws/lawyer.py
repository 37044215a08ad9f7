"""Whether options tell the whole truth: everything offered at a moment is tried, and more.

At moments picked by chance, for a seat picked by chance: every choice that `options` enumerates is
declared and accepted; where they are too many to enumerate, samples are; and declarations that were
never offered, of other moments or bent out of shape, are refused with a sentence and a reason,
whatever is in them. How many moments a game is asked at does not depend on what is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.kernel.choices import Accept
from rules.kernel.decider import Moment, decide
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.rejections import Rejection
from rules.registry import GAMES
from tests.laws.laws import bent_out_of_shape, contains

JUNTA = GAMES["junta/1"]
LISTED = 200
"""As many choices of one command as the API enumerates."""

MOMENTS = 6
SAMPLES = 6


@dataclass(slots=True)
class Count:
    """What was tried so far, by the type of the command."""

    accepted: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    def add(self, other: Count) -> None:
        for mine, theirs in ((self.accepted, other.accepted), (self.refused, other.refused)):
            for name, number in theirs.items():
                mine[name] = mine.get(name, 0) + number


@dataclass(slots=True)
class Lawyer:
    """Tries what he is offered, and what he is not, at one moment of a game."""

    random: Random
    seen: list[Command] = field(default_factory=list)
    count: Count = field(default_factory=Count)

    def at(self, moment: Moment[Any], seat: Seat) -> None:
        offered = accepts(JUNTA, moment.state, seat)
        for accept in offered:
            for command in self._choices(accept):
                self._declared(moment, seat, command, offered)
        for command in self._wrong():
            self._declared(moment, seat, command, offered)

    def _choices(self, accept: Accept) -> list[Command]:
        """All that is enumerated; samples of what is too much for that."""
        listed = accept.listed(LISTED)
        if listed is None:
            listed = [accept.sample(self.random.randrange) for _ in range(SAMPLES)]
        made: list[Command] = [accept.command(**one) for one in listed]
        self.seen.extend(self.random.sample(made, min(2, len(made))))
        del self.seen[:-200]
        return made

    def _wrong(self) -> list[Command]:
        """One of each of some kinds of declaration that was offered before, some of them bent."""
        kinds = sorted({type(command).TYPE for command in self.seen})
        some = [
            self.random.choice([c for c in self.seen if kind == c.TYPE])
            for kind in self.random.sample(kinds, min(8, len(kinds)))
        ]
        return [*some, *(bent for one in some[:3] for bent in bent_out_of_shape(one))]

    def _declared(
        self, moment: Moment[Any], seat: Seat, command: Command, offered: tuple[Accept, ...]
    ) -> None:
        lawful = any(contains(accept, command) for accept in offered)
        name = command.TYPE
        try:
            _, after = decide(JUNTA, moment, seat, command, moment.state.course.stage.number)
        except Rejection as refusal:
            assert not lawful, f"{command} is offered to {seat} and refused: {refusal}"
            assert refusal.sentence and refusal.slug
            self.count.refused[name] = self.count.refused.get(name, 0) + 1
            return
        assert lawful, f"{command} is accepted from {seat} and was not offered"
        broken = list(JUNTA.laws.broken(after.state, moment.state))
        assert not broken, f"{command} of {seat}: {broken}"
        self.count.accepted[name] = self.count.accepted.get(name, 0) + 1


def tried(seed: int, moments: Sequence[Moment[Any]]) -> Count:
    """Some of the moments of one game, with a lawyer at the table."""
    random = Random(f"lawyer {seed}")
    lawyer = Lawyer(random)
    for moment in random.sample(moments, min(MOMENTS, len(moments))):
        course = moment.state.course
        waited_for = JUNTA.stage_named[course.stage.name].active(moment.state)
        anybody = tuple(map(Seat, range(course.seats)))
        lawyer.at(moment, random.choice(waited_for or anybody))
        lawyer.at(moment, random.choice(anybody))
    return lawyer.count


def asks(moment: Moment[Any]) -> bool:
    """Whether anybody could declare anything then."""
    course = moment.state.course
    return course.status == "running" and course.stage is not None and course.stage.name != "lobby"


def check_enough(count: Count, games: int) -> None:
    """So many games were asked thoroughly: a lawyer who tries nothing finds nothing."""
    assert sum(count.accepted.values()) > 200 * games
    assert sum(count.refused.values()) > 100 * games
    assert len(count.accepted) > 30
    assert len(count.refused) > 30
