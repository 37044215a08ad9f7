"""Options tell the whole truth: three hundred whole random games of Junta.

At moments picked by chance, for a seat picked by chance: every choice that `options` enumerates is
declared and accepted; where they are too many to enumerate, samples are; and declarations that were
never offered, of other moments or bent out of shape, are refused with a sentence and a reason,
whatever is in them. How many moments a game is asked at depends on its length alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from rules.kernel.choices import Accept
from rules.kernel.decider import Moment, decide, evolve
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command
from rules.kernel.rejections import Rejection
from rules.kernel.visibility import redact
from rules.registry import GAMES
from tests.laws.driver import Habits, played
from tests.laws.laws import bent_out_of_shape, contains

JUNTA = GAMES["junta/1"]
GAMES_PLAYED = 300
PART = 30
"""Games per test: each test begins its own games, so that they share the processors."""

LISTED = 200
"""As many choices of one command as the API enumerates."""

MOMENTS = 6
SAMPLES = 6
TALKATIVE = Habits(wrong=0.0, looks=0.0)


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
        broken = [said for law in JUNTA.invariants.values() if (said := law(after.state))]
        assert not broken, f"{command} of {seat}: {broken}"
        self.count.accepted[name] = self.count.accepted.get(name, 0) + 1


def tried(seed: int) -> Count:
    """One whole game, with a lawyer at the table."""
    seats, random = 4 + seed % 4, Random(f"lawyer {seed}")
    lawyer = Lawyer(random)
    steps = [s for s in played(JUNTA, seed + 5000, seats, TALKATIVE) if s.refusal is None]
    running = [s.after for s in steps if _asks(s.after)]
    for moment in random.sample(running, min(MOMENTS, len(running))):
        waited_for = JUNTA.stage_named[moment.state.course.stage.name].active(moment.state)
        anybody = tuple(map(Seat, range(seats)))
        lawyer.at(moment, random.choice(waited_for or anybody))
        lawyer.at(moment, random.choice(anybody))
    return lawyer.count


def _asks(moment: Moment[Any]) -> bool:
    course = moment.state.course
    return course.status == "running" and course.stage is not None and course.stage.name != "lobby"


@pytest.mark.parametrize("part", range(GAMES_PLAYED // PART))
def test_what_is_offered_is_accepted_and_nothing_else(part: int) -> None:
    count = Count()
    for seed in range(part * PART, (part + 1) * PART):
        count.add(tried(seed))
    assert sum(count.accepted.values()) > 200 * PART
    assert sum(count.refused.values()) > 100 * PART
    assert len(count.accepted) > 30
    assert len(count.refused) > 30


def test_a_view_offers_what_the_gate_takes() -> None:
    """The lawyer asks the full state; what a seat is shown is the same, as one game shows."""
    views: dict[int, Any] = dict.fromkeys(range(4))
    compared = 0
    for step in played(JUNTA, 5000, 4, TALKATIVE):
        for seat in views:
            for event in step.events:
                views[seat] = evolve(JUNTA, views[seat], redact(event, Seat(seat)))
            if _asks(step.after):
                state: Any = step.after.state
                assert accepts(JUNTA, views[seat], Seat(seat)) == accepts(JUNTA, state, Seat(seat))
                compared += 1
    assert compared > 1000
