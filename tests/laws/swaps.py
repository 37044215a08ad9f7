"""Where a secret can be swapped in a recorded game: found in any game, by trying.

A draw can come out otherwise, from any of its numbers on. A command can be another one if the room
would say the same in public. What a command is about, nobody here knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from events.envelope import Envelope
from rules.kernel.bills import Bills
from rules.kernel.chance import SupplyChance
from rules.kernel.choices import Accept, Subset
from rules.kernel.decider import decide
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event
from tests.laws.laws import contains
from tests.laws.parting import alike, in_secret
from tests.laws.worlds import Act, Done, Recording, spliced

TRIES = 60
MOST_ACTS = 40
"""How many acts of the script go on after a swap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """At one step of the script: another command, or another supply from the cut-th number on."""

    step: int
    kind: str
    command: Command | None = None
    seed: str = ""
    cut: int = 0


def swaps(
    recording: Recording,
    random: Random,
    most_of_a_kind: int,
    kinds: frozenset[str] | None = None,
    before: str | None = None,
) -> list[Swap]:
    """Some steps at which a secret can be swapped, of every kind that there is, or of these.

    before: only steps that such an event follows soon.
    """
    by_kind: dict[str, list[int]] = {}
    for step, done in enumerate(recording.script):
        if before is not None and not _soon(recording, step, before):
            continue
        kind = _kind(recording.world.game, done)
        if kind is not None and (kinds is None or kind in kinds):
            by_kind.setdefault(kind, []).append(step)
    found: list[Swap] = []
    for kind, steps in sorted(by_kind.items()):
        random.shuffle(steps)
        found += _some(recording, kind, steps, random, most_of_a_kind)
    return found


def _soon(recording: Recording, step: int, event: str) -> bool:
    """Whether such an event follows within the acts that are compared."""
    acts = recording.script[step : step + MOST_ACTS + 1]
    first, last = acts[0].before.head.position, acts[-1].after.head.position
    return any(envelope.type == event for envelope in recording.envelopes[first:last])


def _some(
    recording: Recording, kind: str, steps: list[int], random: Random, most: int
) -> list[Swap]:
    """Of one kind. A command that can never be swapped is given up after some tries."""
    found: list[Swap] = []
    for tried, step in enumerate(steps):
        if len(found) >= most or (tried > 25 and not found):
            break
        swap = _swap(recording, step, kind, random)
        if swap is not None:
            found.append(swap)
    return found


def _kind(game: Game[Any], done: Done) -> str | None:
    course = done.before.state.course
    if done.act.kind == "look":
        draws = course.requests and course.requests[0].kind == "draw"
        return f"draw:{course.requests[0].purpose}" if draws else None
    plain = done.outcome.refusal is None and done.outcome.commits == 1
    return done.act.command.TYPE if plain and done.act.command is not None else None


def _swap(recording: Recording, step: int, kind: str, random: Random) -> Swap | None:
    done, game = recording.script[step], recording.world.game
    if done.act.kind == "look":
        return _supply_swap(recording, step, kind, random)
    other = another(game, done, random)
    return None if other is None else Swap(step=step, kind=kind, command=other)


def _supply_swap(recording: Recording, step: int, kind: str, random: Random) -> Swap | None:
    """Other numbers from the cut on, so that something else is drawn; None if nothing is."""
    done, game = recording.script[step], recording.world.game
    known = supplied(recording.envelopes, done)
    request = done.before.state.course.requests[0].number

    def drawn(seed: str, cut: int) -> tuple[Event, ...]:
        with spliced(known, cut):
            order = SupplyChance(request=request, seed=seed, link=None)
            return decide(game, done.before.moment, "system", order)[0]

    first = drawn(known, 0)
    for cut in (*random.sample(range(20), 5), 0, 0, 0):
        seed = random.randbytes(32).hex()
        if drawn(seed, cut) != first:
            return Swap(step=step, kind=kind, seed=seed, cut=cut)
    return None


def supplied(envelopes: Sequence[Envelope], done: Done) -> str:
    """The bytes with which the first request of this look was answered in world A."""
    later = envelopes[done.before.head.position :]
    return next(
        str(e.command["fields"]["seed"])
        for e in later
        if e.command is not None and e.command["type"] == "supply_chance"
    )


def another(game: Game[Any], done: Done, random: Random) -> Command | None:
    """Another command of the same seat that would be the same in public, and not in secret."""
    act, state = done.act, done.before.state
    assert act.command is not None
    first = direct(game, state, act)
    offered = {a.command: a for a in accepts(game, state, Seat(act.seat)) if a.count()}
    # an act that nobody may know of can be any other such act
    kinds = list(offered) if all(map(in_secret, first)) else [type(act.command)]
    samples = (_sample(offered[random.choice(kinds)], random) for _ in range(TRIES))
    own = offered.get(type(act.command))
    near = [*neighbours(act.command), *(others_of_as_many(act.command, own) if own else ())]
    random.shuffle(near)
    for other in (*near, *samples):
        if other == act.command or not contains(offered[type(other)], other):
            continue
        second = direct(game, state, Act(at=act.at, kind="declare", seat=act.seat, command=other))
        if first != second and alike(first, second):
            return other
    return None


def _sample(accept: Accept, random: Random) -> Command:
    command: Command = accept.command(**accept.sample(random.randrange))
    return command


def direct(game: Game[Any], state: Any, act: Act) -> Sequence[Event]:
    """What the room itself says to an accepted command, before the loop adds what follows."""
    assert act.command is not None
    room: Any = game.interrupting.get(type(act.command))
    if room is None and state.course.stage is not None:
        room = game.stage_named[state.course.stage.name]
    elif room is None:
        room = next(stage for stage in game.stages if type(act.command) in stage.COMMANDS)
    events: Sequence[Event] = room.decide(state, Seat(act.seat), act.command)
    return events


def others_of_as_many(command: Command, accept: Accept) -> Iterator[Command]:
    """The command with one of some things chosen, such as cards, exchanged for another."""
    values = {f.name: getattr(command, f.name) for f in command.FIELDS}
    for name, choice in accept.choices.items():
        if isinstance(choice, Subset):
            for out, other in product(sorted(values[name]), choice.values):
                if other not in values[name]:
                    yield type(command)(**{**values, name: values[name] - {out} | {other}})


def neighbours(command: Command) -> Iterator[Command]:
    """The command with some bills exchanged for others: the same sum, or the same number."""
    values = {f.name: getattr(command, f.name) for f in command.FIELDS}
    for name, value in values.items():
        for other in _exchanged(value):
            yield type(command)(**{**values, name: other})


def _exchanged(value: Any) -> Iterator[Any]:
    if isinstance(value, Bills):
        for ones, twos, threes in EXCHANGES:
            yield Bills(value[0] + ones, value[1] + twos, value[2] + threes)
    elif isinstance(value, Mapping) and all(isinstance(item, Bills) for item in value.values()):
        for key, item in value.items():
            yield from ({**value, key: other} for other in _exchanged(item))
        for one, two in combinations(value, 2):
            for bills in _exchanged(value[one]):
                change = bills - value[one]
                yield {**value, one: bills, two: value[two] - change}


EXCHANGES = (
    *((-2, 1, 0), (2, -1, 0), (-1, -1, 1), (1, 1, -1), (-3, 0, 1), (3, 0, -1), (1, -2, 1)),
    *((1, -1, 0), (-1, 1, 0), (0, 1, -1), (0, -1, 1), (1, 0, -1), (-1, 0, 1)),
)
