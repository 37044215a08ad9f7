"""Two worlds: a secret is other than it was, and all else is done again. What differs, and for whom?

World A is a recorded game. World B is the same game up to one step, where a secret is swapped: other
cards or bills come up, or a seat commands the same in public and something else in secret. Then the
script of world A goes on in world B, the same declarations at the same instants. Until the secret is
lawfully disclosed, nothing may differ but what those who know it see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from events.codec import canonical
from events.envelope import Envelope
from projections.checkpoints import NOTHING_YET, View
from projections.feed import entry
from projections.options import options
from projections.table import written
from rules.kernel.bills import Bills
from rules.kernel.chance import SupplyChance
from rules.kernel.course import GameCreated, StageOpened
from rules.kernel.decider import accepts, decide, evolve
from rules.kernel.game import Game
from rules.kernel.hidden import HiddenConsulted
from rules.kernel.identifiers import ANYBODY, Seat, Viewer
from rules.kernel.messages import Command, Event
from rules.kernel.visibility import admits, redact
from tests.laws.laws import contains
from tests.laws.secrets import DISCLOSURES, marks
from tests.laws.worlds import Act, Done, Recording, World, performed, spliced

LEFT_OUT = frozenset({"body", "hash", "prev", "leaves", "command"})
MOST_ACTS = 40
TRIES = 60


class Leak(AssertionError):
    """Somebody who is not entitled to a secret can tell the two worlds apart."""


class Disclosed(Exception):
    """The secret has come out lawfully; from here on the worlds may part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """At one step of the script: another command, or another supply from the cut-th number on."""

    step: int
    kind: str
    command: Command | None = None
    seed: str = ""
    cut: int = 0


@dataclass(slots=True, kw_only=True)
class Verdict:
    """How far two worlds were compared: events, the secret fields that differed, how it ended."""

    compared: int = 0
    differed: set[str] = field(default_factory=set)
    disclosed: str | None = None
    late: int = 0


# --- which secrets can be swapped


def swaps(
    recording: Recording, random: Random, most_of_a_kind: int, kinds: frozenset[str] | None = None
) -> list[Swap]:
    """Some steps at which a secret can be swapped, of every kind that there is, or of these."""
    by_kind: dict[str, list[int]] = {}
    for step, done in enumerate(recording.script):
        kind = _kind(recording.world.game, done)
        if kind is not None and (kinds is None or kind in kinds):
            by_kind.setdefault(kind, []).append(step)
    found: list[Swap] = []
    for kind, steps in sorted(by_kind.items()):
        random.shuffle(steps)
        found += _some(recording, kind, steps, random, most_of_a_kind)
    return found


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
    offered = {a.command: a for a in accepts(game, state, Seat(act.seat))}
    accept = offered[type(act.command)]
    samples = (accept.command(**accept.sample(random.randrange)) for _ in range(TRIES))
    near = list(neighbours(act.command))
    random.shuffle(near)
    for other in (*near, *samples):
        if other == act.command or not contains(accept, other):
            continue
        second = direct(game, state, Act(at=act.at, kind="declare", seat=act.seat, command=other))
        if first != second and alike(first, second):
            return other
    return None


def direct(game: Game[Any], state: Any, act: Act) -> Sequence[Event]:
    """What the room itself says to an accepted command, before the loop adds what follows."""
    rooms = {c: stage for stage in game.stages for c in stage.COMMANDS} | dict(game.interrupting)
    room: Any = rooms[type(act.command)]
    if state.course.stage is not None and type(act.command) not in game.interrupting:
        room = game.stage_named[state.course.stage.name]
    events: Sequence[Event] = room.decide(state, Seat(act.seat), act.command)
    return events


def alike(first: Sequence[Event], second: Sequence[Event]) -> bool:
    """Whether nobody in public can tell the events apart."""
    if len(first) != len(second):
        return False
    return all(not public_parting(a, b) for a, b in zip(first, second, strict=True))


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


# --- what parts two events


def public_parting(a: Event, b: Event) -> str | None:
    """What anybody who knows of the events could tell them apart by; None where nothing is."""
    if _in_secret(a) and _in_secret(b):
        return None
    if type(a) is not type(b):
        return f"{a.TYPE} in one world, {b.TYPE} in the other"
    for name, mark in marks(a).items():
        if mark.kind == "public" and getattr(a, name) != getattr(b, name):
            return f"{a.TYPE}.{name}: {getattr(a, name)!r} or {getattr(b, name)!r}"
    return None


def _in_secret(event: Event) -> bool:
    return event.SEEN_BY.kind != "public"


