"""The functions that jobs name by their path. Each takes strings and integers only."""

from __future__ import annotations

import logging

from events.log import Unavailable
from workers import look as looking
from workers import wiring

logger = logging.getLogger(__name__)


def look(game_id: str) -> None:
    """Do what is due in one game. Where the log gives no answer, the sweep comes again."""
    try:
        looking.look(wiring.commits(), game_id)
    except Unavailable as error:
        logger.warning("game %s: not looked at: %s", game_id, error)
