"""The odds of combat, over the rules' own functions: frequencies of many salvos, exact outcomes.

The salvos are seeded, so these tests say the same each time. What the exact outcomes should be is
worked out here once more, by other means: every way the dice can fall, counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from itertools import product
from math import comb, sqrt
from typing import Any

import pytest

from rules.junta.combat import Shot, dice, hits, losses_due, shots
from rules.junta.fire import Fire
from rules.junta.forces import Unit, UnitId, ZoneId
from rules.kernel.chance import Source, SupplyChance
from rules.kernel.decider import Moment, decide, waiting_for
from rules.kernel.frozen import but
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from tests.rules.junta.fighting import MARKET, PALACE, fought

SALVOS = 100_000
SIXTH = 1 / 6

ARMED, PAIRED, GUARDS, TARGET = map(Seat, range(4))


def stack(kind: Any, seat: Seat, number: int) -> dict[UnitId, Unit]:
    zone = ZoneId(PALACE)
    return {UnitId(f"{kind}-{seat}{n}"): Unit(kind, zone, seat, seat) for n in range(number)}


STACKS = {
    ARMED: stack("army_1", ARMED, 3),
    PAIRED: stack("striker", PAIRED, 5),
    GUARDS: stack("palace_guard", GUARDS, 2),
}
DICE = {seat: dice(tuple(units.values())) for seat, units in STACKS.items()}
ORDERS = {seat: {TARGET: number} for seat, number in DICE.items()}


def salvos(number: int) -> Iterator[tuple[Shot, ...]]:
    """So many salvos of all three, each of its own 32 bytes, as one throw of dice."""
    together = sum(DICE.values())
    for salvo in range(number):
        source = Source(sha256(f"salvo {salvo}".encode()).digest())
        yield shots(ORDERS, source.faces(together))


@pytest.fixture(scope="module")
def counted() -> dict[Seat, Counter[int]]:
    """How often each of them had so many hits in a salvo."""
    found: dict[Seat, Counter[int]] = {seat: Counter() for seat in STACKS}
    for fired in salvos(SALVOS):
        for shot in fired:
            found[shot.firer][hits(shot.faces)] += 1
    return found


def test_FI_3_three_armed_units_five_strikers_and_two_guards_have_3_2_and_4_dice() -> None:
    assert DICE == {ARMED: 3, PAIRED: 2, GUARDS: 4}


@pytest.mark.parametrize("firer", list(STACKS), ids=["armed", "paired", "guards"])
def test_FI_8_each_die_hits_one_time_in_six(firer: Seat, counted: dict[Seat, Counter[int]]) -> None:
    thrown = SALVOS * DICE[firer]
    hit = sum(number * times for number, times in counted[firer].items())
    assert abs(hit / thrown - SIXTH) < 4 * sqrt(SIXTH * (1 - SIXTH) / thrown)


@pytest.mark.parametrize("firer", list(STACKS), ids=["armed", "paired", "guards"])
def test_FI_8_the_hits_of_a_salvo_are_binomial(
    firer: Seat, counted: dict[Seat, Counter[int]]
) -> None:
    for number in range(DICE[firer] + 1):
        chance = float(binomial(DICE[firer], number))
        error = sqrt(chance * (1 - chance) / SALVOS)
        assert abs(counted[firer][number] / SALVOS - chance) < 4 * error, number


def test_FI_8_what_is_lost_is_what_was_hit_as_far_as_there_are_units() -> None:
    prey = stack("army_3", TARGET, 2)
    for fired in salvos(1_000):
        struck = sum(face == 6 for shot in fired for face in shot.faces)
        assert losses_due(fired, prey).get(TARGET, 0) == min(struck, 2)


def binomial(number: int, hit: int) -> Fraction:
    """That exactly so many of the dice show a six."""
    return Fraction(comb(number, hit) * 5 ** (number - hit), 6**number)


# --- exact outcomes: the game itself, over every way the dice can fall ---

Left = tuple[int, int]
Outcomes = dict[Left, Fraction]
Faces = Callable[[int], Iterator[tuple[tuple[int, ...], Fraction]]]


def every_face(number: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All falls of so many dice, each as likely as the others."""
    for faces in product(range(1, 7), repeat=number):
        yield faces, Fraction(1, 6**number)


