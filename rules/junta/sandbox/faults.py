"""Everything that is wrong with a position, and its JSON Schema. SB-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.junta.city import chosen
from rules.junta.sandbox.contradictions import contradictions
from rules.junta.sandbox.position import read
from rules.junta.sandbox.reading import Reading
from rules.kernel.options import Fault, OptionValue


def position_faults(
    written: Any, seats: int, options: Mapping[str, OptionValue]
) -> tuple[Fault, ...]:
    """SB-6: what is ill formed, and what of the rest contradicts the rules or itself."""
    reading = Reading(seats)
    position = read(written, reading, chosen(options["city"]))
    return (*reading.found, *contradictions(position, seats, options))
