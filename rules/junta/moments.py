"""When, by whom and with what before him a card may be played, and why not. Pure functions.

What is said here depends on the player's own hand and on what everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from rules.junta.budgets import alternative_possible
from rules.junta.cards import BY_ID, Card, CardId, Timing
from rules.junta.city import CHAMBER
from rules.junta.effect import Bar
from rules.junta.fights import cards_may_be_played
from rules.junta.forces import players_in
from rules.junta.motions import may_move
from rules.junta.state import State, ballot_open, frozen
from rules.kernel.identifiers import Seat


class Window(NamedTuple):
    """Whether a moment is there, and the words for it."""

    is_open: Callable[[State], bool]
    words: str
    rule: str


def _always(state: State) -> bool:
    return True


def _never(state: State) -> bool:
    return False


def before_coup(state: State) -> bool:
    """CD-20: until somebody has started the coup of this turn."""
    return state.coup is None and not state.turn.coup_fought


def after_coup(state: State) -> bool:
    """CD-21: steps 9 and 10 of a turn in which a coup was fought."""
    return state.turn.coup_fought and state.turn.step in AFTER_COUP


AFTER_COUP = ("aftermath", "late_bank", "clean_up")

WINDOWS: Mapping[Timing, Window] = {
    "any_time": Window(_always, "any moment", "CD-1"),
    "ballot": Window(ballot_open, "an open ballot", "VO-3"),
    "cabinet": Window(may_move, "step 2, before the posts are given out", "NC-1"),
    "after_rejection": Window(alternative_possible, "the rejection of a budget", "AL-1"),
    "announce": Window(_never, "your turn to announce, in step 6 (announce_attempt)", "AS-3"),
    "minister_announce": Window(
        _never, "the Minister's turn to announce attempts (announce_attempt)", "CD-23"
    ),
    "react": Window(_never, "an attempt that is about to kill you (protect)", "AS-18"),
    "before_coup": Window(before_coup, "the next turn: there has been a coup in this one", "CD-20"),
    "coup_start": Window(
        _never, "your move in a coup, or the act that starts one (play_unit_card)", "CD-22"
    ),
    "coup_move": Window(_never, "your move in a coup (bribe_units)", "CD-1"),
    "after_coup": Window(after_coup, "the end of a coup, steps 9 and 10 of its turn", "CD-21"),
}
"""CD-1: the moments at which the declaration `play_card` takes a card.

What has a declaration of its own (attempts, protections, moves of a coup) has no moment here.
"""


def barred(state: State, seat: Seat) -> Bar | None:
    """CD-7, FI-14: what keeps the seat from playing any card now, if anything."""
    return away(state, seat) or _under_fire(state)


def waits(state: State, seat: Seat, card: CardId) -> Bar | None:
    """CD-1, CD-7, CD-8: why this card of the hand waits, where its holder may play cards at all."""
    found = BY_ID[card]
    return _moment(state, card) or _person(state, seat, found) or lacking(state, seat, found)


def away(state: State, seat: Seat) -> Bar | None:
    """CD-7, AS-7: the dead and the exiles play nothing, nor does who is named in an attempt."""
    if not state.families[seat].alive:
        return Bar("the dead play no cards", "CD-7")
    if not state.families[seat].present:
        return Bar("who is in exile plays no cards", "CD-7")
    if frozen(state, seat):
        words = "you are named in an attempt: until it is resolved you play only your own "
        return Bar(words + "announcements and protections", "AS-7")
    return None


def _under_fire(state: State) -> Bar | None:
    """FI-14: no card while a shot is ordered, rolled and paid for."""
    if cards_may_be_played(state):
        return None
    return Bar("in a combat segment cards wait for the next salvo, or for its end", "FI-14")


def _moment(state: State, card: CardId) -> Bar | None:
    window = WINDOWS[BY_ID[card].timing]
    return None if window.is_open(state) else _too_early(card)


@cache
def _too_early(card: CardId) -> Bar:
    window = WINDOWS[BY_ID[card].timing]
    return Bar(f"{card} waits for {window.words}", window.rule)


def _person(state: State, seat: Seat, card: Card) -> Bar | None:
    """CD-7: a card that is not for the President. CD-21: whom Election Fraud is for, by option."""
    if card.who == "not_president" and state.government.president == seat:
        return Bar(f"{card.id} is not for the President", "CD-7")
    chamber = card.timing == "after_coup" and state.course.options["fraud_requires_chamber"]
    if chamber and (state.coup is None or seat not in players_in(state.coup, CHAMBER)):
        words = "needs a unit of yours in the Chamber at the end of the coup"
        return Bar(f"{card.id} {words}", "CD-21")
    return None


def lacking(state: State, seat: Seat, card: Card) -> Bar | None:
    """CD-8: one of the influence cards that it needs must lie exposed before its player."""
    if not card.needs or not state.families[seat].exposed.isdisjoint(card.needs):
        return None
    needed = " or ".join(BY_ID[need].name for need in card.needs)
    return Bar(f"{card.id} needs {needed} exposed before you", "CD-8")
