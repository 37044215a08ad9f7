"""The laws of design §2 as checks that any game must pass, at every event and for every viewer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any

from events.codec import CodecError, canonical
from rules.kernel.absence import lasting
from rules.kernel.bills import Bills
from rules.kernel.choices import Accept
from rules.kernel.course import StageClosed, StageExpired, StageOpened
from rules.kernel.decider import Moment, decide, duration, evolve, is_over, waiting_for
from rules.kernel.game import Game
from rules.kernel.gate import accepts, open_stage
from rules.kernel.hidden import HiddenConsulted
from rules.kernel.identifiers import ANYBODY, Seat, Viewer
from rules.kernel.lobby import LOBBY
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import Rejection
from rules.kernel.visibility import redact
from tests.laws.driver import ORDINARY, Habits, Step, played
from tests.laws.secrets import DISCLOSING, DISCLOSURES
from tests.laws.truth import untrue

LISTED = 40


class LawBroken(AssertionError):
    """A law of the house does not hold."""


class Watch:
    """One game as everybody sees it, folded event by event, with the laws checked at each.

    closely: every seat's view is folded, and its door tried at every event. Else these seats' alone
    are, and they are asked at every fourth event. What anybody knows of the
    course, and the invariants, are checked at every event in either case.
    """

    def __init__(self, game: Game[Any], closely: Collection[int] | None = None) -> None:
        self.game = game
        self.closely = closely
        self.state: Any = None
        self.views: dict[Viewer, Any] = {}
        self.position = 0

    def follow(self, step: Step) -> None:
        """All events of one step."""
        for event in step.events:
            self.see(event)
        if self.state != step.after.state:
            raise LawBroken(f"{step.command}: the state is not the fold of its events")

    def see(self, event: Event) -> None:
        """Fold one event for everybody, and check every law."""
        self.position += 1
        if isinstance(event, StageOpened) and event.name != LOBBY:
            self._check_opening(event)
        room = None if self.state is None else open_stage(self.game, self.state)
        before, self.state = self.state, evolve(self.game, self.state, event)
        self._check_invariants(before, event)
        seats = [s for s in range(self.state.course.seats) if self._watched(s)]
        course = self._course(self.state)
        viewers = (*map(Seat, seats), ANYBODY)
        self.views = {v: view for v, view in self.views.items() if v in viewers}
        for viewer in viewers:
            self._check_view(viewer, event, course)
        self._check_what_follows(room, event)

    def _watched(self, seat: int) -> bool:
        return self.closely is None or seat in self.closely

    def _check_opening(self, event: StageOpened) -> None:
        """Everybody could have said which stage comes next, for whom, and how long it lasts."""
        opened = (event.name, event.seats, event.lasts_s)
        for viewer, view in self.views.items():
            try:
                name = self.game.follow(view)
                stage = self.game.stage_named[event.name]
                foreseen = (name, stage.active(view), lasting(stage, view))
            except HiddenConsulted as fault:
                raise LawBroken(f"{event} asks what {viewer} does not know: {fault}") from fault
            if foreseen != opened:
                raise LawBroken(f"{event} tells {viewer}, who expected {foreseen}")

    def _check_what_follows(self, room: Any, event: Event) -> None:
        """What a stage does by itself, all of it public, turns on nothing but what is public."""
        if not isinstance(event, StageOpened | StageClosed | StageExpired):
            return
        room = open_stage(self.game, self.state) if isinstance(event, StageOpened) else room
        move = {StageOpened: "open", StageClosed: "close", StageExpired: "expire"}[type(event)]
        if getattr(room, "NAME", None) in DISCLOSING[move]:
            return
        follows = tuple(getattr(room, move)(self.state))
        if not all(e.OPEN and e.TYPE not in DISCLOSURES for e in follows):
            return
        try:
            foreseen = tuple(getattr(room, move)(self.views[ANYBODY]))
        except HiddenConsulted as fault:
            raise LawBroken(f"{move} of {room} asks a secret: {fault}") from fault
        if foreseen != follows:
            raise LawBroken(f"{move} of {room}: {follows}, expected by anybody: {foreseen}")

    def _check_invariants(self, before: Any, event: Event) -> None:
        for name, fault in self.game.laws.broken(self.state, before):
            raise LawBroken(f"{name} after {event.TYPE}: {fault}")

    def _check_view(self, viewer: Viewer, event: Event, course: Any) -> None:
        try:
            view = evolve(self.game, self.views.get(viewer), redact(event, viewer))
            self.views[viewer] = view
            asked = viewer == ANYBODY or self._asked()
            if asked and self._course(view) != course:
                raise LawBroken(
                    f"a question tells {viewer} after {event.TYPE}: over, waiting for and duration "
                    f"are {course} on the full state and {self._course(view)} on the view"
                )
            if asked and isinstance(viewer, int):
                self._check_door(viewer, view, event)
            self._check_truth(viewer, view, event)
        except HiddenConsulted as fault:
            raise LawBroken(f"the view of {viewer} after {event.TYPE}: {fault}") from fault

    def _course(self, state: Any) -> tuple[Any, ...]:
        return (
            is_over(self.game, state),
            waiting_for(self.game, state),
            duration(self.game, state),
        )

    def _asked(self) -> bool:
        return self.closely is None or self.position % 4 == 0

    def _check_door(self, seat: Seat, view: Any, event: Event) -> None:
        if self.state.course.stage is None:
            return
        gate, offered = accepts(self.game, self.state, seat), accepts(self.game, view, seat)
        if gate != offered:
            raise LawBroken(
                f"gate and options of {seat} differ after {event.TYPE}: {gate}, {offered}"
            )

    def _check_truth(self, viewer: Viewer, view: Any, event: Event) -> None:
        """The public view at every eighth event (or fortieth), the seats' in turn; their tables."""
        seats, stride = self.state.course.seats, 8 if self.closely is None else 40
        place = viewer if isinstance(viewer, int) else self.position // stride % seats
        if self.position % stride or self.position // stride % seats != place:
            return
        where = untrue(view, self.state, viewer)
        if where is not None:
            raise LawBroken(f"the view of {viewer} is false after {event.TYPE}: {where}")
        try:
            canonical(self.game.table(view))
        except CodecError as fault:
            raise LawBroken(f"the table of {viewer} after {event.TYPE} is no JSON") from fault


