"""Given, When, Then: a position made of events, a command, what follows or why it is refused.

`given(...)` builds the position; `.when(seat, command)`, `.expires()` and `.chance()` judge a
command on it; `.then(...)` compares what followed, `.waits(...)` who is asked next, `.refused(...)`
the refusal. After every event the game's invariants are checked, and after every commit that a
question tells nothing and that each seat is offered the same on its own view as on the full state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from rules.junta import GAME
from rules.junta.cards import DECK, CardId
from rules.junta.drawing import CardsDrawn
from rules.junta.interrupts.play_card import DonationReceived, InfluenceExposed
from rules.junta.ruleset import BILLS, POSTS, PostId
from rules.junta.stages.acceptance import PresidentElected
from rules.junta.stages.aid import AidDrawn
from rules.junta.stages.bank import BankUsed
from rules.junta.stages.cabinet import CabinetFormed
from rules.junta.stages.clean_up import TurnEnded
from rules.junta.stages.deal import PilesPrepared
from rules.junta.stages.hand_limit import CardsDiscarded
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import DiceRequested, DiceRolled, Drawn, DrawRequested, SupplyChance
from rules.kernel.course import (
    CreateGame,
    ExpireStage,
    GameStarted,
    SeatTaken,
    StageClosed,
    StageExpired,
    StageOpened,
)
from rules.kernel.decider import Moment, accepts, decide, duration, fold, is_over, waiting_for
from rules.kernel.frozen import but
from rules.kernel.game import Game
from rules.kernel.identifiers import ANYBODY, Seat, StageNumber, Viewer
from rules.kernel.messages import Command, Event
from rules.kernel.rejections import Rejection
from rules.kernel.stages import UNNUMBERED
from rules.kernel.visibility import redact

Cards = Iterable[str]
QUESTIONS = (StageOpened, StageClosed, StageExpired)
CHANCE = (DiceRequested, DiceRolled, DrawRequested, Drawn)


def cabinet(*holders: int) -> dict[PostId, Seat]:
    """A cabinet: Minister, the three Generals, Admiral, Air Force Commander."""
    return dict(zip(POSTS, map(Seat, holders), strict=True))


CABINETS = {
    4: cabinet(1, 1, 2, 3, 2, 3),
    5: cabinet(1, 1, 2, 3, 4, 2),
    6: cabinet(1, 1, 2, 3, 4, 5),
    7: cabinet(1, 2, 3, 4, 5, 6),
}
"""A lawful cabinet under President 0 for so many families."""


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
        return {accept.command.TYPE: accept.choices for accept in offered}

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
                event = but(event, request=self.moment.position + 1)
            self._fold(event)
        self._check()
        return self

    # --- when ---

    def when(self, seat: int, command: Command, stage: int | None = None) -> Play:
        """The seat declares; `stage` is the open one unless another number is given."""
        opened = self.state.course.stage
        number = stage if stage is not None else (opened and opened.number)
        return self._give(Seat(seat), command, number)

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

    def chance(self, seed: int = 0) -> Play:
        """Chance is supplied for the first open request."""
        return self.supplies(self.state.course.requests[0].number, seed)

    def supplies(self, request: int, seed: int = 0) -> Play:
        """Chance is supplied for the request with this number."""
        supplied = sha256(f"{request}|{seed}".encode()).hexdigest()
        order = SupplyChance(request=request, seed=supplied, link=None)  # type: ignore[arg-type]
        return self._give("system", order)

    # --- then ---

    def then(self, *events: Event) -> Play:
        """Exactly these events followed, in this order, not counting stages that open and close."""
        assert self.state is not None
        followed = [_unnumbered(e) for e in self.last if not isinstance(e, QUESTIONS)]
        assert followed == [_unnumbered(e) for e in events]
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

    def refused(self, kind: type[Rejection], *parts: str) -> Play:
        """The last command was refused in this way, with a sentence that has these parts."""
        refusal, self.refusal = self.refusal, None
        assert type(refusal) is kind, refusal or "it was not refused"
        assert all(part in refusal.sentence for part in parts), refusal.sentence
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
        game, full, public = self.game, self.moment.state, self.view(ANYBODY)
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


def _unnumbered(event: Event) -> Event:
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


def given(
    game: Game[Any] = GAME,
    *,
    at: str,
    seats: int = 5,
    hands: Mapping[int, Cards] | None = None,
    exposed: Mapping[int, Cards] | None = None,
    discards: Cards = (),
    pile: Cards | None = None,
    cash: Mapping[int, Bills] | None = None,
    swiss: Mapping[int, Bills] | None = None,
    bills_left: Bills | None = None,
    president: int | None = None,
    posts: Mapping[PostId, Seat] | None = None,
    aid: Bills | None = None,
    **options: Any,
) -> Play:
    """A running game whose stage `at` has just opened, with exactly these goods.

    `pile`: the political cards left to draw, the others being discarded. `bills_left`: the bills
    left in the pile, the others lying in the last seat's account. `president` is in office, with
    `posts` (from step 3 on those of `CABINETS` unless given); `aid` has been drawn.
    """
    play = table(game, seats=seats, **options).has(PREPARED)
    _deal(play, hands or {}, exposed or {}, discards, pile)
    _pay(play, cash or {}, swiss or {}, bills_left, aid or NO_BILLS)
    play.has(*_step("draw" if at == "hand_limit" else "deal", play.moment.position))
    if president is not None:
        play.has(PresidentElected(seat=Seat(president)))
    if posts is None and aid is not None:
        posts = CABINETS[seats]
    if posts is not None:
        play.has(CabinetFormed(president=Seat(president or 0), posts=posts))
    if aid is not None:
        play.has(AidDrawn(seat=Seat(president or 0), number=aid.number, bills=aid))
    return play.opens(at)


PREPARED = PilesPrepared(cards=DECK, card_count=len(DECK), bills=BILLS, bill_count=BILLS.number)


def _step(name: str, position: int) -> tuple[Event, ...]:
    number = StageNumber(position + 1)
    opened = StageOpened(number=number, name=name, lasts_s=None, seats=())
    return (opened, StageClosed(number=number))


def _deal(
    play: Play,
    hands: Mapping[int, Cards],
    exposed: Mapping[int, Cards],
    discards: Cards,
    pile: Cards | None,
) -> None:
    """The wanted cards are drawn, exposed and discarded."""
    for seat in range(len(play.state.families)):
        held, shown = (cards_of(*goods.get(seat, ())) for goods in (hands, exposed))
        if held | shown:
            play.has(drew(seat, *held, *shown))
        play.has(*(InfluenceExposed(seat=Seat(seat), card=c) for c in sorted(shown)))
    gone = cards_of(*discards) if pile is None else play.state.deck.pile - cards_of(*pile)
    if gone:
        thrown = CardsDiscarded(seat=Seat(0), from_hand=gone, from_exposed=cards_of())
        play.has(drew(0, *gone), thrown)


def cards_of(*names: str) -> frozenset[CardId]:
    """A set of cards by their ids."""
    return frozenset(map(CardId, names))


def drew(seat: int, *cards: str) -> CardsDrawn:
    """The event of a seat that drew these cards."""
    return CardsDrawn(seat=Seat(seat), number=len(cards), cards=cards_of(*cards))


def _pay(
    play: Play,
    cash: Mapping[int, Bills],
    swiss: Mapping[int, Bills],
    bills_left: Bills | None,
    aid: Bills,
) -> None:
    """The wanted bills come out of the pile, and those for an account go there."""
    rich, last = dict(swiss), len(play.state.families) - 1
    if bills_left is not None:
        used: Bills = sum([*cash.values(), *swiss.values(), aid], bills_left)
        rich[last] = rich.get(last, NO_BILLS) + (BILLS - used)
    for seat, bills in (*rich.items(), *cash.items()):
        play.has(DonationReceived(seat=Seat(seat), number=bills.number, bills=bills))
        if bills is rich.get(seat):
            play.has(_banked(seat, bills))
    play.has(TurnEnded(turn=0))


def _banked(seat: int, bills: Bills) -> BankUsed:
    return BankUsed(seat=Seat(seat), deposit=bills, withdraw=NO_BILLS, account_bills=bills.number)
