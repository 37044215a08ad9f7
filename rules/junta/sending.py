"""Who may be sent to attempt something, and why nobody else. Pure functions. AS-3, AS-4, CD-23."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.junta.cards import BY_ID, CardId
from rules.junta.effect import Bar
from rules.junta.moments import lacking
from rules.junta.plots import MEANS, SECRET_POLICE, in_power
from rules.junta.prices import unaffordable
from rules.junta.state import State, minister
from rules.kernel.identifiers import Seat

POLICE = CardId(SECRET_POLICE)


def means_of(state: State, seat: Seat) -> Iterator[CardId]:
    """AS-3, AS-4: the secret police, and cards in hand, as far as nothing bars them."""
    bars = means_barred(state, seat)
    return (means for means in _held(state, seat) if means not in bars)


def means_barred(state: State, seat: Seat) -> Mapping[CardId, Bar]:
    """Of what the seat has, and of the secret police: what it cannot send now, and why."""
    found = ((means, _bar(state, seat, means)) for means in _held(state, seat))
    return {means: bar for means, bar in found if bar is not None}


def _held(state: State, seat: Seat) -> tuple[CardId, ...]:
    return (POLICE, *sorted(state.families[seat].hand & MEANS.keys()))


def _bar(state: State, seat: Seat, means: CardId) -> Bar | None:
    if means == POLICE:
        return _police_barred(state, seat)
    return (
        _not_for(state, seat, means)
        or lacking(state, seat, BY_ID[means])
        or unaffordable(state, seat, means, MEANS[means].price)
    )


def _police_barred(state: State, seat: Seat) -> Bar | None:
    """AS-4: the Minister of the Interior sends them, once a turn."""
    if minister(state) != seat:
        return Bar("the secret police obey the Minister of the Interior", "AS-4")
    attempts = () if state.plot is None else state.plot.attempts
    if any(made.means == POLICE for made in attempts):
        return Bar("the secret police have been sent this turn", "AS-4")
    return None


def _not_for(state: State, seat: Seat, means: CardId) -> Bar | None:
    """AS-3, CD-23: the foreigner is not for those in power, the bonus for the Minister alone."""
    if MEANS[means].banned_to_power and in_power(state, seat):
        words = "is neither for the President nor for the Minister of the Interior"
        return Bar(f"{means} {words}", "AS-3")
    if MEANS[means].ministers and minister(state) != seat:
        return Bar(f"{means} is for the Minister of the Interior", "CD-23")
    return None
