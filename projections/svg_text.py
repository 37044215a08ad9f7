"""Words in a drawing: escaped, measured roughly, and shortened to the room there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from xml.sax.saxutils import escape

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, escaped or not."""

NARROW = frozenset("iIjl.,:;!|'`()[] ")
BROAD = frozenset("MWmw@%")


def plain(text: str) -> str:
    """The text as it may stand between tags, or in an attribute in double quotes."""
    return escape(NOT_XML.sub("\ufffd", text), {'"': "&quot;"})


BOLD = 1.13
"""How much wider bold letters are."""


def width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide the text is drawn in a sans-serif of this size; rather too wide."""
    return size * sum(map(_share, text)) * (BOLD if bold else 1)


def _share(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0.0
    if character in NARROW:
        return 0.38
    if character in BROAD:
        return 0.98
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    return 0.74 if character.isupper() or not character.isascii() else 0.62


def shortened(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, or its beginning and an ellipsis, so that it fits; never less than one sign."""
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while len(kept) > 1 and width(kept + "…", size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrapped(words: Iterable[str], size: float, room: float, *, bold: bool = False) -> list[str]:
    """The words in lines, as many on each as fit; what is too long for a line is shortened."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= room:
            lines[-1] = longer
        elif "-" in word and width(word, size, bold=bold) > room:
            first, rest = word.split("-", 1)
            lines += [f"{first}-", rest]
        else:
            lines.append(word)
    return [shortened(line, size, room, bold=bold) for line in lines]


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    bold: bool = False,
    italic: bool = False,
    room: float | None = None,
    after: str = "",
) -> str:
    """A text element; in `room` it is shortened. `after`: what follows it, neither bold nor cut."""
    kept = words if room is None else shortened(words, size, room, bold=bold)
    style = ' font-weight="bold"' * bold + ' font-style="italic"' * italic
    more = f'<tspan font-weight="normal">{plain(after)}</tspan>' if after else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"{style}>{plain(kept)}{more}</text>'