class Probe:
    """What a seat is offered is accepted; what it is not offered is refused, and not otherwise."""

    def __init__(self, game: Game[Any], random: Random) -> None:
        self.game = game
        self.random = random
        self.seen: dict[type[Command], list[Command]] = {}
        self.accepted = self.refused = 0

    def at(self, watch: Watch, position: int) -> None:
        """Try every seat's offers on this moment, and some commands that nobody offered."""
        moment = Moment(position, watch.state)
        course = watch.state.course
        if course.status != "running" or course.stage is None:
            return
        for seat in map(Seat, range(course.seats)):
            offered = accepts(self.game, watch.views[seat], seat)
            for accept in offered:
                for command in self._offers(accept):
                    self._try(moment, watch.views[seat], seat, command, offered)
            for command in self._strangers():
                self._try(moment, watch.views[seat], seat, command, offered)

    def _offers(self, accept: Accept) -> list[Command]:
        found = accept.listed(LISTED)
        if found is None:
            found = [accept.sample(self.random.randrange) for _ in range(4)]
        for one in found:
            if not all(accept.choices[name].contains(value) for name, value in one.items()):
                raise LawBroken(f"{accept.command.TYPE} offers {one}, and does not contain it")
        made: list[Command] = [accept.command(**one) for one in found]
        kept = self.seen.setdefault(accept.command, [])
        kept.extend(made)
        del kept[:-80]
        return self.random.sample(made, min(5, len(made)))

    def _strangers(self) -> list[Command]:
        """Commands of other seats, stages and times, some of them bent out of shape."""
        some = [self.random.choice(kept) for kept in self.seen.values() if kept]
        some = self.random.sample(some, min(4, len(some)))
        return [*some, *(bent for one in some[:2] for bent in bent_out_of_shape(one))]

    def _try(
        self,
        moment: Moment[Any],
        view: Any,
        seat: Seat,
        command: Command,
        offered: tuple[Accept, ...],
    ) -> None:
        number = view.course.stage.number
        lawful = any(contains(accept, command) for accept in offered)
        try:
            _, after = decide(self.game, moment, seat, command, number)
        except Rejection as refusal:
            self.refused += 1
            if lawful:
                raise LawBroken(f"{command} is offered to {seat} and refused: {refusal}") from None
            self._check_refusal(moment, view, seat, command, refusal)
            return
        self.accepted += 1
        if not lawful:
            raise LawBroken(f"{command} is accepted from {seat} and not offered")
        for name, fault in self.game.laws.broken(after.state, moment.state):
            raise LawBroken(f"{name} after {command} of {seat}: {fault}")

    def _check_refusal(
        self, moment: Moment[Any], view: Any, seat: Seat, command: Command, refusal: Rejection
    ) -> None:
        """A refusal says only what the refused seat knows: its view refuses in the same words."""
        number = view.course.stage.number
        try:
            decide(self.game, Moment(moment.position, view), seat, command, number)
        except Rejection as same:
            if told(same) == told(refusal):
                return
            words = f"{told(refusal)}, on its view {told(same)}"
            raise LawBroken(f"{command} of {seat}: {words}") from None
        raise LawBroken(f"{command} of {seat} is refused, and its own view would accept it")