def discloses(a: Event, b: Event) -> bool:
    """Whether a rule lays secrets open here, and nothing else parts the events."""
    allowed = DISCLOSURES.get(a.TYPE, frozenset())
    if type(a) is not type(b) or not allowed:
        return False
    return all(
        getattr(a, name) == getattr(b, name)
        for name, mark in marks(a).items()
        if mark.kind == "public" and name not in allowed
    )


def initiated(a: Event, b: Event, seats: int) -> set[Viewer]:
    """Who lawfully knows in which of the two worlds he is, from this event on."""
    viewers = [Seat(seat) for seat in range(seats)]
    if _in_secret(a) or _in_secret(b):
        return {v for v in viewers for e in (a, b) if a != b and admits(e.SEEN_BY, e, v)}
    found: set[Viewer] = set()
    for name, mark in marks(a).items():
        if getattr(a, name) != getattr(b, name):
            found |= {v for v in viewers if admits(mark, a, v)}
    return found


def shown(envelope: Envelope, viewer: Viewer) -> bytes:
    """The event as the viewer gets it, but for hashes, commitments and what he may know."""
    seen = {k: v for k, v in entry(envelope, viewer).items() if k not in LEFT_OUT}
    if "data" in seen:
        own = {
            name
            for name, mark in marks(envelope.event).items()
            if mark.kind != "public" and admits(mark, envelope.event, viewer)
        }
        seen["data"] = {name: value for name, value in seen["data"].items() if name not in own}
    return canonical(seen)


# --- the comparison


class Views:
    """World A as every viewer knew it after every position, folded once."""

    def __init__(self, recording: Recording) -> None:
        self.game = recording.world.game
        self.game_id = recording.world.game_id
        self.envelopes = recording.envelopes
        self.seats = recording.script[0].before.state.course.seats
        self.viewers: tuple[Viewer, ...] = (*map(Seat, range(self.seats)), ANYBODY)
        self._views = {viewer: self._folded(viewer) for viewer in self.viewers}
        self._tables: dict[tuple[Viewer, int], bytes] = {}
        self._options: dict[tuple[Viewer, int], bytes] = {}

    def _folded(self, viewer: Viewer) -> list[View]:
        found = [NOTHING_YET]
        for envelope in self.envelopes:
            found.append(further(self.game, viewer, found[-1], envelope))
        return found

    def at(self, viewer: Viewer, position: int) -> View:
        return self._views[viewer][position]

    def table(self, viewer: Viewer, position: int) -> bytes:
        if (viewer, position) not in self._tables:
            self._tables[viewer, position] = self.table_of(viewer, self.at(viewer, position))
        return self._tables[viewer, position]

    def options(self, seat: Seat, position: int) -> bytes:
        if (seat, position) not in self._options:
            self._options[seat, position] = self.options_of(seat, self.at(seat, position))
        return self._options[seat, position]

    def table_of(self, viewer: Viewer, view: View) -> bytes:
        table = written(self.game_id, self.game, viewer, view)
        return canonical({k: v for k, v in table.items() if k != "hash"})

    def options_of(self, seat: Seat, view: View) -> bytes:
        return canonical(options(self.game, view.moment, seat))


def further(game: Game[Any], viewer: Viewer, before: View, envelope: Envelope) -> View:
    """The view after one more event."""
    seen = redact(envelope.event, viewer)
    return View(
        position=envelope.position,
        hash=envelope.hash,
        state=evolve(game, before.state, seen),
        created=seen if isinstance(seen, GameCreated) else before.created,
        opened_at=envelope.recorded_at if isinstance(seen, StageOpened) else before.opened_at,
        settled=envelope.position == envelope.commit_end,
    )


def compare(recording: Recording, views: Views, swap: Swap) -> Verdict:
    """Play world B beside world A; raises `Leak` at the first unlawful difference."""
    pair = _Pair(recording, views, swap)
    try:
        pair.swap_it()
        for done in recording.script[swap.step + 1 : swap.step + 1 + MOST_ACTS]:
            pair.go_on(done)
    except Disclosed as how:
        pair.verdict.disclosed = str(how)
    except HiddenConsulted as fault:
        raise Leak(f"{swap.kind} at step {swap.step}: a view could not be folded: {fault}") from fault
    return pair.verdict


