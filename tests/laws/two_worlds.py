"""Two worlds: a secret is other than it was, and all is done again. What differs, and for whom?

World A is a recorded game. World B is the same up to one step, where a secret is swapped: other
cards or bills come up, or a seat commands the same in public and something else in secret. Then
the script of world A goes on in world B, the same declarations at the same instants. Until the
secret is lawfully disclosed, nothing may differ but what those who know it see.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from events.codec import canonical
from events.envelope import Envelope
from projections.checkpoints import NOTHING_YET, View, after
from projections.options import options
from projections.table import written
from rules.kernel.decider import fold
from rules.kernel.game import Game
from rules.kernel.hidden import HiddenConsulted
from rules.kernel.identifiers import ANYBODY, Seat, Viewer
from rules.kernel.messages import Event
from rules.kernel.visibility import redact
from tests.laws.parting import (
    discloses,
    in_secret,
    initiated,
    public_parting,
    shown,
    silences,
)
from tests.laws.swaps import MOST_ACTS, Swap, direct, supplied
from tests.laws.worlds import Act, Done, Recording, World, performed

SILENCE = "the silence of all was chosen beforehand in one world alone"
SPOT_CHECK = 29
"""Every so many positions, tables and options are written out and compared whatever is known."""


class Leak(AssertionError):
    """Somebody who is not entitled to a secret can tell the two worlds apart."""


class Disclosed(Exception):
    """The secret has come out lawfully; from here on the worlds may part."""


@dataclass(slots=True, kw_only=True)
class Verdict:
    """How far two worlds were compared: events, the secret fields that differed, how it ended."""

    compared: int = 0
    differed: set[str] = field(default_factory=set)
    disclosed: str | None = None
    late: int = 0


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
    return after(game, before, envelope, redact(envelope.event, viewer))


_all_but_hash = attrgetter(*(f.name for f in fields(View) if f.name != "hash"))


def same_view(one: View, two: View) -> bool:
    """Whether both know the same: then so do tables and options, which are made of views."""
    try:
        return _all_but_hash(one) == _all_but_hash(two)
    except HiddenConsulted:
        return False


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
        raise pair.leak(f"a view could not be folded: {fault}") from fault
    return pair.verdict


def _parting_place(here: list[Envelope], there: list[Envelope]) -> int:
    """Where the two rows of events first part for all to see, or one of them ends."""
    pairs = enumerate(zip(here, there, strict=False))
    parted = (n for n, (a, b) in pairs if public_parting(a.event, b.event) is not None)
    return next(parted, min(len(here), len(there)))


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
            due=self.other.due(),
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
        self._expect(done.due, other.due, "when the index calls for it")
        for seat, before in done.refusals.items():
            if Seat(seat) not in self.initiated:
                self._expect(before, other.refusals[seat], f"the refusals of seat {seat}")
        for viewer in self._uninitiated():
            if isinstance(viewer, int):
                position = done.after.head.position
                known = self.views.at(viewer, position)
                if position % SPOT_CHECK and same_view(known, self.seen[viewer]):
                    continue
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
        parted = _parting_place(here, there)
        end = self._end(done, other, here, there, parted) if parted >= free else None
        for number, (a, b) in enumerate(zip(here, there, strict=False)):
            if number == parted and end:
                break
            last = end is not None and number + 1 == parted
            self._same_event(a, b, lawful=number < free, feeds_only=last)
        if end:
            raise Disclosed(end)
        if len(here) != len(there):
            raise self.leak(f"{len(here)} events in one world, {len(there)} in the other")

    def _end(
        self, done: Done, other: Done, here: list[Envelope], there: list[Envelope], parted: int
    ) -> str | None:
        """Why the two worlds may part here, but for what rules disclose; None where they may not.

        A standing answer counts at once: with another one a stage ends in one world alone.
        """
        if parted == len(here) == len(there):
            return None
        silent = []
        for world, envelopes in ((done, here), (other, there)):
            events = [envelope.event for envelope in envelopes]
            moment = fold(self.game, events[:parted], world.before.moment)
            silent.append(silences(self.game, moment, events[parted:]))
        if silent[0] != silent[1]:
            return SILENCE
        return None

    def _same_event(
        self, a: Envelope, b: Envelope, *, lawful: bool, feeds_only: bool = False
    ) -> None:
        """`feeds_only`: the tables say whether more follows in the same commit."""
        parting = public_parting(a.event, b.event)
        if parting is not None:
            if lawful or discloses(a.event, b.event):
                raise Disclosed(parting)
            raise self.leak(parting)
        told = initiated(a.event, b.event, self.views.seats)
        self.initiated |= told
        self._note(a.event, b.event)
        is_open = a.event.OPEN and b.event.OPEN
        for viewer in (ANYBODY,) if is_open else self.views.viewers:
            if viewer not in told or not in_secret(a.event):
                one, two = shown(a, viewer), shown(b, viewer)
                self._expect(one, two, f"the feed of {viewer} at {a.position}")
        for viewer in self.views.viewers:
            self.seen[viewer] = further(self.game, viewer, self.seen[viewer], b)
        for viewer in () if feeds_only else self._uninitiated():
            known = self.views.at(viewer, a.position)
            if a.position % SPOT_CHECK and same_view(known, self.seen[viewer]):
                continue
            here = self.views.table(viewer, a.position)
            there = self.views.table_of(viewer, self.seen[viewer])
            self._expect(here, there, f"the table of {viewer} at {a.position}")
        self.verdict.compared += 1

    def _note(self, a: Event, b: Event) -> None:
        if in_secret(a) and in_secret(b) and a != b:
            self.verdict.differed |= {a.TYPE, b.TYPE}
        if type(a) is type(b):
            self.verdict.differed |= {
                f"{a.TYPE}.{f.name}" for f in a.FIELDS if getattr(a, f.name) != getattr(b, f.name)
            }

    def _uninitiated(self) -> list[Viewer]:
        return [viewer for viewer in self.views.viewers if viewer not in self.initiated]

    def _expect(self, one: Any, two: Any, what: str) -> None:
        if one != two:
            raise self.leak(f"{what}: {one!r} in one world, {two!r} in the other")

    def leak(self, what: str) -> Leak:
        return Leak(f"{self.swap.kind} swapped at step {self.swap.step}: {what}")
