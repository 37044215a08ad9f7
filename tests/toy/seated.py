"""A toy game that has begun, judged without a log: who gives what, and what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.kernel.attendance import NoteReturn
from rules.kernel.chance import SupplyChance
from rules.kernel.course import ExpireStage
from rules.kernel.decider import Moment, decide, fold
from rules.kernel.game import Game
from rules.kernel.lobby import TakeSeat
from rules.kernel.options import Option
from rules.kernel.standing import AnswerBeforehand, StandingAnswers
from tests.toy.game import TOY, Pick
from tests.when_then import created

GRACE = Option(name="grace_s", default=0, least=0, most=60, meaning="seconds")
GAME = replace(
    TOY,
    interrupts=(*TOY.interrupts, StandingAnswers(("picking",), may=lambda state, seat: True)),
    options=(*TOY.options, GRACE),
    ruling_ids={"pause": "TO-6", "extend": "TO-7", "replace": "TO-8", "void": "TO-9"},
)
NAMES = ("Ana", "Bob", "Cem", "Dan")


class Seated:
    """A toy game of so many seats, its first stage open; `lacks`: options it was made without."""

    def __init__(
        self,
        seats: int = 2,
        game: Game[Any] = GAME,
        lacks: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        self.game, self.log = game, list[Any]()
        self.moment: Moment[Any] = Moment(0, None)
        order = created(game, seats, **{"turns": 50, **options})
        left = {name: value for name, value in order.options.items() if name not in lacks}
        self.give("host", replace(order, options=left))
        for name in NAMES[:seats]:
            self.give("joiner", TakeSeat(name=name))

    def give(self, actor: Any, order: Any, stage: Any = None) -> tuple[Any, ...]:
        """The events that follow; the fold of the log must be the state."""
        events, self.moment = decide(self.game, self.moment, actor, order, stage)
        self.log += events
        assert fold(self.game, self.log) == self.moment
        return events

    def pick(self, seat: int, number: int = 2) -> tuple[Any, ...]:
        return self.give(seat, Pick(number=number), self.stage.number)

    def silent(self, seat: int) -> tuple[Any, ...]:
        """The seat leaves a standing answer."""
        return self.give(seat, AnswerBeforehand(stage_name="picking", silent=True))

    def returns(self, seat: int) -> tuple[Any, ...]:
        return self.give("system", NoteReturn(seat=seat))  # type: ignore[arg-type]

    def expires(self) -> tuple[Any, ...]:
        """The open stage's time is up; chance is supplied and the next stage opens."""
        events = self.give("system", ExpireStage(stage=self.stage.number))
        return (*events, *self.chance())

    def chance(self) -> tuple[Any, ...]:
        events: tuple[Any, ...] = ()
        while requests := self.course.requests:
            order = SupplyChance(request=requests[0].number, seed="00" * 32, link=None)
            events = (*events, *self.give("system", order))
        return events

    def vanish(self, *seats: int) -> None:
        """Stages expire on these seats, the others answering, until all are marked absent."""
        while not set(seats) <= self.there.absent:
            for seat in range(self.course.seats):
                if seat not in seats:
                    self.pick(seat)
            self.expires()

    @property
    def course(self) -> Any:
        assert self.moment.state is not None
        return self.moment.state.course

    @property
    def stage(self) -> Any:
        return self.course.stage

    @property
    def there(self) -> Any:
        return self.course.attendance