class _Pair:
    """The two worlds while they are compared; `initiated` know in which of them they are."""

    def __init__(self, recording: Recording, views: Views, swap: Swap) -> None:
        self.recording, self.views, self.swap = recording, views, swap
        self.game: Game[Any] = recording.world.game
        self.start = recording.script[swap.step]
        self.other: World = recording.world.taken_back(self.start)
        self.initiated: set[Viewer] = set()
        self.verdict = Verdict()
        position = self.start.before.head.position
        self.seen = {viewer: views.at(viewer, position) for viewer in views.viewers}

    def swap_it(self) -> None:
        """The step itself: the same act, with another secret."""
        done, swap = self.start, self.swap
        if swap.command is not None:
            act = Act(
                at=done.act.at,
                kind="declare",
                seat=done.act.seat,
                command=swap.command,
                stage=done.act.stage,
                key=done.act.key,
            )
            other = performed(self.other, act)
        else:
            other = self._supplied(done)
        self._same(done, other, free=0)

    def _supplied(self, done: Done) -> Done:
        """The first request of the look, answered with other numbers from the cut on."""
        request = done.before.state.course.requests[0].number
        known = supplied(self.views.envelopes, done)
        before, refusals = self.other.standing, self.other.refusals()
        outcome = self.other.supply(done.act.at, request, self.swap.seed, known, self.swap.cut)
        return Done(
            act=done.act,
            outcome=outcome,
            before=before,
            after=self.other.standing,
            refusals=refusals,
            late=False,
        )

    def go_on(self, done: Done) -> None:
        """The next act of the script, in the other world too."""
        other = performed(self.other, done.act)
        own = done.act.kind == "declare" and done.act.seat in self.initiated and not done.late
        if done.late:
            self.verdict.late += 1
        if own and done.outcome.refusal != other.outcome.refusal:
            raise Disclosed(f"seat {done.act.seat} declares what it could not declare there")
        free = self._direct_events(done) if own and done.outcome.refusal is None else 0
        self._same(done, other, free=free)

    def _direct_events(self, done: Done) -> int:
        """How many events the seat itself answers for; the loop answers for the others."""
        if done.outcome.commits != 1:
            return done.after.head.position - done.before.head.position
        return len(direct(self.game, done.before.state, done.act))

    def _same(self, done: Done, other: Done, *, free: int) -> None:
        self._same_events(done, other, free)
        self._expect(self._told(done), self._told(other), "the outcome")
        self._expect(done.after.head[2:], other.after.head[2:], "what the service waits for")
        self._expect(done.after.closes_at, other.after.closes_at, "the deadline")
        for seat, before in done.refusals.items():
            if Seat(seat) not in self.initiated:
                self._expect(before, other.refusals[seat], f"the refusals of seat {seat}")
        for viewer in self._uninitiated():
            if isinstance(viewer, int):
                position = done.after.head.position
                there = self.views.options_of(viewer, self.seen[viewer])
                self._expect(self.views.options(viewer, position), there, f"options of {viewer}")

    def _told(self, done: Done) -> Any:
        """The outcome; the facts of a refusal may turn on what the seat itself lawfully knows."""
        refusal = done.outcome.refusal
        if refusal is not None and done.act.seat in self.initiated:
            return refusal[:3]
        return done.outcome

    def _same_events(self, done: Done, other: Done, free: int) -> None:
        start = done.before.head.position
        here = self.views.envelopes[start : done.after.head.position]
        there = self.other.envelopes(start)
        for number, (a, b) in enumerate(zip(here, there, strict=False)):
            self._same_event(a, b, lawful=number < free)
        if len(here) != len(there):
            raise self._leak(f"{len(here)} events in one world, {len(there)} in the other")

    def _same_event(self, a: Envelope, b: Envelope, *, lawful: bool) -> None:
        parting = public_parting(a.event, b.event)
        if parting is not None:
            if lawful or discloses(a.event, b.event):
                raise Disclosed(parting)
            raise self._leak(parting)
        told = initiated(a.event, b.event, self.views.seats)
        self.initiated |= told
        self._note(a.event, b.event)
        for viewer in self.views.viewers:
            if viewer not in told or not _in_secret(a.event):
                one, two = shown(a, viewer), shown(b, viewer)
                self._expect(one, two, f"the feed of {viewer} at {a.position}")
            self.seen[viewer] = further(self.game, viewer, self.seen[viewer], b)
        for viewer in self._uninitiated():
            here = self.views.table(viewer, a.position)
            there = self.views.table_of(viewer, self.seen[viewer])
            self._expect(here, there, f"the table of {viewer} at {a.position}")
        self.verdict.compared += 1

    def _note(self, a: Event, b: Event) -> None:
        if type(a) is type(b):
            self.verdict.differed |= {
                f"{a.TYPE}.{f.name}" for f in a.FIELDS if getattr(a, f.name) != getattr(b, f.name)
            }

    def _uninitiated(self) -> list[Viewer]:
        return [viewer for viewer in self.views.viewers if viewer not in self.initiated]

    def _expect(self, one: Any, two: Any, what: str) -> None:
        if one != two:
            raise self._leak(f"{what}: {one!r} in one world, {two!r} in the other")

    def _leak(self, what: str) -> Leak:
        return Leak(f"{self.swap.kind} swapped at step {self.swap.step}: {what}")