def six_or_not(number: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All falls of so many dice, as far as they matter: a six, or a three for all others."""
    for faces in product((6, 3), repeat=number):
        yield faces, Fraction(5 ** faces.count(3), 6**number)


class Fought:
    """A fight of 1 against 3 played out in the game: each fires every die at the other."""

    def __init__(self, play: Any, faces: Faces) -> None:
        self.game, self.faces = play.game, faces
        self.known: dict[str, Outcomes] = {}
        self.outcomes = self.after(play.moment)

    def after(self, moment: Moment[Any]) -> Outcomes:
        """How many units each has left in the end, and how likely that is."""
        if moment.state.coup.fight is None:
            return {_left(moment): Fraction(1)}
        if moment.state.course.requests:
            return self._rolled(moment)
        key = str((moment.state.coup.fight, _left(moment)))
        if key not in self.known:
            self.known[key] = self.after(self._ordered(moment))
        return self.known[key]

    def _ordered(self, moment: Moment[Any]) -> Moment[Any]:
        """Whoever is asked next fires all he has."""
        state = moment.state
        seat = waiting_for(self.game, state)[0]
        (choice,) = [a for a in accepts(self.game, state, seat) if a.command is Fire]
        split: Any = choice.choices["dice"]
        order = Fire(dice={split.among[0]: split.total})
        return decide(self.game, moment, seat, order, state.course.stage.number)[1]

    def _rolled(self, moment: Moment[Any]) -> Outcomes:
        (request,) = moment.state.course.requests
        found: Outcomes = {}
        for faces, chance in self.faces(request.dice):
            course = but(moment.state.course, script=faces)
            written = Moment(moment.position, but(moment.state, course=course))
            supply = SupplyChance(request=request.number, seed="00" * 32, link=None)
            _, after = decide(self.game, written, "system", supply)
            for left, then in self.after(after).items():
                found[left] = found.get(left, Fraction(0)) + chance * then
        return found


def _left(moment: Moment[Any]) -> Left:
    """The units of 1 and of 3, wherever a retreat has taken them."""
    owners = [unit.controller for unit in moment.state.coup.units.values()]
    return owners.count(1), owners.count(3)


# --- the same, worked out separately ---

Strength = Callable[[int], int]


def enumerated(
    first: int, second: int, of_first: Strength, of_second: Strength, priority: bool
) -> Outcomes:
    """Three salvos, every fall of the dice counted; in the first the first may have priority."""
    states: Mapping[Left, Fraction] = {(first, second): Fraction(1)}
    for salvo in (1, 2, 3):
        found: Outcomes = {}
        for (ours, theirs), chance in states.items():
            for left, then in _exchanged(
                ours, theirs, of_first, of_second, priority and salvo == 1
            ).items():
                found[left] = found.get(left, Fraction(0)) + chance * then
        states = found
    return dict(states)


def _exchanged(
    ours: int, theirs: int, of_first: Strength, of_second: Strength, priority: bool
) -> Outcomes:
    found: Outcomes = {}
    if not ours or not theirs:
        return {(ours, theirs): Fraction(1)}
    for struck, chance in _sixes(of_first(ours)).items():
        answering = max(0, theirs - struck) if priority else theirs
        for struck_back, then in _sixes(of_second(answering)).items():
            left = max(0, ours - struck_back), max(0, theirs - struck)
            found[left] = found.get(left, Fraction(0)) + chance * then
    return found


def _sixes(number: int) -> dict[int, Fraction]:
    """How many of all falls of the dice have so many sixes."""
    found = Counter(fall.count(6) for fall in product(range(1, 7), repeat=number))
    return {sixes: Fraction(times, 6**number) for sixes, times in found.items()}


def singles(units: int) -> int:
    return units


def doubles(units: int) -> int:
    return 2 * units


def pairs(units: int) -> int:
    return units // 2


CASES: Any = [
    ("one against one, no priority", MARKET, "army_1", 1, "army_3", 1, False, singles, singles),
    ("one against one, priority", MARKET, "army_1", 1, "army_3", 1, True, singles, singles),
    ("two against two, no priority", MARKET, "army_1", 2, "army_3", 2, False, singles, singles),
    ("two against three, priority", MARKET, "army_1", 2, "army_3", 3, True, singles, singles),
    ("two against five strikers", MARKET, "police", 2, "striker", 5, True, singles, pairs),
    ("strikers against students", MARKET, "striker", 4, "student", 3, False, pairs, pairs),
]


@pytest.mark.parametrize(
    ("zone", "kind", "many", "other", "others", "priority", "mine", "theirs"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_FI_7_outcomes_of_small_fights_are_exactly_as_enumerated(
    zone: str,
    kind: str,
    many: int,
    other: str,
    others: int,
    priority: bool,
    mine: Strength,
    theirs: Strength,
) -> None:
    rows = [(kind, zone, 1, many, 0), (other, zone, 3, others, int(priority))]
    faces = every_face if many + others == 2 else six_or_not
    play = fought(*rows, by=1, zone=zone)
    assert Fought(play, faces).outcomes == enumerated(many, others, mine, theirs, priority)


def test_FI_3_outcomes_of_two_guards_in_the_palace_are_exactly_as_enumerated() -> None:
    """The President's guards, first in the Palace, against three of the 3rd brigade."""
    rows = [("palace_guard", PALACE, 1, 2, 0), ("army_3", PALACE, 3, 3)]
    play = fought(*rows, by=3, zone=PALACE, president=1)
    assert Fought(play, six_or_not).outcomes == enumerated(2, 3, doubles, singles, True)
