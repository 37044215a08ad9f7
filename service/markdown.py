"""The little Markdown of this project's own pages as HTML; all else there is escaped."""

from __future__ import annotations

import re
from html import escape

MARKS = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*\s][^*]*)\*"), r"<em>\1</em>"),
)


def title(text: str) -> str:
    """The first heading."""
    return text.partition("\n")[0].lstrip("# ").strip()


def html(text: str) -> str:
    """Headings, paragraphs, lists, `code`, **strong** and *emphasis*, without the first heading."""
    blocks = text.partition("\n")[2].split("\n\n")
    return "".join(_block(block) for block in blocks if block.strip())


def _block(block: str) -> str:
    lines = block.strip("\n").split("\n")
    if lines[0].startswith("#"):
        level = min(len(lines[0]) - len(lines[0].lstrip("#")), 6)
        heading = f"<h{level}>{_marked(lines[0].lstrip('# '))}</h{level}>"
        return heading + (_block("\n".join(lines[1:])) if lines[1:] else "")
    if lines[0].startswith("- "):
        items = re.split(r"^- ", "\n".join(lines), flags=re.MULTILINE)[1:]
        return f"<ul>{''.join(f'<li>{_marked(item)}</li>' for item in items)}</ul>"
    return f"<p>{_marked(' '.join(lines))}</p>"


def _marked(words: str) -> str:
    """Code is left as it stands; marks count outside of it."""
    parts = re.split(r"(`[^`]+`)", escape(words))
    return "".join(_spelt(part, MARKS[:1] if part.startswith("`") else MARKS) for part in parts)


def _spelt(words: str, marks: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, put in marks:
        words = pattern.sub(put, words)
    return words
