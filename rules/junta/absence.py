"""Absence and rulings, which the kernel sees to for every game: the ids that stand for them here.

The rules themselves are in `rules/kernel`, absence.py and authority.py, and that of deadlines in
`events/deadlines.py`. AB-1 to AB-12, TI-8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.kernel.absence import ABSENT_AFTER, ABSENT_S
from rules.kernel.options import Option

OPTIONS: tuple[Option, ...] = (
    replace(ABSENT_AFTER, rule="AB-1"),
    replace(ABSENT_S, rule="AB-4"),
)
"""AB-1: who is marked absent. AB-2: what counts as in a row. AB-3: how one comes back. AB-4: how
long the absent are waited for."""

RULING_IDS: Mapping[str, str] = {
    "pause": "AB-6",
    "resume": "AB-6",
    "extend": "AB-7",
    "replace": "AB-8",
    "void": "AB-12",
}
"""TI-8: what a deadline is made of. AB-5: who may order what. AB-9: what a replaced family keeps.
AB-10: how an open seat is claimed. AB-11: a bot's seat."""
