"""The course of a game in lines: turns, stages, who declared what, and what followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from rules.kernel.attendance import SeatTakenOver
from rules.kernel.chance import DiceRolled
from rules.kernel.course import SeatTaken, StageClosed, StageOpened
from rules.kernel.decider import evolve
from rules.kernel.hidden import is_hidden
from rules.kernel.messages import Event
from rules.kernel.report import Rows
from rules.kernel.visibility import Stub
from service.commands import table_text
from service.commands.recorded import Entry, Recorded
from service.commands.wording import Names, fields, in_words, worded

ACTORS = {
    "host": "the host",
    "auditor": "the auditor",
    "joiner": "a newcomer",
    "system": "the service",
}
"""Who declares that is no seat, in words."""

Kind = Literal["date", "turn", "stage", "declared", "followed", "dice"]


REPORTED = " " * 12
LOBBY = "lobby"


class Line(NamedTuple):
    """One line, and what it is about."""

    kind: Kind
    text: str


def lines(recorded: Recorded) -> Iterator[Line]:
    """Every event in order; under headings, and indented below the declaration that led to it."""
    return (line for told in by_event(recorded) for line in told)


def by_event(recorded: Recorded) -> Iterator[list[Line]]:
    """The lines that each event is told in."""
    state: Any = None
    report = recorded.game.report() if recorded.game.report is not None else None
    names: dict[int, str] = {}
    turn, date = None, ""
    above: dict[str, str] = {}
    for entry, event in zip(recorded.entries, recorded.events, strict=True):
        state = evolve(recorded.game, state, event)
        if isinstance(event, SeatTaken | SeatTakenOver) and not is_hidden(event.name):
            names[event.seat] = event.name
        told: list[Line] = []
        if (day := date_of(entry)) != date:
            date = day
            told.append(Line("date", date))
        if isinstance(event, StageOpened) and (now := _turn(recorded, state)) != turn:
            turn = now
            told.append(Line("turn", f"Turn {turn}"))
        above = {}
        if entry.get("actor") is not None:
            above = _in_the_head(recorded, entry, names)
            told.append(Line("declared", _declared(recorded, entry, event, names)))
        summed_up = [] if report is None or isinstance(event, Stub) else report.hear(state, event)
        yield [*told, _line(entry, event, names, above), *_reported(summed_up)]


def _reported(rows: Rows) -> Iterator[Line]:
    """The rows below each other, their cells in columns; sentences stand by themselves."""
    cells = [row for row in rows if len(row) > 1]
    columns = iter([*table_text.columns(cells, indent=REPORTED)] if cells else [])
    for row in rows:
        text = next(columns) if len(row) > 1 else f"{REPORTED}{row[0]}"
        yield Line("dice", text)


def _turn(recorded: Recorded, state: Any) -> int | None:
    """The number of the turn, in games whose table has one, once they have started."""
    if state.course.status == LOBBY:
        return None
    turn = recorded.game.table(state).get("turn")
    return turn.get("number") if isinstance(turn, dict) else turn


def date_of(entry: Entry) -> str:
    """The day, in UTC, on which it was recorded."""
    return str(entry["recorded_at"][:10])


def _in_the_head(recorded: Recorded, entry: Entry, names: Names) -> dict[str, str]:
    """What the head says already to the first event below it: who it is, and what he declared."""
    actor, command = entry["actor"], recorded.declared.get(entry["position"])
    if not isinstance(actor, int):
        return {}
    said = {"seat": names.get(actor, f"seat {actor}")}
    kind = None if command is None else recorded.game.commands.get(command["type"])
    if command is not None and kind is not None:
        said = {**in_words(kind, command["fields"], names), **said}
    return said


def _declared(recorded: Recorded, entry: Entry, event: Event | Stub, names: Names) -> str:
    """Who declared what; where only what came of it is known, the first thing that happened."""
    who = _who(entry["actor"], names)
    at = entry["recorded_at"][11:19]
    command = recorded.declared.get(entry["position"])
    if command is None:
        came = "" if isinstance(event, Stub) else f": {event.TYPE.replace('_', ' ')}"
        return f"    {at}  {who}{came}"
    kind = recorded.game.commands.get(command["type"])
    said = ""
    if kind is not None and isinstance(entry["actor"], int):
        said = fields(kind, command["fields"], names)
    return f"    {at}  {who}: {command['type']}{': ' if said else ''}{said}"


def _who(actor: Any, names: Names) -> str:
    if isinstance(actor, int):
        return names.get(actor, f"seat {actor}")
    return ACTORS[actor]


def _line(entry: Entry, event: Event | Stub, names: Names, above: Mapping[str, str]) -> Line:
    """One event; of the first below a head only what the head does not say."""
    place = f"{entry['position']:>8}"
    if isinstance(event, Stub):
        return Line("followed", f"{place}  something that this viewer may not know of")
    if isinstance(event, StageOpened):
        return Line("stage", f"{place}  Stage {event.name}{_asked(event, names)}")
    if isinstance(event, StageClosed):
        return Line("followed", f"{place}  stage {event.number} closed")
    if isinstance(event, DiceRolled):
        scripted = " (scripted)" if event.link is None else ""
        return Line("dice", f"{place}  dice: {', '.join(map(str, event.faces))}{scripted}")
    values = {field.name: getattr(event, field.name) for field in event.FIELDS}
    if isinstance(event, SeatTaken | SeatTakenOver):
        said = fields(type(event), values, {event.seat: str(event.seat)})
    else:
        said = fields(type(event), values, names, above)
    return Line("followed", f"{place}  {event.TYPE}{': ' if said else ''}{said}")


def _asked(event: StageOpened, names: Names) -> str:
    kind = next(field.type for field in event.FIELDS if field.name == "seats")
    asked = f" for {worded(kind, event.seats, names)[1:-1]}" if event.seats else ""
    lasts = "" if event.lasts_s is None else f", {event.lasts_s} s"
    return asked + lasts
