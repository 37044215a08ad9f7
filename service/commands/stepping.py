"""A game commit by commit: what happened, and a short table after it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

import click

from service.commands import table_text, telling
from service.commands.recorded import Recorded
from service.commands.telling import Line, date_of

PROMPT = "Enter next, b back, a number jumps, q quit"

Ask = Callable[..., str]
Tell = Callable[[Iterable[Line]], None]


def step(recorded: Recorded, at: int | None, ask: Ask, tell: Tell) -> None:
    """Show a commit, ask where to go on, until told to quit or past the last one.

    at: the position to begin with. `ask` is given a question, and answers in words.
    """
    ends = sorted(recorded.ends - {0})
    told = list(telling.by_event(recorded))
    number: int | None = 0 if at is None else _holding(ends, at)
    while number is not None:
        first = ends[number - 1] + 1 if number else 1
        tell(_page(recorded, told, first, ends[number]))
        number = _asked(ends, number, ask)


def _page(recorded: Recorded, told: list[list[Line]], first: int, last: int) -> Iterable[Line]:
    yield Line("followed", "")
    yield Line("date", f"{date_of(recorded.entries[first - 1])} (UTC)")
    for lines in told[first - 1 : last]:
        yield from (line for line in lines if line.kind != "date")
    yield Line("followed", "")
    for line in table_text.short(recorded.table(last)):
        yield Line("followed", line)


def _asked(ends: list[int], number: int, ask: Ask) -> int | None:
    """The number of the commit to show next; None to end."""
    while True:
        try:
            said = ask(
                f"{ends[number]}/{ends[-1]}  {PROMPT}",
                default="",
                show_default=False,
                prompt_suffix=": ",
            )
        except (click.Abort, EOFError):
            return None
        word = said.strip().lower()
        if word in ("", "n"):
            return number + 1 if number + 1 < len(ends) else None
        if word == "b":
            return max(number - 1, 0)
        if word == "q":
            return None
        if word.isascii() and word.isdecimal():
            return _holding(ends, int(word))


def _holding(ends: list[int], position: int) -> int:
    """The number of the commit that holds the position, or of the nearest."""
    return min(bisect_left(ends, max(position, 1)), len(ends) - 1)
