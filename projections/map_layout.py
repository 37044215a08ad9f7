"""Where things stand in a drawing of a board: the scale, and the room inside each area."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rules.kernel.picture import Area, Corner

ROWS = 28
WIDE_ENOUGH = 150
"""A box is not better for being wider than this."""


class Room(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    wide: float
    high: float


class Scale(NamedTuple):
    """From the board's units to pixels."""

    factor: float
    left: float
    top: float
    origin_x: float
    origin_y: float

    def at(self, corner: Corner) -> Corner:
        """The pixel of a corner."""
        x, y = corner
        return (
            self.left + (x - self.origin_x) * self.factor,
            self.top + (y - self.origin_y) * self.factor,
        )


def scaled(areas: Sequence[Area], room: Room) -> tuple[Scale, float, float]:
    """The scale at which the board fills the room, and how wide and high the board then is."""
    xs = [x for area in areas for x, _ in area.outline] or [0.0, 1.0]
    ys = [y for area in areas for _, y in area.outline] or [0.0, 1.0]
    across, down = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    factor = min(room.wide / across, room.high / down)
    wide, high = across * factor, down * factor
    left = room.left + (room.wide - wide) / 2
    return Scale(factor, left, room.top, min(xs), min(ys)), wide, high


@lru_cache(maxsize=512)
def inside(outline: tuple[Corner, ...]) -> Room:
    """The best upright box inside the outline, in pixels: as large as may be, but not too wide."""
    ys = [y for _, y in outline]
    step = (max(ys) - min(ys)) / ROWS
    if step <= 0:
        return Room(min(x for x, _ in outline), min(ys), 1, 1)
    levels = [min(ys) + step * (row + 0.5) for row in range(ROWS)]
    spans = [_spans(outline, level) for level in levels]
    best, worth = Room(*outline[0], 1, 1), 0.0
    for first in range(ROWS):
        common = spans[first]
        for last in range(first, ROWS):
            common = _both(common, spans[last])
            for left, right in common:
                high = step * (last - first + 1)
                value = min(right - left, WIDE_ENOUGH) * high
                if value > worth:
                    best = Room(left, levels[first] - step / 2, right - left, high)
                    worth = value
            if not common:
                break
    return best


Spans = list[tuple[float, float]]


def _spans(outline: tuple[Corner, ...], level: float) -> Spans:
    """The parts of a level line that lie inside the outline."""
    crossings = []
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        if (y1 > level) != (y2 > level):
            crossings.append(x1 + (x2 - x1) * (level - y1) / (y2 - y1))
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def _both(one: Spans, other: Spans) -> Spans:
    found = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(left, right) for left, right in found if right > left]
