"""What a game may be asked to be, and what a file may say that one was. Pure.

Whoever makes a game and whoever brings one in a file are held to the same bounds: without them, a
forged file could hold a table of a million seats, or a deadline beyond the end of the calendar.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from events.clock import written
from events.envelope import Envelope
from rules.kernel import absence, names
from rules.kernel.attendance import SeatGivenToBot, SeatOpened, SeatTakenOver, StagePaced
from rules.kernel.authority import REASON
from rules.kernel.course import GameCreated, GameStarted, SeatTaken, StageCompleted, StageOpened
from rules.kernel.game import Game
from rules.kernel.hidden import is_hidden
from rules.kernel.lobby import LOBBY, PLAYER_NAME
from rules.kernel.messages import Event
from rules.kernel.options import option_faults
from rules.kernel.rulings import RulingMade, RulingSupported, StageExtended
from rules.kernel.visibility import Stub
from rules.kernel.wording import clipped

LONGEST_S = 30 * 24 * 3600
LONGEST_GRACE_S = 3600
MOST_EVENTS = 100_000
DEEPEST = 64
"""So many levels of lists and objects are more than anything in a game has."""
AHEAD = timedelta(minutes=1)
"""How far the clock of another service may be ahead of ours."""


def nested_deeper(value: Any, levels: int) -> bool:
    """Whether JSON data has more levels of lists and objects than this."""
    level = _inside([value])
    for _ in range(levels):
        level = [below for container in level for below in _inside(container)]
    return bool(level)


def _inside(container: Any) -> list[Any]:
    """The lists and objects right inside a list or an object."""
    items = container.values() if isinstance(container, dict) else container
    return [item for item in items if isinstance(item, dict | list)]


def seats_fault(game: Game[Any], seats: int) -> str | None:
    """Why so many cannot play, or None."""
    if game.least_seats <= seats <= game.most_seats:
        return None
    return f"{game.title} is played by {game.least_seats} to {game.most_seats}, not {seats}."


def duration_fault(stage: str, seconds: Any, known: Collection[str]) -> str | None:
    """Why the stage cannot last so long, or None."""
    if stage not in known:
        return f"There is no such stage; there are {', '.join(known)}."
    if type(seconds) is not int or not 1 <= seconds <= LONGEST_S:
        return f"Whole seconds are needed, from 1 to {LONGEST_S} (30 days)."
    return None


def first_fault(
    game: Game[Any], envelopes: Sequence[Envelope], now: datetime
) -> tuple[int, str] | None:
    """The first position at which something stands that no game can hold, and what."""
    created = envelopes[0].event
    assert isinstance(created, GameCreated)
    latest = written(now + AHEAD)
    for it in envelopes:
        if it.recorded_at > latest:
            return it.position, "its time is yet to come"
        if (hidden := _hidden(it.event)) is not None:
            return it.position, f"{hidden} is hidden, which a whole game hides from nobody"
        for said in _faults(game, created, it):
            return it.position, said
    return None


def _hidden(event: Event | Stub) -> str | None:
    """The first field without a value; a text that was erased may be one."""
    if isinstance(event, Stub):
        return None
    fields = (field for field in event.FIELDS if not field.mark.free_text)
    return next((field.name for field in fields if is_hidden(getattr(event, field.name))), None)


def _faults(game: Game[Any], created: GameCreated, it: Envelope) -> Iterator[str]:
    if isinstance(it.actor, int) and not 0 <= it.actor < created.seats:
        yield f"nobody sits at seat {it.actor}"
    if (check := _CHECKS.get(type(it.event))) is not None:
        yield from check(game, created, it.event)


def _created(game: Game[Any], created: GameCreated, event: GameCreated) -> Iterator[str]:
    if event is not created:
        yield "a game is created once"
    if (said := seats_fault(game, event.seats)) is not None:
        yield said
    yield from (said for _, said in option_faults(game.options, event.options))
    later = {option.name for option in absence.OPTIONS}
    for option in game.options:
        if option.name not in event.options and option.name not in later:
            yield f"option {option.name} is missing"
    yield from _duration_faults(game, event.durations)


def _duration_faults(game: Game[Any], durations: Mapping[str, int]) -> Iterator[str]:
    known = dict.fromkeys(
        [LOBBY, *(stage for preset in game.durations.values() for stage in preset)]
    )
    for stage, seconds in durations.items():
        if (said := duration_fault(stage, seconds, known)) is not None:
            yield f"duration of {clipped(stage)}: {said}"


def _seat_taken(
    game: Game[Any], created: GameCreated, event: SeatTaken | SeatTakenOver
) -> Iterator[str]:
    if not 0 <= event.seat < created.seats:
        yield f"there is no seat {event.seat}"
    if is_hidden(event.name):
        return
    if not PLAYER_NAME.contains(event.name):
        yield f"name: {PLAYER_NAME.objection(event.name)}"
    elif (objection := names.objection(event.name)) is not None:
        yield f"name: {objection}"


def _started(game: Game[Any], created: GameCreated, event: GameStarted) -> Iterator[str]:
    if not game.least_seats <= event.seats <= created.seats:
        yield f"{event.seats} cannot begin at a table of {created.seats}"


def _opened(game: Game[Any], created: GameCreated, event: StageOpened) -> Iterator[str]:
    if event.name != LOBBY and event.name not in game.stage_named:
        yield f"there is no stage {clipped(event.name)}"
    if event.lasts_s is not None and not 1 <= event.lasts_s <= LONGEST_S:
        yield f"a stage lasts 1 to {LONGEST_S} seconds (30 days), not {event.lasts_s}"
    if not all(0 <= seat < created.seats for seat in event.seats):
        yield "a stage opens for a seat that there is not"


def _completed(game: Game[Any], created: GameCreated, event: StageCompleted) -> Iterator[str]:
    if not 0 <= event.grace_s <= LONGEST_GRACE_S:
        yield f"a stage is held open 0 to {LONGEST_GRACE_S} seconds, not {event.grace_s}"


def _paced(game: Game[Any], created: GameCreated, event: StagePaced) -> Iterator[str]:
    if not 1 <= event.lasts_s <= LONGEST_S:
        yield f"a stage lasts 1 to {LONGEST_S} seconds (30 days), not {event.lasts_s}"


def _extended(game: Game[Any], created: GameCreated, event: StageExtended) -> Iterator[str]:
    if not 1 <= event.seconds <= event.extended_s <= LONGEST_S:
        yield f"a stage is extended by 1 to {LONGEST_S} seconds (30 days), not {event.seconds}"


def _reasoned(
    game: Game[Any], created: GameCreated, event: RulingMade | RulingSupported
) -> Iterator[str]:
    if not is_hidden(event.reason) and not REASON.contains(event.reason):
        yield f"reason: {REASON.objection(event.reason)}"
    if event.seat is not None and not 0 <= event.seat < created.seats:
        yield f"there is no seat {event.seat}"


def _handed_over(
    game: Game[Any], created: GameCreated, event: SeatOpened | SeatGivenToBot
) -> Iterator[str]:
    if not 0 <= event.seat < created.seats:
        yield f"there is no seat {event.seat}"


_CHECKS: Mapping[type[Any], Callable[[Game[Any], GameCreated, Any], Iterator[str]]] = {
    GameCreated: _created,
    SeatTaken: _seat_taken,
    GameStarted: _started,
    StageOpened: _opened,
    StageCompleted: _completed,
    StagePaced: _paced,
    StageExtended: _extended,
    RulingMade: _reasoned,
    RulingSupported: _reasoned,
    SeatOpened: _handed_over,
    SeatGivenToBot: _handed_over,
    SeatTakenOver: _seat_taken,
}
