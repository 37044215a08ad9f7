"""A game under test: what happens to it, and what must hold whatever happens.

After every event the game's invariants are checked; after every commit, that a question tells
nothing, and that each seat is offered the same on its own view as on the full state.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from rules.junta import GAME
from rules.junta.stages.alternative import NoBudgetOffered, OfferNoBudget, RejectionStood
from rules.junta.stages.ballot_cards import CountAwaited, LetCount
from rules.junta.stages.confidence import PresidentTrusted, Trust
from rules.junta.stages.coup_start import CoupDeclined, NoCoup
from rules.kernel.attendance import SeatMarkedAbsent, StagePaced
from rules.kernel.chance import (
    DiceRequested,
    DiceRolled,
    Drawn,
    DrawRequested,
    SupplyChance,
)
from rules.kernel.course import (
    CreateGame,
    ExpireStage,
    GameStarted,
    SeatTaken,
    StageClosed,
    StageExpired,
    StageOpened,
)
from rules.kernel.decider import Moment, decide, duration, fold, is_over, waiting_for
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.gate import accepts
from rules.kernel.identifiers import ANYBODY, Seat, StageNumber, Viewer
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import Rejection
from rules.kernel.stages import UNNUMBERED
from rules.kernel.visibility import redact

QUESTIONS = (StageOpened, StageClosed, StageExpired, StagePaced, SeatMarkedAbsent)
WINDOWS: Mapping[str | None, Command] = {
    "ballot_cards": LetCount(),
    "confidence": Trust(),
    "alternative": OfferNoBudget(),
}
"""The stages in which all are asked for a card, and how one says that he plays none."""
ANSWERS: Mapping[str | None, Command] = {**WINDOWS, "coup_start": NoCoup()}
PASSES = (CountAwaited, PresidentTrusted, NoBudgetOffered, RejectionStood, CoupDeclined)
CHANCE = (DiceRequested, DiceRolled, DrawRequested, Drawn)


class Play:
    """A game under test: where it stands, what just happened, and what each viewer knows of it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.events: list[Event] = []
        self.last: tuple[Event, ...] = ()
        self.moment: Moment[Any] = Moment(0, None)
        self.views: dict[Viewer, Moment[Any]] = {}
        self.refusal: Rejection | None = None

    @property
    def state(self) -> Any:
        """The full state; raises a refusal that nobody expected."""
        if self.refusal is not None:
            raise self.refusal
        return self.moment.state

    def view(self, viewer: Viewer) -> Any:
        """The state as far as the viewer knows it."""
        return self.views[viewer].state

    def family(self, seat: int) -> Any:
        """One family of the full state."""
        return self.state.families[seat]

    def offers(self, seat: int) -> dict[str, Any]:
        """What the seat may declare now: the name of the command -> its choices by field."""
        offered = accepts(self.game, self.state, Seat(seat))
        return {accept.command.TYPE: accept.choices for accept in offered if accept.count()}

    # --- given ---

    def has(self, *events: Event) -> Play:
        """These events happened, lawful or not; nothing follows from them."""
        for event in events:
            self._fold(event)
        return self

    def opens(self, name: str) -> Play:
        """The stage opened now, as the loop would have opened it."""
        stage, state = self.game.stage_named[name], self.state
        number = StageNumber(self.moment.position + 1)
        seats, lasts = stage.active(state), stage.duration(state)
        self._fold(StageOpened(number=number, name=name, lasts_s=lasts, seats=seats))
        for event in stage.open(self.state):
            if isinstance(event, DiceRequested | DrawRequested):
                event = but(event, request=self.state.course.asked + 1)
            self._fold(event)
        self._check()
        return self

    # --- when ---

    def when(self, seat: int, command: Command, stage: int | None = None) -> Play:
        """The seat declares; `stage` is the open one unless another number is given."""
        opened = self.state.course.stage
        number = stage if stage is not None else (opened and opened.number)
        return self._give(Seat(seat), command, number)

    def ordered(self, actor: str, command: Command) -> Play:
        """The host, the auditor, a newcomer or the service gives a command."""
        return self._give(actor, command)

    def expires(self, until: str | None = None) -> Play:
        """The open stage's time runs out; `until`: again and again until that stage is open."""
        while True:
            stage = self.state.course.stage
            if self.state.course.requests:
                self.chance()
            elif until is None or stage.name != until:
                self._give("system", ExpireStage(stage=stage.number))
            if until is None or self.at == until:
                return self

    def passes(self, *names: str) -> Play:
        """Nobody plays a card where all are asked for one; that they said so is not in `last`.

        names: only in these stages; in all of `WINDOWS` unless given.
        """
        while self.at in (names or WINDOWS):
            for seat in waiting_for(self.game, self.state):
                self.when(seat, ANSWERS[self.at])
            self.last = tuple(e for e in self.last if not isinstance(e, PASSES))
        return self

    def peace(self) -> Play:
        """Nobody starts a coup."""
        return self.passes("coup_start")

    def chance(self, seed: int = 0) -> Play:
        """Chance is supplied for the first open request."""
        return self.supplies(self.state.course.requests[0].number, seed)

    def rolls(self, *faces: int) -> Play:
        """The dice of the first open request fall so, as if a script had it written down."""
        asked = self.state.course.requests[0]
        assert (asked.kind, asked.dice) == ("dice", len(faces))
        course = but(self.state.course, script=faces)
        self.moment = but(self.moment, state=but(self.state, course=course))
        return self.supplies(asked.number)

    def supplies(self, request: int, seed: int = 0) -> Play:
        """Chance is supplied for the request with this number."""
        supplied = _bytes(request, seed).hex()
        order = SupplyChance(request=request, seed=supplied, link=None)  # type: ignore[arg-type]
        return self._give("system", order)

    # --- then ---

    def then(self, *events: Event) -> Play:
        """Exactly these events followed, in this order, not counting stages and who misses them."""
        assert self.state is not None
        followed = [unnumbered(e) for e in self.last if not isinstance(e, QUESTIONS)]
        assert followed == [unnumbered(e) for e in events]
        return self

    def waits(self, name: str, *seats: int) -> Play:
        """The stage with this name is open, and waits for exactly these seats."""
        assert (self.at, waiting_for(self.game, self.state)) == (name, seats)
        return self

    @property
    def at(self) -> str | None:
        """The name of the open stage."""
        stage = self.state.course.stage
        return None if stage is None else str(stage.name)

    def refused(self, kind: type[Rejection], *parts: str, rule: str | None = None) -> Play:
        """The last command was refused in this way, with a sentence that has these parts."""
        refusal, self.refusal = self.refusal, None
        assert type(refusal) is kind, refusal or "it was not refused"
        assert all(part in refusal.sentence for part in parts), refusal.sentence
        assert rule is None or refusal.rule == rule, refusal.rule
        return self

    # --- what is checked all the time ---

    def _give(self, actor: Any, command: Command, stage: Any = None) -> Play:
        assert self.state is not None
        try:
            events, after = decide(self.game, self.moment, actor, command, stage)
        except Rejection as refusal:
            self.last, self.refusal = (), refusal
            return self
        self.last = events
        for event in events:
            self._fold(event)
        assert self.moment == after
        self._check()
        return self

    def _fold(self, event: Event) -> None:
        self.events.append(event)
        self.moment = fold(self.game, (event,), self.moment)
        if isinstance(event, GameStarted):
            self.views = {v: Moment(0, None) for v in (ANYBODY, *map(Seat, range(event.seats)))}
            for viewer in self.views:
                seen = (redact(e, viewer) for e in self.events[:-1])
                self.views[viewer] = fold(self.game, seen, None)
        for viewer, moment in self.views.items():
            self.views[viewer] = fold(self.game, (redact(event, viewer),), moment)
        for name, law in self.game.invariants.items():
            assert law(self.moment.state) is None, (name, law(self.moment.state), event)

    def _check(self) -> None:
        game, full, public = self.game, self.state, self.view(ANYBODY)
        assert waiting_for(game, full) == waiting_for(game, public)
        assert (is_over(game, full), duration(game, full)) == (
            is_over(game, public),
            duration(game, public),
        )
        for seat in range(full.course.seats):
            offered = accepts(game, full, Seat(seat))
            assert offered == accepts(game, self.view(Seat(seat)), Seat(seat))
            for accept in offered:
                assert set(accept.choices) == {field.name for field in accept.command.FIELDS}


def _bytes(request: int, seed: int) -> bytes:
    return sha256(f"{request}|{seed}".encode()).digest()


def unnumbered(event: Event) -> Event:
    """The event without the number of its request."""
    return but(event, request=UNNUMBERED) if isinstance(event, CHANCE) else event


def created(game: Game[Any], seats: int, **options: Any) -> CreateGame:
    """The command that makes a table for so many, for bots, with these options."""
    return CreateGame(
        ruleset=game.id,
        seats=seats,
        options={o.name: o.default for o in game.options} | options,
        durations=dict(game.durations["bots"]),
        spectators="open",
        listed=True,
        auditor=False,
        dice_anchor="",
        draw_commitment="",
    )


def table(game: Game[Any] = GAME, *, seats: int = 5, **options: Any) -> Play:
    """A table at which all sit and nothing has happened."""
    play = Play(game)
    events, _ = decide(game, play.moment, "host", created(game, seats, **options))
    lobby = events[-1]
    assert isinstance(lobby, StageOpened)
    play.has(*events, *(SeatTaken(seat=Seat(i), name=f"Family {i}") for i in range(seats)))
    return play.has(StageClosed(number=lobby.number), GameStarted(seats=seats))
