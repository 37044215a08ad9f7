"""Help and numbers in plain words, where click would cut a sentence or put it in signs."""

from __future__ import annotations

import click


class Listed(click.Group):
    """A group that lists its commands with the whole first sentence of each."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, first_sentence(command)) for name, command in found if command is not None]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def first_sentence(command: click.Command) -> str:
    """The first paragraph of its help."""
    return " ".join((command.help or "").split("\n\n")[0].split())


class WholeNumber(click.ParamType[int]):
    """A whole number, in words of its own where it is none or not within its bounds."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        try:
            number = int(str(value))
        except ValueError:
            self.fail(f"a whole number{self._bounds()} is needed, not {value!r:.40}.", param, ctx)
        below = self.least is not None and number < self.least
        if below or (self.most is not None and number > self.most):
            self.fail(f"a whole number{self._bounds()} is needed, not {number}.", param, ctx)
        return number

    def _bounds(self) -> str:
        if self.least is None:
            return ""
        if self.most is None:
            return f" of at least {self.least}"
        return f" from {self.least} to {self.most}"
