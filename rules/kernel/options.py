"""The options of a game: what each is called, what it may be, and what it is when nobody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.document import Document, tidy
from rules.kernel.wording import clipped

OptionValue = int | bool | str | Document

Fault = tuple[tuple[str | int, ...], str]
"""Where in the options something is wrong, as keys and indexes from the top, and what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What an option takes as an object: everything that is wrong with one, and its JSON Schema."""

    faults: Callable[[Any], Iterable[Fault]]
    schema: Callable[[], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: a whole number with bounds, yes or no, one of some words, or an object."""

    name: str
    default: OptionValue
    meaning: str
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    rule: str | None = None
    brought: Brought | None = None

    def faults(self, value: Any) -> list[Fault]:
        """Everything for which the value will not do."""
        written = value.value if isinstance(value, Document) else value
        if self.brought is not None and isinstance(written, dict):
            return [((self.name, *where), said) for where, said in self.brought.faults(written)]
        said = self.fault(value)
        return [] if said is None else [((self.name,), said)]

    def fault(self, value: Any) -> str | None:
        """Why the value, if it is no object, will not do, or None."""
        if type(value) is not type(self.default):
            return f"{self.name} takes {self._kind()}"
        if self.words and value not in self.words:
            return f"{self.name} is one of {', '.join(self.words)}"
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        if self.least is not None and value < self.least:
            return f"{self.name} is at least {self.least}"
        if self.most is not None and value > self.most:
            return f"{self.name} is at most {self.most}"
        return None

    def _kind(self) -> str:
        kinds = {bool: "true or false", int: "a whole number", str: "a word"}
        return kinds[type(self.default)] + (" or an object" if self.brought else "")

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        kinds = {bool: "boolean", int: "integer", str: "string"}
        written: dict[str, Any] = {
            "type": kinds[type(self.default)],
            "default": self.default,
            "description": self.meaning,
        }
        if self.words:
            written["enum"] = list(self.words)
        if self.least is not None:
            written["minimum"] = self.least
        if self.most is not None:
            written["maximum"] = self.most
        return written if self.brought is None else self._or_brought(written, self.brought)

    def _or_brought(self, written: dict[str, Any], brought: Brought) -> dict[str, Any]:
        told = {key: written.pop(key) for key in ("default", "description")}
        return {**told, "oneOf": [written, brought.schema()]}


def option_faults(options: tuple[Option, ...], asked: Mapping[str, Any]) -> list[Fault]:
    """Every fault in the asked values."""
    known = {option.name: option for option in options}
    faults: list[Fault] = [
        ((name,), f"there is no option {clipped(name)}") for name in asked if name not in known
    ]
    for name, value in asked.items():
        if name in known:
            faults += known[name].faults(value)
    return faults


def resolved(options: tuple[Option, ...], asked: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Every option with its asked or its default value."""
    values = {option.name: asked.get(option.name, option.default) for option in options}
    return {name: Document.of(tidy(v)) if isinstance(v, dict) else v for name, v in values.items()}
