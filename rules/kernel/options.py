"""The options of a game: what each is called, what it may be, and what it is when nobody asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.wording import clipped

OptionValue = int | bool | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: a whole number with bounds, yes or no, or one of some words."""

    name: str
    default: OptionValue
    meaning: str
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    rule: str | None = None

    def fault(self, value: Any) -> str | None:
        """Why the value will not do, or None."""
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
        return kinds[type(self.default)]

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
        return written


def option_faults(options: tuple[Option, ...], asked: Mapping[str, Any]) -> dict[str, str]:
    """Every fault in the asked values, by name."""
    known = {option.name: option for option in options}
    faults = {name: f"there is no option {clipped(name)}" for name in asked if name not in known}
    for name, value in asked.items():
        if name in known and (fault := known[name].fault(value)):
            faults[name] = fault
    return faults


def resolved(options: tuple[Option, ...], asked: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Every option with its asked or its default value."""
    return {option.name: asked.get(option.name, option.default) for option in options}
