"""What the tests of step 6 share: a table at the announcements, and short words for commands.

Five families. 0 is President. 1 is Minister of the Interior and General 1, 2 General 2 and Air
Force Commander, 3 General 3, 4 Admiral. They announce in the order 1, 2, 3, 4, 0. Family 4 is at
the bank, which is open: so what comes after step 6 stops there, unless 4 is dead or elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.junta.deals import OffersLapsed
from rules.junta.plots import (
    AttemptFailed,
    FamilyKilled,
    LifeThreatened,
    LocationsRevealed,
    PurseLost,
    PurseTaken,
)
from rules.junta.stages.announcements import (
    AnnounceAttempt,
    AnnouncementsEnded,
    EndAnnouncements,
)
from rules.junta.stages.protection import DeathFaced, FaceDeath
from rules.kernel.bills import NO_BILLS, Bills
from rules.kernel.chance import DiceRolled
from rules.kernel.course import StageOpened
from rules.kernel.messages import Event
from rules.kernel.stages import UNNUMBERED
from tests.given import Play, cards_of, given
from tests.when_then import QUESTIONS, unnumbered

POLICE = "secret_police"
X, Y, Z = Bills(3, 0, 1), Bills(0, 2, 0), Bills(1, 1, 1)
"""Three purses, told apart by their bills: 6, 4 and 6 MP."""


def plotting(places: Mapping[int, str] | None = None, **goods: Any) -> Play:
    """The announcements have just opened."""
    there = {4: "bank"} | dict(places or {})
    return given(at="announcements", **({"president": 0, "places": there} | goods))


def attempt(
    means: str,
    victim: int,
    location: str | None = "nightclub",
    bills: Bills = NO_BILLS,
    powers: tuple[str, ...] = (),
) -> AnnounceAttempt:
    if means in ("burglars", "indiscretion"):
        location = None
    return AnnounceAttempt(
        means=means,
        victim=victim,  # type: ignore[arg-type]
        location=location,  # type: ignore[arg-type]
        powers=cards_of(*powers),
        bills=bills,
    )


def turn_of(play: Play, seat: int) -> Play:
    """Those before the seat say that they announce nothing more."""
    while play.at == "announcements":
        (asked,) = play.state.course.stage.seats
        if asked == seat:
            return play
        play.when(asked, EndAnnouncements())
    raise AssertionError(f"seat {seat} has had its turn")


def sends(play: Play, seat: int, *args: Any, **named: Any) -> Play:
    """The seat's turn comes and it announces this."""
    play = turn_of(play, seat).when(seat, attempt(*args, **named))
    assert play.refusal is None, play.refusal
    return play


def revealed(play: Play) -> Play:
    """Nobody announces anything more."""
    while play.at == "announcements":
        play.when(play.state.course.stage.seats[0], EndAnnouncements())
    return play


def dies(play: Play) -> Play:
    """Whoever is threatened answers with nothing."""
    assert play.at == "protection"
    return play.when(play.state.threat.victim, FaceDeath())


def facts(play: Play) -> list[Event]:
    """What followed from the last command, from the reveal on; lapsing offers are for DE-8."""
    left = (*QUESTIONS, AnnouncementsEnded, LocationsRevealed, OffersLapsed)
    return [unnumbered(e) for e in play.last if not isinstance(e, left)]


def lapses(play: Play) -> list[OffersLapsed]:
    """The offers that lapsed after the last command, told whether there were any or not."""
    return [e for e in play.last if isinstance(e, OffersLapsed)]


def lapsed(*makers: int, to: tuple[int, ...] = (), cards: bool = False) -> OffersLapsed:
    seats: Any = (makers, to)
    return OffersLapsed(makers=seats[0], receivers=seats[1], with_cards_alone=cards)


def threat(number: int, victim: int, killer: int | None) -> LifeThreatened:
    return LifeThreatened(attempt=number, victim=victim, killer=killer)  # type: ignore[arg-type]


def failed(number: int, reason: Any) -> AttemptFailed:
    return AttemptFailed(attempt=number, reason=reason)


def faced(seat: int) -> DeathFaced:
    return DeathFaced(seat=seat)  # type: ignore[arg-type]


def taken(victim: int, taker: int, bills: Bills) -> PurseTaken:
    parties: Any = (victim, taker)
    return PurseTaken(parties=parties, victim=parties[0], taker=parties[1], bills=bills)


def lost(victim: int, bills: Bills) -> PurseLost:
    return PurseLost(victim=victim, bills=bills)  # type: ignore[arg-type]


def killed(
    seat: int, hand: tuple[str, ...] = (), exposed: tuple[str, ...] = (), vacant: bool = False
) -> FamilyKilled:
    return FamilyKilled(
        seat=seat,  # type: ignore[arg-type]
        hand=cards_of(*hand),
        exposed=cards_of(*exposed),
        office_vacant=vacant,
    )


def rolled(*faces: int) -> DiceRolled:
    return DiceRolled(request=UNNUMBERED, faces=faces, link=None)


def opened(play: Play) -> list[str]:
    """The names of the stages that opened after the last command."""
    return [e.name for e in play.last if isinstance(e, StageOpened)]