def contains(accept: Accept, command: Command) -> bool:
    """Whether the offer covers the command."""
    return accept.command is type(command) and all(
        choice.contains(getattr(command, name)) for name, choice in accept.choices.items()
    )


def told(refusal: Rejection) -> tuple[Any, ...]:
    """Everything that the refused seat is told."""
    return type(refusal), refusal.sentence, refusal.rule, refusal.facts


def bent_out_of_shape(command: Command) -> Iterator[Command]:
    """The command with one field at a time replaced by values that no rule allows."""
    values = {field.name: getattr(command, field.name) for field in command.FIELDS}
    for name, value in values.items():
        for strange in strange_values(value):
            yield type(command)(**{**values, name: strange})


def strange_values(value: Any) -> tuple[Any, ...]:
    """Values of the same type that are out of all bounds."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, Bills):
        return Bills(-1, 0, 0), Bills(0, 10**9, 0), Bills(1, 0, -1)
    if isinstance(value, int):
        return -1, 10**30
    if isinstance(value, str):
        return "", "no such thing", "x" * 10_000
    if isinstance(value, frozenset):
        return frozenset({"no such thing"}), frozenset(map(str, range(99)))
    if isinstance(value, Mapping):
        inner = next(iter(value.values()), 1)
        key = next(iter(value), 0)
        stranger = "no such thing" if isinstance(key, str) else 99
        return ({stranger: inner}, *({key: bent} for bent in strange_values(inner)))
    return ()


def checked_game(
    game: Game[Any],
    seed: int,
    seats: int,
    probes: float = 0.02,
    closely: Collection[int] | None = None,
    note: Callable[[Step], None] = lambda step: None,
    habits: Habits = ORDINARY,
) -> tuple[Watch, Probe]:
    """Play one whole game with every law checked at every event, closely for these seats or all."""
    watch, random = Watch(game, closely), Random(seed)
    probe = Probe(game, random)
    for step in played(game, seed, seats, habits):
        watch.follow(step)
        note(step)
        if closely is None and random.random() < probes:
            probe.at(watch, step.after.position)
    return watch, probe
