"""The garbage collector of a process that folds events: it need not look so often."""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 20, 20)


def settle() -> None:
    """To be called once a process has loaded its code, which is never garbage.

    Folding makes many small tuples that live on and have no cycles; with the usual thresholds two
    fifths of its time went into looking for some.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
