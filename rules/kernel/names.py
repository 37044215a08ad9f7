"""Names of players: what one must have to be seen, and when two of them look alike. Pure."""

from __future__ import annotations

import unicodedata

UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are drawn as nothing: fillers, an empty Braille cell."""
INVISIBLE = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts with letters that look the same; no name needs two of them."""

TWINS = str.maketrans(
    "авекмнорстухіјѕԁһԛԝӏαβεηικνορτυχ01|iı",
    "abekmhopctyxijsdhqwlabehikvoptyxol" + "lll",
)
"""Look-alikes of small Latin letters, and of the large ones that those come from."""


def objection(name: str) -> str | None:
    """Why nobody may be called this, or None."""
    if any(unicodedata.category(c) in INVISIBLE for c in name):
        return "characters that are not seen, or that turn the direction of writing, are not taken"
    if not any(_is_seen(c) for c in name):
        return "at least one character that can be seen is needed"
    scripts = _scripts(name)
    if len(scripts) > 1:
        return f"letters of several scripts ({', '.join(scripts)}) are not mixed in one name"
    return None


def skeleton(name: str) -> str:
    """What two names have in common that cannot be told apart at a glance."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(c for c in plain if c not in UNSEEN and not _is_unseen_mark(c))
    return " ".join(seen.split()).translate(TWINS)


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in UNSEEN


def _is_unseen_mark(character: str) -> bool:
    """Selectors of variants and joiners, which are marks that draw nothing."""
    name = unicodedata.name(character, "")
    return "VARIATION SELECTOR" in name or character in "\u034f\u17b4\u17b5"


def _scripts(name: str) -> list[str]:
    letters = unicodedata.normalize("NFKC", name)
    first_words = {unicodedata.name(c, "").partition(" ")[0] for c in letters if c.isalpha()}
    return [script.capitalize() for script in SCRIPTS if script in first_words]
